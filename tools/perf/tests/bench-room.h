/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_TESTS_BENCH_ROOM_H
#define BENCH_TESTS_BENCH_ROOM_H

#include <stddef.h>
#include <unistd.h>
#include <sys/mman.h>
#include <linux/kernel.h>
#include <linux/types.h>

/*
 * Memory for functions that write: @len bytes, right behind which the next one faults. So does
 * the one before them where @len is a multiple of the page.
 *
 * Return: the bytes, zeroed, or NULL.
 */
static inline u8 *bench_room__map(size_t len)
{
	size_t page = sysconf(_SC_PAGESIZE), there = roundup(len, page);
	u8 *map = mmap(NULL, there + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED)
		return NULL;
	if (mprotect(map + page, there, PROT_READ | PROT_WRITE)) {
		munmap(map, there + 2 * page);
		return NULL;
	}
	return map + page + there - len;
}

static inline void bench_room__unmap(u8 *room, size_t len)
{
	size_t page = sysconf(_SC_PAGESIZE), there = roundup(len, page);

	munmap(room + len - there - page, there + 2 * page);
}

#endif /* BENCH_TESTS_BENCH_ROOM_H */
