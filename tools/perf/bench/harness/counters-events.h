/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_COUNTERS_EVENTS_H
#define BENCH_HARNESS_COUNTERS_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include "plan.h"

/*
 * From the text of -e to attributes that can be opened. Internal to counters*.c.
 */

/* What the engine makes of an event beyond its count. */
enum bench_event_role {
	BENCH_EVENT_OTHER,
	BENCH_EVENT_CYCLES,
	BENCH_EVENT_INSTRUCTIONS,
};

/**
 * struct bench_event - one event
 * @name: label: the user's spelling, a PMU's name on hybrid CPUs, modifiers that were added
 * @attr: ready for counting, but for disabled
 * @braces: which {} of the user's text it stood in, 0: none
 * @role: see above
 * @core: takes counters of a core PMU; all others fit into every pass
 * @pmu: events of the same number share a PMU and can be opened as one group
 * @error: 0, or the errno (positive) for which it is not supported
 */
struct bench_event {
	char			*name;
	struct perf_event_attr	attr;
	int			braces;
	enum bench_event_role	role;
	bool			core;
	u32			pmu;
	int			error;
};

/**
 * struct bench_events - a list of them
 * @v: the events, @nr of them
 * @no_core: the cores have no PMU: a workload's events of theirs need not be looked up
 */
struct bench_events {
	struct bench_event	v[BENCH_EVENTS_MAX];
	int			nr;
	bool			no_core;
};

/**
 * struct bench_event_text - one event's text, as split from a list
 * @text: what perf's parser takes; freed by bench_event_texts__exit()
 * @braces: which {} it stood in, 0: none
 */
struct bench_event_text {
	char	*text;
	int	braces;
};

struct bench_event_texts {
	struct bench_event_text	v[BENCH_EVENTS_MAX];
	int			nr;
};

/* counters-split.c: texts only */
int bench_event_texts__split(struct bench_event_texts *texts, const char *list,
			     char *err, size_t len);
void bench_event_texts__exit(struct bench_event_texts *texts);
char *bench_event__add_modifiers(const char *text, const char *modifiers);
size_t bench_event__bare_len(const char *text);

/* counters-parse.c: perf's parser */
int bench_events__parse(struct bench_events *events, const char *list, bool defaults,
			const struct bench_plan *plan, char *err, size_t len);
void bench_events__exit(struct bench_events *events);

/* counters-absent.c: why the parser refused a text */
int bench_event__why_refused(const char *text);
bool bench_pmu__exists(const char *name);
bool bench_pmu__core_exists(void);

/* counters-tables.c: perf's tables of vendor events */
struct pmu_events_table;
const struct pmu_events_table *bench_event_table__find(const char *cpuid);
char *bench_event_table__encoding(const struct pmu_events_table *table, const char *name,
				  char *pmu, size_t pmulen);
int bench_event_table__first_of(const struct pmu_events_table *table, const char *const *names,
				int nr);
bool bench_event_table__any_has(const char *name);

/* counters-defaults.c: the default events for this CPU */
bool bench_event__is_core_default(const char *text);
char *bench_events__defaults(const char *list, const struct pmu_events_table *table);

#endif /* BENCH_HARNESS_COUNTERS_EVENTS_H */
