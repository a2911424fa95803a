// SPDX-License-Identifier: GPL-2.0
/* Tables as text, markdown and CSV, character by character. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "../bench/harness/table.h"
#include "debug.h"
#include "tests.h"

static int check_print(const struct bench_table *t, enum bench_table_style style,
		       const char *expected)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	int ret;

	if (!out)
		return TEST_FAIL;
	ret = bench_table__print(t, style, out);
	fclose(out);
	if (!ret && strcmp(text, expected)) {
		pr_debug("printed:\n%sexpected:\n%s", text, expected);
		ret = TEST_FAIL;
	}
	free(text);
	return ret;
}

/* A table with what needs quoting in one style or another, and a row that ends early. */
static struct bench_table *awkward_table(void)
{
	struct bench_table *t = bench_table__new();

	bench_table__column(t, "function", false);
	bench_table__column(t, "GB/sec", true);
	bench_table__column(t, "note", false);
	bench_table__row(t);
	bench_table__cell(t, "x86-64-movnt");
	bench_table__cell(t, "%.2f", 11.826);
	bench_table__cell(t, "a|b \\ \"c\", d");
	bench_table__row(t);
	bench_table__cell(t, "default");
	bench_table__row(t);
	bench_table__cell(t, "%s", "");
	bench_table__cell(t, "%d", 5);
	bench_table__cell(t, "two\nlines");
	return t;
}

static int test__styles(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_table *t = awkward_table();
	int ret;

	ret = check_print(t, BENCH_TABLE_TEXT,
			  "function      GB/sec  note\n"
			  "x86-64-movnt   11.83  a|b \\ \"c\", d\n"
			  "default\n"
			  "                   5  two lines\n");
	if (!ret)
		ret = check_print(t, BENCH_TABLE_MARKDOWN,
				  "| function | GB/sec | note |\n"
				  "|---|---:|---|\n"
				  "| x86-64-movnt | 11.83 | a\\|b \\\\ \"c\", d |\n"
				  "| default |  |  |\n"
				  "|  | 5 | two lines |\n");
	if (!ret)
		ret = check_print(t, BENCH_TABLE_CSV,
				  "function,GB/sec,note\n"
				  "x86-64-movnt,11.83,\"a|b \\ \"\"c\"\", d\"\n"
				  "default,,\n"
				  ",5,\"two\nlines\"\n");
	bench_table__delete(t);
	return ret;
}

static struct bench_table *wide_table(int nr)
{
	struct bench_table *t = bench_table__new();
	int i;

	bench_table__column(t, "size", true);
	for (i = 0; i < nr; i++)
		bench_table__column(t, "x86-64-movnt bandwidth", true);
	bench_table__row(t);
	bench_table__cell(t, "16MB");
	for (i = 0; i < nr; i++)
		bench_table__cell(t, "%d", i);
	return t;
}

static int longest_line(struct bench_table *t)
{
	char *text = NULL, *line, *save = NULL;
	size_t len, longest = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out || bench_table__print(t, BENCH_TABLE_TEXT, out))
		return -1;
	fclose(out);
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (strlen(line) > longest)
			longest = strlen(line);
	}
	free(text);
	bench_table__delete(t);
	return longest;
}

