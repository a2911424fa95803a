// SPDX-License-Identifier: GPL-2.0
/* The host block, of trees that are made up and of this machine. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <linux/build_bug.h>
#include <linux/kernel.h>
#include "../bench/harness/cpu.h"
#include "../bench/harness/host.h"
#include "util/util.h"
#include "debug.h"
#include "tests.h"

#define CPU	"sys/devices/system/cpu/"
#define MM	"sys/kernel/mm/"

struct file {
	const char	*path;
	const char	*text;
};

/* A machine of two sockets, one of whose CPUs is offline. */
static const struct file machine[] = {
	{ "proc/cpuinfo",
	  "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\n"
	  "model name\t: AMD EPYC 7J13 64-Core Processor\nstepping\t: 1\n"
	  "microcode\t: 0xa0011d1\nflags\t\t: fpu rep_good clzero ermsish\n\n"
	  "processor\t: 1\nmodel\t\t: 99\n" },
	{ "proc/meminfo", "MemTotal:       1056580500 kB\nMemFree: 1 kB\n" },
	{ "proc/sys/kernel/osrelease", "6.12.0-rc1+\n" },
	{ "proc/sys/kernel/version", "#7 SMP PREEMPT_DYNAMIC Mon Jan 1\n" },
	{ "proc/sys/kernel/numa_balancing", "1\n" },
	{ "proc/sys/kernel/perf_event_paranoid", "-1\n" },
	{ "proc/cmdline", "quiet preempt=voluntary root=/dev/sda\n" },
	{ CPU "online", "0-2,4\n" },
	{ CPU "cpu0/topology/core_siblings_list", "0-1\n" },
	{ CPU "cpu2/topology/core_siblings_list", "2,4\n" },
	{ CPU "cpu0/cache/index0/type", "Data\n" },
	{ CPU "cpu0/cache/index0/level", "1\n" },
	{ CPU "cpu0/cache/index0/size", "32K\n" },
	{ CPU "cpu0/cache/index1/type", "Instruction\n" },
	{ CPU "cpu0/cache/index1/level", "1\n" },
	{ CPU "cpu0/cache/index1/size", "64K\n" },
	{ CPU "cpu0/cache/index2/type", "Unified\n" },
	{ CPU "cpu0/cache/index2/level", "2\n" },
	{ CPU "cpu0/cache/index2/size", "512K\n" },
	{ CPU "cpu0/cache/index3/type", "Unified\n" },
	{ CPU "cpu0/cache/index3/level", "3\n" },
	{ CPU "cpu0/cache/index3/size", "32768K\n" },
	{ CPU "cpu0/cpufreq/scaling_governor", "performance\n" },
	{ CPU "cpu0/cpufreq/scaling_driver", "acpi-cpufreq\n" },
	{ CPU "cpufreq/boost", "0\n" },
	{ CPU "smt/control", "on\n" },
	{ "sys/devices/system/node/online", "0-1\n" },
	{ MM "transparent_hugepage/enabled", "always [madvise] never\n" },
	{ MM "hugepages/hugepages-1048576kB/nr_hugepages", "4\n" },
	{ MM "hugepages/hugepages-1048576kB/free_hugepages", "3\n" },
	{ MM "hugepages/hugepages-2048kB/nr_hugepages", "0\n" },
	{ MM "hugepages/hugepages-2048kB/free_hugepages", "0\n" },
};

static int write_file(const char *root, const char *path, const char *text)
{
	char name[PATH_MAX], *p;
	FILE *f;

	snprintf(name, sizeof(name), "%s/%s", root, path);
	for (p = name + strlen(root) + 1; (p = strchr(p, '/')); *p++ = '/') {
		*p = '\0';
		if (mkdir(name, 0755) && errno != EEXIST)
			return -errno;
	}
	f = fopen(name, "w");
	if (!f)
		return -errno;
	fputs(text, f);
	return fclose(f) ? -errno : 0;
}

