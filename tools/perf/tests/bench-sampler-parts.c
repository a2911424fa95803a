// SPDX-License-Identifier: GPL-2.0
/*
 * The parts of a sample on a scripted machine: what each metric is made of, what is taken off,
 * and where the time went.
 */
#include <math.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "debug.h"
#include "scripted-machine.h"
#include "tests.h"

/* A warm-up round is thrown away, and four are not; nothing else takes time here. */
static int test__spent(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	const struct bench_spent *spent;
	struct scripted_run r;

	scripted__reset(1000, 2000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "4", "7", "1"), 0);
	scripted_run__sample(&r);
	spent = &r.res.spent;
	TEST_ASSERT_VAL("timed",
			fabs(spent->timed - 4 * (7 * 3000 + 2 * 7000) / 1e9) < 0.000000000001);
	TEST_ASSERT_VAL("warm-up", fabs(spent->warm_up - spent->timed / 4) < 0.000000000001);
	TEST_ASSERT_VAL("no region, no faults", !(spent->faulting > 0));
	TEST_ASSERT_VAL("total",
			fabs(spent->total - spent->timed - spent->warm_up) < 0.000000000001);
	scripted_run__close(&r);
	return TEST_OK;
}

/* Case 0 takes 30 us, and for 90 us of each loop the CPU is somebody else's. */
static int test__preempted(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_workload computes = scripted_workload;
	struct scripted_run r;

	computes.computes = true;
	scripted__reset(30000, 2000000);
	scripted.away = 90000;
	TEST_ASSERT_EQUAL("plan", scripted_run__open_of(&r, &computes, "4", NULL, "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("loops", loops_of(&r, 0), 1);
	TEST_ASSERT_VAL("the operation's own time",
			fabs(series(&r, 0, 0)->v[3] - 4096 / 0.00003) < 1);
	TEST_ASSERT_VAL("its ticks", fabs(series(&r, 0, 2)->v[3] - 2 * 30000) < 1);
	TEST_ASSERT_VAL("the rest is told",
			fabs(r.res.spent.preempted - (2 + 2 + 8) * 0.00009) < 0.000000001);
	scripted_run__close(&r);

	/* Where an operation may sleep, that is part of it. */
	scripted__reset(30000, 2000000);
	scripted.away = 90000;
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "4", NULL, "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_VAL("all time", fabs(series(&r, 0, 0)->v[3] - 4096 / 0.00012) < 1);
	TEST_ASSERT_VAL("nothing told", !(r.res.spent.preempted > 0));
	scripted_run__close(&r);

	/* Too little to be told from the clocks' disagreement. */
	scripted__reset(30000, 2000000);
	scripted.away = 5000;
	TEST_ASSERT_EQUAL("plan", scripted_run__open_of(&r, &computes, "4", NULL, "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_VAL("all time", fabs(series(&r, 0, 0)->v[3] - 4096 / 0.000035) < 1);
	scripted_run__close(&r);
	return TEST_OK;
}

/* What takes no time by the clock has no bandwidth: unknown, never inf. */
static int test__no_time(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;

	scripted__reset(0, 30000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "5", "1", "5"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_VAL("unknown", isnan(series(&r, 0, 0)->v[0]));
	TEST_ASSERT_VAL("the other is known", series(&r, 1, 0)->v[0] > 0);
	TEST_ASSERT_VAL("no difference of nothing", isnan(series(&r, 0, 3)->v[0]));
	scripted_run__close(&r);
	return TEST_OK;
}

static bool is_about(double v, double expected)
{
	return fabs(v - expected) < 0.000001;
}

/* The other part takes 7000 ns, however many loops there are; a reading of the clock 30. */
static int test__less(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;

	scripted__reset(1000, 6000);
	scripted.clock.cost_ns = 30;
	scripted.clock.cost_tsc = 50;
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "3", "2", "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_VAL("ticks, less the reading",
			is_about(series(&r, 0, 2)->v[0], (2 * 2000 - 50) / 2.0));
	TEST_ASSERT_VAL("less the other part", is_about(series(&r, 1, 3)->v[0], 5000 / 2.0));
	TEST_ASSERT_VAL("ticks, likewise", is_about(series(&r, 1, 4)->v[0], 10000 / 2.0));
	TEST_ASSERT_VAL("bandwidth of the rest",
			is_about(series(&r, 1, 5)->v[0] / (2 * 4096 / 0.000005), 1));
	TEST_ASSERT_VAL("less than nothing is told", is_about(series(&r, 0, 3)->v[0], -2500));
	TEST_ASSERT_VAL("in ticks too", is_about(series(&r, 0, 4)->v[0], -5000));
	TEST_ASSERT_VAL("but is no bandwidth", isnan(series(&r, 0, 5)->v[0]));
	scripted_run__close(&r);
	return TEST_OK;
}

/* What is taken off is steady: an interrupt in it does not make a sample short. */
static int test__less_steady(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;
	int late, i;

	/* 2 samples of the warm-up, 6 rounds of 2 */
	for (late = 1; late <= 14; late++) {
		scripted__reset(10000, 10000);
		scripted.late_at = late;
		TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "6", "1", "1"), 0);
		scripted_run__sample(&r);
		TEST_ASSERT_EQUAL("run", r.ret, 0);
		for (i = 0; i < 6; i++) {
			TEST_ASSERT_VAL("a", is_about(series(&r, 0, 3)->v[i], 3000));
			TEST_ASSERT_VAL("b", is_about(series(&r, 1, 3)->v[i], 3000));
		}
		scripted_run__close(&r);
	}
	return TEST_OK;
}

static struct test_case tests__bench_sampler_parts[] = {
	TEST_CASE("bench sampler parts: where the time went", spent),
	TEST_CASE("bench sampler parts: other tasks on the CPU", preempted),
	TEST_CASE("bench sampler parts: too short for the clock", no_time),
	TEST_CASE("bench sampler parts: less another part", less),
	TEST_CASE("bench sampler parts: less another part that was disturbed", less_steady),
	{ .name = NULL, }
};

struct test_suite suite__bench_sampler_parts = {
	.desc = "bench sampler parts",
	.test_cases = tests__bench_sampler_parts,
};
