// SPDX-License-Identifier: GPL-2.0
/*
 * Look-ups in perf's tables of vendor events (pmu-events/), which need no PMU: they
 * work in a VM, and for a CPU that PERF_CPUID names.
 */
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "counters-events.h"
#include "compat.h"
#include "util/pmu.h"

/**
 * bench_event_table__find - the table of a CPU
 * @cpuid: "GenuineIntel-6-8F-8"; NULL: this machine, or what PERF_CPUID says
 *
 * Return: perf's table; NULL if it has none for that CPU.
 */
const struct pmu_events_table *bench_event_table__find(const char *cpuid)
{
#ifdef __x86_64__
	const struct pmu_events_table *table;
	char *own;

	if (cpuid)
		return find_core_events_table("x86", cpuid);
	own = perf_pmu__getcpuid(NULL);
	table = own ? find_core_events_table("x86", own) : NULL;
	free(own);
	return table;
#else
	(void)cpuid;
	return NULL;
#endif
}

struct lookup {
	const char	*name;
	char		*encoding;
	char		*pmu;
	size_t		pmulen;
};

static int match_name(const struct pmu_event *pe, const struct pmu_events_table *table, void *data)
{
	struct lookup *lookup = data;

	(void)table;
	if (!pe->name || !pe->event || strcasecmp(pe->name, lookup->name))
		return 0;
	lookup->encoding = strdup(pe->event);
	if (lookup->pmu)
		scnprintf(lookup->pmu, lookup->pmulen, "%s", pe->pmu ?: "default_core");
	return 1;
}

/**
 * bench_event_table__encoding - what a table says of an event
 * @table: from bench_event_table__find(), may be NULL
 * @name: "l1d.replacement", case does not matter
 * @pmu: set to the PMU that counts it ("default_core", "uncore_imc" …); may be NULL
 * @pmulen: room in @pmu
 *
 * Return: the terms, as "event=0x51,umask=0x1", to be freed; NULL if it is not there.
 */
char *bench_event_table__encoding(const struct pmu_events_table *table, const char *name,
				  char *pmu, size_t pmulen)
{
	struct lookup lookup = { .name = name, .pmu = pmu, .pmulen = pmulen };

	if (table)
		bench_compat__walk_events(table, match_name, &lookup);
	return lookup.encoding;
}

struct better {
	const char *const	*names;
	int			found;
};

static int match_better(const struct pmu_event *pe, const struct pmu_events_table *table,
			void *data)
{
	struct better *better = data;
	int i;

	(void)table;
	for (i = 0; pe->name && pe->event && i < better->found; i++) {
		if (!strcasecmp(pe->name, better->names[i]))
			better->found = i;
	}
	return !better->found;
}

/**
 * bench_event_table__first_of - which of some names a table has
 * @table: from bench_event_table__find(), may be NULL
 * @names: by preference
 * @nr: how many
 *
 * Tables have thousands of events, packed: they are walked once.
 *
 * Return: the index of the first name that is there, -1: none is.
 */
int bench_event_table__first_of(const struct pmu_events_table *table, const char *const *names,
				int nr)
{
	struct better better = { .names = names, .found = nr };

	if (table && nr)
		bench_compat__walk_events(table, match_better, &better);
	return better.found < nr ? better.found : -1;
}

/**
 * bench_event_table__any_has - whether any CPU that perf knows has an event
 * @name: its name
 */
bool bench_event_table__any_has(const char *name)
{
	struct lookup lookup = { .name = name };
	bool found;

	pmu_for_each_core_event(match_name, &lookup);
	found = lookup.encoding;
	free(lookup.encoding);
	return found;
}
