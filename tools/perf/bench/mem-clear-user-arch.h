/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_MEM_CLEAR_USER_ARCH_H
#define BENCH_MEM_CLEAR_USER_ARCH_H

#include <linux/types.h>

/* The assembly that mem-clear-user-x86-64-asm.S is made of. */
#ifdef HAVE_ARCH_X86_64_SUPPORT

u64 mem_clear_user_empty(void *to, u64 len);

u64 mem_clear_user_original(void *to, u64 len);
u64 mem_clear_user_rep_good(void *to, u64 len);
u64 mem_clear_user_erms(void *to, u64 len);
u64 mem_clear_user_fsrm(void *to, u64 len);

u64 mem_clear_user_kernel_original(void *to, u64 len);
u64 mem_clear_user_kernel_rep_good(void *to, u64 len);
u64 mem_clear_user_kernel_erms(void *to, u64 len);
u64 mem_clear_user_kernel_rep_stos_alternative(void *to, u64 len);

/* The kernel's own, not for C to call: only whether they are there can be asked. */
extern const char clear_user_original[];
extern const char clear_user_rep_good[];
extern const char clear_user_erms[];
extern const char rep_stos_alternative[];
#pragma weak clear_user_original
#pragma weak clear_user_rep_good
#pragma weak clear_user_erms
#pragma weak rep_stos_alternative

#endif /* HAVE_ARCH_X86_64_SUPPORT */

#endif /* BENCH_MEM_CLEAR_USER_ARCH_H */
