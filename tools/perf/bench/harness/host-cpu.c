// SPDX-License-Identifier: GPL-2.0
/* The host block: the CPU, its caches, sockets, and what it runs under. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/kernel.h>
#include <perf/cpumap.h>
#include "cpu.h"
#include "host-facts.h"

#ifdef HAVE_ARCH_X86_64_SUPPORT
#include <cpuid.h>
#endif

/* Room for the first processor of /proc/cpuinfo; its flags take up to 2.5KB. */
#define CPUINFO_MAX	8192

/* Levels and kinds of cache of one CPU; real ones have four or five entries. */
#define CACHES_MAX	16

#define CPU_DIR		"/sys/devices/system/cpu/"

static bool has_word(const char *text, const char *word)
{
	size_t len = strlen(word);
	const char *p;

	for (p = strstr(text, word); p; p = strstr(p + 1, word)) {
		if ((p == text || p[-1] == ' ') && (!p[len] || p[len] == ' '))
			return true;
	}
	return false;
}

static u64 cache_size(const char *text)
{
	char *end;
	u64 size = strtoull(text, &end, 10);

	if (end == text || size > ULLONG_MAX >> 20)
		return 0;
	if (*end == 'K')
		size <<= 10;
	else if (*end == 'M')
		size <<= 20;
	return size;
}

struct caches {
	u64	l1d;
	u64	l2;
	u64	last;
};

/* Sizes that CPU 0 sees; the last level is the highest that holds data. */
static void read_cache_files(struct caches *c, const char *root)
{
	int i, level, last = 0;
	char buf[64];
	u64 size;

	memset(c, 0, sizeof(*c));
	for (i = 0; i < CACHES_MAX; i++) {
		if (bench_host__read(root, buf, sizeof(buf), CPU_DIR "cpu0/cache/index%d/level", i))
			break;
		level = atoi(buf);
		/* Only the first level has one for instructions beside it. */
		if (level == 1 && !bench_host__read(root, buf, sizeof(buf),
						    CPU_DIR "cpu0/cache/index%d/type", i) &&
		    !strcmp(buf, "Instruction"))
			continue;
		bench_host__read(root, buf, sizeof(buf), CPU_DIR "cpu0/cache/index%d/size", i);
		size = cache_size(buf);
		if (level == 1)
			c->l1d = size;
		else if (level == 2)
			c->l2 = size;
		if (level > last && size) {
			last = level;
			c->last = size;
		}
	}
}

static u64 libc_cache(int name)
{
	long size = sysconf(name);

	return size > 0 ? size : 0;
}

/*
 * On x86 libc has asked CPUID for what a core has to itself, and three files tell of the rest;
 * nine do where it is not sure that all CPUs are alike, or that there are three levels. Of L3
 * libc may count all of a socket, where a core sees a part.
 */
static bool ask_libc(struct caches *c)
{
	char buf[64];

#ifndef HAVE_ARCH_X86_64_SUPPORT
	return false;
#endif
	c->l1d = libc_cache(_SC_LEVEL1_DCACHE_SIZE);
	c->l2 = libc_cache(_SC_LEVEL2_CACHE_SIZE);
	if (!c->l1d || !c->l2 || bench_cpu__has(BENCH_CPU_HYBRID))
		return false;
	if (!bench_host__read("", buf, sizeof(buf), CPU_DIR "cpu0/cache/index4/level") ||
	    bench_host__read("", buf, sizeof(buf), CPU_DIR "cpu0/cache/index3/level") ||
	    strcmp(buf, "3"))
		return false;
	bench_host__read("", buf, sizeof(buf), CPU_DIR "cpu0/cache/index3/size");
	c->last = cache_size(buf);
	return c->last;
}

/* This machine's own are asked for more than once, and stay what they are. */
static void read_caches(struct caches *c, const char *root)
{
	static struct caches here;
	static bool known;

	if (*root) {
		read_cache_files(c, root);
		return;
	}
	if (!known && !ask_libc(&here))
		read_cache_files(&here, root);
	known = true;
	*c = here;
}

static int set_known(struct bench_host *host, const char *key, s64 number)
{
	return number > 0 ? bench_host__set_number(host, key, number) :
			    bench_host__set_unknown(host, key);
}

