/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_ERROR_H
#define BENCH_HARNESS_ERROR_H

/* Exit code of perf's own usage errors. */
#define BENCH_EXIT_USAGE	129
#define BENCH_EXIT_INTERRUPTED	130

int bench_options__error(const char *option, const char *text, const char *allowed);

#endif /* BENCH_HARNESS_ERROR_H */
