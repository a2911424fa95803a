// SPDX-License-Identifier: GPL-2.0
/* Page kinds as text. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <strings.h>
#include <unistd.h>
#include "page.h"
#include "size.h"

#define THP_SIZE_FILE	"/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"

/* A PMD's worth; kernels before 4.10 and those without THP do not tell. */
static u64 thp_size(void)
{
	u64 size = 0;
	FILE *f = fopen(THP_SIZE_FILE, "re");

	if (f) {
		if (fscanf(f, "%" SCNu64, &size) != 1)
			size = 0;
		fclose(f);
	}
	return size ?: 2ULL << 20;
}

/**
 * bench_page__parse - read a page kind
 * @text: "thp", or a page size: the base page's, or else one of hugetlb
 * @page: the kind, see bench_page__make()
 *
 * Whether this kernel has hugetlb pages of that size is bench_hugepages__supported()'s to say.
 *
 * Return: 0, or -EINVAL if no machine could have such pages.
 */
int bench_page__parse(const char *text, u64 *page)
{
	u64 base = sysconf(_SC_PAGESIZE);
	u64 size;

	if (!strcasecmp(text, "thp")) {
		*page = bench_page__make(thp_size(), BENCH_PAGE_THP);
		return 0;
	}

	if (bench_size__parse(text, &size) || size < base || (size & (size - 1)))
		return -EINVAL;

	*page = bench_page__make(size, size == base ? BENCH_PAGE_BASE : BENCH_PAGE_HUGETLB);
	return 0;
}

/**
 * bench_page__str - write a page kind so that bench_page__parse() reads the same back
 * @page: the kind
 * @buf: where to
 * @len: room there; BENCH_SIZE_STR_MAX always does
 *
 * Return: @buf.
 */
char *bench_page__str(u64 page, char *buf, size_t len)
{
	if (bench_page__kind(page) != BENCH_PAGE_THP)
		return bench_size__str(bench_page__size(page), buf, len);

	snprintf(buf, len, "thp");
	return buf;
}

/**
 * bench_page__kind_str - what sort of page it is, without its size
 * @page: the kind
 *
 * Return: "base", "thp" or "hugetlb".
 */
const char *bench_page__kind_str(u64 page)
{
	switch (bench_page__kind(page)) {
	case BENCH_PAGE_THP:
		return "thp";
	case BENCH_PAGE_HUGETLB:
		return "hugetlb";
	case BENCH_PAGE_BASE:
	default:
		return "base";
	}
}
