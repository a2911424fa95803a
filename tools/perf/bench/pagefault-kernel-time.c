// SPDX-License-Identifier: GPL-2.0
/*
 * Time inside the kernel's function that clears a huge page, told apart from the rest of
 * a page fault by a BPF program at its entry and exit.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "pagefault-kernel-time.h"

#ifdef HAVE_PAGEFAULT_BPF
#include <sys/stat.h>
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include "pagefault-kernel-time-bpf.h"
#include "pagefault-kernel-time.skel.h"

/*
 * Newest first: since 6.11, up to 6.10; the last one is called by both for pages beyond the
 * buddy allocator's, and of use only where they are not there to be traced.
 */
static const char * const candidates[] = {
	"folio_zero_user",
	"clear_huge_page",
	"clear_gigantic_page",
};

/**
 * struct pagefault_kernel_time - the loaded BPF program
 * @skel: its skeleton
 * @threads: its map of threads
 * @function: what it is attached to
 */
struct pagefault_kernel_time {
	struct pagefault_kernel_time_bpf	*skel;
	int					threads;
	const char				*function;
};

static int say_nothing(enum libbpf_print_level level __maybe_unused,
		       const char *fmt __maybe_unused, va_list ap __maybe_unused)
{
	return 0;
}

static const char *find_function(char *err, size_t len)
{
	struct btf *btf = btf__load_vmlinux_btf();
	const char *found = NULL;
	unsigned int i;

	if (!btf) {
		snprintf(err, len, "this kernel has no BTF (%s)", strerror(errno));
		return NULL;
	}
	for (i = 0; i < ARRAY_SIZE(candidates) && !found; i++) {
		if (btf__find_by_name_kind(btf, candidates[i], BTF_KIND_FUNC) > 0)
			found = candidates[i];
	}
	btf__free(btf);
	if (!found)
		snprintf(err, len, "this kernel has none of %s, %s and %s to trace", candidates[0],
			 candidates[1], candidates[2]);
	return found;
}

static int load(struct pagefault_kernel_time *kt, char *err, size_t len)
{
	struct pagefault_kernel_time_bpf *skel;
	struct stat pidns;
	int ret;

	if (stat("/proc/self/ns/pid", &pidns)) {
		ret = -errno;
		snprintf(err, len, "/proc/self/ns/pid: %s", strerror(-ret));
		return ret;
	}
	skel = pagefault_kernel_time_bpf__open();
	if (!skel) {
		ret = -errno;
		snprintf(err, len, "BPF program: %s", strerror(-ret));
		return ret;
	}
	kt->skel = skel;
	skel->rodata->pidns_dev = pidns.st_dev;
	skel->rodata->pidns_ino = pidns.st_ino;
	ret = bpf_program__set_attach_target(skel->progs.clear_enter, 0, kt->function);
	if (!ret)
		ret = bpf_program__set_attach_target(skel->progs.clear_exit, 0, kt->function);
	if (!ret)
		ret = pagefault_kernel_time_bpf__load(skel);
	if (!ret)
		ret = pagefault_kernel_time_bpf__attach(skel);
	if (ret) {
		snprintf(err, len, "fentry and fexit of %s: %s", kt->function, strerror(-ret));
		return ret;
	}
	kt->threads = bpf_map__fd(skel->maps.threads);
	return 0;
}

/**
 * pagefault_kernel_time__new - trace the kernel's clearing function
 * @err: filled with one line if that cannot be
 * @len: its length
 *
 * Processes that are forked afterwards can use it as well.
 *
 * Return: NULL if it cannot be traced.
 */
struct pagefault_kernel_time *pagefault_kernel_time__new(char *err, size_t len)
{
	struct pagefault_kernel_time *kt = calloc(1, sizeof(*kt));
	libbpf_print_fn_t old;
	int ret = -ENOENT;

	if (!kt) {
		snprintf(err, len, "no memory");
		return NULL;
	}
	/* What libbpf has to say of a refusal is long; @err is one line. */
	old = libbpf_set_print(say_nothing);
	kt->function = find_function(err, len);
	if (kt->function)
		ret = load(kt, err, len);
	libbpf_set_print(old);
	if (!ret)
		return kt;
	pagefault_kernel_time__delete(kt);
	return NULL;
}

/**
 * pagefault_kernel_time__delete - stop tracing
 * @kt: may be NULL
 */
void pagefault_kernel_time__delete(struct pagefault_kernel_time *kt)
{
	if (!kt)
		return;
	pagefault_kernel_time_bpf__destroy(kt->skel);
	free(kt);
}

/**
 * pagefault_kernel_time__watch - time a thread's clearing from now on
 * @kt: the tracing
 * @tid: the thread; harmless if it is watched already
 *
 * Return: 0 or -errno.
 */
int pagefault_kernel_time__watch(struct pagefault_kernel_time *kt, pid_t tid)
{
	struct pagefault_bpf_thread none = { };
	__u32 key = tid;
	int ret = bpf_map_update_elem(kt->threads, &key, &none, BPF_NOEXIST);

	return ret == -EEXIST ? 0 : ret;
}

/**
 * pagefault_kernel_time__read - what a thread has spent so far
 * @kt: the tracing
 * @tid: the thread, which is watched
 * @clears: filled
 *
 * Return: 0 or -errno.
 */
int pagefault_kernel_time__read(struct pagefault_kernel_time *kt, pid_t tid,
				struct pagefault_clears *clears)
{
	struct pagefault_bpf_thread t;
	__u32 key = tid;
	int ret = bpf_map_lookup_elem(kt->threads, &key, &t);

	if (ret)
		return ret;
	clears->ns = t.ns;
	clears->calls = t.calls;
	return 0;
}

#else /* HAVE_PAGEFAULT_BPF */

struct pagefault_kernel_time *pagefault_kernel_time__new(char *err, size_t len)
{
	snprintf(err, len, "this perf was built without clang, bpftool or libbpf");
	return NULL;
}

void pagefault_kernel_time__delete(struct pagefault_kernel_time *kt __maybe_unused)
{
}

int pagefault_kernel_time__watch(struct pagefault_kernel_time *kt __maybe_unused,
				 pid_t tid __maybe_unused)
{
	return -EOPNOTSUPP;
}

int pagefault_kernel_time__read(struct pagefault_kernel_time *kt __maybe_unused,
				pid_t tid __maybe_unused,
				struct pagefault_clears *clears __maybe_unused)
{
	return -EOPNOTSUPP;
}

#endif /* HAVE_PAGEFAULT_BPF */
