// SPDX-License-Identifier: GPL-2.0
/* The table of functions that clear memory of a user. */
#include <string.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "mem-clear-user-arch.h"
#include "mem-clear-user-functions.h"

#ifdef HAVE_ARCH_X86_64_SUPPORT

/**
 * struct row - a function that the tree may lack
 * @f: the function
 * @routine: the kernel's routine that it runs; NULL: @ours, or the tree has none
 * @ours: runs nothing of the kernel's
 */
struct row {
	struct clear_user_function	f;
	const char			*routine;
	bool				ours;
};

#define CLEAR_USER_FN(_name, _clear, _kernel, _desc)			\
	{								\
		.f = {							\
			.fn = {						\
				.name	= _name,			\
				.desc	= _desc,			\
				.kernel	= _kernel,			\
			},						\
			.clear	= _clear,				\
		},							\
		.ours = true,						\
	},

#define CLEAR_USER_KERNEL_FN(_name, _clear, _routine, _desc)		\
	{								\
		.f = {							\
			.fn = {						\
				.name	= _name,			\
				.desc	= _desc,			\
				.kernel	= #_routine,			\
			},						\
			.clear	= _clear,				\
		},							\
		.routine = _routine,					\
	},

static const struct row rows[] = {
#include "mem-clear-user-x86-64-asm-def.h"
};

static const struct clear_user_function empty = {
	.fn	= { .name = "empty", .desc = "clears nothing" },
	.clear	= mem_clear_user_empty,
};

/**
 * clear_user_function__table - all functions that this build has
 * @table: room for CLEAR_USER_FUNCTIONS_MAX pointers, NULL-terminated on return; the first
 *	is the default one
 */
void clear_user_function__table(const struct bench_function **table)
{
	size_t i, nr = 0;

	BUILD_BUG_ON(ARRAY_SIZE(rows) >= CLEAR_USER_FUNCTIONS_MAX);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (rows[i].ours || rows[i].routine)
			table[nr++] = &rows[i].f.fn;
	}
	table[nr] = NULL;
}

#else

/* clear_user() of other architectures is not here yet; the C library stands in. */
static u64 clear_user_memset(void *to, u64 len)
{
	memset(to, 0, len);
	return 0;
}

static const struct clear_user_function only = {
	.fn	= { .name = "default", .desc = "memset() of the C library" },
	.clear	= clear_user_memset,
};

static u64 clear_user_nothing(void *to __maybe_unused, u64 len __maybe_unused)
{
	return 0;
}

static const struct clear_user_function empty = {
	.fn	= { .name = "empty", .desc = "clears nothing" },
	.clear	= clear_user_nothing,
};

void clear_user_function__table(const struct bench_function **table)
{
	table[0] = &only.fn;
	table[1] = NULL;
}

#endif /* HAVE_ARCH_X86_64_SUPPORT */

/**
 * clear_user_function__empty - what a call costs that has nothing to do
 *
 * Return: a function that clears nothing and says that all went well.
 */
const struct clear_user_function *clear_user_function__empty(void)
{
	return &empty;
}
