// SPDX-License-Identifier: GPL-2.0
/*
 * How sure one can be of a median, and comparisons of two series.
 *
 * Samples that are neighbours in time resemble each other, so that intervals for independent
 * samples are too narrow. The circular block bootstrap draws runs of neighbours instead of
 * single samples: Kuensch, "The Jackknife and the Bootstrap for General Stationary
 * Observations" (1989); Politis and Romano, "A Circular Block-Resampling Procedure for
 * Stationary Data" (1992).
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "stats.h"

/* Resamples of one series; of long series fewer do, since their medians vary less. */
#define RESAMPLES	1000
#define RESAMPLES_LONG	500
#define LONG_SERIES	5000
/* Of so many samples the interval stays within their range: 2^-5 < 5%. */
#define WITHIN_RANGE	6

/**
 * struct resampled - medians of the resamples of one series
 * @median: of resample i
 * @nr: number of resamples
 * @blocks: number of blocks that a resample is made of: how much is known of the spread
 * @min: smallest of the series
 * @max: largest of the series
 * @n: length of the series
 */
struct resampled {
	double	median[RESAMPLES];
	int	nr;
	size_t	blocks;
	double	min;
	double	max;
	size_t	n;
};

/* Autocorrelation of @s, which has a mean of 0 and a variance of @var, at @lag. */
static double autocorrelation(const double *s, size_t n, size_t lag, double var)
{
	double sum = 0;
	size_t i;

	for (i = 0; i + lag < n; i++)
		sum += s[i] * s[i + lag];
	return sum / (double)n / var;
}

/*
 * Lag up to which samples depend on each other, for the flat-top window: twice the lag behind
 * which a run of autocorrelations is no larger than chance makes them.
 */
static size_t window(const double *s, size_t n, double var, size_t max_lag)
{
	size_t lag, quiet = 0, last = 0, need = fmax(5, ceil(sqrt(log10((double)n))));
	double chance = 2 * sqrt(log10((double)n) / (double)n);

	for (lag = 1; lag <= max_lag && quiet < need; lag++) {
		if (fabs(autocorrelation(s, n, lag, var)) < chance) {
			quiet++;
		} else {
			quiet = 0;
			last = lag;
		}
	}
	return 2 * last < max_lag ? 2 * last : max_lag;
}

/*
 * Length of a block: Politis and White, "Automatic Block-Length Selection for the Dependent
 * Bootstrap" (2004), with the correction of Patton, Politis and White (2009), applied to the
 * signs of the deviations, which are what moves a median. That is the best length for
 * variances; intervals covered better with blocks of twice that length, and of n^(1/3) at
 * least (simulated: AR(1) up to 0.6, normal, Cauchy, skewed and quantised noise, 5 to 1000
 * samples; and 2MB, 64KB, 4KB memsets against themselves). At least four blocks remain, of
 * four samples or more.
 */
static size_t block_length(const double *v, size_t n, double median, double *signs)
{
	double var = 0, mean = 0, g0 = 1, g1 = 0, rho, weight, b;
	size_t i, m, max_lag, most = n / 4;

	for (i = 0; i < n; i++) {
		signs[i] = (v[i] > median) - (v[i] < median);
		mean += signs[i] / (double)n;
	}
	for (i = 0; i < n; i++) {
		signs[i] -= mean;
		var += signs[i] * signs[i] / (double)n;
	}

	b = cbrt((double)n);
	if (var > 0 && n > 8) {
		max_lag = fmin((double)n - 1, ceil(sqrt((double)n)) + 5);
		m = window(signs, n, var, max_lag);
		for (i = 1; i <= m; i++) {
			rho = autocorrelation(signs, n, i, var);
			weight = fmin(1, 2 * (1 - (double)i / (double)m));
			g0 += 2 * weight * rho;
			g1 += 2 * weight * rho * (double)i;
		}
		/* Where samples alternate g0 comes near 0; longer blocks are not needed then. */
		g0 = fmax(g0, 0.2);
		b = fmax(b, 2 * cbrt(1.5 * (g1 / g0) * (g1 / g0) * (double)n));
	}

	if (most < 1)
		most = 1;
	b = ceil(b);
	return b < (double)most ? (size_t)b : most;
}

