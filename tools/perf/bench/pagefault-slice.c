// SPDX-License-Identifier: GPL-2.0
/* Which pages a worker touches, and in which order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "harness/plan.h"
#include "harness/stats.h"
#include "pagefault.h"

/* Every page once: by steps of @stride from 0, then from 1, and so on. */
static void fill_stride(u32 *index, u64 nr, u64 stride)
{
	u64 start, page, i = 0;

	/* A longer step would have to be added without overflow. */
	stride = min(stride, nr);
	for (start = 0; start < stride && start < nr; start++)
		for (page = start; page < nr; page += stride)
			index[i++] = page;
}

/* Fisher and Yates's shuffle. */
static void fill_random(u32 *index, u64 nr, u64 seed)
{
	struct bench_rng rng;
	u64 i;

	bench_rng__init(&rng, seed);
	for (i = 0; i < nr; i++) {
		u64 other = bench_rng__below(&rng, i + 1);

		index[i] = index[other];
		index[other] = i;
	}
}

/**
 * pagefault_slice__init - work out which pages a worker faults, and in which order
 * @s: the slice
 * @w: the worker, with its case set
 *
 * Threads take slices of one mapping of the case's size; a process maps its slice alone, so
 * that the memory is the same in both. Slices differ by a page at most.
 *
 * Return: 0 or -ENOMEM.
 */
int pagefault_slice__init(struct pagefault_slice *s, const struct bench_worker *w)
{
	struct pagefault *pf = w->plan->priv;
	u64 page = w->c->axis[BENCH_AXIS_PAGE];
	u64 pages = w->c->axis[BENCH_AXIS_SIZE] / bench_page__size(page);

	memset(s, 0, sizeof(*s));
	s->map = &pf->map;
	s->page = bench_page__size(page);
	s->kind = bench_page__kind(page);
	s->first = pages * w->index / w->nr;
	s->nr = pages * (w->index + 1) / w->nr - s->first;
	s->owner = w->plan->processes || w->index == 0;
	s->map_len = (w->plan->processes ? s->nr : pages) * s->page;
	if (w->plan->processes)
		s->first = 0;
	if (pf->order == PAGEFAULT_SEQ)
		return 0;

	s->index = malloc(s->nr * sizeof(*s->index));
	if (!s->index)
		return -ENOMEM;
	if (pf->order == PAGEFAULT_RANDOM)
		fill_random(s->index, s->nr, w->plan->seed + w->index);
	else
		fill_stride(s->index, s->nr, pf->stride);
	return 0;
}

/**
 * pagefault_slice__exit - free what a slice holds
 * @s: the slice; its mapping stays
 */
void pagefault_slice__exit(struct pagefault_slice *s)
{
	free(s->index);
	s->index = NULL;
}

/**
 * pagefault_slice__addr - where a slice starts
 * @s: the slice, with its mapping there
 */
char *pagefault_slice__addr(const struct pagefault_slice *s)
{
	return s->map->addr + s->first * s->page;
}

/**
 * pagefault_slice__len - how long a slice is, in bytes
 * @s: the slice
 */
size_t pagefault_slice__len(const struct pagefault_slice *s)
{
	return s->nr * s->page;
}

static __always_inline bool touch(const struct pagefault_slice *s, size_t step, bool rd, bool wr,
				  const volatile sig_atomic_t *stop)
{
	char *start = pagefault_slice__addr(s);
	size_t offset;
	u64 i;

	for (i = 0; i < s->nr && !*stop; i++) {
		char *page = start + (s->index ? s->index[i] : i) * s->page;

		for (offset = 0; offset < s->page; offset += step) {
			volatile char *p = page + offset;

			if (rd)
				(void)*p;
			if (wr)
				*p = 1;
		}
	}
	return i == s->nr;
}

/**
 * pagefault_slice__touch - touch a byte of each step of a slice, in the slice's order
 * @s: the slice
 * @step: bytes from one to the next, the page size or a part of it
 * @rd: read it
 * @wr: write it, after the read
 * @stop: an interrupt was asked for when this is not 0: a terabyte takes minutes
 *
 * Return: whether all were touched.
 */
bool pagefault_slice__touch(const struct pagefault_slice *s, size_t step, bool rd, bool wr,
			    const volatile sig_atomic_t *stop)
{
	/* Three loops, so that little but the touch is in them. */
	if (rd && wr)
		return touch(s, step, true, true, stop);
	if (wr)
		return touch(s, step, false, true, stop);
	return touch(s, step, true, false, stop);
}
