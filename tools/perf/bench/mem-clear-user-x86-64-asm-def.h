/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Ways to clear user memory on x86-64, a row each:
 *
 * CLEAR_USER_FN(name, clear, kernel, desc): ours, written as the kernel's routine is
 * CLEAR_USER_KERNEL_FN(name, clear, routine, desc): the routine of the kernel, mirrored,
 *	which is NULL in trees that lack it
 */

CLEAR_USER_FN("x86-64-original", mem_clear_user_original, "clear_user_original",
	      "words, then bytes")

CLEAR_USER_FN("x86-64-rep_good", mem_clear_user_rep_good, "clear_user_rep_good",
	      "rep stosq, then rep stosb; under 64 bytes as original")

CLEAR_USER_FN("x86-64-erms", mem_clear_user_erms, "clear_user_erms",
	      "rep stosb; under 64 bytes as original")

CLEAR_USER_FN("x86-64-fsrm", mem_clear_user_fsrm, "rep stosb",
	      "rep stosb, inlined; the kernel's with FSRM, since 6.4 with FSRS")

CLEAR_USER_KERNEL_FN("kernel-original", mem_clear_user_kernel_original, clear_user_original,
		     "the kernel's without any string feature, 6.1 to 6.3")

CLEAR_USER_KERNEL_FN("kernel-rep_good", mem_clear_user_kernel_rep_good, clear_user_rep_good,
		     "the kernel's with REP_GOOD, 6.1 to 6.3")

CLEAR_USER_KERNEL_FN("kernel-erms", mem_clear_user_kernel_erms, clear_user_erms,
		     "the kernel's with ERMS, 6.1 to 6.3")

CLEAR_USER_KERNEL_FN("kernel-rep_stos_alternative", mem_clear_user_kernel_rep_stos_alternative,
		     rep_stos_alternative,
		     "the kernel's without FSRS, since 6.4")
