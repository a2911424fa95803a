/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_REPORT_H
#define BENCH_HARNESS_REPORT_H

#include <stdio.h>
#include "plan.h"
#include "results.h"

int bench_report__format(const char *text, enum bench_report_format *format);
int bench_report__print(const struct bench_results *res, enum bench_report_format format,
			FILE *out);

#endif /* BENCH_HARNESS_REPORT_H */
