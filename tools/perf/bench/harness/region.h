/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_REGION_H
#define BENCH_HARNESS_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

/**
 * struct bench_region - memory of one page kind
 * @addr: start, aligned to the page size
 * @len: bytes that may be used, a multiple of the page size
 * @map: what was mapped (@addr may lie inside for alignment)
 * @map_len: its length: unmapped in full
 * @page: page kind, see page.h
 * @node: node it is bound to, -1: none
 */
struct bench_region {
	void	*addr;
	size_t	len;
	void	*map;
	size_t	map_len;
	u64	page;
	int	node;
};

int bench_region__map(struct bench_region *r, u64 len, u64 page, int node, char *err,
		      size_t errlen);
int bench_region__fault_in(struct bench_region *r, char *err, size_t errlen);
int bench_region__verify_node(const struct bench_region *r, char *err, size_t errlen);
u64 bench_region__huge_bytes(const struct bench_region *r);
void bench_region__unmap(struct bench_region *r);

#endif /* BENCH_HARNESS_REGION_H */
