/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All the assembly that perf bench mem clear runs: the kernel's own routines, as they are,
 * and ours.
 *
 * In user space nothing is patched. perf's linkage.h aligns functions to 4 bytes, which
 * would make them slower than in the kernel: each .globl brings the kernel's 16 along.
 * Along with clear_page() come the kernel's routines for clear_user(), whose faults are
 * fixed up by an exception table as in the kernel.
 */
#include "mem-clear-extable.h"

#define globl p2align 4; .globl

#include "../../arch/x86/lib/clear_page_64.S"

#undef globl

#include "../../arch/x86/lib/clear_page_nt_64.S"
#include "../../arch/x86/lib/clear_pages_64.S"
#include "../../arch/x86/lib/clear_page_clzero_64.S"
#include "../../arch/x86/lib/clear_page_movdir64b_64.S"
#include "../../arch/x86/lib/clear_page_simd_64.S"
