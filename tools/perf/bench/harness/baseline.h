/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_BASELINE_H
#define BENCH_HARNESS_BASELINE_H

#include <linux/types.h>
#include "workload.h"

/* As many as make a median that two disturbed ones of five cannot move. */
#define BENCH_BASELINE_NR	5

/**
 * struct bench_baseline - what a part has taken in the last samples of a case
 * @ns: its windows, in a ring
 * @tsc: its ticks
 * @nr: how many there ever were
 * @loops: loops of all of them
 *
 * What is taken off each sample has to be steady: one interrupt in it would make the sample
 * shorter by more than the sample is long.
 */
struct bench_baseline {
	double	ns[BENCH_BASELINE_NR];
	double	tsc[BENCH_BASELINE_NR];
	u64	nr;
	u64	loops;
};

void bench_baseline__add(struct bench_baseline *b, u64 loops, double ns, double tsc);
double bench_baseline__ns(const struct bench_baseline *b);
double bench_baseline__tsc(const struct bench_baseline *b);

#endif /* BENCH_HARNESS_BASELINE_H */
