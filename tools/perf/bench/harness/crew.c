// SPDX-License-Identifier: GPL-2.0
/*
 * The crew: workers that are made once, wait between jobs, and start each job together.
 * What runs them is crew-start.c's, how they meet crew-meet.c's, where they run
 * crew-place.c's.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "crew-internal.h"
#include "sigbus.h"

/**
 * bench_worker__fail - note why a worker cannot go on
 * @w: the worker
 * @err: negative errno
 * @fmt: text for the user, without a newline; only the first one of a job is kept
 *
 * Return: @err, so that it can stand in a return statement.
 */
int bench_worker__fail(struct bench_worker *w, int err, const char *fmt, ...)
{
	va_list ap;

	if (!w->error[0]) {
		va_start(ap, fmt);
		vsnprintf(w->error, sizeof(w->error), fmt, ap);
		va_end(ap);
	}
	return err;
}

static int place(struct bench_worker *w, const struct bench_job *job __maybe_unused)
{
	return bench_worker__place(w);
}

/* The most workers that each have a CPU of their own. */
static int crew__roomy(const struct bench_crew *crew)
{
	const struct bench_list *cpus = &crew->plan->cpus;
	struct bench_affinity now = {};
	int i, j, nr = 1;

	if (crew->plan->max_threads < 2)
		return nr;
	if (!cpus->nr) {
		if (!bench_affinity__save(&now))
			nr = bench_affinity__count(&now);
		bench_affinity__exit(&now);
		return nr;
	}
	for (i = 0; i < cpus->nr; i++) {
		for (j = 0; j < i; j++) {
			if (cpus->v[i] == cpus->v[j])
				return i;
		}
	}
	return cpus->nr;
}

/**
 * bench_crew__new - make the workers and put them in their places
 * @plan: max_threads workers are made: threads, or processes with @plan->processes;
 *	must stay as it is until bench_crew__delete()
 * @err: filled with one line if it fails
 * @errlen: its length
 *
 * Return: the crew, whose worker 0 is the calling thread, or NULL.
 */
struct bench_crew *bench_crew__new(const struct bench_plan *plan, char *err, size_t errlen)
{
	struct bench_job job = { .fn = place };
	struct bench_crew *crew;
	size_t len;
	int i, ret;

	if (plan->max_threads < 1 ||
	    __builtin_mul_overflow((size_t)plan->max_threads, sizeof(crew->slot[0]), &len) ||
	    __builtin_add_overflow(len, sizeof(*crew), &len)) {
		snprintf(err, errlen, "%d threads: cannot be", plan->max_threads);
		return NULL;
	}
	crew = bench_crew__map(plan, len);
	if (!crew) {
		snprintf(err, errlen, "no memory for %d threads: %s", plan->max_threads,
			 strerror(errno));
		return NULL;
	}
	crew->plan = plan;
	crew->map_len = len;
	crew->leader = getpid();
	crew->futex_flags = plan->processes ? 0 : FUTEX_PRIVATE_FLAG;

	/* One worker that nobody asked to pin stays where it is. */
	ret = plan->cpus.nr || plan->node >= 0 ? bench_affinity__save(&crew->affinity) : 0;
	if (ret) {
		snprintf(err, errlen, "cannot read the CPU affinity: %s", strerror(-ret));
		goto out_delete;
	}
	ret = bench_sigbus__install();
	if (ret) {
		snprintf(err, errlen, "cannot catch SIGBUS: %s", strerror(-ret));
		goto out_delete;
	}
	crew->sigbus = true;

	for (i = 0; i < plan->max_threads; i++) {
		struct bench_slot *slot = &crew->slot[i];

		slot->crew = crew;
		slot->w.plan = plan;
		slot->w.index = i;
		slot->w.cpu = -1;
		slot->w.node = -1;
		slot->w.tid = i ? 0 : syscall(SYS_gettid);
		ret = i ? bench_slot__start(slot) : 0;
		if (ret) {
			snprintf(err, errlen, "cannot start %s %d of %d: %s",
				 plan->processes ? "process" : "thread", i + 1, plan->max_threads,
				 strerror(-ret));
			goto out_delete;
		}
		crew->nr++;
	}

	if (bench_crew__call(crew, crew->nr, &job)) {
		snprintf(err, errlen, "%s", bench_crew__error(crew));
		goto out_delete;
	}
	crew->roomy = crew__roomy(crew);
	return crew;

out_delete:
	bench_crew__delete(crew);
	return NULL;
}

