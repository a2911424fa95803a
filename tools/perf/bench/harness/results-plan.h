/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_RESULTS_PLAN_H
#define BENCH_HARNESS_RESULTS_PLAN_H

#include "plan.h"
#include "results.h"

int bench_plan__fill_results(const struct bench_plan *plan, struct bench_results *res);
int bench_plan__note_cases(const struct bench_plan *plan, struct bench_results *res);

#endif /* BENCH_HARNESS_RESULTS_PLAN_H */
