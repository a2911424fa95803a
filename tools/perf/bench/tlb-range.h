/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_TLB_RANGE_H
#define BENCH_TLB_RANGE_H

#include <linux/compiler.h>
#include <linux/kernel.h>
#include "harness/plan.h"
#include "tlb-ceiling.h"

#define TLB_PAGE_SIZE	((u64)4096)
#define TLB_LINE_SIZE	((u64)64)
/* Pages of one operation at most; the kernel's own counts stay far below. */
#define TLB_PAGES_MAX	((u64)1 << 20)
/* A sibling's quiet reading takes this many passes, so that the clock can tell its time. */
#define TLB_QUIET_PASSES	64

enum tlb_op {
	TLB_OP_MPROTECT,
	TLB_OP_MADVISE,
	TLB_OP_MUNMAP,
};

/**
 * struct tlb_function - an operation, and how the kernel is made to flush in it
 * @fn: what the engine knows
 * @op: the operation
 * @how: as the present ceiling has it, always by page, or always all
 */
struct tlb_function {
	struct bench_function	fn;
	enum tlb_op		op;
	enum tlb_flush		how;
};

static inline const struct tlb_function *tlb_function__of(const struct bench_function *fn)
{
	return container_of(fn, struct tlb_function, fn);
}

/* What a sample consists of, in this order. */
enum tlb_part {
	TLB_PART_WARM,		/* ceiling is set, pages are written, hot sets read */
	TLB_PART_QUIET,		/* siblings read their hot sets, and nothing is flushed */
	TLB_PART_OP,		/* the operations, while the siblings go on reading */
	TLB_PART_HOT,		/* the leader's hot set is read again, before all else */
	TLB_PART_REFILL,	/* the pages of all operations are read again */
	TLB_PART_TALLY,		/* the kernel's own count of flushes; mappings are put back */
	TLB_PART_NR,
};

/* Places in the metrics, of which the break-even is made. */
enum tlb_metric {
	TLB_METRIC_OPERATION,
	TLB_METRIC_PAGE,
	TLB_METRIC_REFILL,
	TLB_METRIC_REFILL_HOT,
};

/* What w->value[] holds. */
enum tlb_value {
	TLB_VALUE_HOT,		/* ns that a sibling's page takes while there are flushes */
	TLB_VALUE_RANGED,	/* local flushes by page, of all operations of a sample */
	TLB_VALUE_FULL,		/* local flushes of everything */
	TLB_VALUE_IPIS,		/* flushes that other CPUs were sent */
};

/**
 * struct tlb_range - the benchmark with what its own options said
 * @workload: what the engine knows
 * @hot_text: --hot
 * @hot: pages of the working set that each thread keeps touching
 * @ops: operations of a sample: -l
 * @ceiling: the kernel's x86/tlb_single_page_flush_ceiling
 * @done: the leader has done its operations: siblings may stop
 */
struct tlb_range {
	struct bench_workload	workload;
	const char		*hot_text;
	u64			hot;
	u64			ops;
	struct tlb_ceiling	ceiling;
	int			done;
};

static inline struct tlb_range *tlb_range__of(const struct bench_plan *plan)
{
	return container_of((struct bench_workload *)plan->w, struct tlb_range, workload);
}

/* tlb-range-run.c: the parts */
extern const struct bench_part tlb_range_parts[TLB_PART_NR];
int tlb_range__prepare(struct bench_worker *w);
int tlb_range__check(struct bench_worker *w);
void tlb_range__finish(struct bench_worker *w);

/* tlb-break-even.c: what the cases say together */
int tlb_range__conclude(const struct bench_plan *plan, struct bench_results *res);

#endif /* BENCH_TLB_RANGE_H */
