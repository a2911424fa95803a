/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_MEM_CLEAR_USER_FUNCTIONS_H
#define BENCH_MEM_CLEAR_USER_FUNCTIONS_H

#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/types.h>
#include "harness/workload.h"

#define CLEAR_USER_FUNCTIONS_MAX	16

/**
 * struct clear_user_function - one way to clear memory of a user
 * @fn: what the engine knows of it
 * @clear: clears @len bytes from @to on; returns how many it did not clear since they lie
 *	where nothing is mapped, which takes clear_user_fixup__install()
 */
struct clear_user_function {
	struct bench_function	fn;
	u64			(*clear)(void *to, u64 len);
};

static inline const struct clear_user_function *
clear_user_function__of(const struct bench_function *fn)
{
	return container_of(fn, struct clear_user_function, fn);
}

void clear_user_function__table(const struct bench_function **table);
const struct clear_user_function *clear_user_function__empty(void);

/* Features that choose the kernel's routine. */
#define CLEAR_USER_HAS_REP_GOOD	BIT(0)
#define CLEAR_USER_HAS_ERMS	BIT(1)
#define CLEAR_USER_HAS_FSRM	BIT(2)
#define CLEAR_USER_HAS_FSRS	BIT(3)

/* mem-clear-user-choice.c */
const char *clear_user_choice(const char *release, unsigned long cpu);
const char *clear_user_choice__here(void);

/* mem-clear-user-check.c: does it do what it says? */
int clear_user_function__check(const struct clear_user_function *f, char *err, size_t len);

/* mem-clear-user-fixup.c: faults of our functions continue at their fixups */
int clear_user_fixup__install(void);
void clear_user_fixup__remove(void);

#endif /* BENCH_MEM_CLEAR_USER_FUNCTIONS_H */
