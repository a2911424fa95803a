// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench tlb: the flush ceiling is the machine's and is left as it was, operations are
 * tried before they are timed, and a break-even counts all that a flush leaves to be paid.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <api/fs/fs.h>
#include <linux/kernel.h>
#include "../bench/harness/plan.h"
#include "../bench/harness/results.h"
#include "../bench/tlb-range.h"
#include "debug.h"
#include "tests.h"

#define ROUNDS		20
#define PAGES		50

/* The flush ceiling */

/* In a process of its own, since perf keeps where debugfs is, and limits hold for a process. */
static int in_child(int (*fn)(void))
{
	int status;
	pid_t pid = fork();

	if (!pid)
		_exit(-fn());
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return TEST_FAIL;
	return WIFEXITED(status) ? -WEXITSTATUS(status) : TEST_FAIL;
}

/**
 * struct debugfs - a directory in whose place perf takes debugfs to be
 * @dir: the directory
 * @x86: where the ceiling is
 * @file: the ceiling: a file like any other
 */
struct debugfs {
	char	dir[32];
	char	x86[48];
	char	file[96];
};

static int write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	bool bad;

	if (!f)
		return -errno;
	bad = fputs(text, f) == EOF;
	return fclose(f) || bad ? -EIO : 0;
}

static u64 first_number(const char *path)
{
	unsigned long long n = ~0ULL;
	FILE *f = fopen(path, "r");

	if (!f)
		return n;
	if (fscanf(f, "%llu", &n) != 1)
		n = ~0ULL;
	fclose(f);
	return n;
}

static void debugfs__exit(const struct debugfs *d)
{
	unlink(d->file);
	rmdir(d->x86);
	rmdir(d->dir);
}

/* TEST_SKIP if perf has looked for debugfs before, and keeps to what it found. */
static int debugfs__init(struct debugfs *d)
{
	const char *found;

	snprintf(d->dir, sizeof(d->dir), "/tmp/perf-bench-tlb-XXXXXX");
	if (!mkdtemp(d->dir))
		return TEST_FAIL;
	snprintf(d->x86, sizeof(d->x86), "%s/x86", d->dir);
	snprintf(d->file, sizeof(d->file), "%s/tlb_single_page_flush_ceiling", d->x86);
	setenv("DEBUGFS_PATH", d->dir, 1);
	found = debugfs__mountpoint();
	if (!mkdir(d->x86, 0700) && !write_file(d->file, "33\n") && found && !strcmp(found, d->dir))
		return TEST_OK;
	debugfs__exit(d);
	return found && strcmp(found, d->dir) ? TEST_SKIP : TEST_FAIL;
}

static int two_runs(const struct debugfs *d)
{
	struct tlb_ceiling a, b;

	TEST_ASSERT_EQUAL("the first has it", tlb_ceiling__open(&a), 0);
	TEST_ASSERT_EQUAL("full", tlb_ceiling__set(&a, TLB_FLUSH_FULL), 0);
	TEST_ASSERT_EQUAL("the second does not get it", tlb_ceiling__open(&b), -EBUSY);
	TEST_ASSERT_EQUAL("nor may it set it", tlb_ceiling__set(&b, TLB_FLUSH_FULL), -EPERM);
	TEST_ASSERT_VAL("there is a ceiling all the same", tlb_ceiling__writable());
	TEST_ASSERT_EQUAL("it is the first one's", (int)first_number(d->file), 0);
	tlb_ceiling__close(&b);
	tlb_ceiling__close(&a);
	TEST_ASSERT_EQUAL("as it was", (int)first_number(d->file), 33);
	TEST_ASSERT_EQUAL("now it can be had", tlb_ceiling__open(&b), 0);
	TEST_ASSERT_EQUAL("what was found", (int)b.found, 33);
	TEST_ASSERT_VAL("by nobody's fault", !tlb_ceiling__is_left_over(&b));
	tlb_ceiling__close(&b);
	return TEST_OK;
}

