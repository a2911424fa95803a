// SPDX-License-Identifier: GPL-2.0
/* What describes one series of samples. Intervals and comparisons: stats-bootstrap.c. */
#include <math.h>
#include <stdlib.h>
#include "stats.h"

/*
 * Iglewicz and Hoaglin, "How to Detect and Handle Outliers" (1993): a modified z-score
 * above 3.5 is an outlier. The factors make the median, or where that is 0 the mean, of the
 * absolute deviations an estimate of sigma for normal samples: 1 / Phi^-1(3/4), sqrt(pi / 2).
 */
#define OUTLIER_Z		3.5
#define MEDIAN_DEV_SIGMA	1.482602218505602
#define MEAN_DEV_SIGMA		1.253314137315500

static int cmp_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/**
 * bench_stats__finite - copy a series without what is not a number
 * @v: the series
 * @n: its length
 * @kept: set to the length of the copy
 *
 * Return: the copy, in the same order, for the caller to free; NULL if nothing is left or
 * without memory (then @kept is 0).
 */
double *bench_stats__finite(const double *v, size_t n, size_t *kept)
{
	double *copy;
	size_t i;

	*kept = 0;
	copy = n ? malloc(n * sizeof(*copy)) : NULL;
	if (!copy)
		return NULL;

	for (i = 0; i < n; i++) {
		if (isfinite(v[i]))
			copy[(*kept)++] = v[i];
	}
	if (!*kept) {
		free(copy);
		return NULL;
	}
	return copy;
}

static double *sorted_copy(const double *v, size_t n, size_t *kept)
{
	double *copy = bench_stats__finite(v, n, kept);

	if (copy)
		qsort(copy, *kept, sizeof(*copy), cmp_double);
	return copy;
}

/* Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), definition 7. */
static double sorted_percentile(const double *s, size_t n, double p)
{
	double rank = p / 100 * (double)(n - 1);
	size_t i;

	if (!(rank > 0))
		return s[0];
	i = rank;
	if (i >= n - 1)
		return s[n - 1];
	/* Weights rather than a difference, which can overflow. */
	return s[i] * (1 - (rank - (double)i)) + s[i + 1] * (rank - (double)i);
}

static double sorted_median(const double *s, size_t n)
{
	return n % 2 ? s[n / 2] : s[n / 2 - 1] / 2 + s[n / 2] / 2;
}

/**
 * bench_stats__mean - arithmetic mean
 * @v: the series
 * @n: its length
 *
 * Return: the mean, in the unit of the samples; NAN if there are none.
 */
double bench_stats__mean(const double *v, size_t n)
{
	/* Wide enough on x86 for sums and squares of any doubles. */
	long double sum = 0;
	size_t i, nr = 0;

	for (i = 0; i < n; i++) {
		if (isfinite(v[i])) {
			sum += v[i];
			nr++;
		}
	}
	return nr ? (double)(sum / nr) : NAN;
}

/**
 * bench_stats__pstdev - population standard deviation: sqrt(sum((v - mean)^2) / n)
 * @v: the series
 * @n: its length
 *
 * Divides by n, not n - 1, as the tables on the kernel lists do.
 *
 * Return: the deviation, in the unit of the samples; NAN if there are none.
 */
double bench_stats__pstdev(const double *v, size_t n)
{
	long double d, sum = 0;
	double mean = bench_stats__mean(v, n);
	size_t i, nr = 0;

	for (i = 0; i < n; i++) {
		if (isfinite(v[i])) {
			d = (long double)v[i] - mean;
			sum += d * d;
			nr++;
		}
	}
	return nr ? (double)sqrtl(sum / nr) : NAN;
}

/**
 * bench_stats__median - the middle sample, or the mean of the two middle ones
 * @v: the series
 * @n: its length
 *
 * Return: the median, in the unit of the samples; NAN if there are none.
 */
double bench_stats__median(const double *v, size_t n)
{
	double *s = sorted_copy(v, n, &n);
	double median = s ? sorted_median(s, n) : NAN;

	free(s);
	return median;
}

/**
 * bench_stats__percentile - the value that a share of the samples stays below
 * @v: the series
 * @n: its length
 * @p: the share in percent, 0 (the smallest sample) to 100 (the largest)
 *
 * Interpolates linearly between samples: Hyndman and Fan (1996), definition 7.
 *
 * Return: the percentile, in the unit of the samples; NAN if there are none.
 */
double bench_stats__percentile(const double *v, size_t n, double p)
{
	double *s = sorted_copy(v, n, &n);
	double value = s && !isnan(p) ? sorted_percentile(s, n, p) : NAN;

	free(s);
	return value;
}

/**
 * bench_stats__mad - median of the absolute deviations from the median
 * @v: the series
 * @n: its length
 *
 * Hampel, "The Influence Curve and Its Role in Robust Estimation" (1974). Not scaled to sigma.
 *
 * Return: the deviation, in the unit of the samples; NAN if there are none.
 */
double bench_stats__mad(const double *v, size_t n)
{
	double *s = sorted_copy(v, n, &n);
	double median, mad;
	size_t i;

	if (!s)
		return NAN;

	median = sorted_median(s, n);
	for (i = 0; i < n; i++)
		s[i] = fabs(s[i] - median);
	mad = bench_stats__median(s, n);
	free(s);
	return mad;
}

/*
 * Where more than half of the samples are equal, as the steps of a clock make them, the MAD
 * is 0 and every other sample would be an outlier: Iglewicz and Hoaglin then take the mean.
 * For the same reason nothing within the floor is an outlier.
 */
static u64 count_outliers(const double *s, size_t n, double median)
{
	double limit, sigma = MEDIAN_DEV_SIGMA * bench_stats__mad(s, n);
	double sum = 0;
	u64 nr = 0;
	size_t i;

	if (sigma == 0) {
		for (i = 0; i < n; i++)
			sum += fabs(s[i] - median) / (double)n;
		sigma = MEAN_DEV_SIGMA * sum;
	}

	limit = fmax(OUTLIER_Z * sigma, BENCH_STATS_FLOOR * fabs(median));
	for (i = 0; i < n; i++)
		nr += fabs(s[i] - median) > limit;
	return nr;
}

/**
 * bench_stats__compute - all that is told of one series
 * @st: filled in
 * @v: the series, in the order in which it was measured
 * @n: its length
 * @seed: of the interval: the same seed gives the same interval
 */
void bench_stats__compute(struct bench_stats *st, const double *v, size_t n, u64 seed)
{
	size_t nr;
	double *s = sorted_copy(v, n, &nr);

	*st = (struct bench_stats) {
		.n	= nr,
		.mean	= bench_stats__mean(v, n),
		.pstdev	= bench_stats__pstdev(v, n),
		.median	= NAN,
		.min	= NAN,
		.max	= NAN,
		.ci95	= { NAN, NAN },
	};
	if (!s)
		return;

	st->median = sorted_median(s, nr);
	st->min = s[0];
	st->max = s[nr - 1];
	st->outliers = count_outliers(s, nr, st->median);
	free(s);

	bench_stats__interval(&st->ci95, v, n, seed);
}
