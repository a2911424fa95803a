// SPDX-License-Identifier: GPL-2.0
/*
 * The commands of perf bench results: what is put down to chance, joining, judging, and where
 * curves cross. Expected values are worked out by hand.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "../bench/results-compare.h"
#include "../bench/results-plot.h"
#include "../bench/results-verdict.h"
#include "bench-near.h"
#include "debug.h"
#include "tests.h"

static int test__bench_results_chance(struct test_suite *test __maybe_unused,
				      int subtest __maybe_unused)
{
	struct bench_quantity q = { .kind = BENCH_QUANTITY_METRIC };
	struct bench_compare cmp = { .q = &q, .nr_changes = 1 };
	struct bench_speedup sp = { .percent = -6.15, .ci95 = { -11.97, -1.56 } };

	/* The upper end is 4.59 off; for 18 changes the normal quantile is 2.991, not 1.960. */
	TEST_ASSERT_VAL("alone it counts",
			bench_near(bench_compare__least(&sp, 1), -1.56, 0.000001));
	TEST_ASSERT_VAL("among 18 it does not", bench_compare__least(&sp, 18) == 0);
	sp.ci95.hi = -3;
	TEST_ASSERT_VAL("a clear one does",
			fabs(bench_compare__least(&sp, 18) + 6.15 - 3.15 * 2.991 / 1.960) < 0.01);

	/* The limit is for that end, and not for the percentage that is printed. */
	cmp.fail_above = 2.99;
	TEST_ASSERT_VAL("3 is more", bench_compare__beyond(&cmp, &sp));
	cmp.fail_above = 3.01;
	TEST_ASSERT_VAL("3 is less", !bench_compare__beyond(&cmp, &sp));
	cmp.fail_above = 2.99;
	cmp.nr_changes = 18;
	TEST_ASSERT_VAL("one of many", !bench_compare__beyond(&cmp, &sp));
	cmp.fail_above = 0;
	TEST_ASSERT_VAL("one of many, and yet", bench_compare__beyond(&cmp, &sp));
	sp.noise = true;
	TEST_ASSERT_VAL("called noise", !bench_compare__beyond(&cmp, &sp));

	sp = (struct bench_speedup) { .percent = 6.15, .ci95 = { 1.56, 11.97 } };
	TEST_ASSERT_VAL("upwards", bench_compare__least(&sp, 18) == 0);
	TEST_ASSERT_VAL("upwards alone", bench_near(bench_compare__least(&sp, 1), 1.56, 0.000001));
	TEST_ASSERT_VAL("better", !bench_compare__beyond(&cmp, &sp));
	return TEST_OK;
}

static void set_line(struct bench_plot_line *line, struct bench_plot_point *points, int nr,
		     const double *y)
{
	int i;

	memset(line, 0, sizeof(*line));
	for (i = 0; i < nr; i++)
		points[i] = (struct bench_plot_point) { .x = 1 << i, .y = y[i] };
	line->points = points;
	line->nr = nr;
}

static int test__bench_results_break_even(struct test_suite *test __maybe_unused,
					  int subtest __maybe_unused)
{
	static const double ranged[] = { 10, 20, 40, 80, 160 };
	static const double full[] = { 60, 60, 60, 60, 60 };
	static const double twice[] = { 5, 30, 30, 100, 100 };
	struct bench_plot_point p[5], q[5];
	struct bench_plot_line a, b;
	double x = NAN;

	/* Between 4 pages (-20) and 8 (+20): half way in the logarithm, 4 x sqrt(2). */
	set_line(&a, p, 5, ranged);
	set_line(&b, q, 5, full);
	TEST_ASSERT_VAL("crosses", bench_plot__break_even(&a, &b, &x));
	TEST_ASSERT_VAL("at 5.66", bench_near(x, 4 * sqrt(2), 0.000001));
	TEST_ASSERT_VAL("from above does not count", !bench_plot__break_even(&b, &a, &x));

	/* Points that only one has do not disturb. */
	a.nr = 4;
	q[0].x = 0.5;
	TEST_ASSERT_VAL("shared points", bench_plot__break_even(&a, &b, &x));
	TEST_ASSERT_VAL("at 5.66 too", bench_near(x, 4 * sqrt(2), 0.000001));
	a.nr = 2;
	TEST_ASSERT_VAL("no crossing", !bench_plot__break_even(&a, &b, &x));

	set_line(&a, p, 5, ranged);
	set_line(&b, q, 5, twice);
	TEST_ASSERT_VAL("more than one crossing", !bench_plot__break_even(&a, &b, &x));
	return TEST_OK;
}

