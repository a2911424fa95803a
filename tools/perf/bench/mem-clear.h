/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_MEM_CLEAR_H
#define BENCH_MEM_CLEAR_H

#include <linux/compiler.h>
#include <linux/kernel.h>
#include "harness/plan.h"
#include "mem-clear-functions.h"

#define CLEAR_LINE_SIZE		((u64)64)
/* A case that is larger cannot be run anyway; below it no sum here can overflow. */
#define CLEAR_SIZE_LIMIT	((u64)1 << 60)

/* What a sample consists of, in this order. */
enum clear_part {
	CLEAR_PART_PRIME,
	CLEAR_PART_WARM,
	CLEAR_PART_CLEAR,
	CLEAR_PART_VICTIM,
	CLEAR_PART_REUSE,
	CLEAR_PART_NR,
};

enum clear_fence {
	CLEAR_FENCE_NONE,
	CLEAR_FENCE_CHUNK,
	CLEAR_FENCE_EXTENT,
};

/**
 * struct clear_cursor - where in its region a worker is, for all cases
 * @at: offset that is cleared next
 * @left: what the last sample left behind, 0: nothing yet
 *
 * Each worker moves its own, so each has a line (and its neighbour) to itself.
 */
struct clear_cursor {
	u64	at;
	u64	left;
} __aligned(128);

/**
 * struct clear_bench - the benchmark with what its own options said
 * @workload: what the engine knows
 * @metrics: what a sample gives with these options
 * @fence_text: --fence
 * @victim_text: --victim
 * @cold: --cold
 * @reuse: --reuse
 * @fence: where the fence stands
 * @victim: bytes of the working set that is warm before, 0: none
 * @llc: bytes of the last level cache
 * @arena: least bytes that successive operations walk over, 0: no walk
 * @cursors: one for each worker
 */
struct clear_bench {
	struct bench_workload	workload;
	struct bench_metric	metrics[BENCH_METRICS_MAX];
	const char		*fence_text;
	const char		*victim_text;
	bool			cold;
	bool			reuse;
	enum clear_fence	fence;
	u64			victim;
	u64			llc;
	u64			arena;
	struct clear_cursor	*cursors;
};

static inline struct clear_bench *clear_bench__of(const struct bench_plan *plan)
{
	return container_of((struct bench_workload *)plan->w, struct clear_bench, workload);
}

/* mem-clear-run.c: the timed parts */
extern const struct bench_part clear_parts[CLEAR_PART_NR];
u64 clear_bench__region(const struct bench_plan *plan, const struct bench_case *c);
int clear_bench__prepare(struct bench_worker *w);
int clear_bench__check(struct bench_worker *w);
void clear_bench__finish(struct bench_worker *w);

#endif /* BENCH_MEM_CLEAR_H */
