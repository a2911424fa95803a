// SPDX-License-Identifier: GPL-2.0
/* Huge page pools, with the real pool of 2MB pages: all cases but the first two need root. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <api/fs/fs.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "../bench/harness/hugepages.h"
#include "../bench/harness/hugepages-internal.h"
#include "../bench/harness/page.h"
#include "../bench/harness/region.h"
#include "debug.h"
#include "test-pool.h"
#include "tests.h"

#define MB	1048576ULL
#define SIZE	TEST_POOL_SIZE
#define CLAIMS	"/run/perf-bench-hugepages"

static char err[512];

static long pool_free(void)
{
	return test_pool__file("free_hugepages") - test_pool__file("resv_hugepages");
}

/* Pages that take it to exactly @missing beyond what is free. */
static u64 beyond_free(int missing)
{
	return pool_free() + missing;
}

static int test__sizes(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	char list[128], one[4];

	bench_hugepages__list(list, sizeof(list));
	pr_debug("sizes: %s\n", list);
	TEST_ASSERT_VAL("2MB as sysfs has it",
			bench_hugepages__supported(SIZE) == !access(TEST_POOL, F_OK));
	TEST_ASSERT_VAL("and on the list", bench_hugepages__supported(SIZE) ==
			!!strstr(list, "2MB"));
	TEST_ASSERT_VAL("3MB", !bench_hugepages__supported(3 * MB));
	TEST_ASSERT_VAL("0", !bench_hugepages__supported(0));
	TEST_ASSERT_VAL("4KB is no huge page", !bench_hugepages__supported(4096));
	bench_hugepages__list(one, sizeof(one));
	TEST_ASSERT_VAL("cut to fit", strlen(one) < sizeof(one));

	TEST_ASSERT_EQUAL("refused", bench_hugepages__need(8 * MB, 1, -1, true, err, sizeof(err)),
			  -EOPNOTSUPP);
	TEST_ASSERT_VAL("says which there are", strstr(err, "8MB") && strstr(err, list));
	return TEST_OK;
}

static int test__short(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	struct bench_region r;
	struct bench_pool pool;
	char text[160];
	u64 pages;
	int ret;

	if (bench_pool__read(&pool, SIZE, -1) || pool.overcommit)
		return TEST_SKIP;
	TEST_ASSERT_VAL("none needed",
			!bench_hugepages__need(SIZE, 0, -1, false, err, sizeof(err)));
	pages = pool.free + 1000;
	ret = bench_hugepages__need(SIZE, pages, -1, false, err, sizeof(err));
	pr_debug("%s\n", err);
	if (ret == -EDQUOT)
		return TEST_SKIP;
	TEST_ASSERT_EQUAL("too few", ret, -ENOMEM);
	snprintf(text, sizeof(text), "2MB pages: %" PRIu64 " needed", pages);
	TEST_ASSERT_VAL("needed", strstr(err, text));
	TEST_ASSERT_VAL("what helps", strstr(err, "--reserve"));
	TEST_ASSERT_VAL("the command", strstr(err, "echo ") &&
			strstr(err, " > " TEST_POOL "nr_hugepages"));
	TEST_ASSERT_VAL("in one line", !strchr(err, '\n'));

	snprintf(text, sizeof(text), " > /sys/devices/system/node/node0/hugepages/");
	if (!bench_pool__read(&pool, SIZE, 0)) {
		ret = bench_hugepages__need(SIZE, pages, 0, false, err, sizeof(err));
		TEST_ASSERT_EQUAL("too few on the node", ret, -ENOMEM);
		TEST_ASSERT_VAL("the node", strstr(err, "on node 0"));
		TEST_ASSERT_VAL("its command", strstr(err, text));
	}
	ret = bench_region__map(&r, pages * SIZE, bench_page__make(SIZE, BENCH_PAGE_HUGETLB), -1,
				err, sizeof(err));
	TEST_ASSERT_EQUAL("cannot be mapped either", ret, -ENOMEM);
	TEST_ASSERT_VAL("for the same reason", strstr(err, "--reserve"));
	return TEST_OK;
}

