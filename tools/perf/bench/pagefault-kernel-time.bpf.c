// SPDX-License-Identifier: GPL-2.0
/* How long the kernel's clearing function takes, for the threads that asked. */
#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include "pagefault-kernel-time-bpf.h"

char _license[] SEC("license") = "GPL";

/* The PID namespace that the thread IDs are of. */
const volatile __u64 pidns_dev;
const volatile __u64 pidns_ino;

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, PAGEFAULT_BPF_THREADS);
	__type(key, __u32);
	__type(value, struct pagefault_bpf_thread);
} threads SEC(".maps");

static struct pagefault_bpf_thread *this_thread(void)
{
	struct bpf_pidns_info id = { };

	if (bpf_get_ns_current_pid_tgid(pidns_dev, pidns_ino, &id, sizeof(id)))
		return 0;
	return bpf_map_lookup_elem(&threads, &id.pid);
}

SEC("fentry")
int BPF_PROG(clear_enter)
{
	struct pagefault_bpf_thread *t = this_thread();

	if (t)
		t->start = bpf_ktime_get_ns();
	return 0;
}

SEC("fexit")
int BPF_PROG(clear_exit)
{
	__u64 now = bpf_ktime_get_ns();
	struct pagefault_bpf_thread *t = this_thread();

	if (t && t->start) {
		t->ns += now - t->start;
		t->calls++;
		t->start = 0;
	}
	return 0;
}
