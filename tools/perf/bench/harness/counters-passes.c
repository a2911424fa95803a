// SPDX-License-Identifier: GPL-2.0
/*
 * Which events are counted together. Rather than have the kernel multiplex, and scale
 * up what it saw for a third of the time, events that do not fit are counted in rounds
 * of their own (as nanoBench does).
 */
#include "counters-passes.h"

/**
 * bench_passes__plan - spread events over as few passes as first-fit finds
 * @passes: filled
 * @atoms: sets of events that must stay together, in the order in which to place them
 * @nr_atoms: how many, at most BENCH_EVENTS_MAX
 * @fits: whether the events of a set can be counted at once
 * @ctx: its context
 *
 * An atom that does not fit even by itself gets a pass of its own, where the kernel
 * may still count it for a part of the time.
 */
void bench_passes__plan(struct bench_passes *passes, const u64 *atoms, int nr_atoms,
			bool (*fits)(void *ctx, u64 set), void *ctx)
{
	u64 full = 0;	/* passes that hold an atom that does not fit */
	int i, p;

	passes->nr = 0;
	for (i = 0; i < nr_atoms; i++) {
		for (p = 0; p < passes->nr; p++) {
			if (!(full & (1ULL << p)) && fits(ctx, passes->set[p] | atoms[i]))
				break;
		}
		if (p < passes->nr) {
			passes->set[p] |= atoms[i];
			continue;
		}
		if (!fits(ctx, atoms[i]))
			full |= 1ULL << p;
		passes->set[passes->nr++] = atoms[i];
	}
}