static int reserve_and_restore(void)
{
	struct bench_pool pool;
	long nr = test_pool__nr();

	TEST_ASSERT_VAL("reserve 3", !bench_hugepages__need(SIZE, beyond_free(3), -1, true, err,
							    sizeof(err)));
	TEST_ASSERT_VAL("3 more", test_pool__nr() == nr + 3);
	TEST_ASSERT_VAL("same again", !bench_hugepages__need(SIZE, beyond_free(0), -1, true, err,
							     sizeof(err)));
	TEST_ASSERT_VAL("are there", test_pool__nr() == nr + 3);
	TEST_ASSERT_VAL("2 more", !bench_hugepages__need(SIZE, beyond_free(2), -1, true, err,
							 sizeof(err)));
	TEST_ASSERT_VAL("5 more in all", test_pool__nr() == nr + 5);
	TEST_ASSERT_VAL("on the list", !access(CLAIMS, F_OK));
	bench_hugepages__restore();
	TEST_ASSERT_VAL("restored", test_pool__nr() == nr);
	TEST_ASSERT_VAL("off the list", access(CLAIMS, F_OK));
	bench_hugepages__restore();
	TEST_ASSERT_VAL("only once", test_pool__nr() == nr);

	/* What is free on other nodes is of no help. */
	if (bench_pool__read(&pool, SIZE, 0))
		return TEST_OK;
	TEST_ASSERT_VAL("on a node", !bench_hugepages__need(SIZE, pool.free + 2, 0, true, err,
							    sizeof(err)));
	TEST_ASSERT_VAL("2 more", test_pool__nr() == nr + 2);
	bench_hugepages__restore();
	TEST_ASSERT_VAL("restored", test_pool__nr() == nr);
	return TEST_OK;
}

/* What others did to the pool meanwhile stays done. */
static int restore_is_relative(void)
{
	long nr = test_pool__nr();

	TEST_ASSERT_VAL("reserve 3", !bench_hugepages__need(SIZE, beyond_free(3), -1, true, err,
							    sizeof(err)));
	TEST_ASSERT_VAL("somebody adds 4",
			!filename__write_int(TEST_POOL "nr_hugepages", test_pool__nr() + 4));
	bench_hugepages__restore();
	TEST_ASSERT_VAL("they stay", test_pool__nr() == nr + 4);
	TEST_ASSERT_VAL("put back", !filename__write_int(TEST_POOL "nr_hugepages", nr));
	return TEST_OK;
}

static int restore_while_mapped(void)
{
	u64 page = bench_page__make(SIZE, BENCH_PAGE_HUGETLB);
	u64 pages = beyond_free(2);
	long nr = test_pool__nr();
	struct bench_region r;

	TEST_ASSERT_VAL("reserve", !bench_hugepages__need(SIZE, pages, -1, true, err, sizeof(err)));
	TEST_ASSERT_VAL("map", !bench_region__map(&r, pages * SIZE, page, -1, err, sizeof(err)));
	TEST_ASSERT_VAL("fault in", !bench_region__fault_in(&r, err, sizeof(err)));
	bench_hugepages__restore();
	TEST_ASSERT_VAL("those in use become surplus", test_pool__file("surplus_hugepages") >= 2);
	bench_region__unmap(&r);
	TEST_ASSERT_VAL("and go when they are freed", test_pool__nr() == nr);
	return TEST_OK;
}

static int too_much(void)
{
	long nr = test_pool__nr();

	TEST_ASSERT_EQUAL("more than there is memory",
			  bench_hugepages__need(SIZE, 1ULL << 40, -1, true, err, sizeof(err)),
			  -ENOMEM);
	pr_debug("%s\n", err);
	TEST_ASSERT_VAL("says so", strstr(err, "memory"));
	TEST_ASSERT_VAL("nothing changed", test_pool__nr() == nr);
	TEST_ASSERT_EQUAL("no such node",
			  bench_hugepages__need(SIZE, 1, 1000, true, err, sizeof(err)), -EINVAL);
	TEST_ASSERT_VAL("says so", strstr(err, "node 1000"));
	return TEST_OK;
}

