// SPDX-License-Identifier: GPL-2.0
/*
 * A workload names the events it wants by perf's generic names. Where a CPU has an event
 * that says the same more exactly, or lacks the generic one, that is taken instead.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "counters-events.h"

/*
 * Lines that come into the L1 for a store are what write-allocate costs. Generic
 * L1-dcache-load-misses counts loads only on Intel. AMD's kernel driver has no generic
 * event for stores that miss the LLC or the DTLB: there, requests of the L1 for a line
 * that it is to write, and all DTLB misses, come nearest.
 */
#define NAMED_MAX	4

static const struct choice {
	const char *generic;
	const char *named[NAMED_MAX];	/* the first that the CPU's table has */
} choices[] = {
	{ "L1-dcache-load-misses",	{ "l1d.replacement",
					  "ls_any_fills_from_sys.all",
					  "l2_request_g1.rd_blk_x" } },
	{ "LLC-load-misses",		{ "ls_any_fills_from_sys.dram_io_all",
					  "ls_any_fills_from_sys.mem_io_local",
					  "ls_refills_from_sys.ls_mabresp_lcl_dram" } },
	{ "LLC-stores",			{ "l2_request_g1.rd_blk_x" } },
	{ "dTLB-store-misses",		{ "ls_l1_d_tlb_miss.all" } },
};

static const struct choice *find_choice(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(choices); i++) {
		if (strlen(choices[i].generic) == len && !strncmp(choices[i].generic, name, len))
			return &choices[i];
	}
	return NULL;
}

static const char *choose(const char *name, size_t len, const struct pmu_events_table *table)
{
	const struct choice *choice = find_choice(name, len);
	int nr = 0, found;

	if (!choice)
		return NULL;
	while (nr < NAMED_MAX && choice->named[nr])
		nr++;
	found = bench_event_table__first_of(table, choice->named, nr);
	return found < 0 ? NULL : choice->named[found];
}

/**
 * bench_event__is_core_default - whether only a core's PMU can count an event
 * @text: an event of a workload's list, by its generic name
 */
bool bench_event__is_core_default(const char *text)
{
	static const char *const others[] = { "cycles", "instructions" };
	size_t len = bench_event__bare_len(text), i;

	for (i = 0; i < ARRAY_SIZE(others); i++) {
		if (strlen(others[i]) == len && !strncmp(others[i], text, len))
			return true;
	}
	return find_choice(text, len);
}

/**
 * bench_events__defaults - a workload's events, as this CPU has them
 * @list: the workload's list
 * @table: the CPU's table, may be NULL
 *
 * An event that another one of the list was already replaced with is left out.
 *
 * Return: a list to be freed, or NULL without memory.
 */
char *bench_events__defaults(const char *list, const struct pmu_events_table *table)
{
	struct bench_event_texts texts = {};
	char *res = NULL, *text;
	char err[128];
	size_t size, i, j;
	FILE *out;

	if (bench_event_texts__split(&texts, list, err, sizeof(err)))
		goto out;
	for (i = 0; i < (size_t)texts.nr; i++) {
		size_t len = bench_event__bare_len(texts.v[i].text);
		const char *named = choose(texts.v[i].text, len, table);

		if (!named)
			continue;
		if (asprintf(&text, "%s%s", named, texts.v[i].text + len) < 0)
			goto out;
		free(texts.v[i].text);
		texts.v[i].text = text;
	}
	out = open_memstream(&res, &size);
	if (!out)
		goto out;
	for (i = 0; i < (size_t)texts.nr; i++) {
		for (j = 0; j < i; j++) {
			if (!strcmp(texts.v[j].text, texts.v[i].text))
				break;
		}
		if (j == i)
			fprintf(out, "%s%s", i ? "," : "", texts.v[i].text);
	}
	if (fclose(out)) {
		free(res);
		res = NULL;
	}
out:
	bench_event_texts__exit(&texts);
	return res;
}
