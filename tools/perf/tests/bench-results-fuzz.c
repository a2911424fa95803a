// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench results on files that were damaged or forged: thousands of seeded mutations of
 * a good file go through each command. Whatever the file, the command answers with 0, or
 * with 1 and one line; under a sanitizer this also finds what would crash elsewhere.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <linux/kernel.h>
#include "../bench/bench.h"
#include "../bench/harness/results.h"
#include "debug.h"
#include "tests.h"

#ifdef HAVE_JSON_C_SUPPORT

#define MUTATIONS	6000
#define TEXT_ROOM	65536

static const struct {
	const char *name;
	int (*fn)(int argc, const char **argv);
	const char *argv[6];
} commands[] = {
	{ "show default",	bench_results_show,	{ "--format", "default", "BAD" } },
	{ "show table",		bench_results_show,	{ "--format", "table", "BAD" } },
	{ "show csv",		bench_results_show,	{ "--format", "csv", "BAD" } },
	{ "show json",		bench_results_show,	{ "--format", "json", "BAD" } },
	{ "compare",		bench_results_compare,	{ "BAD", "GOOD" } },
	{ "compare json",	bench_results_compare,	{ "--format", "json", "GOOD", "BAD" } },
	{ "compare csv",	bench_results_compare,	{ "--format", "csv", "BAD", "BAD" } },
	{ "verdict",		bench_results_verdict,	{ "BAD", "GOOD" } },
	{ "verdict csv",	bench_results_verdict,	{ "--format", "csv", "BAD" } },
	{ "plot",		bench_results_plot,	{ "--script", "BAD", "GOOD" } },
	{ "plot an event",	bench_results_plot,	{ "--script", "-m", "cycles:u", "BAD" } },
	{ "merge",		bench_results_merge,	{ "--force", "GOOD", "BAD" } },
};

struct fuzz {
	struct bench_rng	rng;
	char			good[TEXT_ROOM];
	size_t			good_len;
	char			text[2 * TEXT_ROOM];
	size_t			len;
	int			good_fd, bad_fd, out_fd, err_fd;
	char			good_path[32], bad_path[32];
};

static const char *const pieces[] = {
	"null", "true", "-1", "0", "1e308", "1e999", "-0.0", "18446744073709551615",
	"18446744073709551616", "9223372036854775807", "2147483648", "4097", "1e-320", "NaN",
	"Infinity", "\"\"", "\"x\"", "[]", "{}", "[[[[[[[[", "}}}}", ",", ":", "\"", "\\",
	"\"\\u0000\"", "\"\\u001b[2J\"", "\"\\ud800\"", "\"'`$(id)\"", "\"thp\"", "\"hugetlb\"",
	"\"counted\"", "\"failed\": \"x\",", "\"samples\": null,", "\"cases\": []", "\"axes\": 1,",
	"\"function\": \"%n%s\",", "\"block\": 7,", "\"size\": 0,", "\"mean\": 0,", "\xff", "\n",
};

static int fill_good(struct bench_results *res)
{
	static const char *const names[] = { "x86-64-stosb", "x86-64-movnt" };
	int i, j;

	bench_results__init(res);
	if (bench_results__set_string(&res->benchmark, "mem/clear") ||
	    bench_results__set_string(&res->base, names[0]) ||
	    bench_results__set_string(&res->op, "call") ||
	    bench_results__set_string(&res->metrics[0].name, "bandwidth") ||
	    bench_results__set_string(&res->metrics[0].unit, "bytes/sec") ||
	    bench_results__set_string(&res->metrics[1].name, "victim") ||
	    bench_results__set_string(&res->metrics[1].unit, "ns/op") ||
	    bench_host__set_string(&res->host, "cpu", "a CPU") ||
	    bench_host__set_string(&res->host, "vendor", "AuthenticAMD") ||
	    bench_host__set_number(&res->host, "family", 23) ||
	    bench_host__set_number(&res->host, "llc_bytes", 1 << 20) ||
	    bench_results__note(res, "a note"))
		return -ENOMEM;
	res->nr_metrics = 2;
	res->metrics[1].less_is_better = true;
	res->axes = 1U << BENCH_AXIS_PAGE | 1U << BENCH_AXIS_THREADS | 1U << BENCH_AXIS_SIZE |
		    1U << BENCH_AXIS_CHUNK;

	for (i = 0; i < 4; i++) {
		struct bench_case_result *cr = bench_results__add_case(res, names[i % 2]);

		if (!cr)
			return -ENOMEM;
		cr->weak = i % 2;
		cr->block = i / 2;
		cr->loops = 3;
		cr->ops = 1;
		cr->bytes = i < 2 ? 4096 : 4 << 20;
		cr->axis[BENCH_AXIS_PAGE] = 4096;
		cr->axis[BENCH_AXIS_SIZE] = cr->bytes;
		for (j = 0; j < 6; j++) {
			if (bench_series__add(&cr->metric[0], 1e10 + i * 1e9 + j * 1e7) ||
			    bench_series__add(&cr->metric[1], 100 + j))
				return -ENOMEM;
		}
		cr->counters = calloc(2, sizeof(*cr->counters));
		if (!cr->counters)
			return -ENOMEM;
		cr->nr_counters = 2;
		cr->counters[0] = (struct bench_counter_result) {
			.name = strdup("cycles:u"), .state = BENCH_COUNTER_COUNTED, .value = 1000,
			.running = 1, .rounds = 6, .per_line = 2, .per_page = NAN, .per_op = 1000,
		};
		cr->counters[1] = (struct bench_counter_result) {
			.name = strdup("LLC-stores:u"), .state = BENCH_COUNTER_NOT_SUPPORTED,
			.value = NAN, .running = NAN, .per_line = NAN, .per_page = NAN,
			.per_op = NAN,
		};
	}
	bench_results__summarize(res);
	return 0;
}

