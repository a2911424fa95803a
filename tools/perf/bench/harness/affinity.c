// SPDX-License-Identifier: GPL-2.0
/* The CPUs that the calling thread may run on. */
#include <errno.h>
#include <stdio.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include "affinity.h"

/**
 * bench_affinity__save - read the CPUs that the calling thread may run on
 * @a: filled; freed by bench_affinity__restore() or bench_affinity__exit()
 *
 * The kernel wants room for all CPUs that it could have, so the mask grows until it fits.
 *
 * Return: 0 or -errno.
 */
int bench_affinity__save(struct bench_affinity *a)
{
	int nr, err = -EINVAL;

	for (nr = CPU_SETSIZE; nr <= BENCH_CPUS_MAX && err == -EINVAL; nr *= 2) {
		a->size = CPU_ALLOC_SIZE(nr);
		a->set = CPU_ALLOC(nr);
		if (!a->set)
			return -ENOMEM;
		CPU_ZERO_S(a->size, a->set);
		if (!sched_getaffinity(0, a->size, a->set))
			return 0;
		err = -errno;
		bench_affinity__exit(a);
	}
	return err;
}

/**
 * bench_affinity__exit - free what bench_affinity__save() filled
 * @a: the mask, empty afterwards
 */
void bench_affinity__exit(struct bench_affinity *a)
{
	CPU_FREE(a->set);
	a->set = NULL;
}

/**
 * bench_affinity__restore - let the calling thread run where it could before
 * @a: what bench_affinity__save() filled; freed
 */
void bench_affinity__restore(struct bench_affinity *a)
{
	if (!a->set)
		return;
	/* Nothing to be done about a failure: a cpuset may have changed meanwhile. */
	(void)sched_setaffinity(0, a->size, a->set);
	bench_affinity__exit(a);
}

/**
 * bench_affinity__count - how many CPUs there are in a mask
 * @a: the mask
 */
int bench_affinity__count(const struct bench_affinity *a)
{
	return a->set ? CPU_COUNT_S(a->size, a->set) : 0;
}

/**
 * bench_affinity__has - whether a CPU is in a mask
 * @a: the mask
 * @cpu: any number
 */
bool bench_affinity__has(const struct bench_affinity *a, int cpu)
{
	return a->set && cpu >= 0 && (size_t)cpu / 8 < a->size && CPU_ISSET_S(cpu, a->size, a->set);
}

/**
 * bench_affinity__str - a mask as -C takes it: "0-3,8"
 * @a: the mask
 * @buf: room for the text; what does not fit is left out
 * @len: its size
 *
 * Return: @buf.
 */
const char *bench_affinity__str(const struct bench_affinity *a, char *buf, size_t len)
{
	int cpu, last, end = a->size * 8;
	size_t at = 0;

	buf[0] = '\0';
	for (cpu = 0; cpu < end; cpu = last + 1) {
		last = cpu;
		if (!bench_affinity__has(a, cpu))
			continue;
		while (bench_affinity__has(a, last + 1))
			last++;
		at += scnprintf(buf + at, len - at, "%s%d", at ? "," : "", cpu);
		if (last > cpu)
			at += scnprintf(buf + at, len - at, "-%d", last);
	}
	return buf;
}

/**
 * bench_affinity__pin - have the calling thread run on one CPU only
 * @cpu: the CPU
 *
 * Return: 0 or -errno; -EINVAL if it is not online, or not in the cpuset.
 */
int bench_affinity__pin(int cpu)
{
	cpu_set_t *set;
	size_t size;
	int err = 0;

	if (cpu < 0 || cpu >= BENCH_CPUS_MAX)
		return -EINVAL;
	size = CPU_ALLOC_SIZE(cpu + 1);
	set = CPU_ALLOC(cpu + 1);
	if (!set)
		return -ENOMEM;
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	if (sched_setaffinity(0, size, set))
		err = -errno;
	CPU_FREE(set);
	return err;
}
