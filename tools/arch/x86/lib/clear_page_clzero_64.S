/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clear memory with CLZERO, which zeroes the line that holds the address in %rax (AMD, from
 * Zen on; CPUID 0x80000008 EBX bit 0).
 *
 * CLZERO is weakly ordered and nothing here fences: the caller issues SFENCE when others may
 * look at the memory. As it always takes the whole line, start and length must be multiples
 * of 64, or the neighbours' bytes go too.
 */
#include <linux/linkage.h>

	.text

/* Clear %rsi lines, at least one, from %rax on. Clobbers %rax, %rsi. */
.macro CLZERO_LINES
	.p2align 4
.Lclzero_line\@:
	clzero
	addq	$64, %rax
	subq	$1, %rsi
	jnz	.Lclzero_line\@
.endm

/*
 * void clear_page_clzero(void *page)
 *
 * %rdi - start of the page, 4096 bytes, a multiple of 64
 */
	.p2align 5
SYM_FUNC_START(clear_page_clzero)
	movq	%rdi, %rax
	movl	$4096 / 64, %esi
	CLZERO_LINES
	RET
SYM_FUNC_END(clear_page_clzero)

/*
 * void clear_pages_clzero(void *addr, u64 len)
 *
 * %rdi - start of the extent, a multiple of 64
 * %rsi - its length in bytes, a multiple of 64
 */
	.p2align 5
SYM_FUNC_START(clear_pages_clzero)
	movq	%rdi, %rax
	shrq	$6, %rsi
	jz	.Lclzero_done
	CLZERO_LINES
.Lclzero_done:
	RET
SYM_FUNC_END(clear_pages_clzero)

/*
 * void clear_pages_clzero_4s(void *addr, u64 len)
 *
 * %rdi - start of the extent, a multiple of 64
 * %rsi - its length in bytes, a multiple of 64
 *
 * Four streams a quarter of the extent apart keep more DRAM banks busy than one. An extent
 * whose quarters would be shorter than a page, or no multiple of a line, is one stream.
 */
	.p2align 5
SYM_FUNC_START(clear_pages_clzero_4s)
	cmpq	$4 * 4096, %rsi
	jb	clear_pages_clzero
	testb	$4 * 64 - 1, %sil
	jnz	clear_pages_clzero
	shrq	$2, %rsi			/* bytes from one stream to the next */
	leaq	(%rdi,%rsi), %r8		/* where the first stream ends */
	leaq	(%rsi,%rsi,2), %rdx
	.p2align 4
.Lclzero_four:
	movq	%rdi, %rax
	clzero
	leaq	(%rdi,%rsi), %rax
	clzero
	leaq	(%rdi,%rsi,2), %rax
	clzero
	leaq	(%rdi,%rdx), %rax
	clzero
	addq	$64, %rdi
	cmpq	%r8, %rdi
	jne	.Lclzero_four
	RET
SYM_FUNC_END(clear_pages_clzero_4s)

	.section .note.GNU-stack, "", @progbits
