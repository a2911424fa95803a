// SPDX-License-Identifier: GPL-2.0
/* A workload of two functions, and the clock that it moves. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "scripted-machine.h"

struct scripted_machine scripted;

static void scripted_stamp(const struct bench_clock *clock __maybe_unused,
			   struct bench_stamp *stamp)
{
	stamp->ns = scripted.now;
	stamp->tsc = scripted.now * 2;
}

static u64 scripted_now(const struct bench_clock *clock __maybe_unused)
{
	return scripted.now;
}

static u64 scripted_cpu(const struct bench_clock *clock __maybe_unused)
{
	return scripted.now - scripted.away_sum;
}

static void scripted_progress(double share, u64 left_ns __maybe_unused)
{
	if (scripted.nr_share < SCRIPTED_SHARES_MAX)
		scripted.share[scripted.nr_share++] = share;
}

static int scripted_work(struct bench_worker *w, u64 loops)
{
	if (scripted.nr < SCRIPTED_LOG_MAX) {
		scripted.log[scripted.nr] = w->c->index;
		scripted.loops[scripted.nr] = loops;
	}
	scripted.nr++;
	if (scripted.nr == scripted.stop_at)
		scripted.stop = 1;
	if (scripted.nr == scripted.slow_at)
		scripted.now += 1000000000;
	w->ops[0] = scripted.nr;
	if (scripted.nr == scripted.fail_at)
		return bench_worker__fail(w, -EIO, "scripted to fail");
	scripted.now += loops * (scripted.cost[w->c->index] +
				 scripted.drift * (scripted.nr / 2) + scripted.away);
	scripted.away_sum += loops * scripted.away;
	return 0;
}

static int scripted_extra(struct bench_worker *w __maybe_unused, u64 loops __maybe_unused)
{
	scripted.now += scripted.extra;
	if (scripted.nr == scripted.late_at)
		scripted.now += 1000000000;
	return 0;
}

static void scripted_amount(const struct bench_plan *plan __maybe_unused,
			    const struct bench_case *c, int part __maybe_unused,
			    struct bench_amount *amount)
{
	amount->bytes = c->axis[BENCH_AXIS_SIZE];
	amount->ops = 1;
}

static int scripted_check(struct bench_worker *w)
{
	if (scripted.bad && !strcmp(scripted.bad, w->c->fn->name))
		return bench_worker__fail(w, -EILSEQ, "left a byte");
	return 0;
}

static const struct bench_function fn_a = { .name = "a", .desc = "scripted" };
static const struct bench_function fn_b = { .name = "b", .desc = "scripted" };
static const struct bench_function *const scripted_functions[] = { &fn_a, &fn_b, NULL };

static const struct bench_axis_use scripted_axes[] = { { BENCH_AXIS_SIZE, "4KB" } };

static const struct bench_part scripted_parts[] = {
	{ .name = "work", .run = scripted_work, .counted = true },
	{ .name = "extra", .run = scripted_extra },
};

static const struct bench_metric scripted_metrics[] = {
	{ .name = "bandwidth", .unit = BENCH_UNIT_BYTES_PER_SEC, .part = 0 },
	{ .name = "extra", .unit = BENCH_UNIT_NSEC_PER_OP, .part = 1 },
	{ .name = "ticks", .unit = BENCH_UNIT_CYCLES_PER_OP, .part = 0 },
	{
		.name	= "rest",
		.unit	= BENCH_UNIT_NSEC_PER_OP,
		.part	= 0,
		.less	= BENCH_LESS(1),
	}, {
		.name	= "rest of ticks",
		.unit	= BENCH_UNIT_CYCLES_PER_OP,
		.part	= 0,
		.less	= BENCH_LESS(1),
	}, {
		.name	= "rest of bandwidth",
		.unit	= BENCH_UNIT_BYTES_PER_SEC,
		.part	= 0,
		.less	= BENCH_LESS(1),
	},
};

static const char *const scripted_usage[] = { "fake", NULL };

const struct bench_workload scripted_workload = {
	.name			= "test/fake",
	.usage			= scripted_usage,
	.functions		= scripted_functions,
	.default_function	= "a,b",
	.axes			= scripted_axes,
	.nr_axes		= ARRAY_SIZE(scripted_axes),
	.parts			= scripted_parts,
	.nr_parts		= ARRAY_SIZE(scripted_parts),
	.metrics		= scripted_metrics,
	.nr_metrics		= ARRAY_SIZE(scripted_metrics),
	.amount			= scripted_amount,
	.check			= scripted_check,
};

/**
 * scripted__reset - a machine on which nothing was run yet
 * @cost_a: ns of one loop of the first case
 * @cost_b: and of the second
 */
