// SPDX-License-Identifier: GPL-2.0
/* One line on the terminal while a long run goes on. */
#include <stdio.h>
#include <unistd.h>
#include "clock.h"
#include "progress.h"

/* Nothing is shown of runs shorter than this, and no more often than this. */
#define QUIET_NS	2000000000ULL
#define STEP_NS		200000000ULL

/* A terminal has one such line, so that its state is the process's. */
static struct {
	u64	first_ns;
	u64	last_ns;
	bool	shown;
} line;

/**
 * bench_progress__wanted - whether somebody looks
 */
bool bench_progress__wanted(void)
{
	return isatty(STDERR_FILENO);
}

/**
 * bench_progress__tell - show how far the run is
 * @share: part that is done, 0..1
 * @left_ns: estimate of the time left
 */
void bench_progress__tell(double share, u64 left_ns)
{
	u64 now = bench_clock__read(CLOCK_MONOTONIC);

	if (now == BENCH_CLOCK_UNKNOWN)
		return;
	if (!line.first_ns)
		line.first_ns = now;
	/* A run of which little is left when it becomes long is not worth a line. */
	if (!line.shown && now - line.first_ns + left_ns < QUIET_NS)
		return;
	if (line.last_ns && now - line.last_ns < STEP_NS)
		return;
	line.last_ns = now;
	line.shown = true;
	fprintf(stderr, "\r%3.0f%%, %llu s left \033[K", share * 100,
		(unsigned long long)((left_ns + 999999999ULL) / 1000000000ULL));
}

/**
 * bench_progress__clear - take the line away again, before anything else is printed
 */
void bench_progress__clear(void)
{
	if (line.shown)
		fprintf(stderr, "\r\033[K");
	line.first_ns = 0;
	line.last_ns = 0;
	line.shown = false;
}
