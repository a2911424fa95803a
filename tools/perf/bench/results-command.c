// SPDX-License-Identifier: GPL-2.0
/*
 * What the commands of "perf bench results" have in common beside files: how they tell of
 * errors, options that several have, and where output goes.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include <linux/zalloc.h>
#include "harness/error.h"
#include "harness/report.h"
#include "harness/text.h"
#include "results-files.h"

/**
 * bench_command__error - tell in one line why a command cannot go on
 * @command: its name
 * @fmt: as for printf(), without a newline
 *
 * Return: 1, the exit code.
 */
int bench_command__error(const char *command, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "perf bench results %s: ", command);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return 1;
}

/**
 * bench_command__usage - tell in one line of an option that cannot be followed
 * @command: the command's name
 * @option: the option
 * @text: what the user wrote
 * @allowed: what would do
 *
 * Return: the exit code of usage errors.
 */
int bench_command__usage(const char *command, const char *option, const char *text,
			 const char *allowed)
{
	bench_command__error(command, "%s '%s': %s", option, text, allowed);
	return BENCH_EXIT_USAGE;
}

/**
 * bench_command__percent - read an option that is a percentage
 * @command: the command's name
 * @option: the option
 * @text: "5", "2.5%"; NULL: not given, which leaves @percent as it is
 * @least: the smallest that is allowed
 * @percent: result
 *
 * Return: 0, or 129 with a line on stderr.
 */
int bench_command__percent(const char *command, const char *option, const char *text,
			   double least, double *percent)
{
	char *end;

	if (!text)
		return 0;
	*percent = strtod(text, &end);
	if (end == text || (*end && strcmp(end, "%")) || !isfinite(*percent) || *percent < least)
		return bench_command__usage(command, option, text, least < 0 ?
					    "a percentage, such as 10 or -2.5" :
					    "a percentage of at least 0, such as 2 or 0.5");
	return 0;
}

/* What a file's name says that shall be in it; where it says nothing what others can read. */
static const char *format_of_name(const char *name, const char *allowed)
{
	if (bench_text__has_ending(name, ".csv"))
		return "csv";
	if (bench_text__has_ending(name, ".md"))
		return "markdown";
	if (bench_text__has_ending(name, ".json") || strstr(allowed, "json"))
		return bench_text__has_ending(name, ".txt") ? "default" : "json";
	return "default";
}

/**
 * bench_command__format - which format a command writes
 * @command: the command's name
 * @text: --format; NULL: that of the file's name, or what a screen gets
 * @output: --output; NULL or "-": standard output
 * @allowed: the formats that the command has, in words: "table, markdown or csv"
 * @format: result
 *
 * Return: 0, or 129 with a line on stderr.
 */
int bench_command__format(const char *command, const char *text, const char *output,
			  const char *allowed, enum bench_report_format *format)
{
	bool named = !text && output && strcmp(output, "-");
	const char *name = text ?: named ? format_of_name(output, allowed) : "default";
	char hint[128];

	if (!strcmp(name, "default") && !strstr(allowed, name))
		name = "table";
	/* No format's name is part of another's. */
	if (!bench_report__format(name, format) && strstr(allowed, name))
		return 0;
	if (!named)
		return bench_command__usage(command, "--format", text, allowed);
	snprintf(hint, sizeof(hint), "no %s is written here; say --format %s", name, allowed);
	return bench_command__usage(command, "--output", output, hint);
}

/**
 * bench_table_format__style - the table that a format is
 * @format: not JSON
 *
 * Return: the style.
 */
enum bench_table_style bench_table_format__style(enum bench_report_format format)
{
	switch (format) {
	case BENCH_REPORT_MARKDOWN:
		return BENCH_TABLE_MARKDOWN;
	case BENCH_REPORT_CSV:
		return BENCH_TABLE_CSV;
	case BENCH_REPORT_DEFAULT:
	case BENCH_REPORT_SIMPLE:
	case BENCH_REPORT_TABLE:
	case BENCH_REPORT_JSON:
	default:
		return BENCH_TABLE_TEXT;
	}
}

/**
 * bench_stream__open - collect a command's output
 * @s: its @f is what to write to
 * @command: the command's name, for messages
 * @path: -o FILE; NULL or "-": standard output
 *
 * A file that is there stays as it is until bench_stream__close().
 *
 * Return: 0, or 1 with a line on stderr.
 */
int bench_stream__open(struct bench_stream *s, const char *command, const char *path)
{
	memset(s, 0, sizeof(*s));
	s->command = command;
	s->path = path && strcmp(path, "-") ? path : NULL;
	s->f = open_memstream(&s->text, &s->len);
	if (s->f)
		return 0;
	return bench_command__error(command, "out of memory");
}

/**
 * bench_stream__drop - forget what was collected
 * @s: the stream
 */
void bench_stream__drop(struct bench_stream *s)
{
	fclose(s->f);
	zfree(&s->text);
}

static int put_text(const struct bench_stream *s)
{
	FILE *out = s->path ? fopen(s->path, "w") : stdout;
	int err = 0;

	if (!out)
		return -errno;
	errno = 0;
	if (fwrite(s->text, 1, s->len, out) != s->len || fflush(out))
		err = errno ? -errno : -EIO;
	if (s->path && fclose(out) && !err)
		err = errno ? -errno : -EIO;
	return err;
}

/**
 * bench_stream__close - write what was collected
 * @s: the stream
 * @ret: what the writing into it returned: 0, or a negative errno: nothing is written
 *
 * Return: 0 if all went well, else 1 with a line on stderr.
 */
int bench_stream__close(struct bench_stream *s, int ret)
{
	int err = ret;

	if (fclose(s->f) && !err)
		err = -ENOMEM;
	ret = err;
	if (!err)
		err = put_text(s);
	if (err && (ret || !s->path))
		bench_command__error(s->command, "%s%s", ret ? "" : "standard output: ",
				     strerror(-err));
	else if (err)
		bench_command__usage(s->command, "--output", s->path, strerror(-err));
	zfree(&s->text);
	return err ? 1 : 0;
}
