/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clear memory of a user, which may not be there: ways that clear_user() has gone since
 * 6.1, with the registers that the kernel hands it:
 *
 * %rdi - destination
 * %rcx - bytes to clear; on return those that were not, 0 if all went well
 * %rax - 0
 *
 * A store that faults continues at its fixup, as _ASM_EXTABLE_UA(store, fixup) says; who
 * includes this file defines that.
 */
#include <linux/linkage.h>

	.text

/*
 * Words, then the bytes that are left. What the kernel takes where REP STOS is slow to
 * start. Clobbers %rdi, %rdx.
 */
	.p2align 5
SYM_FUNC_START(clear_user_words)
	movl	%ecx, %edx
	andl	$7, %edx
	shrq	$3, %rcx
	jz	.Lwords_tail
	.p2align 4
.Lwords_store:
	movq	%rax, (%rdi)
	addq	$8, %rdi
	subq	$1, %rcx
	jnz	.Lwords_store
.Lwords_tail:
	addl	%edx, %ecx			/* %rcx is 0 */
	jz	.Lwords_done
.Lwords_byte:
	movb	%al, (%rdi)
	addq	$1, %rdi
	subl	$1, %ecx
	jnz	.Lwords_byte
.Lwords_done:
	RET
	_ASM_EXTABLE_UA(.Lwords_store, .Lwords_fixup)
	_ASM_EXTABLE_UA(.Lwords_byte, .Lwords_done)
.Lwords_fixup:
	leaq	(%rdx,%rcx,8), %rcx
	RET
SYM_FUNC_END(clear_user_words)

/* REP STOSQ, and REP STOSB for the bytes that are left. Clobbers %rdi, %rdx. */
	.p2align 5
SYM_FUNC_START(clear_user_stosq)
	cmpq	$64, %rcx
	jb	clear_user_words
	movl	%ecx, %edx
	shrq	$3, %rcx
	andl	$7, %edx
.Lstosq_words:
	rep stosq
	addl	%edx, %ecx			/* %rcx is 0 */
	jz	.Lstosq_done
.Lstosq_bytes:
	rep stosb
.Lstosq_done:
	RET
	_ASM_EXTABLE_UA(.Lstosq_words, .Lstosq_fixup)
	_ASM_EXTABLE_UA(.Lstosq_bytes, .Lstosq_done)
.Lstosq_fixup:
	leaq	(%rdx,%rcx,8), %rcx
	RET
SYM_FUNC_END(clear_user_stosq)

/* REP STOSB, for CPUs with ERMS. Clobbers %rdi, %rdx. */
	.p2align 5
SYM_FUNC_START(clear_user_stosb)
	cmpq	$64, %rcx
	jb	clear_user_words
.Lstosb_bytes:
	rep stosb
.Lstosb_done:
	RET
	_ASM_EXTABLE_UA(.Lstosb_bytes, .Lstosb_done)
SYM_FUNC_END(clear_user_stosb)

	.section .note.GNU-stack, "", @progbits
