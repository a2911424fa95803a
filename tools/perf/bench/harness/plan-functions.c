// SPDX-License-Identifier: GPL-2.0
/* Which functions of a workload are run: -f and --base. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/zalloc.h>
#include "error.h"
#include "plan.h"

static int count_functions(const struct bench_workload *w)
{
	int nr = 0;

	while (w->functions[nr])
		nr++;
	return nr;
}

static bool is_available(const struct bench_function *fn)
{
	return !fn->available || fn->available();
}

/**
 * bench_plan__list_functions - print what -f takes
 * @w: the workload
 * @out: where to
 *
 * Each function with what it is and needs; marks those that cannot be run here, those with
 * weakly ordered stores, and the one that the running kernel picks.
 */
void bench_plan__list_functions(const struct bench_workload *w, FILE *out)
{
	const char *kernel = w->kernel_choice ? w->kernel_choice() : NULL;
	int i, width = 0;

	for (i = 0; w->functions[i]; i++)
		width = max_t(int, width, strlen(w->functions[i]->name));

	fprintf(out, "# Functions of %s:\n", w->name);
	for (i = 0; w->functions[i]; i++) {
		const struct bench_function *fn = w->functions[i];

		fprintf(out, "  %-*s  %s", width, fn->name, fn->desc);
		if (fn->needs)
			fprintf(out, "; needs %s", fn->needs);
		if (fn->weak)
			fprintf(out, "; weakly ordered");
		if (!is_available(fn))
			fprintf(out, " [n/a here]");
		else if (kernel && fn->kernel && !strcmp(kernel, fn->kernel))
			fprintf(out, " [this kernel's choice]");
		fputc('\n', out);
	}
}

static const struct bench_function *find_function(const struct bench_workload *w,
						  const char *name)
{
	int i;

	for (i = 0; w->functions[i]; i++) {
		if (!strcmp(w->functions[i]->name, name))
			return w->functions[i];
	}
	return NULL;
}

static void add_once(const struct bench_function **list, int *nr, const struct bench_function *fn)
{
	int i;

	for (i = 0; i < *nr; i++) {
		if (list[i] == fn)
			return;
	}
	list[(*nr)++] = fn;
}

/* To those that are run, or to those that this machine lacks. */
static void add_function(struct bench_plan *plan, const struct bench_function *fn)
{
	if (is_available(fn))
		add_once(plan->functions, &plan->nr_functions, fn);
	else
		add_once(plan->skipped, &plan->nr_skipped, fn);
}

static void add_all(struct bench_plan *plan)
{
	int i;

	for (i = 0; plan->w->functions[i]; i++)
		add_function(plan, plan->w->functions[i]);
}

static int add_named(struct bench_plan *plan, const char *name)
{
	const struct bench_function *fn;

	if (!strcmp(name, "all")) {
		add_all(plan);
		return 0;
	}
	fn = find_function(plan->w, name);
	if (!fn)
		return bench_options__error("--function", name,
					    "no such function; -f help lists them");
	add_function(plan, fn);
	return 0;
}

/**
 * bench_plan__choose_functions - parse -f and --base
 * @plan: its functions, skipped and base are set; freed by bench_plan__exit()
 * @text: a comma-separated list of names, "all" among them
 * @base: the base function's name; NULL: the first of the list
 *
 * What this machine cannot run is left out, so that one command line is good for many.
 *
 * Return: 0, or an exit code with its line printed: 129 for a name that is not known, 1 if this
 * machine can run none of them.
 */
int bench_plan__choose_functions(struct bench_plan *plan, const char *text, const char *base)
{
	int nr = count_functions(plan->w);
	char *copy, *rest, *name;
	int ret = 0, i;

	plan->functions = calloc(nr + 1, sizeof(*plan->functions));
	plan->skipped = calloc(nr + 1, sizeof(*plan->skipped));
	copy = strdup(text);
	if (!plan->functions || !plan->skipped || !copy) {
		fprintf(stderr, "perf bench: out of memory\n");
		ret = 1;
		goto out;
	}

	rest = copy;
	while (!ret && (name = strsep(&rest, ",")) != NULL)
		ret = add_named(plan, name);
	if (ret)
		goto out;
	if (!plan->nr_functions) {
		fprintf(stderr, "perf bench: --function '%s': this machine lacks %s\n", text,
			plan->nr_skipped ? bench_function__needs(plan->skipped[0]) : "it");
		ret = 1;
		goto out;
	}

	if (plan->nr_functions > 1 || base)
		plan->base = plan->functions[0];
	if (!base)
		goto out;
	for (i = 0; i < plan->nr_functions; i++) {
		if (!strcmp(plan->functions[i]->name, base))
			break;
	}
	if (i == plan->nr_functions)
		ret = bench_options__error("--base", base, "one of the functions of -f is needed");
	else
		plan->base = plan->functions[i];
out:
	free(copy);
	return ret;
}
