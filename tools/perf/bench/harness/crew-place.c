// SPDX-License-Identifier: GPL-2.0
/*
 * Where a worker runs: on the CPU that -C gives it, or on the CPUs of the node that -N
 * names. That the kernel did what it was asked for is looked at afterwards.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "crew-place.h"
#include "node.h"
#include "plan.h"

/* More CPUs than any kernel can be configured for. */
#define CPUS_MAX	65536

/**
 * bench_affinity__save - read the CPUs that the calling thread may run on
 * @a: filled; freed by bench_affinity__restore()
 *
 * The kernel wants room for all CPUs that it could have, so the mask grows until it fits.
 *
 * Return: 0 or -errno.
 */
int bench_affinity__save(struct bench_affinity *a)
{
	int nr, err = -EINVAL;

	for (nr = CPU_SETSIZE; nr <= CPUS_MAX && err == -EINVAL; nr *= 2) {
		a->size = CPU_ALLOC_SIZE(nr);
		a->set = CPU_ALLOC(nr);
		if (!a->set)
			return -ENOMEM;
		CPU_ZERO_S(a->size, a->set);
		if (!sched_getaffinity(0, a->size, a->set))
			return 0;
		err = -errno;
		CPU_FREE(a->set);
		a->set = NULL;
	}
	return err;
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
	CPU_FREE(a->set);
	a->set = NULL;
}

static int pin(struct bench_worker *w, u64 cpu)
{
	unsigned int now = 0, node;
	cpu_set_t *set;
	size_t size;
	int err = 0;

	if (cpu >= CPUS_MAX)
		return bench_worker__fail(w, -EINVAL, "CPU %" PRIu64 ": no such CPU", cpu);

	size = CPU_ALLOC_SIZE(cpu + 1);
	set = CPU_ALLOC(cpu + 1);
	if (!set)
		return bench_worker__fail(w, -ENOMEM, "no memory for a CPU mask");
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	if (sched_setaffinity(0, size, set))
		err = -errno;
	CPU_FREE(set);
	if (err == -EINVAL)
		return bench_worker__fail(w, err,
					  "CPU %" PRIu64 ": not online, or not in our cpuset",
					  cpu);
	if (err)
		return bench_worker__fail(w, err, "CPU %" PRIu64 ": %s", cpu, strerror(-err));

	if (syscall(SYS_getcpu, &now, &node, NULL) || now != cpu)
		return bench_worker__fail(w, -ENXIO, "CPU %" PRIu64 ": pinned, but runs on CPU %u",
					  cpu, now);
	w->cpu = (int)cpu;
	return 0;
}

/**
 * bench_worker__place - put the calling worker where the plan wants it
 * @w: the worker; its @cpu and @node are set
 *
 * A CPU list goes before the node: the workers are pinned and only memory is bound.
 *
 * Return: 0, or -errno with the text left in the worker.
 */
int bench_worker__place(struct bench_worker *w)
{
	const struct bench_plan *plan = w->plan;
	char err[sizeof(w->error)];
	int ret;

	w->cpu = -1;
	w->node = plan->node;
	if (plan->cpus.nr)
		return pin(w, plan->cpus.v[w->index % plan->cpus.nr]);
	if (plan->node < 0)
		return 0;
	ret = bench_node__run(plan->node, err, sizeof(err));
	return ret ? bench_worker__fail(w, ret, "%s", err) : 0;
}
