// SPDX-License-Identifier: GPL-2.0
/*
 * What perf bench mem clear times: the clearing itself, and reads of what it may have
 * evicted, or left, in the caches.
 */
#include <errno.h>
#include <stdlib.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "harness/cpu.h"
#include "mem-clear.h"

/**
 * struct clear_run - one case in one worker, as the timed loops need it
 * @f: the function
 * @clear: clears the extent, @loops times
 * @base: start of the arena
 * @size: bytes of an extent
 * @chunk: bytes of a call
 * @stride: from one extent of the arena to the next
 * @last: offset of the last extent
 * @at: offset of the next one
 * @fence_chunk: fence behind each call
 * @fence_extent: fence behind each extent
 */
struct clear_run {
	const struct clear_function	*f;
	void				(*clear)(struct clear_run *r, u64 loops);
	char				*base;
	u64				size;
	u64				chunk;
	u64				stride;
	u64				last;
	u64				at;
	bool				fence_chunk;
	bool				fence_extent;
};

/* The timed loops: one indirect call a chunk, and next to nothing beside it. */

static __always_inline char *next_extent(const struct clear_run *r, u64 *at)
{
	char *extent = r->base + *at;

	*at = *at < r->last ? *at + r->stride : 0;
	return extent;
}

static __always_inline void fence_if(bool fence)
{
	if (fence)
		bench_cpu__store_fence();
}

static void clear_by_page(struct clear_run *r, u64 loops)
{
	void (*clear_page)(void *page) = r->f->clear_page;
	const bool fence_page = r->fence_chunk, fence_extent = r->fence_extent;
	const u64 size = r->size;
	u64 at = r->at;

	for (; loops; loops--) {
		char *page = next_extent(r, &at), *end = page + size;

		do {
			clear_page(page);
			fence_if(fence_page);
			page += CLEAR_PAGE_SIZE;
		} while (page < end);
		fence_if(fence_extent);
	}
	r->at = at;
}

static void clear_by_chunk(struct clear_run *r, u64 loops)
{
	void (*clear_pages)(void *addr, u64 len) = r->f->clear_pages;
	const bool fence_chunk = r->fence_chunk;
	const bool fence_last = fence_chunk || r->fence_extent;
	const u64 chunk = r->chunk;
	u64 at = r->at;

	for (; loops; loops--) {
		char *addr = next_extent(r, &at);
		u64 rest;

		for (rest = r->size; rest > chunk; rest -= chunk, addr += chunk) {
			clear_pages(addr, chunk);
			fence_if(fence_chunk);
		}
		clear_pages(addr, rest);
		fence_if(fence_last);
	}
	r->at = at;
}

static void clear_whole(struct clear_run *r, u64 loops)
{
	void (*clear_pages)(void *addr, u64 len) = r->f->clear_pages;
	const bool fence = r->fence_chunk || r->fence_extent;
	const u64 size = r->size;
	u64 at = r->at;

	for (; loops; loops--) {
		clear_pages(next_extent(r, &at), size);
		fence_if(fence);
	}
	r->at = at;
}

/* Read a word of each line: what is not in a cache has to come from memory. */
static void read_lines(const char *addr, u64 bytes)
{
	const char *end = addr + bytes;

	for (; addr < end; addr += CLEAR_LINE_SIZE)
		(void)READ_ONCE(*(const u64 *)addr);
}

/* Where things lie in a region: the victim first, the arena behind it. */

static u64 victim_room(const struct clear_bench *cb, u64 page)
{
	return roundup(cb->victim, bench_page__size(page));
}

static u64 stride_of(u64 size)
{
	return roundup(size, CLEAR_LINE_SIZE);
}

static u64 arena_room(const struct clear_bench *cb, u64 size)
{
	u64 stride = stride_of(size);

	return max_t(u64, DIV_ROUND_UP(cb->arena, stride), 1) * stride;
}

/**
 * clear_bench__region - bytes of memory that a worker needs for a case
 * @plan: the plan
 * @c: the case
 */
u64 clear_bench__region(const struct bench_plan *plan, const struct bench_case *c)
{
	const struct clear_bench *cb = clear_bench__of(plan);
	u64 page = c->axis[BENCH_AXIS_PAGE], size = c->axis[BENCH_AXIS_SIZE];

	if (size > CLEAR_SIZE_LIMIT)
		return size;
	return victim_room(cb, page) + arena_room(cb, size);
}

/* The parts */

/*
 * What a sample leaves in the caches, as one number: samples of which it is the same leave the
 * same, as far as it matters behind an extent that is larger than the caches: the end of the
 * extent if the stores go through them, and nothing of it if they do not.
 */
static u64 leaves(const struct bench_worker *w)
{
	const struct clear_run *r = w->priv;

	return r->size << 1 | w->c->fn->weak;
}

static int part_clear(struct bench_worker *w, u64 loops)
{
	struct clear_run *r = w->priv;
	struct clear_cursor *cursor = &clear_bench__of(w->plan)->cursors[w->index];

	/* The case before may have had another stride. */
	r->at = roundup(cursor->at, r->stride);
	if (r->at > r->last)
		r->at = 0;
	r->clear(r, loops);
	cursor->at = r->at;
	cursor->left = leaves(w);
	return 0;
}

