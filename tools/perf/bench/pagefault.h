/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_PAGEFAULT_H
#define BENCH_PAGEFAULT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>
#include "harness/workload.h"
#include "pagefault-kernel-time.h"

/* Parts of a sample, in their order. */
enum {
	PAGEFAULT_PART_MAP,
	PAGEFAULT_PART_FAULT,
	PAGEFAULT_PART_LOOK,
	PAGEFAULT_PART_UNMAP,
	PAGEFAULT_PART_NR,
};

/* What a worker leaves in its values. */
enum {
	PAGEFAULT_VALUE_FAULTS,		/* taken while the pages were touched */
	PAGEFAULT_VALUE_HUGE,		/* pages that came as huge ones */
	PAGEFAULT_VALUE_CLEAR,		/* bytes/sec of the kernel's clearing function */
	PAGEFAULT_VALUE_CLEARS,		/* its calls */
};

/* How a function has the kernel put pages behind a mapping. */
enum pagefault_how {
	PAGEFAULT_TOUCH,	/* by reading and writing a byte of each */
	PAGEFAULT_POPULATE,	/* mmap(MAP_POPULATE) */
	PAGEFAULT_MADVISE,	/* madvise(MADV_POPULATE_WRITE) */
};

/**
 * struct pagefault_function - a row of the table of functions
 * @fn: what the engine knows of it
 * @how: how the pages come
 * @read: PAGEFAULT_TOUCH: reads a byte of each page
 * @write: PAGEFAULT_TOUCH: writes a byte of each page, after the read
 * @memfd: the mapping is a shared one of a memfd, not a private anonymous one
 * @faults: faults a page that touching is to take
 */
struct pagefault_function {
	struct bench_function	fn;
	enum pagefault_how	how;
	bool			read;
	bool			write;
	bool			memfd;
	unsigned int		faults;
};

/* Order in which pages are touched. */
enum pagefault_order {
	PAGEFAULT_SEQ,
	PAGEFAULT_RANDOM,
	PAGEFAULT_STRIDE,
};

/* What is asked of the kernel for thp. */
enum pagefault_thp_mode {
	PAGEFAULT_THP_ADVISE,	/* MADV_HUGEPAGE */
	PAGEFAULT_THP_SYSTEM,	/* nothing: as transparent_hugepage/enabled says */
};

/**
 * struct pagefault_map - a mapping that is faulted in
 * @map: all of it, also what alignment needs; NULL: there is none
 * @map_len: its length, to be unmapped in full
 * @addr: first page, aligned
 * @len: bytes of the pages
 * @fd: its memfd, -1: anonymous
 */
struct pagefault_map {
	void	*map;
	size_t	map_len;
	char	*addr;
	size_t	len;
	int	fd;
};

/**
 * struct pagefault_tally - how the faults of a case's samples came out, from all workers
 * @samples: timed samples of a worker, whose faults were looked at
 * @off: those whose fault count is not the one expected
 * @counted: faults of the last of @off
 * @expected: what they should have been
 * @looked: samples whose huge pages were counted
 * @small: those in which not all pages came huge
 * @huge: huge pages in the last of @small
 * @pages: where there should have been so many
 * @step: bytes from one touched byte to the next: the page size, but the base page's once
 *	not all pages were seen to come huge
 */
struct pagefault_tally {
	u64	samples;
	u64	off;
	u64	counted;
	u64	expected;
	u64	looked;
	u64	small;
	u64	huge;
	u64	pages;
	size_t	step;
};

/**
 * struct pagefault - the state of a run
 * @order: --order
 * @stride: pages from one touch to the next in PAGEFAULT_STRIDE
 * @thp_mode: --thp-mode
 * @noreserve: --map-noreserve
 * @thp_was_disabled: the process's PR_GET_THP_DISABLE before we set it, -1: not set
 * @map: mapping that all threads share; with --processes, each process's own
 * @tally: one for each case, shared by all threads and processes
 * @tally_len: bytes of @tally
 * @notes: text for each case
 * @ktime: the kernel's clearing time, NULL: not measured
 */
struct pagefault {
	enum pagefault_order		order;
	u64				stride;
	enum pagefault_thp_mode		thp_mode;
	bool				noreserve;
	int				thp_was_disabled;
	struct pagefault_map		map;
	struct pagefault_tally		*tally;
	size_t				tally_len;
	char				(*notes)[160];
	struct pagefault_kernel_time	*ktime;
};

/**
 * struct pagefault_slice - the pages of a mapping that one worker faults
 * @map: the mapping
 * @owner: this worker maps and unmaps it
 * @map_len: bytes to map
 * @first: first page of the slice, in pages of the mapping
 * @nr: pages in it
 * @page: page size in bytes
 * @kind: page kind, see page.h
 * @index: order of the pages, NULL: one after the other
 * @rusage: faults that the thread had taken at the last look
 * @faults: faults that the touch took
 * @clears: what the thread had spent on clearing at the last look
 * @cut: an interrupt left pages out: nothing can be said of the sample
 */
struct pagefault_slice {
	struct pagefault_map	*map;
	bool			owner;
	size_t			map_len;
	u64			first;
	u64			nr;
	size_t			page;
	enum bench_page_kind	kind;
	u32			*index;
	u64			rusage;
	u64			faults;
	struct pagefault_clears	clears;
	bool			cut;
};

/* pagefault-parts.c */
extern const struct bench_part pagefault_parts[];

double pagefault_clears__rate(const struct pagefault_clears *clears,
			      const struct pagefault_slice *s);
int pagefault__prepare(struct bench_worker *w);
int pagefault__check(struct bench_worker *w);
void pagefault__finish(struct bench_worker *w);

/* pagefault-functions.c */
extern const struct bench_function *const pagefault_functions[];

const struct pagefault_function *pagefault_function__of(const struct bench_case *c);
bool pagefault_function__reads_zero_page(const struct pagefault_function *f,
					 enum bench_page_kind kind);
int pagefault_map__map(struct pagefault_map *m, struct bench_worker *w);
int pagefault_map__unmap(struct pagefault_map *m);
int pagefault_slice__fault(struct pagefault_slice *s, struct bench_worker *w, size_t step);

/* pagefault-slice.c */
int pagefault_slice__init(struct pagefault_slice *s, const struct bench_worker *w);
void pagefault_slice__exit(struct pagefault_slice *s);
char *pagefault_slice__addr(const struct pagefault_slice *s);
size_t pagefault_slice__len(const struct pagefault_slice *s);
bool pagefault_slice__touch(const struct pagefault_slice *s, size_t step, bool rd, bool wr,
			    const volatile sig_atomic_t *stop);

#endif /* BENCH_PAGEFAULT_H */