static int add_caches(struct bench_host *host, const char *root)
{
	struct caches c;

	read_caches(&c, root);
	return set_known(host, "l1d_bytes", c.l1d) ?: set_known(host, "l2_bytes", c.l2) ?:
	       set_known(host, "llc_bytes", c.last);
}

/* Reads one file a socket, not one a CPU: takes a socket's CPUs off as it is met. */
static int count_sockets(const struct perf_cpu_map *online, const char *root)
{
	int i, s, nr = 0, max = perf_cpu_map__nr(online);
	struct perf_cpu_map **seen = calloc(max, sizeof(*seen));
	char buf[4096];

	for (i = 0; seen && i < max; i++) {
		struct perf_cpu cpu = perf_cpu_map__cpu(online, i);

		for (s = 0; s < nr && !perf_cpu_map__has(seen[s], cpu); s++)
			;
		if (s < nr)
			continue;
		if (bench_host__read(root, buf, sizeof(buf),
				     CPU_DIR "cpu%d/topology/core_siblings_list", cpu.cpu))
			break;
		seen[nr] = perf_cpu_map__new(buf);
		if (!seen[nr])
			break;
		nr++;
	}
	if (i < max)
		max = 0;
	for (s = 0; s < nr; s++)
		perf_cpu_map__put(seen[s]);
	free(seen);
	return max ? nr : 0;
}

static int count_list(const char *root, const char *path, int *sockets)
{
	struct perf_cpu_map *map;
	char buf[4096];
	int nr;

	if (bench_host__read(root, buf, sizeof(buf), "%s", path) || !*buf)
		return 0;
	map = perf_cpu_map__new(buf);
	if (!map)
		return 0;
	nr = perf_cpu_map__nr(map);
	if (sockets)
		*sockets = count_sockets(map, root);
	perf_cpu_map__put(map);
	return nr;
}

static int add_topology(struct bench_host *host, const char *root)
{
	int sockets = 0;
	int cpus = count_list(root, CPU_DIR "online", &sockets);
	int nodes = count_list(root, "/sys/devices/system/node/online", NULL);

	return set_known(host, "sockets", sockets) ?: set_known(host, "nodes", nodes) ?:
	       set_known(host, "cpus", cpus);
}

#ifdef HAVE_ARCH_X86_64_SUPPORT
/* Leaf 40000000h: twelve letters in EBX, ECX, EDX, by agreement among hypervisors. */
static void hypervisor_name(char *name)
{
	static const char *const known[][2] = {
		{ "KVMKVMKVM",		"KVM" },
		{ "VMwareVMware",	"VMware" },
		{ "Microsoft Hv",	"Hyper-V" },
		{ "XenVMMXenVMM",	"Xen" },
		{ "TCGTCGTCGTCG",	"QEMU" },
		{ "bhyve bhyve ",	"bhyve" },
		{ "ACRNACRNACRN",	"ACRN" },
	};
	unsigned int eax, regs[3];
	size_t i;

	__cpuid(0x40000000, eax, regs[0], regs[1], regs[2]);
	memcpy(name, regs, sizeof(regs));
	name[sizeof(regs)] = '\0';
	for (i = 0; i < ARRAY_SIZE(known); i++) {
		if (!strcmp(name, known[i][0]))
			memcpy(name, known[i][1], strlen(known[i][1]) + 1);
	}
}
#else
static void hypervisor_name(char *name)
{
	name[0] = '\0';
}
#endif

static int add_hypervisor(struct bench_host *host, const char *flags)
{
	char name[13];
	char *p;

	if (!*flags)
		return bench_host__set_unknown(host, "hypervisor");
	if (!has_word(flags, "hypervisor"))
		return bench_host__set_string(host, "hypervisor", "none");
	hypervisor_name(name);
	for (p = name; *p; p++) {
		if (*p < ' ' || *p > '~')
			*p = '?';
	}
	return bench_host__set_string(host, "hypervisor", name);
}

static const char *clear_function(const char *flags)
{
	if (has_word(flags, "erms"))
		return "clear_page_erms";
	if (has_word(flags, "rep_good"))
		return "clear_page_rep";
	return *flags ? "clear_page_orig" : NULL;
}

