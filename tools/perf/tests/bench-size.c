// SPDX-License-Identifier: GPL-2.0
/* Sizes, counts, times, lists of them and page kinds, as users write them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <linux/kernel.h>
#include "../bench/harness/page.h"
#include "../bench/harness/size.h"
#include "debug.h"
#include "tests.h"

struct parsed {
	const char	*text;
	int		ret;
	u64		value;
};

/* No value may be written where the text is refused. */
#define UNTOUCHED	0x5a5a5a5a5a5a5a5aULL

static int check_parser(int (*parse)(const char *text, u64 *value), const struct parsed *p, int nr)
{
	u64 value, expected;
	int i, ret, failed = 0;

	for (i = 0; i < nr; i++, p++) {
		value = UNTOUCHED;
		ret = parse(p->text, &value);
		expected = p->ret ? UNTOUCHED : p->value;
		if (ret != p->ret || value != expected) {
			pr_debug("\"%s\": returned %d, expected %d; value %" PRIu64 ", expected %"
				 PRIu64 "\n", p->text, ret, p->ret, value, expected);
			failed++;
		}
	}
	return failed ? TEST_FAIL : TEST_OK;
}

static int test__sizes(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct parsed sizes[] = {
		{ "0",				0, 0 },
		{ "0GB",			0, 0 },
		{ "1",				0, 1 },
		{ "100B",			0, 100 },
		{ "4k",				0, 4096 },
		{ "4K",				0, 4096 },
		{ "4KB",			0, 4096 },
		{ "4kB",			0, 4096 },
		{ "0004kb",			0, 4096 },
		{ "1536KB",			0, 1572864 },
		{ "16m",			0, 16777216 },
		{ "16MB",			0, 16777216 },
		{ "4G",				0, 4294967296ULL },
		{ "4gb",			0, 4294967296ULL },
		{ "2t",				0, 2199023255552ULL },
		{ "2TB",			0, 2199023255552ULL },
		/* 2^64 - 1 and 2^64, as bytes and as multiples */
		{ "18446744073709551615",	0, UINT64_MAX },
		{ "18446744073709551615B",	0, UINT64_MAX },
		{ "18446744073709551616",	-ERANGE, 0 },
		{ "18446744073709551625",	-ERANGE, 0 },
		{ "99999999999999999999999",	-ERANGE, 0 },
		{ "18014398509481983KB",	0, 18446744073709550592ULL },
		{ "18014398509481984KB",	-ERANGE, 0 },
		{ "16777215TB",			0, 18446742974197923840ULL },
		{ "16777216TB",			-ERANGE, 0 },
		{ "18446744073709551615K",	-ERANGE, 0 },
		{ "",				-EINVAL, 0 },
		{ " ",				-EINVAL, 0 },
		{ "KB",				-EINVAL, 0 },
		{ "-1",				-EINVAL, 0 },
		{ "+1",				-EINVAL, 0 },
		{ " 1",				-EINVAL, 0 },
		{ "1 ",				-EINVAL, 0 },
		{ "4 KB",			-EINVAL, 0 },
		{ "4KB ",			-EINVAL, 0 },
		{ "4KBs",			-EINVAL, 0 },
		{ "4KK",			-EINVAL, 0 },
		{ "4BK",			-EINVAL, 0 },
		{ "4P",				-EINVAL, 0 },
		{ "1.5MB",			-EINVAL, 0 },
		{ "1,5MB",			-EINVAL, 0 },
		{ ".5MB",			-EINVAL, 0 },
		{ "1e3",			-EINVAL, 0 },
		{ "0x1000",			-EINVAL, 0 },
		{ "4KB,8KB",			-EINVAL, 0 },
		{ "inf",			-EINVAL, 0 },
	};

	return check_parser(bench_size__parse, sizes, ARRAY_SIZE(sizes));
}

