// SPDX-License-Identifier: GPL-2.0
/*
 * A page fault test as everybody writes one: map, touch, unmap, take the time. What perf
 * bench pagefault measures must be what this measures.
 *
 * pf-loop KIND SIZE_MB ROUNDS	KIND: hugetlb, thp, base
 *
 * Prints one line a round: MB of 2^20 bytes a second.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define MB	1048576UL
#define HUGE	2097152UL

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "base";
	size_t size = (argc > 2 ? strtoul(argv[2], NULL, 0) : 16) * MB;
	long rounds = argc > 3 ? atol(argv[3]) : 20;
	int hugetlb = !strcmp(kind, "hugetlb"), thp = !strcmp(kind, "thp");
	size_t step = hugetlb || thp ? HUGE : 4096;
	size_t len = size + (thp ? HUGE : 0);
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | (hugetlb ? MAP_HUGETLB : 0);

	while (rounds-- > 0) {
		char *map = mmap(NULL, len, PROT_READ | PROT_WRITE, flags, -1, 0);
		char *p = map;
		double t;
		size_t i;

		if (map == MAP_FAILED) {
			perror("pf-loop: mmap");
			return 1;
		}
		if (thp)
			p = (char *)(((uintptr_t)map + HUGE - 1) & ~(HUGE - 1));
		if (!hugetlb)
			madvise(map, len, thp ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
		t = now();
		for (i = 0; i < size; i += step)
			*(volatile char *)(p + i) = 1;
		t = now() - t;
		munmap(map, len);
		printf("%.3f\n", size / t / MB);
	}
	return 0;
}
