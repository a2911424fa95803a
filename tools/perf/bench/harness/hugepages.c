// SPDX-License-Identifier: GPL-2.0
/*
 * Huge page pools: which page sizes there are, what is free, what stands in the way.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <api/fs/fs.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include "hugepages.h"
#include "hugepages-internal.h"
#include "size.h"

/* More page sizes than any architecture has (arm64 with 64KB pages: four). */
#define SIZES_MAX	16

/**
 * bench_pool__path - where sysfs has a file of a pool
 * @buf: filled
 * @len: its length
 * @size: page size in bytes
 * @node: -1: the pool of all nodes
 * @file: "nr_hugepages", "free_hugepages" …
 *
 * Return: @buf.
 */
char *bench_pool__path(char *buf, size_t len, u64 size, int node, const char *file)
{
	char dir[64] = "/sys/kernel/mm";

	if (node >= 0)
		snprintf(dir, sizeof(dir), "/sys/devices/system/node/node%d", node);
	snprintf(buf, len, "%s/hugepages/hugepages-%" PRIu64 "kB/%s", dir, size / 1024, file);
	return buf;
}

static int pool__read_file(const struct bench_pool *pool, const char *file, u64 *value)
{
	unsigned long long v;
	char path[PATH_MAX];
	int err;

	bench_pool__path(path, sizeof(path), pool->size, pool->node, file);
	err = filename__read_ull(path, &v);
	if (!err)
		*value = v;
	return err;
}

/**
 * bench_pool__read - read the state of a pool
 * @pool: filled
 * @size: page size in bytes
 * @node: node, -1: all nodes together
 *
 * Return: 0 or -errno; -ENOENT: no such page size or node.
 */
int bench_pool__read(struct bench_pool *pool, u64 size, int node)
{
	struct bench_pool all;
	int err;

	memset(pool, 0, sizeof(*pool));
	pool->size = size;
	pool->node = node;
	if (!bench_hugepages__supported(size))
		return -ENOENT;

	err = pool__read_file(pool, "nr_hugepages", &pool->nr);
	err = err ?: pool__read_file(pool, "free_hugepages", &pool->free);
	err = err ?: pool__read_file(pool, "surplus_hugepages", &pool->surplus);
	if (err)
		return -ENOENT;
	if (node < 0) {
		err = pool__read_file(pool, "resv_hugepages", &pool->resv);
		err = err ?: pool__read_file(pool, "nr_overcommit_hugepages", &pool->overcommit);
		return err ? -ENOENT : 0;
	}
	/* Promises are kept from any node: there is no such count for one of them. */
	err = bench_pool__read(&all, size, -1);
	pool->resv = all.resv;
	return err;
}

/**
 * bench_pool__available - pages that a new mapping can have
 * @pool: a pool that was read
 * @others: pages that other runs reserved for themselves
 *
 * Return: pages.
 */
u64 bench_pool__available(const struct bench_pool *pool, u64 others)
{
	struct bench_pool all = *pool;
	u64 held, free;

	if (pool->node >= 0 && bench_pool__read(&all, pool->size, -1))
		return 0;
	held = all.resv + others;
	free = all.free > held ? all.free - held : 0;
	/* What overcommit adds comes when it is mapped, from whatever node: none to count on. */
	if (pool->node < 0 && pool->overcommit > pool->surplus)
		free += pool->overcommit - pool->surplus;
	return min(free, pool->node >= 0 ? pool->free : free);
}

/**
 * bench_hugepages__supported - whether the running kernel has pools of this page size
 * @size: in bytes
 */
bool bench_hugepages__supported(u64 size)
{
	char path[PATH_MAX];

	if (size < 1024 || size & (size - 1))
		return false;
	return !access(bench_pool__path(path, sizeof(path), size, -1, ""), F_OK);
}

static int compare_sizes(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/**
 * bench_pool__sizes - the page sizes that there are pools of
 * @root: stands before the path: "" or a test's tree
 * @sizes: filled, in bytes, the smallest first
 * @max: room there
 *
 * Return: how many.
 */
int bench_pool__sizes(const char *root, u64 *sizes, int max)
{
	static const char before[] = "hugepages-";
	struct dirent *entry;
	char path[PATH_MAX], *end;
	int nr = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/sys/kernel/mm/hugepages", root);
	dir = opendir(path);
	if (!dir)
		return 0;
	while (nr < max && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, before, sizeof(before) - 1))
			continue;
		sizes[nr] = strtoull(entry->d_name + sizeof(before) - 1, &end, 10) << 10;
		nr += !strcmp(end, "kB");
	}
	closedir(dir);
	qsort(sizes, nr, sizeof(*sizes), compare_sizes);
	return nr;
}

/**
 * bench_hugepages__list - the page sizes that the running kernel has pools of
 * @buf: filled: "2MB, 1GB", or "none"
 * @len: its length
 */
