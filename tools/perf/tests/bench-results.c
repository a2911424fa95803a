// SPDX-License-Identifier: GPL-2.0
/*
 * Results in memory: growth, ownership, and comparing with the base. Published figures are
 * out of tables in kernel mails; intervals were computed apart, with Python's math module.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <linux/kernel.h>
#include "../bench/harness/results.h"
#include "bench-near.h"
#include "debug.h"
#include "tests.h"

#define GB	((double)(1ULL << 30))
#define MB	1048576ULL
#define TINY	(1 / 1e9)

static int begin(struct bench_results *res, const char *base, const char *unit)
{
	bench_results__init(res);
	res->nr_metrics = 1;
	res->metrics[0].less_is_better = bench_unit__less_is_better(unit);
	return bench_results__set_string(&res->base, base) ?:
	       bench_results__set_string(&res->metrics[0].name, "headline") ?:
	       bench_results__set_string(&res->metrics[0].unit, unit);
}

static struct bench_case_result *add(struct bench_results *res, const char *function, u64 size,
				     int block, const double *v, size_t nr)
{
	struct bench_case_result *cr = bench_results__add_case(res, function);
	size_t i;

	if (!cr)
		return NULL;
	cr->axis[BENCH_AXIS_SIZE] = size;
	cr->block = block;
	for (i = 0; i < nr; i++) {
		if (bench_series__add(&cr->metric[0], v[i]))
			return NULL;
	}
	return cr;
}

/* A row of a mail: GB/s, pstdev in percent, number of runs. */
static struct bench_case_result *add_published(struct bench_results *res, const char *function,
					       u64 size, double bw, double pstdev, u64 runs)
{
	struct bench_case_result *cr = add(res, function, size, 0, NULL, 0);

	if (!cr)
		return NULL;
	cr->metric[0].st.n = runs;
	cr->metric[0].st.mean = bw * GB;
	cr->metric[0].st.pstdev = bw * GB * pstdev / 100;
	return cr;
}

static int test__growth(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_case_result *cr;
	struct bench_results res;
	char name[32];
	int i, k;

	TEST_ASSERT_VAL("init", !begin(&res, NULL, "bytes/sec"));
	for (i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "f%d", i);
		cr = bench_results__add_case(&res, name);
		TEST_ASSERT_VAL("case", cr);
		TEST_ASSERT_VAL("threads", cr->axis[BENCH_AXIS_THREADS] == 1);
		TEST_ASSERT_VAL("unknown", isnan(cr->spread) && isnan(cr->ipc) &&
				isnan(cr->metric[0].st.mean) && isnan(cr->metric[7].st.ci95.lo));
		TEST_ASSERT_VAL("n", !cr->metric[0].st.n);
		for (k = 0; k < 1000; k++)
			TEST_ASSERT_VAL("sample", !bench_series__add(&cr->metric[0], i + k));
	}
	/* Earlier cases have moved, and must be whole. */
	for (i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "f%d", i);
		cr = &res.cases[i];
		TEST_ASSERT_VAL("name", !strcmp(cr->function, name));
		TEST_ASSERT_VAL("samples", cr->metric[0].nr == 1000 &&
				cr->metric[0].v[0] == i && cr->metric[0].v[999] == i + 999);
	}

	res.cases[0].metric[0].nr = 3;
	bench_results__summarize(&res);
	TEST_ASSERT_VAL("n", res.cases[0].metric[0].st.n == 3);
	TEST_ASSERT_VAL("mean", res.cases[0].metric[0].st.mean == 1);
	TEST_ASSERT_VAL("pstdev",
			bench_within(res.cases[0].metric[0].st.pstdev, sqrt(2. / 3), TINY));
	TEST_ASSERT_VAL("last mean", res.cases[99].metric[0].st.mean == 99 + 499.5);
	TEST_ASSERT_VAL("has", bench_results__has_metric(&res, 0));
	TEST_ASSERT_VAL("has not", !bench_results__has_metric(&res, 1));
	bench_results__exit(&res);
	TEST_ASSERT_VAL("empty", !res.cases && !res.nr_cases && !res.metrics[0].name);
	bench_results__exit(&res);
	return TEST_OK;
}

static int test__notes(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_results res;
	int i;

	bench_results__init(&res);
	for (i = 0; i < 10; i++) {
		TEST_ASSERT_VAL("same", !bench_results__note(&res, "no PMU in %s", "this VM"));
		TEST_ASSERT_VAL("other", !bench_results__note(&res, "note %d", i));
	}
	TEST_ASSERT_VAL("once", res.nr_notes == 11);
	TEST_ASSERT_VAL("text", !strcmp(res.notes[0], "no PMU in this VM"));
	TEST_ASSERT_VAL("order", !strcmp(res.notes[10], "note 9"));
	bench_results__exit(&res);
	return TEST_OK;
}

