// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of which the outcome of a comparison is known, for "make bench-self": one and the
 * same under two names, and the same that takes a known share of time longer. They are there
 * when PERF_BENCH_SELF is in the environment, and only then.
 */
#include <stdlib.h>
#include <string.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include "harness/clock.h"
#include "mem-clear-arch.h"
#include "mem-clear-functions.h"

#ifdef HAVE_ARCH_X86_64_SUPPORT
#define clear_plain	clear_pages_stosb
#else
static void clear_plain(void *addr, u64 len)
{
	memset(addr, 0, len);
}
#endif

/* An extent from here on takes so long that other tasks may well get the CPU meanwhile. */
#define LONG_EXTENT	((u64)16 << 20)

/*
 * Wait as long as a share of the clearing took. To clear a share of the extent again would
 * not do: it may be in a cache by then, and take next to no time. Time of other tasks must not
 * be waited for, but to read the CPU time is a system call, too slow for short extents.
 */
static void clear_slowly(void *addr, u64 len, u64 share)
{
	clockid_t clock = len < LONG_EXTENT ? CLOCK_MONOTONIC_RAW : CLOCK_THREAD_CPUTIME_ID;
	u64 start = bench_clock__read(clock), done, now;

	clear_plain(addr, len);
	done = bench_clock__read(clock);
	do {
		now = bench_clock__read(clock);
	} while (start != BENCH_CLOCK_UNKNOWN && done != BENCH_CLOCK_UNKNOWN &&
		 now != BENCH_CLOCK_UNKNOWN && now - done < (done - start) / share);
}

static void clear_slow_1(void *addr, u64 len)
{
	clear_slowly(addr, len, 100);
}

static void clear_slow_5(void *addr, u64 len)
{
	clear_slowly(addr, len, 20);
}

/*
 * The two sides of the comparison of like with like are the same code at the same address: with
 * a copy or a wrapper, what is found could be a matter of where the linker put it.
 */
static const struct clear_function self[] = {
	{
		.fn = { .name = "self-a", .desc = "rep stosb, compared with itself" },
		.clear_pages	= clear_plain,
		.unit		= 1,
		.align		= 1,
	},
	{
		.fn = { .name = "self-b", .desc = "the same code under another name" },
		.clear_pages	= clear_plain,
		.unit		= 1,
		.align		= 1,
	},
	{
		.fn = { .name = "self-slow-1", .desc = "the same, and a wait of 1% of its time" },
		.clear_pages	= clear_slow_1,
		.unit		= 1,
		.align		= 1,
	},
	{
		.fn = { .name = "self-slow-5", .desc = "the same, and a wait of 5% of its time" },
		.clear_pages	= clear_slow_5,
		.unit		= 1,
		.align		= 1,
	},
};

/**
 * clear_function__add_self - the functions that the benchmark is tried on
 * @table: the table
 * @nr: functions in it; there must be room for CLEAR_SELF_FUNCTIONS more
 *
 * Return: how many there are now: as many as before unless PERF_BENCH_SELF is set.
 */
size_t clear_function__add_self(const struct bench_function **table, size_t nr)
{
	size_t i;

	BUILD_BUG_ON(ARRAY_SIZE(self) != CLEAR_SELF_FUNCTIONS);
	if (!getenv("PERF_BENCH_SELF"))
		return nr;
	for (i = 0; i < ARRAY_SIZE(self); i++)
		table[nr++] = &self[i].fn;
	return nr;
}
