// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics against values that scripts/bench-stats-reference.py worked out with Python's
 * exact fractions, and on edge cases.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "../bench/harness/stats.h"
#include "bench-near.h"
#include "debug.h"
#include "tests.h"

#define SERIES_MAX	10

/* The difference that rounding may make. */
#define ROUNDING	(1 / 1e14)

#define REFERENCE_FACTS	6

/**
 * struct reference - a series and what is true of it; numbers as text, with blanks between
 * @name: for messages
 * @outliers: how many there are
 * @series: the samples
 * @facts: mean, pstdev, median, 10th and 97.5th percentile, MAD
 */
struct reference {
	const char	*name;
	u64		outliers;
	const char	*series;
	const char	*facts;
};

/* BEGIN bench-stats-reference.py */
static const struct reference references[] = {
	{ "one sample", 0,
	  "5.42",
	  "5.42 0 5.42 5.42 5.42 0" },
	{ "two samples", 0,
	  "1 2",
	  "1.5 0.5 1.5 1.1 1.975 0.5" },
	{ "equal samples", 0,
	  "7.25 7.25 7.25 7.25",
	  "7.25 0 7.25 7.25 7.25 0" },
	{ "three, unordered", 0,
	  "3 1 2",
	  "2 0.816496580927726 2 1.2 2.95 1" },
	{ "bandwidths", 2,
	  "17.35 16.9 18.2 15.1 17 17.4 16.2 19.9 17.1 16.8",
	  "17.195 1.18584358159076 17.05 16.09 19.5175 0.324999999999999" },
	{ "an outlier", 1,
	  "10 10.1 9.9 10.2 9.8 10 100",
	  "22.8571428571429 31.4936663538586 10 9.86 86.53 0.0999999999999996" },
	{ "outliers both sides", 2,
	  "10 10.1 9.9 10.2 9.8 10 100 0.5",
	  "20.0625 30.3733410040779 10 7.01 84.285 0.149999999999999" },
	{ "mostly equal", 1,
	  "20 20 20 20 20 20 20 20.5 26",
	  "20.7222222222222 1.87247772737252 20 20 24.9 0" },
	{ "steps of a clock", 0,
	  "1000 1000 1000 1000 1000.4 999.6",
	  "1000 0.230940107675837 1000 999.8 1000.35 0" },
	{ "huge", 0,
	  "1e+308 1.5e+308 5e+307 1.7e+308",
	  "1.175e+308 4.65698400254929e+307 1.25e+308 6.5e+307 1.685e+308 3.5e+307" },
	{ "tiny", 0,
	  "1e-300 3e-300 2e-300 7e-300",
	  "3.25e-300 2.27760839478607e-300 2.5e-300 1.3e-300 6.7e-300 1e-300" },
	{ "large with small differences", 0,
	  "1000000001 1000000002 1000000004 1000000003",
	  "1000000002.5 1.11803398874989 1000000002.5 1000000001.3 1000000003.925 1" },
	{ "negative", 1,
	  "-3 -1 -2 5",
	  "-0.25 3.11247489949718 -1.5 -2.7 4.55 1" },
	{ "zeros", 0,
	  "0 0 0",
	  "0 0 0 0 0 0" },
};

static const u64 random_seed_1234567[] = {
	0x599ed017fb08fc85ULL,
	0x2c73f08458540fa5ULL,
	0x883ebce5a3f27c77ULL,
	0x3fbef740e9177b3fULL,
};

/* END bench-stats-reference.py */

static size_t read_numbers(const char *text, double *v, size_t max)
{
	char *end;
	size_t n;

	for (n = 0; n < max; n++, text = end) {
		v[n] = strtod(text, &end);
		if (end == text)
			break;
	}
	return n;
}

static int check_value(const char *series, const char *what, double value, double expected)
{
	if (bench_near(value, expected, ROUNDING))
		return 0;
	pr_debug("%s: %s is %.17g, expected %.17g\n", series, what, value, expected);
	return 1;
}

