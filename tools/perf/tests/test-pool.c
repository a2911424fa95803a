// SPDX-License-Identifier: GPL-2.0
/* One test at a time that changes the pool of 2MB pages. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/file.h>
#include <api/fs/fs.h>
#include "../bench/harness/hugepages.h"
#include "../bench/harness/hugepages-internal.h"
#include "debug.h"
#include "test-pool.h"
#include "tests.h"

/* How long to wait for others to be done with the pool. */
#define WAIT_SEC	60

/**
 * test_pool__file - a number that sysfs has of the pool
 * @file: its name there
 *
 * Return: the number, -1 if there is none.
 */
long test_pool__file(const char *file)
{
	unsigned long long v;
	char path[128];

	snprintf(path, sizeof(path), TEST_POOL "%s", file);
	return filename__read_ull(path, &v) ? -1 : (long)v;
}

/**
 * test_pool__nr - how many pages the pool has
 */
long test_pool__nr(void)
{
	return test_pool__file("nr_hugepages");
}

struct turn {
	int	lock;
	long	nr;
};

/* TEST_SKIP, or 0 when it is our turn. */
static int turn__begin(struct turn *turn)
{
	int i;

	if (geteuid() || access(TEST_POOL "nr_hugepages", W_OK))
		return TEST_SKIP;
	if (test_pool__file("nr_overcommit_hugepages"))
		return TEST_SKIP;
	turn->lock = open("/sys/kernel/mm", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (turn->lock < 0 || flock(turn->lock, LOCK_EX))
		return TEST_SKIP;
	/* A benchmark that runs with --reserve knows nothing of this lock. */
	for (i = 0; i < WAIT_SEC * 10 && bench_hugepages__claimed(TEST_POOL_SIZE, -1); i++)
		usleep(100000);
	if (i == WAIT_SEC * 10) {
		close(turn->lock);
		return TEST_SKIP;
	}
	turn->nr = test_pool__nr();
	return 0;
}

/* Whether the pool is as it was; if it is not, put it right for the others. */
static int turn__end(struct turn *turn, int ret)
{
	long nr = test_pool__nr();

	bench_hugepages__restore();
	if (nr != turn->nr) {
		pr_debug("pool: %ld pages, %ld before\n", nr, turn->nr);
		filename__write_int(TEST_POOL "nr_hugepages", turn->nr);
		ret = ret ?: TEST_FAIL;
	}
	close(turn->lock);
	return ret;
}

/**
 * test_pool__in_turn - run a test that changes the pool, when nobody else does
 * @fn: the test
 *
 * Return: what it returns; TEST_FAIL if the pool is not as it was; TEST_SKIP if it may not be
 * changed.
 */
int test_pool__in_turn(int (*fn)(void))
{
	struct turn turn;
	int ret = turn__begin(&turn);

	return ret ?: turn__end(&turn, fn());
}