static int test__units(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	TEST_ASSERT_VAL("bandwidth", !strcmp(bench_unit__str(BENCH_UNIT_BYTES_PER_SEC),
					     "bytes/sec"));
	TEST_ASSERT_VAL("more", !bench_unit__less_is_better("bytes/sec") &&
			!bench_unit__less_is_better("ops/sec") &&
			!bench_unit__less_is_better("furlongs"));
	TEST_ASSERT_VAL("less", bench_unit__less_is_better("ns/op") &&
			bench_unit__less_is_better("cycles/op") &&
			bench_unit__less_is_better("cycles/byte"));
	return TEST_OK;
}

/* What is left of a difference may be 0 or less: it is the smallest, and not left out. */
static int test__differences(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const double base[] = { 4, 4, 4, 4, 4, 4, 4 };
	static const double less[] = { -1, 0, -2, 2, 5, 6, -3 };
	struct bench_speedup sp;
	struct bench_results res;
	int paired;

	TEST_ASSERT_VAL("init", !begin(&res, "base", "cycles/op"));
	TEST_ASSERT_VAL("add", add(&res, "base", MB, 0, base, ARRAY_SIZE(base)));
	TEST_ASSERT_VAL("add", add(&res, "new", MB, 0, less, ARRAY_SIZE(less)));
	bench_results__summarize(&res);
	for (paired = 0; paired < 2; paired++) {
		TEST_ASSERT_VAL("speedup", !bench_series__speedup(&sp, &res.cases[1].metric[0],
								  &res.cases[0].metric[0], paired,
								  true, 1));
		TEST_ASSERT_VAL("all count", sp.n == 7);
		/* Of the positive alone the median would be 5, and 4 / 5 - 1. */
		TEST_ASSERT_VAL("median", sp.percent > 100);
	}
	bench_results__exit(&res);
	return TEST_OK;
}

/* The unknown rounds of either side must not shift the pairs. */
static int test__pairs(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const double base[] = { 10, 20, NAN, 40, 50, 0, 70, 80 };
	static const double twice[] = { 20, 40, 60, NAN, 100, 120, 140, 160, 999 };
	const struct bench_case_result *b;
	struct bench_speedup sp;
	struct bench_results res;

	TEST_ASSERT_VAL("init", !begin(&res, "base", "bytes/sec"));
	TEST_ASSERT_VAL("add", add(&res, "base", MB, 0, base, ARRAY_SIZE(base)));
	TEST_ASSERT_VAL("add", add(&res, "new", MB, 0, twice, ARRAY_SIZE(twice)));
	TEST_ASSERT_VAL("add", add(&res, "new", 2 * MB, 0, twice, ARRAY_SIZE(twice)));
	TEST_ASSERT_VAL("add", add(&res, "new", MB, 1, twice, ARRAY_SIZE(twice)));
	bench_results__summarize(&res);

	TEST_ASSERT_VAL("NAN is no sample", res.cases[0].metric[0].st.n == 7);
	b = bench_results__base_of(&res, &res.cases[1]);
	TEST_ASSERT_VAL("base", b == &res.cases[0]);
	TEST_ASSERT_VAL("base of base", bench_results__base_of(&res, b) == b);
	TEST_ASSERT_VAL("other size", !bench_results__base_of(&res, &res.cases[2]));
	TEST_ASSERT_VAL("other block", !bench_results__base_of(&res, &res.cases[3]));

	TEST_ASSERT_VAL("speedup", !bench_results__speedup(&res, &res.cases[1], &sp));
	TEST_ASSERT_VAL("percent", bench_within(sp.percent, 100, TINY));
	TEST_ASSERT_VAL("pairs", sp.n == 5);
	TEST_ASSERT_VAL("interval", sp.ci95.lo > 99 && sp.ci95.hi < 101 && !sp.noise);
	TEST_ASSERT_VAL("base itself",
			bench_results__speedup(&res, &res.cases[0], &sp) == -ENOENT);
	TEST_ASSERT_VAL("unknown", isnan(sp.percent) && isnan(sp.ci95.lo) && sp.noise);
	TEST_ASSERT_VAL("no base",
			bench_results__speedup(&res, &res.cases[2], &sp) == -ENOENT);
	bench_results__exit(&res);
	return TEST_OK;
}

static int test__less(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const double slow[] = { 400, 410, 420, 430 };
	static const double fast[] = { 200, 205, 210, 215 };
	struct bench_speedup sp;
	struct bench_results res;

	TEST_ASSERT_VAL("init", !begin(&res, "slow", "ns/op"));
	TEST_ASSERT_VAL("add", add(&res, "slow", 0, 0, slow, ARRAY_SIZE(slow)));
	TEST_ASSERT_VAL("add", add(&res, "fast", 0, 0, fast, ARRAY_SIZE(fast)));
	TEST_ASSERT_VAL("speedup", !bench_results__speedup(&res, &res.cases[1], &sp));
	TEST_ASSERT_VAL("half the time", bench_within(sp.percent, 100, TINY));
	bench_results__exit(&res);

	/* Likewise where only the means are known. */
	TEST_ASSERT_VAL("init", !begin(&res, "slow", "ns/op"));
	TEST_ASSERT_VAL("add", add_published(&res, "slow", 0, 400, 1, 5));
	TEST_ASSERT_VAL("add", add_published(&res, "fast", 0, 200, 1, 5));
	TEST_ASSERT_VAL("speedup", !bench_results__speedup(&res, &res.cases[1], &sp));
	TEST_ASSERT_VAL("half the time", bench_within(sp.percent, 100, TINY));
	TEST_ASSERT_VAL("sides", sp.ci95.lo < 100 && sp.ci95.lo > 90 && sp.ci95.hi > 100);
	bench_results__exit(&res);
	return TEST_OK;
}

