/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_PAGEFAULT_KERNEL_TIME_H
#define BENCH_PAGEFAULT_KERNEL_TIME_H

#include <stddef.h>
#include <sys/types.h>
#include <linux/types.h>

struct pagefault_kernel_time;

/**
 * struct pagefault_clears - what a thread spent in the kernel's clearing function
 * @ns: time in it
 * @calls: how often it was called
 */
struct pagefault_clears {
	u64	ns;
	u64	calls;
};

struct pagefault_kernel_time *pagefault_kernel_time__new(char *err, size_t len);
void pagefault_kernel_time__delete(struct pagefault_kernel_time *kt);
int pagefault_kernel_time__watch(struct pagefault_kernel_time *kt, pid_t tid);
int pagefault_kernel_time__read(struct pagefault_kernel_time *kt, pid_t tid,
				struct pagefault_clears *clears);

#endif /* BENCH_PAGEFAULT_KERNEL_TIME_H */
