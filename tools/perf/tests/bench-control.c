// SPDX-License-Identifier: GPL-2.0
/*
 * perf stat's control protocol against a scripted peer: a thread that plays perf stat's
 * part on two pipes or FIFOs, as correctly or as badly as a case asks for.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "bench/harness/control.h"
#include "debug.h"
#include "tests.h"

/**
 * struct peer - perf stat's side
 * @ctl: pipe that commands come through
 * @ack: pipe that answers go through
 * @answer: what is written for each command, @answer_len bytes of it
 * @pieces: the answer is written byte by byte
 * @log: all commands that came
 */
struct peer {
	int		ctl[2];
	int		ack[2];
	const char	*answer;
	size_t		answer_len;
	bool		pieces;
	char		log[256];
	pthread_t	thread;
};

static void *peer__run(void *arg)
{
	struct peer *peer = arg;
	size_t used = 0;
	size_t i;
	char c;

	while (used < sizeof(peer->log) - 1 && read(peer->ctl[0], &c, 1) == 1) {
		peer->log[used++] = c;
		if (c != '\n')
			continue;
		for (i = 0; i < peer->answer_len; i += peer->pieces ? 1 : peer->answer_len) {
			size_t n = peer->pieces ? 1 : peer->answer_len;

			if (write(peer->ack[1], peer->answer + i, n) != (ssize_t)n)
				return NULL;
			if (peer->pieces)
				usleep(1000);
		}
	}
	return NULL;
}

static int peer__start(struct peer *peer)
{
	if (pipe(peer->ctl) || pipe(peer->ack))
		return -1;
	return pthread_create(&peer->thread, NULL, peer__run, peer);
}

/* Closing the commands' pipe ends the thread. */
static void peer__stop(struct peer *peer)
{
	close(peer->ctl[1]);
	pthread_join(peer->thread, NULL);
	close(peer->ctl[0]);
	close(peer->ack[0]);
	close(peer->ack[1]);
}

static struct bench_control *peer__connect(struct peer *peer, bool with_ack)
{
	char text[64], err[256];
	struct bench_control *control;

	if (with_ack)
		snprintf(text, sizeof(text), "fd:%d,%d", peer->ctl[1], peer->ack[0]);
	else
		snprintf(text, sizeof(text), "fd:%d", peer->ctl[1]);
	control = bench_control__open(text, err, sizeof(err));
	if (!control)
		pr_debug("%s: %s\n", text, err);
	return control;
}

/* Four commands to a peer that answers in some way; the first that fails ends it. */
static int talk(struct peer *peer, int timeout_ms)
{
	struct bench_control *control;
	int i, ret = 0;

	if (peer__start(peer))
		return -EIO;
	control = peer__connect(peer, peer->answer);
	if (!control) {
		peer__stop(peer);
		return -EIO;
	}
	bench_control__set_timeout(control, timeout_ms);
	for (i = 0; i < 2 && !ret; i++) {
		ret = bench_control__enable(control);
		if (!ret)
			ret = bench_control__disable(control);
	}
	bench_control__close(control);
	peer__stop(peer);
	return ret;
}

#define ALL_FOUR	"enable\ndisable\nenable\ndisable\n"

static int test__ack(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	/* perf stat sends the string's NUL as well. */
	struct peer stat = { .answer = "ack\n", .answer_len = 5 };
	struct peer plain = { .answer = "ack\n", .answer_len = 4 };
	struct peer slow = { .answer = "ack\n", .answer_len = 5, .pieces = true };

	TEST_ASSERT_EQUAL("as perf stat answers", talk(&stat, 2000), 0);
	TEST_ASSERT_VAL("each command came once", !strcmp(stat.log, ALL_FOUR));
	TEST_ASSERT_EQUAL("without a NUL", talk(&plain, 2000), 0);
	TEST_ASSERT_VAL("each command came once", !strcmp(plain.log, ALL_FOUR));
	TEST_ASSERT_EQUAL("in pieces", talk(&slow, 2000), 0);
	TEST_ASSERT_VAL("each command came once", !strcmp(slow.log, ALL_FOUR));
	return TEST_OK;
}

