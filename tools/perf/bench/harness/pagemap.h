/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_PAGEMAP_H
#define BENCH_HARNESS_PAGEMAP_H

#include <stddef.h>
#include <linux/types.h>

int bench_pagemap__huge_bytes(const void *addr, size_t len, u64 *bytes);

#endif /* BENCH_HARNESS_PAGEMAP_H */