static bool is_text(const struct bench_host *host, const char *key, const char *text)
{
	const struct bench_host_field *f = bench_host__find(host, key);

	if (f && f->type == BENCH_HOST_STRING && !strcmp(f->string, text))
		return true;
	pr_debug("%s: '%s', not '%s'\n", key, f && f->string ? f->string : "unknown", text);
	return false;
}

static bool is_number(const struct bench_host *host, const char *key, s64 number)
{
	const struct bench_host_field *f = bench_host__find(host, key);

	if (f && f->type == BENCH_HOST_NUMBER && f->number == number)
		return true;
	pr_debug("%s: %lld, not %lld\n", key, f ? (long long)f->number : 0, (long long)number);
	return false;
}

static int check_machine(const char *root)
{
	struct bench_host host = {};

	TEST_ASSERT_VAL("collect", !bench_host__collect_from(&host, root));
	TEST_ASSERT_VAL("cpu", is_text(&host, "cpu", "AMD EPYC 7J13 64-Core Processor"));
	TEST_ASSERT_VAL("vendor", is_text(&host, "vendor", "AuthenticAMD"));
	TEST_ASSERT_VAL("family", is_number(&host, "family", 25));
	TEST_ASSERT_VAL("model", is_number(&host, "model", 1));
	TEST_ASSERT_VAL("stepping", is_number(&host, "stepping", 1));
	TEST_ASSERT_VAL("microcode", is_text(&host, "microcode", "0xa0011d1"));
	TEST_ASSERT_VAL("l1d", is_number(&host, "l1d_bytes", 32 << 10));
	TEST_ASSERT_VAL("l2", is_number(&host, "l2_bytes", 512 << 10));
	TEST_ASSERT_VAL("llc", is_number(&host, "llc_bytes", 32 << 20));
	TEST_ASSERT_VAL("sockets", is_number(&host, "sockets", 2));
	TEST_ASSERT_VAL("nodes", is_number(&host, "nodes", 2));
	TEST_ASSERT_VAL("cpus", is_number(&host, "cpus", 4));
	TEST_ASSERT_VAL("hypervisor", is_text(&host, "hypervisor", "none"));
	/* "ermsish" is not erms. */
	TEST_ASSERT_VAL("clear", is_text(&host, "clear_page", "clear_page_rep"));
	TEST_ASSERT_VAL("memory", is_number(&host, "memory_bytes", 1056580500LL << 10));
	TEST_ASSERT_VAL("kernel", is_text(&host, "kernel", "6.12.0-rc1+"));
	TEST_ASSERT_VAL("version", is_text(&host, "kernel_version",
					   "#7 SMP PREEMPT_DYNAMIC Mon Jan 1"));
	TEST_ASSERT_VAL("preempt", is_text(&host, "preempt", "voluntary"));
	TEST_ASSERT_VAL("governor", is_text(&host, "governor", "performance"));
	TEST_ASSERT_VAL("driver", is_text(&host, "frequency_driver", "acpi-cpufreq"));
	TEST_ASSERT_VAL("boost", is_text(&host, "boost", "off"));
	TEST_ASSERT_VAL("smt", is_text(&host, "smt", "on"));
	TEST_ASSERT_VAL("thp", is_text(&host, "thp", "madvise"));
	TEST_ASSERT_VAL("pools", is_text(&host, "huge_pages", "2MB 0, 1GB 4 (3 free)"));
	TEST_ASSERT_VAL("balancing", is_number(&host, "numa_balancing", 1));
	TEST_ASSERT_VAL("paranoid", is_number(&host, "perf_event_paranoid", -1));
	bench_host__exit(&host);
	return TEST_OK;
}

