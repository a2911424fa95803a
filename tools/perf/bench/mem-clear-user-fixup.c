// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel's page fault handler does for clear_user(), in user space: when a store
 * faults that has an entry in the exception table, go on at the entry's fixup.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <ucontext.h>
#include <linux/compiler.h>
#include "mem-clear-extable.h"
#include "mem-clear-user-functions.h"

#ifdef HAVE_ARCH_X86_64_SUPPORT

/* What a signal handler needs can only be static. */
static struct {
	struct sigaction	old;
	int			users;
} installed;

static uintptr_t address(const s32 *distance)
{
	return (uintptr_t)distance + *distance;
}

static uintptr_t find_fixup(uintptr_t ip)
{
	const struct clear_extable_entry *e;

	for (e = __start_bench_extable; e < __stop_bench_extable; e++) {
		if (address(&e->from) == ip)
			return address(&e->to);
	}
	return 0;
}

static void handler(int sig __maybe_unused, siginfo_t *info __maybe_unused, void *context)
{
	greg_t *ip = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
	uintptr_t fixup = find_fixup(*ip);

	if (fixup)
		*ip = fixup;
	else	/* none of ours: it faults again, and then as if we were not there */
		sigaction(SIGSEGV, &installed.old, NULL);
}

/**
 * clear_user_fixup__install - let faults of our functions go on at their fixups
 *
 * In whatever thread they happen. Only the main thread calls this; calls nest.
 *
 * Return: 0 or -errno.
 */
int clear_user_fixup__install(void)
{
	struct sigaction act = {
		.sa_sigaction = handler,
		.sa_flags = SA_SIGINFO | SA_NODEFER,
	};

	if (!installed.users && sigaction(SIGSEGV, &act, &installed.old))
		return -errno;
	installed.users++;
	return 0;
}

/**
 * clear_user_fixup__remove - undo one clear_user_fixup__install()
 */
void clear_user_fixup__remove(void)
{
	if (installed.users && !--installed.users)
		sigaction(SIGSEGV, &installed.old, NULL);
}

#else

int clear_user_fixup__install(void)
{
	return -EOPNOTSUPP;
}

void clear_user_fixup__remove(void)
{
}

#endif /* HAVE_ARCH_X86_64_SUPPORT */
