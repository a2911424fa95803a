// SPDX-License-Identifier: GPL-2.0
/* The host block: memory, the kernel, and the settings that move the numbers. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <linux/kernel.h>
#include "host-facts.h"
#include "hugepages.h"
#include "size.h"

#define CPUFREQ_DIR	"/sys/devices/system/cpu/cpu0/cpufreq/"

/* The word in brackets of a file such as "always [madvise] never"; the text if there is none. */
static const char *chosen(char *text)
{
	char *open = strchr(text, '[');
	char *close = open ? strchr(open, ']') : NULL;

	if (!close)
		return text;
	*close = '\0';
	return open + 1;
}

/**
 * bench_host__memory_bytes - memory of this machine
 */
u64 bench_host__memory_bytes(void)
{
	return (u64)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
}

static int add_memory(struct bench_host *host, const char *root)
{
	char meminfo[512], buf[64], *end;
	u64 kb;

	if (!*root)
		return bench_host__set_number(host, "memory_bytes", bench_host__memory_bytes());
	bench_host__read(root, meminfo, sizeof(meminfo), "/proc/meminfo");
	bench_host__line(meminfo, "MemTotal", buf, sizeof(buf));
	kb = strtoull(buf, &end, 10);
	if (end == buf || strcmp(end, " kB") || kb > INT64_MAX >> 10)
		return bench_host__set_unknown(host, "memory_bytes");
	return bench_host__set_number(host, "memory_bytes", kb << 10);
}

/*
 * With PREEMPT_DYNAMIC the model is chosen at boot or later; debugfs tells it to root, the
 * command line what was asked for, the version text only what the kernel was built as.
 */
static int add_preempt(struct bench_host *host, const char *root, const char *version)
{
	const char *model = NULL;
	char buf[4096], *p;

	if (!bench_host__read(root, buf, sizeof(buf), "/sys/kernel/debug/sched/preempt")) {
		p = strchr(buf, '(');
		if (p && strchr(p, ')')) {
			*strchr(p, ')') = '\0';
			return bench_host__set_string(host, "preempt", p + 1);
		}
	}
	if (strstr(version, "PREEMPT_RT")) {
		model = "rt";
	} else if (strstr(version, "PREEMPT_DYNAMIC")) {
		model = "dynamic";
		bench_host__read(root, buf, sizeof(buf), "/proc/cmdline");
		p = strstr(buf, "preempt=");
		if (p && (p == buf || p[-1] == ' ')) {
			model = p + strlen("preempt=");
			p[strcspn(p, " ")] = '\0';
		}
	} else if (strstr(version, "PREEMPT")) {
		model = "full";
	} else if (*version) {
		model = "none or voluntary";
	}
	return bench_host__set_string(host, "preempt", model);
}

static int add_boost(struct bench_host *host, const char *root)
{
	char buf[16];

	if (!bench_host__read(root, buf, sizeof(buf), "/sys/devices/system/cpu/cpufreq/boost"))
		return bench_host__set_string(host, "boost", !strcmp(buf, "0") ? "off" : "on");
	if (!bench_host__read(root, buf, sizeof(buf),
			      "/sys/devices/system/cpu/intel_pstate/no_turbo"))
		return bench_host__set_string(host, "boost", !strcmp(buf, "0") ? "on" : "off");
	return bench_host__set_unknown(host, "boost");
}

static int add_smt(struct bench_host *host, const char *root)
{
	char buf[32];

	bench_host__read(root, buf, sizeof(buf), "/sys/devices/system/cpu/smt/control");
	if (!strcmp(buf, "notsupported") || !strcmp(buf, "notimplemented") ||
	    !strcmp(buf, "forceoff"))
		return bench_host__set_string(host, "smt", "off");
	return bench_host__set_string(host, "smt", buf);
}

static int add_thp(struct bench_host *host, const char *root)
{
	char buf[128];

	bench_host__read(root, buf, sizeof(buf), "/sys/kernel/mm/transparent_hugepage/enabled");
	return bench_host__set_string(host, "thp", chosen(buf));
}

/* Without files where that will do: each takes some microseconds. */
static void read_release(const char *root, char *release, char *version, size_t len)
{
	struct utsname name;

	if (!*root && !uname(&name)) {
		snprintf(release, len, "%s", name.release);
		snprintf(version, len, "%s", name.version);
		return;
	}
	bench_host__read(root, release, len, "/proc/sys/kernel/osrelease");
	bench_host__read(root, version, len, "/proc/sys/kernel/version");
}

/* "2MB 512 (510 free), 1GB 0": pages in the pool of each size, over all nodes. */
static int add_pools(struct bench_host *host, const char *root)
{
	char text[256] = "", size[BENCH_SIZE_STR_MAX], total[32], avail[32];
	int i, nr, used = 0;
	u64 sizes[8];

	nr = bench_pool__sizes(root, sizes, ARRAY_SIZE(sizes));
	for (i = 0; i < nr && used < (int)sizeof(text); i++) {
		if (bench_host__read(root, total, sizeof(total),
				     "/sys/kernel/mm/hugepages/hugepages-%" PRIu64
				     "kB/nr_hugepages", sizes[i] >> 10))
			continue;
		bench_size__str(sizes[i], size, sizeof(size));
		used += snprintf(text + used, sizeof(text) - used, "%s%s %s", used ? ", " : "",
				 size, total);
		if (strcmp(total, "0") && used < (int)sizeof(text) &&
		    !bench_host__read(root, avail, sizeof(avail),
				      "/sys/kernel/mm/hugepages/hugepages-%" PRIu64
				      "kB/free_hugepages", sizes[i] >> 10))
			used += snprintf(text + used, sizeof(text) - used, " (%s free)", avail);
	}
	return bench_host__set_string(host, "huge_pages", text);
}

/**
 * bench_host__add_kernel - the facts of memory, kernel and settings
 * @host: where to
 * @root: stands before every path
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__add_kernel(struct bench_host *host, const char *root)
{
	char release[256], version[256];
	int err;

	read_release(root, release, version, sizeof(release));
	err = add_memory(host, root) ?:
	      bench_host__set_string(host, "kernel", release) ?:
	      bench_host__set_string(host, "kernel_version", version) ?:
	      add_preempt(host, root, version);
	if (err)
		return err;
	return bench_host__set_file(host, "governor", root, CPUFREQ_DIR "scaling_governor") ?:
	       bench_host__set_file(host, "frequency_driver", root,
				    CPUFREQ_DIR "scaling_driver") ?:
	       add_boost(host, root) ?: add_smt(host, root) ?: add_thp(host, root) ?:
	       add_pools(host, root) ?:
	       bench_host__set_file_number(host, "numa_balancing", root,
					   "/proc/sys/kernel/numa_balancing") ?:
	       bench_host__set_file_number(host, "perf_event_paranoid", root,
					   "/proc/sys/kernel/perf_event_paranoid");
}
