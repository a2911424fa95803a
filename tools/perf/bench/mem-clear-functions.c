// SPDX-License-Identifier: GPL-2.0
/* The table of functions that clear memory. */
#include <string.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "harness/cpu.h"
#include "mem-clear-arch.h"
#include "mem-clear-functions.h"

/*
 * perf is built with a check of the stack in every function. It is a tenth of the time of a page
 * on some CPUs, and no part of what is measured: without it these two are a jump to memset().
 */
#if __has_attribute(no_stack_protector)
#define no_stack_check	__attribute__((no_stack_protector))
#else
#define no_stack_check
#endif

/* The compiler must not see the length: it would put its own REP STOS in place of the call. */
static no_stack_check void clear_page_default(void *page)
{
	size_t len = CLEAR_PAGE_SIZE;

	/* 6.1 has no OPTIMIZER_HIDE_VAR(). */
	asm volatile("" : "+r" (len));
	memset(page, 0, len);
}

static no_stack_check void clear_pages_default(void *addr, u64 len)
{
	memset(addr, 0, len);
}

#ifdef HAVE_ARCH_X86_64_SUPPORT

static bool has_sse2(void)
{
	return bench_cpu__has(BENCH_CPU_SSE2);
}

static bool has_avx2(void)
{
	return bench_cpu__has(BENCH_CPU_AVX2);
}

static bool has_avx512f(void)
{
	return bench_cpu__has(BENCH_CPU_AVX512F);
}

static bool has_clzero(void)
{
	return bench_cpu__has(BENCH_CPU_CLZERO);
}

static bool has_movdir64b(void)
{
	return bench_cpu__has(BENCH_CPU_MOVDIR64B);
}

#define CLEAR_KERNEL_FN(_name, _pages, _page, _desc, _unit, _align)		\
	{									\
		.fn = {								\
			.name	= _name,					\
			.desc	= _desc,					\
			.kernel	= #_page,					\
		},								\
		.clear_page	= _page,					\
		.clear_pages	= _pages,					\
		.unit		= _unit,					\
		.align		= _align,					\
	},

#define CLEAR_FN(_name, _pages, _page, _desc, _unit, _align, _feature, _needs, _weak) \
	{									\
		.fn = {								\
			.name		= _name,				\
			.desc		= _desc,				\
			.needs		= _needs,				\
			.available	= has_##_feature,			\
			.weak		= _weak,				\
		},								\
		.clear_page	= _page,					\
		.clear_pages	= _pages,					\
		.unit		= _unit,					\
		.align		= _align,					\
	},

#endif /* HAVE_ARCH_X86_64_SUPPORT */

static const struct clear_function functions[] = {
	{
		.fn = {
			.name	= "default",
			.desc	= "memset() of the C library",
		},
		.clear_page	= clear_page_default,
		.clear_pages	= clear_pages_default,
		.unit		= 1,
		.align		= 1,
	},
#ifdef HAVE_ARCH_X86_64_SUPPORT
#include "mem-clear-x86-64-asm-def.h"
#endif
};

/**
 * clear_function__table - all functions that this build has
 * @table: room for CLEAR_FUNCTIONS_MAX pointers, NULL-terminated on return; the first is
 *	the default one
 *
 * Whether the CPU can run them is for bench_function.available to say.
 */
void clear_function__table(const struct bench_function **table)
{
	size_t i;

	BUILD_BUG_ON(ARRAY_SIZE(functions) + CLEAR_SELF_FUNCTIONS >= CLEAR_FUNCTIONS_MAX);
	for (i = 0; i < ARRAY_SIZE(functions); i++)
		table[i] = &functions[i].fn;
	table[clear_function__add_self(table, i)] = NULL;
}
