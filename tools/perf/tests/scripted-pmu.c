// SPDX-License-Identifier: GPL-2.0
/*
 * The scripted PMU, and a rig to count on it.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "scripted-pmu.h"

static bool is_hardware(const struct perf_event_attr *attr)
{
	return attr->type != PERF_TYPE_SOFTWARE;
}

int script__nr_open(const struct script *s)
{
	int i, nr = 0;

	for (i = 0; i < SCRIPT_FDS; i++)
		nr += s->event[i].open;
	return nr;
}

static int nr_hardware(const struct script *s, int leader)
{
	int i, nr = 0;

	for (i = 0; i < SCRIPT_FDS; i++)
		nr += s->event[i].open && s->event[i].leader == leader &&
		      is_hardware(&s->event[i].attr);
	return nr;
}

/* Counters that no group has which runs now. */
static int nr_free(const struct script *s)
{
	int i, nr = s->counters - s->held;

	for (i = 0; i < SCRIPT_FDS; i++)
		nr -= s->event[i].open && s->event[i].runs && is_hardware(&s->event[i].attr);
	return nr;
}

static int script_open(void *ctx, struct perf_event_attr *attr, int group_fd)
{
	struct script *s = ctx;
	int fd;

	if (s->refuse_kernel && !attr->exclude_kernel)
		return -s->refuse_kernel;
	if (s->refuse && is_hardware(attr))
		return -s->refuse;
	if (s->refuse_guest && attr->exclude_guest)
		return -EINVAL;
	if (script__nr_open(s) >= s->max_open)
		return -EMFILE;
	if (group_fd >= 0 && is_hardware(attr) && nr_hardware(s, group_fd) >= s->counters)
		return -EINVAL;
	for (fd = 0; s->event[fd].open; fd++)
		;
	memset(&s->event[fd], 0, sizeof(s->event[fd]));
	s->event[fd].open = true;
	s->event[fd].attr = *attr;
	s->event[fd].leader = group_fd < 0 ? fd : group_fd;
	if (script__nr_open(s) > s->most_open)
		s->most_open = script__nr_open(s);
	return fd;
}

static int script_switch(struct script *s, int leader, bool on)
{
	/* A group gets all of its counters, or none. */
	bool fits = nr_hardware(s, leader) <= nr_free(s);
	int i;

	/* Switching a member would leave it off for as long as its leader is. */
	if (leader < 0 || !s->event[leader].open || s->event[leader].leader != leader)
		return -EINVAL;
	for (i = 0; i < SCRIPT_FDS; i++) {
		struct script_event *event = &s->event[i];

		if (!event->open || event->leader != leader || event->enabled == on)
			continue;
		event->enabled = on;
		if (on) {
			event->runs = fits || !is_hardware(&event->attr);
			continue;
		}
		/* One microsecond and a thousand events each time. */
		event->count.enabled += 1000;
		event->count.running += event->runs ? (u64)(1000 * s->run) : 0;
		event->count.value += event->runs ? (u64)(1000 * s->run) : 0;
		event->runs = false;
	}
	return 0;
}

static int script_enable(void *ctx, int fd)
{
	struct script *s = ctx;

	s->enables++;
	return script_switch(s, fd, true);
}

static int script_disable(void *ctx, int fd)
{
	return script_switch(ctx, fd, false);
}

static int script_read(void *ctx, int fd, struct bench_count *count)
{
	struct script *s = ctx;

	if (s->short_read || fd < 0 || !s->event[fd].open)
		return -EIO;
	*count = s->event[fd].count;
	return 0;
}

static void script_close(void *ctx, int fd)
{
	struct script *s = ctx;

	s->event[fd].open = false;
}

void rig__init(struct rig *rig, const char *events, int threads)
{
	memset(rig, 0, sizeof(*rig));
	rig->script.counters = 4;
	rig->script.max_open = SCRIPT_FDS;
	rig->script.run = 1;
	rig->plan.events = events;
	rig->plan.max_threads = threads;
	rig->plan.node = -1;
}

int rig__start(struct rig *rig)
{
	const struct bench_pmu_ops ops = {
		.open		= script_open,
		.enable		= script_enable,
		.disable	= script_disable,
		.read		= script_read,
		.close		= script_close,
		.ctx		= &rig->script,
	};
	int i;

	bench_results__init(&rig->res);
	rig->cr = bench_results__add_case(&rig->res, "test");
	rig->crew = bench_crew__new(&rig->plan, rig->err, sizeof(rig->err));
	if (!rig->crew || !rig->cr) {
		pr_debug("crew: %s\n", rig->err);
		return -1;
	}
	rig->ctr = bench_counters__new(&rig->plan, &ops, rig->err, sizeof(rig->err));
	if (!rig->ctr) {
		pr_debug("counters: %s\n", rig->err);
		return -1;
	}
	for (i = 0; i < rig->plan.max_threads; i++)
		bench_counters__open(rig->ctr, bench_crew__worker(rig->crew, i));
	return 0;
}

/* One sample of @loops loops, in all workers. */
void rig__sample(struct rig *rig, int pass, u64 loops)
{
	int i;

	for (i = 0; i < rig->plan.max_threads; i++) {
		struct bench_worker *w = bench_crew__worker(rig->crew, i);

		bench_counters__enable(rig->ctr, w, pass);
		bench_counters__disable(rig->ctr, w, pass);
		bench_counters__collect(rig->ctr, w, pass);
	}
	bench_counters__fold(rig->ctr, rig->crew, rig->plan.max_threads, pass, loops, rig->cr);
}

static void rig__close(struct rig *rig)
{
	int i;

	for (i = 0; rig->ctr && i < rig->plan.max_threads; i++)
		bench_counters__close(rig->ctr, bench_crew__worker(rig->crew, i));
}

/* Returns the result of the test, or a failure if an fd was left open. */
int rig__exit(struct rig *rig, int result)
{
	rig__close(rig);
	bench_counters__delete(rig->ctr);
	bench_crew__delete(rig->crew);
	bench_results__exit(&rig->res);
	if (!result && script__nr_open(&rig->script)) {
		pr_debug("%d events left open\n", script__nr_open(&rig->script));
		return TEST_FAIL;
	}
	return result;
}

/* The event that was opened last: the last worker's last one. */
struct script_event *rig__last_event(struct rig *rig)
{
	struct script_event *event = NULL;
	int i;

	for (i = 0; i < SCRIPT_FDS; i++)
		event = rig->script.event[i].open ? &rig->script.event[i] : event;
	return event;
}

/* Of the case, once settled. */
enum bench_counter_state rig__state(const struct rig *rig, int event)
{
	return rig->cr->counters[event].state;
}

double rig__value(const struct rig *rig, int event)
{
	return rig->cr->counters[event].value;
}

/* Whether a double is what it should be; NAN equals NAN. */
bool rig__same(double a, double b)
{
	return (isnan(a) && isnan(b)) || fabs(a - b) * 1000000000 <= fabs(b);
}

/* Run a case's steps on a rig, then take the rig down. */
int rig__run(struct rig *rig, int (*steps)(struct rig *rig))
{
	int ret = rig__start(rig);

	return rig__exit(rig, ret ? TEST_FAIL : steps(rig));
}
