// SPDX-License-Identifier: GPL-2.0
/*
 * perf events round the counted part of a sample: each worker opens them on itself,
 * enables and disables those of the round's pass with one call a group, and reads
 * them once the clock has stopped.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <linux/zalloc.h>
#include "counters-priv.h"

/* The event for -c; one that is to be shown anyway serves as well. */
static int add_cycles(struct bench_counters *ctr, char *err, size_t len)
{
	int nr = ctr->events.nr;
	int i, ret;

	ret = bench_events__parse(&ctr->events, "cycles", true, ctr->plan, err, len);
	if (ret)
		return ret;
	if (ctr->events.nr != nr + 1) {
		/* One event a PMU: workers that may move between PMUs have no one count. */
		while (ctr->events.nr > nr)
			zfree(&ctr->events.v[--ctr->events.nr].name);
		ctr->cycles_missing = true;
		return 0;
	}
	ctr->cycles = nr;
	for (i = 0; i < nr; i++) {
		struct bench_event *event = &ctr->events.v[i];

		if (event->error || event->braces ||
		    memcmp(&event->attr, &ctr->events.v[nr].attr, sizeof(event->attr)))
			continue;
		zfree(&ctr->events.v[--ctr->events.nr].name);
		ctr->cycles = i;
		break;
	}
	return 0;
}

static int parse_plan(struct bench_counters *ctr, char *err, size_t len)
{
	const struct bench_plan *plan = ctr->plan;
	const struct pmu_events_table *table = NULL;
	char *defaults;
	int ret = 0;

	if (plan->events && plan->default_events) {
		if (!ctr->events.no_core)
			table = bench_event_table__find(NULL);
		defaults = bench_events__defaults(plan->events, table);
		if (!defaults) {
			snprintf(err, len, "out of memory");
			return -ENOMEM;
		}
		ret = bench_events__parse(&ctr->events, defaults, true, plan, err, len);
		free(defaults);
	} else if (plan->events) {
		ret = bench_events__parse(&ctr->events, plan->events, false, plan, err, len);
	}
	if (ret)
		return ret;
	ctr->nr_shown = ctr->events.nr;
	return plan->cycles == BENCH_CYCLES_EVENT ? add_cycles(ctr, err, len) : 0;
}

/* Threads share a table of file descriptors: many threads times events may need a larger one. */
static void raise_fd_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/**
 * bench_counters__new - parse the plan's events and find out what can be counted
 * @plan: the run
 * @ops: a test's, NULL: the kernel's
 * @err: for an error: the event, and what is allowed
 * @len: room in @err
 *
 * To be called before the crew is made, on a CPU that the workers may run on.
 *
 * Return: the counters, also if none can be counted; NULL with @err filled if the
 * user's text is wrong.
 */
struct bench_counters *bench_counters__new(const struct bench_plan *plan,
					   const struct bench_pmu_ops *ops, char *err, size_t len)
{
	struct bench_counters *ctr = zalloc(sizeof(*ctr));
	int i, j, ret;

	if (!ctr) {
		snprintf(err, len, "out of memory");
		return NULL;
	}
	ctr->plan = plan;
	ctr->ops = ops ? *ops : bench_pmu_ops__kernel;
	ctr->events.no_core = !ops && !bench_pmu__core_exists();
	ctr->cycles = -1;
	ctr->nr_workers = plan->max_threads > 0 ? plan->max_threads : 1;
	if (parse_plan(ctr, err, len))
		goto out;

	ctr->workers = bench_crew__map(plan, ctr->nr_workers * sizeof(*ctr->workers));
	if (!ctr->workers) {
		snprintf(err, len, "no memory for the counters of %d threads", ctr->nr_workers);
		goto out;
	}
	for (i = 0; i < ctr->nr_workers; i++) {
		for (j = 0; j < BENCH_EVENTS_MAX; j++) {
			ctr->workers[i].slot[j].fd = -1;
			ctr->workers[i].leader[j] = -1;
		}
	}
	if (ctr->events.nr)
		raise_fd_limit();
	ret = bench_counters__probe(ctr);
	if (ret) {
		snprintf(err, len, "%s", strerror(-ret));
		goto out;
	}
	return ctr;
out:
	bench_counters__delete(ctr);
	return NULL;
}

/**
 * bench_counters__delete - free what bench_counters__new() made
 * @ctr: the counters, may be NULL; the workers have closed theirs
 */
void bench_counters__delete(struct bench_counters *ctr)
{
	if (!ctr)
		return;
	if (ctr->workers)
		munmap(ctr->workers, ctr->nr_workers * sizeof(*ctr->workers));
	bench_events__exit(&ctr->events);
	free(ctr);
}

/**
 * bench_counters__nr - how many events are shown
 * @ctr: the counters, may be NULL
 */
int bench_counters__nr(const struct bench_counters *ctr)
{
	return ctr ? ctr->nr_shown : 0;
}

/**
 * bench_counters__nr_passes - how many rounds it takes to count each event once
 * @ctr: the counters, may be NULL
 *
 * Return: at least 1.
 */
int bench_counters__nr_passes(const struct bench_counters *ctr)
{
	return ctr ? ctr->nr_passes : 1;
}

/**
 * bench_counters__cycles_name - what the cycles for -c are called: "cycles", "cycles:u" …
 * @ctr: the counters, may be NULL
 *
 * Return: the name, NULL if this machine cannot count cycles.
 */
const char *bench_counters__cycles_name(const struct bench_counters *ctr)
{
	return ctr && ctr->cycles >= 0 ? ctr->events.v[ctr->cycles].name : NULL;
}

