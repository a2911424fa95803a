// SPDX-License-Identifier: GPL-2.0
/*
 * The sampler, driven by a clock that only moves when the workload says so: what is run in
 * which order, how often, and which number comes of it, is known exactly.
 */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "../bench/harness/options.h"
#include "../bench/harness/sampler.h"
#include "debug.h"
#include "tests.h"

#define LOG_MAX		100000
#define CASES_MAX	4
#define SHARES_MAX	2000

/**
 * struct fake - a scripted machine
 * @clock: its clock
 * @now: what the clock reads
 * @cost: ns of one loop of the work, per case
 * @drift: added to the cost of every case for each round that went by
 * @extra: ns of the second part
 * @away: ns of each loop for which the machine runs something else
 * @away_sum: all of them so far
 * @late_at: the second part is disturbed in this sample, 0: never
 * @slow_at: the work is
 * @log: index of the case of each sample, in the order run
 * @loops: loops that it was run with
 * @nr: samples run
 * @stop_at: interrupt during this sample, 0: never
 * @fail_at: fail in this sample, 0: never
 * @threads: -t
 * @time: --time
 * @min_time: --min-time
 * @bad: the function whose check fails
 * @stop: the flag
 */
static struct fake {
	struct bench_clock	clock;
	u64			now;
	u64			cost[CASES_MAX];
	u64			drift;
	u64			extra;
	u64			away;
	u64			away_sum;
	int			late_at;
	int			slow_at;
	int			log[LOG_MAX];
	u64			loops[LOG_MAX];
	int			nr;
	int			stop_at;
	int			fail_at;
	const char		*threads;
	const char		*time;
	const char		*min_time;
	const char		*bad;
	volatile sig_atomic_t	stop;
	double			share[SHARES_MAX];
	int			nr_share;
} fake;

static void fake_stamp(const struct bench_clock *clock __maybe_unused, struct bench_stamp *stamp)
{
	stamp->ns = fake.now;
	stamp->tsc = fake.now * 2;
}

static u64 fake_now(const struct bench_clock *clock __maybe_unused)
{
	return fake.now;
}

static u64 fake_cpu(const struct bench_clock *clock __maybe_unused)
{
	return fake.now - fake.away_sum;
}

static void fake_progress(double share, u64 left_ns __maybe_unused)
{
	if (fake.nr_share < SHARES_MAX)
		fake.share[fake.nr_share++] = share;
}

static int fake_work(struct bench_worker *w, u64 loops)
{
	if (fake.nr < LOG_MAX) {
		fake.log[fake.nr] = w->c->index;
		fake.loops[fake.nr] = loops;
	}
	fake.nr++;
	if (fake.nr == fake.stop_at)
		fake.stop = 1;
	if (fake.nr == fake.slow_at)
		fake.now += 1000000000;
	w->ops[0] = fake.nr;
	if (fake.nr == fake.fail_at)
		return bench_worker__fail(w, -EIO, "scripted to fail");
	fake.now += loops * (fake.cost[w->c->index] + fake.drift * (fake.nr / 2) + fake.away);
	fake.away_sum += loops * fake.away;
	return 0;
}

static int fake_extra(struct bench_worker *w __maybe_unused, u64 loops __maybe_unused)
{
	fake.now += fake.extra;
	if (fake.nr == fake.late_at)
		fake.now += 1000000000;
	return 0;
}

static void fake_amount(const struct bench_plan *plan __maybe_unused, const struct bench_case *c,
			int part __maybe_unused, struct bench_amount *amount)
{
	amount->bytes = c->axis[BENCH_AXIS_SIZE];
	amount->ops = 1;
}

static int fake_check(struct bench_worker *w)
{
	if (fake.bad && !strcmp(fake.bad, w->c->fn->name))
		return bench_worker__fail(w, -EILSEQ, "left a byte");
	return 0;
}