static int try_two_runs(void)
{
	struct debugfs d;
	int ret = debugfs__init(&d);

	if (ret)
		return ret;
	ret = two_runs(&d);
	debugfs__exit(&d);
	return ret;
}

static int test__two_runs(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	return in_child(try_two_runs);
}

/* A file that may have one byte takes one of three. */
static int try_short_write(void)
{
	const struct rlimit one = { 1, 1 };
	struct tlb_ceiling c;
	struct debugfs d;
	int ret = debugfs__init(&d);

	if (ret)
		return ret;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &one);
	errno = 0;
	ret = tlb_ceiling__open(&c);
	debugfs__exit(&d);
	TEST_ASSERT_EQUAL("not written, not had", ret, -EIO);
	TEST_ASSERT_EQUAL("nothing to set", c.fd, -1);
	return TEST_OK;
}

static int test__short_write(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	return in_child(try_short_write);
}

/* Operations are tried */

/**
 * struct trial - an operation and its leader, without an engine
 */
struct trial {
	struct tlb_function	fn;
	struct tlb_range	range;
	struct bench_plan	plan;
	struct bench_case	c;
	struct bench_worker	w;
};

static int trial__init(struct trial *t, enum tlb_op op, u64 ops)
{
	memset(t, 0, sizeof(*t));
	t->fn.fn.name = "operation";
	t->fn.op = op;
	t->range.hot = 1;
	t->range.ops = ops;
	t->range.ceiling.fd = -1;
	t->plan.w = &t->range.workload;
	t->c.fn = &t->fn.fn;
	t->c.axis[BENCH_AXIS_PAGES] = PAGES;
	t->c.axis[BENCH_AXIS_THREADS] = 1;
	t->w.plan = &t->plan;
	t->w.c = &t->c;
	t->w.nr = 1;
	return tlb_range__prepare(&t->w);
}

static long faults_of_check(struct trial *t)
{
	struct rusage before, after;

	getrusage(RUSAGE_THREAD, &before);
	if (tlb_range__check(&t->w))
		return -1;
	getrusage(RUSAGE_THREAD, &after);
	return after.ru_minflt - before.ru_minflt;
}

static int test__tried(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	const u64 ops[] = { 1, 2, 16 };
	struct trial trial;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		TEST_ASSERT_EQUAL("prepare", trial__init(&trial, TLB_OP_MADVISE, ops[i]), 0);
		/* What was advised away is zero when it is looked at: a fault each. */
		TEST_ASSERT_VAL("every operation, even a single one",
				faults_of_check(&trial) >= (long)(ops[i] * PAGES));
		TEST_ASSERT_VAL("and once more", faults_of_check(&trial) >= (long)(ops[i] * PAGES));
		tlb_range__finish(&trial.w);
	}
	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		TEST_ASSERT_EQUAL("prepare", trial__init(&trial, TLB_OP_MPROTECT, ops[i]), 0);
		TEST_ASSERT_EQUAL("mprotect", tlb_range__check(&trial.w), 0);
		tlb_range__finish(&trial.w);
		TEST_ASSERT_EQUAL("prepare", trial__init(&trial, TLB_OP_MUNMAP, ops[i]), 0);
		TEST_ASSERT_EQUAL("munmap", tlb_range__check(&trial.w), 0);
		tlb_range__finish(&trial.w);
	}
	return TEST_OK;
}

/* Without /dev/zero nobody can say whether a page is read-only. */
static int try_no_files(void)
{
	const struct rlimit none = { 0, 0 };
	struct trial trial;

	TEST_ASSERT_EQUAL("prepare", trial__init(&trial, TLB_OP_MPROTECT, 2), 0);
	setrlimit(RLIMIT_NOFILE, &none);
	TEST_ASSERT_EQUAL("not passed", tlb_range__check(&trial.w), -EMFILE);
	TEST_ASSERT_VAL("named", strstr(trial.w.error, "/dev/zero"));
	tlb_range__finish(&trial.w);
	return TEST_OK;
}

