/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_PAGEFAULT_KERNEL_TIME_BPF_H
#define BENCH_PAGEFAULT_KERNEL_TIME_BPF_H

/* What the BPF program and its loader share. */

#include <linux/types.h>

/* As many workers as a run can have. */
#define PAGEFAULT_BPF_THREADS	4096

/**
 * struct pagefault_bpf_thread - a thread whose page clearing is timed
 * @start: when the call began that it is in, 0: in none
 * @ns: time in all calls
 * @calls: number of them
 */
struct pagefault_bpf_thread {
	__u64	start;
	__u64	ns;
	__u64	calls;
};

#endif /* BENCH_PAGEFAULT_KERNEL_TIME_BPF_H */
