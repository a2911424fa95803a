/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_CREW_PLACE_H
#define BENCH_HARNESS_CREW_PLACE_H

struct bench_worker;

int bench_worker__place(struct bench_worker *w);

#endif /* BENCH_HARNESS_CREW_PLACE_H */