static int cmp_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Index of the first in @s that is not below @x. */
static u32 rank_of(const double *s, size_t n, double x)
{
	size_t lo = 0, hi = n, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (s[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Median of a resample of which only is known how often it has each value of @sorted. */
static double counted_median(const double *sorted, const u32 *count, size_t n)
{
	size_t seen, i = 0, j;

	for (seen = count[0]; seen <= (n - 1) / 2; seen += count[i])
		i++;
	j = i;
	for (; seen <= n / 2; seen += count[j])
		j++;
	return i == j ? sorted[i] : sorted[i] / 2 + sorted[j] / 2;
}

/* Draws resamples of @n >= 2 numbers. Counting ranks instead of sorting keeps it linear. */
static int resample(struct resampled *re, const double *v, size_t n, struct bench_rng *rng)
{
	double *sorted = malloc(n * sizeof(*sorted));
	double *signs = malloc(n * sizeof(*signs));
	u32 *rank = malloc(n * sizeof(*rank));
	u32 *count = malloc(n * sizeof(*count));
	size_t i, block, at, left, filled;
	int r, ret = -ENOMEM;

	if (!sorted || !signs || !rank || !count)
		goto out;

	memcpy(sorted, v, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), cmp_double);
	for (i = 0; i < n; i++)
		rank[i] = rank_of(sorted, n, v[i]);
	block = block_length(v, n, sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2, signs);

	re->min = sorted[0];
	re->max = sorted[n - 1];
	re->n = n;
	re->nr = n > LONG_SERIES ? RESAMPLES_LONG : RESAMPLES;
	re->blocks = n / block;
	for (r = 0; r < re->nr; r++) {
		memset(count, 0, n * sizeof(*count));
		for (filled = 0; filled < n; ) {
			at = bench_rng__below(rng, n);
			for (left = block; left && filled < n; left--, filled++) {
				count[rank[at]]++;
				if (++at == n)
					at = 0;
			}
		}
		re->median[r] = counted_median(sorted, count, n);
	}
	ret = 0;
out:
	free(sorted);
	free(signs);
	free(rank);
	free(count);
	return ret;
}

/**
 * bench_stats__student - the 97.5% point of Student's t distribution
 * @df: degrees of freedom
 *
 * From 6 degrees on by the expansion 26.7.5 of Abramowitz and Stegun, "Handbook of
 * Mathematical Functions" (1964), right to 0.1%.
 *
 * Return: t, NAN for none.
 */
double bench_stats__student(u64 df)
{
	static const double few[] = { NAN, 12.706, 4.303, 3.182, 2.776, 2.571 };
	double f = (double)df;

	if (df < ARRAY_SIZE(few))
		return few[df];
	return 1.95996 + 2.37227 / f + 2.82250 / (f * f) + 2.55585 / (f * f * f);
}

/*
 * The median of what the samples are drawn from lies beyond the smallest of n samples in 1 of
 * 2^n cases, and beyond the largest in as many: from 6 on, no interval of 95% need go there.
 */
static void stay_within(struct bench_interval *ci, double min, double max)
{
	ci->lo = fmax(ci->lo, min);
	ci->hi = fmin(ci->hi, max);
}

/*
 * The interval, from the spread of the resampled estimates. Two forms, of which the wider end
 * counts on either side. The expanded percentile interval of Hesterberg, "What Teachers Should
 * Know About the Bootstrap" (2015), section 5.2 follows skewed noise; estimate +- t x standard
 * error goes on beyond the samples where they are few. Both allow for the number of blocks.
 */
static void spread_interval(struct bench_interval *ci, double estimate, const struct resampled *re,
			    double floor)
{
	double wider = sqrt((double)re->blocks / (double)(re->blocks - 1));
	double t = bench_stats__student(re->blocks - 1);
	double tail = 50 * erfc(t * wider / M_SQRT2);
	double reach = t * wider * bench_stats__pstdev(re->median, re->nr);

	ci->lo = fmin(bench_stats__percentile(re->median, re->nr, tail), estimate - reach);
	ci->hi = fmax(bench_stats__percentile(re->median, re->nr, 100 - tail), estimate + reach);
	if (re->n >= WITHIN_RANGE)
		stay_within(ci, re->min, re->max);
	ci->lo = fmin(ci->lo, estimate - floor);
	ci->hi = fmax(ci->hi, estimate + floor);
}

static bool all_at_least_0(const double *v, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (v[i] < 0)
			return false;
	}
	return true;
}

/**
 * bench_stats__interval - 95% interval of the median
 * @ci: filled in; NAN below 2 samples
 * @v: the series, in the order in which it was measured
 * @n: its length
 * @seed: the same seed gives the same interval
 *
 * Never narrower than BENCH_STATS_FLOOR of the median on either side; never below 0 if no
 * sample is; not beyond the samples if they are six or more. With fewer it is wide: two of
 * them tell next to nothing.
 */
void bench_stats__interval(struct bench_interval *ci, const double *v, size_t n, u64 seed)
{
	double *copy = bench_stats__finite(v, n, &n);
	struct resampled re;
	struct bench_rng rng;
	double median;

	*ci = (struct bench_interval) { NAN, NAN };
	bench_rng__init(&rng, seed);
	if (n >= 2 && !resample(&re, copy, n, &rng)) {
		median = bench_stats__median(copy, n);
		spread_interval(ci, median, &re, BENCH_STATS_FLOOR * fabs(median));
		if (ci->lo < 0 && all_at_least_0(copy, n))
			ci->lo = 0;
	}
	free(copy);
}

/* Turns a ratio and its interval into percent; a ratio of what is not negative is not either. */
static void set_percent(struct bench_speedup *sp, double ratio, const struct bench_interval *ci)
{
	sp->percent = (ratio - 1) * 100;
	sp->ci95.lo = (fmax(ci->lo, 0) - 1) * 100;
	sp->ci95.hi = (ci->hi - 1) * 100;
	sp->noise = sp->ci95.lo <= 0 && sp->ci95.hi >= 0;
}

static double floor_of_ratio(double ratio)
{
	return BENCH_STATS_FLOOR * fmax(ratio, 1);
}

/**
 * bench_stats__speedup - one series against another, measured in the same rounds
 * @sp: filled in
 * @v: the series
 * @base: the one that it is compared with; @v[i] and @base[i] are of one round
 * @n: number of rounds
 * @less_is_better: the samples are times or cycles, not rates
 * @seed: the same seed gives the same interval
 *
 * The median of the per-round ratios: what disturbs a whole round falls on both sides and
 * cancels out, and what disturbs one sample is one ratio of many. The interval is never
 * narrower than BENCH_STATS_FLOOR (0.05 points) on either side. Pairs in which a sample is not a
 * number above 0 are left out.
 */
void bench_stats__speedup(struct bench_speedup *sp, const double *v, const double *base,
			  size_t n, bool less_is_better, u64 seed)
{
	double *ratio = n ? malloc(n * sizeof(*ratio)) : NULL;
	struct bench_interval ci;
	struct resampled re;
	struct bench_rng rng;
	double r, median;
	size_t i, nr = 0;

	*sp = (struct bench_speedup) { .percent = NAN, .ci95 = { NAN, NAN }, .noise = true };
	if (!ratio)
		return;

	for (i = 0; i < n; i++) {
		if (!isfinite(v[i]) || !isfinite(base[i]) || v[i] <= 0 || base[i] <= 0)
			continue;
		r = less_is_better ? base[i] / v[i] : v[i] / base[i];
		if (isfinite(r))
			ratio[nr++] = r;
	}
	sp->n = nr;
	median = bench_stats__median(ratio, nr);
	sp->percent = (median - 1) * 100;

	bench_rng__init(&rng, seed);
	if (nr >= 2 && !resample(&re, ratio, nr, &rng)) {
		spread_interval(&ci, median, &re, floor_of_ratio(median));
		set_percent(sp, median, &ci);
	}
	free(ratio);
}

/* Ratios of the resampled medians of two series; the shorter one limits what is known. */
static void divide(struct resampled *re, const struct resampled *base, bool less_is_better)
{
	int i;

	for (i = 0; i < re->nr && i < base->nr; i++) {
		re->median[i] /= base->median[i];
		if (less_is_better)
			re->median[i] = 1 / re->median[i];
	}
	re->nr = i;
	if (base->blocks < re->blocks)
		re->blocks = base->blocks;
	/* Where the ratio lies if either median lies anywhere within its samples. */
	re->min /= base->max;
	re->max /= base->min;
	if (less_is_better) {
		double min = re->min;

		re->min = 1 / re->max;
		re->max = 1 / min;
	}
	if (base->n < re->n)
		re->n = base->n;
}

/**
 * bench_stats__change - one series against another of a different run
 * @sp: filled in
 * @v: the series
 * @n: its length
 * @base: the one that it is compared with
 * @nbase: its length
 * @less_is_better: the samples are times or cycles, not rates
 * @seed: the same seed gives the same interval
 *
 * The ratio of the medians, since there are no pairs, with an interval from resamples of both
 * sides, each drawn by itself. It holds what varies within a run; what differs from run to run
 * (placement of memory, frequency, neighbours) it cannot know.
 */
void bench_stats__change(struct bench_speedup *sp, const double *v, size_t n, const double *base,
			 size_t nbase, bool less_is_better, u64 seed)
{
	double *copy = bench_stats__finite(v, n, &n);
	double *base_copy = bench_stats__finite(base, nbase, &nbase);
	double median = bench_stats__median(copy, n);
	double base_median = bench_stats__median(base_copy, nbase);
	struct resampled re, re_base;
	struct bench_interval ci;
	struct bench_rng rng;
	double ratio;

	*sp = (struct bench_speedup) { .percent = NAN, .ci95 = { NAN, NAN }, .noise = true };
	sp->n = n < nbase ? n : nbase;
	if (!(median > 0) || !(base_median > 0))
		goto out;

	ratio = less_is_better ? base_median / median : median / base_median;
	sp->percent = (ratio - 1) * 100;

	bench_rng__init(&rng, seed);
	if (n < 2 || nbase < 2 || resample(&re, copy, n, &rng) ||
	    resample(&re_base, base_copy, nbase, &rng))
		goto out;
	divide(&re, &re_base, less_is_better);
	spread_interval(&ci, ratio, &re, floor_of_ratio(ratio));
	set_percent(sp, ratio, &ci);
out:
	free(copy);
	free(base_copy);
}
