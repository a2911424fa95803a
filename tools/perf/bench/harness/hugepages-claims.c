// SPDX-License-Identifier: GPL-2.0
/*
 * The list of huge pages that running benchmarks reserved: a line a claim, in a file that
 * only root can write. Read and written under the lock of hugepages-reserve.c; a reader
 * that just wants to know may do without.
 *
 * It is written at exit and from signal handlers: no streams, no allocation here.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/kernel.h>
#include "hugepages-claims.h"

#define CLAIMS_FILE	"/run/perf-bench-hugepages"
#define LINE_MAX_LEN	128

static ssize_t read_file(const char *path, char *buf, size_t len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, buf, len - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	buf[n > 0 ? n : 0] = '\0';
	return n;
}

/* Field 22 of /proc/PID/stat; counted from the last bracket, as names may hold spaces. */
static u64 start_of(pid_t pid)
{
	char path[32], buf[1024], *p;
	int field;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	if (read_file(path, buf, sizeof(buf)) <= 0)
		return 0;
	p = strrchr(buf, ')');
	for (field = 2; p && field < 22; field++)
		p = strchr(p + 1, ' ');
	return p ? strtoull(p, NULL, 10) : 0;
}

/**
 * bench_claim__init - begin a claim of this process
 * @claim: filled; of no pages yet
 * @size: page size in bytes
 * @node: node of the pool, -1: all
 */
void bench_claim__init(struct bench_claim *claim, u64 size, int node)
{
	memset(claim, 0, sizeof(*claim));
	claim->pid = getpid();
	claim->started = start_of(claim->pid);
	claim->size = size;
	claim->node = node;
}

/**
 * bench_claim__alive - whether the run that made a claim still goes on
 * @claim: the claim
 */
bool bench_claim__alive(const struct bench_claim *claim)
{
	u64 started = start_of(claim->pid);

	return started && started == claim->started;
}

/**
 * bench_claims__read - read the list
 * @claims: filled
 * @max: its length
 *
 * Return: how many; 0 too if there is no list.
 */
int bench_claims__read(struct bench_claim *claims, int max)
{
	char buf[BENCH_CLAIMS_MAX * LINE_MAX_LEN], *line = buf;
	int nr = 0;

	if (read_file(CLAIMS_FILE, buf, sizeof(buf)) <= 0)
		return 0;
	for (; nr < max && line && *line; line = strchr(line, '\n'), line += !!line) {
		unsigned long long started, size, pages, added;
		int pid, node;

		if (sscanf(line, "%d %llu %llu %d %llu %llu", &pid, &started, &size, &node, &pages,
			   &added) != 6)
			break;
		claims[nr++] = (struct bench_claim) {
			.pid = pid, .started = started, .size = size, .node = node,
			.pages = pages, .added = added,
		};
	}
	return nr;
}

/**
 * bench_claims__write - put the claims of this process on the list
 * @own: all of them, in place of what the list has of this process
 * @nr: how many; 0: none
 *
 * Runs that have ended go off the list; an empty list is removed.
 *
 * Return: 0 or -errno.
 */
int bench_claims__write(const struct bench_claim *own, int nr)
{
	struct bench_claim claims[2 * BENCH_CLAIMS_MAX];
	char buf[BENCH_CLAIMS_MAX * LINE_MAX_LEN];
	int all = bench_claims__read(claims, BENCH_CLAIMS_MAX), i, kept = 0, fd, err = 0;
	size_t n = 0;

	for (i = 0; i < all; i++) {
		if (claims[i].pid != getpid() && bench_claim__alive(&claims[i]))
			claims[kept++] = claims[i];
	}
	for (i = 0; i < nr; i++)
		claims[kept++] = own[i];
	if (!kept)
		return unlink(CLAIMS_FILE) && errno != ENOENT ? -errno : 0;

	for (i = 0; i < kept && n < sizeof(buf) - LINE_MAX_LEN; i++) {
		const struct bench_claim *c = &claims[i];

		n += scnprintf(buf + n, sizeof(buf) - n,
			       "%d %" PRIu64 " %" PRIu64 " %d %" PRIu64 " %" PRIu64 "\n", c->pid,
			       c->started, c->size, c->node, c->pages, c->added);
	}
	fd = open(CLAIMS_FILE, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0)
		return -errno;
	if (write(fd, buf, n) != (ssize_t)n)
		err = -EIO;
	close(fd);
	return err;
}
