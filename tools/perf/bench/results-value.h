/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_RESULTS_VALUE_H
#define BENCH_RESULTS_VALUE_H

#include "results-files.h"

/* What a name given to --metric means in one file. */
enum bench_quantity_kind {
	BENCH_QUANTITY_METRIC,		/* a series of its own */
	BENCH_QUANTITY_TIME,		/* ns per operation, worked out from a bandwidth */
	BENCH_QUANTITY_COUNTER,		/* an event */
	BENCH_QUANTITY_IPC,
};

/**
 * struct bench_quantity - a thing that cases of a file have a number for
 * @kind: where the number comes from
 * @metric: index in bench_results.metrics, for METRIC and TIME
 * @name: metric's or event's name, as the file has it
 * @unit: of the number
 * @shown: the unit that people read, empty for counts
 * @scale: what the number is divided by to be in that
 * @less_is_better: changes are base / new, so that plus is always better
 */
struct bench_quantity {
	enum bench_quantity_kind	kind;
	int				metric;
	const char			*name;
	const char			*unit;
	char				shown[BENCH_VIEW_TEXT_MAX];
	double				scale;
	bool				less_is_better;
};

/**
 * struct bench_value - the number of one case
 * @s: its samples, if known, and its summary
 * @owned: the samples were worked out and are freed by bench_value__exit()
 */
struct bench_value {
	struct bench_series	s;
	bool			owned;
};

bool bench_quantity__find(struct bench_quantity *q, const struct bench_results *res,
			  const char *name);
int bench_quantity__find_all(struct bench_quantity *q, const struct bench_results_files *files,
			     const char *name);
bool bench_quantity__value(const struct bench_quantity *q, const struct bench_case_result *cr,
			   struct bench_value *val);
void bench_value__exit(struct bench_value *val);
double bench_value__headline(const struct bench_value *val);

#endif /* BENCH_RESULTS_VALUE_H */