static int write_good(struct fuzz *fz)
{
	struct bench_results res;
	FILE *mem = fmemopen(fz->good, sizeof(fz->good), "w");
	int ret = -1;

	if (!mem)
		return -1;
	if (!fill_good(&res) && !bench_results__write_json(&res, mem)) {
		fz->good_len = ftell(mem);
		ret = 0;
	}
	fclose(mem);
	bench_results__exit(&res);
	return ret;
}

static size_t below(struct fuzz *fz, size_t bound)
{
	return bench_rng__below(&fz->rng, bound ?: 1);
}

static void replace(struct fuzz *fz, size_t at, size_t cut, const char *by, size_t len)
{
	if (fz->len - cut + len > sizeof(fz->text))
		return;
	memmove(fz->text + at + len, fz->text + at + cut, fz->len - at - cut);
	memcpy(fz->text + at, by, len);
	fz->len += len - cut;
}

/* The end of a number, a text or a word that begins at @at. */
static size_t token_end(const struct fuzz *fz, size_t at)
{
	size_t end = at;

	if (at < fz->len && fz->text[at] == '"') {
		for (end++; end < fz->len && fz->text[end] != '"'; end++)
			;
		return end < fz->len ? end + 1 : end;
	}
	while (end < fz->len && !strchr(" ,:[]{}\"\n", fz->text[end]))
		end++;
	return end;
}

static void mutate_once(struct fuzz *fz)
{
	const char *piece = pieces[below(fz, ARRAY_SIZE(pieces))];
	size_t at = below(fz, fz->len), len = below(fz, 40), i;
	char copy[64];

	if (at + len > fz->len)
		len = fz->len - at;
	switch (below(fz, 8)) {
	case 0:
		if (fz->len)
			fz->text[at] ^= 1 << below(fz, 8);
		break;
	case 1:
		replace(fz, at, len, "", 0);
		break;
	case 2:
		replace(fz, at, 0, piece, strlen(piece));
		break;
	case 3:
		memcpy(copy, fz->text + at, len);
		replace(fz, at, 0, copy, len);
		break;
	case 4:
		if (!below(fz, 8))
			fz->len = at;
		break;
	default:
		/* Most of the time the text stays JSON and only a value changes. */
		for (i = at; i < fz->len && !strchr(" [", fz->text[i]); i++)
			;
		if (i + 1 < fz->len)
			replace(fz, i + 1, token_end(fz, i + 1) - i - 1, piece, strlen(piece));
		break;
	}
}

static int rewrite(int fd, const char *text, size_t len)
{
	if (ftruncate(fd, 0) || (len && pwrite(fd, text, len, 0) != (ssize_t)len))
		return -1;
	return 0;
}

static void mutate(struct fuzz *fz)
{
	/* One keeps most files readable, so that what comes after reading is tried too. */
	size_t times = below(fz, 3) ? 1 : 1 + below(fz, 4);

	memcpy(fz->text, fz->good, fz->good_len);
	fz->len = fz->good_len;
	while (times--)
		mutate_once(fz);
}