static const struct bench_function fn_a = { .name = "a", .desc = "scripted" };
static const struct bench_function fn_b = { .name = "b", .desc = "scripted" };
static const struct bench_function *const fake_functions[] = { &fn_a, &fn_b, NULL };

static const struct bench_axis_use fake_axes[] = { { BENCH_AXIS_SIZE, "4KB" } };

static const struct bench_part fake_parts[] = {
	{ .name = "work", .run = fake_work, .counted = true },
	{ .name = "extra", .run = fake_extra },
};

static const struct bench_metric fake_metrics[] = {
	{ .name = "bandwidth", .unit = BENCH_UNIT_BYTES_PER_SEC, .part = 0 },
	{ .name = "extra", .unit = BENCH_UNIT_NSEC_PER_OP, .part = 1 },
	{ .name = "ticks", .unit = BENCH_UNIT_CYCLES_PER_OP, .part = 0 },
	{
		.name	= "rest",
		.unit	= BENCH_UNIT_NSEC_PER_OP,
		.part	= 0,
		.less	= BENCH_LESS(1),
	}, {
		.name	= "rest of ticks",
		.unit	= BENCH_UNIT_CYCLES_PER_OP,
		.part	= 0,
		.less	= BENCH_LESS(1),
	}, {
		.name	= "rest of bandwidth",
		.unit	= BENCH_UNIT_BYTES_PER_SEC,
		.part	= 0,
		.less	= BENCH_LESS(1),
	},
};

static const char *const fake_usage[] = { "fake", NULL };

static const struct bench_workload fake_workload = {
	.name			= "test/fake",
	.usage			= fake_usage,
	.functions		= fake_functions,
	.default_function	= "a,b",
	.axes			= fake_axes,
	.nr_axes		= ARRAY_SIZE(fake_axes),
	.parts			= fake_parts,
	.nr_parts		= ARRAY_SIZE(fake_parts),
	.metrics		= fake_metrics,
	.nr_metrics		= ARRAY_SIZE(fake_metrics),
	.amount			= fake_amount,
	.check			= fake_check,
};

static void fake_reset(u64 cost_a, u64 cost_b)
{
	memset(&fake, 0, sizeof(fake));
	fake.clock.start = fake_stamp;
	fake.clock.stop = fake_stamp;
	fake.clock.cpu = fake_cpu;
	fake.clock.now = fake_now;
	fake.clock.tsc_hz = 2e9;
	fake.now = 1000;
	fake.cost[0] = cost_a;
	fake.cost[1] = cost_b;
	fake.extra = 7000;
}

/**
 * struct run - one run of the sampler
 */
struct run {
	struct bench_options	opts;
	struct bench_plan	plan;
	struct bench_results	res;
	char			error[128];
	int			ret;
};

static int run_open_of(struct run *r, const struct bench_workload *w, const char *rounds,
		       const char *loops, const char *seed)
{
	int i;

	memset(r, 0, sizeof(*r));
	r->opts.function = "a,b";
	r->opts.axis[BENCH_AXIS_SIZE] = "4KB";
	r->opts.axis[BENCH_AXIS_THREADS] = fake.threads ?: "1";
	r->opts.rounds = rounds;
	r->opts.loops = loops;
	r->opts.seed = seed;
	r->opts.time = fake.time;
	r->opts.min_time = fake.min_time;
	r->opts.no_counters = true;
	bench_results__init(&r->res);
	r->ret = bench_plan__init(&r->plan, w, &r->opts);
	if (r->ret)
		return -1;
	r->res.nr_metrics = ARRAY_SIZE(fake_metrics);
	for (i = 0; i < r->plan.nr_cases; i++) {
		if (!bench_results__add_case(&r->res, r->plan.cases[i].fn->name))
			return -1;
	}
	return 0;
}

static int run_open(struct run *r, const char *rounds, const char *loops, const char *seed)
{
	return run_open_of(r, &fake_workload, rounds, loops, seed);
}

