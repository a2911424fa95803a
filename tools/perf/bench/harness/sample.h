/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_SAMPLE_H
#define BENCH_HARNESS_SAMPLE_H

#include "baseline.h"
#include "sampler.h"

/* In place of a pass: a sample that is thrown away, with nothing counted. */
#define BENCH_SAMPLE_WARM_UP	(-1)

/**
 * struct bench_sample - one sample of a case
 * @value: the workload's metrics, NAN where the clock could not tell
 * @shortest_ns: what the headline's part took the fastest of its workers
 * @spread: slowest of these / fastest - 1, NAN for one
 */
struct bench_sample {
	double	value[BENCH_METRICS_MAX];
	u64	shortest_ns;
	double	spread;
};

enum bench_unit bench_sample__unit(const struct bench_plan *plan, const struct bench_metric *m);
int bench_sample__take(struct bench_sample *sample, struct bench_sampler *s,
		       const struct bench_case *c, int threads, u64 loops, int pass,
		       struct bench_baseline *baselines);
int bench_sample__fold(const struct bench_sample *sample, struct bench_sampler *s,
		       int threads, u64 loops, int pass, struct bench_case_result *cr);

#endif /* BENCH_HARNESS_SAMPLE_H */
