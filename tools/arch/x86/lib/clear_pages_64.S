/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clear an extent in one call with ordinary stores: what the kernel's clear_page_orig(),
 * clear_page_rep() and clear_page_erms() do for a page, for any length.
 *
 * A long REP STOS tells the CPU how much is coming, so that it can skip reading the lines
 * before it overwrites them; called page by page it cannot know.
 */
#include <linux/linkage.h>

	.text

/*
 * void clear_pages_unrolled(void *addr, u64 len)
 *
 * %rdi - start of the extent; any alignment, fast from 8 on
 * %rsi - its length in bytes, a multiple of 64
 */
	.p2align 5
SYM_FUNC_START(clear_pages_unrolled)
	shrq	$6, %rsi
	jz	.Lunrolled_done
	xorl	%eax, %eax
	.p2align 4
.Lunrolled_line:
	.irp	at, 0, 8, 16, 24, 32, 40, 48, 56
	movq	%rax, \at(%rdi)
	.endr
	addq	$64, %rdi
	subq	$1, %rsi
	jnz	.Lunrolled_line
.Lunrolled_done:
	RET
SYM_FUNC_END(clear_pages_unrolled)

/*
 * void clear_pages_stosq(void *addr, u64 len)
 *
 * %rdi - start of the extent; any alignment, fast from 8 on
 * %rsi - its length in bytes, a multiple of 8
 */
	.p2align 5
SYM_FUNC_START(clear_pages_stosq)
	movq	%rsi, %rcx
	xorl	%eax, %eax
	shrq	$3, %rcx
	rep stosq
	RET
SYM_FUNC_END(clear_pages_stosq)

/*
 * void clear_pages_stosb(void *addr, u64 len)
 *
 * %rdi - start of the extent; any alignment
 * %rsi - its length in bytes
 */
	.p2align 5
SYM_FUNC_START(clear_pages_stosb)
	movq	%rsi, %rcx
	xorl	%eax, %eax
	rep stosb
	RET
SYM_FUNC_END(clear_pages_stosb)

	.section .note.GNU-stack, "", @progbits
