// SPDX-License-Identifier: GPL-2.0
/*
 * Intervals, and comparisons by them: how often they hold what they should, under noise as
 * machines make it, and what is published.
 */
#include <math.h>
#include <stdlib.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "../bench/harness/stats.h"
#include "bench-near.h"
#include "debug.h"
#include "tests.h"

/* Differences that rounding may make. */
#define ROUNDING	(1 / 1e14)
#define SMALL		(1 / 1e9)

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
			bench_near(b.lo, a.lo * 1024, ROUNDING) &&
			bench_near(b.hi, a.hi * 1024, ROUNDING));
	bench_stats__interval(&b, v, 100, 8);
	TEST_ASSERT_VAL("another seed, nearly the same interval",
			bench_near(b.lo, a.lo, 0.001) && bench_near(b.hi, a.hi, 0.001));

	/* Samples that are all equal are so to what the clock can tell. */
	for (i = 0; i < 100; i++)
		v[i] = 8;
	bench_stats__interval(&a, v, 100, 7);
	TEST_ASSERT_VAL("floor",
			bench_near(a.lo, 8 * (1 - BENCH_STATS_FLOOR), ROUNDING) &&
			bench_near(a.hi, 8 * (1 + BENCH_STATS_FLOOR), ROUNDING));

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

static struct test_case tests__bench_stats_intervals[] = {
	TEST_CASE("bench stats intervals: edge cases", interval),
	TEST_CASE("bench stats intervals: coverage", coverage),
	TEST_CASE("bench stats intervals: published speedups", published),
	TEST_CASE("bench stats intervals: speedup in pairs", speedup),
	TEST_CASE("bench stats intervals: false alarms", false_alarms),
	TEST_CASE("bench stats intervals: change between runs", change),
	{ .name = NULL, }
};

struct test_suite suite__bench_stats_intervals = {
	.desc = "bench stats intervals",
	.test_cases = tests__bench_stats_intervals,
};
