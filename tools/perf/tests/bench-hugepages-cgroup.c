// SPDX-License-Identifier: GPL-2.0
/* Huge pages where a cgroup allows fewer than the pool has; needs root. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <api/fs/fs.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "../bench/harness/hugepages.h"
#include "../bench/harness/sigbus.h"
#include "../bench/harness/page.h"
#include "../bench/harness/region.h"
#include "debug.h"
#include "test-pool.h"
#include "tests.h"

#define SIZE	TEST_POOL_SIZE

static char err[512];

/* A second version cgroup of our own, where that can be had. */
struct cgroup {
	char	top[256];
	char	dir[320];
	bool	enabled;
};

static int write_text(const char *dir, const char *file, const char *text)
{
	char path[512];
	int fd, ret;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = write(fd, text, strlen(text)) == (ssize_t)strlen(text) ? 0 : -errno;
	close(fd);
	return ret;
}

static bool find_top(struct cgroup *cg)
{
	char line[512], path[300], type[32], *text = NULL;
	FILE *file = fopen("/proc/mounts", "r");
	bool found = false;
	size_t size;

	while (file && !found && fgets(line, sizeof(line), file))
		found = sscanf(line, "%*s %255s %31s", cg->top, type) == 2 &&
			!strcmp(type, "cgroup2");
	if (file)
		fclose(file);
	snprintf(path, sizeof(path), "%s/cgroup.controllers", cg->top);
	if (!found || filename__read_str(path, &text, &size))
		return false;
	found = strstr(text, "hugetlb");
	free(text);
	snprintf(path, sizeof(path), "%s/cgroup.subtree_control", cg->top);
	if (!found || filename__read_str(path, &text, &size))
		return false;
	cg->enabled = !strstr(text, "hugetlb");
	free(text);
	return true;
}

static int cgroup__make(struct cgroup *cg)
{
	if (!find_top(cg))
		return -1;
	if (cg->enabled && write_text(cg->top, "cgroup.subtree_control", "+hugetlb"))
		return -1;
	snprintf(cg->dir, sizeof(cg->dir), "%s/perf-bench-test-%d", cg->top, getpid());
	if (!mkdir(cg->dir, 0755))
		return 0;
	if (cg->enabled)
		write_text(cg->top, "cgroup.subtree_control", "-hugetlb");
	return -1;
}

static void cgroup__remove(struct cgroup *cg)
{
	int i;

	/* The last process of it may still be on its way out. */
	for (i = 0; i < 100 && rmdir(cg->dir) && errno == EBUSY; i++)
		usleep(10000);
	if (cg->enabled)
		write_text(cg->top, "cgroup.subtree_control", "-hugetlb");
}

static bool check(const char *text, bool ok)
{
	if (!ok)
		fprintf(stderr, "FAILED %s: %s\n", text, err);
	return ok;
}

static bool need_is(u64 pages, bool reserve, int expected)
{
	return bench_hugepages__need(SIZE, pages, -1, reserve, err, sizeof(err)) == expected;
}

static bool inside_cgroup(struct cgroup *cg)
{
	u64 page = bench_page__make(SIZE, BENCH_PAGE_HUGETLB);
	struct bench_region r;
	char pid[16];
	bool ok;

	snprintf(pid, sizeof(pid), "%d", getpid());
	ok = check("limit", !write_text(cg->dir, "hugetlb.2MB.max", "4194304")) &&
	     check("move there", !write_text(cg->dir, "cgroup.procs", pid)) &&
	     check("2 pages", need_is(2, false, 0)) &&
	     check("3 pages", need_is(3, false, -EDQUOT)) &&
	     check("names the limit", strstr(err, "may have 4MB (hugetlb.2MB.max)")) &&
	     check("nor by --reserve", need_is(3, true, -EDQUOT)) &&
	     check("install", !bench_sigbus__install()) &&
	     check("map", !bench_region__map(&r, 4 * SIZE, page, -1, err, sizeof(err)));
	if (!ok)
		return false;

	ok = check("fault in", bench_region__fault_in(&r, err, sizeof(err)) == -EFAULT) &&
	     check("page", strstr(err, "SIGBUS: fault at page 3 of 4 (2MB pages)")) &&
	     check("limit", strstr(err, "may have 4MB (hugetlb.2MB.max), 4MB in use")) &&
	     check("one line", !strchr(err, '\n'));
	pr_debug("%s\n", err);
	bench_region__unmap(&r);
	return ok;
}

static int limited(void)
{
	long nr = test_pool__nr();
	struct cgroup cg = {};
	int status = 0;
	pid_t pid;

	if (cgroup__make(&cg))
		return TEST_SKIP;
	TEST_ASSERT_VAL("reserve", !bench_hugepages__need(SIZE, 4, -1, true, err, sizeof(err)));
	/* A claim of ours would count against the child. */
	filename__write_int(TEST_POOL "nr_hugepages", test_pool__nr() + 4);
	pid = fork();
	if (!pid)
		_exit(!inside_cgroup(&cg));
	waitpid(pid, &status, 0);
	cgroup__remove(&cg);
	bench_hugepages__restore();
	filename__write_int(TEST_POOL "nr_hugepages", nr);
	TEST_ASSERT_VAL("in the cgroup", WIFEXITED(status) && !WEXITSTATUS(status));
	return TEST_OK;
}

static int test__limited(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	return test_pool__in_turn(limited);
}

static struct test_case tests__bench_hugepages_cgroup[] = {
	TEST_CASE_REASON("bench hugepages: a cgroup's limit", limited,
			 "not root, pool in use, or no hugetlb controller"),
	{ .name = NULL, }
};

struct test_suite suite__bench_hugepages_cgroup = {
	.desc = "bench hugepages: a cgroup's limit",
	.test_cases = tests__bench_hugepages_cgroup,
};
