// SPDX-License-Identifier: GPL-2.0
/* SIGINT and SIGTERM: finish the sample and print what is complete, or end at once. */
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>
#include <linux/kernel.h>
#include <linux/types.h>
#include "clock.h"
#include "crew.h"
#include "error.h"
#include "hugepages.h"
#include "plan.h"
#include "stop.h"

/* timeout(1) signals its child and then the group: both times the same wish. */
#define SAME_WISH_NS	500000000ULL

static const int signals[] = { SIGINT, SIGTERM };

/* What a signal handler needs can only be static. */
static struct {
	volatile sig_atomic_t	*flag;
	volatile sig_atomic_t	own_flag;
	volatile u64		asked_ns;
	struct sigaction	old[ARRAY_SIZE(signals)];
} stop = { .flag = &stop.own_flag };

/* A sample may take minutes: who asks again does not want to wait for it. */
static void ask_stop(int sig __maybe_unused)
{
	u64 now = bench_clock__read(CLOCK_MONOTONIC);

	if (*stop.flag && now - stop.asked_ns >= SAME_WISH_NS) {
		bench_hugepages__restore();
		_exit(BENCH_EXIT_INTERRUPTED);
	}
	if (!*stop.flag)
		stop.asked_ns = now;
	*stop.flag = 1;
}

/**
 * bench_stop__catch - have SIGINT and SIGTERM set a flag
 * @plan: says whether the workers are processes, which see a flag only if it is shared
 *
 * Also where they are ignored, as shells have it for what runs in the background: perf record
 * does so too, and a script that signals its child means it.
 *
 * Return: the flag, 0 until then; NULL without memory for it. bench_stop__release() undoes it.
 */
volatile sig_atomic_t *bench_stop__catch(const struct bench_plan *plan)
{
	struct sigaction act = { .sa_handler = ask_stop };
	size_t i;

	if (plan->processes)
		stop.flag = bench_crew__map(plan, sizeof(*stop.flag));
	if (!stop.flag) {
		stop.flag = &stop.own_flag;
		return NULL;
	}
	*stop.flag = 0;
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &act, &stop.old[i]);
	return stop.flag;
}

/**
 * bench_stop__release - what was before bench_stop__catch()
 */
void bench_stop__release(void)
{
	volatile sig_atomic_t *flag = stop.flag;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaction(signals[i], &stop.old[i], NULL);
	stop.flag = &stop.own_flag;
	if (flag != &stop.own_flag)
		munmap((void *)flag, sizeof(*flag));
}
