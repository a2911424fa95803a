// SPDX-License-Identifier: GPL-2.0
/*
 * perf stat's control protocol, from the side of the program that is counted: lines
 * "enable" and "disable" go one way, "ack" comes back the other. The fifo form takes
 * the same text as perf stat, so that both can be given the same two names.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <linux/zalloc.h>
#include "clock.h"
#include "control.h"

#define ALLOWED	"expected fd:CTL[,ACK] or fifo:CTL[,ACK], as for perf stat"

/**
 * struct bench_control - an open connection
 * @ctl: commands are written here
 * @ack: answers come from here, -1: none are waited for
 * @opened: both were opened here, and are closed here
 * @timeout_ms: how long an answer may take
 * @sigpipe: what SIGPIPE did before
 */
struct bench_control {
	int			ctl;
	int			ack;
	bool			opened;
	int			timeout_ms;
	struct sigaction	sigpipe;
};

static int parse_fd(const char *text, size_t textlen, int mode, int *fd, char *err, size_t len)
{
	char *end;
	long n;
	int flags;

	errno = 0;
	n = strtol(text, &end, 10);
	if (!textlen || !isdigit((unsigned char)*text) || end != text + textlen || errno ||
	    n > INT_MAX) {
		snprintf(err, len, "'%.*s' is no file descriptor: " ALLOWED, (int)textlen, text);
		return -EINVAL;
	}
	flags = fcntl(n, F_GETFL);
	if (flags < 0) {
		snprintf(err, len, "file descriptor %ld is not open", n);
		return -EBADF;
	}
	if ((flags & O_ACCMODE) != mode && (flags & O_ACCMODE) != O_RDWR) {
		snprintf(err, len, "file descriptor %ld is not open for %s", n,
			 mode == O_WRONLY ? "writing" : "reading");
		return -EBADF;
	}
	*fd = n;
	return 0;
}

static int open_fifo(const char *text, size_t textlen, int mode, int *fd, char *err, size_t len)
{
	char *path = strndup(text, textlen);
	struct stat st;
	int ret = -EINVAL;

	if (!path) {
		snprintf(err, len, "out of memory");
		return -ENOMEM;
	}
	/* Not to hang here is what O_NONBLOCK is for: perf stat opened its ends before. */
	*fd = open(path, mode | O_NONBLOCK | O_CLOEXEC);
	if (*fd < 0 && errno == ENXIO)
		snprintf(err, len, "no perf stat reads %s: start it with the same --control", path);
	else if (*fd < 0)
		snprintf(err, len, "cannot open %s: %s", path, strerror(errno));
	else if (fstat(*fd, &st) || !S_ISFIFO(st.st_mode))
		snprintf(err, len, "%s is no FIFO: make one with mkfifo", path);
	else
		ret = 0;
	free(path);
	return ret;
}

static int open_ends(struct bench_control *control, const char *text, char *err, size_t len)
{
	int (*open_end)(const char *text, size_t textlen, int mode, int *fd,
			char *err, size_t len);
	const char *comma;
	size_t n;
	int ret;

	if (!strncmp(text, "fd:", 3)) {
		open_end = parse_fd;
	} else if (!strncmp(text, "fifo:", 5)) {
		open_end = open_fifo;
		control->opened = true;
	} else {
		snprintf(err, len, ALLOWED);
		return -EINVAL;
	}
	text = strchr(text, ':') + 1;
	comma = strchr(text, ',');
	n = comma ? (size_t)(comma - text) : strlen(text);
	if (!n || (comma && !comma[1])) {
		snprintf(err, len, ALLOWED);
		return -EINVAL;
	}
	ret = open_end(text, n, O_WRONLY, &control->ctl, err, len);
	if (!ret && comma)
		ret = open_end(comma + 1, strlen(comma + 1), O_RDONLY, &control->ack, err, len);
	return ret;
}

/**
 * bench_control__open - open the connection to a perf stat
 * @text: "fd:CTL[,ACK]" or "fifo:CTL[,ACK]"
 * @err: says what is wrong and what is allowed
 * @len: room in @err
 *
 * Until it is closed SIGPIPE is ignored: a perf stat that went away is an error, not an
 * end without a word.
 *
 * Return: the connection, NULL with @err filled.
 */
struct bench_control *bench_control__open(const char *text, char *err, size_t len)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct bench_control *control = zalloc(sizeof(*control));

	if (!control) {
		snprintf(err, len, "out of memory");
		return NULL;
	}
	control->ctl = -1;
	control->ack = -1;
	control->timeout_ms = BENCH_CONTROL_TIMEOUT_MS;
	sigaction(SIGPIPE, &ignore, &control->sigpipe);
	if (open_ends(control, text, err, len)) {
		bench_control__close(control);
		return NULL;
	}
	return control;
}

