// SPDX-License-Identifier: GPL-2.0
/* Which routine the running kernel clears user memory with. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include "harness/host.h"
#include "mem-clear-user-functions.h"

#ifdef HAVE_ARCH_X86_64_SUPPORT
#include <cpuid.h>

/**
 * clear_user_choice - which routine clear_user() is patched to
 * @release: of the kernel: "6.12.1-amd64"
 * @cpu: features of the CPU, CLEAR_USER_HAS_…
 *
 * From arch/x86/include/asm/uaccess_64.h: until 6.0 one loop for all, until 6.3 the best of
 * four by FSRM, ERMS and REP_GOOD, and since 6.4 one of two by FSRS.
 *
 * Return: the name that struct bench_function has as @kernel, NULL if it is not known.
 */
const char *clear_user_choice(const char *release, unsigned long cpu)
{
	unsigned int major, minor;

	if (sscanf(release, "%u.%u", &major, &minor) != 2)
		return NULL;
	if (major > 6 || (major == 6 && minor >= 4))
		return cpu & CLEAR_USER_HAS_FSRS ? "rep stosb" : "rep_stos_alternative";
	if (major < 6 || !minor)
		return "clear_user_original";
	if (cpu & CLEAR_USER_HAS_FSRM)
		return "rep stosb";
	if (cpu & CLEAR_USER_HAS_ERMS)
		return "clear_user_erms";
	return cpu & CLEAR_USER_HAS_REP_GOOD ? "clear_user_rep_good" : "clear_user_original";
}

/*
 * CPUID Fn0000_0007_EAX_x1[11]; /proc/cpuinfo has no word for it. AMD CPUs do not set it: there
 * Linux takes FSRM for both (arch/x86/kernel/cpu/amd.c).
 */
static bool has_fsrs(void)
{
	unsigned int eax, ebx, ecx, edx;

	if (__get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) && (eax & BIT(11)))
		return true;
	return __get_cpuid(0, &eax, &ebx, &ecx, &edx) && ebx == signature_AMD_ebx &&
	       edx == signature_AMD_edx && ecx == signature_AMD_ecx && bench_host__cpu_has("fsrm");
}

/**
 * clear_user_choice__here - likewise, for the running kernel on this CPU
 */
const char *clear_user_choice__here(void)
{
	unsigned long cpu = has_fsrs() ? CLEAR_USER_HAS_FSRS : 0;
	struct utsname uts;

	if (uname(&uts))
		return NULL;
	if (bench_host__cpu_has("fsrm"))
		cpu |= CLEAR_USER_HAS_FSRM;
	if (bench_host__cpu_has("erms"))
		cpu |= CLEAR_USER_HAS_ERMS;
	if (bench_host__cpu_has("rep_good"))
		cpu |= CLEAR_USER_HAS_REP_GOOD;
	return clear_user_choice(uts.release, cpu);
}

#else

const char *clear_user_choice(const char *release __maybe_unused,
			      unsigned long cpu __maybe_unused)
{
	return NULL;
}

const char *clear_user_choice__here(void)
{
	return NULL;
}

#endif /* HAVE_ARCH_X86_64_SUPPORT */