static int check_reference(const struct reference *r)
{
	double v[SERIES_MAX], facts[REFERENCE_FACTS];
	size_t n = read_numbers(r->series, v, SERIES_MAX);
	struct bench_stats st;
	int failed = 0;

	if (!n || read_numbers(r->facts, facts, REFERENCE_FACTS) != REFERENCE_FACTS)
		return 1;

	bench_stats__compute(&st, v, n, 1);
	failed += check_value(r->name, "n", st.n, n);
	failed += check_value(r->name, "mean", st.mean, facts[0]);
	failed += check_value(r->name, "pstdev", st.pstdev, facts[1]);
	failed += check_value(r->name, "median", st.median, facts[2]);
	failed += check_value(r->name, "p10", bench_stats__percentile(v, n, 10), facts[3]);
	failed += check_value(r->name, "p97.5", bench_stats__percentile(v, n, 97.5), facts[4]);
	failed += check_value(r->name, "MAD", bench_stats__mad(v, n), facts[5]);
	failed += check_value(r->name, "min", st.min, bench_stats__percentile(v, n, 0));
	failed += check_value(r->name, "max", st.max, bench_stats__percentile(v, n, 100));
	failed += check_value(r->name, "outliers", st.outliers, r->outliers);
	if (n == 1)
		failed += !isnan(st.ci95.lo) || !isnan(st.ci95.hi);
	else
		failed += !(st.ci95.lo <= st.median && st.median <= st.ci95.hi);
	return failed;
}

static int test__reference(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	int failed = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(references); i++)
		failed += check_reference(&references[i]);
	return failed ? TEST_FAIL : TEST_OK;
}

static int test__unknown(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	const double none[] = { NAN, NAN };
	const double holes[] = { NAN, 3, INFINITY, 1, NAN, 2, -INFINITY };
	struct bench_stats st;

	bench_stats__compute(&st, NULL, 0, 1);
	TEST_ASSERT_VAL("no samples: n and outliers", !st.n && !st.outliers);
	TEST_ASSERT_VAL("no samples: the rest",
			isnan(st.mean) && isnan(st.pstdev) && isnan(st.median) && isnan(st.min) &&
			isnan(st.max) && isnan(st.ci95.lo) && isnan(st.ci95.hi));
	TEST_ASSERT_VAL("no samples: percentile, MAD",
			isnan(bench_stats__percentile(NULL, 0, 50)) &&
			isnan(bench_stats__mad(NULL, 0)));

	bench_stats__compute(&st, none, 2, 1);
	TEST_ASSERT_VAL("nothing known",
			!st.n && isnan(st.mean) && isnan(st.median) && isnan(st.ci95.lo));

	bench_stats__compute(&st, holes, ARRAY_SIZE(holes), 1);
	TEST_ASSERT_VAL("what is unknown is left out",
			st.n == 3 && st.mean == 2 && st.median == 2 && st.min == 1 && st.max == 3 &&
			isfinite(st.ci95.lo) && isfinite(st.ci95.hi));
	TEST_ASSERT_VAL("unknown share", isnan(bench_stats__percentile(holes, 7, NAN)));
	return TEST_OK;
}

static int test__random(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	int counts[3] = { 0 }, high = 0;
	struct bench_rng rng;
	unsigned int i;
	u64 r;

	bench_rng__init(&rng, 1234567);
	for (i = 0; i < ARRAY_SIZE(random_seed_1234567); i++)
		TEST_ASSERT_VAL("sequence", bench_rng__next(&rng) == random_seed_1234567[i]);

	TEST_ASSERT_VAL("bounds of 0 and 1",
			!bench_rng__below(&rng, 0) && !bench_rng__below(&rng, 1));
	for (i = 0; i < 3000; i++) {
		r = bench_rng__below(&rng, 3);
		TEST_ASSERT_VAL("bound of 3", r < 3);
		counts[r]++;
	}
	/* 1000 +- 4 sigma each */
	for (i = 0; i < 3; i++)
		TEST_ASSERT_VAL("even", counts[i] > 896 && counts[i] < 1104);

	/* A plain remainder would fall below 2^62 twice as often as above. */
	for (i = 0; i < 3000; i++)
		high += bench_rng__below(&rng, 3ULL << 62) >= 2ULL << 62;
	TEST_ASSERT_VAL("even up to a large bound", high > 896 && high < 1104);
	return TEST_OK;
}

static struct test_case tests__bench_stats[] = {
	TEST_CASE("bench stats: reference values", reference),
	TEST_CASE("bench stats: unknown samples", unknown),
	TEST_CASE("bench stats: random numbers", random),
	{ .name = NULL, }
};

struct test_suite suite__bench_stats = {
	.desc = "bench stats",
	.test_cases = tests__bench_stats,
};
