/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_STATS_H
#define BENCH_HARNESS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

/*
 * Pure functions over arrays of doubles. Unknown is NAN: printers turn it into
 * "-" or null. A sample that is NAN or infinite is left out, and with it its pair.
 * Nothing here allocates without freeing, prints, or keeps state; without memory
 * the answer is NAN.
 */

/* No interval claims to be narrower than the clock and the machine allow: 0.05%. */
#define BENCH_STATS_FLOOR	0.0005

/**
 * struct bench_interval - a 95% interval
 * @lo: lower end, NAN if unknown
 * @hi: upper end, NAN if unknown
 */
struct bench_interval {
	double	lo;
	double	hi;
};

/**
 * struct bench_stats - what is known of one series of samples
 * @n: number of samples that are numbers; everything below is NAN when it is 0
 * @mean: arithmetic mean
 * @pstdev: population standard deviation, in the unit of the samples
 * @median: middle sample, or the mean of the two middle ones
 * @min: smallest sample
 * @max: largest sample
 * @ci95: 95% interval of the median, by block bootstrap; NAN below 2 samples
 * @outliers: samples further than 3.5 scaled MADs from the median
 */
struct bench_stats {
	u64			n;
	double			mean;
	double			pstdev;
	double			median;
	double			min;
	double			max;
	struct bench_interval	ci95;
	u64			outliers;
};

/**
 * struct bench_speedup - one series against another, paired round by round
 * @percent: (v / base - 1) x 100: median of the per-round ratios; for a unit where
 *	less is better the ratio is base / v, so that more is always better
 * @ci95: its 95% interval, in percent
 * @noise: the interval holds 0, or is not known
 * @n: number of pairs; for two series that are not paired, samples of the shorter one
 */
struct bench_speedup {
	double			percent;
	struct bench_interval	ci95;
	bool			noise;
	u64			n;
};

/* stats.c: what describes one series. */
void bench_stats__compute(struct bench_stats *st, const double *v, size_t n, u64 seed);
double bench_stats__mean(const double *v, size_t n);
double bench_stats__pstdev(const double *v, size_t n);
double bench_stats__median(const double *v, size_t n);
double bench_stats__percentile(const double *v, size_t n, double p);
double bench_stats__mad(const double *v, size_t n);
double *bench_stats__finite(const double *v, size_t n, size_t *kept);

/* stats-bootstrap.c: how sure one can be, and comparisons. */
void bench_stats__interval(struct bench_interval *ci, const double *v, size_t n, u64 seed);
void bench_stats__speedup(struct bench_speedup *sp, const double *v, const double *base,
			  size_t n, bool less_is_better, u64 seed);
void bench_stats__change(struct bench_speedup *sp, const double *v, size_t n, const double *base,
			 size_t nbase, bool less_is_better, u64 seed);

/* rng.c */

/**
 * struct bench_rng - a small seeded generator: the same seed gives the same run
 * @s: its state
 */
struct bench_rng {
	u64	s;
};

void bench_rng__init(struct bench_rng *rng, u64 seed);
u64 bench_rng__next(struct bench_rng *rng);
u64 bench_rng__below(struct bench_rng *rng, u64 bound);

double bench_stats__student(u64 df);

#endif /* BENCH_HARNESS_STATS_H */
