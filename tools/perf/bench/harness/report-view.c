// SPDX-License-Identifier: GPL-2.0
/* What every printer needs to know of a result: its functions, axes and speedups. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "report-view.h"

static void add_function(struct bench_view *view, const char *name)
{
	int i;

	for (i = 0; i < view->nr_functions; i++) {
		if (!strcmp(view->functions[i], name))
			return;
	}
	view->functions[view->nr_functions++] = name;
}

/**
 * bench_view__init - look at a result for printing
 * @view: what to fill
 * @res: the result, which must stay
 * @prefix: what lines that are not data begin with: "# "
 *
 * Return: 0 or -ENOMEM.
 */
int bench_view__init(struct bench_view *view, const struct bench_results *res, const char *prefix)
{
	int i, a, nr = res->nr_cases;

	memset(view, 0, sizeof(*view));
	view->res = res;
	view->prefix = prefix;
	view->speedup = calloc(nr + 1, sizeof(*view->speedup));
	view->functions = calloc(nr + 1, sizeof(*view->functions));
	if (!view->speedup || !view->functions)
		goto err;

	for (i = 0; i < nr; i++) {
		if (res->base && !strcmp(res->cases[i].function, res->base)) {
			add_function(view, res->cases[i].function);
			break;
		}
	}
	for (i = 0; i < nr; i++) {
		const struct bench_case_result *cr = &res->cases[i];

		add_function(view, cr->function);
		for (a = 0; a < BENCH_AXIS_NR; a++) {
			if (cr->axis[a] != res->cases[0].axis[a])
				view->varying |= 1U << a;
		}
		if (bench_results__speedup(res, cr, &view->speedup[i]) == -ENOMEM)
			goto err;
	}
	return 0;
err:
	bench_view__exit(view);
	return -ENOMEM;
}

/**
 * bench_view__exit - free a view
 * @view: the view
 */
void bench_view__exit(struct bench_view *view)
{
	free(view->speedup);
	free(view->functions);
	memset(view, 0, sizeof(*view));
}

/**
 * bench_view__first - the first case of a function
 * @view: the view
 * @function: its name
 *
 * Return: the case, NULL if there is none.
 */
const struct bench_case_result *bench_view__first(const struct bench_view *view,
						  const char *function)
{
	int i;

	for (i = 0; i < view->res->nr_cases; i++) {
		if (!strcmp(view->res->cases[i].function, function))
			return &view->res->cases[i];
	}
	return NULL;
}

/**
 * bench_view__speedup_source - what the speedups are made of
 * @view: the view
 *
 * Return: a constant text.
 */
const char *bench_view__speedup_source(const struct bench_view *view)
{
	int i;

	for (i = 0; i < view->res->nr_cases; i++) {
		if (view->res->cases[i].metric[0].nr)
			return "median over paired rounds";
	}
	return "of the means";
}
