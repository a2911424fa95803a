/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_PROGRESS_H
#define BENCH_HARNESS_PROGRESS_H

#include <stdbool.h>
#include <linux/types.h>

bool bench_progress__wanted(void);
void bench_progress__tell(double share, u64 left_ns);
void bench_progress__clear(void);

#endif /* BENCH_HARNESS_PROGRESS_H */
