/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_CONTROL_H
#define BENCH_HARNESS_CONTROL_H

#include <stddef.h>

/* How long a perf stat may take to answer. */
#define BENCH_CONTROL_TIMEOUT_MS	5000

/*
 * The client's side of perf stat's --control: a perf stat around the benchmark counts
 * only while it is told to.
 */

struct bench_control;

struct bench_control *bench_control__open(const char *text, char *err, size_t len);
void bench_control__close(struct bench_control *control);
int bench_control__enable(void *control);
int bench_control__disable(void *control);
void bench_control__set_timeout(struct bench_control *control, int ms);
const char *bench_control__strerror(int error);

#endif /* BENCH_HARNESS_CONTROL_H */
