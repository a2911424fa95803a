// SPDX-License-Identifier: GPL-2.0
/*
 * The crew: that workers run together, that nobody is left waiting when one of them fails
 * or dies, and that they run where they should. A test that hangs is ended by an alarm.
 */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "../bench/harness/crew.h"
#include "../bench/harness/plan.h"
#include "debug.h"
#include "tests.h"

#define WORKERS		4
#define ROUNDS		50
#define HANG_SEC	60

/* What workers write for the test to see: shared, since they may be processes. */
struct notes {
	int	count;
	int	wrong;
	int	canceled;
	int	ran[WORKERS];
	pid_t	tid[WORKERS];
	pid_t	pid[WORKERS];
	int	cpu[WORKERS];
};

struct fixture {
	struct bench_plan	plan;
	struct bench_crew	*crew;
	struct notes		*notes;
	char			err[512];
};

static int fixture__init(struct fixture *f, int workers, bool processes)
{
	memset(f, 0, sizeof(*f));
	f->plan.max_threads = workers;
	f->plan.processes = processes;
	f->plan.node = -1;
	f->notes = mmap(NULL, sizeof(*f->notes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
	if (f->notes == MAP_FAILED)
		return -1;
	alarm(HANG_SEC);
	f->crew = bench_crew__new(&f->plan, f->err, sizeof(f->err));
	if (!f->crew)
		pr_debug("crew: %s\n", f->err);
	return f->crew ? 0 : -1;
}

static void fixture__exit(struct fixture *f)
{
	bench_crew__delete(f->crew);
	munmap(f->notes, sizeof(*f->notes));
	alarm(0);
}

static struct notes *notes_of(const struct bench_job *job)
{
	return (struct notes *)(uintptr_t)job->arg;
}

static int fixture__call(struct fixture *f, int nr,
			 int (*fn)(struct bench_worker *w, const struct bench_job *job))
{
	struct bench_job job = { .fn = fn, .arg = (uintptr_t)f->notes };

	return bench_crew__call(f->crew, nr, &job);
}

/* Nobody may be past the barrier before all have counted, nor count again before all saw it. */
static int job_count(struct bench_worker *w, const struct bench_job *job)
{
	struct notes *n = notes_of(job);
	int i;

	for (i = 1; i <= ROUNDS; i++) {
		__atomic_add_fetch(&n->count, 1, __ATOMIC_SEQ_CST);
		bench_crew__barrier(w);
		if (__atomic_load_n(&n->count, __ATOMIC_SEQ_CST) != i * w->nr)
			__atomic_add_fetch(&n->wrong, 1, __ATOMIC_SEQ_CST);
		bench_crew__barrier(w);
	}
	n->ran[w->index]++;
	n->tid[w->index] = syscall(SYS_gettid);
	n->pid[w->index] = getpid();
	n->cpu[w->index] = sched_getcpu();
	return 0;
}

static int run_together(bool processes)
{
	struct fixture f;
	int i;

	TEST_ASSERT_VAL("crew", !fixture__init(&f, WORKERS, processes));
	for (i = 0; i < 3; i++) {
		f.notes->count = 0;
		TEST_ASSERT_EQUAL("call", fixture__call(&f, WORKERS, job_count), 0);
		TEST_ASSERT_EQUAL("barriers held", f.notes->wrong, 0);
		TEST_ASSERT_EQUAL("all counted", f.notes->count, WORKERS * ROUNDS);
	}
	for (i = 0; i < WORKERS; i++) {
		const struct bench_worker *w = bench_crew__worker(f.crew, i);

		TEST_ASSERT_EQUAL("each ran", f.notes->ran[i], 3);
		TEST_ASSERT_EQUAL("thread ID", w->tid, f.notes->tid[i]);
		TEST_ASSERT_EQUAL("index", w->index, i);
		TEST_ASSERT_VAL("another thread", !i || w->tid != f.notes->tid[0]);
		TEST_ASSERT_VAL("address space",
				(f.notes->pid[i] == getpid()) == (!i || !processes));
	}
	TEST_ASSERT_VAL("no such worker", !bench_crew__worker(f.crew, WORKERS));
	fixture__exit(&f);
	return TEST_OK;
}

static int test__threads(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	return run_together(false);
}

static int test__processes(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	return run_together(true);
}

static int test__some(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	struct fixture f;
	int nr, i;

	TEST_ASSERT_VAL("crew", !fixture__init(&f, WORKERS, false));
	for (nr = 1; nr <= WORKERS; nr++) {
		memset(f.notes, 0, sizeof(*f.notes));
		TEST_ASSERT_EQUAL("call", fixture__call(&f, nr, job_count), 0);
		TEST_ASSERT_EQUAL("barriers held", f.notes->wrong, 0);
		for (i = 0; i < WORKERS; i++)
			TEST_ASSERT_EQUAL("only those asked for", f.notes->ran[i], (i < nr));
		TEST_ASSERT_EQUAL("worker 0 is the caller", f.notes->tid[0],
				  (pid_t)syscall(SYS_gettid));
	}
	TEST_ASSERT_EQUAL("none", fixture__call(&f, 0, job_count), -EINVAL);
	TEST_ASSERT_EQUAL("too many", fixture__call(&f, WORKERS + 1, job_count), -EINVAL);
	fixture__exit(&f);
	return TEST_OK;
}

/* The others wait in a barrier that worker 1 never comes to. */
static int job_fail(struct bench_worker *w, const struct bench_job *job)
{
	if (w->index == 1) {
		usleep(1000);
		bench_worker__fail(w, -EIO, "no luck with %d", 7);
		return bench_worker__fail(w, -EIO, "said later");
	}
	if (bench_crew__barrier(w) != -ECANCELED)
		return 0;
	__atomic_add_fetch(&notes_of(job)->canceled, 1, __ATOMIC_SEQ_CST);
	return -ECANCELED;
}

static int fail_in_one(bool processes)
{
	struct fixture f;

	TEST_ASSERT_VAL("crew", !fixture__init(&f, WORKERS, processes));
	TEST_ASSERT_EQUAL("its error", fixture__call(&f, WORKERS, job_fail), -EIO);
	pr_debug("crew: %s\n", bench_crew__error(f.crew));
	TEST_ASSERT_VAL("its first text", strstr(bench_crew__error(f.crew), "no luck with 7"));
	TEST_ASSERT_VAL("its number", strstr(bench_crew__error(f.crew), " 1: "));
	TEST_ASSERT_EQUAL("the others know", f.notes->canceled, WORKERS - 1);

	TEST_ASSERT_EQUAL("again", fixture__call(&f, WORKERS, job_count), 0);
	TEST_ASSERT_EQUAL("barriers held", f.notes->wrong, 0);
	fixture__exit(&f);
	return TEST_OK;
}

static int test__fail(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	return fail_in_one(false) ?: fail_in_one(true);
}

/* A file of one page, mapped as eight: the second cannot be had. */
static int touch_beyond(struct bench_worker *w)
{
	size_t page = sysconf(_SC_PAGESIZE), len = 8 * page, i;
	int fd = memfd_create("perf-bench-test", MFD_CLOEXEC);
	char *map;

	if (fd < 0 || ftruncate(fd, page))
		return bench_worker__fail(w, -errno, "memfd: %s", strerror(errno));
	map = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		return bench_worker__fail(w, -errno, "mmap: %s", strerror(errno));
	w->touch_base = map;
	w->touch_len = len;
	w->touch_page = page;
	for (i = 0; i < len; i += page)
		WRITE_ONCE(map[i], 1);
	return 0;
}

static int job_sigbus(struct bench_worker *w, const struct bench_job *job __maybe_unused)
{
	int err = w->index == w->nr - 1 ? touch_beyond(w) : 0;

	return err ?: bench_crew__barrier(w);
}

static int sigbus_in_last(int nr, bool processes)
{
	struct fixture f;

	TEST_ASSERT_VAL("crew", !fixture__init(&f, WORKERS, processes));
	TEST_ASSERT_EQUAL("told as", fixture__call(&f, nr, job_sigbus), -EFAULT);
	pr_debug("crew: %s\n", bench_crew__error(f.crew));
	TEST_ASSERT_VAL("which page",
			strstr(bench_crew__error(f.crew), "SIGBUS: fault at page 2 of 8"));
	TEST_ASSERT_VAL("in one line", !strchr(bench_crew__error(f.crew), '\n'));
	TEST_ASSERT_EQUAL("again", fixture__call(&f, WORKERS, job_count), 0);
	fixture__exit(&f);
	return TEST_OK;
}

static int test__sigbus(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	return sigbus_in_last(1, false) ?: sigbus_in_last(2, false) ?: sigbus_in_last(2, true);
}

static int job_die(struct bench_worker *w, const struct bench_job *job __maybe_unused)
{
	if (w->index == 2)
		kill(getpid(), SIGKILL);
	return bench_crew__barrier(w);
}

static int job_leave(struct bench_worker *w, const struct bench_job *job __maybe_unused)
{
	if (w->index == 1)
		_exit(3);
	return bench_crew__barrier(w);
}

static int test__dead(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	struct fixture f;
	char text[64];

	TEST_ASSERT_VAL("crew", !fixture__init(&f, WORKERS, true));
	snprintf(text, sizeof(text), "process 2 (pid %d) was killed by signal 9",
		 bench_crew__worker(f.crew, 2)->tid);
	TEST_ASSERT_EQUAL("killed", fixture__call(&f, WORKERS, job_die), -ECHILD);
	pr_debug("crew: %s\n", bench_crew__error(f.crew));
	TEST_ASSERT_VAL("who and how", strstr(bench_crew__error(f.crew), text));
	TEST_ASSERT_EQUAL("for good", fixture__call(&f, 2, job_count), -ECHILD);
	fixture__exit(&f);

	TEST_ASSERT_VAL("crew", !fixture__init(&f, 2, true));
	TEST_ASSERT_EQUAL("left", fixture__call(&f, 2, job_leave), -ECHILD);
	TEST_ASSERT_VAL("how", strstr(bench_crew__error(f.crew), "ended on its own with status 3"));
	fixture__exit(&f);

	TEST_ASSERT_VAL("crew", !fixture__init(&f, 2, true));
	kill(bench_crew__worker(f.crew, 1)->tid, SIGKILL);
	TEST_ASSERT_EQUAL("between two calls", fixture__call(&f, 2, job_count), -ECHILD);
	fixture__exit(&f);
	return TEST_OK;
}

static int test__signals(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	struct fixture f;

	TEST_ASSERT_VAL("crew", !fixture__init(&f, 2, true));
	kill(bench_crew__worker(f.crew, 1)->tid, SIGINT);
	kill(bench_crew__worker(f.crew, 1)->tid, SIGTERM);
	TEST_ASSERT_EQUAL("only the leader stops", fixture__call(&f, 2, job_count), 0);
	fixture__exit(&f);
	return TEST_OK;
}

/* A zombie has ended; in a container there may be nobody who waits for it. */
static bool has_ended(pid_t pid)
{
	char path[64], state = 'Z';
	FILE *file;

	if (kill(pid, 0))
		return true;
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (!file)
		return errno == ENOENT;
	if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
		state = 'Z';
	fclose(file);
	return state == 'Z' || state == 'X';
}

static bool ended_within(pid_t pid, int msec)
{
	for (; msec > 0 && !has_ended(pid); msec--)
		usleep(1000);
	return msec > 0;
}

static int test__orphans(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	int pipes[2], status;
	pid_t leader, worker = 0;

	TEST_ASSERT_VAL("pipe", !pipe(pipes));
	leader = fork();
	if (!leader) {
		struct fixture f;

		if (fixture__init(&f, 2, true))
			_exit(1);
		worker = bench_crew__worker(f.crew, 1)->tid;
		if (write(pipes[1], &worker, sizeof(worker)) != sizeof(worker))
			_exit(1);
		kill(getpid(), SIGKILL);
	}
	TEST_ASSERT_VAL("fork", leader > 0);
	TEST_ASSERT_VAL("worker", read(pipes[0], &worker, sizeof(worker)) == sizeof(worker));
	waitpid(leader, &status, 0);
	TEST_ASSERT_VAL("a process does not outlive its leader", ended_within(worker, 10000));
	close(pipes[0]);
	close(pipes[1]);
	return TEST_OK;
}

static int test__pin(struct test_suite *t __maybe_unused, int s __maybe_unused)
{
	cpu_set_t before, after;
	u64 cpus[CPU_SETSIZE];
	struct fixture f;
	int i, nr = 0;

	TEST_ASSERT_VAL("affinity", !sched_getaffinity(0, sizeof(before), &before));
	for (i = CPU_SETSIZE - 1; i >= 0; i--) {
		if (CPU_ISSET(i, &before))
			cpus[nr++] = i;
	}
	TEST_ASSERT_VAL("crew", !fixture__init(&f, WORKERS, false));
	TEST_ASSERT_EQUAL("not pinned", bench_crew__worker(f.crew, 1)->cpu, -1);
	bench_crew__delete(f.crew);

	f.plan.cpus.v = cpus;
	f.plan.cpus.nr = nr;
	f.crew = bench_crew__new(&f.plan, f.err, sizeof(f.err));
	TEST_ASSERT_VAL("pinned crew", f.crew);
	TEST_ASSERT_EQUAL("call", fixture__call(&f, WORKERS, job_count), 0);
	for (i = 0; i < WORKERS; i++) {
		TEST_ASSERT_EQUAL("runs where it should", f.notes->cpu[i], (int)cpus[i % nr]);
		TEST_ASSERT_EQUAL("and says so", bench_crew__worker(f.crew, i)->cpu,
				  (int)cpus[i % nr]);
	}
	bench_crew__delete(f.crew);
	TEST_ASSERT_VAL("affinity", !sched_getaffinity(0, sizeof(after), &after));
	TEST_ASSERT_VAL("restored", CPU_EQUAL(&before, &after));

	cpus[0] = 60000;
	f.plan.cpus.nr = 1;
	f.crew = bench_crew__new(&f.plan, f.err, sizeof(f.err));
	TEST_ASSERT_VAL("no such CPU", !f.crew);
	TEST_ASSERT_VAL("says which", strstr(f.err, "CPU 60000"));
	TEST_ASSERT_VAL("affinity", !sched_getaffinity(0, sizeof(after), &after));
	TEST_ASSERT_VAL("restored after a failure", CPU_EQUAL(&before, &after));
	fixture__exit(&f);
	return TEST_OK;
}

static struct test_case tests__bench_crew[] = {
	TEST_CASE("bench crew: threads run together", threads),
	TEST_CASE("bench crew: processes run together", processes),
	TEST_CASE("bench crew: some of the workers", some),
	TEST_CASE("bench crew: one fails", fail),
	TEST_CASE("bench crew: SIGBUS in a worker", sigbus),
	TEST_CASE("bench crew: a process dies", dead),
	TEST_CASE("bench crew: processes leave signals to the leader", signals),
	TEST_CASE("bench crew: the leader dies", orphans),
	TEST_CASE("bench crew: pinned to CPUs", pin),
	{ .name = NULL, }
};

struct test_suite suite__bench_crew = {
	.desc = "bench crew: threads and processes that work together",
	.test_cases = tests__bench_crew,
};
