// SPDX-License-Identifier: GPL-2.0
/*
 * Merging the cases of two runs.
 *
 * Samples of equal cases are appended where that keeps rounds paired: cases that were
 * sampled together in both runs, all of them as often. Other cases stay apart. Files may hold
 * any number of cases, so they are looked up in sorted lists.
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include "results-files.h"

/* Of cases that are in a file more than once, no more than that many are looked at. */
#define EQUALS_MAX	16

/**
 * struct block_case - a case, listed by block
 * @block: its block
 * @at: its place in the results
 */
struct block_case {
	int	block;
	int	at;
};

/**
 * struct merging - one file being merged into another
 * @res: the results that grow
 * @add: what is added
 * @index: the cases that @res had before
 * @old: the same by block
 * @nr_old: how many
 * @new: the cases of @add by block
 */
struct merging {
	struct bench_results		*res;
	struct bench_results		*add;
	struct bench_case_index		index;
	struct block_case		*old;
	int				nr_old;
	struct block_case		*new;
};

static int by_block(const void *a, const void *b)
{
	const struct block_case *p = a, *q = b;

	if (p->block != q->block)
		return p->block < q->block ? -1 : 1;
	return p->at < q->at ? -1 : p->at > q->at;
}

static struct block_case *list_blocks(const struct bench_results *res)
{
	struct block_case *list = calloc(res->nr_cases + 1, sizeof(*list));
	int i;

	for (i = 0; list && i < res->nr_cases; i++)
		list[i] = (struct block_case) { .block = res->cases[i].block, .at = i };
	if (list)
		qsort(list, res->nr_cases, sizeof(*list), by_block);
	return list;
}

/* Number of cases in the block of the first of a list. */
static int run_length(const struct block_case *list, int nr)
{
	int n = 0;

	while (n < nr && list[n].block == list[0].block)
		n++;
	return n;
}

static int old_block_size(const struct merging *m, int block)
{
	int lo = 0, hi = m->nr_old, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (m->old[mid].block < block)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < m->nr_old && m->old[lo].block == block ?
	       run_length(m->old + lo, m->nr_old - lo) : 0;
}

static struct bench_case_result *find_in_block(const struct merging *m, int block,
					       const struct bench_case_result *like)
{
	const struct bench_case_result *cr;
	int nth;

	for (nth = 0; nth < EQUALS_MAX; nth++) {
		cr = bench_case_index__find(&m->index, like, nth);
		if (!cr)
			break;
		if (cr->block == block)
			return m->res->cases + (cr - m->res->cases);
	}
	return NULL;
}

/* A summary of nobody knows how many samples cannot be weighed against another one. */
static bool is_countable(const struct bench_series *s)
{
	return s->nr || s->st.n || (isnan(s->st.mean) && isnan(s->st.median));
}

/*
 * Whether the @nr cases listed are those of block @to, and in each of the two runs all have as
 * many samples as the first: then appending keeps rounds together.
 */
static bool fits(const struct merging *m, const struct block_case *list, int nr, int to)
{
	const struct bench_case_result *first = &m->add->cases[list[0].at];
	const struct bench_case_result *first_old = find_in_block(m, to, first);
	int i, k;

	if (!first_old || old_block_size(m, to) != nr)
		return false;
	for (i = 0; i < nr; i++) {
		const struct bench_case_result *cr = &m->add->cases[list[i].at];
		const struct bench_case_result *old = find_in_block(m, to, cr);

		if (!old || old->failed || cr->failed)
			return false;
		for (k = 0; k < m->add->nr_metrics; k++) {
			if (!old->metric[k].nr != !cr->metric[k].nr ||
			    !is_countable(&old->metric[k]) || !is_countable(&cr->metric[k]) ||
			    old->metric[k].nr != first_old->metric[k].nr ||
			    cr->metric[k].nr != first->metric[k].nr)
				return false;
		}
	}
	return true;
}

/* The block that the listed cases can be appended to, -1: none. */
static int find_block(const struct merging *m, const struct block_case *list, int nr)
{
	const struct bench_case_result *like = &m->add->cases[list[0].at], *cr;
	int nth;

	for (nth = 0; nth < EQUALS_MAX; nth++) {
		cr = bench_case_index__find(&m->index, like, nth);
		if (!cr)
			break;
		if (fits(m, list, nr, cr->block))
			return cr->block;
	}
	return -1;
}

/* Mean and deviation of two sets of samples together, of which both numbers are known. */
static void pool_summaries(struct bench_stats *st, const struct bench_stats *add)
{
	double n = (double)st->n + add->n;
	double mean, var;

	mean = (st->n * st->mean + add->n * add->mean) / n;
	var = (st->n * (st->pstdev * st->pstdev + (st->mean - mean) * (st->mean - mean)) +
	       add->n * (add->pstdev * add->pstdev + (add->mean - mean) * (add->mean - mean))) / n;
	*st = (struct bench_stats) {
		.n = st->n + add->n, .mean = mean, .pstdev = sqrt(var), .median = NAN,
		.min = fmin(st->min, add->min), .max = fmax(st->max, add->max),
		.ci95 = { NAN, NAN },
	};
}

/* Means of rounds, so weighted by their number. */
static double weighted(double a, u64 na, double b, u64 nb)
{
	return (a * na + b * nb) / ((double)na + nb);
}

