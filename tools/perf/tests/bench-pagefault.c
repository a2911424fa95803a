// SPDX-License-Identifier: GPL-2.0
/* The page fault benchmarks' slices and mappings: every page once, and nothing left over. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>
#include <linux/kernel.h>
#include "../bench/harness/plan.h"
#include "../bench/pagefault.h"
#include "debug.h"
#include "tests.h"

#define PAGES		1000
#define THREADS		7

/**
 * struct setting - a case of base pages, and workers for it, without an engine
 */
struct setting {
	volatile sig_atomic_t	stop;
	struct pagefault	pf;
	struct bench_plan	plan;
	struct bench_case	c;
	struct bench_worker	w[THREADS];
	struct pagefault_slice	slice[THREADS];
};

static const struct bench_function *function(const char *name)
{
	int i;

	for (i = 0; pagefault_functions[i]; i++) {
		if (!strcmp(pagefault_functions[i]->name, name))
			return pagefault_functions[i];
	}
	return NULL;
}

static int setting__init(struct setting *s, const char *name, u64 pages, int threads)
{
	size_t page = sysconf(_SC_PAGESIZE);
	int i, ret = 0;

	s->pf.map.fd = -1;
	s->plan.priv = &s->pf;
	s->c.fn = function(name);
	s->c.axis[BENCH_AXIS_PAGE] = bench_page__make(page, BENCH_PAGE_BASE);
	s->c.axis[BENCH_AXIS_SIZE] = pages * page;
	s->c.axis[BENCH_AXIS_THREADS] = threads;
	for (i = 0; i < threads && !ret; i++) {
		s->w[i].plan = &s->plan;
		s->w[i].c = &s->c;
		s->w[i].index = i;
		s->w[i].nr = threads;
		s->w[i].node = -1;
		s->w[i].interrupted = &s->stop;
		s->w[i].priv = &s->slice[i];
		ret = pagefault_slice__init(&s->slice[i], &s->w[i]);
	}
	return ret;
}

static void setting__exit(struct setting *s, int threads)
{
	int i;

	for (i = 0; i < threads; i++)
		pagefault_slice__exit(&s->slice[i]);
}

/* How often each page of the mapping is faulted by somebody. */
static int count_pages(const struct setting *s, int threads, unsigned int *count)
{
	u64 k, page;
	int i;

	for (i = 0; i < threads; i++) {
		const struct pagefault_slice *slice = &s->slice[i];

		for (k = 0; k < slice->nr; k++) {
			page = slice->first + (slice->index ? slice->index[k] : k);
			if (page >= PAGES)
				return -1;
			count[page]++;
		}
	}
	return 0;
}

static int every_page_once(enum pagefault_order order, u64 stride, int threads)
{
	struct setting s = { .pf = { .order = order, .stride = stride }, .plan = { .seed = 7 } };
	unsigned int count[PAGES] = { };
	int i;

	TEST_ASSERT_EQUAL("slices", setting__init(&s, "demand", PAGES, threads), 0);
	TEST_ASSERT_EQUAL("inside", count_pages(&s, threads, count), 0);
	for (i = 0; i < PAGES; i++)
		TEST_ASSERT_EQUAL("once", count[i], 1);
	for (i = 0; i < threads; i++) {
		TEST_ASSERT_VAL("even", s.slice[i].nr == (u64)PAGES / threads ||
				s.slice[i].nr == (u64)PAGES / threads + 1);
		TEST_ASSERT_EQUAL("one owner", s.slice[i].owner, (i == 0));
	}
	setting__exit(&s, threads);
	return TEST_OK;
}

static int test__order(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	const u64 strides[] = { 1, 3, 16, PAGES - 1, PAGES, PAGES + 1, UINT64_MAX };
	unsigned int i;
	int threads, ret = TEST_OK;

	for (threads = 1; threads <= THREADS && !ret; threads += 2) {
		ret = every_page_once(PAGEFAULT_SEQ, 0, threads);
		if (!ret)
			ret = every_page_once(PAGEFAULT_RANDOM, 0, threads);
		for (i = 0; i < ARRAY_SIZE(strides) && !ret; i++)
			ret = every_page_once(PAGEFAULT_STRIDE, strides[i], threads);
	}
	return ret;
}

/* The same seed gives the same order, another one another. */
static int test__seed(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct setting a = { .pf = { .order = PAGEFAULT_RANDOM }, .plan = { .seed = 1 } };
	struct setting b = { .pf = { .order = PAGEFAULT_RANDOM }, .plan = { .seed = 1 } };
	struct setting c = { .pf = { .order = PAGEFAULT_RANDOM }, .plan = { .seed = 2 } };
	size_t len = PAGES * sizeof(u32);

	TEST_ASSERT_EQUAL("a", setting__init(&a, "demand", PAGES, 1), 0);
	TEST_ASSERT_EQUAL("b", setting__init(&b, "demand", PAGES, 1), 0);
	TEST_ASSERT_EQUAL("c", setting__init(&c, "demand", PAGES, 1), 0);
	TEST_ASSERT_VAL("same seed", !memcmp(a.slice->index, b.slice->index, len));
	TEST_ASSERT_VAL("other seed", memcmp(a.slice->index, c.slice->index, len));
	setting__exit(&a, 1);
	setting__exit(&b, 1);
	setting__exit(&c, 1);
	return TEST_OK;
}