static void run_sampler(struct run *r)
{
	struct bench_sampler s = {
		.plan		= &r->plan,
		.clock		= &fake.clock,
		.results	= &r->res,
		.stop		= &fake.stop,
		.progress	= fake_progress,
	};
	const char *error;

	s.crew = bench_crew__new(&r->plan, r->error, sizeof(r->error));
	if (!s.crew) {
		r->ret = -ENOMEM;
		return;
	}
	r->ret = bench_sampler__run(&s);
	error = bench_crew__error(s.crew);
	snprintf(r->error, sizeof(r->error), "%s", error ?: "");
	bench_crew__delete(s.crew);
}

static void run_close(struct run *r)
{
	bench_results__exit(&r->res);
	bench_plan__exit(&r->plan);
}

static int nr_samples(const struct run *r, int c)
{
	return (int)r->res.cases[c].metric[0].nr;
}

static int loops_of(const struct run *r, int c)
{
	return (int)r->res.cases[c].loops;
}

static const struct bench_series *series(const struct run *r, int c, int metric)
{
	return &r->res.cases[c].metric[metric];
}

/* 1000 ns a loop: 1, then 10 loops are tried, then 10 x 20000 / 10000 + 1. */
static int test__min_time(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;

	fake_reset(1000, 50000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "3", NULL, "1"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_EQUAL("loops of a short case", loops_of(&r, 0), 21);
	TEST_ASSERT_EQUAL("loops of a long case", loops_of(&r, 1), 1);
	TEST_ASSERT_EQUAL("samples on the way: 1, 10, 21", (int)fake.loops[1], 10);
	TEST_ASSERT_VAL("bandwidth of a loop",
			fabs(series(&r, 0, 0)->v[0] - 4096 / 0.000001) < 1);
	TEST_ASSERT_VAL("the other part is timed apart",
			fabs(series(&r, 1, 1)->v[2] - 7000) < 0.000001);
	TEST_ASSERT_VAL("ticks an operation", fabs(series(&r, 0, 2)->v[1] - 2000) < 0.000001);
	run_close(&r);
	return TEST_OK;
}

/* The first sample of case 0 seems long enough, the one of the warm-up round tells better. */
static int test__disturbed(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;

	fake_reset(1000, 50000);
	fake.slow_at = 1;
	TEST_ASSERT_EQUAL("plan", run_open(&r, "3", NULL, "1"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_EQUAL("loops of a short case", loops_of(&r, 0), 21);
	TEST_ASSERT_EQUAL("loops of a long case", loops_of(&r, 1), 1);
	TEST_ASSERT_EQUAL("rounds", nr_samples(&r, 0), 3);
	run_close(&r);
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
	struct bench_workload apart = fake_workload;
	struct run r;
	int i, nr = 0;

	apart.parts = &part;
	apart.nr_parts = 1;
	apart.nr_metrics = 1;
	apart.prepare = own_prepare;
	apart.check = NULL;
	fake_reset(0, 0);
	fake.clock.start = own_stamp;
	fake.clock.stop = own_stamp;
	fake.clock.now = read_own_now;
	fake.threads = "1,2";
	TEST_ASSERT_EQUAL("plan", run_open_of(&r, &apart, "3", NULL, "1"), 0);
	run_sampler(&r);
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
	run_close(&r);
	return TEST_OK;
}

/* Each of several workers gets a CPU, if there are enough; one worker may run anywhere. */
static int test__spread(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	int nr, cpus = sysconf(_SC_NPROCESSORS_ONLN);
	char threads[16];
	cpu_set_t allowed;
	struct run r;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) || cpus > CPU_SETSIZE)
		return TEST_SKIP;
	nr = CPU_COUNT(&allowed);
	fake_reset(1000, 1000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "1", "1", "1"), 0);
	TEST_ASSERT_EQUAL("one worker", r.plan.cpus.nr, 0);
	run_close(&r);

	if (nr > 1) {
		fake.threads = "1,2";
		TEST_ASSERT_EQUAL("plan", run_open(&r, "1", "1", "1"), 0);
		TEST_ASSERT_EQUAL("two workers", r.plan.cpus.nr, 2);
		TEST_ASSERT_VAL("different CPUs that are ours", r.plan.cpus.v[0] !=
				r.plan.cpus.v[1] && CPU_ISSET(r.plan.cpus.v[0], &allowed) &&
				CPU_ISSET(r.plan.cpus.v[1], &allowed));
		run_close(&r);
	}

	snprintf(threads, sizeof(threads), "%d", nr + 1);
	fake.threads = threads;
	TEST_ASSERT_EQUAL("plan", run_open(&r, "1", "1", "1"), 0);
	TEST_ASSERT_VAL("too many workers", !r.plan.cpus.nr && r.plan.nr_cpus == nr);
	run_close(&r);
	return TEST_OK;
}

