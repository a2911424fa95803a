// SPDX-License-Identifier: GPL-2.0
/*
 * The memset() functions that perf bench mem memset gets from us are memset() in full: any
 * value, start and length.
 */
#include <stdlib.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/types.h>
#include "bench/mem-memset-nt.h"
#include "bench-room.h"
#include "debug.h"
#include "tests.h"

#ifdef HAVE_ARCH_X86_64_SUPPORT

#define LONGEST		4200
#define STARTS		64
/* More than the longest from the last start; both its ends fault. */
#define ROOM		8192
#define FILL		0x3c

typedef void *(*memset_fn)(void *dest, int c, size_t len);

/* One call; what it did must be what a loop over bytes does, to the last byte of the room. */
static int try_one(memset_fn fn, u8 *room, u8 *expected, size_t start, int value, size_t len)
{
	void *ret = fn(room + start, value, len);
	size_t i;
	int bad;

	for (i = 0; i < len; i++)
		expected[start + i] = (u8)value;
	bad = ret != room + start || memcmp(room, expected, ROOM);
	if (bad)
		pr_debug("memset(start %zu, value %#x, length %zu): wrong %s\n", start, value, len,
			 ret != room + start ? "return value" : "bytes");
	memset(room + start, FILL, len);
	memset(expected + start, FILL, len);
	return bad ? TEST_FAIL : TEST_OK;
}

static int try_all(memset_fn fn, u8 *room, u8 *expected)
{
	/* Only the lowest byte counts. */
	static const int values[] = { 0, 0x80, 0x1a5, -1 };
	size_t start, len, i;

	memset(room, FILL, ROOM);
	memset(expected, FILL, ROOM);
	for (i = 0; i < ARRAY_SIZE(values); i++) {
		for (len = 0; len <= LONGEST; len++) {
			for (start = 0; start < STARTS; start++) {
				if (try_one(fn, room, expected, start, values[i], len))
					return TEST_FAIL;
			}
			/* Up to where the page behind begins. */
			if (try_one(fn, room, expected, ROOM - len, values[i], len))
				return TEST_FAIL;
		}
	}
	return TEST_OK;
}

static int test_function(memset_fn fn)
{
	u8 *room = bench_room__map(ROOM), *expected = malloc(ROOM);
	int ret = TEST_FAIL;

	if (room && expected)
		ret = try_all(fn, room, expected);
	if (room)
		bench_room__unmap(room, ROOM);
	free(expected);
	return ret;
}

static int test__memset_movnti(struct test_suite *test __maybe_unused,
			       int subtest __maybe_unused)
{
	return test_function(memset_movnti);
}

static int test__memset_stosq(struct test_suite *test __maybe_unused,
			      int subtest __maybe_unused)
{
	return test_function(memset_stosq);
}

#else

static int test__memset_movnti(struct test_suite *test __maybe_unused,
			       int subtest __maybe_unused)
{
	return TEST_SKIP;
}

static int test__memset_stosq(struct test_suite *test __maybe_unused,
			      int subtest __maybe_unused)
{
	return TEST_SKIP;
}

#endif

static struct test_case tests__bench_memset[] = {
	TEST_CASE_REASON("bench memset: movnti", memset_movnti, "x86-64 only"),
	TEST_CASE_REASON("bench memset: stosq", memset_stosq, "x86-64 only"),
	{ .name = NULL, }
};

struct test_suite suite__bench_memset = {
	.desc = "bench memset functions",
	.test_cases = tests__bench_memset,
};
