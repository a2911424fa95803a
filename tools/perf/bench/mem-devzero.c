// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench mem devzero: read(2) from /dev/zero, where the kernel clears user memory with
 * its own clear_user() and the whole way through the system call is paid for.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "bench.h"
#include "harness/size.h"
#include "harness/workload.h"

/* read(2) moves no more than this at once, whatever is asked for. */
#define READ_MAX	((u64)0x7ffff000)

/* The descriptor and one: where stdin is closed it is 0, and none has to be told from it. */
static void *devzero_priv(int fd)
{
	return (void *)((intptr_t)fd + 1);
}

static int devzero_fd(const struct bench_worker *w)
{
	return (int)(intptr_t)w->priv - 1;
}

static int devzero_read(struct bench_worker *w, u64 loops)
{
	int fd = devzero_fd(w);
	u64 size = w->c->axis[BENCH_AXIS_SIZE];
	ssize_t got;
	u64 done;

	for (; loops; loops--) {
		for (done = 0; done < size; done += got) {
			got = read(fd, (char *)w->mem + done, min(size - done, READ_MAX));
			if (got <= 0)
				return bench_worker__fail(w, got ? -errno : -EIO,
							  "read of /dev/zero at byte %llu: %s",
							  (unsigned long long)done,
							  got ? strerror(errno) : "end of file");
		}
	}
	return 0;
}

static void devzero_amount(const struct bench_plan *plan __maybe_unused,
			   const struct bench_case *c, int part __maybe_unused,
			   struct bench_amount *amount)
{
	amount->bytes = c->axis[BENCH_AXIS_SIZE];
	amount->ops = DIV_ROUND_UP(c->axis[BENCH_AXIS_SIZE], READ_MAX);
}

static u64 devzero_region(const struct bench_plan *plan __maybe_unused, const struct bench_case *c)
{
	return c->axis[BENCH_AXIS_SIZE];
}

static int devzero_prepare(struct bench_worker *w)
{
	int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return bench_worker__fail(w, -errno, "/dev/zero: %s", strerror(errno));
	w->priv = devzero_priv(fd);
	return 0;
}

static void devzero_finish(struct bench_worker *w)
{
	if (w->priv)
		close(devzero_fd(w));
}

/* Does a read reach all of the destination, and nothing behind it? */
static int devzero_check(struct bench_worker *w)
{
	u64 size = w->c->axis[BENCH_AXIS_SIZE];
	u8 *mem = w->mem;
	u64 i;
	int ret;

	memset(mem, 0xa5, min(size + 1, (u64)w->mem_len));
	ret = devzero_read(w, 1);
	for (i = 0; !ret && i < size; i++) {
		if (mem[i])
			ret = bench_worker__fail(w, -EILSEQ, "read left byte %llu as it was",
						 (unsigned long long)i);
	}
	if (!ret && size < w->mem_len && mem[size] != 0xa5)
		ret = bench_worker__fail(w, -EILSEQ, "read went beyond byte %llu",
					 (unsigned long long)size);
	return ret;
}

static const struct bench_function read_function = {
	.name = "read",
	.desc = "read(2) of a block into the same destination again",
};

static const struct bench_function *const functions[] = { &read_function, NULL };

static const struct bench_part parts[] = {
	{ "read", devzero_read, .counted = true },
};

static const struct bench_metric metrics[] = {
	{ .name = "bandwidth", .unit = BENCH_UNIT_BYTES_PER_SEC, .part = 0 },
	{ .name = "read", .unit = BENCH_UNIT_NSEC_PER_OP, .part = 0 },
};

static const struct bench_axis_use axes[] = {
	{ BENCH_AXIS_SIZE, "4KB,1MB" },
	{ BENCH_AXIS_PAGE, "4KB" },
};

static const char * const usage[] = {
	"perf bench mem devzero <options>",
	NULL
};

int bench_mem_devzero(int argc, const char **argv)
{
	static const struct bench_workload workload = {
		.name		  = "mem/devzero",
		.usage		  = usage,
		.functions	  = functions,
		.default_function = "read",
		.axes		  = axes,
		.nr_axes	  = ARRAY_SIZE(axes),
		.parts		  = parts,
		.nr_parts	  = ARRAY_SIZE(parts),
		.metrics	  = metrics,
		.nr_metrics	  = ARRAY_SIZE(metrics),
		.computes	  = true,
		.op		  = "read",
		.events		  = "cycles:k,instructions:k,L1-dcache-load-misses:k,LLC-stores:k",
		.processes	  = true,
		.region		  = devzero_region,
		.amount		  = devzero_amount,
		.prepare	  = devzero_prepare,
		.check		  = devzero_check,
		.finish		  = devzero_finish,
	};

	return bench_main(&workload, argc, argv);
}