static void fake_unknown_amount(const struct bench_plan *plan __maybe_unused,
				const struct bench_case *c __maybe_unused,
				int part __maybe_unused,
				struct bench_amount *amount __maybe_unused)
{
}

/* Operations that nobody could foretell: the mean of all rounds, the last as much as the first. */
static int test__mean_ops(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_workload unknown = fake_workload;
	struct run r;

	unknown.amount = fake_unknown_amount;
	fake_reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", run_open_of(&r, &unknown, "100", NULL, "1"), 0);
	run_sampler(&r);
	/* Samples 5 to 204 are timed, each is as many operations; a round has one of each case. */
	TEST_ASSERT_VAL("mean", abs((int)r.res.cases[0].ops - 104) <= 1);
	TEST_ASSERT_VAL("mean", abs((int)r.res.cases[1].ops - 104) <= 1);
	run_close(&r);
	return TEST_OK;
}

static int test__fixed_loops(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;
	int i;

	fake_reset(1000, 2000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "4", "7", "1"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_EQUAL("a first sample each, a warm-up round, 4 rounds", fake.nr, 2 + 2 + 8);
	for (i = 0; i < fake.nr; i++)
		TEST_ASSERT_EQUAL("loops", (int)fake.loops[i], 7);
	run_close(&r);

	/* Loops alone are all there is; with a time to fill there is more. */
	fake_reset(1000, 2000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, NULL, "7", "1"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("one sample", nr_samples(&r, 0), 1);
	run_close(&r);
	fake_reset(1000, 2000);
	fake.time = "1ms";
	TEST_ASSERT_EQUAL("plan", run_open(&r, NULL, "7", "1"), 0);
	run_sampler(&r);
	TEST_ASSERT_VAL("as many as fit", nr_samples(&r, 0) > 20);
	run_close(&r);
	return TEST_OK;
}

/* Two first samples and a warm-up round are thrown away; nothing else takes time here. */
static int test__spent(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	const struct bench_spent *spent;
	struct run r;

	fake_reset(1000, 2000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "4", "7", "1"), 0);
	run_sampler(&r);
	spent = &r.res.spent;
	TEST_ASSERT_VAL("timed",
			fabs(spent->timed - 4 * (7 * 3000 + 2 * 7000) / 1e9) < 0.000000000001);
	TEST_ASSERT_VAL("warm-up", fabs(spent->warm_up - spent->timed / 2) < 0.000000000001);
	TEST_ASSERT_VAL("no region, no faults", !(spent->faulting > 0));
	TEST_ASSERT_VAL("total",
			fabs(spent->total - spent->timed - spent->warm_up) < 0.000000000001);
	run_close(&r);
	return TEST_OK;
}

/* Case 0 takes 30 us, and for 90 us of each loop the CPU is somebody else's. */
static int test__preempted(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_workload computes = fake_workload;
	struct run r;

	computes.computes = true;
	fake_reset(30000, 2000000);
	fake.away = 90000;
	TEST_ASSERT_EQUAL("plan", run_open_of(&r, &computes, "4", NULL, "1"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("loops", loops_of(&r, 0), 1);
	TEST_ASSERT_VAL("the operation's own time",
			fabs(series(&r, 0, 0)->v[3] - 4096 / 0.00003) < 1);
	TEST_ASSERT_VAL("its ticks", fabs(series(&r, 0, 2)->v[3] - 2 * 30000) < 1);
	TEST_ASSERT_VAL("the rest is told",
			fabs(r.res.spent.preempted - (2 + 2 + 8) * 0.00009) < 0.000000001);
	run_close(&r);

	/* Where an operation may sleep, that is part of it. */
	fake_reset(30000, 2000000);
	fake.away = 90000;
	TEST_ASSERT_EQUAL("plan", run_open(&r, "4", NULL, "1"), 0);
	run_sampler(&r);
	TEST_ASSERT_VAL("all time", fabs(series(&r, 0, 0)->v[3] - 4096 / 0.00012) < 1);
	TEST_ASSERT_VAL("nothing told", !(r.res.spent.preempted > 0));
	run_close(&r);

	/* Too little to be told from the clocks' disagreement. */
	fake_reset(30000, 2000000);
	fake.away = 5000;
	TEST_ASSERT_EQUAL("plan", run_open_of(&r, &computes, "4", NULL, "1"), 0);
	run_sampler(&r);
	TEST_ASSERT_VAL("all time", fabs(series(&r, 0, 0)->v[3] - 4096 / 0.000035) < 1);
	run_close(&r);
	return TEST_OK;
}

static bool rounds_are_complete(int first, int rounds)
{
	int i;

	for (i = 0; i < rounds; i++) {
		if (fake.log[first + 2 * i] + fake.log[first + 2 * i + 1] != 1)
			return false;
	}
	return true;
}

static int test__order(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static int before[LOG_MAX];
	struct run r;
	int i, a_first = 0;

	fake_reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "100", NULL, "42"), 0);
	run_sampler(&r);
	run_close(&r);
	TEST_ASSERT_EQUAL("samples", fake.nr, 2 + 2 + 200);
	TEST_ASSERT_VAL("each round has every case once", rounds_are_complete(2, 101));
	for (i = 0; i < 100; i++)
		a_first += !fake.log[4 + 2 * i];
	TEST_ASSERT_VAL("either case comes first", a_first > 20 && a_first < 80);

	memcpy(before, fake.log, sizeof(before));
	fake_reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "100", NULL, "42"), 0);
	run_sampler(&r);
	run_close(&r);
	TEST_ASSERT_VAL("the same seed, the same order",
			!memcmp(before, fake.log, sizeof(before)));
	fake_reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "100", NULL, "43"), 0);
	run_sampler(&r);
	run_close(&r);
	TEST_ASSERT_VAL("another seed, another order",
			memcmp(before, fake.log, sizeof(before)));
	return TEST_OK;
}

