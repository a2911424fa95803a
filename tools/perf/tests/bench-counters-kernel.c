// SPDX-License-Identifier: GPL-2.0
/*
 * The engine's counters over the kernel's events that every machine counts exactly.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "bench/harness/counters-priv.h"
#include "bench/mem-clear-functions.h"
#include "bench-touch.h"
#include "debug.h"
#include "tests.h"

#define PAGES	512

/*
 * Fault in fresh pages twice between enable and disable, touch old ones once, and fresh
 * ones outside: each event has to count PAGES, 0, PAGES.
 */
static int count_faults(const char *events)
{
	const size_t page = sysconf(_SC_PAGESIZE), len = 3UL * PAGES * page;
	struct bench_plan plan = { .max_threads = 1, .events = events };
	struct bench_worker w = {};
	struct bench_counters *ctr;
	int round, i, ret = TEST_OK;
	char err[256], *mem;

	ctr = bench_counters__new(&plan, NULL, err, sizeof(err));
	TEST_ASSERT_VAL("counters", ctr);
	mem = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mem == MAP_FAILED || madvise(mem, len, MADV_NOHUGEPAGE))
		ret = TEST_SKIP;
	for (i = 0; i < ctr->events.nr; i++) {
		if (ctr->events.v[i].error)
			ret = TEST_SKIP;
	}
	bench_counters__open(ctr, &w);
	for (round = 0; round < 3 && ret == TEST_OK; round++) {
		u64 expected = round == 1 ? 0 : PAGES;

		bench_counters__enable(ctr, &w, 0);
		bench_touch(mem + (round == 1 ? 0 : (size_t)round * PAGES * page), PAGES, page);
		bench_counters__disable(ctr, &w, 0);
		if (round == 1)
			bench_touch(mem + PAGES * page, PAGES, page);
		bench_counters__collect(ctr, &w, 0);
		for (i = 0; i < ctr->events.nr; i++) {
			const struct bench_count *count = &w.count[i];

			if (count->value == expected && count->enabled &&
			    count->running == count->enabled)
				continue;
			pr_debug("round %d: %s: %llu faults\n", round, ctr->events.v[i].name,
				 (unsigned long long)count->value);
			ret = TEST_FAIL;
		}
	}
	if (mem != MAP_FAILED)
		munmap(mem, len);
	bench_counters__close(ctr, &w);
	bench_counters__delete(ctr);
	return ret;
}

static int test__faults(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	return count_faults("page-faults:u,faults:u");
}

static int test__fault_tracepoint(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct bench_events events = {};
	struct bench_plan plan = {};
	char err[256];
	int ret;

	/* Other architectures have no such tracepoint. */
	ret = bench_events__parse(&events, "exceptions:page_fault_user", false, &plan,
				  err, sizeof(err));
	bench_events__exit(&events);
	return ret ? TEST_SKIP : count_faults("exceptions:page_fault_user,page-faults:u");
}

/* In each worker: open, fault in PAGES pages of its own twice, the second time exactly, close. */
static int job_count(struct bench_worker *w, const struct bench_job *job)
{
	struct bench_counters *ctr = (struct bench_counters *)(uintptr_t)job->arg;
	const size_t page = sysconf(_SC_PAGESIZE), len = 2UL * PAGES * page;
	int round;
	char *mem;

	mem = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mem == MAP_FAILED)
		return -ENOMEM;
	madvise(mem, len, MADV_NOHUGEPAGE);
	bench_counters__open(ctr, w);
	/* In a new process the first round faults in copies of the stack as well. */
	for (round = 0; round < 2; round++) {
		bench_counters__enable(ctr, w, 0);
		bench_touch(mem + (size_t)round * PAGES * page, PAGES, page);
		bench_counters__disable(ctr, w, 0);
		bench_counters__collect(ctr, w, 0);
	}
	bench_counters__close(ctr, w);
	munmap(mem, len);
	return 0;
}

static int count_in_crew(bool processes)
{
	struct bench_case_result *cr;
	struct bench_plan plan = {
		.max_threads = 3, .events = "page-faults:u", .node = -1, .processes = processes,
	};
	struct bench_case c = { .index = 0 };
	struct bench_job job = { .fn = job_count, .c = &c };
	struct bench_counters *ctr;
	struct bench_results res;
	struct bench_crew *crew;
	int ret = TEST_FAIL;
	char err[256];

	bench_results__init(&res);
	cr = bench_results__add_case(&res, "test");
	ctr = bench_counters__new(&plan, NULL, err, sizeof(err));
	crew = bench_crew__new(&plan, err, sizeof(err));
	if (!cr || !ctr || !crew)
		goto out;
	job.arg = (uintptr_t)ctr;
	if (bench_crew__call(crew, 3, &job))
		goto out;
	bench_counters__fold(ctr, crew, 3, 0, 1, cr);
	bench_counters__settle(ctr, &res);
	pr_debug("%g faults\n", cr->counters[0].value);
	if (ctr->events.v[0].error)
		ret = TEST_SKIP;
	else if (cr->counters[0].state == BENCH_COUNTER_COUNTED &&
		 cr->counters[0].value > 3 * PAGES - 1 && cr->counters[0].value < 3 * PAGES + 1)
		ret = TEST_OK;
out:
	bench_crew__delete(crew);
	bench_counters__delete(ctr);
	bench_results__exit(&res);
	return ret;
}