static struct bench_verdict_run run_of(int file, double percent, double lo, double hi)
{
	return (struct bench_verdict_run) {
		.file = file,
		.gain = { .percent = percent, .ci95 = { lo, hi }, .noise = lo <= 0 && hi >= 0 },
	};
}

static int test__bench_results_verdict(struct test_suite *test __maybe_unused,
				       int subtest __maybe_unused)
{
	const struct bench_verdict_rule rule = { .good = 10, .bad = 0 };
	struct bench_verdict_run runs[3][2] = {
		{ run_of(0, -50, -52, -48),	run_of(1, -40, -42, -38) },
		{ run_of(0, 30, 28, 32),	run_of(1, 40, 38, 42) },
		{ run_of(0, 50, 48, 52),	run_of(1, 60, 58, 62) },
	};
	struct bench_verdict_extent ext[3];
	struct bench_verdict_model model = {
		.from = 128 << 20, .extents = ext, .nr_extents = 3,
	};
	int i;

	memset(ext, 0, sizeof(ext));
	for (i = 0; i < 3; i++) {
		ext[i].page = 4096;
		ext[i].threads = 1;
		ext[i].size = 16ULL << (20 + 3 * i);
		ext[i].runs = runs[i];
		ext[i].nr_runs = 2;
		bench_verdict__combine(&ext[i]);
	}
	TEST_ASSERT_VAL("median", ext[1].gain.percent == 35);
	TEST_ASSERT_VAL("hull", ext[1].gain.ci95.lo == 28 && ext[1].gain.ci95.hi == 42);
	TEST_ASSERT_EQUAL("good", bench_verdict__decide(&model, -1, &rule), BENCH_VERDICT_GOOD);
	TEST_ASSERT_VAL("from 128MB", bench_verdict__wins_from(&model, 4096, 1) == &ext[1]);
	TEST_ASSERT_VAL("no such page", !bench_verdict__wins_from(&model, 8192, 1));
	TEST_ASSERT_VAL("agree", !bench_verdict__disagree(&ext[1]));

	/* 16MB counts when it is asked for; there NT loses. */
	model.from = 1;
	TEST_ASSERT_EQUAL("neither", bench_verdict__decide(&model, -1, &rule),
			  BENCH_VERDICT_NEITHER);
	model.nr_extents = 1;
	TEST_ASSERT_EQUAL("bad", bench_verdict__decide(&model, -1, &rule), BENCH_VERDICT_BAD);
	model.from = 32 << 20;
	TEST_ASSERT_EQUAL("unknown", bench_verdict__decide(&model, -1, &rule),
			  BENCH_VERDICT_UNKNOWN);

	/* One host alone against the other. */
	model.nr_extents = 3;
	model.from = 128 << 20;
	runs[1][1] = run_of(1, -40, -42, -38);
	bench_verdict__combine(&ext[1]);
	TEST_ASSERT_VAL("disagree", bench_verdict__disagree(&ext[1]));
	TEST_ASSERT_VAL("noise then", ext[1].gain.noise);
	TEST_ASSERT_EQUAL("neither then", bench_verdict__decide(&model, -1, &rule),
			  BENCH_VERDICT_NEITHER);
	TEST_ASSERT_EQUAL("host 0 alone", bench_verdict__decide(&model, 0, &rule),
			  BENCH_VERDICT_GOOD);
	TEST_ASSERT_VAL("from 1GB", bench_verdict__wins_from(&model, 4096, 1) == &ext[2]);

	/* A gain without an interval proves nothing. */
	runs[1][1] = run_of(1, 40, NAN, NAN);
	bench_verdict__combine(&ext[1]);
	TEST_ASSERT_VAL("unknown interval", isnan(ext[1].gain.ci95.lo));
	TEST_ASSERT_EQUAL("no claim", bench_verdict__decide(&model, -1, &rule),
			  BENCH_VERDICT_NEITHER);
	return TEST_OK;
}

