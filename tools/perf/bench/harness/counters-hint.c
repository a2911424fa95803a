// SPDX-License-Identifier: GPL-2.0
/*
 * Why events are missing, in one line, with what would bring them.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <linux/kernel.h>
#include <api/fs/fs.h>
#include "counters-priv.h"
#ifdef __x86_64__
#include <cpuid.h>
#endif

/* The causes that the errors point at. */
struct causes {
	bool	files;
	bool	no_perf;
	bool	refused;
	bool	tracefs;
	bool	no_pmu;
	bool	whole_cpu;
};

static void causes__add(struct causes *causes, const struct bench_event *event, int error)
{
	/* A text that was not parsed has no attributes. */
	bool parsed = event->attr.size;

	switch (error) {
	case EMFILE:
	case ENFILE:
		causes->files = true;
		break;
	case ENOSYS:
		causes->no_perf = true;
		break;
	case EACCES:
	case EPERM:
		if (parsed)
			causes->refused = true;
		else
			causes->tracefs = true;
		break;
	case ENOENT:
	case ENODEV:
	case ENXIO:
	case EOPNOTSUPP:
		if (event->core || !parsed)
			causes->no_pmu = true;
		break;
	case EINVAL:
		/* What PMUs of a socket or a package say to an event of one thread. */
		if (parsed && !event->core && event->attr.type >= PERF_TYPE_MAX)
			causes->whole_cpu = true;
		break;
	default:
		break;
	}
}

static void causes__collect(struct causes *causes, const struct bench_counters *ctr)
{
	int i, j;

	for (i = 0; i < ctr->events.nr; i++) {
		const struct bench_event *event = &ctr->events.v[i];

		causes__add(causes, event, event->error);
		for (j = 0; j < ctr->nr_workers; j++)
			causes__add(causes, event, ctr->workers[j].slot[i].error);
	}
}

static bool in_vm(void)
{
#ifdef __x86_64__
	unsigned int eax, ebx, ecx, edx;

	return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && ecx & (1U << 31);
#else
	return false;
#endif
}

/* Add a sentence to the hint, with "; " before it if it is not the first. */
static __printf(2, 3) void say(struct bench_counters *ctr, const char *fmt, ...)
{
	size_t used = strlen(ctr->hint);
	va_list ap;

	if (used && used < sizeof(ctr->hint))
		used += scnprintf(ctr->hint + used, sizeof(ctr->hint) - used, "; ");
	va_start(ap, fmt);
	vscnprintf(ctr->hint + used, sizeof(ctr->hint) - used, fmt, ap);
	va_end(ap);
}

static void say_files(struct bench_counters *ctr)
{
	int nr = ctr->plan->processes ? 1 : ctr->nr_workers;
	struct rlimit limit = {};

	getrlimit(RLIMIT_NOFILE, &limit);
	say(ctr, "%d events in %d threads need more than %llu file descriptors: raise ulimit -n",
	    ctr->events.nr, nr, (unsigned long long)limit.rlim_cur);
}

static void say_refused(struct bench_counters *ctr)
{
	const char *name = "kernel.perf_event_paranoid";
	int level;

	if (sysctl__read_int("kernel/perf_event_paranoid", &level))
		say(ctr, "perf_event_open(2) is refused, and %s cannot be read", name);
	else if (level > 2)
		say(ctr, "%s is %d: needs CAP_PERFMON, or 2 for the user side, 1 for both", name,
		    level);
	else if (level == 2)
		say(ctr, "%s is 2: the kernel side needs CAP_PERFMON, or 1", name);
	else
		say(ctr, "refused although %s is %d: a container's seccomp filter?", name, level);
}

/**
 * bench_counters__hint - why events are missing or restricted
 * @ctr: the counters, may be NULL; best after the samples, since workers add causes
 *
 * Return: one line without a newline, owned by @ctr; NULL if nothing is missing.
 */
const char *bench_counters__hint(struct bench_counters *ctr)
{
	struct causes causes = {};
	int watchdog;

	if (!ctr || !ctr->events.nr)
		return NULL;
	ctr->hint[0] = '\0';
	causes__collect(&causes, ctr);
	if (causes.files)
		say_files(ctr);
	if (causes.no_perf)
		say(ctr, "this kernel has no perf events");
	if (causes.no_pmu && (ctr->events.no_core || !bench_pmu__core_exists()))
		say(ctr, "hardware events need a PMU: %s",
		    in_vm() ? "this virtual machine has none" : "this kernel offers none");
	if (causes.whole_cpu)
		say(ctr, "a socket's events have no thread: use perf stat --control");
	if (causes.refused || ctr->user_only)
		say_refused(ctr);
	if (causes.tracefs)
		say(ctr, "tracepoints need read access to tracefs (/sys/kernel/tracing)");
	if (ctr->starved && !sysctl__read_int("kernel/nmi_watchdog", &watchdog) && watchdog)
		say(ctr, "the NMI watchdog holds a counter: sysctl kernel.nmi_watchdog=0");
	return ctr->hint[0] ? ctr->hint : NULL;
}
