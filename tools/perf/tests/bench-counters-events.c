// SPDX-License-Identifier: GPL-2.0
/*
 * From the text of -e to events: splitting, what is refused and what is only missing,
 * and what perf's own tables say for CPUs that are not this one. Needs no PMU.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "bench/harness/counters-events.h"
#include "debug.h"
#include "tests.h"

static int test__split(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	/* Members of {} are marked with the number of their {}. */
	static const struct {
		const char *list;
		const char *parts;
	} lists[] = {
		{ "cycles",			"cycles" },
		{ "a,b:u,c",			"a b:u c" },
		{ " a, b ",			"a b" },
		{ "cpu/event=1,umask=2/u,b",	"cpu/event=1,umask=2/u b" },
		{ "mem:0x10/8:w,b",		"mem:0x10/8:w b" },
		{ "{a,b},c",			"a@1 b@1 c" },
		{ "{a:k,cpu/x=1,y=2/,d}:u,{e}",	"a:ku@1 cpu/x=1,y=2/u@1 d:u@1 e@2" },
		{ "sched:sched_switch,r1a8",	"sched:sched_switch r1a8" },
	};
	char got[256], err[128];
	size_t i;
	int j;

	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		struct bench_event_texts texts;

		if (bench_event_texts__split(&texts, lists[i].list, err, sizeof(err)))
			return TEST_FAIL;
		got[0] = '\0';
		for (j = 0; j < texts.nr; j++) {
			size_t n = strlen(got);

			n += snprintf(got + n, sizeof(got) - n, "%s%s", j ? " " : "",
				      texts.v[j].text);
			if (texts.v[j].braces)
				snprintf(got + n, sizeof(got) - n, "@%d", texts.v[j].braces);
		}
		bench_event_texts__exit(&texts);
		if (strcmp(got, lists[i].parts)) {
			pr_debug("'%s' gives '%s', not '%s'\n", lists[i].list, got, lists[i].parts);
			return TEST_FAIL;
		}
	}
	return TEST_OK;
}

static int test__bad_split(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	static const char * const lists[] = { "", "a,", ",a", "a,,b", "{a", "{}", "{a}:7", "{a,}" };
	struct bench_event_texts texts;
	char err[128], *list;
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		err[0] = '\0';
		ret = bench_event_texts__split(&texts, lists[i], err, sizeof(err));
		bench_event_texts__exit(&texts);
		if (ret != -EINVAL || !err[0]) {
			pr_debug("'%s': %d, '%s'\n", lists[i], ret, err);
			return TEST_FAIL;
		}
	}
	/* One more event than there is room for. */
	list = malloc(2UL * BENCH_EVENTS_MAX);
	TEST_ASSERT_VAL("memory", list);
	for (i = 0; i < BENCH_EVENTS_MAX; i++)
		memcpy(list + 2 * i, "a,", 2);
	list[2 * BENCH_EVENTS_MAX - 1] = '\0';
	ret = bench_event_texts__split(&texts, list, err, sizeof(err));
	bench_event_texts__exit(&texts);
	free(list);
	TEST_ASSERT_EQUAL("too many", ret, -E2BIG);
	return TEST_OK;
}

