/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_PAGE_H
#define BENCH_HARNESS_PAGE_H

#include <stddef.h>
#include <linux/types.h>

/*
 * A page kind is one u64, so that it can be a value of an axis like any other:
 * the page size in bytes, and what sort of page in the bits below 4KB.
 */
enum bench_page_kind {
	BENCH_PAGE_BASE		= 0,	/* the architecture's base page, MADV_NOHUGEPAGE */
	BENCH_PAGE_THP		= 1,	/* aligned, MADV_HUGEPAGE */
	BENCH_PAGE_HUGETLB	= 2,	/* MAP_HUGETLB with this size */
};

#define BENCH_PAGE_KIND_MASK	0xfffULL

static inline u64 bench_page__size(u64 page)
{
	return page & ~BENCH_PAGE_KIND_MASK;
}

static inline enum bench_page_kind bench_page__kind(u64 page)
{
	return (enum bench_page_kind)(page & BENCH_PAGE_KIND_MASK);
}

static inline u64 bench_page__make(u64 size, enum bench_page_kind kind)
{
	return size | kind;
}

/* "4KB", "2MB", "1GB", "thp"; whether this kernel has such pages is not checked here */
int bench_page__parse(const char *text, u64 *page);
char *bench_page__str(u64 page, char *buf, size_t len);
const char *bench_page__kind_str(u64 page);

#endif /* BENCH_HARNESS_PAGE_H */
