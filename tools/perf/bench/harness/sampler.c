// SPDX-License-Identifier: GPL-2.0
/*
 * Rounds of samples. A round takes one sample of every case of a block in a random order,
 * so that drift of the machine falls on all of them alike; short samples keep the ticks of
 * the machine out of most of them.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "page.h"
#include "sample.h"
#include "sampler.h"
#include "sampler-jobs.h"
#include "size.h"

#define MIN_ROUNDS	20
/* A case with counters gets at least this many rounds of each pass. */
#define MIN_PASS_ROUNDS	3
/* No sample repeats its operation more often than this. */
#define MAX_LOOPS	((u64)1 << 30)

/**
 * struct block_run - a block while it is being sampled
 * @s: the sampler
 * @first: its first case
 * @nr: its number of cases
 * @threads: workers
 * @order: indices of its cases in the order of this round
 * @loops: loops of a sample, per case
 * @failed: case is not timed
 * @baselines: what parts take whose time is taken off, per case
 * @values: what this round gave: nr x metrics; counted only when the round is complete
 * @rounds: complete rounds so far
 * @start_ns: when its timed rounds began
 */
struct block_run {
	struct bench_sampler	*s;
	const struct bench_case	*first;
	int			nr;
	int			threads;
	int			*order;
	u64			*loops;
	bool			*failed;
	struct bench_baseline	(*baselines)[BENCH_PARTS_MAX];
	double			(*values)[BENCH_METRICS_MAX];
	u64			rounds;
	u64			start_ns;
};

static u64 now_ns(const struct bench_sampler *s)
{
	return s->clock->now(s->clock);
}

/* Nanoseconds from then to now, NAN if either could not be read: compare so that it holds. */
static double since(const struct bench_sampler *s, u64 then)
{
	u64 now = now_ns(s);

	return now == BENCH_CLOCK_UNKNOWN || then == BENCH_CLOCK_UNKNOWN ? NAN : now - then;
}

static int nr_passes(const struct bench_sampler *s)
{
	return s->counters ? max(bench_counters__nr_passes(s->counters), 1) : 1;
}

static struct bench_case_result *result_of(struct block_run *b, int i)
{
	return &b->s->results->cases[b->first[i].index];
}

/* Of the regions that were just mapped: numbers of base pages must not pass for thp's. */
static int note_base_pages(struct bench_sampler *s)
{
	char huge_str[BENCH_SIZE_STR_MAX], len_str[BENCH_SIZE_STR_MAX];
	u64 huge = 0, len = 0;
	int i;

	for (i = 0; i < s->plan->max_threads; i++) {
		huge += bench_crew__worker(s->crew, i)->mem_huge;
		len += bench_crew__worker(s->crew, i)->mem_len;
	}
	if (huge >= len)
		return 0;
	return bench_results__note(s->results, "page thp: only %s of %s came in huge pages",
				   bench_size__str(huge, huge_str, sizeof(huge_str)),
				   bench_size__str(len, len_str, sizeof(len_str)));
}

static int call(struct bench_sampler *s, int nr, int (*fn)(struct bench_worker *,
							   const struct bench_job *),
		const struct bench_case *c, u64 arg)
{
	struct bench_job job = { .fn = fn, .c = c, .arg = arg };

	return bench_crew__call(s->crew, nr, &job);
}

static int prepare_case(struct block_run *b, int i)
{
	struct bench_sampler *s = b->s;
	const struct bench_case *c = &b->first[i];
	int ret;

	ret = call(s, b->threads, bench_job__prepare, c, 0);
	if (ret || !s->plan->w->check)
		return ret;
	ret = call(s, 1, bench_job__check, c, (uintptr_t)s);
	if (!ret)
		return 0;
	/* A function that does not do what it says is told of, and the others go on. */
	b->failed[i] = true;
	ret = bench_results__set_string(&result_of(b, i)->failed, bench_crew__error(s->crew));
	bench_crew__forget(s->crew);
	return ret;
}

static int take_sample(struct block_run *b, int i, int pass, struct bench_sample *sample)
{
	return bench_sample__take(sample, b->s, &b->first[i], b->threads, b->loops[i], pass,
				  b->baselines[i]);
}

static bool loops_are_fixed(const struct block_run *b)
{
	return b->s->plan->loops || b->s->plan->w->fixed_loops;
}

static u64 min_time(const struct block_run *b)
{
	return b->threads > 1 ? b->s->plan->min_time_crew_ns : b->s->plan->min_time_ns;
}