static int test__size_str(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct {
		u64		bytes;
		const char	*text;
	} strs[] = {
		{ 0,			"0B" },
		{ 1,			"1B" },
		{ 100,			"100B" },
		{ 1023,			"1023B" },
		{ 1024,			"1KB" },
		{ 1025,			"1025B" },
		{ 1572864,		"1536KB" },
		{ 16777216,		"16MB" },
		{ 4294967296ULL,	"4GB" },
		{ 1ULL << 40,		"1TB" },
		{ 1ULL << 50,		"1024TB" },
		{ UINT64_MAX,		"18446744073709551615B" },
	};
	char buf[BENCH_SIZE_STR_MAX];
	unsigned int i;
	u64 back, v;

	for (i = 0; i < ARRAY_SIZE(strs); i++) {
		bench_size__str(strs[i].bytes, buf, sizeof(buf));
		TEST_ASSERT_VAL(strs[i].text, !strcmp(buf, strs[i].text));
	}

	/* Whatever is printed can be typed in again. */
	for (v = 1; v < UINT64_MAX / 3; v = v * 3 / 2 + 1) {
		TEST_ASSERT_VAL("what was printed parses",
				!bench_size__parse(bench_size__str(v, buf, sizeof(buf)), &back));
		TEST_ASSERT_VAL("and gives the same size", back == v);
	}

	bench_size__str(16777216, buf, 4);
	TEST_ASSERT_VAL("a short buffer is not overrun", !strcmp(buf, "16M"));
	return TEST_OK;
}

static int test__counts(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct parsed counts[] = {
		{ "0",				0, 0 },
		{ "1",				0, 1 },
		{ "0512",			0, 512 },
		{ "18446744073709551615",	0, UINT64_MAX },
		{ "18446744073709551616",	-ERANGE, 0 },
		{ "",				-EINVAL, 0 },
		{ "-1",				-EINVAL, 0 },
		{ "1K",				-EINVAL, 0 },
		{ "1B",				-EINVAL, 0 },
		{ "1.0",			-EINVAL, 0 },
		{ "0x10",			-EINVAL, 0 },
		{ "1 ",				-EINVAL, 0 },
	};

	return check_parser(bench_count__parse, counts, ARRAY_SIZE(counts));
}

static int test__times(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct parsed times[] = {
		{ "0",				0, 0 },
		{ "20",				0, 20000000000ULL },
		{ "1s",				0, 1000000000 },
		{ "1S",				0, 1000000000 },
		{ "500ms",			0, 500000000 },
		{ "20us",			0, 20000 },
		{ "7ns",			0, 7 },
		{ "0.5",			0, 500000000 },
		{ "1.25s",			0, 1250000000 },
		{ "0.2ms",			0, 200000 },
		{ "1.5us",			0, 1500 },
		{ "0.000000001",		0, 1 },
		{ "0.1000000000000",		0, 100000000 },
		{ "3.0ns",			0, 3 },
		{ "18446744073.709551615",	0, UINT64_MAX },
		{ "18446744073.709551616",	-ERANGE, 0 },
		{ "18446744074",		-ERANGE, 0 },
		{ "18446744073709551616ns",	-ERANGE, 0 },
		{ "0.0000000001",		-EINVAL, 0 },
		{ "1.5ns",			-EINVAL, 0 },
		{ "",				-EINVAL, 0 },
		{ "s",				-EINVAL, 0 },
		{ ".5",				-EINVAL, 0 },
		{ "5.",				-EINVAL, 0 },
		{ "5.s",			-EINVAL, 0 },
		{ "1.2.3",			-EINVAL, 0 },
		{ "-1s",			-EINVAL, 0 },
		{ "1 s",			-EINVAL, 0 },
		{ "1sec",			-EINVAL, 0 },
		{ "1e3",			-EINVAL, 0 },
		{ "1m",				-EINVAL, 0 },
		{ "inf",			-EINVAL, 0 },
	};

	return check_parser(bench_time__parse, times, ARRAY_SIZE(times));
}

struct list_case {
	const char	*text;
	int		ret;
	/* the values, or words that the answer must have */
	const char	*expected;
};