/* The same tree with some files replaced. */
static int check_variants(const char *root)
{
	struct bench_host host = {};

	TEST_ASSERT_VAL("write", !write_file(root, "sys/kernel/debug/sched/preempt",
					     "none voluntary (full) lazy\n") &&
			!write_file(root, CPU "smt/control", "notsupported\n") &&
			!write_file(root, CPU "cpu0/cache/index3/size", "32M\n") &&
			!write_file(root, CPU "cpu2/topology/core_siblings_list", "") &&
			!write_file(root, "proc/meminfo", "MemTotal: lots\n") &&
			!write_file(root, "proc/sys/kernel/numa_balancing", "x\n") &&
			!write_file(root, "proc/cpuinfo",
				    "flags\t: erms rep_good\ncpu family : 6\n"));
	TEST_ASSERT_VAL("collect", !bench_host__collect_from(&host, root));
	TEST_ASSERT_VAL("preempt", is_text(&host, "preempt", "full"));
	TEST_ASSERT_VAL("smt", is_text(&host, "smt", "off"));
	TEST_ASSERT_VAL("llc", is_number(&host, "llc_bytes", 32 << 20));
	TEST_ASSERT_VAL("clear", is_text(&host, "clear_page", "clear_page_erms"));
	TEST_ASSERT_VAL("family", is_number(&host, "family", 6));
	TEST_ASSERT_VAL("cpu", bench_host__find(&host, "cpu")->type == BENCH_HOST_UNKNOWN);
	TEST_ASSERT_VAL("memory", bench_host__find(&host, "memory_bytes")->type ==
			BENCH_HOST_UNKNOWN);
	TEST_ASSERT_VAL("balancing", bench_host__find(&host, "numa_balancing")->type ==
			BENCH_HOST_UNKNOWN);
	TEST_ASSERT_VAL("sockets", bench_host__find(&host, "sockets")->type ==
			BENCH_HOST_UNKNOWN);
	bench_host__exit(&host);
	return TEST_OK;
}

static int test__tree(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	char root[] = "/tmp/perf-test-host-XXXXXX";
	int ret = TEST_OK;
	size_t i;

	TEST_ASSERT_VAL("directory", mkdtemp(root));
	for (i = 0; i < ARRAY_SIZE(machine) && ret == TEST_OK; i++) {
		if (write_file(root, machine[i].path, machine[i].text))
			ret = TEST_FAIL;
	}
	if (ret == TEST_OK)
		ret = check_machine(root);
	if (ret == TEST_OK)
		ret = check_variants(root);
	rm_rf(root);
	return ret;
}

static int test__nothing(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_host host = {};
	int i;

	TEST_ASSERT_VAL("collect", !bench_host__collect_from(&host, "/nonexistent"));
	TEST_ASSERT_VAL("same keys", host.nr == 26);
	for (i = 0; i < host.nr; i++)
		TEST_ASSERT_VAL("unknown", host.fields[i].type == BENCH_HOST_UNKNOWN &&
				!host.fields[i].string);
	bench_host__exit(&host);
	return TEST_OK;
}

static int test__here(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	const struct bench_host_field *f;
	struct bench_host host = {};
	const char *clear;

	TEST_ASSERT_VAL("collect", !bench_host__collect(&host));
	TEST_ASSERT_VAL("same keys", host.nr == 26);
	f = bench_host__find(&host, "cpus");
	TEST_ASSERT_VAL("cpus", f && (f->type == BENCH_HOST_UNKNOWN ||
				      f->number == sysconf(_SC_NPROCESSORS_ONLN)));
	f = bench_host__find(&host, "memory_bytes");
	TEST_ASSERT_VAL("memory", f && f->number == sysconf(_SC_PHYS_PAGES) *
			(s64)sysconf(_SC_PAGESIZE));
	f = bench_host__find(&host, "llc_bytes");
	TEST_ASSERT_VAL("llc", f && (f->type == BENCH_HOST_UNKNOWN ||
				     f->number == (s64)bench_host__llc_bytes()));
	f = bench_host__find(&host, "clear_page");
	clear = bench_host__clear_function();
	TEST_ASSERT_VAL("clear", f && (clear ? f->string && !strcmp(clear, f->string) :
				       f->type == BENCH_HOST_UNKNOWN));
	bench_host__exit(&host);
	return TEST_OK;
}