/*
 * The sample before was another function's. If that one went past the caches, our extent is
 * in none now, and a cached clear that is alone would find it there; or the other way round.
 * Clear once as ourselves, so that each function is timed as if it were alone. Of an extent
 * that is much larger than the cache, the end is enough; and not even that is needed if the
 * sample before left such an extent as we would.
 */
static int part_prime(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct clear_bench *cb = clear_bench__of(w->plan);
	const struct clear_run *r = w->priv;
	struct clear_run end = *r;
	u64 most = 2 * cb->llc;
	u64 skip = r->size > most ? r->size - most : 0;

	if (r->size > cb->llc && cb->cursors[w->index].left == leaves(w))
		return 0;
	skip -= skip % (r->chunk ?: CLEAR_PAGE_SIZE);
	end.base += skip;
	end.size -= skip;
	end.at = 0;
	end.clear(&end, 1);
	return 0;
}

/* Twice, so that a cache that needs a second look to keep a line has had it. */
static int part_warm(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct clear_bench *cb = clear_bench__of(w->plan);

	read_lines(w->mem, cb->victim);
	read_lines(w->mem, cb->victim);
	return 0;
}

static int part_victim(struct bench_worker *w, u64 loops __maybe_unused)
{
	read_lines(w->mem, clear_bench__of(w->plan)->victim);
	return 0;
}

/* The extent that was cleared last, which lies before the one that is next. */
static int part_reuse(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct clear_run *r = w->priv;

	read_lines(r->base + (r->at ? r->at - r->stride : r->last), r->size);
	return 0;
}

const struct bench_part clear_parts[CLEAR_PART_NR] = {
	[CLEAR_PART_PRIME]	= { "prime", part_prime },
	[CLEAR_PART_WARM]	= { "warm", part_warm },
	[CLEAR_PART_CLEAR]	= { "clear", part_clear, .counted = true },
	[CLEAR_PART_VICTIM]	= { "victim", part_victim },
	[CLEAR_PART_REUSE]	= { "reuse", part_reuse },
};

/**
 * clear_bench__prepare - lay a case out in a worker's region
 * @w: the worker; clear_bench__finish() undoes it
 *
 * Return: 0 or -ENOMEM, with the text in the worker.
 */
int clear_bench__prepare(struct bench_worker *w)
{
	const struct clear_bench *cb = clear_bench__of(w->plan);
	const u64 *axis = w->c->axis;
	struct clear_run *r = calloc(1, sizeof(*r));

	if (!r)
		return bench_worker__fail(w, -ENOMEM, "out of memory");
	r->f = clear_function__of(w->c->fn);
	r->size = axis[BENCH_AXIS_SIZE];
	r->chunk = axis[BENCH_AXIS_CHUNK];
	r->base = (char *)w->mem + victim_room(cb, axis[BENCH_AXIS_PAGE]);
	r->stride = stride_of(r->size);
	r->last = arena_room(cb, r->size) - r->stride;
	r->fence_chunk = w->c->fn->weak && cb->fence == CLEAR_FENCE_CHUNK;
	r->fence_extent = w->c->fn->weak && cb->fence == CLEAR_FENCE_EXTENT;
	if (!r->chunk || r->chunk >= r->size)
		r->clear = clear_whole;
	else
		r->clear = clear_by_chunk;
	if (r->chunk == CLEAR_PAGE_SIZE && r->f->clear_page)
		r->clear = clear_by_page;
	w->priv = r;
	return 0;
}

/**
 * clear_bench__finish - undo clear_bench__prepare()
 * @w: the worker
 */
void clear_bench__finish(struct bench_worker *w)
{
	free(w->priv);
}

/* A byte in every page and the last one: did the calls reach all of the extent? */
static int check_extent(struct bench_worker *w)
{
	struct clear_run *r = w->priv;
	struct clear_run one = *r;
	u64 i, step = CLEAR_PAGE_SIZE + 1;

	for (i = 0; i < r->size; i += step)
		r->base[i] = 1;
	r->base[r->size - 1] = 1;
	one.at = 0;
	one.clear(&one, 1);
	bench_cpu__store_fence();
	for (i = 0; i < r->size && !r->base[i]; i += step)
		;
	if (i >= r->size) {
		i = r->size - 1;
		if (!r->base[i])
			return 0;
	}
	return bench_worker__fail(w, -EILSEQ, "%s left byte %llu of %llu uncleared",
				  w->c->fn->name, (unsigned long long)i,
				  (unsigned long long)r->size);
}

/**
 * clear_bench__check - does the case's function clear what it should?
 * @w: a worker that is prepared
 *
 * First in a small buffer, where every byte is looked at, then the case as it is timed.
 *
 * Return: 0, or a negative errno with the text in the worker.
 */
int clear_bench__check(struct bench_worker *w)
{
	const struct clear_run *r = w->priv;
	char err[160];
	int ret;

	if (r->clear == clear_by_page)
		ret = clear_function__check_page(r->f, err, sizeof(err));
	else
		ret = clear_function__check_pages(r->f, err, sizeof(err));
	if (ret)
		return bench_worker__fail(w, ret, "%s %s", w->c->fn->name, err);
	return check_extent(w);
}
