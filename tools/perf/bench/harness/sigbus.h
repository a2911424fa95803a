/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_SIGBUS_H
#define BENCH_HARNESS_SIGBUS_H

#include <setjmp.h>
#include <stddef.h>

/* SIGBUS: caught in any worker, told as "fault at page N of M". */
int bench_sigbus__install(void);
void bench_sigbus__remove(void);
sigjmp_buf *bench_sigbus__arm(void);
void bench_sigbus__disarm(void);
int bench_sigbus__text(const void *base, size_t len, size_t page, int node, char *buf, size_t size);

#endif /* BENCH_HARNESS_SIGBUS_H */
