// SPDX-License-Identifier: GPL-2.0
/* The ways to have a mapping's pages faulted in: how each maps, and how each brings pages. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include "harness/node.h"
#include "harness/plan.h"
#include "pagefault.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE	23	/* since Linux 5.14 */
#endif
#ifndef MFD_HUGE_SHIFT
#define MFD_HUGE_SHIFT		26
#endif
#ifndef MAP_HUGE_SHIFT
#define MAP_HUGE_SHIFT		26
#endif

/* What one call of MADV_POPULATE_WRITE is given: the call itself takes no time beside it. */
#define POPULATE_PIECE		((size_t)1 << 30)

static bool has_populate_write(void)
{
	size_t len = sysconf(_SC_PAGESIZE);
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool has;

	if (p == MAP_FAILED)
		return false;
	has = !madvise(p, len, MADV_POPULATE_WRITE);
	munmap(p, len);
	return has;
}

static const struct pagefault_function demand = {
	.fn = {
		.name = "demand",
		.desc = "Read, then write a byte of each page (two faults a page)",
	},
	.how = PAGEFAULT_TOUCH, .read = true, .write = true, .faults = 2,
};

static const struct pagefault_function demand_write = {
	.fn = {
		.name = "demand-write",
		.desc = "Write a byte of each page",
	},
	.how = PAGEFAULT_TOUCH, .write = true, .faults = 1,
};

static const struct pagefault_function demand_read = {
	.fn = {
		.name = "demand-read",
		.desc = "Read a byte of each page (base, thp: maps the zero page, clears nothing)",
	},
	.how = PAGEFAULT_TOUCH, .read = true, .faults = 1,
};

static const struct pagefault_function populate = {
	.fn = {
		.name = "populate",
		.desc = "mmap() with MAP_POPULATE",
	},
	.how = PAGEFAULT_POPULATE,
};

static const struct pagefault_function advise = {
	.fn = {
		.name = "madvise",
		.desc = "madvise() with MADV_POPULATE_WRITE",
		.needs = "Linux 5.14",
		.available = has_populate_write,
	},
	.how = PAGEFAULT_MADVISE,
};

static const struct pagefault_function memfd = {
	.fn = {
		.name = "memfd",
		.desc = "Write a byte of each page of a shared memfd, as guest memory is",
	},
	.how = PAGEFAULT_TOUCH, .write = true, .memfd = true, .faults = 1,
};

/* In the order of -f help. */
const struct bench_function *const pagefault_functions[] = {
	&demand.fn,
	&demand_write.fn,
	&demand_read.fn,
	&populate.fn,
	&advise.fn,
	&memfd.fn,
	NULL
};

/**
 * pagefault_function__of - the row of the table that a case runs
 * @c: the case
 */
const struct pagefault_function *pagefault_function__of(const struct bench_case *c)
{
	return container_of(c->fn, struct pagefault_function, fn);
}

/**
 * pagefault_function__reads_zero_page - whether all that comes is the zero page
 * @f: the function
 * @kind: page kind; hugetlb has no zero page
 */
bool pagefault_function__reads_zero_page(const struct pagefault_function *f,
					 enum bench_page_kind kind)
{
	return f->how == PAGEFAULT_TOUCH && !f->write && kind != BENCH_PAGE_HUGETLB;
}

/* mmap()'s flags for the pages themselves. */
static int page_flags(const struct bench_worker *w, const struct pagefault_function *f)
{
	const struct pagefault *pf = w->plan->priv;
	u64 page = w->c->axis[BENCH_AXIS_PAGE];
	int flags = f->memfd ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;

	if (pf->noreserve)
		flags |= MAP_NORESERVE;
	if (!f->memfd && bench_page__kind(page) == BENCH_PAGE_HUGETLB)
		flags |= MAP_HUGETLB | ilog2(bench_page__size(page)) << MAP_HUGE_SHIFT;
	return flags;
}

static int fail_map(struct bench_worker *w, int err, const char *what)
{
	u64 page = w->c->axis[BENCH_AXIS_PAGE];
	char size[BENCH_SIZE_STR_MAX], name[BENCH_SIZE_STR_MAX];

	return bench_worker__fail(w, -err, "%s of %s in %s pages: %s%s", what,
				  bench_size__str(w->c->axis[BENCH_AXIS_SIZE], size, sizeof(size)),
				  bench_page__str(page, name, sizeof(name)), strerror(err),
				  err == ENOMEM && bench_page__kind(page) == BENCH_PAGE_HUGETLB ?
				  " (somebody else took pages of the pool)" : "");
}

static int open_memfd(struct pagefault_map *m, struct bench_worker *w)
{
	u64 page = w->c->axis[BENCH_AXIS_PAGE];
	unsigned int flags = MFD_CLOEXEC;

	if (bench_page__kind(page) == BENCH_PAGE_HUGETLB)
		flags |= MFD_HUGETLB | ilog2(bench_page__size(page)) << MFD_HUGE_SHIFT;
	m->fd = memfd_create("perf-bench-pagefault", flags);
	if (m->fd < 0)
		return fail_map(w, errno, "memfd_create()");
	if (ftruncate(m->fd, m->len))
		return fail_map(w, errno, "ftruncate()");
	return 0;
}

