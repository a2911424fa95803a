// SPDX-License-Identifier: GPL-2.0
/*
 * At one extent: the best cached and the best NT way over all runs of a CPU model, and how
 * much one gains over the other.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include "results-verdict.h"

#define VERDICT_SEED	1

/**
 * struct candidate - one function with one chunk, over the files that measured it
 * @cr: a case of it
 * @sum_log: of the best score in each file
 * @nr: files
 * @file: the last of them
 * @best: its best score: merging leaves equal cases of different blocks in a file
 */
struct candidate {
	const struct bench_case_result	*cr;
	double				sum_log;
	int				nr;
	int				file;
	double				best;
};

struct candidates {
	struct candidate	*v;
	int			nr;
};

static bool wanted(const struct bench_case_result *cr, const struct bench_verdict_rule *rule)
{
	if (cr->failed)
		return false;
	return rule->simd || (!strstr(cr->function, "avx") && !strstr(cr->function, "sse"));
}

static bool at_extent(const struct bench_case_result *cr, const struct bench_verdict_extent *ext)
{
	return cr->axis[BENCH_AXIS_PAGE] == ext->page &&
	       cr->axis[BENCH_AXIS_THREADS] == ext->threads &&
	       cr->axis[BENCH_AXIS_SIZE] == ext->size;
}

/**
 * bench_verdict__chunk - how a case cleared its extent
 * @cr: the case
 *
 * Return: bytes of a call, 0: all at once, as is a chunk that the extent does not fill.
 */
u64 bench_verdict__chunk(const struct bench_case_result *cr)
{
	u64 chunk = cr->axis[BENCH_AXIS_CHUNK];

	return chunk < cr->axis[BENCH_AXIS_SIZE] ? chunk : 0;
}

/* The same function with the same chunk, at the same point otherwise. */
static bool same_way(const struct bench_case_result *a, const struct bench_case_result *b)
{
	int axis;

	for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
		if (axis != BENCH_AXIS_CHUNK && a->axis[axis] != b->axis[axis])
			return false;
	}
	return !strcmp(a->function, b->function) &&
	       bench_verdict__chunk(a) == bench_verdict__chunk(b);
}

/* Logarithm of the headline, so that more is better; NAN if there is none. */
static double score(const struct bench_results *res, const struct bench_case_result *cr)
{
	const struct bench_stats *st = &cr->metric[0].st;
	double v = isfinite(st->median) ? st->median : st->mean;

	if (!(v > 0))
		return NAN;
	return res->metrics[0].less_is_better ? -log(v) : log(v);
}

static void add_score(struct candidate *c, int file, double s)
{
	if (c->file != file) {
		c->file = file;
		c->sum_log += s;
		c->nr++;
		c->best = s;
	} else if (s > c->best) {
		c->sum_log += s - c->best;
		c->best = s;
	}
}

