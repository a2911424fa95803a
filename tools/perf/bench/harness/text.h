/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_TEXT_H
#define BENCH_HARNESS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

size_t bench_text__utf8(const char *text, unsigned int *code);
bool bench_text__has_ending(const char *name, const char *ending);
void bench_text__make_printable(char *text);

#endif /* BENCH_HARNESS_TEXT_H */