static int rounds_for(u64 cost, const char *time)
{
	struct run r;
	int nr;

	fake_reset(cost, cost);
	fake.extra = 0;
	fake.time = time;
	fake.min_time = "1ns";
	if (run_open(&r, NULL, NULL, "1"))
		return 0;
	run_sampler(&r);
	nr = nr_samples(&r, 0);
	if (nr != nr_samples(&r, 1))
		nr = 0;
	run_close(&r);
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
	struct run r;
	size_t i;

	fake_reset(30000, 30000);
	fake.drift = 500;
	TEST_ASSERT_EQUAL("plan", run_open(&r, "50", "1", "5"), 0);
	run_sampler(&r);
	a = series(&r, 0, 0);
	b = series(&r, 1, 0);
	TEST_ASSERT_EQUAL("samples of a", nr_samples(&r, 0), 50);
	TEST_ASSERT_EQUAL("samples of b", nr_samples(&r, 1), 50);
	TEST_ASSERT_VAL("the machine drifted", a->v[49] < 0.8 * a->v[0]);
	for (i = 0; i < a->nr; i++)
		TEST_ASSERT_VAL("a pair stands side by side",
				fabs(a->v[i] / b->v[i] - 1) < 0.02);
	run_close(&r);
	return TEST_OK;
}

