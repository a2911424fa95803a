/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_CREW_GATE_H
#define BENCH_HARNESS_CREW_GATE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include "../futex.h"

/**
 * struct bench_gate - where workers wait for something to happen
 * @gen: goes up by one each time that the gate opens: what waiters wait for, so that
 *	nobody can slip through twice
 * @count: those who have come since the last time
 * @sleepers: those asleep in the kernel; with none, opening makes no system call
 */
struct bench_gate {
	u_int32_t	gen;
	u_int32_t	count;
	u_int32_t	sleepers;
};

static inline u_int32_t bench_gate__gen(struct bench_gate *gate)
{
	return __atomic_load_n(&gate->gen, __ATOMIC_SEQ_CST);
}

/* How many have come, the caller among them. */
static inline int bench_gate__arrive(struct bench_gate *gate)
{
	return __atomic_add_fetch(&gate->count, 1, __ATOMIC_SEQ_CST);
}

static inline void bench_gate__reset(struct bench_gate *gate)
{
	__atomic_store_n(&gate->count, 0, __ATOMIC_SEQ_CST);
}

/* Sleepers count themselves before they look at @gen a last time: none is overlooked. */
static inline void bench_gate__open(struct bench_gate *gate, int futex_flags)
{
	__atomic_add_fetch(&gate->gen, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&gate->sleepers, __ATOMIC_SEQ_CST))
		futex_wake(&gate->gen, INT_MAX, futex_flags);
}

static inline void bench_cpu_relax(void)
{
#ifdef __SSE2__
	__builtin_ia32_pause();
#else
	__asm__ volatile("" ::: "memory");
#endif
}

/**
 * bench_gate__wait - wait until the gate has opened
 * @gate: the gate
 * @gen: its @gen from before
 * @spin: how often to look before going to sleep
 * @timeout: how long to sleep at most, NULL: for ever
 * @futex_flags: FUTEX_PRIVATE_FLAG, or 0 between processes
 *
 * Return: false if it has not opened in time.
 */
static inline bool bench_gate__wait(struct bench_gate *gate, u_int32_t gen, int spin,
				    struct timespec *timeout, int futex_flags)
{
	bool opened;

	for (; spin > 0; spin--) {
		if (bench_gate__gen(gate) != gen)
			return true;
		bench_cpu_relax();
	}
	__atomic_add_fetch(&gate->sleepers, 1, __ATOMIC_SEQ_CST);
	do {
		opened = bench_gate__gen(gate) != gen;
		if (!opened)
			futex_wait(&gate->gen, gen, timeout, futex_flags);
	} while (!opened && !timeout);
	opened = bench_gate__gen(gate) != gen;
	__atomic_sub_fetch(&gate->sleepers, 1, __ATOMIC_SEQ_CST);
	return opened;
}

#endif /* BENCH_HARNESS_CREW_GATE_H */