/* Enough loops that a sample is --min-time long; the samples on the way there warm up. */
static int find_loops(struct block_run *b, int i)
{
	u64 least = min_time(b);
	struct bench_sample sample;
	double more;
	int ret;

	for (;;) {
		ret = take_sample(b, i, BENCH_SAMPLE_WARM_UP, &sample);
		if (ret || *b->s->stop)
			return ret;
		if (sample.shortest_ns >= least || b->loops[i] >= MAX_LOOPS)
			return 0;
		more = b->loops[i] * 10.0;
		if (sample.shortest_ns > least / 10)
			more = (double)b->loops[i] * least / sample.shortest_ns + 1;
		b->loops[i] = more < MAX_LOOPS ? more : MAX_LOOPS;
	}
}

/*
 * The sample that said how many loops are enough may have been disturbed, and each one behind it
 * would be far too short: the warm-up round gives a second opinion.
 */
static int correct_loops(struct block_run *b, int i, const struct bench_sample *sample)
{
	if (loops_are_fixed(b) || sample->shortest_ns >= min_time(b) / 2 ||
	    b->loops[i] >= MAX_LOOPS)
		return 0;
	return find_loops(b, i);
}

static void shuffle(struct bench_rng *rng, int *order, int nr)
{
	int i;

	for (i = nr - 1; i > 0; i--) {
		int j = bench_rng__below(rng, i + 1);
		int other = order[j];

		order[j] = order[i];
		order[i] = other;
	}
}

static bool interrupted(const struct block_run *b)
{
	return *b->s->stop;
}

/* 0: the round is complete; 1: interrupted; negative: failed */
static int take_round(struct block_run *b, struct bench_rng *rng, bool warm_up)
{
	int pass = warm_up ? BENCH_SAMPLE_WARM_UP : (int)(b->rounds % nr_passes(b->s));
	struct bench_sample sample;
	int k, i, ret;

	shuffle(rng, b->order, b->nr);
	for (k = 0; k < b->nr; k++) {
		if (interrupted(b))
			return 1;
		i = b->order[k];
		if (b->failed[i])
			continue;
		ret = take_sample(b, i, pass, &sample);
		if (ret)
			return ret;
		/* It may have ended early, see struct bench_worker. */
		if (interrupted(b))
			return 1;
		if (warm_up) {
			ret = correct_loops(b, i, &sample);
			if (ret)
				return ret;
			continue;
		}
		memcpy(b->values[i], sample.value, sizeof(b->values[i]));
		ret = bench_sample__fold(&sample, b->s, b->threads, b->loops[i], pass,
					 result_of(b, i));
		if (ret)
			return ret;
	}
	return 0;
}

static int keep_round(struct block_run *b)
{
	int i, m, ret = 0;

	for (i = 0; i < b->nr; i++) {
		if (b->failed[i])
			continue;
		for (m = 0; m < b->s->results->nr_metrics && !ret; m++)
			ret = bench_series__add(&result_of(b, i)->metric[m], b->values[i][m]);
	}
	b->rounds++;
	return ret;
}

static bool want_more(const struct block_run *b)
{
	const struct bench_plan *plan = b->s->plan;
	u64 least = (u64)MIN_PASS_ROUNDS * nr_passes(b->s);

	if (plan->rounds)
		return b->rounds < plan->rounds;
	if (b->rounds < MIN_ROUNDS || b->rounds < least)
		return true;
	return b->rounds < plan->most_rounds &&
	       since(b->s, b->start_ns) < (double)plan->time_ns * b->nr;
}

/* How much of this block is done, 0..1, by whichever of rounds and time ends it. */
static double block_share(const struct block_run *b)
{
	const struct bench_plan *plan = b->s->plan;
	double by_rounds, by_time;

	if (plan->rounds)
		return (double)b->rounds / plan->rounds;
	by_time = since(b->s, b->start_ns) / ((double)plan->time_ns * b->nr);
	by_time = min(by_time, (double)b->rounds / MIN_ROUNDS);
	by_rounds = (double)b->rounds / plan->most_rounds;
	by_time = max(by_rounds, by_time);
	return min(by_time, 1.0);
}

static void tell_progress(const struct block_run *b, u64 run_start)
{
	const struct bench_plan *plan = b->s->plan;
	double done, share, spent;

	if (!b->s->progress)
		return;
	spent = since(b->s, run_start);
	if (isnan(spent))
		return;
	done = b->first->index + block_share(b) * b->nr;
	share = done / plan->nr_cases;
	b->s->progress(share, share > 0 ? (u64)(spent * (1 - share) / share) : 0);
}