static int not_root(void)
{
	long nr = test_pool__nr();
	int ret, status;
	pid_t pid = fork();

	if (!pid) {
		if (setuid(65534))
			_exit(2);
		ret = bench_hugepages__need(SIZE, beyond_free(1), -1, true, err, sizeof(err));
		_exit(ret != -EACCES || !strstr(err, "only root may"));
	}
	TEST_ASSERT_VAL("wait", waitpid(pid, &status, 0) == pid);
	TEST_ASSERT_VAL("told", WIFEXITED(status) && !WEXITSTATUS(status));
	TEST_ASSERT_VAL("nothing changed", test_pool__nr() == nr);
	return TEST_OK;
}

static int test__reserve(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	int ret = test_pool__in_turn(reserve_and_restore);

	ret = ret ?: test_pool__in_turn(restore_is_relative);
	ret = ret ?: test_pool__in_turn(restore_while_mapped);
	ret = ret ?: test_pool__in_turn(too_much);
	return ret ?: test_pool__in_turn(not_root);
}

static const int stop_signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };

/* Another run: reserves pages, says so, and goes when it is told to, or is killed. */
struct run {
	pid_t	pid;
	int	told;
	int	go;
};

static int run__start(struct run *run, u64 pages, int exit_code)
{
	int up[2], down[2];
	size_t i;
	char c;

	if (pipe(up) || pipe(down))
		return -1;
	fflush(NULL);
	run->pid = fork();
	if (!run->pid) {
		/* perf test catches some. */
		for (i = 0; i < ARRAY_SIZE(stop_signals); i++)
			signal(stop_signals[i], SIG_DFL);
		close(up[0]);
		close(down[1]);
		if (bench_hugepages__need(SIZE, pages, -1, true, err, sizeof(err)))
			_exit(99);
		if (write(up[1], "r", 1) != 1 || read(down[0], &c, 1) < 0)
			_exit(98);
		exit(exit_code);
	}
	close(up[1]);
	close(down[0]);
	run->told = up[0];
	run->go = down[1];
	return run->pid > 0 && read(run->told, &c, 1) == 1 ? 0 : -1;
}

static int run__end(struct run *run, int sig)
{
	int status = 0;

	if (sig)
		kill(run->pid, sig);
	else if (write(run->go, "g", 1) != 1)
		return -1;
	close(run->go);
	close(run->told);
	return waitpid(run->pid, &status, 0) == run->pid ? status : -1;
}

static int overlap(void)
{
	u64 idle = beyond_free(0);
	long nr = test_pool__nr();
	struct run a, b;

	/* Neither has mapped anything: each must still have its own. */
	TEST_ASSERT_VAL("first", !run__start(&a, idle + 3, 0));
	TEST_ASSERT_VAL("3 more", test_pool__nr() == nr + 3);
	TEST_ASSERT_VAL("second", !run__start(&b, 4, 0));
	TEST_ASSERT_VAL("4 of its own", pool_free() >= (long)idle + 3 + 4);
	TEST_ASSERT_EQUAL("without --reserve they are not there to be taken",
			  bench_hugepages__need(SIZE, idle + 1, -1, false, err, sizeof(err)),
			  -ENOMEM);
	pr_debug("%s\n", err);
	TEST_ASSERT_VAL("and it is said why", strstr(err, "of other runs"));
	TEST_ASSERT_VAL("first ends", run__end(&a, 0) == 0);
	TEST_ASSERT_VAL("second still has its own", pool_free() >= 4);
	TEST_ASSERT_VAL("second ends", run__end(&b, 0) == 0);
	TEST_ASSERT_VAL("as before", test_pool__nr() == nr);

	TEST_ASSERT_VAL("first", !run__start(&a, idle + 3, 0));
	TEST_ASSERT_VAL("second", !run__start(&b, 4, 0));
	TEST_ASSERT_VAL("second ends first", run__end(&b, 0) == 0);
	TEST_ASSERT_VAL("first still has its own", test_pool__nr() == nr + 3);
	TEST_ASSERT_VAL("first ends", run__end(&a, 0) == 0);
	TEST_ASSERT_VAL("as before", test_pool__nr() == nr);
	return TEST_OK;
}

