// SPDX-License-Identifier: GPL-2.0
/*
 * Each function of perf bench mem clear clears what it is told to, and nothing else; and
 * the check that stands before each measurement would tell if one did not.
 */
#include <stdlib.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "bench/harness/cpu.h"
#include "bench/mem-clear-functions.h"
#include "bench-room.h"
#include "debug.h"
#include "tests.h"

#define PAGE		CLEAR_PAGE_SIZE
#define ROOM		(6 * PAGE)
#define FILL		0x3c

static int compare(const u8 *room, u64 start, u64 len)
{
	u64 i;

	for (i = 0; i < ROOM; i++) {
		if (room[i] == (i >= start && i < start + len ? 0 : FILL))
			continue;
		pr_debug("start %llu, length %llu: wrong byte at %llu\n",
			 (unsigned long long)start, (unsigned long long)len,
			 (unsigned long long)i);
		return TEST_FAIL;
	}
	return TEST_OK;
}

static int try_extent(const struct clear_function *f, u8 *room, u64 start, u64 len)
{
	memset(room, FILL, ROOM);
	f->clear_pages(room + start, len);
	bench_cpu__store_fence();
	return compare(room, start, len);
}

/* At each start that a line has for it, and right up to the page behind. */
static int try_length(const struct clear_function *f, u8 *room, u64 len)
{
	u64 start;

	for (start = 0; start < 64; start += f->align) {
		if (try_extent(f, room, start, len))
			return TEST_FAIL;
	}
	start = ROOM - len;
	return start % f->align ? TEST_OK : try_extent(f, room, start, len);
}

static int try_extents(const struct clear_function *f, u8 *room)
{
	/* Round each length at which some function changes its way. */
	static const u64 around[] = { 256, 512, PAGE, 4 * PAGE, 5 * PAGE };
	u64 len;
	size_t i;

	for (len = 0; len <= 24 * f->unit; len += f->unit) {
		if (try_length(f, room, len))
			return TEST_FAIL;
	}
	for (i = 0; i < ARRAY_SIZE(around); i++) {
		if (try_length(f, room, around[i] - f->unit) ||
		    try_length(f, room, around[i]) ||
		    try_length(f, room, around[i] + f->unit))
			return TEST_FAIL;
	}
	return TEST_OK;
}

/* The first page of the room, the last one, and one between. */
static int try_pages(const struct clear_function *f, u8 *room)
{
	static const u64 starts[] = { 0, 2 * PAGE, ROOM - PAGE };
	size_t i;

	for (i = 0; f->clear_page && i < ARRAY_SIZE(starts); i++) {
		memset(room, FILL, ROOM);
		f->clear_page(room + starts[i]);
		bench_cpu__store_fence();
		if (compare(room, starts[i], PAGE))
			return TEST_FAIL;
	}
	return TEST_OK;
}

static const struct clear_function *find_function(const char *name)
{
	const struct bench_function *table[CLEAR_FUNCTIONS_MAX];
	int i;

	clear_function__table(table);
	for (i = 0; table[i]; i++) {
		if (!strcmp(table[i]->name, name))
			return clear_function__of(table[i]);
	}
	return NULL;
}

static int test_function(const char *name)
{
	const struct clear_function *f = find_function(name);
	char err[160] = "";
	int ret = TEST_FAIL;
	u8 *room;

	if (!f) {
		pr_debug("%s is not in the table\n", name);
		return TEST_FAIL;
	}
	if (f->fn.available && !f->fn.available())
		return TEST_SKIP;
	room = bench_room__map(ROOM);
	if (!room)
		return TEST_FAIL;
	if (!try_pages(f, room) && !try_extents(f, room))
		ret = TEST_OK;
	bench_room__unmap(room, ROOM);
	if ((f->clear_page && clear_function__check_page(f, err, sizeof(err))) ||
	    clear_function__check_pages(f, err, sizeof(err))) {
		pr_debug("%s: the check says: %s\n", name, err);
		ret = TEST_FAIL;
	}
	return ret;
}

static int test__clear_default(struct test_suite *test __maybe_unused,
			       int subtest __maybe_unused)
{
	return test_function("default");
}