static int test__modifiers(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	static const struct {
		const char *text;
		const char *with_u;
	} names[] = {
		{ "cycles",		"cycles:u" },
		{ "cycles:pp",		"cycles:ppu" },
		{ "cpu/event=1/",	"cpu/event=1/u" },
		{ "cpu/event=1/p",	"cpu/event=1/pu" },
		{ "sched:sched_switch",	"sched:sched_switch:u" },
		{ "mem:0x1000:w",	"mem:0x1000:w:u" },
		{ "mem:0x1000/8:w:k",	"mem:0x1000/8:w:ku" },
		{ "LLC-loads",		"LLC-loads:u" },
		{ "r1a8",		"r1a8:u" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		char *got = bench_event__add_modifiers(names[i].text, "u");
		bool same = got && !strcmp(got, names[i].with_u);

		if (!same)
			pr_debug("'%s' gives '%s'\n", names[i].text, got);
		free(got);
		if (!same)
			return TEST_FAIL;
	}
	return TEST_OK;
}

/* Parse a list; 0 and the events, or the error with its text. */
static int parse(struct bench_events *events, const char *list, bool defaults,
		 enum bench_side side, char *err, size_t len)
{
	struct bench_plan plan = { .side = side };
	int ret;

	memset(events, 0, sizeof(*events));
	ret = bench_events__parse(events, list, defaults, &plan, err, len);
	if (ret)
		bench_events__exit(events);
	return ret;
}

static int test__software(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct bench_events events;
	char err[256];
	int i;

	TEST_ASSERT_EQUAL("parses", parse(&events, "page-faults,faults:u,{cs,task-clock}:k", false,
					  BENCH_SIDE_DEFAULT, err, sizeof(err)), 0);
	TEST_ASSERT_EQUAL("events", events.nr, 4);
	for (i = 0; i < events.nr; i++) {
		const struct perf_event_attr *attr = &events.v[i].attr;

		TEST_ASSERT_EQUAL("known", events.v[i].error, 0);
		TEST_ASSERT_EQUAL("software", (int)attr->type, PERF_TYPE_SOFTWARE);
		TEST_ASSERT_VAL("not of a core PMU", !events.v[i].core);
		TEST_ASSERT_VAL("no period", !attr->sample_period);
		TEST_ASSERT_VAL("no samples", !attr->sample_type);
		TEST_ASSERT_VAL("time enabled",
				attr->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED);
		TEST_ASSERT_VAL("time running",
				attr->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	}
	TEST_ASSERT_VAL("spelling", !strcmp(events.v[1].name, "faults:u"));
	TEST_ASSERT_VAL("user", events.v[1].attr.exclude_kernel && !events.v[1].attr.exclude_user);
	TEST_ASSERT_VAL("braces' modifiers", !strcmp(events.v[2].name, "cs:k"));
	TEST_ASSERT_VAL("no user", events.v[2].attr.exclude_user);
	TEST_ASSERT_VAL("kernel", !events.v[2].attr.exclude_kernel);
	TEST_ASSERT_EQUAL("same braces", events.v[2].braces, events.v[3].braces);
	TEST_ASSERT_VAL("some braces", events.v[2].braces);
	bench_events__exit(&events);
	return TEST_OK;
}

static int test__sides(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct bench_events events;
	char err[256];

	TEST_ASSERT_EQUAL("parses", parse(&events, "cycles,page-faults:k,mem:0x1000:w", false,
					  BENCH_SIDE_USER, err, sizeof(err)), 0);
	TEST_ASSERT_VAL("user side only", events.v[0].attr.exclude_kernel);
	TEST_ASSERT_VAL("name says it", strstr(events.v[0].name, "u"));
	TEST_ASSERT_VAL("the user's own modifier stays",
			!strcmp(events.v[events.nr - 2].name, "page-faults:k"));
	TEST_ASSERT_VAL("and holds", !events.v[events.nr - 2].attr.exclude_kernel);
	TEST_ASSERT_VAL("a breakpoint has no sides",
			!strcmp(events.v[events.nr - 1].name, "mem:0x1000:w"));
	bench_events__exit(&events);

	TEST_ASSERT_EQUAL("parses", parse(&events, "page-faults", false, BENCH_SIDE_KERNEL,
					  err, sizeof(err)), 0);
	TEST_ASSERT_VAL("kernel side only", events.v[0].attr.exclude_user);
	TEST_ASSERT_VAL("name says it", !strcmp(events.v[0].name, "page-faults:k"));
	bench_events__exit(&events);
	return TEST_OK;
}

static int test__refused(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	static const char * const wrong[] = {
		"nosuch", "nosuch:u", "page-faults:q", "msr/nosuch/", "duration_time",
		"mem:nosuch:w", "/event=1/",
	};
	struct bench_events events;
	char err[256];
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		if (!strncmp(wrong[i], "msr/", 4) && !bench_pmu__exists("msr"))
			continue;
		ret = parse(&events, wrong[i], false, BENCH_SIDE_DEFAULT, err, sizeof(err));
		if ((ret != -ENOENT && ret != -EINVAL) || !strstr(err, wrong[i]) ||
		    !strstr(err, "expected") || strchr(err, '\n')) {
			pr_debug("'%s': %d '%s'\n", wrong[i], ret, err);
			if (!ret)
				bench_events__exit(&events);
			return TEST_FAIL;
		}
	}
	return TEST_OK;
}

static int test__absent(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct bench_events events;
	char err[256];
	bool pmu = bench_pmu__core_exists();

	TEST_ASSERT_EQUAL("a PMU that nobody has",
			  parse(&events, "nosuchpmu/event=1/,page-faults", false,
				BENCH_SIDE_DEFAULT, err, sizeof(err)), 0);
	TEST_ASSERT_EQUAL("its event is not supported", events.v[0].error, ENODEV);
	TEST_ASSERT_VAL("and keeps its name", !strcmp(events.v[0].name, "nosuchpmu/event=1/"));
	TEST_ASSERT_EQUAL("the other is not touched", events.v[1].error, 0);
	bench_events__exit(&events);

	TEST_ASSERT_EQUAL("a workload's event",
			  parse(&events, "nosuch:u,page-faults", true,
				BENCH_SIDE_DEFAULT, err, sizeof(err)), 0);
	TEST_ASSERT_EQUAL("is not supported", events.v[0].error, ENOENT);
	TEST_ASSERT_EQUAL("the other is not touched", events.v[1].error, 0);
	bench_events__exit(&events);

	if (pmu)
		return TEST_OK;
	TEST_ASSERT_EQUAL("what PMUs export in sysfs",
			  parse(&events, "mem-loads,topdown-retiring:u", false,
				BENCH_SIDE_DEFAULT, err, sizeof(err)), 0);
	TEST_ASSERT_EQUAL("without a PMU", events.v[0].error, ENODEV);
	TEST_ASSERT_EQUAL("without a PMU", events.v[1].error, ENODEV);
	bench_events__exit(&events);
	TEST_ASSERT_EQUAL("vendors' events without a PMU",
			  parse(&events, "l1d.replacement,ls_l1_d_tlb_miss.all:u,cpu/event=1/",
				false, BENCH_SIDE_DEFAULT, err, sizeof(err)), 0);
	TEST_ASSERT_EQUAL("three", events.nr, 3);
	TEST_ASSERT_EQUAL("Intel's", events.v[0].error, ENODEV);
	TEST_ASSERT_EQUAL("AMD's", events.v[1].error, ENODEV);
	TEST_ASSERT_EQUAL("by terms", events.v[2].error, ENODEV);
	bench_events__exit(&events);
	return TEST_OK;
}

/* The number behind "term=" in an encoding, -1 if it is not there. */
static long term(const char *encoding, const char *name)
{
	size_t len = strlen(name);
	const char *p;

	for (p = encoding; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
		if (!strncmp(p, name, len) && p[len] == '=')
			return strtol(p + len + 1, NULL, 0);
	}
	return -1;
}

static const struct {
	const char *cpuid;
	const char *name;
	int event;
	int umask;
} encodings[] = {
	{ "GenuineIntel-6-3C-3",  "l1d.replacement",			0x51, 0x01 },
	{ "GenuineIntel-6-55-4",  "l1d.replacement",			0x51, 0x01 },
	{ "GenuineIntel-6-55-4",  "longest_lat_cache.miss",		0x2e, 0x41 },
	{ "GenuineIntel-6-55-4",  "longest_lat_cache.reference",	0x2e, 0x4f },
	{ "GenuineIntel-6-6A-6",  "l1d.replacement",			0x51, 0x01 },
	{ "GenuineIntel-6-6A-6",  "longest_lat_cache.miss",		0x2e, 0x41 },
	{ "GenuineIntel-6-97-2",  "l1d.replacement",			0x51, 0x01 },
	{ "GenuineIntel-6-A7-1",  "l1d.replacement",			0x51, 0x01 },
	{ "GenuineIntel-6-8F-8",  "L1D.REPLACEMENT",			0x51, 0x01 },
	{ "GenuineIntel-6-8F-8",  "longest_lat_cache.miss",		0x2e, 0x41 },
	{ "GenuineIntel-6-8F-8",  "longest_lat_cache.reference",	0x2e, 0x4f },
	{ "AuthenticAMD-23-1-2",  "l2_request_g1.rd_blk_x",		0x60, 0x40 },
	{ "AuthenticAMD-23-1-2",  "ls_l1_d_tlb_miss.all",		0x45, 0xff },
	{ "AuthenticAMD-23-31-0", "l2_request_g1.rd_blk_x",		0x60, 0x40 },
	{ "AuthenticAMD-23-31-0", "ls_refills_from_sys.ls_mabresp_lcl_dram", 0x43, 0x08 },
	{ "AuthenticAMD-25-1-1",  "l2_request_g1.rd_blk_x",		0x60, 0x40 },
	{ "AuthenticAMD-25-1-1",  "ls_any_fills_from_sys.mem_io_local",	0x44, 0x08 },
	{ "AuthenticAMD-25-1-1",  "ls_l1_d_tlb_miss.all",		0x45, 0xff },
	/* Older trees have no tables of their own for these. */
	{ "AuthenticAMD-25-11-1", "ls_any_fills_from_sys.all",		0x44, 0xff },
	{ "AuthenticAMD-25-11-1", "ls_any_fills_from_sys.dram_io_all",	0x44, 0x48 },
	{ "AuthenticAMD-26-2-1",  "ls_any_fills_from_sys.all",		0x44, 0xff },
	{ "AuthenticAMD-26-2-1",  "l2_request_g1.rd_blk_x",		0x60, 0x40 },
	{ "GenuineIntel-6-CF-2",  "l1d.replacement",			0x51, 0x01 },
};

/* Whether the tree has an AMD Zen 5 table: then it has Zen 4's as well. */
static bool tree_is_recent(void)
{
	return bench_event_table__find("AuthenticAMD-26-2-1");
}

static int test__encodings(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(encodings); i++) {
		const struct pmu_events_table *table;
		char *encoding;
		bool ok;

		if (i >= 18 && !tree_is_recent())
			break;
		table = bench_event_table__find(encodings[i].cpuid);
		encoding = bench_event_table__encoding(table, encodings[i].name, NULL, 0);
		ok = encoding && term(encoding, "event") == encodings[i].event &&
		     term(encoding, "umask") == encodings[i].umask;
		if (!ok)
			pr_debug("%s %s: %s\n", encodings[i].cpuid, encodings[i].name,
				 encoding ?: "not there");
		free(encoding);
		if (!ok)
			return TEST_FAIL;
	}
	TEST_ASSERT_VAL("no table for a CPU that nobody makes",
			!bench_event_table__find("NobodysCPU-1-1-1"));
	TEST_ASSERT_VAL("no event in no table",
			!bench_event_table__encoding(NULL, "l1d.replacement", NULL, 0));
	TEST_ASSERT_VAL("no such event",
			!bench_event_table__encoding(bench_event_table__find("GenuineIntel-6-8F-8"),
						     "l1d.nosuch", NULL, 0));
	return TEST_OK;
}

