/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_HOST_FACTS_H
#define BENCH_HARNESS_HOST_FACTS_H

#include <linux/compiler.h>
#include "host.h"

/* Among the host-*.c only. @root stands before every path: "" or a test's tree. */

int bench_host__add_cpu(struct bench_host *host, const char *root);
int bench_host__add_kernel(struct bench_host *host, const char *root);

int bench_host__read(const char *root, char *buf, size_t len, const char *fmt, ...)
	__printf(4, 5);
int bench_host__line(const char *text, const char *key, char *buf, size_t len);
int bench_host__set_file(struct bench_host *host, const char *key, const char *root,
			 const char *path);
int bench_host__set_file_number(struct bench_host *host, const char *key, const char *root,
				const char *path);

#endif /* BENCH_HARNESS_HOST_FACTS_H */
