// SPDX-License-Identifier: GPL-2.0
/*
 * How workers meet: barriers that all leave at once, and that nobody waits in for one who
 * has failed or died.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include "crew-internal.h"

/* How often the leader looks whether all its processes still live, while it waits. */
#define WATCH_NSEC	20000000

/**
 * bench_crew__abort - have nobody wait any more in the running job
 * @crew: the crew
 */
void bench_crew__abort(struct bench_crew *crew)
{
	__atomic_store_n(&crew->aborted, 1, __ATOMIC_SEQ_CST);
	bench_gate__open(&crew->arrive, crew->futex_flags);
	bench_gate__open(&crew->leave, crew->futex_flags);
}

/* Whether a process of the crew has died; the leader's only. */
static bool crew__watch(struct bench_crew *crew)
{
	int i, n, status;

	for (i = 1; i < crew->nr && !crew->dead; i++) {
		struct bench_slot *slot = &crew->slot[i];

		if (waitpid(slot->pid, &status, WNOHANG) != slot->pid)
			continue;
		n = scnprintf(crew->error, sizeof(crew->error), "process %d (pid %d) ", i,
			      slot->pid);
		if (WIFSIGNALED(status))
			snprintf(crew->error + n, sizeof(crew->error) - n,
				 "was killed by signal %d (%s)", WTERMSIG(status),
				 strsignal(WTERMSIG(status)));
		else
			snprintf(crew->error + n, sizeof(crew->error) - n,
				 "ended on its own with status %d", WEXITSTATUS(status));
		slot->pid = 0;
		crew->dead = true;
		bench_crew__abort(crew);
	}
	return crew->dead;
}

/**
 * bench_crew__wait - wait until a gate has opened
 * @crew: the crew
 * @index: of the calling worker
 * @gate: the gate
 * @gen: its @gen from before
 * @spin: how often to look before going to sleep
 *
 * Only the leader of processes looks up now and then: a process that died wakes nobody.
 */
void bench_crew__wait(struct bench_crew *crew, int index, struct bench_gate *gate, u_int32_t gen,
		      int spin)
{
	struct timespec watch = { .tv_nsec = WATCH_NSEC };

	if (index || !crew->plan->processes) {
		bench_gate__wait(gate, gen, spin, NULL, crew->futex_flags);
		return;
	}
	while (!bench_gate__wait(gate, gen, spin, &watch, crew->futex_flags)) {
		if (crew__watch(crew))
			break;
		spin = SPIN_NONE;
	}
}

static void crew__meet(struct bench_crew *crew, int index, struct bench_gate *gate, int spin)
{
	u_int32_t gen = bench_gate__gen(gate);

	if (__atomic_load_n(&crew->aborted, __ATOMIC_SEQ_CST))
		return;
	if (bench_gate__arrive(gate) == crew->active) {
		bench_gate__reset(gate);
		bench_gate__open(gate, crew->futex_flags);
		return;
	}
	bench_crew__wait(crew, index, gate, gen, crew->spin ? spin : SPIN_NONE);
}

/**
 * bench_crew__barrier - wait until all active workers have come here
 * @w: the calling worker
 *
 * Those who come long before the last fall asleep, and a sleeper takes tens of
 * microseconds to get up; so all meet a second time, awake, and leave that together.
 * With fewer CPUs than workers they cannot run together anyway, and once is enough.
 *
 * Return: 0, or -ECANCELED at once if the job has failed in another worker.
 */
int bench_crew__barrier(struct bench_worker *w)
{
	struct bench_crew *crew = bench_slot__of(w)->crew;

	if (crew->active > 1) {
		crew__meet(crew, w->index, &crew->arrive, SPIN_IDLE);
		if (crew->spin)
			crew__meet(crew, w->index, &crew->leave, SPIN_MEET);
	}
	return __atomic_load_n(&crew->aborted, __ATOMIC_SEQ_CST) ? -ECANCELED : 0;
}
