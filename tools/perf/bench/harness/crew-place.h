/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_CREW_PLACE_H
#define BENCH_HARNESS_CREW_PLACE_H

#include <sched.h>
#include <stddef.h>

struct bench_worker;

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
int bench_worker__place(struct bench_worker *w);

#endif /* BENCH_HARNESS_CREW_PLACE_H */
