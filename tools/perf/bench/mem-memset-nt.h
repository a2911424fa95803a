/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_MEM_MEMSET_NT_H
#define BENCH_MEM_MEMSET_NT_H

#include <stddef.h>

/* tools/arch/x86/lib/memset_nt_64.S */
#ifdef HAVE_ARCH_X86_64_SUPPORT
void *memset_movnti(void *dest, int c, size_t len);
void *memset_stosq(void *dest, int c, size_t len);
#endif

#endif /* BENCH_MEM_MEMSET_NT_H */
