/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clear memory past the caches with MOVDIR64B, which moves 64 bytes as one direct store
 * (CPUID 7 ECX bit 28).
 *
 * The stores are weakly ordered and nothing here fences: the caller issues SFENCE when
 * others may look at the memory, before it reads the memory itself too.
 */
#include <linux/linkage.h>

	.text

	.section .rodata
	.p2align 6
.Lmovdir64b_zeroes:
	.skip	64, 0
	.text

/* Clear %rsi lines, at least one, from %rdi on. Clobbers %rdi, %rsi. */
.macro MOVDIR64B_LINES
	.p2align 4
.Lmovdir64b_line\@:
	movdir64b .Lmovdir64b_zeroes(%rip), %rdi
	addq	$64, %rdi
	subq	$1, %rsi
	jnz	.Lmovdir64b_line\@
.endm

/*
 * void clear_page_movdir64b(void *page)
 *
 * %rdi - start of the page, 4096 bytes, a multiple of 64 (a general protection fault else)
 */
	.p2align 5
SYM_FUNC_START(clear_page_movdir64b)
	movl	$4096 / 64, %esi
	MOVDIR64B_LINES
	RET
SYM_FUNC_END(clear_page_movdir64b)

/*
 * void clear_pages_movdir64b(void *addr, u64 len)
 *
 * %rdi - start of the extent, a multiple of 64
 * %rsi - its length in bytes, a multiple of 64
 */
	.p2align 5
SYM_FUNC_START(clear_pages_movdir64b)
	shrq	$6, %rsi
	jz	.Lmovdir64b_done
	MOVDIR64B_LINES
.Lmovdir64b_done:
	RET
SYM_FUNC_END(clear_pages_movdir64b)

	.section .note.GNU-stack, "", @progbits
