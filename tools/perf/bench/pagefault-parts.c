// SPDX-License-Identifier: GPL-2.0
/* The parts of a page fault sample: map, fault, look what came of it, unmap. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <linux/kernel.h>
#include "harness/node.h"
#include "harness/plan.h"
#include "harness/region.h"
#include "pagefault.h"

static struct pagefault *state_of(const struct bench_worker *w)
{
	return w->plan->priv;
}

static struct pagefault_tally *tally_of(const struct bench_worker *w)
{
	return &state_of(w)->tally[w->c->index];
}

/* Faults that this thread has taken, as the kernel accounts them. */
static u64 faults_so_far(void)
{
	struct rusage ru;

	if (getrusage(RUSAGE_THREAD, &ru))
		return 0;
	return ru.ru_minflt + ru.ru_majflt;
}

/* The parts of a sample */

/* MAP_POPULATE leaves no time to bind the mapping: the thread is bound meanwhile. */
static int bind_thread(struct bench_worker *w, int node)
{
	char err[sizeof(w->error)] = "";
	int ret;

	if (w->node < 0)
		return 0;
	ret = bench_node__bind_thread(node, err, sizeof(err));
	return ret ? bench_worker__fail(w, ret, "%s", err) : 0;
}

static int part_map(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct pagefault_function *f = pagefault_function__of(w->c);
	struct pagefault_slice *s = w->priv;
	int ret = 0;

	if (f->how == PAGEFAULT_POPULATE)
		ret = bind_thread(w, w->node);
	if (!ret && s->owner) {
		/* What a sample that failed has left. */
		pagefault_map__unmap(s->map);
		ret = pagefault_map__map(s->map, w);
	}
	if (state_of(w)->ktime)
		pagefault_kernel_time__read(state_of(w)->ktime, w->tid, &s->clears);
	s->rusage = faults_so_far();
	return ret;
}

static int part_fault(struct bench_worker *w, u64 loops __maybe_unused)
{
	struct pagefault_slice *s = w->priv;
	int ret;

	if (!s->map->map)
		return bench_worker__fail(w, -ECANCELED, "there is no mapping to fault in");
	w->touch_base = pagefault_slice__addr(s);
	w->touch_len = pagefault_slice__len(s);
	w->touch_page = s->page;
	ret = pagefault_slice__fault(s, w, tally_of(w)->step);
	w->touch_len = 0;
	w->ops[PAGEFAULT_PART_FAULT] = s->nr;
	if (pagefault_function__of(w->c)->how == PAGEFAULT_POPULATE)
		bind_thread(w, -1);
	return ret;
}

static bool is_zero_page(const struct bench_worker *w)
{
	const struct pagefault_slice *s = w->priv;

	return pagefault_function__reads_zero_page(pagefault_function__of(w->c), s->kind);
}

/* The huge zero page counts as none: smaps does not tell of it. */
static void count_huge(struct bench_worker *w)
{
	const struct pagefault_slice *s = w->priv;
	struct pagefault_tally *t = tally_of(w);
	struct bench_region r = {
		.addr	 = s->map->addr,
		.len	 = s->map->len,
		.map	 = s->map->map,
		.map_len = s->map->map_len,
		.page	 = w->c->axis[BENCH_AXIS_PAGE],
		.node	 = w->node,
	};
	u64 pages = s->map->len / s->page;
	u64 huge = bench_region__huge_bytes(&r) / s->page;

	w->value[PAGEFAULT_VALUE_HUGE] = huge;
	/* The kernel clears folios of other sizes by the same function: how much, it cannot say. */
	if (huge < pages)
		w->value[PAGEFAULT_VALUE_CLEAR] = NAN;
	if (w->warm_up)
		return;
	__atomic_add_fetch(&t->looked, 1, __ATOMIC_RELAXED);
	if (huge == pages)
		return;
	__atomic_add_fetch(&t->small, 1, __ATOMIC_RELAXED);
	/* Likewise an example: of several processes, any one's. */
	__atomic_store_n(&t->huge, huge, __ATOMIC_RELAXED);
	__atomic_store_n(&t->pages, pages, __ATOMIC_RELAXED);
}

