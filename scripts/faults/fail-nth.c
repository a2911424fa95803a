// SPDX-License-Identifier: GPL-2.0
/*
 * Preloaded into perf: has one system function fail at its Nth call. What perf does before
 * it calls the benchmark is not counted; threads and processes count together.
 *
 * FAIL_CALL names the function, FAIL_AT the call (0: none, only count), FAIL_COUNT how many
 * calls fail from there on (default 1), FAIL_ERRNO the number of the error. FAIL_LOG is a
 * file that gets "calls N" when the program ends.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* In memory that all processes of a run share. */
struct state {
	atomic_int	on;
	atomic_long	calls;
};

static struct state *state;
static const char *failing = "";
static long at, count = 1;
static int error = EIO;
static pid_t leader;

static long env_number(const char *name, long otherwise)
{
	const char *text = getenv(name);

	return text ? atol(text) : otherwise;
}

#define REAL(name)	((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

static void __attribute__((constructor)) set_up(void)
{
	void *map = REAL(mmap)(NULL, sizeof(*state), PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED)
		abort();
	failing = getenv("FAIL_CALL") ?: "";
	at = env_number("FAIL_AT", 0);
	count = env_number("FAIL_COUNT", 1);
	error = env_number("FAIL_ERRNO", EIO);
	leader = getpid();
	state = map;
}

static void __attribute__((destructor)) tell(void)
{
	const char *log = getenv("FAIL_LOG");
	FILE *file;

	if (!log || getpid() != leader)
		return;
	file = fopen(log, "w");
	if (!file)
		return;
	fprintf(file, "calls %ld\n", atomic_load(&state->calls));
	fclose(file);
}

/* Whether this call of a function is the one; errno is then set. */
static int fails(const char *name)
{
	long n;

	if (!state || !atomic_load(&state->on) || strcmp(name, failing))
		return 0;
	n = atomic_fetch_add(&state->calls, 1) + 1;
	if (!at || n < at || n - at >= count)
		return 0;
	errno = error;
	return 1;
}

/* perf bench names the process after a benchmark before it calls it. */
int prctl(int option, ...)
{
	unsigned long arg[4];
	va_list ap;
	int i;

	va_start(ap, option);
	for (i = 0; i < 4; i++)
		arg[i] = va_arg(ap, unsigned long);
	va_end(ap);
	if (option == PR_SET_NAME && state)
		atomic_store(&state->on, 1);
	return REAL(prctl)(option, arg[0], arg[1], arg[2], arg[3]);
}

/* libnuma and perf make some of their calls by number. */
long syscall(long number, ...)
{
	static const struct {
		long		number;
		const char	*name;
	} by_number[] = {
		{ SYS_perf_event_open, "perf_event_open" },
		{ SYS_mbind, "mbind" },
		{ SYS_set_mempolicy, "set_mempolicy" },
		{ SYS_move_pages, "move_pages" },
		{ SYS_getcpu, "getcpu" },
		{ 0, NULL },
	};
	unsigned long arg[6];
	va_list ap;
	int i;

	va_start(ap, number);
	for (i = 0; i < 6; i++)
		arg[i] = va_arg(ap, unsigned long);
	va_end(ap);
	for (i = 0; by_number[i].name; i++) {
		if (by_number[i].number == number && fails(by_number[i].name))
			return -1;
	}
	return REAL(syscall)(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
}

void *mmap(void *addr, size_t len, int prot, int flags, int fd, off_t offset)
{
	if (fails("mmap"))
		return MAP_FAILED;
	return REAL(mmap)(addr, len, prot, flags, fd, offset);
}

void *mmap64(void *addr, size_t len, int prot, int flags, int fd, off64_t offset)
{
	return mmap(addr, len, prot, flags, fd, offset);
}

int mprotect(void *addr, size_t len, int prot)
{
	return fails("mprotect") ? -1 : REAL(mprotect)(addr, len, prot);
}

int madvise(void *addr, size_t len, int advice)
{
	return fails("madvise") ? -1 : REAL(madvise)(addr, len, advice);
}

ssize_t read(int fd, void *buf, size_t len)
{
	return fails("read") ? -1 : REAL(read)(fd, buf, len);
}

ssize_t pread(int fd, void *buf, size_t len, off_t offset)
{
	return fails("pread") ? -1 : REAL(pread)(fd, buf, len, offset);
}

ssize_t pread64(int fd, void *buf, size_t len, off64_t offset)
{
	return pread(fd, buf, len, offset);
}

ssize_t pwrite(int fd, const void *buf, size_t len, off_t offset)
{
	return fails("pwrite") ? -1 : REAL(pwrite)(fd, buf, len, offset);
}

ssize_t pwrite64(int fd, const void *buf, size_t len, off64_t offset)
{
	return pwrite(fd, buf, len, offset);
}

int clock_gettime(clockid_t id, struct timespec *now)
{
	static int (*real)(clockid_t id, struct timespec *now);

	if (!real)
		real = REAL(clock_gettime);
	return fails("clock_gettime") ? -1 : real(id, now);
}

int mallopt(int param, int value)
{
	return fails("mallopt") ? 0 : REAL(mallopt)(param, value);
}

pid_t fork(void)
{
	return fails("fork") ? -1 : REAL(fork)();
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*fn)(void *arg),
		   void *arg)
{
	return fails("pthread_create") ? error : REAL(pthread_create)(thread, attr, fn, arg);
}
