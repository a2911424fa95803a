// SPDX-License-Identifier: GPL-2.0
/*
 * Memory to work on: of one page kind, bound to a node, and present before it is timed.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include "hugepages.h"
#include "node.h"
#include "page.h"
#include "pagemap.h"
#include "region.h"
#include "sigbus.h"
#include "size.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE	23
#endif
#ifndef MAP_HUGE_SHIFT
#define MAP_HUGE_SHIFT		26
#endif

static size_t base_page(void)
{
	return sysconf(_SC_PAGESIZE);
}

/* What one fault brings in: THP is only offered the large page. */
static size_t region__step(const struct bench_region *r)
{
	if (bench_page__kind(r->page) == BENCH_PAGE_HUGETLB)
		return bench_page__size(r->page);
	return base_page();
}

static int round_up_checked(u64 len, u64 unit, size_t *res)
{
	u64 sum;

	if (__builtin_add_overflow(len, unit - 1, &sum) || sum > PTRDIFF_MAX)
		return -EOVERFLOW;
	*res = sum & ~(unit - 1);
	return 0;
}

/* What these two leave behind when they fail is the caller's to unmap. */
static int map_hugetlb(struct bench_region *r, char *err, size_t errlen)
{
	u64 page = bench_page__size(r->page);
	int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | (ilog2(page) << MAP_HUGE_SHIFT);
	char size[BENCH_SIZE_STR_MAX];
	int ret;

	r->map_len = r->len;
	r->map = mmap(NULL, r->map_len, PROT_READ | PROT_WRITE, flags, -1, 0);
	if (r->map != MAP_FAILED) {
		r->addr = r->map;
		return 0;
	}
	ret = -errno;
	/* Most often it is the pool; then what would help can be said. */
	if (ret != -ENOMEM || !bench_hugepages__need(page, r->len / page, -1, false, err, errlen))
		snprintf(err, errlen, "cannot map %" PRIu64 " pages of %s: %s", (r->len / page),
			 bench_size__str(page, size, sizeof(size)), strerror(-ret));
	return ret;
}

/*
 * A page without access stays on either side: the kernel then keeps the mapping apart
 * from its neighbours, so that smaps tells about this region alone, and what runs over
 * the end is seen. The slack that alignment needs is never touched and costs nothing.
 */