static int test__no_ack(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct peer peer = { .answer = NULL };

	TEST_ASSERT_EQUAL("nothing is waited for", talk(&peer, 2000), 0);
	TEST_ASSERT_VAL("all commands came", !strcmp(peer.log, ALL_FOUR));
	return TEST_OK;
}

static int test__silence(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct peer silent = { .answer = "", .answer_len = 0 };
	struct peer half = { .answer = "ac", .answer_len = 2 };
	struct peer wrong = { .answer = "nak\n", .answer_len = 4 };

	TEST_ASSERT_EQUAL("no answer", talk(&silent, 50), -ETIMEDOUT);
	TEST_ASSERT_VAL("only one command was tried", !strcmp(silent.log, "enable\n"));
	TEST_ASSERT_EQUAL("half an answer", talk(&half, 50), -ETIMEDOUT);
	TEST_ASSERT_EQUAL("another answer", talk(&wrong, 2000), -EPROTO);
	TEST_ASSERT_VAL("says what may be wrong",
			strstr(bench_control__strerror(-ETIMEDOUT), "--control"));
	return TEST_OK;
}

static int test__gone(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct sigaction before, after;
	struct peer peer = { .answer = NULL };
	struct bench_control *control;
	int ret;

	TEST_ASSERT_VAL("pipes", !pipe(peer.ctl) && !pipe(peer.ack));
	sigaction(SIGPIPE, NULL, &before);
	control = peer__connect(&peer, true);
	TEST_ASSERT_VAL("connects", control);

	/* It answers no more. */
	close(peer.ack[1]);
	ret = bench_control__enable(control);
	TEST_ASSERT_EQUAL("end of answers", ret, -EPIPE);

	/* It reads no more: SIGPIPE must not end the benchmark. */
	close(peer.ctl[0]);
	ret = bench_control__disable(control);
	TEST_ASSERT_EQUAL("end of commands", ret, -EPIPE);

	bench_control__close(control);
	sigaction(SIGPIPE, NULL, &after);
	TEST_ASSERT_VAL("SIGPIPE is as it was", before.sa_handler == after.sa_handler);
	TEST_ASSERT_VAL("an fd given by the user stays open", fcntl(peer.ctl[1], F_GETFD) >= 0);
	close(peer.ctl[1]);
	close(peer.ack[0]);
	return TEST_OK;
}

static int fifos(const char *dir, struct peer *peer)
{
	char ctl[64], ack[64], text[160], err[256] = "";
	int plain;
	struct bench_control *control;
	int ret;

	snprintf(text, sizeof(text), "fifo:%s/plain", dir);
	plain = creat(text + strlen("fifo:"), 0600);
	TEST_ASSERT_VAL("a file", plain >= 0);
	close(plain);
	TEST_ASSERT_VAL("is refused", !bench_control__open(text, err, sizeof(err)));
	TEST_ASSERT_VAL("as no FIFO", strstr(err, "is no FIFO"));

	snprintf(ctl, sizeof(ctl), "%s/ctl", dir);
	snprintf(ack, sizeof(ack), "%s/ack", dir);
	snprintf(text, sizeof(text), "fifo:%s,%s", ctl, ack);
	if (mkfifo(ctl, 0600) || mkfifo(ack, 0600))
		return -errno;

	TEST_ASSERT_VAL("nobody reads", !bench_control__open(text, err, sizeof(err)));
	TEST_ASSERT_VAL("and that is said", strstr(err, "perf stat"));

	/* Both ends open both ways, as perf stat has them. */
	peer->ctl[0] = open(ctl, O_RDWR);
	peer->ack[1] = open(ack, O_RDWR);
	control = bench_control__open(text, err, sizeof(err));
	TEST_ASSERT_VAL("opens", control);
	if (pthread_create(&peer->thread, NULL, peer__run, peer))
		return -EIO;
	ret = bench_control__enable(control) ?: bench_control__disable(control);
	bench_control__close(control);
	pthread_cancel(peer->thread);
	pthread_join(peer->thread, NULL);
	close(peer->ctl[0]);
	close(peer->ack[1]);
	TEST_ASSERT_EQUAL("enable and disable", ret, 0);
	TEST_ASSERT_VAL("both came", !strcmp(peer->log, "enable\ndisable\n"));
	return TEST_OK;
}