static int run_command(struct fuzz *fz, int which)
{
	const char *argv[8] = { "results" };
	int i, ret, argc = 1;

	for (i = 0; commands[which].argv[i]; i++) {
		const char *arg = commands[which].argv[i];

		if (!strcmp(arg, "BAD"))
			arg = fz->bad_path;
		else if (!strcmp(arg, "GOOD"))
			arg = fz->good_path;
		argv[argc++] = arg;
	}
	if (ftruncate(fz->out_fd, 0) || ftruncate(fz->err_fd, 0))
		return -1;
	lseek(fz->out_fd, 0, SEEK_SET);
	lseek(fz->err_fd, 0, SEEK_SET);
	ret = commands[which].fn(argc, argv);
	fflush(stdout);
	fflush(stderr);
	return ret;
}

static int count_lines(int fd)
{
	static char text[TEXT_ROOM];
	ssize_t i, n = pread(fd, text, sizeof(text), 0);
	int lines = 0;

	for (i = 0; i < n; i++)
		lines += text[i] == '\n';
	return n > 0 && text[n - 1] != '\n' ? -1 : lines;
}

static int open_all(struct fuzz *fz)
{
	int *const fds[] = { &fz->good_fd, &fz->bad_fd, &fz->out_fd, &fz->err_fd };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		*fds[i] = memfd_create("bench-results", MFD_CLOEXEC);
		if (*fds[i] < 0)
			return -1;
	}
	snprintf(fz->good_path, sizeof(fz->good_path), "/proc/self/fd/%d", fz->good_fd);
	snprintf(fz->bad_path, sizeof(fz->bad_path), "/proc/self/fd/%d", fz->bad_fd);
	return write_good(fz) ?: rewrite(fz->good_fd, fz->good, fz->good_len);
}

struct tally {
	int	accepted;
	int	refused;
	int	wrong;
	char	first[256];
};

/* With stdout and stderr going to memory. */
static void fuzz_all(struct fuzz *fz, struct tally *t)
{
	int i, ret, lines, which;

	for (i = 0; i < MUTATIONS; i++) {
		mutate(fz);
		if (rewrite(fz->bad_fd, fz->text, fz->len))
			break;
		which = i % ARRAY_SIZE(commands);
		ret = run_command(fz, which);
		lines = count_lines(fz->err_fd);
		t->accepted += ret == 0 && lines == 0;
		t->refused += ret != 0 && lines == 1;
		/* An event that a mutation renamed is an option that does not fit the file: 129. */
		if ((ret == 0 && lines == 0) || (ret == 1 && lines == 1) ||
		    (ret == 129 && lines == 1 && !strcmp(commands[which].name, "plot an event")))
			continue;
		if (!t->wrong++)
			snprintf(t->first, sizeof(t->first),
				 "mutation %d, %s: returned %d, %d lines", i,
				 commands[which].name, ret, lines);
	}
}

static int test__bench_results_fuzz(struct test_suite *test __maybe_unused,
				    int subtest __maybe_unused)
{
	struct fuzz *fz = calloc(1, sizeof(*fz));
	struct tally t = { .accepted = 0 };
	int out, err;

	if (!fz || open_all(fz)) {
		free(fz);
		return TEST_FAIL;
	}
	bench_rng__init(&fz->rng, 20240607);

	fflush(stdout);
	fflush(stderr);
	out = dup(STDOUT_FILENO);
	err = dup(STDERR_FILENO);
	dup2(fz->out_fd, STDOUT_FILENO);
	dup2(fz->err_fd, STDERR_FILENO);
	fuzz_all(fz, &t);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);

	pr_debug("%d mutations: %d accepted, %d refused, %d wrong: %s\n", MUTATIONS, t.accepted,
		 t.refused, t.wrong, t.first);
	close(fz->good_fd);
	close(fz->bad_fd);
	close(fz->out_fd);
	close(fz->err_fd);
	free(fz);
	TEST_ASSERT_EQUAL("each is accepted or refused in a line", t.wrong, 0);
	TEST_ASSERT_EQUAL("all were tried", t.accepted + t.refused, MUTATIONS);
	TEST_ASSERT_VAL("many are accepted", t.accepted > MUTATIONS / 20);
	TEST_ASSERT_VAL("many are refused", t.refused > MUTATIONS / 20);
	return TEST_OK;
}

#else

static int test__bench_results_fuzz(struct test_suite *test __maybe_unused,
				    int subtest __maybe_unused)
{
	return TEST_SKIP;
}

#endif /* HAVE_JSON_C_SUPPORT */

DEFINE_SUITE("bench results: damaged files", bench_results_fuzz);
