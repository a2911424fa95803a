// SPDX-License-Identifier: GPL-2.0
/*
 * The rounds of the sampler on a scripted machine: loops, order, how many there are, and how
 * they end.
 */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "debug.h"
#include "scripted-machine.h"
#include "tests.h"

/* 1000 ns a loop: 1, then 10 loops are tried, then 10 x 20000 / 10000 + 1. */
static int test__min_time(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;

	scripted__reset(1000, 50000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "3", NULL, "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_EQUAL("loops of a short case", loops_of(&r, 0), 21);
	TEST_ASSERT_EQUAL("loops of a long case", loops_of(&r, 1), 1);
	TEST_ASSERT_EQUAL("samples on the way: 1, 10, 21", (int)scripted.loops[1], 10);
	TEST_ASSERT_VAL("bandwidth of a loop",
			fabs(series(&r, 0, 0)->v[0] - 4096 / 0.000001) < 1);
	TEST_ASSERT_VAL("the other part is timed apart",
			fabs(series(&r, 1, 1)->v[2] - 7000) < 0.000001);
	TEST_ASSERT_VAL("ticks an operation", fabs(series(&r, 0, 2)->v[1] - 2000) < 0.000001);
	scripted_run__close(&r);
	return TEST_OK;
}

/* The first sample of case 0 seems long enough, the one of the warm-up round tells better. */
static int test__disturbed(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;

	scripted__reset(1000, 50000);
	scripted.slow_at = 1;
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "3", NULL, "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_EQUAL("loops of a short case", loops_of(&r, 0), 21);
	TEST_ASSERT_EQUAL("loops of a long case", loops_of(&r, 1), 1);
	TEST_ASSERT_EQUAL("rounds", nr_samples(&r, 0), 3);
	scripted_run__close(&r);
	return TEST_OK;
}

/* Each worker has a time of its own. */
static __thread u64 own_now;

static void own_stamp(const struct bench_clock *clock __maybe_unused, struct bench_stamp *stamp)
{
	stamp->ns = own_now;
	stamp->tsc = own_now;
}

static u64 read_own_now(const struct bench_clock *clock __maybe_unused)
{
	return own_now;
}

static int own_prepare(struct bench_worker *w)
{
	own_now = 1000 + 300000 * w->index;
	return 0;
}

static int own_work(struct bench_worker *w __maybe_unused, u64 loops)
{
	own_now += 50 * loops;
	return 0;
}

/* Two workers that start 0.3 ms apart: 50 ns of work are not a long sample for that. */
static int test__apart(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct bench_part part = { .name = "work", .run = own_work };
	struct bench_workload apart = scripted_workload;
	struct scripted_run r;
	int i, nr = 0;

	apart.parts = &part;
	apart.nr_parts = 1;
	apart.nr_metrics = 1;
	apart.prepare = own_prepare;
	apart.check = NULL;
	scripted__reset(0, 0);
	scripted.clock.start = own_stamp;
	scripted.clock.stop = own_stamp;
	scripted.clock.now = read_own_now;
	scripted.threads = "1,2";
	TEST_ASSERT_EQUAL("plan", scripted_run__open_of(&r, &apart, "3", NULL, "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	for (i = 0; i < r.plan.nr_cases; i++) {
		bool two = r.plan.cases[i].axis[BENCH_AXIS_THREADS] == 2;

		nr += two;
		TEST_ASSERT_VAL("20 us of one worker", two || (loops_of(&r, i) >= 400 &&
							       loops_of(&r, i) < 410));
		TEST_ASSERT_VAL("200 us of each of two", !two || (loops_of(&r, i) >= 4000 &&
								  loops_of(&r, i) < 4010));
	}
	TEST_ASSERT_EQUAL("two functions of two", nr, 2);
	scripted_run__close(&r);
	return TEST_OK;
}

/* Each of several workers gets a CPU, if there are enough; one worker may run anywhere. */
static int test__spread(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	int nr, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	char threads[16];
	cpu_set_t allowed;
	struct scripted_run r;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) || cpus > CPU_SETSIZE)
		return TEST_SKIP;
	nr = CPU_COUNT(&allowed);
	scripted__reset(1000, 1000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "1", "1", "1"), 0);
	TEST_ASSERT_EQUAL("one worker", r.plan.cpus.nr, 0);
	scripted_run__close(&r);

	if (nr > 1) {
		scripted.threads = "1,2";
		TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "1", "1", "1"), 0);
		TEST_ASSERT_EQUAL("two workers", r.plan.cpus.nr, 2);
		TEST_ASSERT_VAL("different CPUs", r.plan.cpus.v[0] != r.plan.cpus.v[1]);
		TEST_ASSERT_VAL("that are ours", CPU_ISSET(r.plan.cpus.v[0], &allowed) &&
				CPU_ISSET(r.plan.cpus.v[1], &allowed));
		scripted_run__close(&r);
	}

	snprintf(threads, sizeof(threads), "%d", nr + 1);
	scripted.threads = threads;
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "1", "1", "1"), 0);
	TEST_ASSERT_VAL("too many workers", !r.plan.cpus.nr && r.plan.nr_cpus == nr);
	scripted_run__close(&r);
	return TEST_OK;
}

