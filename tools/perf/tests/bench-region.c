// SPDX-License-Identifier: GPL-2.0
/*
 * Regions of base pages and of THP; those of huge page pools are tried with the pools in
 * bench-hugepages.c.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <api/fs/fs.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "../bench/harness/page.h"
#include "../bench/harness/region.h"
#include "bench-touch.h"
#include "debug.h"
#include "tests.h"

#define MB		1048576ULL
#define THP_SIZE	(2 * MB)

static char err[512];

/* Pages of memory that are there, -1: it is not even mapped. RSS is only kept roughly. */
static long present(void *addr, size_t len)
{
	size_t page = sysconf(_SC_PAGESIZE), pages = len / page, i;
	unsigned char *map = malloc(pages);
	long nr = -1;

	if (map && !mincore(addr, len, map)) {
		for (nr = 0, i = 0; i < pages; i++)
			nr += map[i] & 1;
	}
	free(map);
	return nr;
}

static long faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_minflt;
}

static int test__base(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	size_t page = sysconf(_SC_PAGESIZE), i;
	u64 len = 16 * MB - page / 2;
	struct bench_region r;
	void *addr;
	long before;

	TEST_ASSERT_VAL("map", !bench_region__map(&r, len, page, -1, err, sizeof(err)));
	TEST_ASSERT_VAL("rounded up to the page", r.len == 16 * MB);
	TEST_ASSERT_VAL("aligned", (uintptr_t)r.addr % page == 0);
	TEST_ASSERT_VAL("not touched", present(r.addr, r.len) == 0);
	TEST_ASSERT_VAL("fault in", !bench_region__fault_in(&r, err, sizeof(err)));
	TEST_ASSERT_VAL("all there", present(r.addr, r.len) == (long)(r.len / page));
	before = faults();
	bench_touch(r.addr, r.len / page, page);
	TEST_ASSERT_VAL("no fault left", faults() - before < 8);
	TEST_ASSERT_VAL("base pages", !bench_region__huge_bytes(&r));
	TEST_ASSERT_VAL("bound to no node", !bench_region__verify_node(&r, err, sizeof(err)));
	addr = r.addr;
	bench_region__unmap(&r);
	for (i = 0; i < len; i += page)
		TEST_ASSERT_VAL("all given back", present(addr + i, page) < 0);
	TEST_ASSERT_VAL("nothing left", !r.addr && !r.len);
	bench_region__unmap(&r);
	return TEST_OK;
}

static bool thp_is_on(void)
{
	char *text = NULL;
	size_t size;
	bool on;

	if (filename__read_str("/sys/kernel/mm/transparent_hugepage/enabled", &text, &size))
		return false;
	on = !strstr(text, "[never]");
	free(text);
	return on;
}

/* Whether a plain mapping, which is advised here, gets one: memory may be too fragmented. */
static bool system_has_thp(void)
{
	char *map = mmap(NULL, 2 * THP_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			 -1, 0), *huge;
	unsigned char there = 0;

	if (map == MAP_FAILED)
		return false;
	huge = (char *)roundup((uintptr_t)map, THP_SIZE);
	if (!madvise(huge, THP_SIZE, MADV_HUGEPAGE)) {
		bench_touch(huge, 1, THP_SIZE);
		/* One touch brought the last base page, too. */
		if (mincore(huge + THP_SIZE - sysconf(_SC_PAGESIZE), sysconf(_SC_PAGESIZE), &there))
			there = 0;
	}
	munmap(map, 2 * THP_SIZE);
	return there & 1;
}

static int test__thp(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	u64 page = bench_page__make(THP_SIZE, BENCH_PAGE_THP), huge[2];
	struct bench_region r[2];
	int i;

	if (!thp_is_on())
		return TEST_SKIP;
	for (i = 0; i < 2; i++) {
		TEST_ASSERT_VAL("map",
				!bench_region__map(&r[i], 7 * MB, page, -1, err, sizeof(err)));
		TEST_ASSERT_VAL("rounded up", r[i].len == 8 * MB);
		TEST_ASSERT_VAL("aligned", (uintptr_t)r[i].addr % THP_SIZE == 0);
		TEST_ASSERT_VAL("nothing yet", !bench_region__huge_bytes(&r[i]));
	}
	TEST_ASSERT_VAL("fault in", !bench_region__fault_in(&r[0], err, sizeof(err)));
	huge[0] = bench_region__huge_bytes(&r[0]);
	huge[1] = bench_region__huge_bytes(&r[1]);
	pr_debug("THP: %llu of %zu bytes\n", (unsigned long long)huge[0], r[0].len);
	TEST_ASSERT_VAL("no more than there are", huge[0] <= r[0].len && huge[0] % THP_SIZE == 0);
	TEST_ASSERT_VAL("the other region's are not counted", !huge[1]);
	bench_region__unmap(&r[0]);
	bench_region__unmap(&r[1]);
	if (!huge[0] && !system_has_thp()) {
		pr_debug("no free memory in pieces of 2MB\n");
		return TEST_SKIP;
	}
	TEST_ASSERT_VAL("huge pages came", huge[0]);
	return TEST_OK;
}

