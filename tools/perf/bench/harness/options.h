/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_OPTIONS_H
#define BENCH_HARNESS_OPTIONS_H

#include "plan.h"

int bench_options__parse(struct bench_options *opts, const struct bench_workload *w,
			 int argc, const char **argv);

#endif /* BENCH_HARNESS_OPTIONS_H */