static bool same_text(const struct bench_host *a, const struct bench_host *b, const char *key)
{
	const struct bench_host_field *f = bench_host__find(b, key);

	return f && (f->type == BENCH_HOST_UNKNOWN || is_text(a, key, f->string));
}

static bool same_number(const struct bench_host *a, const struct bench_host *b, const char *key)
{
	const struct bench_host_field *f = bench_host__find(b, key);

	return f && (f->type == BENCH_HOST_UNKNOWN || is_number(a, key, f->number));
}

/* Of the running machine some facts are asked of the kernel: files must say the same. */
static int test__files(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_host host = {}, files = {};

	TEST_ASSERT_VAL("collect", !bench_host__collect(&host) &&
			!bench_host__collect_from(&files, "/."));
	TEST_ASSERT_VAL("kernel", same_text(&host, &files, "kernel"));
	TEST_ASSERT_VAL("version", same_text(&host, &files, "kernel_version"));
	TEST_ASSERT_VAL("preempt", same_text(&host, &files, "preempt"));
	TEST_ASSERT_VAL("L1d", same_number(&host, &files, "l1d_bytes"));
	TEST_ASSERT_VAL("L2", same_number(&host, &files, "l2_bytes"));
	TEST_ASSERT_VAL("LLC", same_number(&host, &files, "llc_bytes"));
	bench_host__exit(&host);
	bench_host__exit(&files);
	return TEST_OK;
}

static const struct {
	enum bench_cpu_feature	feature;
	const char		*flag;
} flags[] = {
	{ BENCH_CPU_SSE2,	"sse2" },
	{ BENCH_CPU_AVX2,	"avx2" },
	{ BENCH_CPU_AVX512F,	"avx512f" },
	{ BENCH_CPU_MOVDIR64B,	"movdir64b" },
	{ BENCH_CPU_HYBRID,	"hybrid_cpu" },
	{ BENCH_CPU_CLZERO,	"clzero" },
};

/* The kernel shows a flag only if it lets programs use it. */
static int test__flags(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	size_t i;

	BUILD_BUG_ON(ARRAY_SIZE(flags) != BENCH_CPU_NR);
	for (i = 0; i < ARRAY_SIZE(flags); i++) {
		pr_debug("%s\n", flags[i].flag);
		TEST_ASSERT_VAL("usable", !bench_host__cpu_has(flags[i].flag) ||
				bench_cpu__has(flags[i].feature));
	}
	return TEST_OK;
}

static int test__fields(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct bench_host host = {};

	TEST_ASSERT_VAL("text", !bench_host__set_string(&host, "a", "x"));
	TEST_ASSERT_VAL("number", !bench_host__set_number(&host, "b", 1));
	TEST_ASSERT_VAL("replaced", !bench_host__set_number(&host, "a", 7));
	TEST_ASSERT_VAL("order", host.nr == 2 && !strcmp(host.fields[0].key, "a"));
	TEST_ASSERT_VAL("number", is_number(&host, "a", 7) && !host.fields[0].string);
	TEST_ASSERT_VAL("empty", !bench_host__set_string(&host, "b", "") &&
			host.fields[1].type == BENCH_HOST_UNKNOWN);
	TEST_ASSERT_VAL("none", !bench_host__set_string(&host, "c", NULL) && host.nr == 3);
	TEST_ASSERT_VAL("missing", !bench_host__find(&host, "d"));
	bench_host__exit(&host);
	TEST_ASSERT_VAL("empty", !host.nr && !host.fields);
	return TEST_OK;
}

static struct test_case tests__bench_host[] = {
	TEST_CASE("bench host: fields", fields),
	TEST_CASE("bench host: a made-up machine", tree),
	TEST_CASE("bench host: nothing to read", nothing),
	TEST_CASE("bench host: this machine", here),
	TEST_CASE("bench host: asked or read", files),
	TEST_CASE("bench host: flags of the CPU", flags),
	{ .name = NULL, }
};

struct test_suite suite__bench_host = {
	.desc		= "bench host",
	.test_cases	= tests__bench_host,
};
