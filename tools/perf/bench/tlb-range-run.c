// SPDX-License-Identifier: GPL-2.0
/*
 * What perf bench tlb range times. The leader (worker 0) has a mapping for each operation of
 * a sample, with a hole behind it, so that no operation splits or joins mappings; the
 * siblings keep their CPUs in the same mm and their TLBs full of their own pages.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "harness/clock.h"
#include "tlb-flushes.h"
#include "tlb-range.h"

/**
 * struct range_run - one case in one worker
 * @area: the leader's mappings, @step apart: one for each operation, and one more that must
 *	stay as it is; NULL in siblings
 * @len: bytes of a mapping
 * @step: from one mapping to the next: a page more, for the hole
 * @hot: the worker's own working set
 * @hot_pages: its length
 * @flushes: the kernel's own count; leader only
 */
struct range_run {
	char			*area;
	u64			len;
	u64			step;
	char			*hot;
	u64			hot_pages;
	struct tlb_flushes	flushes;
};

static u64 nr_ops(const struct bench_worker *w)
{
	return tlb_range__of(w->plan)->ops;
}

static char *range_of(const struct range_run *r, u64 i)
{
	return r->area + i * r->step;
}

/* A line of each page, each time another one: pages are what is to be missed, not lines. */
static void read_pages(const char *addr, u64 pages)
{
	u64 i;

	for (i = 0; i < pages; i++)
		(void)READ_ONCE(addr[i * TLB_PAGE_SIZE + i * TLB_LINE_SIZE % TLB_PAGE_SIZE]);
}

