// SPDX-License-Identifier: GPL-2.0
/*
 * NUMA nodes: run on one, have memory from one, and see that it is so. All of it is
 * libnuma's; a perf that was built without it says so.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef HAVE_LIBNUMA_SUPPORT
#include <numa.h>
#include <numaif.h>
#endif
#include <linux/kernel.h>
#include "node.h"

#ifdef HAVE_LIBNUMA_SUPPORT

/* How many pages are asked for their node. */
enum { SAMPLE_MAX = 256 };

static int node__check(int node, char *err, size_t errlen)
{
	if (numa_available() < 0) {
		snprintf(err, errlen, "node %d: this kernel has no NUMA support", node);
		return -EOPNOTSUPP;
	}
	if (node >= 0 && node <= numa_max_node() &&
	    numa_bitmask_isbitset(numa_all_nodes_ptr, node))
		return 0;
	snprintf(err, errlen,
		 "node %d: not there, without memory, or not allowed here; the highest is %d",
		 node, numa_max_node());
	return -EINVAL;
}

static bool node__has_cpus(int node)
{
	struct bitmask *cpus = numa_allocate_cpumask();
	bool has;

	has = numa_node_to_cpus(node, cpus) || numa_bitmask_weight(cpus);
	numa_free_cpumask(cpus);
	return has;
}

/**
 * bench_node__run - have the calling thread run on a node's CPUs
 * @node: the node; one that is memory only (CXL) leaves the thread where it is
 * @err: filled with one line if it fails
 * @errlen: its length
 *
 * Return: 0 or -errno; -EXDEV if the kernel agreed but the thread runs elsewhere.
 */
int bench_node__run(int node, char *err, size_t errlen)
{
	unsigned int cpu, now = 0;
	int ret = node__check(node, err, errlen);

	if (ret || !node__has_cpus(node))
		return ret;
	if (numa_run_on_node(node)) {
		ret = -errno;
		snprintf(err, errlen, "node %d: cannot run on its CPUs: %s", node, strerror(-ret));
		return ret;
	}
	if (syscall(SYS_getcpu, &cpu, &now, NULL) || now != (unsigned int)node) {
		snprintf(err, errlen, "node %d: bound to its CPUs, but runs on node %u", node, now);
		return -EXDEV;
	}
	return 0;
}

/**
 * bench_node__has_cpu - whether a CPU is one of a node's
 * @node: the node; of one that is memory only (CXL) any CPU is as good
 * @cpu: the CPU
 */
bool bench_node__has_cpu(int node, int cpu)
{
	return numa_available() < 0 || !node__has_cpus(node) || numa_node_of_cpu(cpu) == node;
}

/**
 * bench_node__bind - have memory come from a node only
 * @addr: start of a mapping that has not been touched yet
 * @len: its length
 * @node: the node
 * @err: filled with one line if it fails
 * @errlen: its length
 *
 * Return: 0 or -errno.
 */
int bench_node__bind(void *addr, size_t len, int node, char *err, size_t errlen)
{
	struct bitmask *mask;
	int ret = node__check(node, err, errlen);

	if (ret)
		return ret;
	mask = numa_allocate_nodemask();
	numa_bitmask_setbit(mask, node);
	/* The kernel takes the number of bits plus one. */
	if (mbind(addr, len, MPOL_BIND, mask->maskp, mask->size + 1, 0)) {
		ret = -errno;
		snprintf(err, errlen, "node %d: cannot bind memory to it: %s", node,
			 strerror(-ret));
	}
	numa_free_nodemask(mask);
	return ret;
}

/**
 * bench_node__bind_thread - have what the calling thread maps come from a node only
 * @node: the node, -1: from the one that it runs on, as is the kernel's default
 * @err: filled with one line if it fails
 * @errlen: its length
 *
 * Return: 0 or -errno.
 */
int bench_node__bind_thread(int node, char *err, size_t errlen)
{
	struct bitmask *mask;
	int ret;

	if (node < 0)
		return set_mempolicy(MPOL_LOCAL, NULL, 0) ? -errno : 0;
	ret = node__check(node, err, errlen);
	if (ret)
		return ret;
	mask = numa_allocate_nodemask();
	numa_bitmask_setbit(mask, node);
	if (set_mempolicy(MPOL_BIND, mask->maskp, mask->size + 1)) {
		ret = -errno;
		snprintf(err, errlen, "node %d: cannot bind a thread to it: %s", node,
			 strerror(-ret));
	}
	numa_free_nodemask(mask);
	return ret;
}