#define TLB	"ls_l1_d_tlb_miss.all"
#define FILLS	"cycles:u,l2_request_g1.rd_blk_x:u,"
#define RECENT	"cycles:u,ls_any_fills_from_sys.all:u,ls_any_fills_from_sys.dram_io_all:u," \
		"l2_request_g1.rd_blk_x:u," TLB
#define GENERIC	"cycles:u,L1-dcache-load-misses:u,LLC-load-misses:u,LLC-stores:u,dTLB-store-misses"

static int test__defaults(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	static const struct {
		const char *cpuid;
		bool recent;
		const char *events;
	} cpus[] = {
		{ "NobodysCPU-1-1-1", false, GENERIC },
		{ "GenuineIntel-6-8F-8", false,
		  "cycles:u,l1d.replacement:u,LLC-load-misses:u,LLC-stores:u,dTLB-store-misses" },
		/* Goldmont: no l1d.replacement. */
		{ "GenuineIntel-6-5C-9", false, GENERIC },
		{ "AuthenticAMD-23-1-2", false,
		  "cycles:u,l2_request_g1.rd_blk_x:u,LLC-load-misses:u,ls_l1_d_tlb_miss.all" },
		{ "AuthenticAMD-23-31-0", false,
		  FILLS "ls_refills_from_sys.ls_mabresp_lcl_dram:u," TLB },
		{ "AuthenticAMD-25-1-1", false,
		  FILLS "ls_any_fills_from_sys.mem_io_local:u," TLB },
		{ "AuthenticAMD-25-11-1", true,
		  RECENT },
		{ "AuthenticAMD-26-2-1", true,
		  RECENT },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cpus); i++) {
		char *events;
		bool same;

		if (cpus[i].recent && !tree_is_recent())
			continue;
		events = bench_events__defaults(GENERIC, bench_event_table__find(cpus[i].cpuid));
		same = events && !strcmp(events, cpus[i].events);
		if (!same)
			pr_debug("%s: %s, not %s\n", cpus[i].cpuid, events, cpus[i].events);
		free(events);
		if (!same)
			return TEST_FAIL;
	}
	return TEST_OK;
}

