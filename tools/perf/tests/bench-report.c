// SPDX-License-Identifier: GPL-2.0
/* Formats, over results that are made up or published: layouts, marks, quoting, unknowns. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "../bench/harness/page.h"
#include "../bench/harness/report.h"
#include "debug.h"
#include "tests.h"

#define GB	((double)(1ULL << 30))
#define MB	1048576ULL

static int begin(struct bench_results *res, const char *base)
{
	bench_results__init(res);
	res->seed = 1;
	res->nr_metrics = 1;
	res->axes = 1U << BENCH_AXIS_SIZE | 1U << BENCH_AXIS_PAGE | 1U << BENCH_AXIS_CHUNK |
		    1U << BENCH_AXIS_THREADS;
	return bench_results__set_string(&res->benchmark, "mem/clear") ?:
	       bench_results__set_string(&res->base, base) ?:
	       bench_results__set_string(&res->op, "call") ?:
	       bench_results__set_string(&res->metrics[0].name, "bandwidth") ?:
	       bench_results__set_string(&res->metrics[0].unit, "bytes/sec");
}

static struct bench_case_result *add(struct bench_results *res, const char *function, u64 size)
{
	struct bench_case_result *cr = bench_results__add_case(res, function);

	if (cr) {
		cr->axis[BENCH_AXIS_SIZE] = size;
		cr->axis[BENCH_AXIS_PAGE] = bench_page__make(4096, BENCH_PAGE_BASE);
		cr->axis[BENCH_AXIS_CHUNK] = 4096;
	}
	return cr;
}

/* Five runs whose mean and pstdev are known, as a mail prints them. */
static int add_published(struct bench_results *res, const char *function, u64 size, double bw,
			 double pstdev)
{
	struct bench_case_result *cr = add(res, function, size);

	if (!cr)
		return -ENOMEM;
	cr->metric[0].st.n = 5;
	cr->metric[0].st.mean = bw * GB;
	cr->metric[0].st.pstdev = bw * GB * pstdev / 100;
	return 0;
}

/* Twenty samples that go up and down by half a percent round @bw. */
static struct bench_case_result *add_samples(struct bench_results *res, const char *function,
					     u64 size, double bw)
{
	struct bench_case_result *cr = add(res, function, size);
	int i;

	for (i = 0; cr && i < 20; i++) {
		double off = 0.0025 * ((i * 7) % 5 - 2);

		if (bench_series__add(&cr->metric[0], bw * GB * (1 + off)))
			return NULL;
	}
	return cr;
}

static int add_counter(struct bench_case_result *cr, const char *name,
		       enum bench_counter_state state, double value, double per_line)
{
	struct bench_counter_result *c;

	c = realloc(cr->counters, (cr->nr_counters + 1) * sizeof(*c));
	if (!c)
		return -ENOMEM;
	cr->counters = c;
	c += cr->nr_counters++;
	memset(c, 0, sizeof(*c));
	c->name = strdup(name);
	c->state = state;
	c->value = value;
	c->running = 1;
	c->per_line = per_line;
	c->per_page = per_line * 64;
	c->per_op = NAN;
	return c->name ? 0 : -ENOMEM;
}

static char *print(const struct bench_results *res, enum bench_report_format format)
{
	char *text = NULL;
	size_t len;
	FILE *mem = open_memstream(&text, &len);
	int err;

	if (!mem)
		return NULL;
	err = bench_report__print(res, format, mem);
	if (fclose(mem) || err) {
		free(text);
		return NULL;
	}
	return text;
}

static bool has(const char *text, const char *what)
{
	if (strstr(text, what))
		return true;
	pr_debug("no '%s' in:\n%s", what, text);
	return false;
}

static bool has_not(const char *text, const char *what)
{
	if (!strstr(text, what))
		return true;
	pr_debug("'%s' in:\n%s", what, text);
	return false;
}

static bool within_columns(const char *text, size_t max)
{
	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		if (strcspn(text, "\n") > max) {
			pr_debug("wider than %zu: %.*s\n", max, (int)strcspn(text, "\n"), text);
			return false;
		}
	}
	return true;
}

