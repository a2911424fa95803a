/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_SAMPLER_H
#define BENCH_HARNESS_SAMPLER_H

#include <signal.h>
#include "counters.h"
#include "crew.h"
#include "plan.h"
#include "results.h"

/**
 * struct bench_sampler - what the sampler works with; but for @crew it must be filled in
 *	before the crew is made, since processes see it as it was then
 * @plan: what to run
 * @crew: who runs it
 * @counters: events, NULL: none
 * @clock: where time comes from
 * @results: where the samples go; its cases are those of the plan, in that order
 * @stop: set by a signal handler: finish the sample, keep what is complete
 * @progress: called after each round with the share done (0..1) and the time left in ns;
 *	NULL: nobody looks
 * @control_on: called in the leader right before the counted part of every timed sample, and
 *	@control_off right behind it: perf stat's control protocol goes
 *	here; NULL: nobody waits
 * @control: their context
 */
struct bench_sampler {
	const struct bench_plan		*plan;
	struct bench_crew		*crew;
	struct bench_counters		*counters;
	const struct bench_clock	*clock;
	struct bench_results		*results;
	volatile sig_atomic_t		*stop;
	void				(*progress)(double share, u64 left_ns);
	int				(*control_on)(void *control);
	int				(*control_off)(void *control);
	void				*control;
};

int bench_sampler__run(struct bench_sampler *s);

#endif /* BENCH_HARNESS_SAMPLER_H */
