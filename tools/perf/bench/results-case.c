// SPDX-License-Identifier: GPL-2.0
/*
 * Cases of results that were read: their names, finding the same case in another file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include "results-files.h"

/**
 * bench_results__varying - which axes tell the cases of all files apart
 * @files: the files, all of one benchmark
 *
 * Return: a bit for each axis that any file has and that has more than one value.
 */
unsigned int bench_results__varying(const struct bench_results_files *files)
{
	const struct bench_case_result *first = NULL, *cr;
	unsigned int axes = 0, varying = 0;
	int f, i, axis;

	for (f = 0; f < files->nr; f++) {
		axes |= files->v[f].res.axes;
		for (i = 0; i < files->v[f].res.nr_cases; i++) {
			cr = &files->v[f].res.cases[i];
			if (!first)
				first = cr;
			for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
				if (cr->axis[axis] != first->axis[axis])
					varying |= 1U << axis;
			}
		}
	}
	return axes & varying;
}

/**
 * bench_case__text - name a case in a line of text
 * @cr: the case
 * @axes: a bit for each axis to name
 * @buf: where to, cut if it is too long
 * @len: room there
 *
 * Return: @buf: "x86-64-movnt, size 1GB, chunk 4KB".
 */
char *bench_case__text(const struct bench_case_result *cr, unsigned int axes,
		       char *buf, size_t len)
{
	char point[2 * BENCH_VIEW_TEXT_MAX];

	bench_view__point(cr, axes, point, sizeof(point));
	snprintf(buf, len, "%s%s%s", cr->function, *point ? ", " : "", point);
	return buf;
}

/**
 * bench_case__same - whether two cases are the same function at the same point of all axes
 * @a: a case
 * @b: another
 *
 * Return: true if so. An axis that a file lacks counts as 0.
 */
bool bench_case__same(const struct bench_case_result *a, const struct bench_case_result *b)
{
	return !strcmp(a->function, b->function) && !memcmp(a->axis, b->axis, sizeof(a->axis));
}

static int compare_cases(const struct bench_case_result *a, const struct bench_case_result *b)
{
	return memcmp(a->axis, b->axis, sizeof(a->axis)) ?: strcmp(a->function, b->function);
}

static int by_case(const void *a, const void *b)
{
	const struct bench_case_result *p = *(const struct bench_case_result *const *)a;
	const struct bench_case_result *q = *(const struct bench_case_result *const *)b;

	return compare_cases(p, q) ?: (p < q ? -1 : p > q);
}

/**
 * bench_case_index__init - sort the cases of a file
 * @index: result, to be freed by bench_case_index__exit()
 * @res: the file's results, which must stay as they are
 *
 * Return: 0 or -ENOMEM.
 */
int bench_case_index__init(struct bench_case_index *index, const struct bench_results *res)
{
	int i;

	index->nr = res->nr_cases;
	index->sorted = calloc(res->nr_cases + 1, sizeof(*index->sorted));
	if (!index->sorted)
		return -ENOMEM;
	for (i = 0; i < res->nr_cases; i++)
		index->sorted[i] = &res->cases[i];
	qsort(index->sorted, index->nr, sizeof(*index->sorted), by_case);
	return 0;
}

/**
 * bench_case_index__exit - free an index
 * @index: the index
 */
void bench_case_index__exit(struct bench_case_index *index)
{
	zfree(&index->sorted);
	index->nr = 0;
}

/* Place of the first case that is the same as @like, or where it would stand. */
static int first_same(const struct bench_case_index *index, const struct bench_case_result *like)
{
	int lo = 0, hi = index->nr, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (compare_cases(index->sorted[mid], like) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/**
 * bench_case_index__find - find a case by function and axes
 * @index: of the file
 * @like: a case of any file
 * @nth: take that one of several, from 0: merged files can hold a case more than once
 *
 * Return: the case, or NULL.
 */
const struct bench_case_result *bench_case_index__find(const struct bench_case_index *index,
						       const struct bench_case_result *like,
						       int nth)
{
	int at = first_same(index, like) + nth;

	if (at >= index->nr || !bench_case__same(index->sorted[at], like))
		return NULL;
	return index->sorted[at];
}

/**
 * bench_case_index__nth - which one of several that are the same a case is
 * @index: of the file
 * @cr: a case of it
 *
 * Return: its number, from 0.
 */
int bench_case_index__nth(const struct bench_case_index *index,
			  const struct bench_case_result *cr)
{
	int first = first_same(index, cr), at = first;

	while (index->sorted[at] != cr)
		at++;
	return at - first;
}
