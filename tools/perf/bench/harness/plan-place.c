// SPDX-License-Identifier: GPL-2.0
/* Where workers run and where their memory comes from: -C and -N, and what is best without. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "affinity.h"
#include "error.h"
#include "host.h"
#include "node.h"
#include "plan.h"

/* "3" or "2-5" */
static int add_cpus(struct bench_list *list, char *word, const struct bench_affinity *allowed)
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
	if (hi < lo || hi >= BENCH_CPUS_MAX)
		return -EINVAL;
	for (cpu = lo; cpu <= hi; cpu++) {
		if (!bench_affinity__has(allowed, (int)cpu))
			return -EINVAL;
		ret = bench_list__add(list, cpu);
		if (ret)
			return ret;
	}
	return 0;
}

static int parse_cpus(struct bench_list *list, const char *text)
{
	struct bench_affinity allowed = { .set = NULL };
	char *copy = strdup(text), *rest = copy, *word;
	char cpus[128], wanted[256];
	int ret;

	ret = copy ? bench_affinity__save(&allowed) : -ENOMEM;
	while (!ret && (word = strsep(&rest, ",")) != NULL)
		ret = add_cpus(list, word, &allowed);
	if (ret == -EINVAL) {
		snprintf(wanted, sizeof(wanted),
			 "a list such as 0,2-3 is needed, of the CPUs that may be used here: %s",
			 bench_affinity__str(&allowed, cpus, sizeof(cpus)));
		ret = bench_options__error("--cpu", text, wanted);
	}
	bench_affinity__exit(&allowed);
	free(copy);
	return ret;
}

static int parse_node(int *node, const char *text)
{
	char path[64], nodes[128], wanted[256];
	u64 n;

	if (!bench_count__parse(text, &n) && n < 1024) {
		snprintf(path, sizeof(path), "/sys/devices/system/node/node%d", (int)n);
		if (!access(path, F_OK) || !n) {
			*node = n;
			return 0;
		}
	}
	snprintf(wanted, sizeof(wanted), "the number of a NUMA node is needed; there are: %s",
		 bench_host__nodes(nodes, sizeof(nodes)));
	return bench_options__error("--node", text, wanted);
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

static int distinct(const struct bench_list *list)
{
	int i, j, nr = 0;

	for (i = 0; i < list->nr; i++) {
		for (j = 0; j < i && list->v[j] != list->v[i]; j++)
			;
		nr += i == j;
	}
	return nr;
}

static bool first_of_core(int cpu)
{
	int first = bench_host__first_sibling(cpu);

	return first < 0 || first == cpu;
}

/*
 * CPUs for the workers, as many as are needed: first threads of cores only, or all that are not
 * taken yet.
 */
static int add_free_cpus(struct bench_plan *plan, const struct bench_affinity *allowed, bool first)
{
	int cpu, ret = 0, end = allowed->size * 8;

	for (cpu = 0; cpu < end && plan->cpus.nr < plan->max_threads && !ret; cpu++) {
		if (!bench_affinity__has(allowed, cpu) || (first && !first_of_core(cpu)))
			continue;
		if (plan->node >= 0 && !bench_node__has_cpu(plan->node, cpu))
			continue;
		ret = bench_list__add_new(&plan->cpus, cpu);
	}
	return ret;
}

/**
 * bench_plan__spread - give each of several workers a CPU of its own, if there are enough
 * @plan: max_threads is known; nr_cpus is set, and without -C cpus
 *
 * The scheduler may leave workers together on one CPU for all of a short sample: they would
 * take turns, and no flush would have to be sent to another CPU. Cores are filled before their
 * second threads are.
 *
 * Return: 0 or -errno.
 */
int bench_plan__spread(struct bench_plan *plan)
{
	struct bench_affinity allowed = { .set = NULL };
	int ret;

	if (plan->max_threads < 2)
		return 0;
	if (plan->cpus.nr) {
		plan->nr_cpus = distinct(&plan->cpus);
		return 0;
	}
	ret = bench_affinity__save(&allowed);
	if (ret)
		return ret;
	plan->nr_cpus = bench_affinity__count(&allowed);
	if (plan->nr_cpus >= plan->max_threads) {
		ret = add_free_cpus(plan, &allowed, true) ?: add_free_cpus(plan, &allowed, false);
		/* A node that has too few leaves it to the scheduler. */
		if (plan->cpus.nr < plan->max_threads)
			plan->cpus.nr = 0;
	}
	bench_affinity__exit(&allowed);
	return ret;
}
