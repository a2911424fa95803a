// SPDX-License-Identifier: GPL-2.0
/*
 * From the text of -e to attributes, by perf's own parser, so that all that perf stat
 * takes is taken: generic names, vendor names, raw, cpu/…/, software, tracepoints,
 * breakpoints, and the tracepoints that perf probe makes of probes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include <perf/cpumap.h>
#include "counters-events.h"
#include "util/cpumap.h"
#include "util/evlist.h"
#include "util/evsel.h"
#include "util/parse-events.h"
#include "util/pmu.h"

#define ALLOWED	"expected what 'perf list' shows, cpu/.../, rNNN, mem:ADDR:w or " \
		"SYSTEM:TRACEPOINT, with modifiers as :u or :k"

static bool evsel__is_core(struct evsel *evsel)
{
	switch (evsel->core.attr.type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_HW_CACHE:
	case PERF_TYPE_RAW:
		return true;
	case PERF_TYPE_SOFTWARE:
	case PERF_TYPE_TRACEPOINT:
	case PERF_TYPE_BREAKPOINT:
		return false;
	default:
		return evsel->pmu_name && is_pmu_core(evsel->pmu_name);
	}
}

/* Events of one number can share a group leader: they are scheduled by the same PMU. */
static u32 evsel__pmu_number(struct evsel *evsel)
{
	const struct perf_event_attr *attr = &evsel->core.attr;

	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_HW_CACHE:
		/* On hybrid CPUs the upper half says which PMU is meant. */
		return attr->config >> 32 ?: PERF_TYPE_RAW;
	default:
		return attr->type;
	}
}

/* Whether the event's PMU has one of the CPUs that the workers are pinned to. */
static bool evsel__has_cpu(struct evsel *evsel, const struct bench_list *cpus)
{
	struct perf_cpu cpu;
	int i;

	if (!cpus->nr || perf_cpu_map__cpu(evsel->core.own_cpus, 0).cpu < 0)
		return true;
	for (i = 0; i < cpus->nr; i++) {
		cpu.cpu = cpus->v[i];
		if (perf_cpu_map__has(evsel->core.own_cpus, cpu))
			return true;
	}
	return false;
}

/* Count, do not sample; say for how long it was counted. */
static void attr__for_counting(struct perf_event_attr *attr)
{
	attr->size = sizeof(*attr);
	attr->sample_period = 0;
	attr->freq = 0;
	attr->sample_type = 0;
	attr->inherit = 0;
	attr->enable_on_exec = 0;
	attr->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
}

/* --all-user and --all-kernel, for events that do not say it themselves. */
static int event__restrict(struct bench_event *event, enum bench_side side)
{
	struct perf_event_attr *attr = &event->attr;
	char *name;

	if (side == BENCH_SIDE_DEFAULT || attr->exclude_user || attr->exclude_kernel ||
	    attr->exclude_hv)
		return 0;
	/* A tracepoint always fires in the kernel; the rest cannot tell the sides apart. */
	if (!event->core && attr->type != PERF_TYPE_SOFTWARE)
		return 0;
	name = bench_event__add_modifiers(event->name, side == BENCH_SIDE_USER ? "u" : "k");
	if (!name)
		return -ENOMEM;
	free(event->name);
	event->name = name;
	attr->exclude_user = side == BENCH_SIDE_KERNEL;
	attr->exclude_kernel = side == BENCH_SIDE_USER;
	attr->exclude_hv = 1;
	return 0;
}

/* "cycles:u" on cpu_core is cpu_core/cycles/u, which perf's parser takes as well. */
static char *hybrid_name(const char *pmu, const char *text)
{
	size_t bare = bench_event__bare_len(text);
	const char *modifiers = text + bare;
	char *name;

	if (strchr(text, '/'))
		return strdup(text);
	if (*modifiers == ':')
		modifiers++;
	return asprintf(&name, "%s/%.*s/%s", pmu, (int)bare, text, modifiers) < 0 ? NULL : name;
}

