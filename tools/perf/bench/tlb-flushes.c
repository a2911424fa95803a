// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel itself says of its flushes: the tracepoint tlb:tlb_flush, counted in the
 * calling thread with filters on its fields reason and pages.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/err.h>
#include <linux/perf_event.h>
#include "harness/compat.h"
#ifdef BENCH_COMPAT_LIBTRACEEVENT
#include <traceevent/event-parse.h>
#include "util/trace-event.h"
#endif
#include "perf-sys.h"
#include "util/cloexec.h"
#include "tlb-flushes.h"
#include "tlb-range.h"

/* enum tlb_flush_reason of include/linux/mm_types.h, whose order has not changed since 3.16. */
#define REASON_LOCAL_MM		3
#define REASON_IPI		4
/* All of it is -1 pages in the event's unsigned field; no range of ours is that long. */
#define PAGES_MOST		((int)TLB_PAGES_MAX + 1)

/* The event's number, if it has the two fields that the filters are about; or -errno. */
static int event_id(void)
{
#ifdef BENCH_COMPAT_LIBTRACEEVENT
	struct tep_event *event = trace_event__tp_format("tlb", "tlb_flush");

	if (IS_ERR(event))
		return PTR_ERR(event);
	/* A format that could not be read */
	if (!event)
		return -EIO;
	if (!tep_find_field(event, "reason") || !tep_find_field(event, "pages"))
		return -ENOENT;
	return event->id;
#else
	return -ENOSYS;
#endif
}

static int open_filtered(int id, const char *filter)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_TRACEPOINT,
		.size		= sizeof(attr),
		.config		= id,
		.disabled	= 1,
	};
	int fd = sys_perf_event_open(&attr, 0, -1, -1, perf_event_open_cloexec_flag());
	int err;

	if (fd < 0)
		return -errno;
	if (!ioctl(fd, PERF_EVENT_IOC_SET_FILTER, filter))
		return fd;
	err = -errno;
	close(fd);
	return err;
}

static int open_kind(int id, enum tlb_flushes_kind kind)
{
	char filter[64];

	if (kind == TLB_FLUSHES_IPIS)
		snprintf(filter, sizeof(filter), "reason == %d", REASON_IPI);
	else
		snprintf(filter, sizeof(filter), "reason == %d && pages %s %d", REASON_LOCAL_MM,
			 kind == TLB_FLUSHES_FULL ? ">" : "<=", PAGES_MOST);
	return open_filtered(id, filter);
}

/**
 * tlb_flushes__open - count the calling thread's flushes
 * @f: filled in
 *
 * Return: 0, or a negative errno: no tracefs, no such event, not allowed; the counts are
 * unknown then.
 */
int tlb_flushes__open(struct tlb_flushes *f)
{
	int kind, id = event_id();

	for (kind = 0; kind < TLB_FLUSHES_NR; kind++)
		f->fd[kind] = -1;
	if (id < 0)
		return id;
	for (kind = 0; kind < TLB_FLUSHES_NR; kind++) {
		f->fd[kind] = open_kind(id, kind);
		if (f->fd[kind] < 0) {
			id = f->fd[kind];
			f->fd[kind] = -1;
			tlb_flushes__close(f);
			return id;
		}
	}
	return 0;
}

static void control(const struct tlb_flushes *f, unsigned long request)
{
	int kind;

	for (kind = 0; kind < TLB_FLUSHES_NR; kind++) {
		if (f->fd[kind] >= 0)
			ioctl(f->fd[kind], request, 0);
	}
}

/**
 * tlb_flushes__start - count from 0
 * @f: from tlb_flushes__open()
 */
void tlb_flushes__start(struct tlb_flushes *f)
{
	control(f, PERF_EVENT_IOC_RESET);
	control(f, PERF_EVENT_IOC_ENABLE);
}

/**
 * tlb_flushes__stop - count no more
 * @f: from tlb_flushes__open()
 */
void tlb_flushes__stop(struct tlb_flushes *f)
{
	control(f, PERF_EVENT_IOC_DISABLE);
}

/**
 * tlb_flushes__read - how many there were between start and stop
 * @f: from tlb_flushes__open()
 * @kind: of which kind
 *
 * Return: the count, NAN if it is not known.
 */
double tlb_flushes__read(const struct tlb_flushes *f, enum tlb_flushes_kind kind)
{
	u64 count;

	if (f->fd[kind] < 0 || read(f->fd[kind], &count, sizeof(count)) != sizeof(count))
		return NAN;
	return count;
}

/**
 * tlb_flushes__close - undo tlb_flushes__open()
 * @f: from there
 */
void tlb_flushes__close(struct tlb_flushes *f)
{
	int kind;

	for (kind = 0; kind < TLB_FLUSHES_NR; kind++) {
		if (f->fd[kind] >= 0)
			close(f->fd[kind]);
		f->fd[kind] = -1;
	}
}
