/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_COUNTERS_PRIV_H
#define BENCH_HARNESS_COUNTERS_PRIV_H

#include "counters.h"
#include "counters-events.h"
#include "counters-passes.h"

/* Internal to counters*.c. */

#define BENCH_EVERY_PASS	(-1)

/**
 * struct bench_event_group - events under one group leader, on one PMU
 * @set: bit i set: event i is a member; the lowest leads
 * @pass: the pass that it belongs to, or BENCH_EVERY_PASS
 */
struct bench_event_group {
	u64	set;
	int	pass;
};

/**
 * struct bench_event_slot - one event in one worker
 * @fd: -1: not open
 * @error: 0, or the errno (positive) for which it could not be opened
 * @missed: the last read failed: the next one holds more than one sample
 * @last: what the last read that did not fail gave
 */
struct bench_event_slot {
	int			fd;
	int			error;
	bool			missed;
	struct bench_count	last;
};

/**
 * struct bench_counters_worker - one worker's events
 * @slot: by event
 * @leader: by group: the leader's fd, -1: none could be opened
 */
struct bench_counters_worker {
	struct bench_event_slot	slot[BENCH_EVENTS_MAX];
	int			leader[BENCH_EVENTS_MAX];
};

/**
 * struct bench_counters - all that is counted
 * @plan: the run
 * @ops: how to talk to the PMU
 * @events: those to be shown, and at the end, perhaps, the cycles of -c
 * @nr_shown: how many are to be shown
 * @cycles: index of the event for -c, -1: none
 * @cycles_missing: -c wants an event, and there is none
 * @groups: in the order in which to enable them; each event is in one
 * @pass_set: by pass: the events that are counted in it
 * @nr_passes: at least 1
 * @user_only: an event could be opened for the user side only
 * @starved: an event was open, but never got on the PMU
 * @workers: shared memory, so that the leader sees what processes could not open
 * @nr_workers: how many
 * @hint: room for the text of bench_counters__hint()
 */
struct bench_counters {
	const struct bench_plan		*plan;
	struct bench_pmu_ops		ops;
	struct bench_events		events;
	int				nr_shown;
	int				cycles;
	bool				cycles_missing;
	struct bench_event_group	groups[BENCH_EVENTS_MAX];
	int				nr_groups;
	u64				pass_set[BENCH_EVENTS_MAX];
	int				nr_passes;
	bool				user_only;
	bool				starved;
	struct bench_counters_worker	*workers;
	int				nr_workers;
	char				hint[512];
};

/* counters-probe.c */
int bench_counters__probe(struct bench_counters *ctr);

/* counters-fold.c */
int bench_counter_result__add(struct bench_counter_result *result,
			      const struct bench_count *const *count, int nr, u64 loops);

#endif /* BENCH_HARNESS_COUNTERS_PRIV_H */
