// SPDX-License-Identifier: GPL-2.0
/* The points of a plan: axes, their values, and the cases and blocks that come of them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include "error.h"
#include "plan.h"
#include "results.h"

/* With that, the file of a run can be read again: see json-reader.h. */
#define MAX_CASES		30000ULL
#define MAX_THREADS		4096ULL

static const struct bench_axis_desc axis_descs[BENCH_AXIS_NR] = {
	[BENCH_AXIS_PAGE]	= { 'p', "page", "page kinds: 4KB, 2MB, 1GB, thp" },
	[BENCH_AXIS_THREADS]	= { 't', "count", "threads at once: 1,2,4 or 1..8" },
	[BENCH_AXIS_SIZE]	= { 's', "bytes",
				    "sizes: 2MB or 16MB,128MB,1GB or 4KB..4GB or 4KB..4GB:x4" },
	[BENCH_AXIS_PAGES]	= { 0, "count", "pages an operation: 1,8,33 or 1..512" },
	[BENCH_AXIS_CHUNK]	= { 'k', "bytes",
				    "bytes of one call: 4KB is page by page, 0 the whole size" },
	[BENCH_AXIS_ALIGN]	= { 'a', "bytes", "offsets of the destination: 0,1,32" },
};

/**
 * bench_axis__desc - what an axis is on the command line, its name aside
 * @axis: the axis
 */
const struct bench_axis_desc *bench_axis__desc(enum bench_axis axis)
{
	return &axis_descs[axis];
}

static int parse_pages(struct bench_list *list, const char *text)
{
	char *copy = strdup(text), *rest = copy, *word;
	int ret = copy ? 0 : -ENOMEM;
	u64 page;

	while (!ret && (word = strsep(&rest, ",")) != NULL) {
		ret = bench_page__parse(word, &page);
		if (!ret)
			ret = bench_list__add_new(list, page);
	}
	free(copy);
	return ret;
}

static bool zero_allowed(enum bench_axis axis)
{
	return axis == BENCH_AXIS_CHUNK || axis == BENCH_AXIS_ALIGN;
}

static int parse_axis(struct bench_list *list, enum bench_axis axis, const char *text)
{
	const struct bench_axis_desc *desc = bench_axis__desc(axis);
	char option[32], err[192] = "";
	int i, ret;

	snprintf(option, sizeof(option), "--%s", bench_axis__key(axis));
	if (axis == BENCH_AXIS_PAGE) {
		ret = parse_pages(list, text);
		if (ret)
			return bench_options__error(option, text,
						    "page kinds such as 4KB, 2MB, 1GB or thp are needed");
		return 0;
	}
	if (!strcmp(desc->unit, "bytes"))
		ret = bench_list__parse_sizes(list, text, err, sizeof(err));
	else
		ret = bench_list__parse_counts(list, text, err, sizeof(err));
	if (ret)
		return bench_options__error(option, text, err);
	for (i = 0; i < list->nr; i++) {
		if (!list->v[i] && !zero_allowed(axis))
			return bench_options__error(option, text, "more than 0 is needed");
		if (axis == BENCH_AXIS_THREADS && list->v[i] > MAX_THREADS)
			return bench_options__error(option, text, "at most 4096 are possible");
	}
	return 0;
}

/**
 * bench_plan__parse_axes - from texts to the values of each axis
 * @opts: the command line
 * @lists: BENCH_AXIS_NR lists, all zero; the caller frees them
 *
 * Return: 0, an exit code with its line printed, or -ENOMEM.
 */
int bench_plan__parse_axes(const struct bench_options *opts, struct bench_list *lists)
{
	int axis, ret;

	for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
		if (opts->axis[axis])
			ret = parse_axis(&lists[axis], axis, opts->axis[axis]);
		else
			ret = bench_list__add(&lists[axis], axis == BENCH_AXIS_THREADS);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * A chunk that is longer than the size is the whole extent, whatever its length: 0, if that is
 * among the chunks, and else the first of them stands for all.
 */
static bool is_folded(const struct bench_case *c, const struct bench_list *chunks)
{
	u64 chunk = c->axis[BENCH_AXIS_CHUNK], size = c->axis[BENCH_AXIS_SIZE];
	bool before = true;
	int i;

	if (chunk <= size)
		return false;
	for (i = 0; i < chunks->nr; i++) {
		if (chunks->v[i] == chunk)
			before = false;
		if (!chunks->v[i] || (before && chunks->v[i] > size))
			return true;
	}
	return false;
}

static bool same_block(const struct bench_case *a, const struct bench_case *b)
{
	return a->axis[BENCH_AXIS_PAGE] == b->axis[BENCH_AXIS_PAGE] &&
	       a->axis[BENCH_AXIS_THREADS] == b->axis[BENCH_AXIS_THREADS] &&
	       a->axis[BENCH_AXIS_SIZE] == b->axis[BENCH_AXIS_SIZE];
}

static int make_blocks(struct bench_plan *plan)
{
	struct bench_block *b = NULL;
	int i;

	plan->blocks = calloc(plan->nr_cases, sizeof(*plan->blocks));
	if (!plan->blocks)
		return -ENOMEM;
	for (i = 0; i < plan->nr_cases; i++) {
		if (!b || !same_block(&plan->cases[b->first], &plan->cases[i])) {
			b = &plan->blocks[plan->nr_blocks++];
			b->first = i;
		}
		b->nr++;
	}
	return 0;
}

/**
 * bench_plan__make_cases - lay out the cross product of the functions and the axes' values
 * @plan: its functions are there; cases, blocks and max_threads are set
 * @lists: BENCH_AXIS_NR lists
 *
 * Cases are ordered as enum bench_axis is, and by function last.
 *
 * Return: 0, the exit code of usage errors with its line printed, or -ENOMEM.
 */
int bench_plan__make_cases(struct bench_plan *plan, const struct bench_list *lists)
{
	u64 nr = plan->nr_functions;
	u64 i;
	int axis;

	for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
		nr *= lists[axis].nr;
		if (nr > MAX_CASES) {
			fprintf(stderr, "perf bench: more than %llu cases; give shorter lists\n",
				MAX_CASES);
			return BENCH_EXIT_USAGE;
		}
	}
	plan->cases = calloc(nr, sizeof(*plan->cases));
	if (!plan->cases)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		struct bench_case *c = &plan->cases[plan->nr_cases];
		u64 rest = i;

		c->index = plan->nr_cases;
		c->fn = plan->functions[rest % plan->nr_functions];
		rest /= plan->nr_functions;
		for (axis = BENCH_AXIS_NR - 1; axis >= 0; axis--) {
			c->axis[axis] = lists[axis].v[rest % lists[axis].nr];
			rest /= lists[axis].nr;
		}
		plan->max_threads = max(plan->max_threads, (int)c->axis[BENCH_AXIS_THREADS]);
		if (is_folded(c, &lists[BENCH_AXIS_CHUNK]))
			plan->nr_folded++;
		else
			plan->nr_cases++;
	}
	return make_blocks(plan);
}
