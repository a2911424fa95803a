/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_CPU_H
#define BENCH_HARNESS_CPU_H

#include <stdbool.h>

/* Instruction sets that some benchmark needs, and what else CPUID tells. */
enum bench_cpu_feature {
	BENCH_CPU_SSE2,
	BENCH_CPU_AVX2,
	BENCH_CPU_AVX512F,
	BENCH_CPU_MOVDIR64B,
	BENCH_CPU_HYBRID,	/* not all CPUs are alike */
	BENCH_CPU_CLZERO,
	BENCH_CPU_NR,
};

bool bench_cpu__has(enum bench_cpu_feature feature);

/**
 * bench_cpu__store_fence - make weakly ordered stores of this CPU complete
 */
static inline void bench_cpu__store_fence(void)
{
#ifdef __x86_64__
	asm volatile("sfence" : : : "memory");
#else
	asm volatile("" : : : "memory");
#endif
}

#endif /* BENCH_HARNESS_CPU_H */
