/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TESTS_SCRIPTED_MACHINE_H
#define TESTS_SCRIPTED_MACHINE_H

#include <signal.h>
#include <linux/types.h>
#include "bench/harness/options.h"
#include "bench/harness/sampler.h"

/*
 * The sampler, driven by a clock that only moves when the workload says so: what is run in
 * which order, how often, and which number comes of it, is known exactly.
 */

#define SCRIPTED_LOG_MAX	100000
#define SCRIPTED_CASES_MAX	4
#define SCRIPTED_SHARES_MAX	2000

/**
 * struct scripted_machine - a scripted machine
 * @clock: its clock
 * @now: what the clock reads
 * @cost: ns of one loop of the work, per case
 * @drift: added to the cost of every case for each round that went by
 * @extra: ns of the second part
 * @away: ns of each loop for which the machine runs something else
 * @away_sum: all of them so far
 * @late_at: the second part is disturbed in this sample, 0: never
 * @slow_at: the work is
 * @log: index of the case of each sample, in the order run
 * @loops: loops that it was run with
 * @nr: samples run
 * @stop_at: interrupt during this sample, 0: never
 * @fail_at: fail in this sample, 0: never
 * @threads: -t
 * @time: --time
 * @min_time: --min-time
 * @bad: the function whose check fails
 * @stop: the flag
 * @share: what was told of the progress
 * @nr_share: how often
 */
struct scripted_machine {
	struct bench_clock	clock;
	u64			now;
	u64			cost[SCRIPTED_CASES_MAX];
	u64			drift;
	u64			extra;
	u64			away;
	u64			away_sum;
	int			late_at;
	int			slow_at;
	int			log[SCRIPTED_LOG_MAX];
	u64			loops[SCRIPTED_LOG_MAX];
	int			nr;
	int			stop_at;
	int			fail_at;
	const char		*threads;
	const char		*time;
	const char		*min_time;
	const char		*bad;
	volatile sig_atomic_t	stop;
	double			share[SCRIPTED_SHARES_MAX];
	int			nr_share;
};

/**
 * struct scripted_run - one run of the sampler
 * @opts: its options
 * @plan: made of them
 * @res: what came of it
 * @error: the text of the error that ended it
 * @ret: of making the plan, then of the run
 */
struct scripted_run {
	struct bench_options	opts;
	struct bench_plan	plan;
	struct bench_results	res;
	char			error[128];
	int			ret;
};

extern struct scripted_machine scripted;
extern const struct bench_workload scripted_workload;

void scripted__reset(u64 cost_a, u64 cost_b);
int scripted_run__open(struct scripted_run *r, const char *rounds, const char *loops,
		       const char *seed);
int scripted_run__open_of(struct scripted_run *r, const struct bench_workload *w,
			  const char *rounds, const char *loops, const char *seed);
void scripted_run__sample(struct scripted_run *r);
void scripted_run__close(struct scripted_run *r);

static inline int nr_samples(const struct scripted_run *r, int c)
{
	return (int)r->res.cases[c].metric[0].nr;
}

static inline int loops_of(const struct scripted_run *r, int c)
{
	return (int)r->res.cases[c].loops;
}

static inline const struct bench_series *series(const struct scripted_run *r, int c, int metric)
{
	return &r->res.cases[c].metric[metric];
}

#endif /* TESTS_SCRIPTED_MACHINE_H */