static void merge_counter(struct bench_counter_result *c, const struct bench_counter_result *add)
{
	char *name = c->name;
	u64 nc = c->rounds, na = add->rounds;

	if (add->state != BENCH_COUNTER_COUNTED || !na)
		return;
	if (c->state != BENCH_COUNTER_COUNTED || !nc) {
		*c = *add;
		c->name = name;
		return;
	}
	c->value = weighted(c->value, nc, add->value, na);
	c->running = weighted(c->running, nc, add->running, na);
	c->per_line = weighted(c->per_line, nc, add->per_line, na);
	c->per_page = weighted(c->per_page, nc, add->per_page, na);
	c->per_op = weighted(c->per_op, nc, add->per_op, na);
	c->rounds += na;
}

static int merge_counters(struct bench_case_result *cr, struct bench_case_result *add)
{
	struct bench_counter_result *grown;
	int i, j;

	for (i = 0; i < add->nr_counters; i++) {
		for (j = 0; j < cr->nr_counters; j++) {
			if (!strcmp(cr->counters[j].name, add->counters[i].name))
				break;
		}
		if (j < cr->nr_counters) {
			merge_counter(&cr->counters[j], &add->counters[i]);
			continue;
		}
		grown = realloc(cr->counters, (cr->nr_counters + 1) * sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		cr->counters = grown;
		grown[cr->nr_counters++] = add->counters[i];
		add->counters[i].name = NULL;
	}
	return 0;
}

/* Of the rounds merged so far: the summary is computed anew only when all are. */
static u64 rounds_of(const struct bench_case_result *cr)
{
	return cr->metric[0].nr ?: cr->metric[0].st.n;
}

static double merged(double a, u64 na, double b, u64 nb)
{
	if (!isfinite(a) || !isfinite(b))
		return isfinite(a) ? a : b;
	return weighted(a, na, b, nb);
}

static int merge_case(struct bench_case_result *cr, struct bench_case_result *add, int nr_metrics)
{
	u64 rounds = rounds_of(cr), more = rounds_of(add);
	size_t i;
	int m;

	cr->spread = merged(cr->spread, rounds, add->spread, more);
	cr->ipc = merged(cr->ipc, rounds, add->ipc, more);
	for (m = 0; m < nr_metrics; m++) {
		if (!cr->metric[m].nr && cr->metric[m].st.n)
			pool_summaries(&cr->metric[m].st, &add->metric[m].st);
		for (i = 0; i < add->metric[m].nr; i++) {
			if (bench_series__add(&cr->metric[m], add->metric[m].v[i]))
				return -ENOMEM;
		}
	}
	return merge_counters(cr, add);
}

/* Move a case over, with all that it owns, to a block of its own run. */
static int move_case(struct bench_results *res, struct bench_case_result *add, int block)
{
	struct bench_case_result *cr = bench_results__add_case(res, add->function);
	char *copy;

	if (!cr)
		return -ENOMEM;
	copy = cr->function;
	*cr = *add;
	cr->block = block;
	memset(add, 0, sizeof(*add));
	add->function = copy;
	return 0;
}

/* Append the samples of all blocks that have a counterpart, and mark the others. */
static int append_blocks(struct merging *m)
{
	int at, nr, i, to, ret;

	for (at = 0; at < m->add->nr_cases; at += nr) {
		struct block_case *list = m->new + at;

		nr = run_length(list, m->add->nr_cases - at);
		to = find_block(m, list, nr);
		for (i = 0; i < nr; i++) {
			struct bench_case_result *cr = &m->add->cases[list[i].at];

			if (to < 0)
				continue;
			ret = merge_case(find_in_block(m, to, cr), cr, m->res->nr_metrics);
			if (ret)
				return ret;
			list[i].at = -1;
		}
	}
	return 0;
}

/* The blocks that are left become new ones. Cases of @res move, so its index is stale then. */
static int move_blocks(struct merging *m, int block)
{
	int at, nr, i, ret;

	for (at = 0; at < m->add->nr_cases; at += nr) {
		struct block_case *list = m->new + at;

		nr = run_length(list, m->add->nr_cases - at);
		if (list[0].at < 0)
			continue;
		if (block == INT_MAX)
			return -ERANGE;
		for (i = 0; i < nr; i++) {
			ret = move_case(m->res, &m->add->cases[list[i].at], block);
			if (ret)
				return ret;
		}
		block++;
	}
	return 0;
}

static int next_block(const struct merging *m)
{
	int last = m->nr_old ? m->old[m->nr_old - 1].block : -1;

	return last < INT_MAX ? last + 1 : INT_MAX;
}

/**
 * bench_results__merge - add the cases and notes of one run to those of another
 * @res: what grows; its statistics are to be computed anew
 * @add: of the same benchmark, axes and metrics; what it held is taken out of it
 *
 * Return: 0, -ENOMEM, or -ERANGE if there are no numbers left for blocks.
 */
int bench_results__merge(struct bench_results *res, struct bench_results *add)
{
	struct merging m = { .res = res, .add = add, .nr_old = res->nr_cases };
	int i, ret = -ENOMEM;

	m.old = list_blocks(res);
	m.new = list_blocks(add);
	if (!m.old || !m.new || bench_case_index__init(&m.index, res))
		goto out;

	ret = append_blocks(&m);
	if (!ret)
		ret = move_blocks(&m, next_block(&m));
	for (i = 0; i < add->nr_notes && !ret; i++)
		ret = bench_results__note(res, "%s", add->notes[i]);
	res->partial |= add->partial;
	res->spent.total += add->spent.total;
	res->spent.faulting += add->spent.faulting;
	res->spent.warm_up += add->spent.warm_up;
	res->spent.timed += add->spent.timed;
	res->spent.preempted += add->spent.preempted;
out:
	bench_case_index__exit(&m.index);
	free(m.old);
	free(m.new);
	return ret;
}