static void unknown_amount(const struct bench_plan *plan __maybe_unused,
			   const struct bench_case *c __maybe_unused, int part __maybe_unused,
			   struct bench_amount *amount __maybe_unused)
{
}

/* Operations that nobody could foretell: the mean of all rounds, the last as much as the first. */
static int test__mean_ops(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_workload unknown = scripted_workload;
	struct scripted_run r;

	unknown.amount = unknown_amount;
	scripted__reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open_of(&r, &unknown, "100", NULL, "1"), 0);
	scripted_run__sample(&r);
	/* Samples 5 to 204 are timed, each is as many operations; a round has one of each case. */
	TEST_ASSERT_VAL("mean", abs((int)r.res.cases[0].ops - 104) <= 1);
	TEST_ASSERT_VAL("mean", abs((int)r.res.cases[1].ops - 104) <= 1);
	scripted_run__close(&r);
	return TEST_OK;
}

static int test__fixed_loops(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;
	int i;

	scripted__reset(1000, 2000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "4", "7", "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_EQUAL("a warm-up round, 4 rounds", scripted.nr, 2 + 8);
	for (i = 0; i < scripted.nr; i++)
		TEST_ASSERT_EQUAL("loops", (int)scripted.loops[i], 7);
	scripted_run__close(&r);

	/* Loops alone are all there is; with a time to fill there is more. */
	scripted__reset(1000, 2000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, NULL, "7", "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("one sample", nr_samples(&r, 0), 1);
	scripted_run__close(&r);
	scripted__reset(1000, 2000);
	scripted.time = "1ms";
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, NULL, "7", "1"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_VAL("as many as fit", nr_samples(&r, 0) > 20);
	scripted_run__close(&r);
	return TEST_OK;
}

static bool rounds_are_complete(int first, int rounds)
{
	int i;

	for (i = 0; i < rounds; i++) {
		if (scripted.log[first + 2 * i] + scripted.log[first + 2 * i + 1] != 1)
			return false;
	}
	return true;
}

static int test__order(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static int before[SCRIPTED_LOG_MAX];
	struct scripted_run r;
	int i, a_first = 0;

	scripted__reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "100", NULL, "42"), 0);
	scripted_run__sample(&r);
	scripted_run__close(&r);
	TEST_ASSERT_EQUAL("samples", scripted.nr, 2 + 2 + 200);
	TEST_ASSERT_VAL("each round has every case once", rounds_are_complete(2, 101));
	for (i = 0; i < 100; i++)
		a_first += !scripted.log[4 + 2 * i];
	TEST_ASSERT_VAL("either case comes first", a_first > 20 && a_first < 80);

	memcpy(before, scripted.log, sizeof(before));
	scripted__reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "100", NULL, "42"), 0);
	scripted_run__sample(&r);
	scripted_run__close(&r);
	TEST_ASSERT_VAL("the same seed, the same order",
			!memcmp(before, scripted.log, sizeof(before)));
	scripted__reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "100", NULL, "43"), 0);
	scripted_run__sample(&r);
	scripted_run__close(&r);
	TEST_ASSERT_VAL("another seed, another order",
			memcmp(before, scripted.log, sizeof(before)));
	return TEST_OK;
}

