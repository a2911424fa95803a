/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_OUTPUT_H
#define BENCH_HARNESS_OUTPUT_H

#include <stdbool.h>
#include "plan.h"
#include "results.h"

/**
 * struct bench_output - the file of -o
 * @path: its path, NULL: none
 * @fd: open for writing, -1: none; as it was until bench_output__write()
 * @created: it was not there before: removed again if nothing is written
 */
struct bench_output {
	const char	*path;
	int		fd;
	bool		created;
};

int bench_output__check(const struct bench_plan *plan);
int bench_output__open(struct bench_output *out, const struct bench_plan *plan);
void bench_output__buffer(void);
void bench_output__header(const struct bench_plan *plan);
int bench_output__write(struct bench_output *out, const struct bench_plan *plan,
			const struct bench_results *res);
void bench_output__close(struct bench_output *out);

#endif /* BENCH_HARNESS_OUTPUT_H */
