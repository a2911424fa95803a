/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_NODE_H
#define BENCH_HARNESS_NODE_H

#include <stdbool.h>
#include <stddef.h>

int bench_node__run(int node, char *err, size_t errlen);
bool bench_node__has_cpu(int node, int cpu);
int bench_node__bind(void *addr, size_t len, int node, char *err, size_t errlen);
int bench_node__bind_thread(int node, char *err, size_t errlen);
bool bench_node__stop_balancing(void);
void bench_node__resume_balancing(void);
int bench_node__verify(const void *addr, size_t len, size_t page, int node, char *err,
		       size_t errlen);

#endif /* BENCH_HARNESS_NODE_H */