/* Which pages the kernel is to take, and from where. */
static int set_policy(struct bench_worker *w, void *addr, size_t len)
{
	const struct pagefault *pf = w->plan->priv;
	enum bench_page_kind kind = bench_page__kind(w->c->axis[BENCH_AXIS_PAGE]);
	char err[sizeof(w->error)] = "";
	int ret;

	if (w->node >= 0) {
		ret = bench_node__bind(addr, len, w->node, err, sizeof(err));
		if (ret)
			return bench_worker__fail(w, ret, "%s", err);
	}
	/* A kernel without THP knows neither advice, and needs none for base pages. */
	if (kind == BENCH_PAGE_BASE && madvise(addr, len, MADV_NOHUGEPAGE) && errno != EINVAL)
		return fail_map(w, errno, "madvise(MADV_NOHUGEPAGE)");
	if (kind == BENCH_PAGE_THP && pf->thp_mode == PAGEFAULT_THP_ADVISE &&
	    madvise(addr, len, MADV_HUGEPAGE))
		return fail_map(w, errno, "madvise(MADV_HUGEPAGE)");
	return 0;
}

/*
 * Take an address range in which @m->len bytes are aligned to the page. What is left over
 * has no access: it keeps the pages apart from neighbours that they could be merged with,
 * so that smaps tells of them alone.
 */
static int take_range(struct pagefault_map *m, struct bench_worker *w, size_t page)
{
	size_t guard = sysconf(_SC_PAGESIZE);
	char *p;

	m->map_len = m->len + page + 2 * guard;
	p = mmap(NULL, m->map_len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		return fail_map(w, errno, "mmap()");
	m->map = p;
	p += guard;
	m->addr = p + (-(unsigned long)p & (page - 1));
	return 0;
}

/* Plain: the kernel aligns to the page by itself. */
static int map_plain(struct pagefault_map *m, struct bench_worker *w, int flags)
{
	void *p = mmap(NULL, m->len, PROT_READ | PROT_WRITE, flags, m->fd, 0);

	if (p == MAP_FAILED)
		return fail_map(w, errno, "mmap()");
	m->map = p;
	m->map_len = m->len;
	m->addr = p;
	return 0;
}

/**
 * pagefault_map__map - map as the function of the worker's case does
 * @m: the mapping, filled in; undone by pagefault_map__unmap(), also after an error
 * @w: the worker, for the case, the node and the text of an error
 *
 * MAP_POPULATE faults inside mmap(), so that it is what the fault part times; here only the
 * address range is taken for it, which gives each thread its place and the alignment.
 *
 * Return: 0 or -errno with the text left in the worker.
 */
int pagefault_map__map(struct pagefault_map *m, struct bench_worker *w)
{
	const struct pagefault_function *f = pagefault_function__of(w->c);
	const struct pagefault_slice *s = w->priv;
	int flags = page_flags(w, f);
	int ret = 0;

	m->fd = -1;
	m->len = s->map_len;
	if (f->memfd)
		ret = open_memfd(m, w);
	if (ret)
		return ret;
	if (f->how == PAGEFAULT_POPULATE)
		return take_range(m, w, s->page);
	if (s->kind != BENCH_PAGE_THP) {
		ret = map_plain(m, w, flags);
		return ret ?: set_policy(w, m->addr, m->len);
	}

	ret = take_range(m, w, s->page);
	if (!ret && mmap(m->addr, m->len, PROT_READ | PROT_WRITE, flags | MAP_FIXED, m->fd, 0) ==
	    MAP_FAILED)
		ret = fail_map(w, errno, "mmap()");
	return ret ?: set_policy(w, m->addr, m->len);
}

/**
 * pagefault_map__unmap - undo pagefault_map__map(), the whole length
 * @m: the mapping; nothing happens if there is none
 *
 * Return: 0 or -errno of munmap().
 */
int pagefault_map__unmap(struct pagefault_map *m)
{
	int ret = 0;

	if (m->map && munmap(m->map, m->map_len))
		ret = -errno;
	if (m->fd >= 0)
		close(m->fd);
	memset(m, 0, sizeof(*m));
	m->fd = -1;
	return ret;
}

/**
 * pagefault_slice__fault - bring the pages of a slice, as the worker's function does
 * @s: the slice
 * @w: the worker, for its case and the text of an error
 * @step: bytes from one touch to the next
 *
 * An interrupt cuts it short: touching at the next page, MADV_POPULATE_WRITE at the next
 * gigabyte. mmap() cannot be taken in pieces: each would be a mapping of its own.
 *
 * Return: 0 or -errno with the text left in the worker; SIGBUS is the engine's to catch.
 */
int pagefault_slice__fault(struct pagefault_slice *s, struct bench_worker *w, size_t step)
{
	const struct pagefault_function *f = pagefault_function__of(w->c);
	char *addr = pagefault_slice__addr(s);
	size_t len = pagefault_slice__len(s), piece = max(s->page, POPULATE_PIECE), at;

	s->cut = false;
	switch (f->how) {
	case PAGEFAULT_POPULATE:
		if (mmap(addr, len, PROT_READ | PROT_WRITE,
			 page_flags(w, f) | MAP_FIXED | MAP_POPULATE, -1, 0) == MAP_FAILED)
			return fail_map(w, errno, "mmap(MAP_POPULATE)");
		break;
	case PAGEFAULT_MADVISE:
		for (at = 0; at < len && !*w->interrupted; at += piece) {
			if (madvise(addr + at, min(piece, len - at), MADV_POPULATE_WRITE))
				return fail_map(w, errno, "madvise(MADV_POPULATE_WRITE)");
		}
		s->cut = at < len;
		break;
	case PAGEFAULT_TOUCH:
	default:
		s->cut = !pagefault_slice__touch(s, step, f->read, f->write, w->interrupted);
	}
	return 0;
}