void bench_hugepages__list(char *buf, size_t len)
{
	char str[BENCH_SIZE_STR_MAX];
	u64 sizes[SIZES_MAX];
	int nr = bench_pool__sizes("", sizes, SIZES_MAX), i;
	size_t n = 0;

	scnprintf(buf, len, "none");
	for (i = 0; i < nr; i++)
		n += scnprintf(buf + n, len - n, "%s%s", i ? ", " : "",
			       bench_size__str(sizes[i], str, sizeof(str)));
}

/**
 * bench_hugepages__limits - what may keep a page from being had
 * @size: page size in bytes
 * @node: node that it has to come from, -1: any
 * @buf: filled, in one line: the pool, and the cgroup's limit if there is one
 * @len: its length
 */
void bench_hugepages__limits(u64 size, int node, char *buf, size_t len)
{
	struct bench_hugetlb_limit limit;
	struct bench_pool pool;
	char where[32] = "";
	size_t n;

	if (node >= 0)
		snprintf(where, sizeof(where), " on node %d", node);
	if (bench_pool__read(&pool, size, node)) {
		n = scnprintf(buf, len, "no pool%s", where);
	} else {
		n = scnprintf(buf, len, "the pool%s has %" PRIu64 " pages, %" PRIu64 " free", where,
			      pool.nr, pool.free);
		if (pool.resv)
			n += scnprintf(buf + n, len - n, ", %" PRIu64 " reserved", pool.resv);
	}
	if (bench_hugetlb_limit__read(&limit, size)) {
		n += scnprintf(buf + n, len - n, "; ");
		bench_hugetlb_limit__str(&limit, buf + n, len - n);
	}
}

static int tell_short(const struct bench_pool *pool, u64 pages, u64 available, u64 others,
		      char *err, size_t errlen)
{
	char path[PATH_MAX], size[BENCH_SIZE_STR_MAX], where[32] = "";
	size_t n;

	if (pool->node >= 0)
		snprintf(where, sizeof(where), " on node %d", pool->node);
	n = scnprintf(err, errlen, "%s pages: %" PRIu64 " needed%s, ",
		      bench_size__str(pool->size, size, sizeof(size)), pages, where);
	n += scnprintf(err + n, errlen - n,
		       "of %" PRIu64 " in the pool %" PRIu64 " are free, %" PRIu64 " reserved",
		       pool->nr, pool->free, pool->resv);
	if (others)
		n += scnprintf(err + n, errlen - n, ", %" PRIu64 " of other runs", others);
	bench_pool__path(path, sizeof(path), pool->size, pool->node, "nr_hugepages");
	scnprintf(err + n, errlen - n, "; use --reserve, or: echo %" PRIu64 " > %s",
		  (pool->nr - pool->surplus + pages - available), path);
	return -ENOMEM;
}

/**
 * bench_hugepages__need - see to it that huge pages can be had
 * @size: page size in bytes
 * @pages: how many, of the whole run at any one time
 * @node: node that they have to come from, -1: any
 * @reserve: the pool may be grown; bench_hugepages__restore() gives back
 * @err: filled with one line if it fails: what there is, and what would help
 * @errlen: its length
 *
 * Called again for the same size and node, the larger number counts. Nothing is mapped:
 * who needs pages may still lose them to others who do not ask.
 *
 * Return: 0; -EOPNOTSUPP: no such page size; -ENOMEM: the pool is too small; -EDQUOT: the
 * cgroup may not have as many; other -errno.
 */
int bench_hugepages__need(u64 size, u64 pages, int node, bool reserve, char *err, size_t errlen)
{
	char str[BENCH_SIZE_STR_MAX], list[128];
	struct bench_hugetlb_limit limit;
	u64 available, others;
	struct bench_pool pool;
	size_t n;

	if (!bench_hugepages__supported(size)) {
		bench_hugepages__list(list, sizeof(list));
		snprintf(err, errlen,
			 "%s pages: not supported here; huge page sizes of this kernel: %s",
			 bench_size__str(size, str, sizeof(str)), list);
		return -EOPNOTSUPP;
	}
	if (bench_pool__read(&pool, size, node)) {
		snprintf(err, errlen, "%s pages: there is no node %d",
			 bench_size__str(size, str, sizeof(str)), node);
		return -EINVAL;
	}
	if (bench_hugetlb_limit__read(&limit, size) && pages > limit.left / size) {
		n = scnprintf(err, errlen, "%s pages: %" PRIu64 " needed, but ",
			      bench_size__str(size, str, sizeof(str)), pages);
		bench_hugetlb_limit__str(&limit, err + n, errlen - n);
		return -EDQUOT;
	}
	if (reserve)
		return bench_hugepages__grow(size, pages, node, err, errlen);

	others = bench_hugepages__claimed(size, node);
	available = bench_pool__available(&pool, others);
	return available >= pages ? 0 : tell_short(&pool, pages, available, others, err, errlen);
}