static int check_lists(int (*parse)(struct bench_list *list, const char *text, char *err,
				    size_t len),
		       const struct list_case *c, int nr)
{
	char got[512], err[128];
	int i, j, n, ret, failed = 0;
	bool good;

	for (i = 0; i < nr; i++, c++) {
		struct bench_list list = { .nr = 0 };

		err[0] = '\0';
		ret = parse(&list, c->text, err, sizeof(err));
		for (j = n = 0, got[0] = '\0'; j < list.nr && n < (int)sizeof(got); j++)
			n += snprintf(got + n, sizeof(got) - n, j ? " %" PRIu64 : "%" PRIu64,
				      list.v[j]);
		if (c->ret)
			good = strstr(err, c->expected) && !list.nr && !list.v;
		else
			good = !strcmp(got, c->expected);
		if (ret != c->ret || !good) {
			pr_debug("\"%s\": returned %d, values \"%s\", error \"%s\"; expected %d, \"%s\"\n",
				 c->text, ret, got, err, c->ret, c->expected);
			failed++;
		}
		bench_list__exit(&list);
	}
	return failed ? TEST_FAIL : TEST_OK;
}

static int test__size_lists(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct list_case lists[] = {
		{ "4KB",		0, "4096" },
		{ "16MB,128MB,1GB",	0, "16777216 134217728 1073741824" },
		{ "1GB,4KB,1gb,4096",	0, "1073741824 4096" },
		{ "0,4KB",		0, "0 4096" },
		{ "4KB..64KB",		0, "4096 8192 16384 32768 65536" },
		{ "4KB..20KB",		0, "4096 8192 16384 20480" },
		{ "4KB..64KB:x4",	0, "4096 16384 65536" },
		{ "4KB..100KB:X4",	0, "4096 16384 65536 102400" },
		{ "4KB..16KB:+4KB",	0, "4096 8192 12288 16384" },
		{ "4KB..10KB:+4KB",	0, "4096 8192 10240" },
		{ "0..2KB:+1KB",	0, "0 1024 2048" },
		{ "4KB..4KB",		0, "4096" },
		{ "1MB,4KB..8KB,2MB",	0, "1048576 4096 8192 2097152" },
		{ "4MB..16777215TB:x4096", 0,
		  "4194304 17179869184 70368744177664 288230376151711744 18446742974197923840" },
		{ "18446744073709551614..18446744073709551615:+10", 0,
		  "18446744073709551614 18446744073709551615" },
		{ "",			-EINVAL, "no empty item" },
		{ ",",			-EINVAL, "no empty item" },
		{ "4KB,",		-EINVAL, "no empty item" },
		{ "4KB,,8KB",		-EINVAL, "no empty item" },
		{ "4KB, 8KB",		-EINVAL, "a size is" },
		{ "4KB,junk",		-EINVAL, "a size is" },
		{ "16777216TB",		-ERANGE, "2^64 - 1" },
		{ "0..4KB",		-EINVAL, "needs a step" },
		{ "8KB..4KB",		-EINVAL, "from the smaller to the larger" },
		{ "4KB..",		-EINVAL, "a range is" },
		{ "..4KB",		-EINVAL, "a range is" },
		{ "..",			-EINVAL, "a range is" },
		{ "4KB...8KB",		-EINVAL, "a range is" },
		{ "1KB..2KB..4KB",	-EINVAL, "a range is" },
		{ "4KB..8KB:",		-EINVAL, "a range is" },
		{ "4KB..8KB:4",		-EINVAL, "a range is" },
		{ "4KB..8KB:x",		-EINVAL, "factor" },
		{ "4KB..8KB:x0",	-EINVAL, "factor" },
		{ "4KB..8KB:x1",	-EINVAL, "factor" },
		{ "4KB..8KB:x1.5",	-EINVAL, "factor" },
		{ "4KB..8KB:+0",	-EINVAL, "step" },
		{ "4KB..8KB:+",		-EINVAL, "step" },
		{ "1..4097:+1",		-E2BIG, "at most 4096" },
	};

	return check_lists(bench_list__parse_sizes, lists, ARRAY_SIZE(lists));
}

