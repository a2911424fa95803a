// SPDX-License-Identifier: GPL-2.0
/*
 * --reserve: grow a huge page pool for the run, and take as much away again at its end,
 * whatever way it ends.
 *
 * Runs may overlap. Under a lock each adds what it lacks and at the end subtracts what it
 * added, relative to what the pool is by then; no old value is ever written back. A page
 * that a run has reserved but not mapped yet looks free to the others, so each run writes
 * its claim to a list. From that list the pages of a run that was killed are given back
 * too, by the next one.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <api/fs/fs.h>
#include <linux/kernel.h>
#include "hugepages.h"
#include "hugepages-claims.h"
#include "hugepages-internal.h"
#include "size.h"

/* Growing a pool can make the kernel compact memory for a while. */
#define LOCK_SEC	30

/* How often a pool is read before its pages are given up for lost. */
#define POOL_TRIES	3

/* What has to be given back can only be static: at exit nobody hands it in. */
static struct {
	struct bench_claim	claim[BENCH_CLAIMS_MAX];
	int			nr;
	pid_t			owner;
} mine;

static const int stop_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM };

static void block_signals(sigset_t *old)
{
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(stop_signals); i++)
		sigaddset(&set, stop_signals[i]);
	pthread_sigmask(SIG_BLOCK, &set, old);
}

/* The directory itself is there whenever pools are, for every user, in every container. */
static int lock_pools(void)
{
	int fd = open("/sys/kernel/mm/hugepages", O_RDONLY | O_DIRECTORY | O_CLOEXEC), i;

	for (i = 0; fd >= 0 && i < LOCK_SEC * 100; i++) {
		if (!flock(fd, LOCK_EX | LOCK_NB))
			return fd;
		usleep(10000);
	}
	if (fd < 0)
		return -errno;
	close(fd);
	return -EBUSY;
}

/*
 * Pages that the pool is to have, without the surplus that nr_hugepages shows as well. A file
 * that could not be read is tried again: what was added is to be given back.
 */
static int pool__persistent(u64 size, int node, u64 *nr)
{
	int err, tries = POOL_TRIES;
	struct bench_pool pool;

	do {
		err = bench_pool__read(&pool, size, node);
	} while (err && --tries);
	*nr = pool.nr - min(pool.nr, pool.surplus);
	return err;
}

static int pool__write(u64 size, int node, u64 nr)
{
	char path[PATH_MAX];

	if (nr > INT_MAX)
		return -EOVERFLOW;
	bench_pool__path(path, sizeof(path), size, node, "nr_hugepages");
	errno = 0;
	if (!filename__write_int(path, nr))
		return 0;
	return errno ? -errno : -EIO;
}

/*
 * Pages that are mapped still become surplus, and go when they are freed: so this is
 * right even before the memory is unmapped.
 */
static int give_back(const struct bench_claim *claim)
{
	u64 nr;
	int err;

	if (!claim->added)
		return 0;
	err = pool__persistent(claim->size, claim->node, &nr);
	return err ?: pool__write(claim->size, claim->node, nr - min(nr, claim->added));
}

static void give_back_dead(void)
{
	struct bench_claim claims[BENCH_CLAIMS_MAX];
	int nr = bench_claims__read(claims, BENCH_CLAIMS_MAX), i;

	for (i = 0; i < nr; i++) {
		if (!bench_claim__alive(&claims[i]))
			give_back(&claims[i]);
	}
}

static void restore_at_exit(void)
{
	bench_hugepages__restore();
}

/* Only where the program would have died of the signal. */
static void restore_on_signal(int sig)
{
	int err = errno;

	bench_hugepages__restore();
	signal(sig, SIG_DFL);
	raise(sig);
	errno = err;
}

static void hook_exits(void)
{
	struct sigaction old, act = { .sa_handler = restore_on_signal };
	size_t i;

	if (mine.owner == getpid())
		return;
	/* What was inherited is the parent's. */
	mine.nr = 0;
	mine.owner = getpid();
	atexit(restore_at_exit);
	for (i = 0; i < ARRAY_SIZE(stop_signals); i++) {
		if (!sigaction(stop_signals[i], NULL, &old) && old.sa_handler == SIG_DFL)
			sigaction(stop_signals[i], &act, NULL);
	}
}

static struct bench_claim *own_claim(u64 size, int node)
{
	int i;

	for (i = 0; i < mine.nr; i++) {
		if (mine.claim[i].size == size && mine.claim[i].node == node)
			return &mine.claim[i];
	}
	if (mine.nr == BENCH_CLAIMS_MAX)
		return NULL;
	bench_claim__init(&mine.claim[mine.nr], size, node);
	return &mine.claim[mine.nr++];
}

/* Whether the memory is there at all: asking for more only stirs up the machine. */
static bool memory_for(u64 size, u64 pages, u64 *kb)
{
	unsigned long long v = 0;
	char *line = NULL;
	size_t len = 0;
	FILE *file;

	file = fopen("/proc/meminfo", "r");
	if (!file)
		return true;
	while (!v && getline(&line, &len, file) > 0)
		if (sscanf(line, "MemAvailable: %llu kB", &v) != 1)
			v = 0;
	free(line);
	fclose(file);
	*kb = v;
	return !v || pages <= v / (size / 1024);
}