static int test__cpuid_env(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
#ifdef __x86_64__
	const char *before = getenv("PERF_CPUID");
	char *saved = before ? strdup(before) : NULL;
	const struct pmu_events_table *zen, *lake;

	setenv("PERF_CPUID", "AuthenticAMD-25-1-1", 1);
	zen = bench_event_table__find(NULL);
	setenv("PERF_CPUID", "GenuineIntel-6-8F-8", 1);
	lake = bench_event_table__find(NULL);
	if (saved)
		setenv("PERF_CPUID", saved, 1);
	else
		unsetenv("PERF_CPUID");
	free(saved);
	TEST_ASSERT_VAL("AMD's", zen && zen == bench_event_table__find("AuthenticAMD-25-1-1"));
	TEST_ASSERT_VAL("Intel's", lake && lake == bench_event_table__find("GenuineIntel-6-8F-8"));
	return TEST_OK;
#else
	return TEST_SKIP;
#endif
}

static struct test_case tests__bench_counters_events[] = {
	TEST_CASE("bench events: lists are split", split),
	TEST_CASE("bench events: lists that cannot be split", bad_split),
	TEST_CASE("bench events: modifiers are added", modifiers),
	TEST_CASE("bench events: software events and braces", software),
	TEST_CASE("bench events: all-user and all-kernel", sides),
	TEST_CASE("bench events: unknown names are usage errors", refused),
	TEST_CASE("bench events: missing PMUs are not", absent),
	TEST_CASE("bench events: encodings in perf's tables", encodings),
	TEST_CASE("bench events: defaults by CPU", defaults),
	TEST_CASE("bench events: PERF_CPUID", cpuid_env),
	{ .name = NULL, }
};

struct test_suite suite__bench_counters_events = {
	.desc = "bench events: from text to what is opened",
	.test_cases = tests__bench_counters_events,
};