static int test__threads(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	return count_in_crew(false);
}

static int test__processes(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	return count_in_crew(true);
}

/* A write breakpoint of four bytes at @at counts the writes that @write does there. */
static int count_writes(void *at, void (*write)(void *ctx), void *ctx, u64 expected)
{
	struct bench_plan plan = { .max_threads = 1 };
	struct bench_worker w = {};
	struct bench_counters *ctr;
	char err[256], text[64];
	int ret = TEST_OK;

	snprintf(text, sizeof(text), "mem:%p:w", at);
	plan.events = text;
	ctr = bench_counters__new(&plan, NULL, err, sizeof(err));
	TEST_ASSERT_VAL("counters", ctr);
	bench_counters__open(ctr, &w);
	write(ctx);
	bench_counters__enable(ctr, &w, 0);
	write(ctx);
	bench_counters__disable(ctr, &w, 0);
	write(ctx);
	bench_counters__collect(ctr, &w, 0);
	pr_debug("%llu writes of %llu\n", (unsigned long long)w.count[0].value,
		 (unsigned long long)expected);
	/* An event that opens but sees nothing: the hypervisor drops debug registers. */
	if (ctr->events.v[0].error || !w.count[0].value)
		ret = TEST_SKIP;
	else if (w.count[0].value != expected)
		ret = TEST_FAIL;
	bench_counters__close(ctr, &w);
	bench_counters__delete(ctr);
	return ret;
}

static void write_words(void *ctx)
{
	u32 *words = ctx;
	int i;

	for (i = 0; i < 100; i++) {
		WRITE_ONCE(words[0], i);
		WRITE_ONCE(words[1], i);
	}
}

static int test__breakpoint(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	u32 words[2] __aligned(8);

	return count_writes(words, write_words, words, 100);
}

/**
 * struct clears - pages to clear
 * @f: by which function
 * @pages: two of them
 */
struct clears {
	const struct clear_function	*f;
	char				*pages;
};

static void clear_ten_times(void *ctx)
{
	const struct clears *clears = ctx;
	int i;

	for (i = 0; i < 20; i++) {
		void *page = clears->pages + (i % 2) * CLEAR_PAGE_SIZE;

		if (clears->f->clear_page)
			clears->f->clear_page(page);
		else
			clears->f->clear_pages(page, CLEAR_PAGE_SIZE);
	}
}

/* Functions with one store an address: what "rep stos" does about breakpoints is its own. */
static int test__clears(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	static const char * const names[] = { "x86-64-unrolled", "x86-64-movnt" };
	const struct bench_function *table[CLEAR_FUNCTIONS_MAX + 1] = { NULL };
	struct clears clears;
	int i, nr = 0, ret = TEST_OK;
	size_t j;

	clears.pages = mmap(NULL, 2 * CLEAR_PAGE_SIZE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	TEST_ASSERT_VAL("memory", clears.pages != MAP_FAILED);
	clear_function__table(table);
	for (i = 0; table[i] && ret == TEST_OK; i++) {
		for (j = 0; j < ARRAY_SIZE(names) && ret == TEST_OK; j++) {
			if (strcmp(table[i]->name, names[j]))
				continue;
			clears.f = clear_function__of(table[i]);
			ret = count_writes(clears.pages + 64, clear_ten_times, &clears, 10);
			nr++;
		}
	}
	munmap(clears.pages, 2 * CLEAR_PAGE_SIZE);
	return nr ? ret : TEST_SKIP;
}

static struct test_case tests__bench_counters_kernel[] = {
	TEST_CASE("bench kernel events: page faults", faults),
	TEST_CASE("bench kernel events: the tracepoint of page faults", fault_tracepoint),
	TEST_CASE("bench kernel events: threads", threads),
	TEST_CASE("bench kernel events: processes", processes),
	TEST_CASE("bench kernel events: a breakpoint's writes", breakpoint),
	TEST_CASE("bench kernel events: a breakpoint in a page that is cleared", clears),
	{ .name = NULL, }
};

struct test_suite suite__bench_counters_kernel = {
	.desc = "bench kernel events: exact counts",
	.test_cases = tests__bench_counters_kernel,
};