static void count_faults(struct bench_worker *w)
{
	const struct pagefault_function *f = pagefault_function__of(w->c);
	struct pagefault_slice *s = w->priv;
	struct pagefault_tally *t = tally_of(w);
	u64 expected = f->faults * s->nr;

	w->value[PAGEFAULT_VALUE_FAULTS] = s->faults;
	/* A thread's first samples fault in much that is not ours. */
	if (w->warm_up || t->step != s->page)
		return;
	__atomic_add_fetch(&t->samples, 1, __ATOMIC_RELAXED);
	if (s->faults == expected)
		return;
	__atomic_add_fetch(&t->off, 1, __ATOMIC_RELAXED);
	/* Any worker's will do for an example, but whole. */
	__atomic_store_n(&t->counted, s->faults, __ATOMIC_RELAXED);
	__atomic_store_n(&t->expected, expected, __ATOMIC_RELAXED);
}

/**
 * pagefault_clears__rate - how fast the pages of a slice were cleared
 * @clears: calls of the clearing function, and their time
 * @s: the slice
 *
 * Since Linux 6.8 it is called for folios of any size, which it does not tell. If there was
 * one call for each page, they were as large as the page.
 *
 * Return: bytes/sec, NAN: not known.
 */
double pagefault_clears__rate(const struct pagefault_clears *clears,
			      const struct pagefault_slice *s)
{
	if (!clears->ns || clears->calls != s->nr)
		return NAN;
	return 1e9 * pagefault_slice__len(s) / clears->ns;
}

static void count_clears(struct bench_worker *w)
{
	struct pagefault_slice *s = w->priv;
	struct pagefault_clears now;

	w->value[PAGEFAULT_VALUE_CLEAR] = NAN;
	w->value[PAGEFAULT_VALUE_CLEARS] = NAN;
	if (!state_of(w)->ktime ||
	    pagefault_kernel_time__read(state_of(w)->ktime, w->tid, &now))
		return;
	now.ns -= s->clears.ns;
	now.calls -= s->clears.calls;
	w->value[PAGEFAULT_VALUE_CLEARS] = now.calls;
	w->value[PAGEFAULT_VALUE_CLEAR] = pagefault_clears__rate(&now, s);
}

/*
 * After the fault part, untimed for the results: how many faults were taken, and whether all
 * pages really are there.
 */
static int part_look(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct pagefault_function *f = pagefault_function__of(w->c);
	struct pagefault_slice *s = w->priv;
	size_t base = sysconf(_SC_PAGESIZE);
	u64 now = faults_so_far();

	s->faults = now - s->rusage;
	count_clears(w);
	if (f->how != PAGEFAULT_TOUCH) {
		/* Populated pages do not fault any more when they are touched. */
		w->touch_base = pagefault_slice__addr(s);
		w->touch_len = pagefault_slice__len(s);
		w->touch_page = s->page;
		s->cut = !pagefault_slice__touch(s, s->kind == BENCH_PAGE_THP ? base : s->page,
						 true, false, w->interrupted);
		w->touch_len = 0;
		s->faults = faults_so_far() - now;
	}
	if (s->cut)
		return 0;
	count_faults(w);
	/* Of the whole mapping, so that it is the sum over the workers, too. */
	w->value[PAGEFAULT_VALUE_HUGE] = is_zero_page(w) ? NAN : 0;
	if (s->kind == BENCH_PAGE_THP && s->owner && !is_zero_page(w))
		count_huge(w);
	return 0;
}

static int part_unmap(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct pagefault_slice *s = w->priv;
	int ret = 0;

	if (s->owner)
		ret = pagefault_map__unmap(s->map);
	if (ret)
		return bench_worker__fail(w, ret, "munmap(): %s", strerror(-ret));
	return 0;
}