/* Lines of /proc/self/maps that lie in a range, slack and all. */
static int mappings_in(const void *map, size_t len)
{
	unsigned long start = (unsigned long)map, from, to;
	FILE *f = fopen("/proc/self/maps", "r");
	char line[4096];
	int nr = 0;

	if (!f)
		return -1;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx-%lx", &from, &to) == 2 && from < start + len && to > start)
			nr++;
	}
	fclose(f);
	return nr;
}

static int map_and_unmap(const char *name)
{
	struct setting s = { };
	struct pagefault_map *m = &s.pf.map;
	size_t page = sysconf(_SC_PAGESIZE);
	unsigned char *p;
	size_t map_len;
	void *map;
	int i;

	TEST_ASSERT_EQUAL("slice", setting__init(&s, name, 16, 1), 0);
	TEST_ASSERT_EQUAL("map", pagefault_map__map(m, &s.w[0]), 0);
	TEST_ASSERT_EQUAL("fault", pagefault_slice__fault(&s.slice[0], &s.w[0], page), 0);
	p = (unsigned char *)m->addr;
	for (i = 0; i < 16; i++) {
		TEST_ASSERT_EQUAL("zero", p[i * page + 1], 0);
		p[(i + 1) * page - 1] = 1;
	}
	map = m->map;
	map_len = m->map_len;
	TEST_ASSERT_VAL("is there", mappings_in(map, map_len) > 0);
	TEST_ASSERT_EQUAL("unmap", pagefault_map__unmap(m), 0);
	TEST_ASSERT_EQUAL("is gone", mappings_in(map, map_len), 0);
	TEST_ASSERT_EQUAL("once more is harmless", pagefault_map__unmap(m), 0);
	setting__exit(&s, 1);
	return TEST_OK;
}

static int test__map(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	int i, ret = TEST_OK;

	for (i = 0; pagefault_functions[i] && !ret; i++) {
		const struct bench_function *fn = pagefault_functions[i];

		if (!fn->available || fn->available())
			ret = map_and_unmap(fn->name);
	}
	return ret;
}

/* One clear a page says how much was cleared; any other number may be of other folios. */
static int test__clears(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct pagefault_slice s = { .nr = 8, .page = 2 << 20 };
	struct pagefault_clears clears = { .ns = 1000000, .calls = 8 };

	TEST_ASSERT_VAL("16MB in 1 ms", pagefault_clears__rate(&clears, &s) == 16777216e3);
	clears.calls *= 32;
	TEST_ASSERT_VAL("folios of 64KB", isnan(pagefault_clears__rate(&clears, &s)));
	clears.calls = 7;
	TEST_ASSERT_VAL("some base pages", isnan(pagefault_clears__rate(&clears, &s)));
	clears.calls = 0;
	clears.ns = 0;
	TEST_ASSERT_VAL("none", isnan(pagefault_clears__rate(&clears, &s)));
	return TEST_OK;
}

/* A fault part that is interrupted does nothing and says so; the next one does all. */
static int cut_and_whole(const char *fn)
{
	size_t page = sysconf(_SC_PAGESIZE);
	unsigned char there[16];
	struct setting s = { };
	int i;

	TEST_ASSERT_EQUAL("slice", setting__init(&s, fn, 16, 1), 0);
	if (s.c.fn->available && !s.c.fn->available())
		return TEST_SKIP;
	TEST_ASSERT_EQUAL("map", pagefault_map__map(&s.pf.map, &s.w[0]), 0);
	s.stop = 1;
	TEST_ASSERT_EQUAL("no error", pagefault_slice__fault(&s.slice[0], &s.w[0], page), 0);
	TEST_ASSERT_VAL("but cut short", s.slice[0].cut);
	TEST_ASSERT_EQUAL("look", mincore(s.pf.map.addr, 16 * page, there), 0);
	for (i = 0; i < 16; i++)
		TEST_ASSERT_VAL("nothing was faulted in", !(there[i] & 1));
	s.stop = 0;
	TEST_ASSERT_EQUAL("fault", pagefault_slice__fault(&s.slice[0], &s.w[0], page), 0);
	TEST_ASSERT_VAL("all of it", !s.slice[0].cut);
	TEST_ASSERT_EQUAL("look again", mincore(s.pf.map.addr, 16 * page, there), 0);
	for (i = 0; i < 16; i++)
		TEST_ASSERT_VAL("all was faulted in", there[i] & 1);
	TEST_ASSERT_EQUAL("unmap", pagefault_map__unmap(&s.pf.map), 0);
	setting__exit(&s, 1);
	return TEST_OK;
}

static int test__interrupted(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	return cut_and_whole("demand");
}

/* MADV_POPULATE_WRITE stops at pieces. */
static int test__interrupted_madvise(struct test_suite *t __maybe_unused,
				     int subtest __maybe_unused)
{
	return cut_and_whole("madvise");
}

static struct test_case tests__bench_pagefault[] = {
	TEST_CASE("perf bench pagefault: every page once in every order", order),
	TEST_CASE("perf bench pagefault: a seed is an order", seed),
	TEST_CASE("perf bench pagefault: mappings come zeroed and go in full", map),
	TEST_CASE("perf bench pagefault: an interrupt ends the touching", interrupted),
	TEST_CASE("perf bench pagefault: an interrupt ends populating", interrupted_madvise),
	TEST_CASE("perf bench pagefault: the clearing's bandwidth is of known pages", clears),
	{ .name = NULL, }
};

struct test_suite suite__bench_pagefault = {
	.desc = "perf bench pagefault slices and mappings",
	.test_cases = tests__bench_pagefault,
};
