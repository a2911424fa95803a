/* SPDX-License-Identifier: GPL-2.0 */
/*
 * memset() with MOVNTI and with REP STOSQ. Both take any value, alignment and length, and
 * return the destination, as memset() does.
 */
#include <linux/linkage.h>

	.text

/* Fill all bytes of %rax with the lowest byte of %esi, and keep the destination in %r8. */
.macro MEMSET_BEGIN
	movq	%rdi, %r8
	movzbl	%sil, %esi
	movabsq	$0x0101010101010101, %rax
	imulq	%rsi, %rax
.endm

/* Store %rdx bytes, 0 to 7, at %rdi. */
.macro MEMSET_BYTES
	testq	%rdx, %rdx
	jz	.Lmemset_done\@
.Lmemset_byte\@:
	movb	%al, -1(%rdi,%rdx)
	subq	$1, %rdx
	jnz	.Lmemset_byte\@
.Lmemset_done\@:
.endm

/*
 * void *memset_movnti(void *dest, int c, size_t len)
 *
 * %rdi - destination
 * %esi - value
 * %rdx - length in bytes
 *
 * What lies before the first whole line and behind the last one goes word by word, ragged
 * ends by one plain store each, which overlaps its neighbour. Where an end falls on a word
 * there is none: a plain store to a line that was just streamed has to fetch it again. The
 * stores are complete for everyone when it returns.
 */
	.p2align 5
SYM_FUNC_START(memset_movnti)
	MEMSET_BEGIN
	cmpq	$8, %rdx
	jb	.Lmovnti_short

	leaq	(%rdi,%rdx), %r9		/* end */
	testb	$7, %dil
	jz	.Lmovnti_head
	movq	%rax, (%rdi)
	addq	$7, %rdi
	andq	$-8, %rdi

.Lmovnti_head:
	testb	$63, %dil
	jz	.Lmovnti_whole
	leaq	8(%rdi), %rcx
	cmpq	%r9, %rcx
	ja	.Lmovnti_tail
	movnti	%rax, (%rdi)
	movq	%rcx, %rdi
	jmp	.Lmovnti_head

.Lmovnti_whole:
	movq	%r9, %rcx
	subq	%rdi, %rcx
	shrq	$6, %rcx
	jz	.Lmovnti_words
	.p2align 4
.Lmovnti_lines:
	.irp	at, 0, 8, 16, 24, 32, 40, 48, 56
	movnti	%rax, \at(%rdi)
	.endr
	addq	$64, %rdi
	subq	$1, %rcx
	jnz	.Lmovnti_lines

.Lmovnti_words:
	leaq	8(%rdi), %rcx
	cmpq	%r9, %rcx
	ja	.Lmovnti_tail
	movnti	%rax, (%rdi)
	movq	%rcx, %rdi
	jmp	.Lmovnti_words

.Lmovnti_tail:
	cmpq	%r9, %rdi
	je	.Lmovnti_done
	movq	%rax, -8(%r9)
.Lmovnti_done:
	sfence
	movq	%r8, %rax
	RET

.Lmovnti_short:
	MEMSET_BYTES
	movq	%r8, %rax
	RET
SYM_FUNC_END(memset_movnti)

/*
 * void *memset_stosq(void *dest, int c, size_t len)
 *
 * %rdi - destination
 * %esi - value
 * %rdx - length in bytes
 */
	.p2align 5
SYM_FUNC_START(memset_stosq)
	MEMSET_BEGIN
	movq	%rdx, %rcx
	andl	$7, %edx
	shrq	$3, %rcx
	rep stosq
	MEMSET_BYTES
	movq	%r8, %rax
	RET
SYM_FUNC_END(memset_stosq)

	.section .note.GNU-stack, "", @progbits