/* The workload's verbs */

int pagefault__prepare(struct bench_worker *w)
{
	struct pagefault_slice *s = calloc(1, sizeof(*s));
	struct pagefault *pf = state_of(w);
	int ret;

	if (!s || pagefault_slice__init(s, w)) {
		free(s);
		return bench_worker__fail(w, -ENOMEM, "no memory for the order of the pages");
	}
	w->priv = s;
	if (!pf->ktime)
		return 0;
	ret = pagefault_kernel_time__watch(pf->ktime, w->tid);
	return ret ? bench_worker__fail(w, ret, "--kernel-time: %s", strerror(-ret)) : 0;
}

void pagefault__finish(struct bench_worker *w)
{
	struct pagefault_slice *s = w->priv;

	if (!s)
		return;
	if (s->owner)
		pagefault_map__unmap(s->map);
	pagefault_slice__exit(s);
	free(s);
	w->priv = NULL;
}

static int check_zero(struct bench_worker *w)
{
	const struct pagefault_slice *s = w->priv;
	const size_t at[] = { sizeof(u64), s->page / 2, s->page - sizeof(u64) };
	unsigned int k;
	u64 i;

	for (i = 0; i < s->nr; i++) {
		for (k = 0; k < ARRAY_SIZE(at); k++) {
			if (*(const u64 *)(pagefault_slice__addr(s) + i * s->page + at[k]))
				return bench_worker__fail(w, -EIO, "page %" PRIu64 " is not zero",
							  (uint64_t)i);
		}
	}
	return 0;
}

static int check_node(struct bench_worker *w)
{
	const struct pagefault_slice *s = w->priv;
	char err[sizeof(w->error)] = "";
	int ret;

	if (w->node < 0 || is_zero_page(w))
		return 0;
	ret = bench_node__verify(pagefault_slice__addr(s), pagefault_slice__len(s), s->page,
				 w->node, err, sizeof(err));
	return ret ? bench_worker__fail(w, ret, "%s", err) : 0;
}

/*
 * Whether one touch for each huge page would leave some of the memory out. Of the mapping,
 * worker 0 has touched its slice.
 */
static bool falls_back(const struct bench_worker *w)
{
	const struct pagefault_slice *s = w->priv;
	u64 before = faults_so_far();

	if (s->kind != BENCH_PAGE_THP || pagefault_function__of(w->c)->how != PAGEFAULT_TOUCH)
		return false;
	if (!is_zero_page(w))
		return w->value[PAGEFAULT_VALUE_HUGE] < s->nr;
	pagefault_slice__touch(s, sysconf(_SC_PAGESIZE), true, false, w->interrupted);
	return faults_so_far() != before;
}

/*
 * One sample of worker 0 alone: are the pages zero, on their node, and huge? If some do not
 * come huge, every base page is touched from now on: one of each 512 would look very fast.
 */
int pagefault__check(struct bench_worker *w)
{
	const struct pagefault_slice *s = w->priv;
	int ret;

	/* What it finds is not of the samples. */
	w->warm_up = true;
	ret = part_map(w, 1);
	if (!ret)
		ret = part_fault(w, 1);
	if (!ret)
		ret = part_look(w, 1);
	if (ret)
		return ret;
	if (s->cut)
		return part_unmap(w, 1);
	ret = check_zero(w);
	if (!ret)
		ret = check_node(w);
	if (ret)
		return ret;
	if (falls_back(w))
		tally_of(w)->step = sysconf(_SC_PAGESIZE);
	return part_unmap(w, 1);
}

const struct bench_part pagefault_parts[] = {
	[PAGEFAULT_PART_MAP]	= { .name = "map", .run = part_map },
	[PAGEFAULT_PART_FAULT]	= { .name = "fault", .run = part_fault, .counted = true },
	[PAGEFAULT_PART_LOOK]	= { .name = "look", .run = part_look },
	[PAGEFAULT_PART_UNMAP]	= { .name = "unmap", .run = part_unmap },
};