static int add_candidate(struct candidates *c, const struct bench_case_result *cr, int file,
			 double s)
{
	struct candidate *grown;
	int i;

	for (i = 0; i < c->nr; i++) {
		if (same_way(c->v[i].cr, cr)) {
			add_score(&c->v[i], file, s);
			return 0;
		}
	}
	grown = realloc(c->v, (c->nr + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	c->v = grown;
	grown[c->nr++] = (struct candidate) {
		.cr = cr, .sum_log = s, .nr = 1, .file = file, .best = s,
	};
	return 0;
}

/* Measured by most files first, then fastest in the geometric mean over them. */
static void pick(struct bench_verdict_pick *p, const struct candidates *c, bool weak,
		 bool less_is_better)
{
	const struct candidate *best = NULL, *one;
	int i;

	for (i = 0; i < c->nr; i++) {
		one = &c->v[i];
		if (one->cr->weak != weak)
			continue;
		if (!best || one->nr > best->nr ||
		    (one->nr == best->nr && one->sum_log > best->sum_log))
			best = one;
	}
	*p = (struct bench_verdict_pick) { .value = NAN };
	if (!best)
		return;
	p->function = best->cr->function;
	p->chunk = bench_verdict__chunk(best->cr);
	p->value = exp((less_is_better ? -1 : 1) * best->sum_log / best->nr);
}

/* The best of a file's cases that are the pick; of one block, if that is not NULL. */
static const struct bench_case_result *find_pick(const struct bench_results *res,
						 const struct bench_verdict_extent *ext,
						 const struct bench_verdict_pick *p,
						 const int *block)
{
	const struct bench_case_result *cr, *best = NULL;
	int i;

	for (i = 0; i < res->nr_cases; i++) {
		cr = &res->cases[i];
		if (!p->function || !at_extent(cr, ext) || cr->failed ||
		    (block && cr->block != *block) ||
		    bench_verdict__chunk(cr) != p->chunk || strcmp(cr->function, p->function))
			continue;
		if (!best || score(res, cr) > score(res, best))
			best = cr;
	}
	return best;
}

/* Sampled in the same rounds: paired. Otherwise the two stand for themselves. */
static int gain_in(const struct bench_results *res, const struct bench_verdict_extent *ext,
		   struct bench_speedup *gain)
{
	const struct bench_case_result *nt = find_pick(res, ext, &ext->nt, NULL);
	const struct bench_case_result *cached = nt ?
		find_pick(res, ext, &ext->cached, &nt->block) ?:
		find_pick(res, ext, &ext->cached, NULL) : NULL;
	bool less_is_better = res->metrics[0].less_is_better;

	*gain = (struct bench_speedup) {
		.percent = NAN, .ci95 = { NAN, NAN }, .noise = true,
	};
	if (!nt || !cached)
		return 0;
	return bench_series__speedup(gain, &nt->metric[0], &cached->metric[0],
				     nt->block == cached->block, less_is_better, VERDICT_SEED);
}

static double lead_over(const struct bench_results *res, const struct bench_verdict_extent *ext,
			const struct bench_verdict_pick *own, const struct bench_verdict_pick *p)
{
	const struct bench_case_result *a = find_pick(res, ext, own, NULL);
	const struct bench_case_result *b = find_pick(res, ext, p, NULL);

	return a && b ? (exp(score(res, a) - score(res, b)) - 1) * 100 : NAN;
}

/**
 * bench_verdict__combine - join what the files say about an extent
 * @ext: its runs are filled; gain is the result
 *
 * The gain is the median of theirs, its interval the hull of theirs: a claim holds only if
 * it holds on each host.
 */
void bench_verdict__combine(struct bench_verdict_extent *ext)
{
	struct bench_speedup *gain = &ext->gain;
	double *percent = calloc(ext->nr_runs + 1, sizeof(*percent));
	bool unknown = false;
	int i, n = 0;

	*gain = (struct bench_speedup) {
		.percent = NAN, .ci95 = { INFINITY, -INFINITY }, .noise = true,
	};
	for (i = 0; i < ext->nr_runs && percent; i++) {
		const struct bench_speedup *one = &ext->runs[i].gain;

		if (!isfinite(one->percent))
			continue;
		percent[n++] = one->percent;
		unknown |= !isfinite(one->ci95.lo) || !isfinite(one->ci95.hi);
		gain->ci95.lo = fmin(gain->ci95.lo, one->ci95.lo);
		gain->ci95.hi = fmax(gain->ci95.hi, one->ci95.hi);
	}
	if (n) {
		gain->percent = bench_stats__median(percent, n);
		gain->n = n;
	}
	if (!n || unknown) {
		gain->ci95.lo = NAN;
		gain->ci95.hi = NAN;
	} else {
		gain->noise = gain->ci95.lo <= 0 && gain->ci95.hi >= 0;
	}
	free(percent);
}

static int fill_extent(struct bench_verdict_extent *ext, const struct bench_verdict_model *model,
		       const struct bench_results_files *files,
		       const struct bench_verdict_rule *rule)
{
	bool less_is_better = files->v[model->first].res.metrics[0].less_is_better;
	struct candidates all = { .nr = 0 };
	int f, i, ret = -ENOMEM;

	ext->runs = calloc(model->nr_files, sizeof(*ext->runs));
	if (!ext->runs)
		return -ENOMEM;
	for (f = 0; f < model->nr_files; f++) {
		const struct bench_results *res = &files->v[model->files[f]].res;
		struct bench_verdict_run *run = &ext->runs[ext->nr_runs];
		struct candidates own = { .nr = 0 };
		double s;

		for (i = 0; i < res->nr_cases; i++) {
			const struct bench_case_result *cr = &res->cases[i];

			if (!at_extent(cr, ext) || !wanted(cr, rule))
				continue;
			s = score(res, cr);
			if (!isfinite(s))
				continue;
			if (add_candidate(&all, cr, f, s) || add_candidate(&own, cr, f, s)) {
				free(own.v);
				goto out;
			}
		}
		run->file = model->files[f];
		pick(&run->nt, &own, true, less_is_better);
		pick(&run->cached, &own, false, less_is_better);
		ext->nr_runs += own.nr != 0;
		free(own.v);
	}
	pick(&ext->nt, &all, true, less_is_better);
	pick(&ext->cached, &all, false, less_is_better);
	for (i = 0; i < ext->nr_runs; i++) {
		struct bench_verdict_run *run = &ext->runs[i];
		const struct bench_results *res = &files->v[run->file].res;

		run->nt_lead = lead_over(res, ext, &run->nt, &ext->nt);
		run->cached_lead = lead_over(res, ext, &run->cached, &ext->cached);
		ret = gain_in(res, ext, &run->gain);
		if (ret)
			goto out;
	}
	bench_verdict__combine(ext);
	ret = 0;
out:
	free(all.v);
	return ret;
}

static int by_extent(const void *a, const void *b)
{
	const struct bench_verdict_extent *p = a, *q = b;

	if (p->page != q->page)
		return p->page < q->page ? -1 : 1;
	if (p->threads != q->threads)
		return p->threads < q->threads ? -1 : 1;
	return p->size < q->size ? -1 : p->size > q->size;
}

static int add_extent(struct bench_verdict_model *model, const struct bench_case_result *cr)
{
	struct bench_verdict_extent *ext;
	int i;

	for (i = 0; i < model->nr_extents; i++) {
		if (at_extent(cr, &model->extents[i]))
			return 0;
	}
	ext = realloc(model->extents, (model->nr_extents + 1) * sizeof(*ext));
	if (!ext)
		return -ENOMEM;
	model->extents = ext;
	ext += model->nr_extents++;
	memset(ext, 0, sizeof(*ext));
	ext->page = cr->axis[BENCH_AXIS_PAGE];
	ext->threads = cr->axis[BENCH_AXIS_THREADS];
	ext->size = cr->axis[BENCH_AXIS_SIZE];
	return 0;
}

/**
 * bench_verdict__extents - find and fill the extents that files of a model measured
 * @model: its files are set; extents are the result
 * @files: all files
 * @rule: which functions count
 *
 * Return: 0 or -ENOMEM.
 */
int bench_verdict__extents(struct bench_verdict_model *model,
			   const struct bench_results_files *files,
			   const struct bench_verdict_rule *rule)
{
	int f, i;

	for (f = 0; f < model->nr_files; f++) {
		const struct bench_results *res = &files->v[model->files[f]].res;

		for (i = 0; i < res->nr_cases; i++) {
			if (wanted(&res->cases[i], rule) && add_extent(model, &res->cases[i]))
				return -ENOMEM;
		}
	}
	qsort(model->extents, model->nr_extents, sizeof(*model->extents), by_extent);
	for (i = 0; i < model->nr_extents; i++) {
		if (fill_extent(&model->extents[i], model, files, rule))
			return -ENOMEM;
	}
	return 0;
}
