/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_AFFINITY_H
#define BENCH_HARNESS_AFFINITY_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

/* More CPUs than any kernel can be configured for. */
#define BENCH_CPUS_MAX	65536

/**
 * struct bench_affinity - the CPUs that a thread may run on
 * @set: dynamically sized mask, NULL: not read
 * @size: its length in bytes
 */
struct bench_affinity {
	cpu_set_t	*set;
	size_t		size;
};

int bench_affinity__save(struct bench_affinity *a);
void bench_affinity__restore(struct bench_affinity *a);
void bench_affinity__exit(struct bench_affinity *a);
int bench_affinity__count(const struct bench_affinity *a);
bool bench_affinity__has(const struct bench_affinity *a, int cpu);
const char *bench_affinity__str(const struct bench_affinity *a, char *buf, size_t len);
int bench_affinity__pin(int cpu);

#endif /* BENCH_HARNESS_AFFINITY_H */
