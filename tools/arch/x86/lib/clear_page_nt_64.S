/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clear memory past the caches with MOVNTI.
 *
 * The stores are weakly ordered and nothing here fences: the caller issues SFENCE when
 * others may look at the memory. Where that fence stands is a property of the caller (once
 * a page, once an extent), and it decides most of what non-temporal clearing can gain.
 *
 * Uses integer registers only, so that a kernel could take it as it is.
 */
#include <linux/linkage.h>

	.text

/* Clear %rsi lines of 64 bytes, at least one, from %rdi on. Clobbers %rax, %rdi, %rsi. */
.macro MOVNTI_LINES
	xorl	%eax, %eax
	.p2align 4
.Lmovnti_line\@:
	.irp	at, 0, 8, 16, 24, 32, 40, 48, 56
	movnti	%rax, \at(%rdi)
	.endr
	addq	$64, %rdi
	subq	$1, %rsi
	jnz	.Lmovnti_line\@
.endm

/*
 * void clear_page_movnti(void *page)
 *
 * %rdi - start of the page, 4096 bytes; any alignment, fast from 64 on
 */
	.p2align 5
SYM_FUNC_START(clear_page_movnti)
	movl	$4096 / 64, %esi
	MOVNTI_LINES
	RET
SYM_FUNC_END(clear_page_movnti)

/*
 * void clear_pages_movnti(void *addr, u64 len)
 *
 * %rdi - start of the extent; any alignment, fast from 64 on
 * %rsi - its length in bytes, a multiple of 64
 */
	.p2align 5
SYM_FUNC_START(clear_pages_movnti)
	shrq	$6, %rsi
	jz	.Lmovnti_done
	MOVNTI_LINES
.Lmovnti_done:
	RET
SYM_FUNC_END(clear_pages_movnti)

	.section .note.GNU-stack, "", @progbits
