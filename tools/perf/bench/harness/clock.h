/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_CLOCK_H
#define BENCH_HARNESS_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include <linux/types.h>

/* A reading that the kernel refused; no clock ever stands there. */
#define BENCH_CLOCK_UNKNOWN	UINT64_MAX

/**
 * struct bench_stamp - one moment on both clocks
 * @ns: CLOCK_MONOTONIC_RAW, in nanoseconds, or BENCH_CLOCK_UNKNOWN
 * @tsc: ordered TSC, in ticks; 0 where there is none
 */
struct bench_stamp {
	u64	ns;
	u64	tsc;
};

/**
 * struct bench_clock - where time comes from; tests put a scripted one in its place
 * @start: read before a timed part: TSC last, so that it stands next to the part
 * @stop: read after a timed part: TSC first
 * @cpu: CPU time of the calling thread in nanoseconds, or BENCH_CLOCK_UNKNOWN; a system
 *	call; NULL: not known
 * @now: for budgets and progress, in nanoseconds, or BENCH_CLOCK_UNKNOWN
 * @first: when it was set up
 * @tsc_hz: ticks a second, 0 if there is no invariant TSC or its rate is unknown
 * @cost_ns: what one start and stop with nothing between them read, in nanoseconds
 * @cost_tsc: likewise, in ticks; less than @cost_ns is, as the TSC is read next to the part
 */
struct bench_clock {
	void	(*start)(const struct bench_clock *clock, struct bench_stamp *stamp);
	void	(*stop)(const struct bench_clock *clock, struct bench_stamp *stamp);
	u64	(*cpu)(const struct bench_clock *clock);
	u64	(*now)(const struct bench_clock *clock);
	struct bench_stamp first;
	double	tsc_hz;
	u64	cost_ns;
	u64	cost_tsc;
};

bool bench_clock__has_tsc(void);
u64 bench_clock__read(clockid_t id);
int bench_clock__init(struct bench_clock *clock);
int bench_clock__settle(struct bench_clock *clock);

#endif /* BENCH_HARNESS_CLOCK_H */
