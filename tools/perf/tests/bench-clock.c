// SPDX-License-Identifier: GPL-2.0
/* The real clock: what is true of it on any machine, whatever its speed and load. */
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <linux/kernel.h>
#include "../bench/harness/clock.h"
#include "debug.h"
#include "tests.h"

static u64 raw_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return (u64)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static int test__readings(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_clock clock;
	struct bench_stamp a, b;
	u64 before, now, after;
	int i;

	TEST_ASSERT_VAL("there is a clock",
			!bench_clock__init(&clock) && !bench_clock__settle(&clock));
	TEST_ASSERT_VAL("cost is measured", clock.cost_ns < 1000000);
	TEST_ASSERT_VAL("the TSC is read within", !clock.tsc_hz ||
			(double)clock.cost_tsc / clock.tsc_hz * 1e9 <=
			(double)clock.cost_ns + 100);

	for (i = 0; i < 10000; i++) {
		before = raw_ns();
		clock.start(&clock, &a);
		clock.stop(&clock, &b);
		now = clock.now(&clock);
		after = raw_ns();
		TEST_ASSERT_VAL("ns do not go back, and are CLOCK_MONOTONIC_RAW",
				before <= a.ns && a.ns <= b.ns && b.ns <= now && now <= after);
		TEST_ASSERT_VAL("ticks do not go back", a.tsc <= b.tsc);
	}
	return TEST_OK;
}

/* Shares of one run are compared, since an interrupt can make any one reading late. */
static int test__rate(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_clock clock;
	struct bench_stamp a, b;
	double hz, error, best = 1;
	int i;

	TEST_ASSERT_VAL("there is a clock",
			!bench_clock__init(&clock) && !bench_clock__settle(&clock));
	if (!clock.tsc_hz) {
		pr_debug("no invariant TSC\n");
		return TEST_SKIP;
	}

	for (i = 0; i < 20 && best > 0.001; i++) {
		clock.start(&clock, &a);
		do {
			clock.stop(&clock, &b);
		} while (b.ns - a.ns < 2000000);
		hz = (double)(b.tsc - a.tsc) / (double)(b.ns - a.ns) * 1e9;
		error = hz / clock.tsc_hz - 1;
		if (error < 0)
			error = -error;
		if (error < best)
			best = error;
	}
	pr_debug("TSC at %.0f Hz, error %g\n", clock.tsc_hz, best);
	TEST_ASSERT_VAL("the rate holds", best <= 0.001);
	return TEST_OK;
}

static struct test_case tests__bench_clock[] = {
	TEST_CASE("bench clock: readings", readings),
	TEST_CASE_REASON("bench clock: rate of the TSC", rate, "no invariant TSC"),
	{ .name = NULL, }
};

struct test_suite suite__bench_clock = {
	.desc = "bench clock",
	.test_cases = tests__bench_clock,
};
