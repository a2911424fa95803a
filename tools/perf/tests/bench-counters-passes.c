// SPDX-License-Identifier: GPL-2.0
/*
 * Which events are counted together, by planning alone and on a scripted PMU.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <linux/compiler.h>
#include "scripted-pmu.h"

/* Which events are in no set, in a pass alone, in all passes. */
static int count_passes(const struct rig *rig, int event)
{
	int p, nr = 0;

	for (p = 0; p < bench_counters__nr_passes(rig->ctr); p++)
		nr += !!(rig->ctr->pass_set[p] & (1ULL << event));
	return nr;
}

/* Pure planning: numbers of a set that add up to 4 fit. */
static bool fits_four(void *ctx, u64 set)
{
	const int *weight = ctx;
	int i, sum = 0;

	for (i = 0; i < BENCH_EVENTS_MAX; i++)
		sum += set & (1ULL << i) ? weight[i] : 0;
	return sum <= 4;
}

static int test__plan(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	const u64 singles[] = { 1, 2, 4, 8, 16, 32 };
	const u64 braces[] = { 1, 2 | 4, 8, 16 | 32 };
	int weight[BENCH_EVENTS_MAX] = { 3, 2, 2, 1, 4, 1 };
	struct bench_passes passes;

	bench_passes__plan(&passes, singles, 6, fits_four, weight);
	TEST_ASSERT_EQUAL("first fit", passes.nr, 4);
	TEST_ASSERT_VAL("3 + 1", passes.set[0] == (1 | 8));
	TEST_ASSERT_VAL("2 + 2", passes.set[1] == (2 | 4));
	TEST_ASSERT_VAL("4", passes.set[2] == 16);
	TEST_ASSERT_VAL("1", passes.set[3] == 32);

	/* The last atom weighs 5: a pass of its own, which nothing may join. */
	weight[0] = 1;
	weight[3] = 5;
	bench_passes__plan(&passes, braces, 4, fits_four, weight);
	TEST_ASSERT_EQUAL("braces", passes.nr, 4);
	TEST_ASSERT_VAL("alone", passes.set[0] == 1 && passes.set[1] == (2 | 4));
	TEST_ASSERT_VAL("too large", passes.set[2] == 8 && passes.set[3] == (16 | 32));

	bench_passes__plan(&passes, singles, 0, fits_four, weight);
	TEST_ASSERT_EQUAL("nothing", passes.nr, 0);
	return TEST_OK;
}

#define SIX	"cycles,instructions,branches,branch-misses,cache-references,cache-misses"

static int passes_steps(struct rig *rig)
{
	int i, p;

	TEST_ASSERT_VAL("eight are shown", bench_counters__nr(rig->ctr) == 8);
	TEST_ASSERT_VAL("two of six at a time", bench_counters__nr_passes(rig->ctr) == 3);
	for (i = 0; i < 6; i++)
		TEST_ASSERT_VAL("hardware in one", count_passes(rig, i) == 1);
	for (i = 6; i < 8; i++)
		TEST_ASSERT_VAL("software in all", count_passes(rig, i) == 3);
	for (p = 0; p < 6; p++)
		rig__sample(rig, p % 3, 10);
	bench_counters__settle(rig->ctr, &rig->res);
	for (i = 0; i < 8; i++) {
		const struct bench_counter_result *c = &rig->cr->counters[i];

		TEST_ASSERT_VAL("counted", c->state == BENCH_COUNTER_COUNTED);
		TEST_ASSERT_VAL("rounds", c->rounds == (i < 6 ? 2 : 6));
		TEST_ASSERT_VAL("the same a loop", rig__same(c->value, 100));
		TEST_ASSERT_VAL("not multiplexed", rig__same(c->running, 1));
	}
	return TEST_OK;
}

static int test__passes(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, SIX ",page-faults,context-switches", 1);
	rig.script.counters = 2;
	return rig__run(&rig, passes_steps);
}

static int braces_steps(struct rig *rig)
{
	u64 set = 2 | 4 | 8;
	int p;

	TEST_ASSERT_VAL("three are kept together", bench_counters__nr_passes(rig->ctr) == 2);
	for (p = 0; p < 2; p++) {
		u64 part = rig->ctr->pass_set[p] & set;

		TEST_ASSERT_VAL("all or none", !part || part == set);
	}
	return TEST_OK;
}

