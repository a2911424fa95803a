// SPDX-License-Identifier: GPL-2.0
/* Seeded random numbers: the same on every machine, which random(3) does not promise. */
#include "stats.h"

/**
 * bench_rng__init - begin a sequence
 * @rng: the generator
 * @seed: any number
 */
void bench_rng__init(struct bench_rng *rng, u64 seed)
{
	rng->s = seed;
}

/**
 * bench_rng__next - next random number
 * @rng: the generator
 *
 * SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
 *
 * Return: 64 random bits.
 */
u64 bench_rng__next(struct bench_rng *rng)
{
	u64 z;

	rng->s += 0x9e3779b97f4a7c15ULL;
	z = rng->s;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/**
 * bench_rng__below - random number below a bound, each as likely as the other
 * @rng: the generator
 * @bound: what it stays below
 *
 * Return: 0 … @bound - 1; 0 for a bound of 0.
 */
u64 bench_rng__below(struct bench_rng *rng, u64 bound)
{
	u64 r, rest;

	if (!bound)
		return 0;

	/* 2^64 mod bound: numbers below it would come once too often. */
	rest = -bound % bound;
	do {
		r = bench_rng__next(rng);
	} while (r < rest);
	return r % bound;
}