static void open_group(struct bench_counters *ctr, struct bench_counters_worker *cw, int group)
{
	int leader = -1;
	int i, fd;

	for (i = 0; i < ctr->events.nr; i++) {
		struct perf_event_attr attr = ctr->events.v[i].attr;
		struct bench_event_slot *slot = &cw->slot[i];

		if (!(ctr->groups[group].set & (1ULL << i)))
			continue;
		attr.disabled = leader < 0;
		fd = ctr->ops.open(ctr->ops.ctx, &attr, leader);
		slot->fd = fd < 0 ? -1 : fd;
		slot->error = fd < 0 ? -fd : 0;
		slot->missed = false;
		memset(&slot->last, 0, sizeof(slot->last));
		if (leader < 0)
			leader = slot->fd;
	}
	cw->leader[group] = leader;
}

static int out_of_fds(const struct bench_counters *ctr, const struct bench_counters_worker *cw)
{
	int i;

	for (i = 0; i < ctr->events.nr; i++) {
		if (cw->slot[i].error == EMFILE || cw->slot[i].error == ENFILE)
			return cw->slot[i].error;
	}
	return 0;
}

/**
 * bench_counters__open - open all events on the calling worker
 * @ctr: the counters
 * @w: the worker, which must be the caller
 *
 * An event that one worker cannot open is not supported for the whole run. A worker
 * without file descriptors gives all of them back: it needs some to go on.
 *
 * Return: 0.
 */
int bench_counters__open(struct bench_counters *ctr, struct bench_worker *w)
{
	struct bench_counters_worker *cw = &ctr->workers[w->index];
	int i, error;

	for (i = 0; i < ctr->nr_groups; i++)
		open_group(ctr, cw, i);
	error = out_of_fds(ctr, cw);
	if (error) {
		bench_counters__close(ctr, w);
		for (i = 0; i < ctr->events.nr; i++)
			cw->slot[i].error = error;
	}
	return 0;
}

/**
 * bench_counters__close - close the calling worker's events
 * @ctr: the counters
 * @w: the worker, which must be the caller
 */
void bench_counters__close(struct bench_counters *ctr, struct bench_worker *w)
{
	struct bench_counters_worker *cw = &ctr->workers[w->index];
	int i;

	for (i = 0; i < ctr->nr_groups; i++)
		cw->leader[i] = -1;
	for (i = ctr->events.nr - 1; i >= 0; i--) {
		if (cw->slot[i].fd >= 0)
			ctr->ops.close(ctr->ops.ctx, cw->slot[i].fd);
		cw->slot[i].fd = -1;
	}
}

static bool in_pass(const struct bench_event_group *group, int pass)
{
	return group->pass == pass || group->pass == BENCH_EVERY_PASS;
}

/**
 * bench_counters__enable - start to count the events of a pass, right before the clock
 * @ctr: the counters
 * @w: the calling worker
 * @pass: which pass
 */
void bench_counters__enable(struct bench_counters *ctr, struct bench_worker *w, int pass)
{
	const struct bench_counters_worker *cw = &ctr->workers[w->index];
	int i;

	/* If it fails then the time enabled does not grow, and nothing is counted. */
	for (i = 0; i < ctr->nr_groups; i++) {
		if (in_pass(&ctr->groups[i], pass) && cw->leader[i] >= 0)
			ctr->ops.enable(ctr->ops.ctx, cw->leader[i]);
	}
}

/**
 * bench_counters__disable - stop to count the events of a pass, right behind the clock
 * @ctr: the counters
 * @w: the calling worker
 * @pass: which pass
 */
void bench_counters__disable(struct bench_counters *ctr, struct bench_worker *w, int pass)
{
	const struct bench_counters_worker *cw = &ctr->workers[w->index];
	int i;

	for (i = ctr->nr_groups - 1; i >= 0; i--) {
		if (in_pass(&ctr->groups[i], pass) && cw->leader[i] >= 0)
			ctr->ops.disable(ctr->ops.ctx, cw->leader[i]);
	}
}

/* What was counted since the last read; all zero if that cannot be trusted. */
static void collect_slot(struct bench_counters *ctr, struct bench_event_slot *slot,
			 struct bench_count *count)
{
	struct bench_count now = {};
	bool missed = slot->missed;

	memset(count, 0, sizeof(*count));
	if (slot->fd < 0)
		return;
	slot->missed = ctr->ops.read(ctr->ops.ctx, slot->fd, &now);
	if (slot->missed)
		return;
	if (!missed && now.value >= slot->last.value && now.enabled >= slot->last.enabled &&
	    now.running >= slot->last.running) {
		count->value = now.value - slot->last.value;
		count->enabled = now.enabled - slot->last.enabled;
		count->running = now.running - slot->last.running;
	}
	slot->last = now;
}

/**
 * bench_counters__collect - read what a sample counted into w->count
 * @ctr: the counters
 * @w: the calling worker
 * @pass: the pass that was enabled; events of others get zero time
 */
void bench_counters__collect(struct bench_counters *ctr, struct bench_worker *w, int pass)
{
	struct bench_counters_worker *cw = &ctr->workers[w->index];
	int i;

	for (i = 0; i < ctr->events.nr; i++) {
		if (ctr->pass_set[pass] & (1ULL << i))
			collect_slot(ctr, &cw->slot[i], &w->count[i]);
		else
			memset(&w->count[i], 0, sizeof(w->count[i]));
	}
}
