// SPDX-License-Identifier: GPL-2.0
/* Where a report goes: standard output, and the file of -o. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include "error.h"
#include "output.h"
#include "report.h"

static bool is_machine_format(enum bench_report_format format)
{
	return format == BENCH_REPORT_JSON || format == BENCH_REPORT_CSV;
}

static bool ends_with(const char *path, const char *end)
{
	size_t len = strlen(path), n = strlen(end);

	return len > n && !strcmp(path + len - n, end);
}

/* What --format names; else what the name of the file tells, else JSON. */
static enum bench_report_format file_format(const struct bench_plan *plan)
{
	if (!plan->format_given && ends_with(plan->output, ".csv"))
		return BENCH_REPORT_CSV;
	if (!plan->format_given && ends_with(plan->output, ".md"))
		return BENCH_REPORT_MARKDOWN;
	switch (plan->format) {
	case BENCH_REPORT_CSV:
	case BENCH_REPORT_MARKDOWN:
		return plan->format;
	case BENCH_REPORT_DEFAULT:
	case BENCH_REPORT_SIMPLE:
	case BENCH_REPORT_TABLE:
	case BENCH_REPORT_JSON:
	default:
		return BENCH_REPORT_JSON;
	}
}

static enum bench_report_format screen_format(const struct bench_plan *plan)
{
	if (plan->output && (is_machine_format(plan->format) || !plan->format_given))
		return BENCH_REPORT_TABLE;
	return plan->format;
}

/**
 * bench_output__check - can this perf write what was asked for?
 * @plan: the plan, with its format and output
 *
 * Return: 0, or the exit code of what cannot be done here, with its line printed.
 */
int bench_output__check(const struct bench_plan *plan)
{
#ifndef HAVE_JSON_C_SUPPORT
	if (screen_format(plan) == BENCH_REPORT_JSON ||
	    (plan->output && file_format(plan) == BENCH_REPORT_JSON)) {
		fprintf(stderr,
			"perf bench: this perf was built without json-c and writes no JSON%s\n",
			plan->output ? "; try --format csv" : "");
		return 1;
	}
#else
	(void)plan;
#endif
	return 0;
}

/**
 * bench_output__open - make sure that -o can be written, before anything is measured
 * @out: filled in
 * @plan: the plan
 *
 * A file that is there keeps its content until the results are written.
 *
 * Return: 0, or an exit code with its line printed.
 */
int bench_output__open(struct bench_output *out, const struct bench_plan *plan)
{
	out->path = plan->output;
	out->fd = -1;
	out->created = false;
	if (!out->path)
		return 0;

	/* A limit of file sizes (ulimit -f) is to be an error of write(), that can be told. */
	signal(SIGXFSZ, SIG_IGN);
	out->fd = open(out->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (out->fd >= 0) {
		out->created = true;
		return 0;
	}
	if (errno == EEXIST)
		out->fd = open(out->path, O_WRONLY | O_CLOEXEC);
	if (out->fd >= 0)
		return 0;
	return bench_options__error("--output", out->path, strerror(errno));
}

/**
 * bench_output__buffer - collect what goes to standard output, a block at a time
 *
 * perf bench leaves the stream unbuffered: a system call for each number of a table, which
 * wakes the reader of a pipe each time. Without a buffer given, glibc would go on with
 * that of one byte which an unbuffered stream has.
 */
void bench_output__buffer(void)
{
	/* In use until exit() has flushed it. */
	static char buffer[16 * 1024];

	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
}

/**
 * bench_output__header - the first line, in perf bench's manner
 * @plan: the plan
 *
 * Formats that a program reads on standard output start with their own first line. It is
 * there to be seen while the samples are taken.
 */
void bench_output__header(const struct bench_plan *plan)
{
	bool screen = plan->output || !is_machine_format(plan->format);

	if (screen && plan->format != BENCH_REPORT_SIMPLE && plan->format != BENCH_REPORT_MARKDOWN)
		printf("# Running '%s' benchmark:\n", plan->w->name);
	fflush(stdout);
}

/* An interrupt before the first round: a file that was there before is worth more. */
static bool is_empty(const struct bench_results *res)
{
	return res->partial && !bench_results__nr_measured(res);
}

static int write_file(struct bench_output *out, enum bench_report_format format,
		      const struct bench_results *res)
{
	struct stat st;
	FILE *f;
	int ret;

	/* A terminal or a pipe has no length to cut. */
	if (!fstat(out->fd, &st) && S_ISREG(st.st_mode) && ftruncate(out->fd, 0))
		return -errno;
	f = fdopen(out->fd, "w");
	if (!f)
		return -errno;
	ret = bench_report__print(res, format, f);
	out->fd = -1;
	if (fclose(f) && !ret)
		ret = -errno;
	/* Half a file is none. */
	out->created &= ret != 0;
	return ret;
}

/**
 * bench_output__write - print the results and write them to the file of -o
 * @out: from bench_output__open()
 * @plan: the plan
 * @res: the results
 *
 * The file first: a reader of standard output that has gone ends the program.
 *
 * Return: 0, or 1 with a line printed if they could not be written in full.
 */
int bench_output__write(struct bench_output *out, const struct bench_plan *plan,
			const struct bench_results *res)
{
	int in_file = 0, on_screen;

	if (out->fd >= 0 && !is_empty(res))
		in_file = write_file(out, file_format(plan), res);
	if (in_file)
		fprintf(stderr, "perf bench: --output '%s': %s\n", out->path, strerror(-in_file));
	on_screen = bench_report__print(res, screen_format(plan), stdout);
	if (on_screen)
		fprintf(stderr, "perf bench: standard output: %s\n", strerror(-on_screen));
	return in_file || on_screen;
}

/**
 * bench_output__close - close the file; one that was made for nothing goes again
 * @out: from bench_output__open()
 */
void bench_output__close(struct bench_output *out)
{
	if (out->fd >= 0)
		close(out->fd);
	out->fd = -1;
	if (out->created)
		unlink(out->path);
	out->created = false;
}
