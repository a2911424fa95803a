/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_COMPAT_H
#define BENCH_HARNESS_COMPAT_H

/*
 * What differs between the perf versions that this is built with. Everything else is
 * used in a form that all of them have.
 */

#include <stdbool.h>
#include <stddef.h>
#include "pmu-events/pmu-events.h"

/* perf 6.1 hands the metrics of a table to the callback too: events are those with an encoding. */
static inline int bench_compat__walk_events(const struct pmu_events_table *table,
					    pmu_event_iter_fn fn, void *data)
{
#ifdef PMU_EVENTS__NOT_FOUND
	return pmu_events_table__for_each_event(table, NULL, fn, data);
#else
	return pmu_events_table_for_each_event(table, fn, data);
#endif
}

/* perf 6.1 is never without libtraceevent, and has no name for being with it. */
#if defined(HAVE_LIBTRACEEVENT) || !defined(PMU_EVENTS__NOT_FOUND)
#define BENCH_COMPAT_LIBTRACEEVENT
#endif

#endif /* BENCH_HARNESS_COMPAT_H */
