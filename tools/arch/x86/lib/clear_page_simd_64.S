/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clear memory with vector registers: what the store ports and fill buffers could reach. A
 * kernel would have to save the FPU state first, so these are yardsticks, not candidates.
 *
 * The *_nt functions store past the caches; they are weakly ordered and do not fence: the
 * caller issues SFENCE when others may look at the memory. The others fill the caches like
 * any store. All that touch the upper halves end with VZEROUPPER, so that SSE code of the
 * caller does not pay for them.
 */
#include <linux/linkage.h>

	.text

/*
 * Clear %rsi lines of 64 bytes, at least one, from %rdi on, with what @store does for each
 * offset in a line that it is good for. Clobbers %rdi, %rsi.
 */
.macro SIMD_LINES store, reg, offsets:vararg
	.p2align 4
.Lsimd_line\@:
	.irp	at, \offsets
	\store	\reg, \at(%rdi)
	.endr
	addq	$64, %rdi
	subq	$1, %rsi
	jnz	.Lsimd_line\@
.endm

.macro SSE2_NT_LINES
	pxor	%xmm0, %xmm0
	SIMD_LINES movntdq, %xmm0, 0, 16, 32, 48
.endm

.macro AVX2_NT_LINES
	vpxor	%xmm0, %xmm0, %xmm0
	SIMD_LINES vmovntdq, %ymm0, 0, 32
	vzeroupper
.endm

.macro AVX512_NT_LINES
	vpxor	%xmm0, %xmm0, %xmm0
	SIMD_LINES vmovntdq, %zmm0, 0
	vzeroupper
.endm

/*
 * void clear_page_sse2_nt(void *page), avx2, avx512
 *
 * %rdi - start of the page, 4096 bytes, a multiple of 16 (SSE2), 32 (AVX2), 64 (AVX-512)
 */
	.p2align 5
SYM_FUNC_START(clear_page_sse2_nt)
	movl	$4096 / 64, %esi
	SSE2_NT_LINES
	RET
SYM_FUNC_END(clear_page_sse2_nt)

	.p2align 5
SYM_FUNC_START(clear_page_avx2_nt)
	movl	$4096 / 64, %esi
	AVX2_NT_LINES
	RET
SYM_FUNC_END(clear_page_avx2_nt)

	.p2align 5
SYM_FUNC_START(clear_page_avx512_nt)
	movl	$4096 / 64, %esi
	AVX512_NT_LINES
	RET
SYM_FUNC_END(clear_page_avx512_nt)

/*
 * void clear_pages_sse2_nt(void *addr, u64 len), avx2, avx512
 *
 * %rdi - start of the extent, a multiple of 16 (SSE2), 32 (AVX2), 64 (AVX-512)
 * %rsi - its length in bytes, a multiple of 64
 */
	.p2align 5
SYM_FUNC_START(clear_pages_sse2_nt)
	shrq	$6, %rsi
	jz	.Lsse2_nt_done
	SSE2_NT_LINES
.Lsse2_nt_done:
	RET
SYM_FUNC_END(clear_pages_sse2_nt)

	.p2align 5
SYM_FUNC_START(clear_pages_avx2_nt)
	shrq	$6, %rsi
	jz	.Lavx2_nt_done
	AVX2_NT_LINES
.Lavx2_nt_done:
	RET
SYM_FUNC_END(clear_pages_avx2_nt)

	.p2align 5
SYM_FUNC_START(clear_pages_avx512_nt)
	shrq	$6, %rsi
	jz	.Lavx512_nt_done
	AVX512_NT_LINES
.Lavx512_nt_done:
	RET
SYM_FUNC_END(clear_pages_avx512_nt)

/*
 * Clear %rsi lines from %rdi on through the caches: blocks of eight stores, then line by
 * line. @lines is how many lines eight stores of @reg make. Clobbers %rdi, %rsi.
 */
.macro SIMD_BLOCKS reg, lines, offsets:vararg
	vpxor	%xmm0, %xmm0, %xmm0
	subq	$\lines, %rsi
	jb	.Lsimd_rest\@
	.p2align 5
.Lsimd_block\@:
	.irp	n, 0, 1, 2, 3, 4, 5, 6, 7
	vmovups	\reg, \n * \lines * 8(%rdi)
	.endr
	addq	$\lines * 64, %rdi
	subq	$\lines, %rsi
	jae	.Lsimd_block\@
.Lsimd_rest\@:
	addq	$\lines, %rsi
	jz	.Lsimd_done\@
	SIMD_LINES vmovups, \reg, \offsets
.Lsimd_done\@:
	vzeroupper
.endm

/*
 * void clear_page_avx2(void *page), avx512
 * void clear_pages_avx2(void *addr, u64 len), avx512
 *
 * %rdi - start; any alignment, fast from 64 on
 * %rsi - length in bytes, a multiple of 64
 */
	.p2align 5
SYM_FUNC_START(clear_page_avx2)
	movl	$4096, %esi
	jmp	clear_pages_avx2
SYM_FUNC_END(clear_page_avx2)

	.p2align 5
SYM_FUNC_START(clear_pages_avx2)
	shrq	$6, %rsi
	SIMD_BLOCKS %ymm0, 4, 0, 32
	RET
SYM_FUNC_END(clear_pages_avx2)

	.p2align 5
SYM_FUNC_START(clear_page_avx512)
	movl	$4096, %esi
	jmp	clear_pages_avx512
SYM_FUNC_END(clear_page_avx512)

	.p2align 5
SYM_FUNC_START(clear_pages_avx512)
	shrq	$6, %rsi
	SIMD_BLOCKS %zmm0, 8, 0
	RET
SYM_FUNC_END(clear_pages_avx512)

	.section .note.GNU-stack, "", @progbits
