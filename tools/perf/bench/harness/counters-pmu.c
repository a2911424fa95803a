// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's side of struct bench_pmu_ops. Nothing else in the engine calls
 * perf_event_open(2).
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/perf_event.h>
#include "counters.h"

static int pmu_open(void *ctx, struct perf_event_attr *attr, int group_fd)
{
	int fd;

	(void)ctx;
	fd = syscall(__NR_perf_event_open, attr, 0, -1, group_fd, PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int pmu_enable(void *ctx, int fd)
{
	(void)ctx;
	return ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) < 0 ? -errno : 0;
}

static int pmu_disable(void *ctx, int fd)
{
	(void)ctx;
	return ioctl(fd, PERF_EVENT_IOC_DISABLE, 0) < 0 ? -errno : 0;
}

static int pmu_read(void *ctx, int fd, struct bench_count *count)
{
	u64 values[3];
	ssize_t n;

	(void)ctx;
	n = read(fd, values, sizeof(values));
	if (n < 0)
		return -errno;
	if (n != sizeof(values))
		return -EIO;
	count->value = values[0];
	count->enabled = values[1];
	count->running = values[2];
	return 0;
}

static void pmu_close(void *ctx, int fd)
{
	(void)ctx;
	close(fd);
}

/* perf_event_open(2) on the calling thread */
const struct bench_pmu_ops bench_pmu_ops__kernel = {
	.open		= pmu_open,
	.enable		= pmu_enable,
	.disable	= pmu_disable,
	.read		= pmu_read,
	.close		= pmu_close,
};
