// SPDX-License-Identifier: GPL-2.0
/*
 * Limits that the hugetlb controller of cgroups sets, in its first and second version.
 * They hold for all cgroups below too, so that the tightest on the way up counts.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <api/fs/fs.h>
#include <linux/kernel.h>
#include "hugepages.h"
#include "hugepages-internal.h"
#include "size.h"

/*
 * What a limit is called, and what counts against it. A page is charged when it is
 * faulted in; rsvd counts from the mapping on.
 */
static const struct {
	const char *max;
	const char *used;
} files[2][2] = {
	{
		{ "limit_in_bytes", "usage_in_bytes" },
		{ "rsvd.limit_in_bytes", "rsvd.usage_in_bytes" },
	}, {
		{ "max", "current" },
		{ "rsvd.max", "rsvd.current" },
	},
};

static bool in_list(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; list; list = strchr(list, ',')) {
		list += *list == ',';
		if (!strncmp(list, word, len) && (list[len] == ',' || !list[len]))
			return true;
	}
	return false;
}

/* The cgroup that this process is in, and which version has the controller: -1: none. */
static int own_cgroup(char *path, size_t len)
{
	char *line = NULL, *list, *name;
	int version = -1;
	size_t size = 0;
	FILE *file;

	file = fopen("/proc/self/cgroup", "r");
	if (!file)
		return -1;
	while (version && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		list = strchr(line, ':');
		name = list ? strchr(++list, ':') : NULL;
		if (!name)
			continue;
		*name++ = '\0';
		if (*list && !in_list(list, "hugetlb"))
			continue;
		version = *list ? 0 : 1;
		snprintf(path, len, "%s", name);
	}
	free(line);
	fclose(file);
	return version;
}

/* False if there is no such file, or no limit in it. */
static bool read_bytes(const char *dir, const char *cgroup, const char *file, u64 *bytes)
{
	char path[2 * PATH_MAX + 80], *text = NULL, *end;
	unsigned long long v;
	size_t size;
	bool ok;

	snprintf(path, sizeof(path), "%s%s/%s", dir, cgroup, file);
	if (filename__read_str(path, &text, &size))
		return false;
	errno = 0;
	v = strtoull(text, &end, 10);
	/* The first version writes "no limit" as a number near 2^63. */
	ok = end != text && !errno && v < 1ULL << 62;
	if (ok)
		*bytes = v;
	free(text);
	return ok;
}

static bool read_limit(struct bench_hugetlb_limit *l, const char *dir, const char *cgroup,
		       const char *page, const char *max, const char *used)
{
	snprintf(l->file, sizeof(l->file), "hugetlb.%s.%s", page, used);
	if (!read_bytes(dir, cgroup, l->file, &l->used))
		return false;
	snprintf(l->file, sizeof(l->file), "hugetlb.%s.%s", page, max);
	if (!read_bytes(dir, cgroup, l->file, &l->max))
		return false;
	l->left = l->max > l->used ? l->max - l->used : 0;
	snprintf(l->cgroup, sizeof(l->cgroup), "%s", *cgroup ? cgroup : "/");
	return true;
}

/**
 * bench_hugetlb_limit__read - find the limit that leaves least
 * @limit: filled
 * @size: page size in bytes
 *
 * Return: false if no limit applies.
 */
bool bench_hugetlb_limit__read(struct bench_hugetlb_limit *limit, u64 size)
{
	char dir[PATH_MAX], cgroup[PATH_MAX], str[BENCH_SIZE_STR_MAX];
	int version = own_cgroup(cgroup, sizeof(cgroup));
	struct bench_hugetlb_limit l;
	bool found = false;
	char *slash;
	size_t i;

	if (version < 0 || cgroupfs_find_mountpoint(dir, sizeof(dir), "hugetlb"))
		return false;
	bench_size__str(size, str, sizeof(str));

	for (;;) {
		for (i = 0; i < ARRAY_SIZE(files[version]); i++) {
			if (!read_limit(&l, dir, cgroup, str, files[version][i].max,
					files[version][i].used))
				continue;
			if (found && limit->left <= l.left)
				continue;
			*limit = l;
			found = true;
		}
		slash = strrchr(cgroup, '/');
		if (!slash)
			break;
		*slash = '\0';
	}
	return found;
}

/**
 * bench_hugetlb_limit__str - a limit in words
 * @limit: what bench_hugetlb_limit__read() found
 * @buf: filled, in one line
 * @len: its length
 */
void bench_hugetlb_limit__str(const struct bench_hugetlb_limit *limit, char *buf, size_t len)
{
	char max[BENCH_SIZE_STR_MAX], used[BENCH_SIZE_STR_MAX];

	snprintf(buf, len, "cgroup %s may have %s (%s), %s in use", limit->cgroup,
		 bench_size__str(limit->max, max, sizeof(max)), limit->file,
		 bench_size__str(limit->used, used, sizeof(used)));
}
