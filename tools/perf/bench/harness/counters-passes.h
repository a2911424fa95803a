/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_COUNTERS_PASSES_H
#define BENCH_HARNESS_COUNTERS_PASSES_H

#include <stdbool.h>
#include <linux/types.h>
#include "workload.h"

/**
 * struct bench_passes - events spread over sets that fit a PMU
 * @set: bit i set: event i is in it
 * @nr: number of sets
 */
struct bench_passes {
	u64	set[BENCH_EVENTS_MAX];
	int	nr;
};

void bench_passes__plan(struct bench_passes *passes, const u64 *atoms, int nr_atoms,
			bool (*fits)(void *ctx, u64 set), void *ctx);

#endif /* BENCH_HARNESS_COUNTERS_PASSES_H */