static int test__interrupt(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;

	fake_reset(30000, 30000);
	/* 2 first samples, 2 of the warm-up, 5 rounds, and the first of the sixth */
	fake.stop_at = 2 + 2 + 10 + 1;
	TEST_ASSERT_EQUAL("plan", run_open(&r, "50", NULL, "5"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("no error", r.ret, 0);
	TEST_ASSERT_VAL("marked partial", r.res.partial);
	TEST_ASSERT_EQUAL("the running sample is the last", fake.nr, fake.stop_at);
	TEST_ASSERT_EQUAL("complete rounds of a", nr_samples(&r, 0), 5);
	TEST_ASSERT_EQUAL("complete rounds of b", nr_samples(&r, 1), 5);
	run_close(&r);

	/* Likewise the second, which may have ended early, and the round with it. */
	fake_reset(30000, 30000);
	fake.stop_at = 2 + 2 + 10 + 2;
	TEST_ASSERT_EQUAL("plan", run_open(&r, "50", NULL, "5"), 0);
	run_sampler(&r);
	TEST_ASSERT_VAL("marked partial, too", r.ret == 0 && r.res.partial);
	TEST_ASSERT_EQUAL("that sample is the last", fake.nr, fake.stop_at);
	TEST_ASSERT_EQUAL("its round does not count", nr_samples(&r, 0), 5);
	run_close(&r);
	return TEST_OK;
}

/* Products of times and counts that do not fit 64 bits. */
static int test__long_times(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;

	/* Twice that is 90 ms more than 2^64 ns. */
	fake_reset(100000, 200000);
	fake.time = "9223372036.9s";
	TEST_ASSERT_EQUAL("plan", run_open(&r, NULL, NULL, "5"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("as many rounds as there may be", nr_samples(&r, 0), 10000);
	run_close(&r);

	/* 10^9 loops take 50 s then, and both multiplied do not fit. */
	fake_reset(1, 50);
	fake.min_time = "100s";
	TEST_ASSERT_EQUAL("plan", run_open(&r, "2", NULL, "5"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("as many loops as there may be", loops_of(&r, 0), 1 << 30);
	TEST_ASSERT_EQUAL("of the longer case, too", loops_of(&r, 1), 1 << 30);
	TEST_ASSERT_EQUAL("1 .. 10^9, and no more than one step from there", fake.nr,
			  11 + 11 + 2 + 4);
	run_close(&r);
	return TEST_OK;
}

static int test__failures(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;
	int i;

	fake_reset(30000, 30000);
	fake.fail_at = 9;
	TEST_ASSERT_EQUAL("plan", run_open(&r, "50", NULL, "5"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("a failing sample ends the run", r.ret, -EIO);
	TEST_ASSERT_VAL("with its text", !strcmp(r.error, "scripted to fail"));
	TEST_ASSERT_EQUAL("at once", fake.nr, 9);
	run_close(&r);

	fake_reset(30000, 30000);
	fake.bad = "a";
	TEST_ASSERT_EQUAL("plan", run_open(&r, "5", NULL, "5"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("a failing check does not", r.ret, 0);
	TEST_ASSERT_VAL("it is told", r.res.cases[0].failed &&
			!strcmp(r.res.cases[0].failed, "left a byte"));
	TEST_ASSERT_EQUAL("and the case not timed", nr_samples(&r, 0), 0);
	TEST_ASSERT_EQUAL("the other is", nr_samples(&r, 1), 5);
	for (i = 0; i < fake.nr; i++)
		TEST_ASSERT_EQUAL("samples are of the other only", fake.log[i], 1);
	run_close(&r);
	return TEST_OK;
}

static int test__progress(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;
	int i;

	fake_reset(30000, 30000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "40", NULL, "5"), 0);
	run_sampler(&r);
	run_close(&r);
	TEST_ASSERT_EQUAL("told once a round", fake.nr_share, 40);
	for (i = 0; i < 40; i++)
		TEST_ASSERT_VAL("the share that is done",
				fabs(fake.share[i] - (i + 1) / 40.0) < 0.000000001);
	return TEST_OK;
}

/* What takes no time by the clock has no bandwidth: unknown, never inf. */
static int test__no_time(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;

	fake_reset(0, 30000);
	TEST_ASSERT_EQUAL("plan", run_open(&r, "5", "1", "5"), 0);
	run_sampler(&r);
	TEST_ASSERT_EQUAL("run", r.ret, 0);
	TEST_ASSERT_VAL("unknown", isnan(series(&r, 0, 0)->v[0]));
	TEST_ASSERT_VAL("the other is known", series(&r, 1, 0)->v[0] > 0);
	TEST_ASSERT_VAL("no difference of nothing", isnan(series(&r, 0, 3)->v[0]));
	run_close(&r);
	return TEST_OK;
}

static bool is_about(double v, double expected)
{
	return fabs(v - expected) < 0.000001;
}

/* The other part takes 7000 ns, however many loops there are; a reading of the clock 30. */
static int test__less(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;

	fake_reset(1000, 6000);
	fake.clock.cost_ns = 30;
	fake.clock.cost_tsc = 50;
	TEST_ASSERT_EQUAL("plan", run_open(&r, "3", "2", "1"), 0);
	run_sampler(&r);
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
	run_close(&r);
	return TEST_OK;
}

/* What is taken off is steady: an interrupt in it does not make a sample short. */
static int test__less_steady(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct run r;
	int late, i;

	/* 2 first samples, 2 of the warm-up, 6 rounds of 2 */
	for (late = 1; late <= 16; late++) {
		fake_reset(10000, 10000);
		fake.late_at = late;
		TEST_ASSERT_EQUAL("plan", run_open(&r, "6", "1", "1"), 0);
		run_sampler(&r);
		TEST_ASSERT_EQUAL("run", r.ret, 0);
		for (i = 0; i < 6; i++) {
			TEST_ASSERT_VAL("a", is_about(series(&r, 0, 3)->v[i], 3000));
			TEST_ASSERT_VAL("b", is_about(series(&r, 1, 3)->v[i], 3000));
		}
		run_close(&r);
	}
	return TEST_OK;
}

static struct test_case tests__bench_sampler[] = {
	TEST_CASE("bench sampler: loops for --min-time", min_time),
	TEST_CASE("bench sampler: a first sample that is disturbed", disturbed),
	TEST_CASE("bench sampler: workers that start far apart", apart),
	TEST_CASE("bench sampler: a CPU for each worker", spread),
	TEST_CASE("bench sampler: operations that nobody could foretell", mean_ops),
	TEST_CASE("bench sampler: a fixed number of loops", fixed_loops),
	TEST_CASE("bench sampler: where the time went", spent),
	TEST_CASE("bench sampler: other tasks on the CPU", preempted),
	TEST_CASE("bench sampler: seeded order of a round", order),
	TEST_CASE("bench sampler: time budget and rounds", budget),
	TEST_CASE("bench sampler: pairs under drift", pairs),
	TEST_CASE("bench sampler: interrupted", interrupt),
	TEST_CASE("bench sampler: times that add up to centuries", long_times),
	TEST_CASE("bench sampler: failures", failures),
	TEST_CASE("bench sampler: progress", progress),
	TEST_CASE("bench sampler: too short for the clock", no_time),
	TEST_CASE("bench sampler: less another part", less),
	TEST_CASE("bench sampler: less another part that was disturbed", less_steady),
	{ .name = NULL, }
};

struct test_suite suite__bench_sampler = {
	.desc = "bench sampler",
	.test_cases = tests__bench_sampler,
};
