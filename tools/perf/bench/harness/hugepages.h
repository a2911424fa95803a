/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_HUGEPAGES_H
#define BENCH_HARNESS_HUGEPAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

/**
 * struct bench_pool - a huge page pool, as sysfs shows it
 * @size: page size in bytes
 * @nr: pages in the pool, of all nodes or of @node
 * @free: free pages, the reserved ones among them
 * @resv: pages promised to mappings that have not touched them yet; of all nodes always
 * @surplus: pages among @nr that go when they are freed
 * @overcommit: how many surplus pages there may be; 0 for the pool of one node
 * @node: -1: all nodes
 */
struct bench_pool {
	u64	size;
	u64	nr;
	u64	free;
	u64	resv;
	u64	surplus;
	u64	overcommit;
	int	node;
};

bool bench_hugepages__supported(u64 size);
void bench_hugepages__list(char *buf, size_t len);
void bench_hugepages__limits(u64 size, int node, char *buf, size_t len);
int bench_pool__sizes(const char *root, u64 *sizes, int max);
int bench_pool__read(struct bench_pool *pool, u64 size, int node);
int bench_hugepages__need(u64 size, u64 pages, int node, bool reserve, char *err, size_t errlen);
void bench_hugepages__restore(void);

#endif /* BENCH_HARNESS_HUGEPAGES_H */