static int test__bench_results_hosts(struct test_suite *test __maybe_unused,
				     int subtest __maybe_unused)
{
	struct bench_results_file file[2] = { { .label = (char *)"a" }, { .label = (char *)"b" } };
	struct bench_results_files files = { .v = file, .nr = 2 };
	int i;

	for (i = 0; i < 2; i++) {
		bench_results__init(&file[i].res);
		bench_host__set_string(&file[i].res.host, "kernel", "6.12.0");
		bench_host__set_number(&file[i].res.host, "memory_bytes", 1000000000 + i);
		bench_host__set_number(&file[i].res.host, "model", 49);
	}
	TEST_ASSERT_EQUAL("the same", bench_results_files__host_parts(&files), 0);
	bench_host__set_unknown(&file[0].res.host, "boost");
	TEST_ASSERT_EQUAL("unknown and missing", bench_results_files__host_parts(&files), 0);
	bench_host__set_string(&file[1].res.host, "boost", "on");
	TEST_ASSERT_EQUAL("unknown and known", bench_results_files__host_parts(&files),
			  BENCH_HOST_SETTINGS);
	bench_host__set_string(&file[1].res.host, "kernel", "6.13.0");
	TEST_ASSERT_EQUAL("kernel", bench_results_files__host_parts(&files),
			  (BENCH_HOST_SETTINGS | BENCH_HOST_KERNEL));
	bench_host__set_string(&file[1].res.host, "model", "49");
	TEST_ASSERT_EQUAL("type", bench_results_files__host_parts(&files),
			  (BENCH_HOST_SETTINGS | BENCH_HOST_KERNEL | BENCH_HOST_CPU));
	bench_host__set_number(&file[1].res.host, "memory_bytes", 2000000000);
	TEST_ASSERT_VAL("memory", bench_results_files__host_differs(&files, "memory_bytes"));
	for (i = 0; i < 2; i++)
		bench_results__exit(&file[i].res);
	return TEST_OK;
}

static int test__bench_results_index(struct test_suite *test __maybe_unused,
				     int subtest __maybe_unused)
{
	static const char *const names[] = { "b", "a", "b", "c", "b" };
	struct bench_case_index index;
	struct bench_case_result like;
	struct bench_results res;
	size_t i;

	bench_results__init(&res);
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		struct bench_case_result *cr = bench_results__add_case(&res, names[i]);

		TEST_ASSERT_VAL("memory", cr);
		cr->axis[BENCH_AXIS_SIZE] = i == 2 ? 8192 : 4096;
	}
	TEST_ASSERT_EQUAL("index", bench_case_index__init(&index, &res), 0);
	like = res.cases[0];
	TEST_ASSERT_VAL("first b", bench_case_index__find(&index, &like, 0) == &res.cases[0]);
	TEST_ASSERT_VAL("second b", bench_case_index__find(&index, &like, 1) == &res.cases[4]);
	TEST_ASSERT_VAL("no third b", !bench_case_index__find(&index, &like, 2));
	TEST_ASSERT_EQUAL("number", bench_case_index__nth(&index, &res.cases[4]), 1);
	TEST_ASSERT_EQUAL("other size", bench_case_index__nth(&index, &res.cases[2]), 0);
	like.axis[BENCH_AXIS_THREADS] = 7;
	TEST_ASSERT_VAL("no such point", !bench_case_index__find(&index, &like, 0));
	bench_case_index__exit(&index);
	bench_results__exit(&res);
	return TEST_OK;
}

static struct test_case tests__bench_results_commands[] = {
	TEST_CASE("bench results commands: changes by chance", bench_results_chance),
	TEST_CASE("bench results commands: break-even points", bench_results_break_even),
	TEST_CASE("bench results commands: verdicts", bench_results_verdict),
	TEST_CASE("bench results commands: hosts that differ", bench_results_hosts),
	TEST_CASE("bench results commands: finding cases", bench_results_index),
	{	.name = NULL, }
};

struct test_suite suite__bench_results_commands = {
	.desc = "bench results commands",
	.test_cases = tests__bench_results_commands,
};
