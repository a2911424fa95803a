/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_CREW_H
#define BENCH_HARNESS_CREW_H

#include "workload.h"

/*
 * The threads (or processes) that do the work. Worker 0 is the main thread, so that a
 * run with one thread hands nothing over. Everything that workers and leader share
 * lies in mappings of bench_crew__map(), so that processes work just like threads.
 */

struct bench_crew;

/**
 * struct bench_job - what the leader has the workers do
 * @fn: run in each worker; 0 or -errno with the text left in the worker
 * @c: case, put into w->c
 * @loops: for the workload's parts
 * @pass: for samples: which events are counted
 * @arg: @fn's own
 *
 * It is copied; pointers in it must have been valid before bench_crew__new().
 */
struct bench_job {
	int			(*fn)(struct bench_worker *w, const struct bench_job *job);
	const struct bench_case	*c;
	u64			loops;
	int			pass;
	u64			arg;
};

void *bench_crew__map(const struct bench_plan *plan, size_t len);
struct bench_crew *bench_crew__new(const struct bench_plan *plan, char *err, size_t errlen);
void bench_crew__delete(struct bench_crew *crew);
int bench_crew__call(struct bench_crew *crew, int nr, const struct bench_job *job);
struct bench_worker *bench_crew__worker(struct bench_crew *crew, int index);
int bench_crew__barrier(struct bench_worker *w);
void bench_crew__forget(struct bench_crew *crew);
const char *bench_crew__error(struct bench_crew *crew);

#endif /* BENCH_HARNESS_CREW_H */