/**
 * bench_control__close - close the connection
 * @control: the connection, may be NULL
 */
void bench_control__close(struct bench_control *control)
{
	if (!control)
		return;
	if (control->opened && control->ctl >= 0)
		close(control->ctl);
	if (control->opened && control->ack >= 0)
		close(control->ack);
	sigaction(SIGPIPE, &control->sigpipe, NULL);
	free(control);
}

/**
 * bench_control__set_timeout - how long to wait for each answer
 * @control: the connection
 * @ms: milliseconds
 */
void bench_control__set_timeout(struct bench_control *control, int ms)
{
	control->timeout_ms = ms;
}

static long long now_ms(void)
{
	u64 now = bench_clock__read(CLOCK_MONOTONIC);

	/* Without a clock nothing is waited for: every deadline has passed. */
	return now == BENCH_CLOCK_UNKNOWN ? LLONG_MAX : (long long)(now / 1000000);
}

static int wait_for(int fd, short events, long long deadline)
{
	struct pollfd pfd = { .fd = fd, .events = events };
	long long left;
	int n;

	do {
		left = deadline - now_ms();
		n = poll(&pfd, 1, left > 0 ? left : 0);
	} while (n < 0 && errno == EINTR && left > 0);
	if (n < 0)
		return errno == EINTR ? -ETIMEDOUT : -errno;
	return n ? 0 : -ETIMEDOUT;
}

static int send_command(struct bench_control *control, const char *command, long long deadline)
{
	size_t left = strlen(command);
	ssize_t n;
	int ret;

	while (left) {
		n = write(control->ctl, command, left);
		if (n < 0 && errno == EAGAIN) {
			ret = wait_for(control->ctl, POLLOUT, deadline);
			if (ret)
				return ret;
		} else if (n < 0 && errno != EINTR) {
			return -errno;
		} else if (n > 0) {
			command += n;
			left -= n;
		}
	}
	return 0;
}

static int read_byte(struct bench_control *control, char *c, long long deadline)
{
	ssize_t n;
	int ret;

	for (;;) {
		ret = wait_for(control->ack, POLLIN, deadline);
		if (ret)
			return ret;
		n = read(control->ack, c, 1);
		if (n > 0)
			return 0;
		if (n == 0)
			return -EPIPE;
		if (errno != EAGAIN && errno != EINTR)
			return -errno;
	}
}

/* perf stat ends "ack\n" with a NUL byte: it is what the next answer then starts with. */
static int wait_for_ack(struct bench_control *control, long long deadline)
{
	const char *expected = "ack\n";
	char c;
	int ret;

	do {
		ret = read_byte(control, &c, deadline);
	} while (!ret && c == '\0');
	for (; !ret && c == *expected; ret = read_byte(control, &c, deadline)) {
		if (!*++expected)
			return 0;
	}
	return ret ?: -EPROTO;
}

static int run_command(struct bench_control *control, const char *command)
{
	long long now = now_ms(), deadline = now == LLONG_MAX ? 0 : now + control->timeout_ms;
	int ret;

	ret = send_command(control, command, deadline);
	if (!ret && control->ack >= 0)
		ret = wait_for_ack(control, deadline);
	return ret;
}

/**
 * bench_control__enable - have perf stat count from now on
 * @control: struct bench_control
 *
 * Return: 0 once perf stat has answered, or without ACK once it is told; -ETIMEDOUT,
 * -EPIPE (it went away), -EPROTO (something else answered) or another -errno.
 */
int bench_control__enable(void *control)
{
	return run_command(control, "enable\n");
}

/**
 * bench_control__disable - have perf stat count no longer
 * @control: struct bench_control
 *
 * Return: as bench_control__enable().
 */
int bench_control__disable(void *control)
{
	return run_command(control, "disable\n");
}

/**
 * bench_control__strerror - what an error of the connection means
 * @error: the negative errno of bench_control__enable() or bench_control__disable()
 *
 * Return: a text.
 */
const char *bench_control__strerror(int error)
{
	switch (error) {
	case -ETIMEDOUT:
		return "perf stat did not answer: it must be given the same --control";
	case -EPIPE:
		return "perf stat went away";
	case -EPROTO:
		return "the answer was not \"ack\": does a perf stat read this?";
	default:
		return strerror(-error);
	}
}