static int run_rounds(struct block_run *b, struct bench_rng *rng, u64 run_start)
{
	int ret;

	ret = take_round(b, rng, true);
	b->start_ns = now_ns(b->s);
	while (!ret && want_more(b)) {
		ret = take_round(b, rng, false);
		if (!ret)
			ret = keep_round(b);
		if (!ret)
			tell_progress(b, run_start);
	}
	return ret;
}

static int block_alloc(struct block_run *b)
{
	int i;

	b->order = calloc(b->nr, sizeof(*b->order));
	b->loops = calloc(b->nr, sizeof(*b->loops));
	b->failed = calloc(b->nr, sizeof(*b->failed));
	b->baselines = calloc(b->nr, sizeof(*b->baselines));
	b->values = calloc(b->nr, sizeof(*b->values));
	if (!b->order || !b->loops || !b->failed || !b->baselines || !b->values)
		return -ENOMEM;
	for (i = 0; i < b->nr; i++)
		b->order[i] = i;
	return 0;
}

static void block_free(struct block_run *b)
{
	free(b->order);
	free(b->loops);
	free(b->failed);
	free(b->baselines);
	free(b->values);
}

static int run_block(struct bench_sampler *s, const struct bench_block *block,
		     struct bench_rng *rng, u64 run_start)
{
	struct block_run b = {
		.s	 = s,
		.first	 = &s->plan->cases[block->first],
		.nr	 = block->nr,
		.threads = s->plan->cases[block->first].axis[BENCH_AXIS_THREADS],
	};
	int i, ready = 0, ret;

	ret = block_alloc(&b);
	while (!ret && ready < b.nr && !interrupted(&b))
		ret = prepare_case(&b, ready++);
	for (i = 0; !ret && i < ready && !interrupted(&b); i++) {
		b.loops[i] = s->plan->w->fixed_loops ? 1 : s->plan->loops ?: 1;
		/* Where there is nothing to find, the warm-up round warms up enough. */
		if (!b.failed[i] && !loops_are_fixed(&b))
			ret = find_loops(&b, i);
	}
	if (!ret)
		ret = interrupted(&b) ? 1 : run_rounds(&b, rng, run_start);
	for (i = 0; i < ready; i++)
		result_of(&b, i)->loops = b.loops[i];
	for (i = 0; i < ready; i++)
		call(s, b.threads, bench_job__finish, &b.first[i], 0);
	block_free(&b);
	return ret;
}

/**
 * bench_sampler__run - run the plan
 * @s: what to work with; s->results must hold a case for each of the plan's, in its order
 *
 * Blocks one after the other; regions are mapped and faulted in once a page kind. An
 * interrupt (s->stop) ends it after the sample that runs: complete rounds are kept, and of
 * what was counted that of the last round's samples too; s->results->partial is set.
 *
 * Return: 0, also when interrupted; negative errno when a worker failed, with the text in
 * bench_crew__error().
 */
int bench_sampler__run(struct bench_sampler *s)
{
	const struct bench_plan *plan = s->plan;
	struct bench_spent *spent = &s->results->spent;
	u64 start = now_ns(s), page = 0, before;
	struct bench_rng rng;
	bool mapped = false;
	int i, ret = 0;

	*spent = (struct bench_spent){ 0, 0, 0, 0, 0 };
	bench_rng__init(&rng, plan->seed);
	for (i = 0; i < plan->nr_blocks && !ret; i++) {
		const struct bench_case *c = &plan->cases[plan->blocks[i].first];

		if (!mapped || page != c->axis[BENCH_AXIS_PAGE]) {
			page = c->axis[BENCH_AXIS_PAGE];
			mapped = true;
			before = now_ns(s);
			ret = call(s, plan->max_threads, bench_job__map, c,
				   bench_plan__region(plan, page));
			spent->faulting += since(s, before) / 1e9;
			if (!ret && bench_page__kind(page) == BENCH_PAGE_THP)
				ret = note_base_pages(s);
		}
		if (!ret)
			ret = run_block(s, &plan->blocks[i], &rng, start);
	}
	call(s, plan->max_threads, bench_job__unmap, &plan->cases[0], 0);
	spent->total = since(s, start) / 1e9;
	if (ret == 1) {
		s->results->partial = true;
		ret = 0;
	}
	return ret;
}
