/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_TLB_FLUSHES_H
#define BENCH_TLB_FLUSHES_H

#include <linux/types.h>

enum tlb_flushes_kind {
	TLB_FLUSHES_RANGED,	/* local, page by page */
	TLB_FLUSHES_FULL,	/* local, everything */
	TLB_FLUSHES_IPIS,	/* sent to other CPUs */
	TLB_FLUSHES_NR,
};

/**
 * struct tlb_flushes - the tracepoint tlb:tlb_flush of one thread, counted by kind
 * @fd: a counter each, -1: not to be had
 */
struct tlb_flushes {
	int	fd[TLB_FLUSHES_NR];
};

int tlb_flushes__open(struct tlb_flushes *f);
void tlb_flushes__start(struct tlb_flushes *f);
void tlb_flushes__stop(struct tlb_flushes *f);
double tlb_flushes__read(const struct tlb_flushes *f, enum tlb_flushes_kind kind);
void tlb_flushes__close(struct tlb_flushes *f);

#endif /* BENCH_TLB_FLUSHES_H */
