/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Ways to clear memory on x86-64, a row each:
 *
 * CLEAR_KERNEL_FN(name, pages, page, desc, unit, align): by page it is a routine of the
 *	kernel, mirrored; by extent it is ours
 * CLEAR_FN(name, pages, page, desc, unit, align, feature, needs, weak): ours; NULL for
 *	page: a page is an extent like any other
 *
 * unit is what a length must be a multiple of, align what a start must be a multiple of;
 * has_<feature>() asks the CPU, needs says the same to people; weak: its stores are only
 * complete after SFENCE.
 */

CLEAR_KERNEL_FN("x86-64-unrolled", clear_pages_unrolled, clear_page_orig,
		"loop of eight movq", 64, 1)

CLEAR_KERNEL_FN("x86-64-stosq", clear_pages_stosq, clear_page_rep,
		"rep stosq", 8, 1)

CLEAR_KERNEL_FN("x86-64-stosb", clear_pages_stosb, clear_page_erms,
		"rep stosb", 1, 1)

CLEAR_FN("x86-64-movnt", clear_pages_movnti, clear_page_movnti,
	 "movnti, past the caches",
	 64, 1, sse2, "SSE2", true)

CLEAR_FN("x86-64-clzero", clear_pages_clzero, clear_page_clzero,
	 "clzero, a line at a time",
	 64, 64, clzero, "CLZERO", true)

CLEAR_FN("x86-64-clzero-4s", clear_pages_clzero_4s, NULL,
	 "clzero, four streams in chunks from 16KB on",
	 64, 64, clzero, "CLZERO", true)

CLEAR_FN("x86-64-movdir64b", clear_pages_movdir64b, clear_page_movdir64b,
	 "movdir64b, direct stores past the caches",
	 64, 64, movdir64b, "MOVDIR64B", true)

CLEAR_FN("x86-64-sse2-nt", clear_pages_sse2_nt, clear_page_sse2_nt,
	 "16-byte stores past the caches",
	 64, 16, sse2, "SSE2", true)

CLEAR_FN("x86-64-avx2-nt", clear_pages_avx2_nt, clear_page_avx2_nt,
	 "32-byte stores past the caches",
	 64, 32, avx2, "AVX2", true)

CLEAR_FN("x86-64-avx512-nt", clear_pages_avx512_nt, clear_page_avx512_nt,
	 "64-byte stores past the caches",
	 64, 64, avx512f, "AVX512F", true)

CLEAR_FN("x86-64-avx2", clear_pages_avx2, clear_page_avx2,
	 "32-byte stores",
	 64, 1, avx2, "AVX2", false)

CLEAR_FN("x86-64-avx512", clear_pages_avx512, clear_page_avx512,
	 "64-byte stores",
	 64, 1, avx512f, "AVX512F", false)