static int test__width(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const char long_heading[] =
		"a heading that is so long that it alone takes most of the line, and then goes on";
	struct bench_table *t;
	int ret;

	/* 4 + 4 x (2 + 22) = 100: fits as it is. One more, and headings are broken. */
	TEST_ASSERT_EQUAL("four columns", longest_line(wide_table(4)), 100);
	TEST_ASSERT_EQUAL("five columns", longest_line(wide_table(5)), 4 + 5 * 14);
	/* Then gaps shrink. After that the table is wider: cells are never cut. */
	TEST_ASSERT_EQUAL("seven columns", longest_line(wide_table(7)), 4 + 7 * 13);
	TEST_ASSERT_EQUAL("ten columns", longest_line(wide_table(10)), 4 + 10 * 13);

	t = bench_table__new();
	bench_table__column(t, "one two three and 4", false);
	bench_table__column(t, "%", true);
	bench_table__column(t, long_heading, true);
	bench_table__row(t);
	bench_table__cell(t, "cell 1");
	bench_table__cell(t, "2");
	bench_table__cell(t, "a cell that is wider than the longest of the words");
	ret = check_print(t, BENCH_TABLE_TEXT,
			  "one\n"
			  "two\n"
			  "three      a heading that is so long that it alone takes most\n"
			  "and 4   %                       of the line, and then goes on\n"
			  "cell 1  2  a cell that is wider than the longest of the words\n");
	bench_table__delete(t);
	if (ret)
		return ret;

	/* Names of files and functions may be any UTF-8: what counts is characters. */
	t = bench_table__new();
	bench_table__column(t, "f\303\251", false);
	bench_table__column(t, "n", true);
	bench_table__row(t);
	bench_table__cell(t, "ab");
	bench_table__cell(t, "1");
	bench_table__row(t);
	bench_table__cell(t, "\303\244b\303\266");
	bench_table__cell(t, "22");
	ret = check_print(t, BENCH_TABLE_TEXT,
			  "f\303\251    n\nab    1\n\303\244b\303\266  22\n");
	bench_table__delete(t);
	return ret;
}

static int test__misuse(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_table *t = bench_table__new();

	TEST_ASSERT_VAL("table", t);
	TEST_ASSERT_EQUAL("a row without columns", bench_table__row(t), -EINVAL);
	TEST_ASSERT_EQUAL("is told when printed", check_print(t, BENCH_TABLE_CSV, ""), -EINVAL);
	bench_table__delete(t);

	t = bench_table__new();
	TEST_ASSERT_VAL("table", t);
	TEST_ASSERT_EQUAL("no columns at all", check_print(t, BENCH_TABLE_CSV, ""), -EINVAL);
	TEST_ASSERT_EQUAL("column", bench_table__column(t, "a", false), 0);
	TEST_ASSERT_EQUAL("no rows", check_print(t, BENCH_TABLE_CSV, "a\n"), 0);
	TEST_ASSERT_EQUAL("a cell before any row", bench_table__cell(t, "x"), -EINVAL);
	bench_table__delete(t);

	t = bench_table__new();
	TEST_ASSERT_VAL("table", t);
	TEST_ASSERT_EQUAL("column", bench_table__column(t, "a", false), 0);
	TEST_ASSERT_EQUAL("row", bench_table__row(t), 0);
	TEST_ASSERT_EQUAL("cell", bench_table__cell(t, "x"), 0);
	TEST_ASSERT_EQUAL("a cell too many", bench_table__cell(t, "y"), -EINVAL);
	TEST_ASSERT_EQUAL("a column too late", bench_table__column(t, "b", false), -EINVAL);
	TEST_ASSERT_EQUAL("is told when printed", check_print(t, BENCH_TABLE_TEXT, ""), -EINVAL);
	bench_table__delete(t);

	TEST_ASSERT_EQUAL("without a table", bench_table__column(NULL, "a", false), -ENOMEM);
	TEST_ASSERT_EQUAL("without a table", bench_table__row(NULL), -ENOMEM);
	TEST_ASSERT_EQUAL("without a table", bench_table__cell(NULL, "a"), -ENOMEM);
	TEST_ASSERT_EQUAL("without a table", bench_table__print(NULL, BENCH_TABLE_CSV, stdout),
			  -ENOMEM);
	bench_table__delete(NULL);
	return TEST_OK;
}

static int test__full(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_table *t;
	FILE *out = fopen("/dev/full", "w");
	int ret;

	if (!out)
		return TEST_SKIP;
	setvbuf(out, NULL, _IONBF, 0);
	t = awkward_table();
	ret = bench_table__print(t, BENCH_TABLE_CSV, out);
	bench_table__delete(t);
	fclose(out);
	TEST_ASSERT_EQUAL("a full disk", ret, -EIO);
	return TEST_OK;
}

static struct test_case tests__bench_table[] = {
	TEST_CASE("bench table: styles", styles),
	TEST_CASE("bench table: width", width),
	TEST_CASE("bench table: misuse", misuse),
	TEST_CASE("bench table: a full disk", full),
	{ .name = NULL, }
};

struct test_suite suite__bench_table = {
	.desc = "bench table",
	.test_cases = tests__bench_table,
};
