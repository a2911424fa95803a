// SPDX-License-Identifier: GPL-2.0
/* Where workers run and where their memory comes from: -C and -N. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "options.h"
#include "plan.h"

#define MAX_CPUS	8192

static bool may_run_on(const cpu_set_t *set, u64 cpu)
{
	return cpu < MAX_CPUS && CPU_ISSET_S(cpu, CPU_ALLOC_SIZE(MAX_CPUS), set);
}

/* "3" or "2-5" */
static int add_cpus(struct bench_list *list, char *word, const cpu_set_t *allowed)
{
	char *dash = strchr(word, '-');
	u64 lo, hi, cpu;
	int ret;

	if (dash)
		*dash++ = '\0';
	if (bench_count__parse(word, &lo))
		return -EINVAL;
	hi = lo;
	if (dash && bench_count__parse(dash, &hi))
		return -EINVAL;
	if (hi < lo || hi >= MAX_CPUS)
		return -EINVAL;
	for (cpu = lo; cpu <= hi; cpu++) {
		if (!may_run_on(allowed, cpu))
			return -EINVAL;
		ret = bench_list__add(list, cpu);
		if (ret)
			return ret;
	}
	return 0;
}

static int parse_cpus(struct bench_list *list, const char *text)
{
	cpu_set_t *allowed = CPU_ALLOC(MAX_CPUS);
	char *copy = strdup(text), *rest = copy, *word;
	int ret = 0;

	if (!allowed || !copy) {
		ret = -ENOMEM;
		goto out;
	}
	if (sched_getaffinity(0, CPU_ALLOC_SIZE(MAX_CPUS), allowed)) {
		ret = -errno;
		goto out;
	}
	while (!ret && (word = strsep(&rest, ",")) != NULL)
		ret = add_cpus(list, word, allowed);
	if (ret == -EINVAL)
		ret = bench_options__error("--cpu", text,
					   "CPUs that this process may run on are needed: 0,2-3");
out:
	CPU_FREE(allowed);
	free(copy);
	return ret;
}

static int parse_node(int *node, const char *text)
{
	char path[64];
	u64 n;

	if (!bench_count__parse(text, &n) && n < 1024) {
		snprintf(path, sizeof(path), "/sys/devices/system/node/node%d", (int)n);
		if (!access(path, F_OK) || !n) {
			*node = n;
			return 0;
		}
	}
	return bench_options__error("--node", text, "the number of a NUMA node is needed");
}

/**
 * bench_plan__place - parse -C and -N
 * @plan: its cpus and node are set
 * @opts: the command line
 *
 * Return: 0, the exit code of usage errors with its line printed, or -errno.
 */
int bench_plan__place(struct bench_plan *plan, const struct bench_options *opts)
{
	int ret = 0;

	plan->node = -1;
	if (opts->cpus)
		ret = parse_cpus(&plan->cpus, opts->cpus);
	if (!ret && opts->node)
		ret = parse_node(&plan->node, opts->node);
	return ret;
}
