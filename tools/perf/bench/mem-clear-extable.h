/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_MEM_CLEAR_EXTABLE_H
#define BENCH_MEM_CLEAR_EXTABLE_H

/*
 * The kernel's exception table, for user space: which instructions may fault on memory that
 * is not there, and where to go on then. The assembler makes an entry for each, the linker
 * strings them together, and a SIGSEGV handler does what the kernel's page fault handler
 * would, see mem-clear-user-fixup.c.
 *
 * Entries hold distances from themselves, so that they need no relocation at run time.
 */
#ifdef __ASSEMBLER__

#define _ASM_EXTABLE_UA(from, to)				\
	.pushsection bench_extable, "a", @progbits;		\
	.balign 4;						\
	.long (from) - ., (to) - .;				\
	.popsection

#else

#include <linux/types.h>

/**
 * struct clear_extable_entry - an instruction that may fault
 * @from: distance to it from here, in bytes
 * @to: distance from here to where it goes on after a fault
 */
struct clear_extable_entry {
	s32	from;
	s32	to;
};

/* The linker names the ends of a section that is called like a C identifier. */
extern const struct clear_extable_entry __start_bench_extable[];
extern const struct clear_extable_entry __stop_bench_extable[];

#endif /* __ASSEMBLER__ */

#endif /* BENCH_MEM_CLEAR_EXTABLE_H */