/**
 * bench_crew__delete - end the workers; the calling thread may run where it could before
 * @crew: the crew; may be NULL
 */
void bench_crew__delete(struct bench_crew *crew)
{
	int i;

	if (!crew)
		return;

	crew->quit = true;
	for (i = 1; i < crew->nr; i++)
		bench_gate__open(&crew->slot[i].go, crew->futex_flags);
	for (i = 1; i < crew->nr; i++) {
		struct bench_slot *slot = &crew->slot[i];

		if (!crew->plan->processes)
			pthread_join(slot->thread, NULL);
		else if (slot->pid)
			while (waitpid(slot->pid, NULL, 0) < 0 && errno == EINTR)
				;
	}
	if (crew->sigbus)
		bench_sigbus__remove();
	bench_affinity__restore(&crew->affinity);
	munmap(crew, crew->map_len);
}

static int crew__result(struct bench_crew *crew)
{
	struct bench_slot *slot;

	if (crew->dead)
		return -ECHILD;
	if (!crew->failed)
		return 0;

	slot = &crew->slot[crew->failed - 1];
	if (crew->active == 1)
		crew->error[0] = '\0';
	else
		snprintf(crew->error, sizeof(crew->error), "%s %d: ",
			 crew->plan->processes ? "process" : "thread", slot->w.index);
	snprintf(crew->error + strlen(crew->error), sizeof(crew->error) - strlen(crew->error), "%s",
		 slot->w.error[0] ? slot->w.error : strerror(-slot->err));
	return slot->err;
}

/**
 * bench_crew__call - have the first @nr workers do a job, all at once
 * @crew: the crew
 * @nr: how many; with 1 it is a plain function call
 * @job: what to do; copied
 *
 * It returns when all have finished. One that fails does not leave the others waiting in
 * bench_crew__barrier(); -ECANCELED is for jobs that stop since a barrier said so.
 *
 * Return: 0, or the error of the first worker that failed: see bench_crew__error();
 * -EFAULT for a SIGBUS, -ECHILD if a process of the crew has died.
 */
int bench_crew__call(struct bench_crew *crew, int nr, const struct bench_job *job)
{
	u_int32_t gen;
	int i;

	if (nr < 1 || nr > crew->nr) {
		snprintf(crew->error, sizeof(crew->error), "%d workers asked for, there are %d", nr,
			 crew->nr);
		return -EINVAL;
	}
	if (crew->dead)
		return -ECHILD;

	crew->job = *job;
	crew->active = nr;
	/* Workers look at it when they go idle, which may be now. */
	__atomic_store_n(&crew->spin, nr <= crew->roomy, __ATOMIC_RELAXED);
	crew->failed = 0;
	crew->aborted = 0;
	bench_gate__reset(&crew->left);
	bench_gate__reset(&crew->arrive);
	bench_gate__reset(&crew->leave);
	for (i = 0; i < nr; i++) {
		crew->slot[i].w.c = job->c;
		crew->slot[i].w.nr = nr;
		crew->slot[i].w.error[0] = '\0';
	}

	gen = bench_gate__gen(&crew->left);
	for (i = 1; i < nr; i++)
		bench_gate__open(&crew->slot[i].go, crew->futex_flags);
	bench_slot__run(&crew->slot[0]);
	if (nr > 1)
		bench_crew__wait(crew, 0, &crew->left, gen, crew->spin ? SPIN_IDLE : SPIN_NONE);
	return crew__result(crew);
}

/**
 * bench_crew__worker - one of the workers
 * @crew: the crew
 * @index: 0 is the calling thread
 *
 * Return: the worker, which only stands still between two calls; NULL: no such one.
 */
struct bench_worker *bench_crew__worker(struct bench_crew *crew, int index)
{
	return index >= 0 && index < crew->nr ? &crew->slot[index].w : NULL;
}

/**
 * bench_crew__forget - a failure has been dealt with: it is not why something else fails
 * @crew: the crew
 */
void bench_crew__forget(struct bench_crew *crew)
{
	crew->error[0] = '\0';
}

/**
 * bench_crew__error - why the last call failed
 * @crew: the crew
 *
 * Return: one line; it names the worker where there was more than one.
 */
const char *bench_crew__error(struct bench_crew *crew)
{
	return crew->error;
}
