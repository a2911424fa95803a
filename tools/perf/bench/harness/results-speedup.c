// SPDX-License-Identifier: GPL-2.0
/*
 * One case against the base function: paired by round where there are samples, from
 * mean and pstdev where only those were kept (tables out of mails).
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "results.h"

/**
 * bench_case_result__same_point - whether two cases differ in the function only
 * @a: a case
 * @b: another
 */
bool bench_case_result__same_point(const struct bench_case_result *a,
				   const struct bench_case_result *b)
{
	return a->block == b->block && !memcmp(a->axis, b->axis, sizeof(a->axis));
}

static bool is_partner(const struct bench_case_result *b, const struct bench_case_result *cr,
		       const char *function)
{
	return bench_case_result__same_point(b, cr) && !strcmp(b->function, function);
}

/**
 * bench_results__partner - the case of a function at the same point as a case
 * @res: the result
 * @cr: the case, one of the result's
 * @function: name of the function
 *
 * Looks at the neighbours first: that is where a block has its cases, and a merged file has
 * many thousands.
 *
 * Return: the case in the same block, which may be @cr itself; NULL if there is none.
 */
const struct bench_case_result *bench_results__partner(const struct bench_results *res,
						       const struct bench_case_result *cr,
						       const char *function)
{
	const struct bench_case_result *end = res->cases + res->nr_cases;
	const struct bench_case_result *below = cr, *above = cr;

	while (below > res->cases || above < end) {
		if (above < end && is_partner(above++, cr, function))
			return above - 1;
		if (below > res->cases && is_partner(--below, cr, function))
			return below;
	}
	return NULL;
}

/**
 * bench_results__base_of - the case that a case is compared with
 * @res: the result
 * @cr: the case, one of the result's
 *
 * Return: the case of the base function at the same point and in the same block, which is
 * @cr itself for the base; NULL if there is none.
 */
const struct bench_case_result *bench_results__base_of(const struct bench_results *res,
						       const struct bench_case_result *cr)
{
	return res->base ? bench_results__partner(res, cr, res->base) : NULL;
}

static double square(double x)
{
	return x * x;
}

/*
 * Two independent means: the variance of the logarithm of their ratio is the sum of the
 * relative variances of the means (delta method); t with the smaller sample's degrees of
 * freedom is on the safe side.
 */
static void from_summaries(struct bench_speedup *sp, const struct bench_stats *v,
			   const struct bench_stats *base, bool less_is_better)
{
	double mv = isfinite(v->mean) ? v->mean : v->median;
	double mb = isfinite(base->mean) ? base->mean : base->median;
	double ratio = less_is_better ? mb / mv : mv / mb;
	u64 n = min(v->n, base->n);
	double half;

	if (!isfinite(ratio) || ratio <= 0)
		return;
	sp->percent = (ratio - 1) * 100;
	sp->n = n;
	if (n < 2)
		return;
	half = bench_stats__student(n - 1) * sqrt(square(v->pstdev / mv) / (v->n - 1) +
					 square(base->pstdev / mb) / (base->n - 1));
	if (!isfinite(half))
		return;
	if (half < BENCH_STATS_FLOOR)
		half = BENCH_STATS_FLOOR;
	sp->ci95.lo = (ratio * exp(-half) - 1) * 100;
	sp->ci95.hi = (ratio * exp(half) - 1) * 100;
	sp->noise = sp->ci95.lo <= 0 && sp->ci95.hi >= 0;
}

static double smallest(const struct bench_series *s)
{
	double min = INFINITY;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		if (s->v[i] > 0 && s->v[i] < min)
			min = s->v[i];
	}
	return min;
}

/*
 * A time that is what is left of a difference may be 0 or less, by noise. Left out, it would
 * shift the median of the others; as something smaller than all of them it keeps its rank,
 * and a ratio can be made of it. A rate is never 0 or less.
 */
static double rankable(double v, double least, bool difference)
{
	return difference && v <= 0 ? least / 2 : v;
}

/* Rounds in which either value is unknown or no ratio can be made of it pair with nothing. */
static size_t keep_pairs(double *v, double *base, const struct bench_series *s,
			 const struct bench_series *b, bool difference)
{
	double least = smallest(s), least_base = smallest(b);
	size_t i, n = 0, nr = min(s->nr, b->nr);

	for (i = 0; i < nr; i++) {
		v[n] = rankable(s->v[i], least, difference);
		base[n] = rankable(b->v[i], least_base, difference);
		if (isfinite(v[n]) && isfinite(base[n]) && v[n] > 0 && base[n] > 0)
			n++;
	}
	return n;
}

static size_t keep_known(double *v, const struct bench_series *s, bool difference)
{
	double least = smallest(s);
	size_t i, n = 0;

	for (i = 0; i < s->nr; i++) {
		v[n] = rankable(s->v[i], least, difference);
		if (isfinite(v[n]) && v[n] > 0)
			n++;
	}
	return n;
}

static int from_samples(struct bench_speedup *sp, const struct bench_series *s,
			const struct bench_series *base, bool paired, bool less_is_better, u64 seed)
{
	double *v = calloc(s->nr + base->nr, sizeof(*v)), *b;
	size_t n, nbase;

	if (!v)
		return -ENOMEM;
	b = v + s->nr;
	if (paired) {
		n = keep_pairs(v, b, s, base, less_is_better);
		if (n)
			bench_stats__speedup(sp, v, b, n, less_is_better, seed);
	} else {
		n = keep_known(v, s, less_is_better);
		nbase = keep_known(b, base, less_is_better);
		if (n && nbase)
			bench_stats__change(sp, v, n, b, nbase, less_is_better, seed);
	}
	free(v);
	return 0;
}

/**
 * bench_series__speedup - one series against another
 * @sp: in percent, more is better; all NAN and noise set where it cannot be told
 * @s: the series
 * @base: what it is compared with
 * @paired: value i of both is of the same round
 * @less_is_better: of their unit
 * @seed: of the bootstrap
 *
 * Where either has no samples, mean, pstdev and count have to do.
 *
 * Return: 0 or -ENOMEM.
 */
int bench_series__speedup(struct bench_speedup *sp, const struct bench_series *s,
			  const struct bench_series *base, bool paired, bool less_is_better,
			  u64 seed)
{
	*sp = (struct bench_speedup){
		.percent = NAN, .ci95 = { NAN, NAN }, .noise = true,
	};
	if (s->nr && base->nr)
		return from_samples(sp, s, base, paired, less_is_better, seed);
	from_summaries(sp, &s->st, &base->st, less_is_better);
	return 0;
}

/**
 * bench_results__speedup - a case's headline metric against the base function's
 * @res: the result
 * @cr: the case
 * @sp: in percent, more is better; all NAN and noise set where it cannot be told
 *
 * Return: 0; -ENOENT if there is no base, or @cr is the base, or either has no numbers;
 * -ENOMEM.
 */
int bench_results__speedup(const struct bench_results *res, const struct bench_case_result *cr,
			   struct bench_speedup *sp)
{
	const struct bench_case_result *base = bench_results__base_of(res, cr);
	int err;

	*sp = (struct bench_speedup){
		.percent = NAN, .ci95 = { NAN, NAN }, .noise = true,
	};
	if (!base || !strcmp(cr->function, base->function))
		return -ENOENT;
	err = bench_series__speedup(sp, &cr->metric[0], &base->metric[0], true,
				    res->metrics[0].less_is_better, res->seed);
	if (err)
		return err;
	return isfinite(sp->percent) ? 0 : -ENOENT;
}
