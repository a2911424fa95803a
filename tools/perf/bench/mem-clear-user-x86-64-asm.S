/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The assembly that perf bench mem clear_user runs: our ways to clear, and shims that C can
 * call for them and for the kernel's own, which stand in mem-clear-x86-64-asm.S and take
 * other registers than C functions do.
 */
#include "mem-clear-extable.h"
#include "../../arch/x86/lib/clear_user_64.S"

	.text

/*
 * u64 name(void *to, u64 len)
 *
 * Returns how many bytes were not cleared. The call is part of what is measured: the kernel
 * makes it as well.
 */
.macro CLEAR_USER_SHIM name, target
	.p2align 5
SYM_FUNC_START(\name)
	movq	%rsi, %rcx
	xorl	%eax, %eax
	call	\target
	movq	%rcx, %rax
	RET
SYM_FUNC_END(\name)
.endm

	CLEAR_USER_SHIM mem_clear_user_original, clear_user_words
	CLEAR_USER_SHIM mem_clear_user_rep_good, clear_user_stosq
	CLEAR_USER_SHIM mem_clear_user_erms, clear_user_stosb

/* With FSRM, and since 6.4 with FSRS, the kernel has REP STOSB where the call would stand. */
	.p2align 5
SYM_FUNC_START(mem_clear_user_fsrm)
	movq	%rsi, %rcx
	xorl	%eax, %eax
.Lfsrm_bytes:
	rep stosb
.Lfsrm_done:
	movq	%rcx, %rax
	RET
	_ASM_EXTABLE_UA(.Lfsrm_bytes, .Lfsrm_done)
SYM_FUNC_END(mem_clear_user_fsrm)

/* Clears nothing and says that all went well: what a call costs that has nothing to do. */
	.p2align 5
SYM_FUNC_START(mem_clear_user_empty)
	movq	%rsi, %rcx
	xorl	%eax, %eax
	RET
SYM_FUNC_END(mem_clear_user_empty)

/* The kernel's own. No tree has all of them; the shims of those that it lacks are not called. */
	.weak clear_user_original
	.weak clear_user_rep_good
	.weak clear_user_erms
	.weak rep_stos_alternative
	CLEAR_USER_SHIM mem_clear_user_kernel_original, clear_user_original
	CLEAR_USER_SHIM mem_clear_user_kernel_rep_good, clear_user_rep_good
	CLEAR_USER_SHIM mem_clear_user_kernel_erms, clear_user_erms
	CLEAR_USER_SHIM mem_clear_user_kernel_rep_stos_alternative, rep_stos_alternative