static int map_anonymous(struct bench_region *r, char *err, size_t errlen)
{
	enum bench_page_kind kind = bench_page__kind(r->page);
	size_t guard = base_page();
	size_t align = max_t(u64, bench_page__size(r->page), guard);
	uintptr_t start;
	int ret;

	if (__builtin_add_overflow(r->len, align + 2 * guard, &r->map_len)) {
		ret = -EOVERFLOW;
		goto out_err;
	}
	r->map = mmap(NULL, r->map_len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (r->map == MAP_FAILED) {
		ret = -errno;
		goto out_err;
	}
	start = ((uintptr_t)r->map + guard + align - 1) & ~(uintptr_t)(align - 1);
	r->addr = (void *)start;
	if (mprotect(r->addr, r->len, PROT_READ | PROT_WRITE)) {
		ret = -errno;
		goto out_err;
	}
	/* A kernel without THP knows neither advice; then base pages are all there is. */
	if (madvise(r->addr, r->len, kind == BENCH_PAGE_THP ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) &&
	    kind == BENCH_PAGE_THP) {
		ret = -errno;
		snprintf(err, errlen, "this kernel has no transparent huge pages: %s",
			 strerror(-ret));
		return ret;
	}
	return 0;

out_err:
	snprintf(err, errlen, "cannot map %zu bytes: %s", r->len, strerror(-ret));
	return ret;
}

/**
 * bench_region__map - map memory of a page kind, without touching it
 * @r: filled; bench_region__unmap() undoes it, and is harmless after a failure
 * @len: bytes wanted, rounded up to the page
 * @page: page kind, see page.h
 * @node: node that its memory must come from, -1: any
 * @err: filled with one line if it fails
 * @errlen: its length
 *
 * Return: 0 or -errno; -EOVERFLOW if @len is more than can be.
 */
int bench_region__map(struct bench_region *r, u64 len, u64 page, int node, char *err,
		      size_t errlen)
{
	u64 size = bench_page__size(page);
	int ret;

	memset(r, 0, sizeof(*r));
	r->page = page;
	r->node = node < 0 ? -1 : node;

	if (!len || !size || !is_power_of_2(size)) {
		snprintf(err, errlen, "cannot map %" PRIu64 " bytes in pages of %" PRIu64, len,
			 size);
		return -EINVAL;
	}
	ret = round_up_checked(len, size, &r->len);
	if (ret) {
		snprintf(err, errlen, "cannot map %" PRIu64 " bytes: no address space is as large",
			 len);
		return ret;
	}

	if (bench_page__kind(page) == BENCH_PAGE_HUGETLB)
		ret = map_hugetlb(r, err, errlen);
	else
		ret = map_anonymous(r, err, errlen);
	if (!ret && r->node >= 0)
		ret = bench_node__bind(r->addr, r->len, r->node, err, errlen);
	if (ret)
		bench_region__unmap(r);
	return ret;
}

static int touch(const struct bench_region *r, char *err, size_t errlen)
{
	size_t step = region__step(r), pos;
	sigjmp_buf *env = bench_sigbus__arm();
	int ret = 0;

	if (sigsetjmp(*env, 0)) {
		ret = bench_sigbus__text(r->addr, r->len, step, r->node, err, errlen);
	} else {
		for (pos = 0; pos < r->len; pos += step)
			WRITE_ONCE(*(char *)(r->addr + pos), 0);
	}
	bench_sigbus__disarm();
	return ret;
}

/**
 * bench_region__fault_in - have all pages of a region present and writable
 * @r: the region
 * @err: filled with one line if it fails
 * @errlen: its length
 *
 * In one system call where the kernel can (5.14 and later): a fault a page costs
 * microseconds on virtual machines. Otherwise, and to find out which page it was that
 * could not be had, each page is written to.
 *
 * Return: 0 or -errno; -EFAULT where touching a page raised SIGBUS.
 */
int bench_region__fault_in(struct bench_region *r, char *err, size_t errlen)
{
	if (!madvise(r->addr, r->len, MADV_POPULATE_WRITE))
		return 0;
	if (errno == ENOMEM) {
		snprintf(err, errlen, "no memory for %zu bytes", r->len);
		return -ENOMEM;
	}
	return touch(r, err, errlen);
}

/**
 * bench_region__verify_node - look whether the pages are where they should be
 * @r: a region that was faulted in
 * @err: filled with one line if it fails
 * @errlen: its length
 *
 * Return: 0, also if it is bound to no node; -EXDEV if a page is elsewhere; -errno if
 * the kernel would not tell.
 */
int bench_region__verify_node(const struct bench_region *r, char *err, size_t errlen)
{
	if (r->node < 0)
		return 0;
	return bench_node__verify(r->addr, r->len, region__step(r), r->node, err, errlen);
}

/**
 * bench_region__huge_bytes - how much of a region really is in large pages
 * @r: a region that was faulted in
 *
 * Asked of the page tables, or where the kernel cannot, read from /proc/self/smaps
 * (AnonHugePages, ShmemPmdMapped, Private_Hugetlb): a mapping of this region shares no line
 * there with another. The huge zero page does not count.
 *
 * Return: bytes; 0 too if smaps cannot be read.
 */
u64 bench_region__huge_bytes(const struct bench_region *r)
{
	uintptr_t start = (uintptr_t)r->addr, end = start + r->len;
	unsigned long long from, to, kb;
	bool inside = false;
	char *line = NULL;
	size_t size = 0;
	u64 bytes = 0;
	FILE *file;

	if (!bench_pagemap__huge_bytes(r->addr, r->len, &bytes))
		return bytes;
	bytes = 0;
	file = fopen("/proc/self/smaps", "r");
	if (!file)
		return 0;
	while (getline(&line, &size, file) > 0) {
		if (sscanf(line, "%llx-%llx ", &from, &to) == 2)
			inside = from >= start && to <= end;
		else if (inside && (sscanf(line, "AnonHugePages: %llu kB", &kb) == 1 ||
				    sscanf(line, "ShmemPmdMapped: %llu kB", &kb) == 1 ||
				    sscanf(line, "Private_Hugetlb: %llu kB", &kb) == 1))
			bytes += kb * 1024;
	}
	free(line);
	fclose(file);
	return bytes;
}

/**
 * bench_region__unmap - give back all that was mapped
 * @r: the region; may have been unmapped before, or never mapped
 */
void bench_region__unmap(struct bench_region *r)
{
	if (r->map && r->map != MAP_FAILED)
		munmap(r->map, r->map_len);
	r->map = NULL;
	r->addr = NULL;
	r->map_len = 0;
	r->len = 0;
}
