/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_TLB_CEILING_H
#define BENCH_TLB_CEILING_H

#include <stdbool.h>
#include <linux/types.h>

/* The kernel's default: so many pages are flushed one by one (arch/x86/mm/tlb.c). */
#define TLB_CEILING_DEFAULT	33

/* How the kernel is made to flush. */
enum tlb_flush {
	TLB_FLUSH_AS_IS,	/* as the ceiling was found */
	TLB_FLUSH_RANGED,	/* ceiling above every range: page by page */
	TLB_FLUSH_FULL,		/* ceiling 0: always everything */
};

/**
 * struct tlb_ceiling - the ceiling of this kernel, and what was done to it
 * @fd: its file in debugfs, -1: it may not be set
 * @found: what it was
 * @now: what it is
 */
struct tlb_ceiling {
	int	fd;
	u64	found;
	u64	now;
};

bool tlb_ceiling__writable(void);
int tlb_ceiling__open(struct tlb_ceiling *c);
bool tlb_ceiling__is_left_over(const struct tlb_ceiling *c);
int tlb_ceiling__set(struct tlb_ceiling *c, enum tlb_flush how);
void tlb_ceiling__close(struct tlb_ceiling *c);

#endif /* BENCH_TLB_CEILING_H */
