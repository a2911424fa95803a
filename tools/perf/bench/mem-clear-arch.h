/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_MEM_CLEAR_ARCH_H
#define BENCH_MEM_CLEAR_ARCH_H

#include <linux/types.h>

/* The assembly that mem-clear-x86-64-asm.S is made of. */
#ifdef HAVE_ARCH_X86_64_SUPPORT

/* The kernel's own, NULL in trees that have given them up. */
void clear_page_orig(void *page);
void clear_page_rep(void *page);
void clear_page_erms(void *page);
#pragma weak clear_page_orig
#pragma weak clear_page_rep
#pragma weak clear_page_erms

void clear_pages_unrolled(void *addr, u64 len);
void clear_pages_stosq(void *addr, u64 len);
void clear_pages_stosb(void *addr, u64 len);

void clear_page_movnti(void *page);
void clear_page_clzero(void *page);
void clear_page_movdir64b(void *page);
void clear_page_sse2_nt(void *page);
void clear_page_avx2_nt(void *page);
void clear_page_avx512_nt(void *page);
void clear_page_avx2(void *page);
void clear_page_avx512(void *page);

void clear_pages_movnti(void *addr, u64 len);
void clear_pages_clzero(void *addr, u64 len);
void clear_pages_clzero_4s(void *addr, u64 len);
void clear_pages_movdir64b(void *addr, u64 len);
void clear_pages_sse2_nt(void *addr, u64 len);
void clear_pages_avx2_nt(void *addr, u64 len);
void clear_pages_avx512_nt(void *addr, u64 len);
void clear_pages_avx2(void *addr, u64 len);
void clear_pages_avx512(void *addr, u64 len);

#endif /* HAVE_ARCH_X86_64_SUPPORT */

#endif /* BENCH_MEM_CLEAR_ARCH_H */
