// SPDX-License-Identifier: GPL-2.0
/*
 * What this machine lets us count, and what of it at once. Both are found by trying:
 * no table knows which counters a hypervisor passes on, or the NMI watchdog holds.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "affinity.h"
#include "clock.h"
#include "counters-priv.h"

/* How long a set of events is watched to see whether it gets on the PMU. */
#define TRIAL_NS	100000

static bool refused(int error)
{
	return error == EACCES || error == EPERM;
}

static int try_open(struct bench_counters *ctr, struct perf_event_attr *attr)
{
	attr->disabled = 1;
	return ctr->ops.open(ctr->ops.ctx, attr, -1);
}

/* Open one event by itself, asking for less if that is refused; 0 or -errno. */
static int probe_event(struct bench_counters *ctr, struct bench_event *event)
{
	struct perf_event_attr attr = event->attr;
	char *name;
	int fd, error;

	fd = try_open(ctr, &attr);
	if (fd == -EINVAL && (attr.exclude_guest || attr.exclude_host)) {
		/* PMUs that cannot tell a guest apart, as msr, want neither. */
		attr.exclude_guest = 0;
		attr.exclude_host = 0;
		fd = try_open(ctr, &attr);
	}
	if (refused(-fd) && !attr.exclude_kernel && !attr.exclude_user) {
		error = fd;
		attr.exclude_kernel = 1;
		attr.exclude_hv = 1;
		fd = try_open(ctr, &attr);
		if (fd < 0)
			return error;
		name = bench_event__add_modifiers(event->name, "u");
		if (!name) {
			ctr->ops.close(ctr->ops.ctx, fd);
			return -ENOMEM;
		}
		free(event->name);
		event->name = name;
		ctr->user_only = true;
	}
	if (fd < 0)
		return fd;
	ctr->ops.close(ctr->ops.ctx, fd);
	event->attr = attr;
	return 0;
}

static void burn(void)
{
	u64 start = bench_clock__read(CLOCK_MONOTONIC), now;

	do {
		now = bench_clock__read(CLOCK_MONOTONIC);
	} while (start != BENCH_CLOCK_UNKNOWN && now != BENCH_CLOCK_UNKNOWN &&
		 now - start < TRIAL_NS);
}

/* Open the events of a set as one group, with their fds put into @fd; the leader's or -1. */
static int open_group(struct bench_counters *ctr, u64 set, int *fd)
{
	int leader = -1;
	bool all = true;
	int i;

	for (i = 0; i < ctr->events.nr; i++) {
		struct perf_event_attr attr = ctr->events.v[i].attr;

		if (!(set & (1ULL << i)))
			continue;
		attr.disabled = leader < 0;
		fd[i] = all ? ctr->ops.open(ctr->ops.ctx, &attr, leader) : -1;
		if (fd[i] < 0)
			all = false;
		else if (leader < 0)
			leader = fd[i];
	}
	return all ? leader : -1;
}

/* Whether each event of the set was on the PMU for all the time. */
static bool ran(struct bench_counters *ctr, u64 set, const int *fd)
{
	struct bench_count count = {};
	int i;

	for (i = 0; i < ctr->events.nr; i++) {
		if (!(set & (1ULL << i)))
			continue;
		if (ctr->ops.read(ctr->ops.ctx, fd[i], &count) || !count.running ||
		    count.running < count.enabled)
			return false;
	}
	return true;
}

/* A trial of a set, beside the cycles of -c if they count in every pass. */
static bool fits(void *ctx, u64 set)
{
	struct bench_counters *ctr = ctx;
	u64 common = ctr->cycles < 0 ? 0 : (1ULL << ctr->cycles) & ~set;
	int fd[BENCH_EVENTS_MAX];
	int leader, base = -1;
	bool ok = false;
	int i;

	for (i = 0; i < ctr->events.nr; i++)
		fd[i] = -1;
	if (common)
		base = open_group(ctr, common, fd);
	leader = open_group(ctr, set, fd);
	if (leader < 0 || (common && base < 0))
		goto out;
	if (base >= 0)
		ctr->ops.enable(ctr->ops.ctx, base);
	ctr->ops.enable(ctr->ops.ctx, leader);
	burn();
	ctr->ops.disable(ctr->ops.ctx, leader);
	if (base >= 0)
		ctr->ops.disable(ctr->ops.ctx, base);
	ok = ran(ctr, set | common, fd);
	/* Kept for the hint: the set could be opened, but something else holds counters. */
	if (!ok && (set & (set - 1)) == 0)
		ctr->starved = true;
out:
	/* Members before their leader, as they were opened last. */
	for (i = ctr->events.nr - 1; i >= 0; i--) {
		if (fd[i] >= 0)
			ctr->ops.close(ctr->ops.ctx, fd[i]);
	}
	return ok;
}

