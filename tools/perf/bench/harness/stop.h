/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_STOP_H
#define BENCH_HARNESS_STOP_H

#include <signal.h>

struct bench_plan;

volatile sig_atomic_t *bench_stop__catch(const struct bench_plan *plan);
void bench_stop__release(void);

#endif /* BENCH_HARNESS_STOP_H */