/* A test for each row of the table, so that those that the CPU lacks are seen to be skipped. */
#ifdef HAVE_ARCH_X86_64_SUPPORT
#define CLEAR_FN(_name, _pages, ...)						\
static int test__##_pages(struct test_suite *test __maybe_unused,		\
			  int subtest __maybe_unused)				\
{										\
	return test_function(_name);						\
}

#define CLEAR_KERNEL_FN	CLEAR_FN
#include "bench/mem-clear-x86-64-asm-def.h"
#undef CLEAR_KERNEL_FN
#undef CLEAR_FN
#endif

/* Functions with a fault each, for the check to find. */

static void leave_all(void *addr __maybe_unused, u64 len __maybe_unused)
{
}

static void leave_last(void *addr, u64 len)
{
	memset(addr, 0, len - 1);
}

static void leave_middle(void *addr, u64 len)
{
	memset(addr, 0, len);
	((u8 *)addr)[len / 2] = 1;
}

static void write_behind(void *addr, u64 len)
{
	memset(addr, 0, len + 1);
}

static void write_before(void *addr, u64 len)
{
	memset((u8 *)addr - 1, 0, len + 1);
}

static void (*const faulty[])(void *addr, u64 len) = {
	leave_all, leave_last, leave_middle, write_behind, write_before,
};

static void leave_all_page(void *page)
{
	leave_all(page, PAGE);
}

static void leave_last_page(void *page)
{
	leave_last(page, PAGE);
}

static void leave_middle_page(void *page)
{
	leave_middle(page, PAGE);
}

static void write_behind_page(void *page)
{
	write_behind(page, PAGE);
}

static void write_before_page(void *page)
{
	write_before(page, PAGE);
}

static void (*const faulty_page[])(void *page) = {
	leave_all_page, leave_last_page, leave_middle_page, write_behind_page, write_before_page,
};

static int test__clear_check(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct clear_function f = { .unit = 64, .align = 64 };
	char err[160];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faulty); i++) {
		f.clear_pages = faulty[i];
		err[0] = '\0';
		if (clear_function__check_pages(&f, err, sizeof(err)) >= 0 || !err[0]) {
			pr_debug("fault %zu of an extent was not found\n", i);
			return TEST_FAIL;
		}
		f.clear_page = faulty_page[i];
		err[0] = '\0';
		if (clear_function__check_page(&f, err, sizeof(err)) >= 0 || !err[0]) {
			pr_debug("fault %zu of a page was not found\n", i);
			return TEST_FAIL;
		}
	}
	return TEST_OK;
}

static int test__clear_table(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	const struct bench_function *table[CLEAR_FUNCTIONS_MAX];
	int i, k;

	clear_function__table(table);
	TEST_ASSERT_VAL("the first is not default", !strcmp(table[0]->name, "default"));
	for (i = 0; table[i]; i++) {
		const struct clear_function *f = clear_function__of(table[i]);

		TEST_ASSERT_VAL("no description", table[i]->desc && table[i]->desc[0]);
		TEST_ASSERT_VAL("no way to clear an extent", f->clear_pages);
		TEST_ASSERT_VAL("no unit", f->unit && !(PAGE % f->unit));
		TEST_ASSERT_VAL("no alignment", f->align && !(64 % f->align));
		TEST_ASSERT_VAL("needs what it cannot ask for",
				!table[i]->needs == !table[i]->available);
		for (k = 0; k < i; k++)
			TEST_ASSERT_VAL("two of one name", strcmp(table[i]->name, table[k]->name));
	}
	return TEST_OK;
}

static struct test_case tests__bench_mem_clear[] = {
	TEST_CASE("bench mem clear: the table of functions", clear_table),
	TEST_CASE("bench mem clear: the check finds faults", clear_check),
	TEST_CASE("bench mem clear: default", clear_default),
#ifdef HAVE_ARCH_X86_64_SUPPORT
#define CLEAR_FN(_name, _pages, ...)	\
	TEST_CASE_REASON("bench mem clear: " _name, _pages, "this CPU lacks the instruction"),
#define CLEAR_KERNEL_FN	CLEAR_FN
#include "bench/mem-clear-x86-64-asm-def.h"
#undef CLEAR_KERNEL_FN
#undef CLEAR_FN
#endif
	{ .name = NULL, }
};

struct test_suite suite__bench_mem_clear = {
	.desc = "bench mem clear functions",
	.test_cases = tests__bench_mem_clear,
};
