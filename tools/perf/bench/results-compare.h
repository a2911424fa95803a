/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_RESULTS_COMPARE_H
#define BENCH_RESULTS_COMPARE_H

#include "results-files.h"
#include "results-value.h"

/**
 * struct bench_compare_cell - what one file says about a case
 * @cr: the case, NULL if the file lacks it
 * @known: it has a number
 * @val: the number, if known
 * @change: against the first file; percent is NAN if either is not known
 */
struct bench_compare_cell {
	const struct bench_case_result	*cr;
	bool				known;
	struct bench_value		val;
	struct bench_speedup		change;
};

/**
 * struct bench_compare_row - a case
 * @like: any file's case, for function and axes
 * @joined: the first file and at least one other have a number for it
 * @cells: one a file
 */
struct bench_compare_row {
	const struct bench_case_result	*like;
	bool				joined;
	struct bench_compare_cell	*cells;
};

/**
 * struct bench_compare - files joined by case
 * @files: the files; changes are against the first
 * @q: what is compared, one a file
 * @index: their cases, one a file
 * @rows: the cases, in the order in which the files name them
 * @axes: axes that tell the cases apart
 * @noise: changes of less than this percentage count as noise
 * @fail_above: the largest change for the worse that passes, INFINITY: all
 * @nr_changes: changes with an interval, of all files: chance has so many tries
 */
struct bench_compare {
	const struct bench_results_files	*files;
	struct bench_quantity			*q;
	struct bench_case_index			*index;
	struct bench_compare_row		*rows;
	int					nr_rows;
	unsigned int				axes;
	double					noise;
	double					fail_above;
	int					nr_changes;
};

/**
 * struct bench_compare_summary - one file against the first
 * @worse: cases beyond noise that are worse
 * @better: and better
 * @noise: within noise
 * @unknown: a change without an interval
 * @missing: cases of the first file that have no number in this one
 * @failing: cases that are surely worse than fail_above
 * @worst: the row with the change that is worst for sure, or worst beyond noise; NULL: none
 * @host_parts: in which parts of the host block it differs, BENCH_HOST_*
 */
struct bench_compare_summary {
	int					worse;
	int					better;
	int					noise;
	int					unknown;
	int					missing;
	int					failing;
	const struct bench_compare_row		*worst;
	unsigned int				host_parts;
};

double bench_compare__worsening(const struct bench_compare *cmp,
				const struct bench_speedup *change);
void bench_compare__summarize(const struct bench_compare *cmp, int file,
			      struct bench_compare_summary *sum);
bool bench_compare__more_is_worse(const struct bench_compare *cmp);

/* results-compare-gate.c */
double bench_compare__least(const struct bench_speedup *change, int nr);
bool bench_compare__beyond(const struct bench_compare *cmp, const struct bench_speedup *change);
int bench_compare__check_gate(const struct bench_compare *cmp, const char *text);
int bench_compare__gate(const struct bench_compare *cmp);

int bench_compare__print(const struct bench_compare *cmp, enum bench_table_style style, FILE *out);
int bench_compare__write_json(const struct bench_compare *cmp, FILE *out);

#endif /* BENCH_RESULTS_COMPARE_H */
