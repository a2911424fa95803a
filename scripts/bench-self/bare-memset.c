// SPDX-License-Identifier: GPL-2.0
/*
 * bare-memset PAGE SIZE LOOPS SAMPLES: nothing but memset() between two readings of the clock,
 * in memory of 4KB or thp pages.
 * Prints the median of the samples in ns per call; of long ones in CPU time, as perf bench mem
 * clear does not count what other tasks had the CPU for.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define HUGE	2097152UL

static int cmp(const void *a, const void *b)
{
	return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b);
}

int main(int argc, char **argv)
{
	size_t size = argc > 4 ? strtoul(argv[2], NULL, 0) : 0;
	long i, k, loops = size ? atol(argv[3]) : 0, samples = size ? atol(argv[4]) : 0;
	int thp = size && !strcmp(argv[1], "thp");
	size_t room = size + (thp ? HUGE : 0);
	char *map = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *p = map + (thp ? -(uintptr_t)map & (HUGE - 1) : 0);
	double *ns = calloc(samples + 1, sizeof(*ns));
	clockid_t clock = size < 16 << 20 ? CLOCK_MONOTONIC_RAW : CLOCK_THREAD_CPUTIME_ID;
	struct timespec a, b;

	if (loops < 1 || samples < 1 || map == MAP_FAILED || !ns)
		return 1;
	madvise(map, room, thp ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	memset(p, 1, size);
	for (i = -1; i < samples; i++) {
		clock_gettime(clock, &a);
		for (k = 0; k < loops; k++) {
			memset(p, 0, size);
			__asm__ volatile("" : : "r" (p) : "memory");
		}
		clock_gettime(clock, &b);
		ns[i < 0 ? 0 : i] = ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) / loops;
	}
	qsort(ns, samples, sizeof(*ns), cmp);
	printf("%.4f\n", ns[samples / 2]);
	return 0;
}
