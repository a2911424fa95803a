// SPDX-License-Identifier: GPL-2.0
/* What a part takes whose time is taken off another's: the median of the last few. */
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "baseline.h"

static int cmp_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of an even number the lower one: what disturbs only ever adds. */
static double lower_median(const double *v, u64 nr)
{
	double sorted[BENCH_BASELINE_NR];

	nr = min_t(u64, nr, BENCH_BASELINE_NR);
	if (!nr)
		return 0;
	memcpy(sorted, v, nr * sizeof(*v));
	qsort(sorted, nr, sizeof(*sorted), cmp_double);
	return sorted[(nr - 1) / 2];
}

/**
 * bench_baseline__add - note what the part took in one more sample
 * @b: the case's, all zero if it is new; begins anew when the loops change
 * @loops: loops of the sample
 * @ns: its window
 * @tsc: its ticks, of all workers
 */
void bench_baseline__add(struct bench_baseline *b, u64 loops, double ns, double tsc)
{
	if (b->loops != loops)
		b->nr = 0;
	b->loops = loops;
	b->ns[b->nr % BENCH_BASELINE_NR] = ns;
	b->tsc[b->nr % BENCH_BASELINE_NR] = tsc;
	b->nr++;
}

/**
 * bench_baseline__ns - how long the part takes
 * @b: the case's
 *
 * Return: ns of a sample, the median of the last few; 0 if there were none.
 */
double bench_baseline__ns(const struct bench_baseline *b)
{
	return lower_median(b->ns, b->nr);
}

/**
 * bench_baseline__tsc - how many ticks the part takes
 * @b: the case's
 *
 * Return: ticks of a sample, as bench_baseline__ns().
 */
double bench_baseline__tsc(const struct bench_baseline *b)
{
	return lower_median(b->tsc, b->nr);
}
