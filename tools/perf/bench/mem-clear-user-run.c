// SPDX-License-Identifier: GPL-2.0
/*
 * What perf bench mem clear_user times: calls that clear, the same calls to a function that
 * does nothing, and calls whose memory is read right behind.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "mem-clear-user.h"

/**
 * struct clear_user_run - one case in one worker, as the timed loops need it
 * @clear: the function
 * @empty: the one that does nothing
 * @base: first destination
 * @size: bytes of a call; with a mix not looked at
 * @mix: sizes of the calls, or none
 * @pos: where in the mix the next loop begins
 * @arena: the destinations
 */
struct clear_user_run {
	u64				(*clear)(void *to, u64 len);
	u64				(*empty)(void *to, u64 len);
	char				*base;
	u64				size;
	const struct clear_user_mix	*mix;
	u32				pos;
	struct clear_user_arena		arena;
};

/* The timed loops: one indirect call a size, and next to nothing beside it. */

static __always_inline void go_on(const struct clear_user_run *r, u64 *at, u64 step)
{
	const u64 room = r->arena.copy * r->arena.nr;

	*at += step;
	*at -= *at >= room ? room : 0;
}

static __always_inline char *next_destination(const struct clear_user_run *r, u64 *at)
{
	char *to = r->base + *at;

	go_on(r, at, r->arena.step);
	return to;
}

/* A word of each line and the last byte: all that the call has written is waited for. */
static __always_inline u64 read_back(const char *from, u64 len)
{
	u64 i, sum = 0;

	for (i = 0; i + sizeof(u64) <= len; i += CLEAR_USER_LINE_SIZE)
		sum += READ_ONCE(*(const u64 *)(from + i));
	return sum + READ_ONCE(from[len - 1]);
}

/*
 * Returns the bytes that were left, 0. What is read is 0 as well, which only we know: the
 * next destination hangs on it, so that the next call has to wait for it.
 */
static __always_inline u64 run_calls(struct clear_user_run *run,
				     u64 (*clear)(void *to, u64 len), u64 *cursor, u64 loops,
				     bool read)
{
	const struct clear_user_run r = *run;
	const u32 *first = r.mix->sizes, *end = first + r.mix->nr, *size = first + r.pos;
	const u32 batch = r.mix->batch, *places = r.arena.places;
	u64 at = *cursor, left = 0;
	u32 i;

	for (; loops; loops--) {
		if (!batch) {
			char *to = next_destination(&r, &at);

			left |= clear(to, r.size);
			if (read)
				at += read_back(to, r.size);
			continue;
		}
		for (i = 0; i < batch; i++) {
			char *to = next_destination(&r, &at);
			u32 len = *size++;

			if (places)
				to += places[i] * CLEAR_USER_LINE_SIZE;
			left |= clear(to, len);
			if (read)
				at += read_back(to, len);
		}
		go_on(&r, &at, r.arena.turn);
		if (size == end)
			size = first;
	}
	run->pos = size - first;
	*cursor = at;
	return left;
}

static noinline u64 run_plain(struct clear_user_run *r, u64 (*clear)(void *to, u64 len),
			      u64 *at, u64 loops)
{
	return run_calls(r, clear, at, loops, false);
}

static noinline u64 run_and_read(struct clear_user_run *r, u64 (*clear)(void *to, u64 len),
				 u64 *at, u64 loops)
{
	return run_calls(r, clear, at, loops, true);
}

/* Where things lie in a region */

/**
 * clear_user_bench__region - bytes of memory that a worker needs for a case
 * @plan: the plan
 * @c: the case
 */
u64 clear_user_bench__region(const struct bench_plan *plan, const struct bench_case *c)
{
	const struct clear_user_bench *cb = clear_user_bench__of(plan);
	u64 size = c->axis[BENCH_AXIS_SIZE], align = c->axis[BENCH_AXIS_ALIGN];
	struct clear_user_arena arena;

	if (size > CLEAR_USER_SIZE_LIMIT)
		return size;
	clear_user_arena__measure(&arena, &cb->mix, size, align, cb->arena);
	return arena.copy * arena.nr + align - align % CLEAR_USER_LINE_SIZE;
}

/**
 * clear_user_bench__prepare - lay a case out in a worker's region
 * @w: the worker; clear_user_bench__finish() undoes it
 *
 * Return: 0 or -ENOMEM, with the text in the worker.
 */
