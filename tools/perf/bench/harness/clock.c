// SPDX-License-Identifier: GPL-2.0
/*
 * Where time comes from: CLOCK_MONOTONIC_RAW, which no NTP daemon bends and which the vDSO
 * reads without a system call, and the TSC beside it for cycles.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <linux/compiler.h>
#include "clock.h"

#define READINGS	64
#define CALIBRATE_NS	200000ULL

#ifdef __x86_64__
#include <cpuid.h>

/*
 * Not before the loads and instructions ahead of it are done, and nothing behind it
 * before it is read (Intel SDM, RDTSC; AMD64 APM volume 3, with LFENCE as Linux sets it up).
 */
static u64 read_tsc(void)
{
	u32 lo, hi;

	asm volatile("lfence; rdtsc; lfence" : "=a" (lo), "=d" (hi) : : "memory");
	return (u64)hi << 32 | lo;
}

/* Hypervisors may hide the CPUID bit; what the kernel found out then stands in cpuinfo. */
static bool cpuinfo_says_invariant(void)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	bool constant = false, nonstop = false;
	char *line = NULL, *word, *save;
	size_t len = 0;

	if (!f)
		return false;
	while (getline(&line, &len, f) > 0) {
		if (strncmp(line, "flags", 5))
			continue;
		for (word = strtok_r(line, " \t\n", &save); word;
		     word = strtok_r(NULL, " \t\n", &save)) {
			constant |= !strcmp(word, "constant_tsc");
			nonstop |= !strcmp(word, "nonstop_tsc");
		}
		break;
	}
	free(line);
	fclose(f);
	return constant && nonstop;
}

/**
 * bench_clock__has_tsc - whether there is a TSC that runs at one rate always
 */
bool bench_clock__has_tsc(void)
{
	u32 eax, ebx, ecx, edx;

	/* CPUID Fn8000_0007_EDX[8], TscInvariant */
	if (__get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && (edx & (1 << 8)))
		return true;
	return cpuinfo_says_invariant();
}
#else
static u64 read_tsc(void)
{
	return 0;
}

bool bench_clock__has_tsc(void)
{
	return false;
}
#endif

/**
 * bench_clock__read - what a clock of the system says
 * @id: which
 *
 * Return: nanoseconds, or BENCH_CLOCK_UNKNOWN with errno set: sandboxes allow some clocks
 * only.
 */
u64 bench_clock__read(clockid_t id)
{
	struct timespec ts;

	if (clock_gettime(id, &ts))
		return BENCH_CLOCK_UNKNOWN;
	return (u64)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static u64 read_ns(void)
{
	return bench_clock__read(CLOCK_MONOTONIC_RAW);
}

static void clock_start(const struct bench_clock *clock __maybe_unused,
			struct bench_stamp *stamp)
{
	stamp->ns = read_ns();
	stamp->tsc = read_tsc();
}

static void clock_stop(const struct bench_clock *clock __maybe_unused,
		       struct bench_stamp *stamp)
{
	stamp->tsc = read_tsc();
	stamp->ns = read_ns();
}

static u64 clock_cpu(const struct bench_clock *clock __maybe_unused)
{
	return bench_clock__read(CLOCK_THREAD_CPUTIME_ID);
}

static u64 clock_now(const struct bench_clock *clock __maybe_unused)
{
	return read_ns();
}

/* One moment on both clocks: of some tries, the one in which least time went by. */
static int read_both(struct bench_stamp *stamp)
{
	u64 before, after, tsc, best = UINT64_MAX;
	int i;

	for (i = 0; i < 10; i++) {
		before = read_ns();
		tsc = read_tsc();
		after = read_ns();
		if (before == BENCH_CLOCK_UNKNOWN || after == BENCH_CLOCK_UNKNOWN)
			return -errno;
		if (after - before < best) {
			best = after - before;
			stamp->ns = before + best / 2;
			stamp->tsc = tsc;
		}
	}
	return 0;
}

/* The smallest of some: interrupts and a cold vDSO only ever make it larger. */
static int measure_reading(struct bench_clock *clock)
{
	struct bench_stamp a, b;
	int i;

	clock->cost_ns = UINT64_MAX;
	clock->cost_tsc = UINT64_MAX;

	for (i = 0; i < READINGS; i++) {
		clock->start(clock, &a);
		clock->stop(clock, &b);
		if (a.ns == BENCH_CLOCK_UNKNOWN || b.ns == BENCH_CLOCK_UNKNOWN)
			return -errno;
		if (b.ns - a.ns < clock->cost_ns)
			clock->cost_ns = b.ns - a.ns;
		if (b.tsc - a.tsc < clock->cost_tsc)
			clock->cost_tsc = b.tsc - a.tsc;
	}
	return 0;
}

/**
 * bench_clock__init - set up the real clock
 * @clock: filled in, but for the rate of the TSC
 *
 * Measures what reading it costs.
 *
 * Return: 0, or -errno if the kernel does not tell the time.
 */
int bench_clock__init(struct bench_clock *clock)
{
	int ret;

	clock->start = clock_start;
	clock->stop = clock_stop;
	clock->cpu = clock_cpu;
	clock->now = clock_now;
	clock->tsc_hz = 0;
	ret = measure_reading(clock);
	return ret ?: read_both(&clock->first);
}

/**
 * bench_clock__settle - find the rate of the TSC, if that runs at one rate always
 * @clock: from bench_clock__init()
 *
 * Measured, since CPUID leaf 15h is empty on AMD, leaf 16h gives a nominal figure, and under
 * a hypervisor neither need be true. Both ends are right to about 20 ns, so that 0.2 ms
 * give the rate to some 1e-4: enough, as ticks are given as ticks. The later this is
 * called, the less is left of them to wait for.
 *
 * Return: 0, or -errno if the kernel does not tell the time.
 */
int bench_clock__settle(struct bench_clock *clock)
{
	struct bench_stamp last = { 0, 0 };
	u64 now;
	int ret;

	if (!bench_clock__has_tsc())
		return 0;
	do {
		now = read_ns();
		if (now == BENCH_CLOCK_UNKNOWN)
			return -errno;
	} while (now - clock->first.ns < CALIBRATE_NS);
	ret = read_both(&last);
	if (ret)
		return ret;
	clock->tsc_hz = (double)(last.tsc - clock->first.tsc) /
			(double)(last.ns - clock->first.ns) * 1e9;
	return 0;
}