static int test__limits(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	const struct {
		u64 len;
		u64 page;
		int err;
	} bad[] = {
		{ 0, 4096, -EINVAL },
		{ 4096, 0, -EINVAL },
		{ 4096, 3 * MB, -EINVAL },
		{ ~0ULL, 4096, -EOVERFLOW },
		{ ~0ULL - 4096, bench_page__make(THP_SIZE, BENCH_PAGE_THP), -EOVERFLOW },
		{ 1ULL << 63, 4096, -EOVERFLOW },
		{ ~0ULL - 1, bench_page__make(THP_SIZE, BENCH_PAGE_HUGETLB), -EOVERFLOW },
		{ 1ULL << 62, 4096, -ENOMEM },
	};
	struct bench_region r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		err[0] = '\0';
		TEST_ASSERT_EQUAL("refused",
				  bench_region__map(&r, bad[i].len, bad[i].page, -1, err,
						    sizeof(err)), bad[i].err);
		pr_debug("%s\n", err);
		TEST_ASSERT_VAL("with a line", err[0] && !strchr(err, '\n'));
		TEST_ASSERT_VAL("nothing mapped", !r.map && !r.addr);
		bench_region__unmap(&r);
	}
	return TEST_OK;
}

static int test__guards(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	size_t page = sysconf(_SC_PAGESIZE);
	unsigned char there;
	struct bench_region r;
	int in[2];

	TEST_ASSERT_VAL("map", !bench_region__map(&r, page, page, -1, err, sizeof(err)));
	TEST_ASSERT_VAL("pipe", !pipe(in));
	/* The kernel says EFAULT where a store would be SIGSEGV. */
	TEST_ASSERT_VAL("byte", write(in[1], "xy", 2) == 2);
	TEST_ASSERT_VAL("inside", read(in[0], r.addr + page - 1, 1) == 1);
	TEST_ASSERT_VAL("behind", read(in[0], r.addr + page, 1) < 0);
	TEST_ASSERT_VAL("before", read(in[0], r.addr - 1, 1) < 0);
	TEST_ASSERT_VAL("mapped all the same", !mincore(r.addr + page, page, &there));
	bench_region__unmap(&r);
	close(in[0]);
	close(in[1]);
	return TEST_OK;
}

static int test__node(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	size_t page = sysconf(_SC_PAGESIZE);
	struct bench_region r;
	int ret;

	ret = bench_region__map(&r, 4 * MB, page, 0, err, sizeof(err));
	if (ret == -EOPNOTSUPP) {
		pr_debug("%s\n", err);
		return TEST_SKIP;
	}
	TEST_ASSERT_VAL("map", !ret);
	TEST_ASSERT_EQUAL("not there yet", bench_region__verify_node(&r, err, sizeof(err)), -EXDEV);
	TEST_ASSERT_VAL("says so", strstr(err, "are not there"));
	TEST_ASSERT_VAL("fault in", !bench_region__fault_in(&r, err, sizeof(err)));
	TEST_ASSERT_VAL("on node 0", !bench_region__verify_node(&r, err, sizeof(err)));
	r.node = 1;
	TEST_ASSERT_EQUAL("not on node 1", bench_region__verify_node(&r, err, sizeof(err)), -EXDEV);
	pr_debug("%s\n", err);
	TEST_ASSERT_VAL("says where", strstr(err, "256 of 256") && strstr(err, "on node 0"));
	bench_region__unmap(&r);

	TEST_ASSERT_EQUAL("no such node",
			  bench_region__map(&r, 4 * MB, page, 1000, err, sizeof(err)), -EINVAL);
	TEST_ASSERT_VAL("says which", strstr(err, "node 1000"));
	TEST_ASSERT_VAL("nothing mapped", !r.map);
	return TEST_OK;
}

static struct test_case tests__bench_region[] = {
	TEST_CASE("bench region: base pages, faulted in once, given back", base),
	TEST_CASE_REASON("bench region: THP", thp, "no THP, or no memory in such pieces"),
	TEST_CASE("bench region: lengths and pages that cannot be", limits),
	TEST_CASE("bench region: what lies round it", guards),
	TEST_CASE("bench region: nodes", node),
	{ .name = NULL, }
};

struct test_suite suite__bench_region = {
	.desc = "bench region: memory of a page kind",
	.test_cases = tests__bench_region,
};
