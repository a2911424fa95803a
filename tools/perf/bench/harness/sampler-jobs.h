/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_SAMPLER_JOBS_H
#define BENCH_HARNESS_SAMPLER_JOBS_H

#include "crew.h"

/* Jobs of the crew, the sampler's own. */
int bench_job__map(struct bench_worker *w, const struct bench_job *job);
int bench_job__prepare(struct bench_worker *w, const struct bench_job *job);
int bench_job__check(struct bench_worker *w, const struct bench_job *job);
int bench_job__finish(struct bench_worker *w, const struct bench_job *job);
int bench_job__unmap(struct bench_worker *w, const struct bench_job *job);

#endif /* BENCH_HARNESS_SAMPLER_JOBS_H */