static void add_group(struct bench_counters *ctr, u64 set, int pass)
{
	ctr->groups[ctr->nr_groups].set = set;
	ctr->groups[ctr->nr_groups++].pass = pass;
}

/* The sets of events on @event's PMU that must stay together: singles and {}. */
static int make_atoms(const struct bench_counters *ctr, int event, u64 *atoms, u64 *done)
{
	const struct bench_event *first = &ctr->events.v[event];
	int i, j, nr = 0;

	for (i = event; i < ctr->events.nr; i++) {
		const struct bench_event *a = &ctr->events.v[i];

		if (a->error || *done & (1ULL << i) || a->core != first->core ||
		    a->pmu != first->pmu)
			continue;
		atoms[nr] = 1ULL << i;
		for (j = i + 1; a->braces && j < ctr->events.nr; j++) {
			const struct bench_event *b = &ctr->events.v[j];

			if (b->braces == a->braces && !b->error && b->core == a->core &&
			    b->pmu == a->pmu)
				atoms[nr] |= 1ULL << j;
		}
		*done |= atoms[nr++];
	}
	return nr;
}

/* Groups for all events of one sort: core PMUs give passes, the others count always. */
static void plan_groups(struct bench_counters *ctr, bool core, u64 *done)
{
	struct bench_passes passes;
	u64 atoms[BENCH_EVENTS_MAX];
	int i, p, nr;

	for (i = 0; i < ctr->events.nr; i++) {
		if (ctr->events.v[i].core != core)
			continue;
		nr = make_atoms(ctr, i, atoms, done);
		bench_passes__plan(&passes, atoms, nr, fits, ctr);
		for (p = 0; p < passes.nr; p++)
			add_group(ctr, passes.set[p], core ? p : BENCH_EVERY_PASS);
		if (core && passes.nr > ctr->nr_passes)
			ctr->nr_passes = passes.nr;
	}
}

static void move_to_workers(const struct bench_plan *plan)
{
	/* Where this fails the crew will say so. */
	(void)bench_affinity__pin((int)plan->cpus.v[0]);
}

static int probe_events(struct bench_counters *ctr)
{
	int i;

	for (i = 0; i < ctr->events.nr; i++) {
		struct bench_event *event = &ctr->events.v[i];

		if (!event->error)
			event->error = -probe_event(ctr, event);
		if (event->error == ENOMEM)
			return -ENOMEM;
	}
	return 0;
}

/* One name, one line of the output: also of "faults,faults:u" where only :u was allowed. */
static void drop_duplicates(struct bench_counters *ctr)
{
	struct bench_event *v = ctr->events.v;
	int i, j;

	for (i = 0; i < ctr->nr_shown; i++) {
		for (j = i + 1; j < ctr->nr_shown; j++) {
			if (strcmp(v[i].name, v[j].name))
				continue;
			free(v[j].name);
			memmove(&v[j], &v[j + 1], (ctr->events.nr - j - 1) * sizeof(v[j]));
			ctr->events.nr--;
			ctr->nr_shown--;
			if (ctr->cycles == j)
				ctr->cycles = i;
			else if (ctr->cycles > j)
				ctr->cycles--;
			j--;
		}
	}
}

static void plan_all(struct bench_counters *ctr)
{
	u64 done = 0;
	int i, p;

	if (ctr->cycles >= 0)
		done |= 1ULL << ctr->cycles;
	ctr->nr_passes = 1;
	plan_groups(ctr, false, &done);
	plan_groups(ctr, true, &done);
	if (ctr->cycles >= 0)
		add_group(ctr, 1ULL << ctr->cycles, BENCH_EVERY_PASS);

	for (i = 0; i < ctr->nr_groups; i++) {
		for (p = 0; p < ctr->nr_passes; p++) {
			if (ctr->groups[i].pass == BENCH_EVERY_PASS || ctr->groups[i].pass == p)
				ctr->pass_set[p] |= ctr->groups[i].set;
		}
	}
}

/**
 * bench_counters__probe - find out what can be counted, and in how many passes
 * @ctr: with its events parsed; groups and passes are filled in
 *
 * Hardware counters are enabled last and disabled first, so that they see the least of
 * the other events' system calls.
 *
 * Return: 0 or a negative errno.
 */
int bench_counters__probe(struct bench_counters *ctr)
{
	struct bench_affinity before = { .set = NULL };
	int ret;

	if (ctr->plan->cpus.nr) {
		ret = bench_affinity__save(&before);
		if (ret)
			return ret;
		/* Of two kinds of cores, try on one that the workers will be on. */
		move_to_workers(ctr->plan);
	}
	ret = probe_events(ctr);
	drop_duplicates(ctr);
	if (!ret && ctr->cycles >= 0 && ctr->events.v[ctr->cycles].error) {
		ctr->cycles = -1;
		ctr->cycles_missing = true;
	}
	if (!ret)
		plan_all(ctr);
	bench_affinity__restore(&before);
	return ret;
}
