/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_CREW_INTERNAL_H
#define BENCH_HARNESS_CREW_INTERNAL_H

/* Between the crew*.c files. */

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "crew.h"
#include "crew-gate.h"
#include "affinity.h"
#include "crew-place.h"
#include "plan.h"

/* How often to look before going to sleep. Without a CPU of one's own: never. */
#define SPIN_NONE	0
/* Some tens of microseconds: the gap between the samples of one case. */
#define SPIN_IDLE	2000
/* Some hundreds: all are awake and on their way. */
#define SPIN_MEET	40000

/**
 * struct bench_slot - one worker, and what it takes to run it
 * @w: what workloads see
 * @crew: where it belongs
 * @thread: what runs it
 * @pid: likewise, 0: it has died
 * @err: what its last job returned
 * @go: opens when there is a job
 *
 * Slots are next to each other; none shares a cache line with another.
 */
struct bench_slot {
	struct bench_worker	w;
	struct bench_crew	*crew;
	pthread_t		thread;
	pid_t			pid;
	int			err;
	struct bench_gate	go __aligned(128);
} __aligned(128);

/**
 * struct bench_crew - all that leader and workers share
 * @plan: the plan
 * @job: the running job
 * @affinity: where the leader could run before
 * @map_len: length of the mapping that holds this
 * @leader: process ID of the leader
 * @nr: workers that were made
 * @active: workers of the running job
 * @roomy: the most workers that have a CPU each
 * @futex_flags: FUTEX_PRIVATE_FLAG, or 0 between processes
 * @spin: every active worker has a CPU of its own, so that waiting there takes no time
 *	from anybody
 * @sigbus: SIGBUS is caught
 * @dead: a process of the crew died: it can do no more
 * @quit: workers leave
 * @error: text of the last call that failed
 * @failed: 1 + index of the first worker whose job failed, 0: none
 * @aborted: the running job has failed somewhere: nobody is to wait for anybody
 * @left: opens when the other workers have finished the job
 * @arrive: a barrier's first half, where those who come early may fall asleep
 * @leave: its second half, which all enter awake
 * @slot: the workers
 */
struct bench_crew {
	const struct bench_plan	*plan;
	struct bench_job	job;
	struct bench_affinity	affinity;
	size_t			map_len;
	pid_t			leader;
	int			nr;
	int			active;
	int			roomy;
	int			futex_flags;
	bool			spin;
	bool			sigbus;
	bool			dead;
	bool			quit;
	char			error[512];

	u_int32_t __aligned(128)	failed;
	u_int32_t		aborted;
	struct bench_gate	left __aligned(128);
	struct bench_gate	arrive __aligned(128);
	struct bench_gate	leave __aligned(128);
	struct bench_slot	slot[];
};

static inline struct bench_slot *bench_slot__of(struct bench_worker *w)
{
	return container_of(w, struct bench_slot, w);
}

int bench_slot__start(struct bench_slot *slot);
void bench_slot__run(struct bench_slot *slot);
void bench_crew__abort(struct bench_crew *crew);
void bench_crew__wait(struct bench_crew *crew, int index, struct bench_gate *gate, u_int32_t gen,
		      int spin);

#endif /* BENCH_HARNESS_CREW_INTERNAL_H */
