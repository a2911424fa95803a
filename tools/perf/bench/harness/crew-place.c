// SPDX-License-Identifier: GPL-2.0
/*
 * Where a worker runs: on the CPU that -C, or the plan, gives it, or on the CPUs of the node
 * that -N names. That the kernel did what it was asked for is looked at afterwards.
 */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "affinity.h"
#include "crew-place.h"
#include "node.h"
#include "plan.h"

static int pin(struct bench_worker *w, int cpu)
{
	unsigned int now = 0, node;
	int err = bench_affinity__pin(cpu);

	if (err == -EINVAL)
		return bench_worker__fail(w, err, "CPU %d: not online, or not in our cpuset", cpu);
	if (err)
		return bench_worker__fail(w, err, "CPU %d: %s", cpu, strerror(-err));
	if (syscall(SYS_getcpu, &now, &node, NULL) || (int)now != cpu)
		return bench_worker__fail(w, -ENXIO, "CPU %d: pinned, but runs on CPU %u", cpu,
					  now);
	w->cpu = cpu;
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
		return pin(w, (int)plan->cpus.v[w->index % plan->cpus.nr]);
	if (plan->node < 0)
		return 0;
	ret = bench_node__run(plan->node, err, sizeof(err));
	return ret ? bench_worker__fail(w, ret, "%s", err) : 0;
}
