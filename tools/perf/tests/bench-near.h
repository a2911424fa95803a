/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_TESTS_BENCH_NEAR_H
#define BENCH_TESTS_BENCH_NEAR_H

#include <math.h>
#include <stdbool.h>

/* Whether @a is @b but for a share of it; false if either is NAN. */
static inline bool bench_near(double a, double b, double share)
{
	return fabs(a - b) <= share * fabs(b);
}

/* Whether @a is @b but for a difference of at most @most; false if either is NAN. */
static inline bool bench_within(double a, double b, double most)
{
	return fabs(a - b) <= most;
}

#endif /* BENCH_TESTS_BENCH_NEAR_H */
