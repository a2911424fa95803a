// SPDX-License-Identifier: GPL-2.0
/*
 * SIGBUS is what a process gets that touches a huge page which cannot be had: the pool
 * ran dry behind its back, its node has none, or its cgroup may have no more. It is
 * caught in the thread that touched, and told.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "hugepages.h"
#include "sigbus.h"
#include "size.h"
#include "workload.h"

/* A job, and a region that is faulted in within it. */
#define DEPTH_MAX	4

/* What a signal handler needs can only be static. */
static __thread struct {
	sigjmp_buf	env[DEPTH_MAX];
	void		*addr;
	int		code;
	int		depth;
} armed;

static struct {
	struct sigaction	old;
	int			users;
} installed;

/* Deeper than anything here goes, the innermost one is lost: which only ends more. */
static sigjmp_buf *env_now(void)
{
	return &armed.env[min(armed.depth, DEPTH_MAX) - 1];
}

static void handler(int sig, siginfo_t *info, void *context __maybe_unused)
{
	/* Sent by somebody, or nobody waits for it: as if there were no handler. */
	if (info->si_code <= 0 || !armed.depth) {
		signal(sig, SIG_DFL);
		if (info->si_code <= 0)
			raise(sig);
		return;
	}
	armed.addr = info->si_addr;
	armed.code = info->si_code;
	siglongjmp(*env_now(), 1);
}

/**
 * bench_sigbus__install - catch SIGBUS from now on
 *
 * Several users nest; the main thread's only.
 *
 * Return: 0 or -errno.
 */
int bench_sigbus__install(void)
{
	/* Left unblocked in the handler, so that leaving it by a jump needs no mask. */
	struct sigaction act = {
		.sa_sigaction = handler,
		.sa_flags = SA_SIGINFO | SA_NODEFER,
	};

	if (!installed.users && sigaction(SIGBUS, &act, &installed.old))
		return -errno;
	installed.users++;
	return 0;
}

/**
 * bench_sigbus__remove - undo one bench_sigbus__install()
 */
void bench_sigbus__remove(void)
{
	if (installed.users && !--installed.users)
		sigaction(SIGBUS, &installed.old, NULL);
}

/**
 * bench_sigbus__arm - from now on a SIGBUS in this thread jumps
 *
 * Return: where to; the caller must call sigsetjmp(*env, 0) at once, in a function that
 * does not return before bench_sigbus__disarm(). May be nested, four deep.
 */
sigjmp_buf *bench_sigbus__arm(void)
{
	armed.depth++;
	return env_now();
}

/**
 * bench_sigbus__disarm - undo one bench_sigbus__arm(), jumped or not
 */
void bench_sigbus__disarm(void)
{
	if (armed.depth)
		armed.depth--;
}

/**
 * bench_sigbus__text - say what the SIGBUS that was just caught in this thread means
 * @base: mapping that was being touched
 * @len: its length, 0: not known
 * @page: its page size in bytes
 * @node: node it is bound to, -1: none
 * @buf: filled with one line: the page, and the limits that may have been in the way
 * @size: its length
 *
 * Return: -EFAULT.
 */
int bench_sigbus__text(const void *base, size_t len, size_t page, int node, char *buf, size_t size)
{
	size_t offset = (char *)armed.addr - (char *)base;
	char str[BENCH_SIZE_STR_MAX];
	size_t n;

	if (!page || armed.addr < base || offset >= len) {
		snprintf(buf, size, "SIGBUS: fault at address %p", armed.addr);
		return -EFAULT;
	}
	n = scnprintf(buf, size, "SIGBUS: fault at page %zu of %zu (%s pages", offset / page + 1,
		      len / page + !!(len % page), bench_size__str(page, str, sizeof(str)));
	if (node >= 0)
		n += scnprintf(buf + n, size - n, ", node %d", node);
	n += scnprintf(buf + n, size - n, "): ");

	if (armed.code == BUS_MCEERR_AR || armed.code == BUS_MCEERR_AO)
		scnprintf(buf + n, size - n, "the memory is broken (machine check)");
	else if (page > (size_t)sysconf(_SC_PAGESIZE) && bench_hugepages__supported(page))
		bench_hugepages__limits(page, node, buf + n, size - n);
	else
		scnprintf(buf + n, size - n, "nothing behind it, as beyond the end of a file");
	return -EFAULT;
}