static int map_range(struct bench_worker *w, char *at, u64 len)
{
	if (mmap(at, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
	    MAP_FAILED && !madvise(at, len, MADV_NOHUGEPAGE))
		return 0;
	return bench_worker__fail(w, -errno, "mmap of %llu bytes: %s", (unsigned long long)len,
				  strerror(errno));
}

/*
 * Mappings and protections as they were before the operations. It must not wait: any other
 * mapping of the process might be put where a range was unmapped.
 */
static int restore_ranges(struct bench_worker *w)
{
	const struct range_run *r = w->priv;
	u64 i;
	int ret = 0;

	for (i = 0; i < nr_ops(w) && !ret; i++) {
		switch (tlb_function__of(w->c->fn)->op) {
		case TLB_OP_MPROTECT:
			if (mprotect(range_of(r, i), r->len, PROT_READ | PROT_WRITE))
				ret = bench_worker__fail(w, -errno, "mprotect: %s",
							 strerror(errno));
			break;
		case TLB_OP_MUNMAP:
			ret = map_range(w, range_of(r, i), r->len);
			break;
		case TLB_OP_MADVISE:
		default:
			break;
		}
	}
	return ret;
}

static void write_ranges(const struct range_run *r, u64 nr)
{
	u64 i, at;

	for (i = 0; i < nr; i++) {
		for (at = 0; at < r->len; at += TLB_PAGE_SIZE)
			WRITE_ONCE(range_of(r, i)[at], 1);
	}
}

static int part_warm(struct bench_worker *w, u64 loops __maybe_unused)
{
	struct tlb_range *t = tlb_range__of(w->plan);
	const struct range_run *r = w->priv;
	int ret;

	if (!w->index) {
		__atomic_store_n(&t->done, 0, __ATOMIC_RELEASE);
		ret = tlb_ceiling__set(&t->ceiling, tlb_function__of(w->c->fn)->how);
		if (ret)
			return bench_worker__fail(w, ret, "tlb_single_page_flush_ceiling: %s",
						  strerror(-ret));
		write_ranges(r, nr_ops(w));
	}
	/* Last, so that many pages do not push it out: only the flush is to take it away. */
	read_pages(r->hot, r->hot_pages);
	return 0;
}

static int clock_failed(struct bench_worker *w, u64 start, u64 end)
{
	if (start != BENCH_CLOCK_UNKNOWN && end != BENCH_CLOCK_UNKNOWN)
		return 0;
	return bench_worker__fail(w, -EIO, "the clock could not be read");
}

static int part_quiet(struct bench_worker *w, u64 loops __maybe_unused)
{
	struct range_run *r = w->priv;
	int i;

	if (!w->index) {
		tlb_flushes__start(&r->flushes);
		return 0;
	}
	for (i = 0; i < TLB_QUIET_PASSES; i++)
		read_pages(r->hot, r->hot_pages);
	return 0;
}

static int operate(const struct bench_worker *w, char *range, u64 len)
{
	switch (tlb_function__of(w->c->fn)->op) {
	case TLB_OP_MPROTECT:
		return mprotect(range, len, PROT_READ);
	case TLB_OP_MADVISE:
		return madvise(range, len, MADV_DONTNEED);
	case TLB_OP_MUNMAP:
	default:
		return munmap(range, len);
	}
}

static int lead(struct bench_worker *w)
{
	struct tlb_range *t = tlb_range__of(w->plan);
	const struct range_run *r = w->priv;
	u64 i, ops = nr_ops(w);
	int ret = 0;

	for (i = 0; i < ops && !ret; i++)
		ret = operate(w, range_of(r, i), r->len);
	if (ret)
		ret = bench_worker__fail(w, -errno, "%s: %s", w->c->fn->name, strerror(errno));
	__atomic_store_n(&t->done, 1, __ATOMIC_RELEASE);
	return ret;
}

static int part_op(struct bench_worker *w, u64 loops __maybe_unused)
{
	struct tlb_range *t = tlb_range__of(w->plan);
	const struct range_run *r = w->priv;
	u64 start, end, passes = 0;

	w->value[TLB_VALUE_HOT] = w->nr > 1 ? 0 : NAN;
	if (!w->index)
		return lead(w);
	start = bench_clock__read(CLOCK_MONOTONIC_RAW);
	do {
		read_pages(r->hot, r->hot_pages);
		passes++;
	} while (!__atomic_load_n(&t->done, __ATOMIC_ACQUIRE) && !*w->interrupted);
	/* Values are added up over the workers; what is wanted is the siblings' mean. */
	end = bench_clock__read(CLOCK_MONOTONIC_RAW);
	w->value[TLB_VALUE_HOT] = (double)(end - start) / (passes * r->hot_pages);
	w->value[TLB_VALUE_HOT] /= w->nr - 1;
	return clock_failed(w, start, end);
}

/* Before the pages, which would push it out of the TLB if they are many, flushed or not. */
static int part_hot(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct range_run *r = w->priv;

	read_pages(r->hot, r->hot_pages);
	return 0;
}

static int part_refill(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct range_run *r = w->priv;
	u64 i;

	if (w->index || tlb_function__of(w->c->fn)->op == TLB_OP_MUNMAP)
		return 0;
	for (i = 0; i < nr_ops(w); i++)
		read_pages(range_of(r, i), r->len / TLB_PAGE_SIZE);
	return 0;
}

static int part_tally(struct bench_worker *w, u64 loops __maybe_unused)
{
	struct range_run *r = w->priv;

	w->value[TLB_VALUE_RANGED] = 0;
	w->value[TLB_VALUE_FULL] = 0;
	w->value[TLB_VALUE_IPIS] = 0;
	if (w->index)
		return 0;
	tlb_flushes__stop(&r->flushes);
	w->value[TLB_VALUE_RANGED] = tlb_flushes__read(&r->flushes, TLB_FLUSHES_RANGED);
	w->value[TLB_VALUE_FULL] = tlb_flushes__read(&r->flushes, TLB_FLUSHES_FULL);
	w->value[TLB_VALUE_IPIS] = tlb_flushes__read(&r->flushes, TLB_FLUSHES_IPIS);
	return restore_ranges(w);
}

const struct bench_part tlb_range_parts[TLB_PART_NR] = {
	[TLB_PART_WARM]	  = { .name = "warm", .run = part_warm },
	[TLB_PART_QUIET]  = { .name = "quiet", .run = part_quiet, .who = BENCH_WHO_OTHERS },
	[TLB_PART_OP]	  = { .name = "operation", .run = part_op, .counted = true,
			      .who = BENCH_WHO_LEADER },
	[TLB_PART_HOT]	  = { .name = "hot", .run = part_hot, .who = BENCH_WHO_LEADER },
	[TLB_PART_REFILL] = { .name = "refill", .run = part_refill, .who = BENCH_WHO_LEADER },
	[TLB_PART_TALLY]  = { .name = "tally", .run = part_tally },
};

static int map_hot(struct bench_worker *w, struct range_run *r)
{
	u64 i;

	r->hot = mmap(NULL, r->hot_pages * TLB_PAGE_SIZE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (r->hot == MAP_FAILED) {
		r->hot = NULL;
		return bench_worker__fail(w, -errno, "mmap: %s", strerror(errno));
	}
	madvise(r->hot, r->hot_pages * TLB_PAGE_SIZE, MADV_NOHUGEPAGE);
	for (i = 0; i < r->hot_pages; i++)
		r->hot[i * TLB_PAGE_SIZE] = 1;
	return 0;
}

/* Address space for all ranges, nothing in it; then each range by itself. */
static int map_area(struct bench_worker *w, struct range_run *r)
{
	u64 i;
	int ret = 0;

	r->area = mmap(NULL, (nr_ops(w) + 1) * r->step, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);
	if (r->area == MAP_FAILED) {
		r->area = NULL;
		return bench_worker__fail(w, -errno, "mmap: %s", strerror(errno));
	}
	for (i = 0; i <= nr_ops(w) && !ret; i++)
		ret = map_range(w, range_of(r, i), r->len);
	return ret;
}

/**
 * tlb_range__prepare - map what a case works on
 * @w: the worker; tlb_range__finish() undoes it, also after an error
 *
 * Return: 0, or a negative errno with the text in the worker.
 */
int tlb_range__prepare(struct bench_worker *w)
{
	const struct tlb_range *t = tlb_range__of(w->plan);
	struct range_run *r = calloc(1, sizeof(*r));
	int ret;

	if (!r)
		return bench_worker__fail(w, -ENOMEM, "out of memory");
	w->priv = r;
	r->hot_pages = t->hot;
	r->len = w->c->axis[BENCH_AXIS_PAGES] * TLB_PAGE_SIZE;
	r->step = r->len + TLB_PAGE_SIZE;
	ret = map_hot(w, r);
	if (ret || w->index)
		return ret;
	/* Without the tracepoint the counts are unknown, and all else is measured. */
	tlb_flushes__open(&r->flushes);
	return map_area(w, r);
}

/**
 * tlb_range__finish - undo tlb_range__prepare()
 * @w: the worker
 */
void tlb_range__finish(struct bench_worker *w)
{
	struct range_run *r = w->priv;

	if (!r)
		return;
	if (!w->index)
		tlb_flushes__close(&r->flushes);
	if (r->hot)
		munmap(r->hot, r->hot_pages * TLB_PAGE_SIZE);
	if (r->area)
		munmap(r->area, (nr_ops(w) + 1) * r->step);
	free(r);
	w->priv = NULL;
}

/*
 * Whether the kernel refuses to write there: a store of our own would be a SIGSEGV. @zero is
 * /dev/zero.
 */
static bool is_read_only(int zero, char *page)
{
	return read(zero, page, 1) < 0 && errno == EFAULT;
}

/* Whether a page of a range is as the operation leaves it. */
static int check_page(struct bench_worker *w, int zero, char *page)
{
	unsigned char resident;

	switch (tlb_function__of(w->c->fn)->op) {
	case TLB_OP_MPROTECT:
		return READ_ONCE(*page) == 1 && is_read_only(zero, page) ? 0 : -EILSEQ;
	case TLB_OP_MADVISE:
		return READ_ONCE(*page) == 0 ? 0 : -EILSEQ;
	case TLB_OP_MUNMAP:
	default:
		return mincore(page, TLB_PAGE_SIZE, &resident) && errno == ENOMEM ? 0 : -EILSEQ;
	}
}

/* Operate on each range, and look at its pages. */
static int try_ranges(struct bench_worker *w, int zero)
{
	const struct range_run *r = w->priv;
	u64 i, at;
	int ret = 0;

	for (i = 0; i < nr_ops(w) && !ret; i++) {
		if (operate(w, range_of(r, i), r->len))
			return bench_worker__fail(w, -errno, "%s: %s", w->c->fn->name,
						  strerror(errno));
		for (at = 0; at < r->len && !ret; at += TLB_PAGE_SIZE)
			ret = check_page(w, zero, range_of(r, i) + at);
	}
	return ret;
}

/**
 * tlb_range__check - do the operations change their pages, and nothing else?
 * @w: the leader, prepared
 *
 * The range behind those that are operated on must stay as it was.
 *
 * Return: 0, or a negative errno with the text in the worker.
 */
int tlb_range__check(struct bench_worker *w)
{
	const struct range_run *r = w->priv;
	char *beside = range_of(r, nr_ops(w));
	int zero, ret, err;
	u64 at;

	zero = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	if (zero < 0)
		return bench_worker__fail(w, -errno, "/dev/zero: %s", strerror(errno));
	write_ranges(r, nr_ops(w) + 1);
	ret = try_ranges(w, zero);
	close(zero);
	for (at = 0; at < r->len && !ret; at += TLB_PAGE_SIZE) {
		if (READ_ONCE(beside[at]) != 1)
			ret = -EILSEQ;
		WRITE_ONCE(beside[at], 1);
	}
	if (ret)
		bench_worker__fail(w, ret, "%s did not change just the pages it should",
				   w->c->fn->name);
	err = restore_ranges(w);
	return ret ?: err;
}