void scripted__reset(u64 cost_a, u64 cost_b)
{
	memset(&scripted, 0, sizeof(scripted));
	scripted.clock.start = scripted_stamp;
	scripted.clock.stop = scripted_stamp;
	scripted.clock.cpu = scripted_cpu;
	scripted.clock.now = scripted_now;
	scripted.clock.tsc_hz = 2e9;
	scripted.now = 1000;
	scripted.cost[0] = cost_a;
	scripted.cost[1] = cost_b;
	scripted.extra = 7000;
}

/**
 * scripted_run__open_of - make the plan of a run
 * @r: the run
 * @w: what is run
 * @rounds: -r, or NULL
 * @loops: -l, or NULL
 * @seed: --seed
 *
 * Return: 0, or -1 if there is no such plan.
 */
int scripted_run__open_of(struct scripted_run *r, const struct bench_workload *w,
			  const char *rounds, const char *loops, const char *seed)
{
	int i;

	memset(r, 0, sizeof(*r));
	r->opts.function = "a,b";
	r->opts.axis[BENCH_AXIS_SIZE] = "4KB";
	r->opts.axis[BENCH_AXIS_THREADS] = scripted.threads ?: "1";
	r->opts.rounds = rounds;
	r->opts.loops = loops;
	r->opts.seed = seed;
	r->opts.time = scripted.time;
	r->opts.min_time = scripted.min_time;
	r->opts.no_counters = true;
	bench_results__init(&r->res);
	r->ret = bench_plan__init(&r->plan, w, &r->opts);
	if (r->ret)
		return -1;
	r->res.nr_metrics = ARRAY_SIZE(scripted_metrics);
	for (i = 0; i < r->plan.nr_cases; i++) {
		if (!bench_results__add_case(&r->res, r->plan.cases[i].fn->name))
			return -1;
	}
	return 0;
}

/**
 * scripted_run__open - the same of the scripted workload
 * @r: the run
 * @rounds: -r, or NULL
 * @loops: -l, or NULL
 * @seed: --seed
 *
 * Return: 0, or -1 if there is no such plan.
 */
int scripted_run__open(struct scripted_run *r, const char *rounds, const char *loops,
		       const char *seed)
{
	return scripted_run__open_of(r, &scripted_workload, rounds, loops, seed);
}

/**
 * scripted_run__sample - run the sampler over the plan
 * @r: the run; its @ret is the sampler's
 */
void scripted_run__sample(struct scripted_run *r)
{
	struct bench_sampler s = {
		.plan		= &r->plan,
		.clock		= &scripted.clock,
		.results	= &r->res,
		.stop		= &scripted.stop,
		.progress	= scripted_progress,
	};
	const char *error;

	s.crew = bench_crew__new(&r->plan, r->error, sizeof(r->error));
	if (!s.crew) {
		r->ret = -ENOMEM;
		return;
	}
	r->ret = bench_sampler__run(&s);
	error = bench_crew__error(s.crew);
	snprintf(r->error, sizeof(r->error), "%s", error ?: "");
	bench_crew__delete(s.crew);
}

/**
 * scripted_run__close - forget plan and results
 * @r: the run
 */
void scripted_run__close(struct scripted_run *r)
{
	bench_results__exit(&r->res);
	bench_plan__exit(&r->plan);
}
