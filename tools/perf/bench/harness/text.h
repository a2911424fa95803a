/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_TEXT_H
#define BENCH_HARNESS_TEXT_H

void bench_text__make_printable(char *text);

#endif /* BENCH_HARNESS_TEXT_H */