static int rounds_for(u64 cost, const char *time)
{
	struct scripted_run r;
	int nr;

	scripted__reset(cost, cost);
	scripted.extra = 0;
	scripted.time = time;
	scripted.min_time = "1ns";
	if (scripted_run__open(&r, NULL, NULL, "1"))
		return 0;
	scripted_run__sample(&r);
	nr = nr_samples(&r, 0);
	if (nr != nr_samples(&r, 1))
		nr = 0;
	scripted_run__close(&r);
	return nr;
}

/* The budget is 1 s a case; a round of two cases takes twice the cost. */
static int test__budget(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	TEST_ASSERT_EQUAL("by time", rounds_for(10000000, NULL), 100);
	TEST_ASSERT_EQUAL("at least 20", rounds_for(2000000000, NULL), 20);
	TEST_ASSERT_EQUAL("at most 1000", rounds_for(1000, NULL), 1000);
	TEST_ASSERT_EQUAL("what the user's time allows", rounds_for(100000, "200ms"), 2000);
	TEST_ASSERT_EQUAL("at most 10000 of these", rounds_for(1000, "5s"), 10000);
	return TEST_OK;
}

/* Both functions get slower round by round, alike: far apart in time, equal in pairs. */
static int test__pairs(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	const struct bench_series *a, *b;
	struct scripted_run r;
	size_t i;

	scripted__reset(30000, 30000);
	scripted.drift = 500;
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "50", "1", "5"), 0);
	scripted_run__sample(&r);
	a = series(&r, 0, 0);
	b = series(&r, 1, 0);
	TEST_ASSERT_EQUAL("samples of a", nr_samples(&r, 0), 50);
	TEST_ASSERT_EQUAL("samples of b", nr_samples(&r, 1), 50);
	TEST_ASSERT_VAL("the machine drifted", a->v[49] < 0.8 * a->v[0]);
	for (i = 0; i < a->nr; i++)
		TEST_ASSERT_VAL("a pair stands side by side",
				fabs(a->v[i] / b->v[i] - 1) < 0.02);
	scripted_run__close(&r);
	return TEST_OK;
}

static int test__interrupt(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;

	scripted__reset(30000, 30000);
	/* 2 first samples, 2 of the warm-up, 5 rounds, and the first of the sixth */
	scripted.stop_at = 2 + 2 + 10 + 1;
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "50", NULL, "5"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("no error", r.ret, 0);
	TEST_ASSERT_VAL("marked partial", r.res.partial);
	TEST_ASSERT_EQUAL("the running sample is the last", scripted.nr, scripted.stop_at);
	TEST_ASSERT_EQUAL("complete rounds of a", nr_samples(&r, 0), 5);
	TEST_ASSERT_EQUAL("complete rounds of b", nr_samples(&r, 1), 5);
	scripted_run__close(&r);

	/* Likewise the second, which may have ended early, and the round with it. */
	scripted__reset(30000, 30000);
	scripted.stop_at = 2 + 2 + 10 + 2;
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "50", NULL, "5"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_VAL("marked partial, too", r.ret == 0 && r.res.partial);
	TEST_ASSERT_EQUAL("that sample is the last", scripted.nr, scripted.stop_at);
	TEST_ASSERT_EQUAL("its round does not count", nr_samples(&r, 0), 5);
	scripted_run__close(&r);
	return TEST_OK;
}