static int test__overlap(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	return test_pool__in_turn(overlap);
}

static int ways_out(void)
{
	long nr = test_pool__nr();
	struct run run;
	int status;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(stop_signals); i++) {
		TEST_ASSERT_VAL("run", !run__start(&run, beyond_free(3), 0));
		TEST_ASSERT_VAL("3 more", test_pool__nr() == nr + 3);
		status = run__end(&run, stop_signals[i]);
		TEST_ASSERT_VAL("died", WIFSIGNALED(status));
		TEST_ASSERT_EQUAL("of it", WTERMSIG(status), stop_signals[i]);
		TEST_ASSERT_VAL("restored", test_pool__nr() == nr);
	}
	TEST_ASSERT_VAL("run", !run__start(&run, beyond_free(3), 5));
	status = run__end(&run, 0);
	TEST_ASSERT_VAL("exit()", WIFEXITED(status) && WEXITSTATUS(status) == 5);
	TEST_ASSERT_VAL("restored", test_pool__nr() == nr);

	/* Nothing can be done then; the next run does it. */
	TEST_ASSERT_VAL("run", !run__start(&run, beyond_free(3), 0));
	run__end(&run, SIGKILL);
	TEST_ASSERT_VAL("left behind", test_pool__nr() == nr + 3);
	TEST_ASSERT_VAL("next run", !bench_hugepages__need(SIZE, 1, -1, true, err, sizeof(err)));
	bench_hugepages__restore();
	TEST_ASSERT_VAL("put right", test_pool__nr() == nr);
	return TEST_OK;
}

static int test__ways_out(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	return test_pool__in_turn(ways_out);
}

static int region(void)
{
	u64 page = bench_page__make(SIZE, BENCH_PAGE_HUGETLB);
	long free_before, resv = test_pool__file("resv_hugepages");
	struct bench_region r;
	int i;

	TEST_ASSERT_VAL("reserve", !bench_hugepages__need(SIZE, 4, -1, true, err, sizeof(err)));
	free_before = test_pool__file("free_hugepages");
	for (i = 0; i < 200; i++) {
		/* munmap() of the 5MB asked for would fail, and leak. */
		TEST_ASSERT_VAL("map", !bench_region__map(&r, 5 * MB, page, -1, err, sizeof(err)));
		TEST_ASSERT_VAL("rounded up", r.len == 3 * SIZE);
		TEST_ASSERT_VAL("promised", test_pool__file("resv_hugepages") == resv + 3);
		TEST_ASSERT_VAL("fault in", !bench_region__fault_in(&r, err, sizeof(err)));
		TEST_ASSERT_VAL("taken", test_pool__file("free_hugepages") == free_before - 3);
		TEST_ASSERT_VAL("all in huge pages", bench_region__huge_bytes(&r) == r.len);
		bench_region__unmap(&r);
		TEST_ASSERT_VAL("given back", test_pool__file("free_hugepages") == free_before);
	}
	bench_hugepages__restore();
	return TEST_OK;
}

static int test__region(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	return test_pool__in_turn(region);
}

static struct test_case tests__bench_hugepages[] = {
	TEST_CASE("bench hugepages: page sizes", sizes),
	TEST_CASE("bench hugepages: a pool that is too small", short),
	TEST_CASE_REASON("bench hugepages: --reserve adds, and takes away what it added", reserve,
			 "not root, or the pool is in use"),
	TEST_CASE_REASON("bench hugepages: --reserve of two runs at once", overlap,
			 "not root, or the pool is in use"),
	TEST_CASE_REASON("bench hugepages: --reserve and the ways to end", ways_out,
			 "not root, or the pool is in use"),
	TEST_CASE_REASON("bench hugepages: regions take and give back pages", region,
			 "not root, or the pool is in use"),
	{ .name = NULL, }
};

struct test_suite suite__bench_hugepages = {
	.desc = "bench hugepages: pools, --reserve and limits",
	.test_cases = tests__bench_hugepages,
};