int clear_user_bench__prepare(struct bench_worker *w)
{
	const struct clear_user_bench *cb = clear_user_bench__of(w->plan);
	u64 size = w->c->axis[BENCH_AXIS_SIZE], align = w->c->axis[BENCH_AXIS_ALIGN];
	struct clear_user_run *r = calloc(1, sizeof(*r));

	if (!r || clear_user_arena__init(&r->arena, &cb->mix, size, align, cb->arena)) {
		free(r);
		return bench_worker__fail(w, -ENOMEM, "out of memory");
	}
	r->clear = clear_user_function__of(w->c->fn)->clear;
	r->empty = clear_user_function__empty()->clear;
	r->size = size;
	r->mix = &cb->mix;
	r->base = (char *)w->mem + align;
	w->priv = r;
	return 0;
}

/**
 * clear_user_bench__finish - undo clear_user_bench__prepare()
 * @w: the worker
 */
void clear_user_bench__finish(struct bench_worker *w)
{
	struct clear_user_run *r = w->priv;

	if (r)
		clear_user_arena__exit(&r->arena);
	free(r);
}

/* The parts */

static u64 run_part(struct bench_worker *w, u64 loops, enum clear_user_part part)
{
	struct clear_user_run *r = w->priv;
	struct clear_user_cursor *cursor = &clear_user_bench__of(w->plan)->cursors[w->index];
	u64 (*clear)(void *to, u64 len) = part == CLEAR_USER_PART_EMPTY ? r->empty : r->clear;
	/* The same place for all cases, so that none finds what another has just cleared. */
	u64 at = cursor->at % r->arena.nr * r->arena.copy;
	u64 left;

	if (part == CLEAR_USER_PART_REUSE)
		left = run_and_read(r, clear, &at, loops);
	else
		left = run_plain(r, clear, &at, loops);
	if (part != CLEAR_USER_PART_EMPTY)
		cursor->at = at / r->arena.copy;
	return left;
}

static int tell_left(struct bench_worker *w, u64 left)
{
	if (!left)
		return 0;
	return bench_worker__fail(w, -EIO, "%s says that it left bytes uncleared",
				  w->c->fn->name);
}

static int part_clear(struct bench_worker *w, u64 loops)
{
	return tell_left(w, run_part(w, loops, CLEAR_USER_PART_CLEAR));
}

static int part_empty(struct bench_worker *w, u64 loops)
{
	return tell_left(w, run_part(w, loops, CLEAR_USER_PART_EMPTY));
}

static int part_reuse(struct bench_worker *w, u64 loops)
{
	return tell_left(w, run_part(w, loops, CLEAR_USER_PART_REUSE));
}

const struct bench_part clear_user_parts[CLEAR_USER_PART_NR] = {
	[CLEAR_USER_PART_CLEAR]	= { "clear", part_clear, .counted = true },
	[CLEAR_USER_PART_EMPTY]	= { "empty", part_empty },
	[CLEAR_USER_PART_REUSE]	= { "reuse", part_reuse },
};

/* The first destination as it is timed: all of it, and not the byte before or behind. */
static int check_destination(struct bench_worker *w, u64 size)
{
	const struct clear_user_run *r = w->priv;
	u64 align = w->c->axis[BENCH_AXIS_ALIGN], i;
	u8 *to = (u8 *)r->base, *end = (u8 *)w->mem + w->mem_len;
	u64 left;

	memset(to - align, 0xa5, align);
	memset(to, 0xa5, min(size + 1, (u64)(end - to)));
	left = r->clear(to, size);
	if (left)
		return tell_left(w, left);
	for (i = 0; i < size && !to[i]; i++)
		;
	if (i < size)
		return bench_worker__fail(w, -EILSEQ, "%s left byte %llu of %llu uncleared",
					  w->c->fn->name, (unsigned long long)i,
					  (unsigned long long)size);
	if ((align && to[-1] != 0xa5) || (to + size < end && to[size] != 0xa5))
		return bench_worker__fail(w, -EILSEQ, "%s cleared more than %llu bytes",
					  w->c->fn->name, (unsigned long long)size);
	return 0;
}

/**
 * clear_user_bench__check - does the case's function clear what it should?
 * @w: a worker that is prepared
 *
 * First in a small buffer, where memory ends too, then the case as it is timed.
 *
 * Return: 0, or a negative errno with the text in the worker.
 */
int clear_user_bench__check(struct bench_worker *w)
{
	const struct clear_user_bench *cb = clear_user_bench__of(w->plan);
	char err[160];
	int ret;

	ret = clear_user_function__check(clear_user_function__of(w->c->fn), err, sizeof(err));
	if (ret)
		return bench_worker__fail(w, ret, "%s %s", w->c->fn->name, err);
	return check_destination(w, cb->mix.nr ? cb->mix.max : w->c->axis[BENCH_AXIS_SIZE]);
}