/* Products of times and counts that do not fit 64 bits. */
static int test__long_times(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;

	/* Twice that is 90 ms more than 2^64 ns. */
	scripted__reset(100000, 200000);
	scripted.time = "9223372036.9s";
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, NULL, NULL, "5"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("as many rounds as there may be", nr_samples(&r, 0), 10000);
	scripted_run__close(&r);

	/* 10^9 loops take 50 s then, and both multiplied do not fit. */
	scripted__reset(1, 50);
	scripted.min_time = "100s";
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "2", NULL, "5"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("as many loops as there may be", loops_of(&r, 0), 1 << 30);
	TEST_ASSERT_EQUAL("of the longer case, too", loops_of(&r, 1), 1 << 30);
	TEST_ASSERT_EQUAL("1 .. 10^9, and no more than one step from there", scripted.nr,
			  11 + 11 + 2 + 4);
	scripted_run__close(&r);
	return TEST_OK;
}

static int test__failures(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;
	int i;

	scripted__reset(30000, 30000);
	scripted.fail_at = 9;
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "50", NULL, "5"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("a failing sample ends the run", r.ret, -EIO);
	TEST_ASSERT_VAL("with its text", !strcmp(r.error, "scripted to fail"));
	TEST_ASSERT_EQUAL("at once", scripted.nr, 9);
	scripted_run__close(&r);

	scripted__reset(30000, 30000);
	scripted.bad = "a";
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "5", NULL, "5"), 0);
	scripted_run__sample(&r);
	TEST_ASSERT_EQUAL("a failing check does not", r.ret, 0);
	TEST_ASSERT_VAL("it is told", r.res.cases[0].failed &&
			!strcmp(r.res.cases[0].failed, "left a byte"));
	TEST_ASSERT_EQUAL("and the case not timed", nr_samples(&r, 0), 0);
	TEST_ASSERT_EQUAL("the other is", nr_samples(&r, 1), 5);
	for (i = 0; i < scripted.nr; i++)
		TEST_ASSERT_EQUAL("samples are of the other only", scripted.log[i], 1);
	scripted_run__close(&r);
	return TEST_OK;
}

static int test__progress(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct scripted_run r;
	int i;

	scripted__reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", scripted_run__open(&r, "40", NULL, "5"), 0);
	scripted_run__sample(&r);
	scripted_run__close(&r);
	TEST_ASSERT_EQUAL("told once a round", scripted.nr_share, 40);
	for (i = 0; i < 40; i++)
		TEST_ASSERT_VAL("the share that is done",
				fabs(scripted.share[i] - (i + 1) / 40.0) < 0.000000001);
	return TEST_OK;
}

static struct test_case tests__bench_sampler[] = {
	TEST_CASE("bench sampler: loops for --min-time", min_time),
	TEST_CASE("bench sampler: a first sample that is disturbed", disturbed),
	TEST_CASE("bench sampler: workers that start far apart", apart),
	TEST_CASE("bench sampler: a CPU for each worker", spread),
	TEST_CASE("bench sampler: operations that nobody could foretell", mean_ops),
	TEST_CASE("bench sampler: a fixed number of loops", fixed_loops),
	TEST_CASE("bench sampler: seeded order of a round", order),
	TEST_CASE("bench sampler: time budget and rounds", budget),
	TEST_CASE("bench sampler: pairs under drift", pairs),
	TEST_CASE("bench sampler: interrupted", interrupt),
	TEST_CASE("bench sampler: times that add up to centuries", long_times),
	TEST_CASE("bench sampler: failures", failures),
	TEST_CASE("bench sampler: progress", progress),
	{ .name = NULL, }
};

struct test_suite suite__bench_sampler = {
	.desc = "bench sampler",
	.test_cases = tests__bench_sampler,
};
