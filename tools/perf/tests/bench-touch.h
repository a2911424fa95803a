/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_TESTS_BENCH_TOUCH_H
#define BENCH_TESTS_BENCH_TOUCH_H

#include <stddef.h>
#include <linux/compiler.h>

/*
 * Write a byte of each of @pages pages, and fault in nothing else: no shadow that a sanitizer
 * keeps of them, which would be counted among their faults.
 */
__attribute__((__no_sanitize__("address"), __no_sanitize__("thread")))
static noinline void bench_touch(void *mem, size_t pages, size_t page)
{
	size_t i;

	for (i = 0; i < pages; i++)
		((volatile char *)mem)[i * page] = 1;
}

#endif /* BENCH_TESTS_BENCH_TOUCH_H */
