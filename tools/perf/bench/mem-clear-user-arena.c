// SPDX-License-Identifier: GPL-2.0
/*
 * Where calls of perf bench mem clear_user clear: at the same place each time, or all over an
 * arena, so that as many bytes as it has are cleared before a place comes again.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "mem-clear-user.h"

/* With so many copies of a loop, calls that follow each other clear in different ones. */
#define COPIES_HOP	64

/* Of a call, in whole lines. A destination may begin in the middle of a line. */
static u64 room_of(u64 size, u64 align)
{
	return roundup(size + align % CLEAR_USER_LINE_SIZE, CLEAR_USER_LINE_SIZE);
}

/* What call @i of a loop may clear: a mix of several loops has another size each time. */
static u64 room_at(const struct clear_user_mix *mix, u32 i, u64 align)
{
	u64 largest = 0;
	u32 k;

	for (k = i; k < mix->nr; k += mix->batch)
		largest = max_t(u64, largest, mix->sizes[k]);
	return room_of(largest, align);
}

static u64 gcd(u64 a, u64 b)
{
	while (b) {
		u64 rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/*
 * How many of @nr places to go on by: near the golden section of all, with no common factor,
 * so that each one has its turn and no prefetcher sees where the next one is.
 */
static u64 hop(u64 nr)
{
	u64 step = nr * 0.6180339887;

	step = step ?: 1;
	while (gcd(step, nr) != 1)
		step++;
	return step;
}

/*
 * Which call is the first of the next window after @from, and in @sum the bytes up to it. The
 * ends are multiples of the window's size, so that what one has too much the next has less.
 */
static u32 window_end(const struct clear_user_arena *arena, const struct clear_user_mix *mix,
		      u64 align, u32 from, u64 *sum)
{
	u64 end = arena->window ? (*sum / arena->window + 1) * arena->window : UINT64_MAX;

	do {
		*sum += room_at(mix, from++, align);
	} while (from < mix->batch && *sum < end);
	return from;
}

/*
 * A mix that is larger than the arena need be is cut into an even number of windows, each at
 * least as large. They lie by turns in the first half of memory and in the second, so that
 * there is always a whole window between two that have their memory in common.
 */
static void measure_windows(struct clear_user_arena *arena, const struct clear_user_mix *mix,
			    u64 align, u64 rooms, u64 windows)
{
	u64 sum = 0, start;
	u32 from = 0;

	arena->window = DIV_ROUND_UP(rooms, windows);
	while (from < mix->batch) {
		start = sum;
		from = window_end(arena, mix, align, from, &sum);
		arena->half = max(arena->half, sum - start);
	}
	arena->copy = 2 * arena->half;
}

/* Otherwise there are as many copies of a loop as it takes. */
static void measure_mix(struct clear_user_arena *arena, const struct clear_user_mix *mix,
			u64 align, u64 least)
{
	u64 loop = 0, rooms = 0, most = room_of(mix->max, align);
	u32 i;

	/* What one loop clears, of which there are several if a batch is not all of the mix. */
	for (i = 0; i < mix->nr; i++)
		loop += room_of(mix->sizes[i], align);
	loop /= mix->nr / mix->batch;
	for (i = 0; i < mix->batch; i++)
		rooms += room_at(mix, i, align);

	/* A window may be smaller than it should by its last call. */
	if (loop / 2 >= least + most) {
		measure_windows(arena, mix, align, rooms, loop / 2 / (least + most) * 2);
		return;
	}
	arena->copy = rooms;
	arena->nr = DIV_ROUND_UP(least, loop);
	if (arena->nr < COPIES_HOP) {
		arena->turn = arena->nr > 1 ? arena->copy : 0;
		return;
	}
	/* With a common factor a call would come to some of the copies only. */
	while (gcd(arena->nr, mix->batch) != 1)
		arena->nr++;
	arena->step = arena->copy * hop(arena->nr);
}

/**
 * clear_user_arena__measure - how large an arena is
 * @arena: filled in, without its places
 * @mix: sizes of the calls, or none
 * @size: size of the calls without a mix
 * @align: where in a page destinations begin
 * @least: bytes to clear before a place comes again; 0: the same place each time
 */
void clear_user_arena__measure(struct clear_user_arena *arena, const struct clear_user_mix *mix,
			       u64 size, u64 align, u64 least)
{
	memset(arena, 0, sizeof(*arena));
	arena->nr = 1;
	if (mix->nr && least) {
		measure_mix(arena, mix, align, least);
		return;
	}
	arena->copy = room_of(mix->nr ? mix->max : size, align);
	if (least > arena->copy) {
		arena->nr = DIV_ROUND_UP(least, arena->copy);
		arena->step = arena->copy * hop(arena->nr);
	}
}

/*
 * Calls @from to @to lie at @at and behind it, but not in their order: where in memory a call
 * has its place hops as copies do.
 */
static void lay_out(struct clear_user_arena *arena, const struct clear_user_mix *mix, u64 align,
		    u32 from, u32 to, u64 at, u32 *order)
{
	u64 nr = to - from, step = hop(nr), place = 0;
	u32 i;

	for (i = 0; i < nr; i++) {
		order[place] = from + i;
		place += step;
		place -= place >= nr ? nr : 0;
	}
	for (i = 0; i < nr; i++) {
		arena->places[order[i]] = at / CLEAR_USER_LINE_SIZE;
		at += room_at(mix, order[i], align);
	}
}

/**
 * clear_user_arena__init - lay an arena out
 * @arena: filled in; clear_user_arena__exit() frees it
 * @mix: sizes of the calls, or none
 * @size: size of the calls without a mix
 * @align: where in a page destinations begin
 * @least: bytes to clear before a place comes again; 0: the same place each time
 *
 * Return: 0 or -ENOMEM.
 */
int clear_user_arena__init(struct clear_user_arena *arena, const struct clear_user_mix *mix,
			   u64 size, u64 align, u64 least)
{
	u64 sum = 0, base = 0;
	u32 from = 0, to, *order;

	clear_user_arena__measure(arena, mix, size, align, least);
	if (!mix->nr || !least)
		return 0;
	order = calloc(mix->batch, sizeof(*order));
	arena->places = calloc(mix->batch, sizeof(*arena->places));
	if (!order || !arena->places) {
		free(order);
		clear_user_arena__exit(arena);
		return -ENOMEM;
	}
	while (from < mix->batch) {
		to = window_end(arena, mix, align, from, &sum);
		lay_out(arena, mix, align, from, to, base, order);
		base = base ? 0 : arena->half;
		from = to;
	}
	free(order);
	return 0;
}

/**
 * clear_user_arena__exit - free what clear_user_arena__init() made
 * @arena: the arena
 */
void clear_user_arena__exit(struct clear_user_arena *arena)
{
	free(arena->places);
	arena->places = NULL;
}