static int add_model(struct bench_host *host, const char *cpuinfo)
{
	static const struct {
		const char	*key;
		const char	*line;
		bool		number;
	} facts[] = {
		{ "cpu",	"model name",	false },
		{ "vendor",	"vendor_id",	false },
		{ "family",	"cpu family",	true },
		{ "model",	"model",	true },
		{ "stepping",	"stepping",	true },
		{ "microcode",	"microcode",	false },
	};
	char buf[256], *end;
	s64 number;
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(facts); i++) {
		bench_host__line(cpuinfo, facts[i].line, buf, sizeof(buf));
		number = strtoll(buf, &end, 10);
		if (!facts[i].number)
			err = bench_host__set_string(host, facts[i].key, buf);
		else if (end == buf || *end)
			err = bench_host__set_unknown(host, facts[i].key);
		else
			err = bench_host__set_number(host, facts[i].key, number);
		if (err)
			return err;
	}
	return 0;
}

/* The CPU's flags; empty where the kernel has no line of that name. */
static void read_flags(const char *cpuinfo, char *flags, size_t len)
{
	bench_host__line(cpuinfo, "flags", flags, len);
}

/**
 * bench_host__add_cpu - the facts of the CPU
 * @host: where to
 * @root: stands before every path
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__add_cpu(struct bench_host *host, const char *root)
{
	char cpuinfo[CPUINFO_MAX], flags[CPUINFO_MAX];

	bench_host__read(root, cpuinfo, sizeof(cpuinfo), "/proc/cpuinfo");
	read_flags(cpuinfo, flags, sizeof(flags));
	return add_model(host, cpuinfo) ?: add_caches(host, root) ?: add_topology(host, root) ?:
	       add_hypervisor(host, flags) ?:
	       bench_host__set_string(host, "clear_page", clear_function(flags));
}

/**
 * bench_host__llc_bytes - size of the last level cache that this machine's CPU 0 sees
 *
 * Return: bytes, 0 if unknown.
 */
u64 bench_host__llc_bytes(void)
{
	struct caches c;

	read_caches(&c, "");
	if (c.last)
		return c.last;
	/* A container may hide /sys; libc asks CPUID. */
	return libc_cache(_SC_LEVEL3_CACHE_SIZE) ?: libc_cache(_SC_LEVEL2_CACHE_SIZE);
}

/**
 * bench_host__first_sibling - the first of the hardware threads of a CPU's core
 * @cpu: the CPU
 *
 * Return: its number, -1 if unknown.
 */
int bench_host__first_sibling(int cpu)
{
	char buf[256], *end;
	long first;

	bench_host__read("", buf, sizeof(buf), CPU_DIR "cpu%d/topology/thread_siblings_list", cpu);
	first = strtol(buf, &end, 10);
	return end == buf || first < 0 || first > INT_MAX ? -1 : (int)first;
}

/**
 * bench_host__nodes - the NUMA nodes that there are: "0-3"
 * @buf: room for the text
 * @len: its size
 *
 * Return: @buf; "0" where the kernel knows of none.
 */
const char *bench_host__nodes(char *buf, size_t len)
{
	if (bench_host__read("", buf, len, "/sys/devices/system/node/online") || !*buf)
		snprintf(buf, len, "0");
	return buf;
}

/**
 * bench_host__cpu_has - whether /proc/cpuinfo has a flag
 * @flag: as it stands there: "erms"
 */
bool bench_host__cpu_has(const char *flag)
{
	char cpuinfo[CPUINFO_MAX], flags[CPUINFO_MAX];

	bench_host__read("", cpuinfo, sizeof(cpuinfo), "/proc/cpuinfo");
	read_flags(cpuinfo, flags, sizeof(flags));
	return has_word(flags, flag);
}

/**
 * bench_host__clear_function - which function the running kernel clears pages with
 *
 * The kernel patches in one of three at boot by the CPU's flags: ERMS, else REP_GOOD, else
 * the plain loop. Booting with clearcpuid= changes the flags and with them the choice.
 *
 * Return: "clear_page_erms", "clear_page_rep" or "clear_page_orig"; NULL if unknown.
 */
const char *bench_host__clear_function(void)
{
	char cpuinfo[CPUINFO_MAX], flags[CPUINFO_MAX];

	bench_host__read("", cpuinfo, sizeof(cpuinfo), "/proc/cpuinfo");
	read_flags(cpuinfo, flags, sizeof(flags));
	return clear_function(flags);
}