static int test__no_files(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	return in_child(try_no_files);
}

/* What the cases say together */

/* Of each case: way to flush, pages, and ns an operation, of its pages, and of the hot set. */
struct measured {
	enum tlb_flush	how;
	u64		pages;
	double		op;
	double		refill;
	double		hot;
};

#define CASES	4

struct verdict {
	struct tlb_function	fn[CASES];
	struct tlb_range	range;
	struct bench_plan	plan;
	struct bench_case	c[CASES];
	struct bench_results	res;
};

static int add_metric(struct bench_series *s, double v)
{
	int i, ret = 0;

	/* A little noise, the same for all: rounds are paired. */
	for (i = 0; i < ROUNDS && !ret; i++)
		ret = bench_series__add(s, v * (1 + i % 3 / 100.0));
	return ret;
}

static int verdict__init(struct verdict *v, enum tlb_op op, const struct measured *m,
			 const char *op_unit, int ceiling)
{
	const char * const units[] = { op_unit, "ns/page", "ns/op", "ns/op" };
	struct bench_case_result *cr;
	int i, k, ret = 0;

	memset(v, 0, sizeof(*v));
	v->range.ceiling.fd = ceiling;
	v->range.ceiling.found = TLB_CEILING_DEFAULT;
	v->plan.w = &v->range.workload;
	v->plan.cases = v->c;
	v->plan.nr_cases = CASES;
	bench_results__init(&v->res);
	v->res.nr_metrics = ARRAY_SIZE(units);
	for (i = 0; i < v->res.nr_metrics && !ret; i++) {
		ret = bench_results__set_string(&v->res.metrics[i].name, units[i]);
		if (!ret)
			ret = bench_results__set_string(&v->res.metrics[i].unit, units[i]);
	}
	for (i = 0; i < CASES && !ret; i++) {
		const double value[] = { m[i].op, m[i].op / m[i].pages, m[i].refill, m[i].hot };

		v->fn[i].op = op;
		v->fn[i].how = m[i].how;
		v->c[i].fn = &v->fn[i].fn;
		v->c[i].index = i;
		v->c[i].axis[BENCH_AXIS_PAGES] = m[i].pages;
		v->c[i].axis[BENCH_AXIS_THREADS] = 2;
		cr = bench_results__add_case(&v->res, "operation");
		if (!cr)
			return -ENOMEM;
		memcpy(cr->axis, v->c[i].axis, sizeof(cr->axis));
		for (k = 0; k < v->res.nr_metrics && !ret; k++)
			ret = add_metric(&cr->metric[k], value[k]);
	}
	bench_results__summarize(&v->res);
	return ret ?: tlb_range__conclude(&v->plan, &v->res);
}

static bool says(const struct verdict *v, const char *start, const char *what)
{
	int i;

	for (i = 0; i < v->res.nr_notes; i++) {
		pr_debug("%s\n", v->res.notes[i]);
		if (!strncmp(v->res.notes[i], start, strlen(start)) &&
		    strstr(v->res.notes[i], what))
			return true;
	}
	return false;
}

/* At 8 pages a full flush wins 1000 ns, and costs 1500 of what it took away; at 64 it wins. */
static const struct measured pairs[CASES] = {
	{ TLB_FLUSH_RANGED, 8, 3000, 100, 100 }, { TLB_FLUSH_FULL, 8, 2000, 100, 1600 },
	{ TLB_FLUSH_RANGED, 64, 20000, 800, 100 }, { TLB_FLUSH_FULL, 64, 3000, 800, 1600 },
};

static int test__break_even(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct verdict v;

	TEST_ASSERT_EQUAL("mprotect", verdict__init(&v, TLB_OP_MPROTECT, pairs, "ns/op", 0), 0);
	TEST_ASSERT_VAL("alone", says(&v, "break-even of mprotect, 2 threads, operation alone",
				      "cheaper from 8 pages on, and is nowhere dearer"));
	TEST_ASSERT_VAL("with all of the refill",
			says(&v, "break-even of mprotect, 2 threads, operation and refill",
			     "cheaper from 64 pages on, by page up to 8 (kernel: above 33)"));
	bench_results__exit(&v.res);
	return TEST_OK;
}