/**
 * bench_node__stop_balancing - keep NUMA balancing off the memory of this process
 *
 * It unmaps pages to see who touches them next. These faults would be timed and counted
 * among those of a workload, that of its program text and stack included. Memory comes from
 * where it came from before; a policy that was set by numactl(8) stays.
 *
 * Return: whether anything was changed: see bench_node__resume_balancing(). Threads and
 * processes that are started later inherit it.
 */
bool bench_node__stop_balancing(void)
{
	int policy;

	return !get_mempolicy(&policy, NULL, 0, NULL, 0) && policy == MPOL_DEFAULT &&
	       !set_mempolicy(MPOL_LOCAL, NULL, 0);
}

/**
 * bench_node__resume_balancing - undo bench_node__stop_balancing()
 */
void bench_node__resume_balancing(void)
{
	set_mempolicy(MPOL_DEFAULT, NULL, 0);
}

/**
 * bench_node__verify - look whether pages are on the node where they should be
 * @addr: start of memory that was touched
 * @len: its length, a multiple of @page
 * @page: its page size in bytes
 * @node: the node
 * @err: filled with one line if it fails
 * @errlen: its length
 *
 * Looks at all pages of little memory, at 256 spread over much.
 *
 * Return: 0, -EXDEV if a page is elsewhere, or -errno if the kernel would not tell.
 */
int bench_node__verify(const void *addr, size_t len, size_t page, int node, char *err,
		       size_t errlen)
{
	size_t pages = len / page, nr = min_t(size_t, pages, SAMPLE_MAX), wrong = 0, first = 0, i;
	void *at[SAMPLE_MAX];
	int status[SAMPLE_MAX];
	int n, ret;

	if (!nr)
		return 0;
	for (i = 0; i < nr; i++) {
		/* i * pages / nr, without a product that could overflow */
		size_t index = pages / nr * i + pages % nr * i / nr;

		at[i] = (char *)addr + index * page;
		status[i] = -ENOENT;
	}
	if (move_pages(0, nr, at, NULL, status, 0) < 0) {
		ret = -errno;
		snprintf(err, errlen, "node %d: cannot see where the memory is: %s", node,
			 strerror(-ret));
		return ret;
	}
	for (i = 0; i < nr; i++) {
		if (status[i] != node && !wrong++)
			first = i;
	}
	if (!wrong)
		return 0;
	n = scnprintf(err, errlen, "node %d: %zu of %zu pages looked at are ", node, wrong, nr);
	if (status[first] < 0)
		snprintf(err + n, errlen - n, "not there: %s", strerror(-status[first]));
	else
		snprintf(err + n, errlen - n, "elsewhere, the first on node %d", status[first]);
	return -EXDEV;
}

#else /* HAVE_LIBNUMA_SUPPORT */

static int no_libnuma(int node, char *err, size_t errlen)
{
	snprintf(err, errlen, "node %d: this perf was built without libnuma; -C pins to CPUs",
		 node);
	return -EOPNOTSUPP;
}

int bench_node__run(int node, char *err, size_t errlen)
{
	return no_libnuma(node, err, errlen);
}

bool bench_node__has_cpu(int node __maybe_unused, int cpu __maybe_unused)
{
	return true;
}

int bench_node__bind(void *addr __maybe_unused, size_t len __maybe_unused, int node, char *err,
		     size_t errlen)
{
	return no_libnuma(node, err, errlen);
}

int bench_node__bind_thread(int node, char *err, size_t errlen)
{
	return no_libnuma(node, err, errlen);
}

bool bench_node__stop_balancing(void)
{
	return false;
}

void bench_node__resume_balancing(void)
{
}

int bench_node__verify(const void *addr __maybe_unused, size_t len __maybe_unused,
		       size_t page __maybe_unused, int node, char *err, size_t errlen)
{
	return no_libnuma(node, err, errlen);
}

#endif /* HAVE_LIBNUMA_SUPPORT */
