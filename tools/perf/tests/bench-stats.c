// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics against values that scripts/bench-stats-reference.py worked out with Python's
 * exact fractions, on edge cases, and by how often intervals hold what they should.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "../bench/harness/stats.h"
#include "debug.h"
#include "tests.h"

#define SERIES_MAX	10

/* Differences that rounding may make. */
#define ROUNDING	(1 / 1e14)
#define SMALL		(1 / 1e9)

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

static bool near(double a, double b, double tolerance)
{
	return fabs(a - b) <= tolerance * fabs(b);
}

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
	if (near(value, expected, ROUNDING))
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

/* Noise as machines make it: neighbours alike, and now and then a disturbance. */
struct noise {
	struct bench_rng	rng;
	double			state;
};

static double uniform(struct noise *noise)
{
	return ((double)(bench_rng__next(&noise->rng) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(struct noise *noise)
{
	double r = sqrt(-2 * log(uniform(noise)));

	return r * cos(2 * M_PI * uniform(noise));
}

static void noise__init(struct noise *noise, u64 seed)
{
	bench_rng__init(&noise->rng, seed);
	noise->state = normal(noise);
}

/* AR(1): variance 1, autocorrelation @phi. */
static double noise__next(struct noise *noise, double phi)
{
	noise->state = phi * noise->state + sqrt(1 - phi * phi) * normal(noise);
	return noise->state;
}

enum shape {
	NORMAL,
	HEAVY,
	STEPS,
	SHAPE_NR,
};

/* A sample round 100, of which the median is 100 whatever the shape. */
static double shaped(enum shape shape, double z)
{
	switch (shape) {
	case HEAVY:	/* as heavy as Cauchy's, by way of its quantiles */
		return 100 + tan(M_PI * (0.5 * erfc(-z / M_SQRT2) - 0.5));
	case STEPS:	/* of a clock, half as wide as the noise */
		return 100 + floor(2 * z + 0.5) / 2;
	case NORMAL:
	case SHAPE_NR:
	default:
		return 100 + z;
	}
}

static int cmp_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

#define COVER_TRIES	300
#define COVER_N_MAX	300

/*
 * Of 300 intervals that hold what they should in 95%, fewer than 93% would do so in 7 cases of
 * 100; seeds are fixed, so the answer is always the same. Intervals that know nothing of
 * neighbours hold it in 55 to 75% where phi is 0.6. And wide ones are no art: the median of
 * independent normal samples has a standard error of 1.25 / sqrt(n), and with phi a
 * square root of (1 + phi) / (1 - phi) more at most, so an interval may have 3.92 of that.
 */
static int check_coverage(enum shape shape, double phi, int n, double most)
{
	double v[COVER_N_MAX], width[COVER_TRIES], ideal, median_width;
	struct bench_interval ci;
	struct noise noise;
	int i, j, held = 0;

	noise__init(&noise, 42 + n);
	for (i = 0; i < COVER_TRIES; i++) {
		for (j = 0; j < 50; j++)
			noise__next(&noise, phi);
		for (j = 0; j < n; j++)
			v[j] = shaped(shape, noise__next(&noise, phi));
		bench_stats__interval(&ci, v, n, i);
		held += ci.lo <= 100 && 100 <= ci.hi;
		width[i] = ci.hi - ci.lo;
	}

	qsort(width, COVER_TRIES, sizeof(width[0]), cmp_double);
	median_width = width[COVER_TRIES / 2];
	ideal = 3.92 * 1.2533 * sqrt((1 + phi) / (1 - phi) / n);
	pr_debug("shape %d, phi %.1f, n %d: %.1f%% hold the median, width %.3f (ideal %.3f)\n",
		 shape, phi, n, 100.0 * held / COVER_TRIES, median_width, ideal);
	if (held * 100 < COVER_TRIES * 93)
		return 1;
	return shape == NORMAL && median_width > most * ideal;
}

static int test__coverage(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	int shape, failed = 0;

	for (shape = NORMAL; shape < SHAPE_NR; shape++) {
		failed += check_coverage(shape, 0, 5, 2);
		failed += check_coverage(shape, 0, 20, 1.7);
		failed += check_coverage(shape, 0, 100, 1.3);
		failed += check_coverage(shape, 0.3, 20, 1.7);
		failed += check_coverage(shape, 0.3, 100, 1.3);
		failed += check_coverage(shape, 0.6, 300, 1.2);
		failed += check_coverage(shape, 0.8, 300, 1.2);
	}
	return failed ? TEST_FAIL : TEST_OK;
}

static int test__interval(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	double v[100], scaled[100];
	struct bench_interval a, b;
	struct noise noise;
	int i;

	noise__init(&noise, 3);
	for (i = 0; i < 100; i++) {
		v[i] = 100 + noise__next(&noise, 0);
		scaled[i] = v[i] * 1024;
	}

	bench_stats__interval(&a, v, 100, 7);
	bench_stats__interval(&b, v, 100, 7);
	TEST_ASSERT_VAL("the same seed, the same interval", a.lo == b.lo && a.hi == b.hi);
	bench_stats__interval(&b, scaled, 100, 7);
	TEST_ASSERT_VAL("the unit does not matter",
			near(b.lo, a.lo * 1024, ROUNDING) && near(b.hi, a.hi * 1024, ROUNDING));
	bench_stats__interval(&b, v, 100, 8);
	TEST_ASSERT_VAL("another seed, nearly the same interval",
			near(b.lo, a.lo, 0.001) && near(b.hi, a.hi, 0.001));

	/* Samples that are all equal are so to what the clock can tell. */
	for (i = 0; i < 100; i++)
		v[i] = 8;
	bench_stats__interval(&a, v, 100, 7);
	TEST_ASSERT_VAL("floor",
			near(a.lo, 8 * (1 - BENCH_STATS_FLOOR), ROUNDING) &&
			near(a.hi, 8 * (1 + BENCH_STATS_FLOOR), ROUNDING));

	/* A median beyond all of many samples is less likely than 5%, however wild they are. */
	for (i = 0; i < 100; i++)
		v[i] = i < 50 ? 1 + i % 3 : 1000 + i % 7;
	for (i = 6; i <= 100; i += 47) {
		bench_stats__interval(&a, v + (100 - i) / 2, i, 7);
		TEST_ASSERT_VAL("within the samples", a.lo >= 1 * (1 - BENCH_STATS_FLOOR) &&
				a.hi <= 1006 * (1 + BENCH_STATS_FLOOR));
	}
	bench_stats__interval(&a, v + 48, 5, 7);
	TEST_ASSERT_VAL("unless they are few", a.hi > 1006);

	/* Two samples tell little: t is 12.7. And no bandwidth is below 0. */
	v[0] = 1;
	v[1] = 2;
	bench_stats__interval(&a, v, 2, 7);
	TEST_ASSERT_VAL("two samples", a.lo == 0 && a.hi > 4);
	v[0] = -1;
	bench_stats__interval(&a, v, 2, 7);
	TEST_ASSERT_VAL("unless samples are", a.lo < -1);
	bench_stats__interval(&a, v, 1, 7);
	TEST_ASSERT_VAL("one sample", isnan(a.lo) && isnan(a.hi));
	return TEST_OK;
}

/* Means as printed on the kernel lists: base, new, speedup. */
static int test__published(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const double rows[][3] = {
		{ 17.35, 11.83,  -31.81 },	/* Broadwell, 16MB */
		{  5.42, 11.78, 117.34 },	/* 1024MB */
		{  5.41, 11.76, 117.37 },	/* 4096MB */
		{ 15.39, 14.56,   -5.39 },	/* Rome, 16MB */
		{ 11.04, 14.49,  31.25 },	/* 128MB */
		{ 11.86, 16.54,  39.46 },	/* 1024MB */
		{ 11.89, 16.49,  38.68 },	/* 4096MB */
	};
	double base, v, rounding;
	struct bench_speedup sp;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		base = rows[i][0];
		v = rows[i][1];
		/* What two decimals of each of the three figures leave open. */
		rounding = 100 * v / base * (0.005 / v + 0.005 / base) + 0.005;

		bench_stats__speedup(&sp, &v, &base, 1, false, 1);
		pr_debug("%.2f to %.2f: %+.2f%%, published %+.2f%%\n", base, v, sp.percent,
			 rows[i][2]);
		TEST_ASSERT_VAL("published speedup", fabs(sp.percent - rows[i][2]) <= rounding);
		TEST_ASSERT_VAL("one round proves nothing",
				sp.n == 1 && sp.noise && isnan(sp.ci95.lo) && isnan(sp.ci95.hi));
		bench_stats__change(&sp, &v, 1, &base, 1, false, 1);
		TEST_ASSERT_VAL("published change", fabs(sp.percent - rows[i][2]) <= rounding);
		TEST_ASSERT_VAL("one sample proves nothing",
				sp.n == 1 && sp.noise && isnan(sp.ci95.lo));
	}
	return TEST_OK;
}

#define PAIRS	200

static int test__speedup(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	double v[PAIRS], base[PAIRS], times[PAIRS], base_times[PAIRS];
	struct bench_speedup sp, of_times;
	struct noise noise;
	int i;

	/* 1% faster, on a machine that gets slower by half, with a little noise. */
	noise__init(&noise, 5);
	for (i = 0; i < PAIRS; i++) {
		base[i] = 20 - 10.0 * i / PAIRS;
		v[i] = 1.01 * base[i] * (1 + 0.002 * noise__next(&noise, 0));
		/* and each tenth sample disturbed */
		if (i % 10 == 3)
			v[i] /= 3;
		if (i % 10 == 8)
			base[i] /= 2;
		times[i] = 1 / v[i];
		base_times[i] = 1 / base[i];
	}
	bench_stats__speedup(&sp, v, base, PAIRS, false, 1);
	TEST_ASSERT_VAL("speedup under drift", fabs(sp.percent - 1) < 0.1);
	TEST_ASSERT_VAL("its interval",
			sp.ci95.lo > 0.8 && sp.ci95.lo < sp.percent && sp.ci95.hi < 1.2 &&
			sp.ci95.hi > sp.percent);
	TEST_ASSERT_VAL("is no noise", !sp.noise && sp.n == PAIRS);

	bench_stats__speedup(&of_times, times, base_times, PAIRS, true, 1);
	TEST_ASSERT_VAL("times give the same",
			fabs(of_times.percent - sp.percent) < SMALL &&
			fabs(of_times.ci95.lo - sp.ci95.lo) < SMALL);
	bench_stats__speedup(&of_times, times, base_times, PAIRS, false, 1);
	TEST_ASSERT_VAL("more of a count is more",
			of_times.percent < -0.9 && !of_times.noise && of_times.ci95.hi < 0);

	/* Against itself, and against itself in another unit. */
	bench_stats__speedup(&sp, v, v, PAIRS, false, 1);
	TEST_ASSERT_VAL("the same", sp.percent == 0 && sp.noise);
	TEST_ASSERT_VAL("floor",
			fabs(sp.ci95.lo + 0.05) < SMALL && fabs(sp.ci95.hi - 0.05) < SMALL);
	for (i = 0; i < PAIRS; i++)
		v[i] = 2 * base[i];
	bench_stats__speedup(&sp, v, base, PAIRS, false, 1);
	TEST_ASSERT_VAL("twice",
			sp.percent == 100 && !sp.noise && fabs(sp.ci95.lo - 99.9) < SMALL &&
			fabs(sp.ci95.hi - 100.1) < SMALL);
	bench_stats__speedup(&sp, v, base, PAIRS, true, 1);
	TEST_ASSERT_VAL("half", sp.percent == -50 && fabs(sp.ci95.hi + 49.95) < SMALL);

	/* What is unknown on one side takes its pair along. */
	for (i = 0; i < PAIRS; i += 4) {
		v[i] = NAN;
		base[i + 1] = i % 8 ? 0 : INFINITY;
	}
	bench_stats__speedup(&sp, v, base, PAIRS, false, 1);
	TEST_ASSERT_VAL("half of the pairs", sp.percent == 100 && sp.n == PAIRS / 2 && !sp.noise);
	bench_stats__speedup(&sp, v, base, 2, false, 1);
	TEST_ASSERT_VAL("none", isnan(sp.percent) && !sp.n && sp.noise && isnan(sp.ci95.lo));
	bench_stats__speedup(&sp, NULL, NULL, 0, false, 1);
	TEST_ASSERT_VAL("nothing", isnan(sp.percent) && !sp.n && sp.noise && isnan(sp.ci95.hi));
	return TEST_OK;
}

/* Two runs of one function: the machine drifts within each, samples are disturbed. */
static int test__false_alarms(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	double v[100], base[100], drift;
	int i, j, paired = 0, unpaired = 0, tries = 200;
	struct bench_speedup sp;
	struct noise noise;

	noise__init(&noise, 11);
	for (i = 0; i < tries; i++) {
		for (j = 0; j < 100; j++) {
			drift = noise__next(&noise, 0.98);
			v[j] = 100 + 3 * drift + normal(&noise);
			base[j] = 100 + 3 * drift + normal(&noise);
			if (uniform(&noise) < 0.1)
				v[j] /= 1 + 2 * uniform(&noise);
			if (uniform(&noise) < 0.1)
				base[j] /= 1 + 2 * uniform(&noise);
		}
		bench_stats__speedup(&sp, v, base, 100, false, i);
		paired += !sp.noise;

		for (j = 0; j < 100; j++) {
			v[j] = 100 + noise__next(&noise, 0.3);
			base[j] = 100 + noise__next(&noise, 0.3);
		}
		/* Of different lengths, as runs are. */
		bench_stats__change(&sp, v, 100, base, 60, i % 2, i);
		unpaired += !sp.noise;
	}
	pr_debug("false alarms in %d comparisons: %d paired, %d unpaired\n",
		 tries, paired, unpaired);
	TEST_ASSERT_VAL("at most 7% of pairs", paired * 100 <= tries * 7);
	TEST_ASSERT_VAL("at most 7% of two runs", unpaired * 100 <= tries * 7);
	return TEST_OK;
}

static int test__change(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	double v[PAIRS], base[PAIRS];
	struct bench_speedup sp, back;
	struct noise noise;
	int i;

	noise__init(&noise, 9);
	for (i = 0; i < PAIRS; i++) {
		v[i] = 110 + noise__next(&noise, 0);
		base[i] = 100 + normal(&noise);
	}
	base[3] = NAN;
	v[5] = INFINITY;
	bench_stats__change(&sp, v, PAIRS, base, PAIRS / 2, false, 1);
	TEST_ASSERT_VAL("10% more", fabs(sp.percent - 10) < 0.5 && !sp.noise);
	TEST_ASSERT_VAL("its interval",
			sp.ci95.lo > 9 && sp.ci95.lo < 10 && sp.ci95.hi > 10 && sp.ci95.hi < 11);
	TEST_ASSERT_VAL("samples of the shorter one", sp.n == PAIRS / 2 - 1);

	bench_stats__change(&back, v, PAIRS, base, PAIRS / 2, true, 1);
	TEST_ASSERT_VAL("of times that is a loss",
			fabs(back.percent + 100 - 100 / 1.1) < 0.5 && !back.noise &&
			back.ci95.hi < 0);

	bench_stats__change(&sp, v, PAIRS, v, PAIRS, false, 1);
	TEST_ASSERT_VAL("the same", sp.percent == 0 && sp.noise);
	bench_stats__change(&sp, NULL, 0, base, PAIRS, false, 1);
	TEST_ASSERT_VAL("nothing", isnan(sp.percent) && sp.noise && !sp.n);
	base[0] = 0;
	bench_stats__change(&sp, v, PAIRS, base, 1, false, 1);
	TEST_ASSERT_VAL("against 0", isnan(sp.percent) && sp.noise && isnan(sp.ci95.lo));
	return TEST_OK;
}

static struct test_case tests__bench_stats[] = {
	TEST_CASE("bench stats: reference values", reference),
	TEST_CASE("bench stats: unknown samples", unknown),
	TEST_CASE("bench stats: random numbers", random),
	TEST_CASE("bench stats: intervals", interval),
	TEST_CASE("bench stats: coverage of intervals", coverage),
	TEST_CASE("bench stats: published speedups", published),
	TEST_CASE("bench stats: speedup in pairs", speedup),
	TEST_CASE("bench stats: false alarms", false_alarms),
	TEST_CASE("bench stats: change between runs", change),
	{ .name = NULL, }
};

struct test_suite suite__bench_stats = {
	.desc = "bench stats",
	.test_cases = tests__bench_stats,
};