/* After munmap no page can be read again; the hot set can. */
static int test__nothing_to_refill(struct test_suite *t __maybe_unused,
				   int subtest __maybe_unused)
{
	struct measured unmapped[CASES];
	struct verdict v;
	int i;

	memcpy(unmapped, pairs, sizeof(pairs));
	for (i = 0; i < CASES; i++)
		unmapped[i].refill = NAN;
	TEST_ASSERT_EQUAL("munmap", verdict__init(&v, TLB_OP_MUNMAP, unmapped, "ns/op", 0), 0);
	TEST_ASSERT_VAL("with the refill",
			says(&v, "break-even of munmap, 2 threads, operation and refill",
			     "cheaper from 64 pages on, by page up to 8"));
	bench_results__exit(&v.res);
	return TEST_OK;
}

/* Cycles and nanoseconds do not add up. */
static int test__units(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct verdict v;

	TEST_ASSERT_EQUAL("cycles", verdict__init(&v, TLB_OP_MPROTECT, pairs, "cycles/op", 0), 0);
	TEST_ASSERT_VAL("alone", says(&v, "break-even of mprotect, 2 threads, operation al", ""));
	TEST_ASSERT_VAL("no sum", !says(&v, "break-even of mprotect, 2 threads, operation an", ""));
	TEST_ASSERT_VAL("said", says(&v, "no break-even of mprotect with its refill", "--cycles"));
	bench_results__exit(&v.res);
	return TEST_OK;
}

/* Where only the kernel's own way was asked for, its step is told, settable or not. */
static int test__step(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	const struct measured as_is[CASES] = {
		{ TLB_FLUSH_AS_IS, 1, 1000, 10, 10 }, { TLB_FLUSH_AS_IS, 33, 9000, 300, 10 },
		{ TLB_FLUSH_AS_IS, 34, 4500, 300, 900 }, { TLB_FLUSH_AS_IS, 64, 5000, 300, 900 },
	};
	struct verdict v;
	int fd;

	for (fd = -1; fd <= 0; fd++) {
		TEST_ASSERT_EQUAL("ns", verdict__init(&v, TLB_OP_MADVISE, as_is, "ns/op", fd), 0);
		TEST_ASSERT_VAL("a step", says(&v, "step of madvise at the ceiling (33): 33 pages",
					       "ns/op: -50.0% time"));
		TEST_ASSERT_EQUAL("no break-even", says(&v, "no break-even", "may not be set"),
				  (fd < 0));
		bench_results__exit(&v.res);
	}
	TEST_ASSERT_EQUAL("cycles", verdict__init(&v, TLB_OP_MADVISE, as_is, "cycles/op", 0), 0);
	TEST_ASSERT_VAL("in its unit", says(&v, "step of madvise", "cycles/op: -50.0% cycles"));
	bench_results__exit(&v.res);
	return TEST_OK;
}

static struct test_case tests__bench_tlb[] = {
	TEST_CASE("perf bench tlb: the ceiling is for one run at a time", two_runs),
	TEST_CASE("perf bench tlb: a ceiling half written is not set", short_write),
	TEST_CASE("perf bench tlb: each operation is tried", tried),
	TEST_CASE("perf bench tlb: what cannot be looked at is not passed", no_files),
	TEST_CASE("perf bench tlb: a full flush is charged with all of the hot set", break_even),
	TEST_CASE("perf bench tlb: nothing is read again where nothing is left", nothing_to_refill),
	TEST_CASE("perf bench tlb: what has other units is not added", units),
	TEST_CASE("perf bench tlb: the step at the ceiling is told without pairs", step),
	{ .name = NULL, }
};

struct test_suite suite__bench_tlb = {
	.desc = "perf bench tlb ceiling, trials and break-even",
	.test_cases = tests__bench_tlb,
};
