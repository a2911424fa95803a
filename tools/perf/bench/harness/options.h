/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_OPTIONS_H
#define BENCH_HARNESS_OPTIONS_H

#include "plan.h"

/* Exit code of perf's own usage errors. */
#define BENCH_EXIT_USAGE	129
#define BENCH_EXIT_INTERRUPTED	130

int bench_options__parse(struct bench_options *opts, const struct bench_workload *w,
			 int argc, const char **argv);
int bench_options__error(const char *option, const char *text, const char *allowed);

#endif /* BENCH_HARNESS_OPTIONS_H */
