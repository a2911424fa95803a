// SPDX-License-Identifier: GPL-2.0
/* What runs a worker: a thread or a process that takes one job after the other. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "crew-internal.h"
#include "page.h"
#include "sigbus.h"

/**
 * bench_crew__map - memory that leader and workers share
 * @plan: says whether the workers are threads, or processes which need a mapping of shmem
 * @len: bytes, to be given to munmap()
 *
 * Return: the memory, all zero; NULL with errno set if there is none.
 */
void *bench_crew__map(const struct bench_plan *plan, size_t len)
{
	int share = plan->processes ? MAP_SHARED : MAP_PRIVATE;
	void *p;

	p = mmap(NULL, len, PROT_READ | PROT_WRITE, share | MAP_ANONYMOUS, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

/* What it touches is @w->touch_base, or else its region. */
static int tell_sigbus(struct bench_worker *w)
{
	u64 page = w->c ? bench_page__size(w->c->axis[BENCH_AXIS_PAGE]) : 0;
	char text[sizeof(w->error)];

	if (w->touch_len)
		bench_sigbus__text(w->touch_base, w->touch_len, w->touch_page, w->node, text,
				   sizeof(text));
	else
		bench_sigbus__text(w->mem, w->mem_len, page, w->node, text, sizeof(text));
	return bench_worker__fail(w, -EFAULT, "%s", text);
}

/* A SIGBUS in the job ends the job, not the program. */
static int slot__job(struct bench_slot *slot)
{
	const struct bench_job *job = &slot->crew->job;
	struct bench_worker *w = &slot->w;
	sigjmp_buf *env = bench_sigbus__arm();
	int err;

	/* The handler runs with SIGBUS unblocked, so there is no mask to save. */
	if (sigsetjmp(*env, 0))
		err = tell_sigbus(w);
	else
		err = job->fn(w, job);
	bench_sigbus__disarm();
	return err;
}

/**
 * bench_slot__run - do the job in the calling worker
 * @slot: the worker
 *
 * What comes of it is left in the slot and, if it is the first failure, in the crew.
 */
void bench_slot__run(struct bench_slot *slot)
{
	struct bench_crew *crew = slot->crew;
	u_int32_t none = 0;

	/*
	 * A case of one worker is called straight; the others start together. Each runs its
	 * job, even if another's has failed by now: only so is it sure what has been done.
	 */
	if (crew->active > 1)
		bench_crew__barrier(&slot->w);
	slot->err = slot__job(slot);
	if (!slot->err)
		return;

	/* -ECANCELED after a barrier only passes on that another one has failed. */
	if (slot->err != -ECANCELED || !__atomic_load_n(&crew->aborted, __ATOMIC_SEQ_CST))
		__atomic_compare_exchange_n(&crew->failed, &none, slot->w.index + 1, false,
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	if (crew->active > 1)
		bench_crew__abort(crew);
}

static void slot__loop(struct bench_slot *slot)
{
	struct bench_crew *crew = slot->crew;
	u_int32_t gen = 0;
	int others;
	bool spin;

	slot->w.tid = syscall(SYS_gettid);
	for (;;) {
		spin = __atomic_load_n(&crew->spin, __ATOMIC_RELAXED);
		bench_gate__wait(&slot->go, gen, spin ? SPIN_IDLE : SPIN_NONE, NULL,
				 crew->futex_flags);
		gen++;
		if (crew->quit)
			return;
		/* Read before the leader can go on and change it. */
		others = crew->active - 1;
		bench_slot__run(slot);
		if (bench_gate__arrive(&crew->left) == others)
			bench_gate__open(&crew->left, crew->futex_flags);
	}
}

static void *thread_main(void *arg)
{
	slot__loop(arg);
	return NULL;
}

/*
 * Ctrl-C goes to the whole process group, and timeout(1) signals it too: only the
 * leader decides when to stop. Should it die, its processes die with it.
 */
static void process_main(struct bench_slot *slot)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != slot->crew->leader)
		_exit(1);
	slot__loop(slot);
	_exit(0);
}

/**
 * bench_slot__start - make the thread or process of a worker
 * @slot: the worker, with all but that filled in
 *
 * Return: 0 or -errno.
 */
int bench_slot__start(struct bench_slot *slot)
{
	sigset_t stop, old;
	pid_t pid;
	int err;

	if (slot->crew->plan->processes) {
		pid = fork();
		if (!pid)
			process_main(slot);
		if (pid < 0)
			return -errno;
		/* The slot is shared: the child must not write its 0 there. */
		slot->pid = pid;
		return 0;
	}

	/* What asks the program to stop is the main thread's to handle. */
	sigemptyset(&stop);
	sigaddset(&stop, SIGHUP);
	sigaddset(&stop, SIGINT);
	sigaddset(&stop, SIGQUIT);
	sigaddset(&stop, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &stop, &old);
	err = -pthread_create(&slot->thread, NULL, thread_main, slot);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return err;
}
