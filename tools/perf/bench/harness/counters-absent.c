// SPDX-License-Identifier: GPL-2.0
/*
 * perf's parser refuses unknown names, names whose PMU this machine lacks, and
 * tracepoints that may not be read, all in the same way. The text of its message
 * differs between versions, so sysfs, tracefs and the event tables are asked instead.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/kernel.h>
#include <api/fs/fs.h>
#include <api/fs/tracing_path.h>
#include "counters-events.h"
#include "util/pmu.h"
#include "util/string2.h"

/* Call @match with each PMU's name until it says yes. */
static bool any_pmu(bool (*match)(const char *name, const char *arg), const char *arg)
{
	const char *sysfs = sysfs__mountpoint();
	char path[PATH_MAX];
	struct dirent *ent;
	bool found = false;
	DIR *dir;

	if (!sysfs)
		return false;
	snprintf(path, sizeof(path), "%s/bus/event_source/devices", sysfs);
	dir = opendir(path);
	if (!dir)
		return false;
	while (!found && (ent = readdir(dir)))
		found = ent->d_name[0] != '.' && match(ent->d_name, arg);
	closedir(dir);
	return found;
}

/* "imc" stands for uncore_imc, uncore_imc_0, uncore_imc_1 … as it does for perf. */
static bool match_pmu(const char *name, const char *arg)
{
	size_t len = strlen(arg);

	if (!strncmp(name, "uncore_", 7) && strncmp(arg, "uncore_", 7))
		name += 7;
	if (strncmp(name, arg, len))
		return false;
	name += len;
	if (*name == '_')
		name++;
	while (isxdigit((unsigned char)*name))
		name++;
	return !*name;
}

static bool match_core(const char *name, const char *arg)
{
	(void)arg;
#ifdef __x86_64__
	/* "cpu", or "cpu_core" and kin: a file each less to look for. */
	if (strncmp(name, "cpu", 3))
		return false;
#endif
	return is_pmu_core(name);
}

/**
 * bench_pmu__exists - whether sysfs has a PMU
 * @name: as in "NAME/terms/"
 */
bool bench_pmu__exists(const char *name)
{
	return any_pmu(match_pmu, name);
}

/**
 * bench_pmu__core_exists - whether the cores have a PMU: not so in most VMs
 */
bool bench_pmu__core_exists(void)
{
	return any_pmu(match_core, NULL);
}

/* EACCES, ENODEV (no tracefs) or ENOENT (no such tracepoint) for "sys:name". */
static int why_no_tracepoint(const char *name)
{
	char *path, *root;
	int ret;

	root = get_events_file("");
	path = get_events_file(name);
	if (!root || !path) {
		ret = -ENOMEM;
	} else if (access(root, R_OK | X_OK)) {
		ret = errno == EACCES ? -EACCES : -ENODEV;
	} else {
		char *colon = strrchr(path, ':');

		if (colon)
			*colon = '/';
		/* If it is there then the parser could not read it. */
		ret = access(path, F_OK) && errno == ENOENT ? -ENOENT : -EACCES;
	}
	put_events_file(root);
	put_events_file(path);
	return ret;
}

/* Names that no table has, since core PMUs export them in sysfs where they can count them. */
static bool exported_by_pmus(const char *name)
{
	static const char * const globs[] = {
		"mem-loads", "mem-loads-aux", "mem-stores", "slots", "topdown-*", "cycles-t",
		"cycles-ct", "tx-*", "el-*",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(globs); i++) {
		if (strglobmatch(name, globs[i]))
			return true;
	}
	return false;
}

/* A name without a PMU before it: the tables tell whose it is. */
static int why_no_event(const char *name)
{
	char pmu[NAME_MAX];
	char *encoding;

	if (!bench_pmu__core_exists())
		return exported_by_pmus(name) || bench_event_table__any_has(name) ?
		       -ENODEV : -ENOENT;
	encoding = bench_event_table__encoding(bench_event_table__find(NULL), name,
					       pmu, sizeof(pmu));
	if (!encoding)
		return -ENOENT;
	free(encoding);
	return bench_pmu__exists(pmu) ? -ENOENT : -ENODEV;
}

/**
 * bench_event__why_refused - why perf's parser did not take an event
 * @text: a single event
 *
 * Return: -ENOENT: nobody knows it; -ENODEV: its PMU is not on this machine, or there
 * is no tracefs; -EACCES: a tracepoint that may not be read; -ENOMEM.
 */
int bench_event__why_refused(const char *text)
{
	size_t len = bench_event__bare_len(text);
	char *bare = strndup(text, len);
	char *slash;
	int ret;

	if (!bare)
		return -ENOMEM;
	slash = strchr(bare, '/');
	if (!strncmp(bare, "mem:", 4)) {
		ret = -ENOENT;
	} else if (slash) {
		*slash = '\0';
		/* "NAME/period=1/" may be an event as well as a PMU. */
		if (bench_pmu__exists(bare))
			ret = -ENOENT;
		else
			ret = *bare ? -ENODEV : -ENOENT;
	} else if (strchr(bare, ':')) {
		ret = why_no_tracepoint(bare);
	} else {
		ret = why_no_event(bare);
	}
	free(bare);
	return ret;
}