static int test__count_lists(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct list_case lists[] = {
		{ "1,2,4",		0, "1 2 4" },
		{ "4,1,4,2",		0, "4 1 2" },
		{ "1..512",		0, "1 2 4 8 16 32 64 128 256 512" },
		{ "1..32:+8",		0, "1 9 17 25 32" },
		{ "0..24:+8",		0, "0 8 16 24" },
		{ "1..81:x3",		0, "1 3 9 27 81" },
		{ "1KB",		-EINVAL, "a count is" },
		{ "1..2KB",		-EINVAL, "a range is" },
		{ "1..8:+1K",		-EINVAL, "step" },
		{ "-1",			-EINVAL, "a count is" },
		{ "18446744073709551616", -ERANGE, "2^64 - 1" },
	};
	struct bench_list list = { .nr = 0 };
	char err[64] = "";
	int i;

	TEST_ASSERT_VAL("4096 values are allowed",
			!bench_list__parse_counts(&list, "1..4096:+1", err, sizeof(err)));
	TEST_ASSERT_EQUAL("number of values", list.nr, BENCH_LIST_MAX);
	for (i = 0; i < list.nr; i++)
		TEST_ASSERT_VAL("values in order", list.v[i] == (u64)i + 1);
	TEST_ASSERT_EQUAL("one more", bench_list__add(&list, 1), -E2BIG);
	bench_list__exit(&list);

	TEST_ASSERT_VAL("a value can be added twice",
			!bench_list__add(&list, 7) && !bench_list__add(&list, 7) && list.nr == 2);
	bench_list__exit(&list);

	return check_lists(bench_list__parse_counts, lists, ARRAY_SIZE(lists));
}

static int test__pages(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const char *const refused[] = {
		"", "0", "1", "2KB", "3MB", "thp2", "huge", "-4KB", "16777216TB",
	};
	u64 base = sysconf(_SC_PAGESIZE), page;
	char buf[BENCH_SIZE_STR_MAX];
	unsigned int i;

	bench_size__str(base, buf, sizeof(buf));
	TEST_ASSERT_VAL("base page", !bench_page__parse(buf, &page));
	TEST_ASSERT_VAL("its kind", bench_page__kind(page) == BENCH_PAGE_BASE);
	TEST_ASSERT_VAL("its size", bench_page__size(page) == base);
	TEST_ASSERT_VAL("its name", !strcmp(bench_page__kind_str(page), "base"));

	/* Larger than any base page that Linux has. */
	TEST_ASSERT_VAL("hugetlb page", !bench_page__parse("1gb", &page));
	TEST_ASSERT_VAL("its kind", bench_page__kind(page) == BENCH_PAGE_HUGETLB);
	TEST_ASSERT_VAL("its size", bench_page__size(page) == 1ULL << 30);
	TEST_ASSERT_VAL("its text", !strcmp(bench_page__str(page, buf, sizeof(buf)), "1GB"));
	TEST_ASSERT_VAL("its name", !strcmp(bench_page__kind_str(page), "hugetlb"));

	TEST_ASSERT_VAL("THP", !bench_page__parse("THP", &page));
	TEST_ASSERT_VAL("its kind", bench_page__kind(page) == BENCH_PAGE_THP);
	TEST_ASSERT_VAL("its size",
			bench_page__size(page) > base && !(bench_page__size(page) % base));
	TEST_ASSERT_VAL("its text", !strcmp(bench_page__str(page, buf, sizeof(buf)), "thp"));
	TEST_ASSERT_VAL("its name", !strcmp(bench_page__kind_str(page), "thp"));

	for (i = 0; i < ARRAY_SIZE(refused); i++)
		TEST_ASSERT_EQUAL(refused[i], bench_page__parse(refused[i], &page), -EINVAL);
	return TEST_OK;
}

static struct test_case tests__bench_size[] = {
	TEST_CASE("bench size: sizes", sizes),
	TEST_CASE("bench size: sizes as text", size_str),
	TEST_CASE("bench size: counts", counts),
	TEST_CASE("bench size: times", times),
	TEST_CASE("bench size: lists of sizes", size_lists),
	TEST_CASE("bench size: lists of counts", count_lists),
	TEST_CASE("bench size: page kinds", pages),
	{ .name = NULL, }
};

struct test_suite suite__bench_size = {
	.desc = "bench size",
	.test_cases = tests__bench_size,
};
