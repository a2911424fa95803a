/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_MEM_CLEAR_FUNCTIONS_H
#define BENCH_MEM_CLEAR_FUNCTIONS_H

#include <linux/kernel.h>
#include <linux/types.h>
#include "harness/workload.h"

/* What clear_page() clears, whatever the page size of the machine: the kernel's on x86. */
#define CLEAR_PAGE_SIZE		((u64)4096)

#define CLEAR_FUNCTIONS_MAX	32
#define CLEAR_SELF_FUNCTIONS	4

/**
 * struct clear_function - one way to clear memory
 * @fn: what the engine knows of it
 * @clear_page: clears the 4096 bytes from @page on, a multiple of 4096; the kernel's own if
 *	fn.kernel is set; NULL: @clear_pages does pages too
 * @clear_pages: clears @len bytes from @addr on
 * @unit: @len must be a multiple of it
 * @align: @addr must be a multiple of it
 *
 * None of them fences: where fn.weak is set, the caller does.
 */
struct clear_function {
	struct bench_function	fn;
	void			(*clear_page)(void *page);
	void			(*clear_pages)(void *addr, u64 len);
	u64			unit;
	u64			align;
};

static inline const struct clear_function *clear_function__of(const struct bench_function *fn)
{
	return container_of(fn, struct clear_function, fn);
}

void clear_function__table(const struct bench_function **table);

/* mem-clear-self.c: what the benchmark is tried on */
size_t clear_function__add_self(const struct bench_function **table, size_t nr);

/* mem-clear-check.c: does it do what it says? */
int clear_function__check_page(const struct clear_function *f, char *err, size_t len);
int clear_function__check_pages(const struct clear_function *f, char *err, size_t len);

#endif /* BENCH_MEM_CLEAR_FUNCTIONS_H */