static int test__braces(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles,{instructions,branches,branch-misses},cache-misses", 1);
	rig.script.counters = 3;
	return rig__run(&rig, braces_steps);
}

static int held_steps(struct rig *rig)
{
	int i;

	TEST_ASSERT_VAL("groups open but do not run", bench_counters__nr_passes(rig->ctr) == 2);
	rig__sample(rig, 0, 1);
	rig__sample(rig, 1, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	for (i = 0; i < 6; i++)
		TEST_ASSERT_VAL("all are counted", rig__state(rig, i) == BENCH_COUNTER_COUNTED);
	return TEST_OK;
}

static int test__held(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, SIX, 1);
	rig.script.counters = 4;
	rig.script.held = 1;
	return rig__run(&rig, held_steps);
}

static int starved_steps(struct rig *rig)
{
	rig__sample(rig, 0, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("never on the PMU", rig__state(rig, 0) == BENCH_COUNTER_NOT_COUNTED);
	TEST_ASSERT_VAL("no value",
			isnan(rig__value(rig, 0)) && isnan(rig->cr->counters[0].running));
	TEST_ASSERT_VAL("software is", rig__state(rig, 1) == BENCH_COUNTER_COUNTED);
	TEST_ASSERT_VAL("noted for the hint", rig->ctr->starved);
	return TEST_OK;
}

static int test__starved(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles,page-faults", 1);
	rig.script.held = 4;
	return rig__run(&rig, starved_steps);
}

static int cycles_steps(struct rig *rig)
{
	int p;

	TEST_ASSERT_VAL("not shown", bench_counters__nr(rig->ctr) == 6);
	TEST_ASSERT_VAL("leave room for two a pass", bench_counters__nr_passes(rig->ctr) == 2);
	for (p = 0; p < 2; p++) {
		rig__sample(rig, p, 1);
		TEST_ASSERT_VAL("in every pass, of both workers",
				rig__same(bench_counters__cycles(rig->ctr, rig->crew, 2), 2000));
	}
	TEST_ASSERT_VAL("has a name", !strcmp(bench_counters__cycles_name(rig->ctr), "cycles"));
	return TEST_OK;
}

static int shared_cycles_steps(struct rig *rig)
{
	TEST_ASSERT_VAL("one event for both", rig->script.most_open == 2);
	rig__sample(rig, 0, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("cycles", rig__same(bench_counters__cycles(rig->ctr, rig->crew, 1), 1000));
	TEST_ASSERT_VAL("shown", rig->cr->nr_counters == 2 && rig__same(rig__value(rig, 1), 1000));
	return TEST_OK;
}

static int no_cycles_steps(struct rig *rig)
{
	rig__sample(rig, 0, 1);
	TEST_ASSERT_VAL("unknown", isnan(bench_counters__cycles(rig->ctr, rig->crew, 1)));
	TEST_ASSERT_VAL("nameless", !bench_counters__cycles_name(rig->ctr));
	return TEST_OK;
}

static int test__cycles(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	/* They take one of three counters in every pass. */
	rig__init(&rig, "instructions,branches,branch-misses,cache-misses,faults,cs", 2);
	rig.plan.cycles = BENCH_CYCLES_EVENT;
	rig.script.counters = 3;
	if (rig__run(&rig, cycles_steps))
		return TEST_FAIL;
	rig__init(&rig, "instructions,cycles", 1);
	rig.plan.cycles = BENCH_CYCLES_EVENT;
	if (rig__run(&rig, shared_cycles_steps))
		return TEST_FAIL;
	rig__init(&rig, NULL, 1);
	rig.plan.cycles = BENCH_CYCLES_EVENT;
	rig.script.refuse = ENOENT;
	return rig__run(&rig, no_cycles_steps);
}

static struct test_case tests__bench_counters_passes[] = {
	TEST_CASE("bench passes: planning of passes", plan),
	TEST_CASE("bench passes: passes on a small PMU", passes),
	TEST_CASE("bench passes: braces stay together", braces),
	TEST_CASE("bench passes: somebody holds a counter", held),
	TEST_CASE("bench passes: no counter is left", starved),
	TEST_CASE("bench passes: cycles for -c", cycles),
	{ .name = NULL, }
};

struct test_suite suite__bench_counters_passes = {
	.desc = "bench passes: events that do not fit the PMU together",
	.test_cases = tests__bench_counters_passes,
};
