// SPDX-License-Identifier: GPL-2.0
/* What this CPU can execute, and what the kernel lets it. */
#include <string.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/types.h>
#include "cpu.h"

#ifdef __x86_64__

#include <cpuid.h>

enum cpuid_reg {
	EAX,
	EBX,
	ECX,
	EDX,
	NR_REGS,
};

/* XCR0: register state that the kernel saves; without it the instructions fault. */
#define XCR0_AVX	0x06	/* SSE, AVX */
#define XCR0_AVX512	0xe6	/* and opmasks, upper halves of zmm0-15, zmm16-31 */

#define CPUID1_ECX_OSXSAVE	BIT(27)

/**
 * struct feature_bit - where CPUID tells of a feature
 * @leaf: CPUID leaf; its subleaf is 0 in all
 * @reg: register
 * @bit: bit in it
 * @xcr0: state that must be enabled, all of it
 */
struct feature_bit {
	u32		leaf;
	enum cpuid_reg	reg;
	u32		bit;
	u32		xcr0;
};

/* By leaf. Intel SDM vol. 2A, CPUID; AMD APM vol. 3, appendix E (leaf 0x80000008). */
static const struct feature_bit feature_bits[BENCH_CPU_NR] = {
	[BENCH_CPU_SSE2]	= { 1, EDX, 26, 0 },
	[BENCH_CPU_AVX2]	= { 7, EBX, 5, XCR0_AVX },
	[BENCH_CPU_AVX512F]	= { 7, EBX, 16, XCR0_AVX512 },
	[BENCH_CPU_MOVDIR64B]	= { 7, ECX, 28, 0 },
	[BENCH_CPU_HYBRID]	= { 7, EDX, 15, 0 },
	[BENCH_CPU_CLZERO]	= { 0x80000008, EBX, 0, 0 },
};

/* Registers that a leaf gives, all 0 if the CPU lacks it. */
static void cpuid(u32 leaf, u32 *regs)
{
	if (!__get_cpuid_count(leaf, 0, &regs[EAX], &regs[EBX], &regs[ECX], &regs[EDX]))
		memset(regs, 0, NR_REGS * sizeof(*regs));
}

static u32 read_xcr0(void)
{
	u32 regs[NR_REGS], low, high;

	cpuid(1, regs);
	if (!(regs[ECX] & CPUID1_ECX_OSXSAVE))
		return 0;
	asm volatile("xgetbv" : "=a" (low), "=d" (high) : "c" (0));
	return low;
}

/* A hypervisor lets each CPUID trap, for a microsecond or more: once a leaf has to do. */
static void read_features(bool *has)
{
	u32 regs[NR_REGS], xcr0 = read_xcr0(), leaf = 0;
	int i;

	for (i = 0; i < BENCH_CPU_NR; i++) {
		const struct feature_bit *f = &feature_bits[i];

		if (f->leaf != leaf) {
			leaf = f->leaf;
			cpuid(leaf, regs);
		}
		has[i] = regs[f->reg] & BIT(f->bit) && (xcr0 & f->xcr0) == f->xcr0;
	}
}

/**
 * bench_cpu__has - whether an instruction set can be used
 * @feature: which
 *
 * Return: true if the CPU has it and the kernel saves the registers that it uses.
 */
bool bench_cpu__has(enum bench_cpu_feature feature)
{
	static bool has[BENCH_CPU_NR], known;

	if (feature >= BENCH_CPU_NR)
		return false;
	if (!known)
		read_features(has);
	known = true;
	return has[feature];
}

#else

/* Without x86 there is none of these. */
bool bench_cpu__has(enum bench_cpu_feature feature __maybe_unused)
{
	return false;
}

#endif