static int add_evsel(struct bench_events *events, struct evsel *evsel,
		     const struct bench_event_text *text, bool several,
		     const struct bench_plan *plan)
{
	struct bench_event *event = &events->v[events->nr];

	if (events->nr == BENCH_EVENTS_MAX - 1)
		return -E2BIG;
	memset(event, 0, sizeof(*event));
	event->attr = evsel->core.attr;
	attr__for_counting(&event->attr);
	event->core = evsel__is_core(evsel);
	event->pmu = evsel__pmu_number(evsel);
	event->braces = text->braces;
	if (evsel__match(evsel, HARDWARE, HW_CPU_CYCLES))
		event->role = BENCH_EVENT_CYCLES;
	else if (evsel__match(evsel, HARDWARE, HW_INSTRUCTIONS))
		event->role = BENCH_EVENT_INSTRUCTIONS;
	if (several && event->core && evsel->pmu_name)
		event->name = hybrid_name(evsel->pmu_name, text->text);
	else
		event->name = strdup(several ? evsel__name(evsel) : text->text);
	if (!event->name)
		return -ENOMEM;
	events->nr++;
	return event__restrict(event, plan->side);
}

/* An event that cannot be opened here, but has its place in the output. */
static int add_absent(struct bench_events *events, const struct bench_event_text *text, int error)
{
	struct bench_event *event = &events->v[events->nr];

	if (events->nr == BENCH_EVENTS_MAX - 1)
		return -E2BIG;
	memset(event, 0, sizeof(*event));
	event->error = error;
	event->name = strdup(text->text);
	if (!event->name)
		return -ENOMEM;
	events->nr++;
	return 0;
}

static int parse_text(struct bench_events *events, const struct bench_event_text *text,
		      bool defaults, const struct bench_plan *plan, char *err, size_t len)
{
	struct parse_events_error parse_error;
	struct evlist *evlist = evlist__new();
	struct evsel *evsel;
	int ret;

	if (!evlist)
		return -ENOMEM;
	parse_events_error__init(&parse_error);
	ret = parse_events(evlist, text->text, &parse_error);
	parse_events_error__exit(&parse_error);
	if (ret) {
		ret = bench_event__why_refused(text->text);
		if (ret == -ENOENT && !defaults)
			snprintf(err, len, "'%s' is no event: " ALLOWED, text->text);
		else if (ret != -ENOMEM)
			ret = add_absent(events, text, -ret);
		goto out;
	}
	evlist__for_each_entry(evlist, evsel) {
		if (evsel__is_tool(evsel)) {
			snprintf(err, len, "'%s' is not counted by the kernel: " ALLOWED,
				 text->text);
			ret = -EINVAL;
			break;
		}
		if (!evsel__has_cpu(evsel, &plan->cpus) && evlist->core.nr_entries > 1)
			continue;
		ret = add_evsel(events, evsel, text, evlist->core.nr_entries > 1, plan);
		if (ret)
			break;
	}
out:
	evlist__delete(evlist);
	return ret;
}

/**
 * bench_events__parse - parse a list of events
 * @events: what is added to
 * @list: as perf stat -e takes it
 * @defaults: the list is a workload's, not the user's: unknown names are not supported
 *	rather than wrong
 * @plan: the sides to count, the CPUs that workers are pinned to
 * @err: says what is wrong and what is allowed
 * @len: room in @err
 *
 * Names whose PMU this machine lacks, and tracepoints that may not be read, are added
 * with bench_event.error set.
 *
 * Return: 0, -ENOENT (unknown), -EINVAL, -E2BIG or -ENOMEM.
 */
int bench_events__parse(struct bench_events *events, const char *list, bool defaults,
			const struct bench_plan *plan, char *err, size_t len)
{
	struct bench_event_texts texts = {};
	int i, ret;

	*err = '\0';
	ret = bench_event_texts__split(&texts, list, err, len);
	for (i = 0; !ret && i < texts.nr; i++) {
		/* The parser takes more time for one than perf does to start. */
		if (defaults && events->no_core && bench_event__is_core_default(texts.v[i].text))
			ret = add_absent(events, &texts.v[i], ENODEV);
		else
			ret = parse_text(events, &texts.v[i], defaults, plan, err, len);
	}
	if (ret == -E2BIG)
		snprintf(err, len, "more than %d events", BENCH_EVENTS_MAX - 1);
	else if (ret && !*err)
		snprintf(err, len, "%s", strerror(-ret));
	bench_event_texts__exit(&texts);
	return ret;
}

/**
 * bench_events__exit - free the events
 * @events: filled by bench_events__parse()
 */
void bench_events__exit(struct bench_events *events)
{
	while (events->nr)
		zfree(&events->v[--events->nr].name);
}