static int test__fifo(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct peer peer = { .answer = "ack\n", .answer_len = 5 };
	char dir[] = "/tmp/bench-control-XXXXXX";
	char path[64];
	int ret;

	TEST_ASSERT_VAL("a directory", mkdtemp(dir));
	ret = fifos(dir, &peer);
	snprintf(path, sizeof(path), "%s/plain", dir);
	unlink(path);
	snprintf(path, sizeof(path), "%s/ctl", dir);
	unlink(path);
	snprintf(path, sizeof(path), "%s/ack", dir);
	unlink(path);
	rmdir(dir);
	return ret;
}

static int test__bad_text(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	static const struct {
		const char *text;
		const char *says;
	} bad[] = {
		{ "",				"expected fd:CTL" },
		{ "1,2",			"expected fd:CTL" },
		{ "fd:",			"expected fd:CTL" },
		{ "fd:,1",			"expected fd:CTL" },
		{ "fd:1,",			"expected fd:CTL" },
		{ "fd:one",			"'one' is no file descriptor" },
		{ "fd:-1",			"'-1' is no file descriptor" },
		{ "fd:1x",			"'1x' is no file descriptor" },
		{ "fd:99999999999999999999",	"is no file descriptor" },
		{ "fd:1,2,3",			"'2,3' is no file descriptor" },
		{ "fd:999999",			"999999 is not open" },
		{ "fifo:",			"expected fd:CTL" },
		{ "fifo:/nonexistent/ctl",	"No such file" },
	};
	char err[256];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		err[0] = '\0';
		if (!bench_control__open(bad[i].text, err, sizeof(err)) &&
		    strstr(err, bad[i].says) && !strchr(err, '\n'))
			continue;
		pr_debug("'%s': '%s' lacks '%s'\n", bad[i].text, err, bad[i].says);
		return TEST_FAIL;
	}
	return TEST_OK;
}

static int test__wrong_way(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	char text[64], err[256] = "";
	int fds[2];

	TEST_ASSERT_VAL("a pipe", !pipe(fds));
	snprintf(text, sizeof(text), "fd:%d", fds[0]);
	TEST_ASSERT_VAL("reading end", !bench_control__open(text, err, sizeof(err)));
	TEST_ASSERT_VAL("says so", strstr(err, "not open for writing"));
	snprintf(text, sizeof(text), "fd:%d,%d", fds[1], fds[1]);
	TEST_ASSERT_VAL("writing end", !bench_control__open(text, err, sizeof(err)));
	TEST_ASSERT_VAL("says so", strstr(err, "not open for reading"));
	close(fds[0]);
	close(fds[1]);
	return TEST_OK;
}

static struct test_case tests__bench_control[] = {
	TEST_CASE("bench control: ack, as perf stat sends it and in pieces", ack),
	TEST_CASE("bench control: commands without ack", no_ack),
	TEST_CASE("bench control: no answer, half of one, another one", silence),
	TEST_CASE("bench control: perf stat goes away", gone),
	TEST_CASE("bench control: FIFOs", fifo),
	TEST_CASE("bench control: texts that are no connection", bad_text),
	TEST_CASE("bench control: file descriptors open the wrong way", wrong_way),
	{ .name = NULL, }
};

struct test_suite suite__bench_control = {
	.desc = "bench control: perf stat's protocol from inside a benchmark",
	.test_cases = tests__bench_control,
};
