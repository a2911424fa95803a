/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TESTS_SCRIPTED_PMU_H
#define TESTS_SCRIPTED_PMU_H

#include <linux/perf_event.h>
#include "bench/harness/counters-priv.h"
#include "debug.h"
#include "tests.h"

/*
 * A PMU that does as a test tells it, under the engine's counters: what no machine
 * without a PMU, and no machine with a quiet one, would show.
 */

#define SCRIPT_FDS	64

/**
 * struct script_event - an open event of the scripted PMU
 * @open: it is
 * @attr: as opened
 * @leader: fd of its leader
 * @enabled: its group is enabled
 * @runs: and on the PMU
 * @count: what a read gives
 */
struct script_event {
	bool			open;
	struct perf_event_attr	attr;
	int			leader;
	bool			enabled;
	bool			runs;
	struct bench_count	count;
};

/**
 * struct script - a PMU that does as it is told
 * @event: by fd
 * @counters: hardware events that a group can have
 * @held: of which somebody else has taken some: larger groups open, but never run
 * @max_open: further opens give EMFILE
 * @refuse: errno for hardware events; 0: none
 * @refuse_kernel: errno for all events that count the kernel side; 0: none
 * @refuse_guest: exclude_guest gives EINVAL
 * @run: share of the time that an enabled event is on the PMU
 * @short_read: reads fail
 * @enables: calls of enable
 * @most_open: the most fds that were ever open
 */
struct script {
	struct script_event	event[SCRIPT_FDS];
	int			counters;
	int			held;
	int			max_open;
	int			refuse;
	int			refuse_kernel;
	bool			refuse_guest;
	double			run;
	bool			short_read;
	int			enables;
	int			most_open;
};

int script__nr_open(const struct script *s);

/**
 * struct rig - the scripted PMU and all that counts on it
 * @script: the PMU
 * @plan: one or two threads and the events
 * @ctr: the counters
 * @crew: its workers, which the test plays itself
 * @cr: the case that counts go to
 * @err: text of an error
 */
struct rig {
	struct script			script;
	struct bench_plan		plan;
	struct bench_counters		*ctr;
	struct bench_crew		*crew;
	struct bench_results		res;
	struct bench_case_result	*cr;
	char				err[256];
};

void rig__init(struct rig *rig, const char *events, int threads);
int rig__start(struct rig *rig);
void rig__sample(struct rig *rig, int pass, u64 loops);
int rig__exit(struct rig *rig, int result);
int rig__run(struct rig *rig, int (*steps)(struct rig *rig));
struct script_event *rig__last_event(struct rig *rig);
enum bench_counter_state rig__state(const struct rig *rig, int event);
double rig__value(const struct rig *rig, int event);
bool rig__same(double a, double b);

#endif /* TESTS_SCRIPTED_PMU_H */
