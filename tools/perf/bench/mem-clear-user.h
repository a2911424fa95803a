/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_MEM_CLEAR_USER_H
#define BENCH_MEM_CLEAR_USER_H

#include <linux/compiler.h>
#include <linux/kernel.h>
#include "harness/plan.h"
#include "mem-clear-user-functions.h"

#define CLEAR_USER_LINE_SIZE	((u64)64)
/* A case that is larger cannot be run anyway; below it no sum here can overflow. */
#define CLEAR_USER_SIZE_LIMIT	((u64)1 << 50)

/* What a sample consists of, in this order. */
enum clear_user_part {
	CLEAR_USER_PART_CLEAR,
	CLEAR_USER_PART_EMPTY,
	CLEAR_USER_PART_REUSE,
	CLEAR_USER_PART_NR,
};

/**
 * struct clear_user_mix - sizes that calls clear one after the other
 * @sizes: the sizes
 * @nr: how many; 0: no mix, a loop is one call of the case's size
 * @batch: calls of one loop, a divisor of @nr
 * @bytes: sum of all sizes
 * @max: the largest possible
 * @text: what it is, for the output
 */
struct clear_user_mix {
	u32	*sizes;
	u32	nr;
	u32	batch;
	u64	bytes;
	u64	max;
	char	text[128];
};

/**
 * struct clear_user_arena - where the calls of a case clear
 * @places: of each call of a loop, in lines from where a copy begins; NULL: all there
 * @copy: bytes of a copy, which has room for a loop
 * @nr: copies; 1: the same places in each loop
 * @step: from the copy that a call clears in to that of the next one, in bytes
 * @turn: likewise, from the copy of one loop to that of the next one
 * @window: 0, or a loop is so large that parts of it, of that many bytes, share memory
 * @half: where in the copy every second part lies
 */
struct clear_user_arena {
	u32	*places;
	u64	copy;
	u64	nr;
	u64	step;
	u64	turn;
	u64	window;
	u64	half;
};

/**
 * struct clear_user_cursor - where a worker goes on, for all cases
 * @at: number of the copy that is next; each case takes it modulo its own
 *
 * Each worker moves its own, so each has a line (and its neighbour) to itself.
 */
struct clear_user_cursor {
	u64	at;
} __aligned(128);

/**
 * struct clear_user_bench - the benchmark with what its own options said
 * @workload: what the engine knows
 * @metrics: what a sample gives with these options
 * @mix_text: --mix
 * @sizes_file: --sizes-from
 * @cold: --cold
 * @reuse: --reuse
 * @mix: sizes of one loop
 * @arena: least bytes that successive calls walk over, 0: the same ones again
 * @cursors: one for each worker
 * @note: what stands with each case
 */
struct clear_user_bench {
	struct bench_workload		workload;
	struct bench_metric		metrics[BENCH_METRICS_MAX];
	const char			*mix_text;
	const char			*sizes_file;
	bool				cold;
	bool				reuse;
	struct clear_user_mix		mix;
	u64				arena;
	struct clear_user_cursor	*cursors;
	char				note[160];
};

static inline struct clear_user_bench *clear_user_bench__of(const struct bench_plan *plan)
{
	return container_of((struct bench_workload *)plan->w, struct clear_user_bench, workload);
}

/* mem-clear-user-mix.c: --mix and --sizes-from */
int clear_user_mix__parse(struct clear_user_mix *mix, const char *text, u64 seed);
int clear_user_mix__read(struct clear_user_mix *mix, const char *path);
void clear_user_mix__exit(struct clear_user_mix *mix);

/* mem-clear-user-arena.c: where they clear */
void clear_user_arena__measure(struct clear_user_arena *arena, const struct clear_user_mix *mix,
			       u64 size, u64 align, u64 least);
int clear_user_arena__init(struct clear_user_arena *arena, const struct clear_user_mix *mix,
			   u64 size, u64 align, u64 least);
void clear_user_arena__exit(struct clear_user_arena *arena);

/* mem-clear-user-run.c: the timed parts */
extern const struct bench_part clear_user_parts[CLEAR_USER_PART_NR];
u64 clear_user_bench__region(const struct bench_plan *plan, const struct bench_case *c);
int clear_user_bench__prepare(struct bench_worker *w);
int clear_user_bench__check(struct bench_worker *w);
void clear_user_bench__finish(struct bench_worker *w);

#endif /* BENCH_MEM_CLEAR_USER_H */