static int add_pages(u64 size, int node, u64 missing, u64 *added, char *err, size_t errlen)
{
	char str[BENCH_SIZE_STR_MAX], mem[BENCH_SIZE_STR_MAX], path[PATH_MAX], on[32] = "";
	u64 before, after, kb;
	int ret;

	*added = 0;
	bench_size__str(size, str, sizeof(str));
	if (node >= 0)
		snprintf(on, sizeof(on), " on node %d", node);
	if (!memory_for(size, missing, &kb)) {
		snprintf(err, errlen,
			 "--reserve: %" PRIu64 " more pages of %s: only %s of memory are available",
			 missing, str, bench_size__str(kb * 1024, mem, sizeof(mem)));
		return -ENOMEM;
	}
	ret = pool__persistent(size, node, &before);
	ret = ret ?: pool__write(size, node, before + missing);
	if (ret) {
		bench_pool__path(path, sizeof(path), size, node, "nr_hugepages");
		snprintf(err, errlen, "--reserve: cannot write %s: %s%s", path, strerror(-ret),
			 ret == -EACCES ? ", only root may" : "");
		return ret;
	}
	ret = pool__persistent(size, node, &after);
	if (ret) {
		bench_pool__path(path, sizeof(path), size, node, "nr_hugepages");
		snprintf(err, errlen, "--reserve: cannot read %s: %s%s", path, strerror(-ret),
			 pool__write(size, node, before) ? "; it may be left larger" : "");
		return ret;
	}
	*added = after - min(after, before);
	if (*added >= missing)
		return 0;
	snprintf(err, errlen,
		 "--reserve: of %" PRIu64 " more pages of %s the kernel found only %" PRIu64
		 "%s; memory may be fragmented: echo 1 > /proc/sys/vm/compact_memory",
		 missing, str, *added, on);
	return -ENOMEM;
}

/**
 * bench_hugepages__grow - add to a pool what is missing
 * @size: page size in bytes
 * @pages: how many the run needs at any one time
 * @node: node that they have to come from, -1: any
 * @err: filled with one line if it fails; then the pool is as it was
 * @errlen: its length
 *
 * Return: 0 or -errno.
 */
int bench_hugepages__grow(u64 size, u64 pages, int node, char *err, size_t errlen)
{
	u64 available, added = 0;
	struct bench_claim *claim;
	struct bench_pool pool;
	sigset_t old;
	int lock, ret;

	hook_exits();
	block_signals(&old);
	lock = lock_pools();
	if (lock < 0) {
		ret = lock;
		snprintf(err, errlen, "--reserve: cannot lock /sys/kernel/mm/hugepages: %s",
			 strerror(-ret));
		goto out_signals;
	}
	give_back_dead();
	claim = own_claim(size, node);
	if (!claim) {
		ret = -E2BIG;
		snprintf(err, errlen, "--reserve: more than %d pools", BENCH_CLAIMS_MAX);
		goto out_unlock;
	}
	ret = bench_pool__read(&pool, size, node);
	if (ret) {
		snprintf(err, errlen, "--reserve: cannot read the pool: %s", strerror(-ret));
		goto out_unlock;
	}
	available = bench_pool__available(&pool, bench_hugepages__claimed(size, node));
	if (available < pages) {
		ret = add_pages(size, node, pages - available, &added, err, errlen);
		claim->added += added;
	}
	claim->pages = max(claim->pages, pages);
out_unlock:
	/* Without the list others cannot know of us; that is no reason not to run. */
	bench_claims__write(mine.claim, mine.nr);
	close(lock);
out_signals:
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (ret)
		bench_hugepages__restore();
	return ret;
}

/**
 * bench_hugepages__claimed - pages that other running benchmarks reserved for themselves
 * @size: page size in bytes
 * @node: node, -1: all
 *
 * Return: pages, whether they have mapped them by now or not.
 */
u64 bench_hugepages__claimed(u64 size, int node)
{
	struct bench_claim claims[BENCH_CLAIMS_MAX];
	int nr = bench_claims__read(claims, BENCH_CLAIMS_MAX), i;
	u64 pages = 0;

	for (i = 0; i < nr; i++) {
		if (claims[i].size != size || claims[i].pid == getpid())
			continue;
		if (!bench_claim__alive(&claims[i]))
			continue;
		if (node < 0 || claims[i].node < 0 || claims[i].node == node)
			pages += claims[i].pages;
	}
	return pages;
}

/* A signal handler may be in the middle of a line of stderr. */
static void tell_kept(u64 pages, const char *path)
{
	char line[PATH_MAX + 64];
	int n = scnprintf(line, sizeof(line),
			  "perf bench: --reserve: cannot give back %" PRIu64 " pages of %s\n",
			  pages, path);

	if (write(STDERR_FILENO, line, n) != n)
		return;
}

/**
 * bench_hugepages__restore - give back all that bench_hugepages__need() added
 *
 * May be called any number of times, from an exit and from a signal handler too; in a
 * process that was forked since, it does nothing.
 */
void bench_hugepages__restore(void)
{
	char path[PATH_MAX];
	sigset_t old;
	int lock, i, kept = 0;

	if (!mine.nr || mine.owner != getpid())
		return;
	block_signals(&old);
	/* Without the lock it may be wrong by what another run adds now; not to do it surely is. */
	lock = lock_pools();
	for (i = 0; i < mine.nr; i++) {
		const struct bench_claim *claim = &mine.claim[i];

		if (!give_back(claim))
			continue;
		bench_pool__path(path, sizeof(path), claim->size, claim->node, "nr_hugepages");
		tell_kept(claim->added, path);
		/* Stays on the list, where the next run finds it. */
		mine.claim[kept++] = *claim;
	}
	mine.nr = 0;
	bench_claims__write(mine.claim, kept);
	if (lock >= 0)
		close(lock);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}