static int test__published(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct {
		u64	size;
		double	base, base_pstdev, bw, pstdev;
		double	printed;	/* the mail's own percentage */
		double	lo, hi;		/* NAN: not checked */
		bool	noise;
	} rows[] = {
		/* Broadwell, stosb and movnt */
		{ 16, 17.35, 9.27, 11.83, 0.19, -31.81, -40.0493, -22.4509, false },
		{ 1024, 5.42, 0.13, 11.78, 0.03, 117.34, 116.9411, 117.7460, false },
		{ 4096, 5.41, 0.41, 11.76, 0.07, 117.37, NAN, NAN, false },
		/* Rome, stosq and movnt */
		{ 17, 15.39, 9.14, 14.56, 19.43, -5.39, -29.7758, 27.4555, true },
		{ 128, 11.04, 4.87, 14.49, 13.22, 31.25, 7.9379, 59.5970, false },
		{ 1025, 11.86, 0.83, 16.54, 0.04, 39.46, NAN, NAN, false },
		{ 4097, 11.89, 0.61, 16.49, 0.28, 38.68, NAN, NAN, false },
	};
	struct bench_speedup sp;
	struct bench_results res;
	size_t i;

	TEST_ASSERT_VAL("init", !begin(&res, "cached", "bytes/sec"));
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		u64 size = rows[i].size * MB;

		TEST_ASSERT_VAL("add", add_published(&res, "cached", size, rows[i].base,
						     rows[i].base_pstdev, 5));
		TEST_ASSERT_VAL("add", add_published(&res, "nt", size, rows[i].bw,
						     rows[i].pstdev, 5));
	}
	bench_results__summarize(&res);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct bench_case_result *cr = &res.cases[2 * i + 1];

		TEST_ASSERT_VAL("speedup", !bench_results__speedup(&res, cr, &sp));
		TEST_ASSERT_VAL("as printed", bench_within(sp.percent, rows[i].printed, 0.1));
		TEST_ASSERT_VAL("noise", sp.noise == rows[i].noise);
		TEST_ASSERT_VAL("interval", isnan(rows[i].lo) ||
				(bench_within(sp.ci95.lo, rows[i].lo, 0.002) &&
				 bench_within(sp.ci95.hi, rows[i].hi, 0.002)));
	}
	bench_results__exit(&res);
	return TEST_OK;
}

/* Too little is known for an interval, or even for a ratio. */
static int test__unknown(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const double one[] = { 5 }, two[] = { 10 }, none[] = { 0, 0, 0 };
	struct bench_speedup sp;
	struct bench_results res;

	TEST_ASSERT_VAL("init", !begin(&res, "base", "bytes/sec"));
	TEST_ASSERT_VAL("add", add(&res, "base", 1, 0, one, 1));
	TEST_ASSERT_VAL("add", add(&res, "new", 1, 0, two, 1));
	TEST_ASSERT_VAL("add", add(&res, "base", 2, 0, none, 3));
	TEST_ASSERT_VAL("add", add(&res, "new", 2, 0, none, 3));
	TEST_ASSERT_VAL("add", add_published(&res, "base", 3, 1, 1, 0));
	TEST_ASSERT_VAL("add", add_published(&res, "new", 3, 2, 1, 0));
	bench_results__summarize(&res);

	TEST_ASSERT_VAL("one sample", !bench_results__speedup(&res, &res.cases[1], &sp));
	TEST_ASSERT_VAL("percent", bench_within(sp.percent, 100, TINY));
	TEST_ASSERT_VAL("no interval", isnan(sp.ci95.lo) && isnan(sp.ci95.hi) && sp.noise);
	TEST_ASSERT_VAL("nothing over nothing",
			bench_results__speedup(&res, &res.cases[3], &sp) == -ENOENT);
	TEST_ASSERT_VAL("no runs", !bench_results__speedup(&res, &res.cases[5], &sp));
	TEST_ASSERT_VAL("percent", bench_within(sp.percent, 100, TINY));
	TEST_ASSERT_VAL("no interval", isnan(sp.ci95.lo) && sp.noise);
	bench_results__exit(&res);
	return TEST_OK;
}

static struct test_case tests__bench_results[] = {
	TEST_CASE("bench results: growth", growth),
	TEST_CASE("bench results: notes", notes),
	TEST_CASE("bench results: units", units),
	TEST_CASE("bench results: pairs of rounds", pairs),
	TEST_CASE("bench results: differences below 0", differences),
	TEST_CASE("bench results: less is better", less),
	TEST_CASE("bench results: published tables", published),
	TEST_CASE("bench results: too little is known", unknown),
	{ .name = NULL, }
};

struct test_suite suite__bench_results = {
	.desc		= "bench results",
	.test_cases	= tests__bench_results,
};
