/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_COUNTERS_H
#define BENCH_HARNESS_COUNTERS_H

#include <math.h>
#include "crew.h"
#include "plan.h"
#include "results.h"

/*
 * perf events round the counted part of a sample. The events are parsed once, before
 * the crew is there; each worker opens its own copies on itself. Events that do not fit
 * the PMU together are spread over passes: round r measures pass r % nr_passes.
 */

struct perf_event_attr;
struct bench_crew;
struct bench_counters;

/**
 * struct bench_pmu_ops - the kernel's interface, or a test's script in its place
 * @open: as perf_event_open(2) on the calling thread, any CPU; fd or -errno
 * @enable: start counting a leader and its group; 0 or -errno
 * @disable: stop counting
 * @read: value, time enabled, time running since @open; 0 or -errno
 * @close: close the fd
 * @ctx: handed to each
 */
struct bench_pmu_ops {
	int	(*open)(void *ctx, struct perf_event_attr *attr, int group_fd);
	int	(*enable)(void *ctx, int fd);
	int	(*disable)(void *ctx, int fd);
	int	(*read)(void *ctx, int fd, struct bench_count *count);
	void	(*close)(void *ctx, int fd);
	void	*ctx;
};

/* counters-pmu.c: perf_event_open(2) */
extern const struct bench_pmu_ops bench_pmu_ops__kernel;

struct bench_counters *bench_counters__new(const struct bench_plan *plan,
					   const struct bench_pmu_ops *ops, char *err, size_t len);
void bench_counters__delete(struct bench_counters *ctr);
int bench_counters__nr(const struct bench_counters *ctr);
int bench_counters__nr_passes(const struct bench_counters *ctr);
const char *bench_counters__cycles_name(const struct bench_counters *ctr);
int bench_counters__open(struct bench_counters *ctr, struct bench_worker *w);
void bench_counters__close(struct bench_counters *ctr, struct bench_worker *w);
void bench_counters__enable(struct bench_counters *ctr, struct bench_worker *w, int pass);
void bench_counters__disable(struct bench_counters *ctr, struct bench_worker *w, int pass);
void bench_counters__collect(struct bench_counters *ctr, struct bench_worker *w, int pass);

/* counters-fold.c: from the workers' counts to a case's result */
int bench_counters__fold(struct bench_counters *ctr, struct bench_crew *crew, int nr, int pass,
			 u64 loops, struct bench_case_result *cr);
double bench_counters__cycles(struct bench_counters *ctr, struct bench_crew *crew, int nr);
int bench_counters__settle(struct bench_counters *ctr, struct bench_results *res);

/* counters-hint.c: why events are missing */
const char *bench_counters__hint(struct bench_counters *ctr);

/**
 * bench_count__scaled - a count as if it had been on the PMU all the time
 * @count: of one worker
 *
 * Return: the count, NAN if it never was on the PMU.
 */
static inline double bench_count__scaled(const struct bench_count *count)
{
	if (!count->running)
		return NAN;
	if (count->running >= count->enabled)
		return count->value;
	return (double)count->value * count->enabled / count->running;
}

#endif /* BENCH_HARNESS_COUNTERS_H */
