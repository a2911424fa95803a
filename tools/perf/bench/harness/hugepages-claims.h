/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_HUGEPAGES_CLAIMS_H
#define BENCH_HARNESS_HUGEPAGES_CLAIMS_H

#include <stdbool.h>
#include <sys/types.h>
#include <linux/types.h>

/* Claims that the list can hold: runs times pools. */
#define BENCH_CLAIMS_MAX	64

/**
 * struct bench_claim - what a run has reserved in one pool
 * @pid: of the run
 * @started: when it started, in ticks since boot: process IDs are used again
 * @size: page size in bytes
 * @node: node of the pool, -1: all
 * @pages: pages that it needs at any one time
 * @added: those that it added to the pool for that
 */
struct bench_claim {
	pid_t	pid;
	u64	started;
	u64	size;
	int	node;
	u64	pages;
	u64	added;
};

void bench_claim__init(struct bench_claim *claim, u64 size, int node);
bool bench_claim__alive(const struct bench_claim *claim);
int bench_claims__read(struct bench_claim *claims, int max);
int bench_claims__write(const struct bench_claim *own, int nr);

#endif /* BENCH_HARNESS_HUGEPAGES_CLAIMS_H */