static int lines(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static int broadwell(struct bench_results *res)
{
	return begin(res, "x86-64-stosb") ?:
	       add_published(res, "x86-64-stosb", 16 * MB, 17.35, 9.27) ?:
	       add_published(res, "x86-64-movnt", 16 * MB, 11.83, 0.19) ?:
	       add_published(res, "x86-64-stosb", 1024 * MB, 5.42, 0.13) ?:
	       add_published(res, "x86-64-movnt", 1024 * MB, 11.78, 0.03) ?:
	       add_published(res, "x86-64-stosb", 4096 * MB, 5.41, 0.41) ?:
	       add_published(res, "x86-64-movnt", 4096 * MB, 11.76, 0.07);
}

static int test__formats(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	enum bench_report_format format;

	TEST_ASSERT_VAL("default", !bench_report__format("default", &format) &&
			format == BENCH_REPORT_DEFAULT);
	TEST_ASSERT_VAL("json", !bench_report__format("json", &format) &&
			format == BENCH_REPORT_JSON);
	TEST_ASSERT_VAL("bad", bench_report__format("xml", &format) == -EINVAL);
	TEST_ASSERT_VAL("part", bench_report__format("js", &format) == -EINVAL);
	TEST_ASSERT_VAL("empty", bench_report__format("", &format) == -EINVAL);
	return TEST_OK;
}

static int test__cover_letter(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const char table[] =
		"\n"
		"size  x86-64-stosb BW ( pstdev)  x86-64-movnt BW ( pstdev)   speedup\n"
		"16MB     17.35 GB/s ( +- 9.27%)     11.83 GB/s ( +- 0.19%)   -31.82%\n"
		" 1GB      5.42 GB/s ( +- 0.13%)     11.78 GB/s ( +- 0.03%)  +117.34%\n"
		" 4GB      5.41 GB/s ( +- 0.41%)     11.76 GB/s ( +- 0.07%)  +117.38%\n"
		"\n";
	static const char markdown[] =
		"\n"
		"| size | x86-64-stosb BW ( pstdev) | x86-64-movnt BW ( pstdev) | speedup |\n"
		"|---:|---:|---:|---:|\n"
		"| 16MB | 17.35 GB/s ( +- 9.27%) | 11.83 GB/s ( +- 0.19%) | -31.82% |\n";
	struct bench_results res;
	char *text;

	TEST_ASSERT_VAL("fill", !broadwell(&res));
	bench_results__summarize(&res);
	text = print(&res, BENCH_REPORT_TABLE);
	TEST_ASSERT_VAL("table", text && has(text, table));
	TEST_ASSERT_VAL("what is fixed", has(text, "page 4KB, chunk 4KB, threads 1; 5 samples"));
	TEST_ASSERT_VAL("what the columns are", has(text, "BW is the mean") &&
			has(text, "speedup against x86-64-stosb: of the means"));
	TEST_ASSERT_VAL("few samples", has(text, "warning: few samples (5 a case)"));
	TEST_ASSERT_VAL("width", within_columns(text, 100));
	free(text);

	text = print(&res, BENCH_REPORT_MARKDOWN);
	TEST_ASSERT_VAL("markdown", text && has(text, markdown));
	TEST_ASSERT_VAL("no headings", text[0] != '#' && has_not(text, "\n#"));
	free(text);
	bench_results__exit(&res);

	/* -5.39% between spreads of 9% and 19% is noise. */
	TEST_ASSERT_VAL("fill", !begin(&res, "x86-64-stosq") &&
			!add_published(&res, "x86-64-stosq", 16 * MB, 15.39, 9.14) &&
			!add_published(&res, "x86-64-movnt", 16 * MB, 14.56, 19.43) &&
			!add_published(&res, "x86-64-stosq", 128 * MB, 11.04, 4.87) &&
			!add_published(&res, "x86-64-movnt", 128 * MB, 14.49, 13.22));
	text = print(&res, BENCH_REPORT_TABLE);
	TEST_ASSERT_VAL("noise", text && has(text, "14.56 GB/s ( +-19.43%)        ~\n"));
	TEST_ASSERT_VAL("gain", has(text, " +31.25%\n"));
	TEST_ASSERT_VAL("where", has(text, "#   most in x86-64-movnt, size 16MB\n"));
	TEST_ASSERT_VAL("wide", has(text, "pstdev up to 19%; try -C"));
	free(text);
	bench_results__exit(&res);
	return TEST_OK;
}

static int test__lists(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_results res;
	char *text;

	/* One function, several sizes: the function is no column. */
	TEST_ASSERT_VAL("fill", !begin(&res, "a") && add_samples(&res, "a", MB, 20) &&
			add_samples(&res, "a", 1024 * MB, 5));
	bench_results__summarize(&res);
	text = print(&res, BENCH_REPORT_TABLE);
	TEST_ASSERT_VAL("function", text && has(text, "# mem/clear: function a, page 4KB"));
	TEST_ASSERT_VAL("columns", has(text, "\nsize            BW ( pstdev)  median GB/s"));
	TEST_ASSERT_VAL("row", has(text, "\n 1MB  20.00 GB/s ( +- 0.35%)        20.00  ["));
	TEST_ASSERT_VAL("range", has(text, "19.90  20.10\n"));
	TEST_ASSERT_VAL("no speedup", has_not(text, "speedup"));
	TEST_ASSERT_VAL("no warning", has_not(text, "warning"));
	free(text);
	bench_results__exit(&res);

	/* Several functions, one size: the size is no column; the base is marked. */
	TEST_ASSERT_VAL("fill", !begin(&res, "a") && add_samples(&res, "a", MB, 5) &&
			add_samples(&res, "b", MB, 10) && add_samples(&res, "c", MB, 5));
	res.cases[1].weak = true;
	bench_results__summarize(&res);
	text = print(&res, BENCH_REPORT_TABLE);
	TEST_ASSERT_VAL("size", text && has(text, "# mem/clear, size 1MB, page 4KB"));
	TEST_ASSERT_VAL("base", has(text, "\na          5.00 GB/s ( +- 0.35%)") &&
			has(text, "  base\n"));
	TEST_ASSERT_VAL("twice", has(text, " +100.00% [+99."));
	TEST_ASSERT_VAL("noise", has(text, " ~ [-0."));
	TEST_ASSERT_VAL("weak", has(text, "# weakly ordered stores: b\n"));
	free(text);
	bench_results__exit(&res);
	return TEST_OK;
}

static int fill_matrix(struct bench_results *res)
{
	static const char *const functions[] = {
		"x86-64-stosb", "x86-64-clzero-4s", "x86-64-avx512-nt",
	};
	static const u64 sizes[] = { 16 * MB, 1536 << 10, 4096 * MB };
	struct bench_case_result *cr;
	size_t f, s, t;

	if (begin(res, functions[0]))
		return -ENOMEM;
	for (t = 1; t <= 2; t++) {
		for (s = 0; s < ARRAY_SIZE(sizes); s++) {
			for (f = 0; f < ARRAY_SIZE(functions); f++) {
				cr = add_samples(res, functions[f], sizes[s], 50 + 60 * f);
				if (!cr)
					return -ENOMEM;
				cr->axis[BENCH_AXIS_THREADS] = t;
				cr->axis[BENCH_AXIS_CHUNK] = t == 1 ? 0 : 2 * MB;
				cr->block = t * 10 + s;
				cr->spread = t == 1 ? NAN : 0.0123;
				if (add_counter(cr, "cycles:u", BENCH_COUNTER_NOT_SUPPORTED, NAN,
						NAN) ||
				    add_counter(cr, "l1d.replacement:u", BENCH_COUNTER_COUNTED,
						1e9 / (f + 1), 1. / (f + 1)) ||
				    add_counter(cr, "LLC-load-misses:u", BENCH_COUNTER_COUNTED,
						123, 0.00001) ||
				    add_counter(cr, "page-faults", BENCH_COUNTER_COUNTED, 512,
						1 / 64.))
					return -ENOMEM;
			}
		}
	}
	return 0;
}

static int test__matrix(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_results res;
	char *text;

	TEST_ASSERT_VAL("fill", !fill_matrix(&res));
	res.cases[1].counters[1].running = 0.45;
	bench_results__summarize(&res);
	text = print(&res, BENCH_REPORT_TABLE);
	TEST_ASSERT_VAL("width", text && within_columns(text, 100));
	TEST_ASSERT_VAL("axes", has(text, "function") && has(text, "size") &&
			has(text, "chunk") && has(text, "threads"));
	TEST_ASSERT_VAL("extent", has(text, " extent "));
	TEST_ASSERT_VAL("fixed", has(text, "# mem/clear, page 4KB; 20 samples a case\n"));
	TEST_ASSERT_VAL("speedup", has(text, "+120.00%"));
	TEST_ASSERT_VAL("per line", has(text, "l1d.replacement:u") && has(text, "per line"));
	TEST_ASSERT_VAL("multiplexed", has(text, " 0.50 (45%)"));
	TEST_ASSERT_VAL("spread", has(text, "1.23%"));
	TEST_ASSERT_VAL("faults per page", has(text, "page-faults") && has(text, "per page"));
	TEST_ASSERT_VAL("once", has(text, "# not supported: cycles:u\n") &&
			has_not(strstr(text, "cycles:u") + 1, "cycles:u"));
	free(text);

	text = print(&res, BENCH_REPORT_DEFAULT);
	TEST_ASSERT_VAL("function", text && has(text, "# function 'x86-64-clzero-4s'\n"));
	TEST_ASSERT_VAL("point", has(text, "# size 16MB, page 4KB, chunk extent, threads 1; 20 "));
	TEST_ASSERT_VAL("value", has(text, "     110.000000 GB/sec  (median of 20, 95% "));
	TEST_ASSERT_VAL("mean", has(text, "; mean 110.00, pstdev 0.35%)"));
	TEST_ASSERT_VAL("state", has(text, "    <not supported>  cycles:u\n"));
	TEST_ASSERT_VAL("count", has(text, "      1,000,000,000  l1d.replacement:u"));
	TEST_ASSERT_VAL("per", has(text, "#  1.00 per line, 64.00 per page\n"));
	TEST_ASSERT_VAL("multiplexed", has(text, "#  0.50 per line, 32.00 per page  (45.00%)\n"));
	TEST_ASSERT_VAL("point", has(text, "  size 16MB, chunk extent, threads 1: x86-64-clz"));
	TEST_ASSERT_VAL("speedup", has(text, "-4s against x86-64-stosb: +120.00% [+1"));
	free(text);
	bench_results__exit(&res);
	return TEST_OK;
}

static int test__cycles(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_results res;
	char *text;

	TEST_ASSERT_VAL("fill", !begin(&res, "orig") &&
			add_samples(&res, "orig", 3520, 8000 / GB) &&
			add_samples(&res, "fsrm", 3520, 4000 / GB) &&
			!bench_results__set_string(&res.metrics[0].unit, "cycles/op") &&
			!bench_results__set_string(&res.metrics[0].name, "cycles"));
	res.metrics[0].less_is_better = true;
	bench_results__summarize(&res);
	text = print(&res, BENCH_REPORT_TABLE);
	TEST_ASSERT_VAL("heading", text && has(text, "cycles/call ( pstdev)"));
	TEST_ASSERT_VAL("row", has(text, "8000.00 ( +- 0.35%)  8000.00  "));
	TEST_ASSERT_VAL("more is better", has(text, "+100.00%"));
	free(text);
	text = print(&res, BENCH_REPORT_DEFAULT);
	TEST_ASSERT_VAL("unit", text && has(text, "         8000.0 cycles/call  (median"));
	free(text);
	text = print(&res, BENCH_REPORT_SIMPLE);
	TEST_ASSERT_VAL("simple", text && !strcmp(text, "8000.000000\n4000.000000\n"));
	free(text);
	bench_results__exit(&res);
	return TEST_OK;
}

/* Every format of a result in which all numbers are unknown, some cases failed, none ran. */
static int test__unknown(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const char *const never[] = { "nan", "NaN", "NAN", "inf", "Inf", "INF", "(null)" };
	enum bench_report_format f;
	struct bench_case_result *cr;
	struct bench_results res;
	char *text;
	size_t i;
	int k;

	TEST_ASSERT_VAL("fill", !begin(&res, "a"));
	for (k = 0; k < 6; k++) {
		cr = add(&res, k & 1 ? "b" : "a", (k / 2 + 1) * MB);
		TEST_ASSERT_VAL("case", cr && !add_counter(cr, "e", BENCH_COUNTER_COUNTED, NAN,
							   NAN));
		if (k == 2)
			TEST_ASSERT_VAL("zero", !bench_series__add(&cr->metric[0], 0) &&
					!bench_series__add(&cr->metric[0], 0));
		if (k == 3)
			TEST_ASSERT_VAL("NAN", !bench_series__add(&cr->metric[0], NAN) &&
					!bench_series__add(&cr->metric[0], NAN));
		if (k == 5)
			TEST_ASSERT_VAL("failed", !bench_results__set_string(&cr->failed, "why"));
		cr->counters[0].running = NAN;
	}
	res.nr_metrics = 2;
	TEST_ASSERT_VAL("metric", !bench_results__set_string(&res.metrics[1].name, "victim") &&
			!bench_results__set_string(&res.metrics[1].unit, "bytes/sec"));
	res.partial = true;
	bench_results__summarize(&res);

	for (f = BENCH_REPORT_DEFAULT; f <= BENCH_REPORT_JSON; f++) {
		text = print(&res, f);
#ifndef HAVE_JSON_C_SUPPORT
		if (f == BENCH_REPORT_JSON) {
			TEST_ASSERT_VAL("no JSON", !text);
			continue;
		}
#endif
		TEST_ASSERT_VAL("print", text);
		for (i = 0; i < ARRAY_SIZE(never); i++)
			TEST_ASSERT_VAL("never", has_not(text, never[i]));
		if (f == BENCH_REPORT_DEFAULT || f == BENCH_REPORT_TABLE)
			TEST_ASSERT_VAL("partial", has(text, "# partial: ") && has(text, "why"));
		if (f == BENCH_REPORT_SIMPLE)
			TEST_ASSERT_VAL("simple", !strcmp(text, "-\n-\n0.000000\n-\n-\n-\n"));
		free(text);
	}
	bench_results__exit(&res);

	TEST_ASSERT_VAL("nothing", !begin(&res, NULL));
	for (f = BENCH_REPORT_DEFAULT; f <= BENCH_REPORT_CSV; f++) {
		text = print(&res, f);
		TEST_ASSERT_VAL("print nothing", text);
		free(text);
	}
	bench_results__exit(&res);
	return TEST_OK;
}

static int test__quoting(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_case_result *cr;
	struct bench_results res;
	char *text;

	TEST_ASSERT_VAL("fill", !begin(&res, "a,b") && add_samples(&res, "a,b", MB, 1) &&
			add_samples(&res, "c|d", MB, 2));
	cr = &res.cases[0];
	TEST_ASSERT_VAL("note", !bench_results__set_string(&cr->note, "said \"no fence\""));
	TEST_ASSERT_VAL("counter", !add_counter(cr, "cpu/event=0x1,umask=0x2/",
						BENCH_COUNTER_COUNTED, 10, 0.5));
	bench_results__summarize(&res);

	text = print(&res, BENCH_REPORT_CSV);
	TEST_ASSERT_VAL("rows", text && lines(text) == 3);
	TEST_ASSERT_VAL("axes", has(text, "benchmark,function,page,page_kind,threads,size,chunk,"));
	TEST_ASSERT_VAL("stats", has(text, ",unit,n,mean,pstdev,median,min,max,ci95_lo,ci95_hi,"));
	TEST_ASSERT_VAL("comma", has(text, "\nmem/clear,\"a,b\",4096,base,1,1048576,4096,"));
	TEST_ASSERT_VAL("quote", has(text, ",\"said \"\"no fence\"\"\","));
	TEST_ASSERT_VAL("event", has(text, ",\"cpu/event=0x1,umask=0x2/_per_line\","));
	TEST_ASSERT_VAL("known", has(text, ",counted,10,1,0.5,32,\n"));
	TEST_ASSERT_VAL("the other case has none", has(text, ",,,,,,\n"));
	free(text);

	text = print(&res, BENCH_REPORT_MARKDOWN);
	TEST_ASSERT_VAL("bar", text && has(text, "| c\\|d |"));
	free(text);
	bench_results__exit(&res);
	return TEST_OK;
}

static struct test_case tests__bench_report[] = {
	TEST_CASE("bench report: names of formats", formats),
	TEST_CASE("bench report: cover-letter table", cover_letter),
	TEST_CASE("bench report: lists", lists),
	TEST_CASE("bench report: matrix with counters", matrix),
	TEST_CASE("bench report: cycles", cycles),
	TEST_CASE("bench report: unknown is not a number", unknown),
	TEST_CASE("bench report: quoting", quoting),
	{ .name = NULL, }
};

struct test_suite suite__bench_report = {
	.desc		= "bench report",
	.test_cases	= tests__bench_report,
};
