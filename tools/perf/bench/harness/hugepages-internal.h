/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_HUGEPAGES_INTERNAL_H
#define BENCH_HARNESS_HUGEPAGES_INTERNAL_H

/* Between the hugepages*.c files. */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

struct bench_pool;

/**
 * struct bench_hugetlb_limit - the tightest of the limits of our cgroup and those above it
 * @max: bytes that it may have
 * @used: bytes that it has
 * @left: what may still be had
 * @cgroup: the one whose limit it is
 * @file: the file that sets it
 */
struct bench_hugetlb_limit {
	u64	max;
	u64	used;
	u64	left;
	char	cgroup[PATH_MAX];
	char	file[64];
};

bool bench_hugetlb_limit__read(struct bench_hugetlb_limit *limit, u64 size);
void bench_hugetlb_limit__str(const struct bench_hugetlb_limit *limit, char *buf, size_t len);

char *bench_pool__path(char *buf, size_t len, u64 size, int node, const char *file);
u64 bench_pool__available(const struct bench_pool *pool, u64 others);

int bench_hugepages__grow(u64 size, u64 pages, int node, char *err, size_t errlen);
u64 bench_hugepages__claimed(u64 size, int node);

#endif /* BENCH_HARNESS_HUGEPAGES_INTERNAL_H */
