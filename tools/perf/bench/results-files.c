// SPDX-License-Identifier: GPL-2.0
/*
 * The files of "perf bench results": reading them, names for them, where output goes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/zalloc.h>
#include "harness/options.h"
#include "harness/report.h"
#include "harness/text.h"
#include "results-files.h"

static char *short_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash && slash[1] ? slash + 1 : path;
	size_t len = strlen(name);

	if (len > 5 && !strcmp(name + len - 5, ".json"))
		len -= 5;
	return strndup(name, len);
}

static bool label_taken(const struct bench_results_files *files, int nr, const char *label)
{
	int i;

	for (i = 0; i < nr; i++) {
		if (!strcmp(files->v[i].label, label))
			return true;
	}
	return false;
}

/* Short names if they are all different, else the paths, else paths with a number. */
static int set_labels(struct bench_results_files *files)
{
	bool whole = false;
	char *text;
	int i;

again:
	for (i = 0; i < files->nr; i++) {
		zfree(&files->v[i].label);
		text = whole ? strdup(files->v[i].path) : short_name(files->v[i].path);
		if (!text)
			return -ENOMEM;
		bench_text__make_printable(text);
		if (label_taken(files, i, text)) {
			if (!whole) {
				free(text);
				whole = true;
				goto again;
			}
			free(text);
			if (asprintf(&text, "%s#%d", files->v[i].path, i + 1) < 0)
				return -ENOMEM;
			bench_text__make_printable(text);
		}
		files->v[i].label = text;
	}
	return 0;
}

/**
 * bench_results_files__load - read the files that a command was given
 * @files: filled; to be freed by bench_results_files__exit() whatever happens
 * @command: the command's name, for messages
 * @nr: number of paths
 * @paths: the files; "-" is standard input
 * @at_least: how many files the command needs
 *
 * Prints one line on stderr for what is wrong.
 *
 * Return: 0, or the exit code: 1 for a file that cannot be used, 129 for too few of them.
 */
int bench_results_files__load(struct bench_results_files *files, const char *command,
			      int nr, const char **paths, int at_least)
{
	char err[512];
	int i;

	memset(files, 0, sizeof(*files));
	if (nr < at_least) {
		fprintf(stderr, "perf bench results %s: %d file%s given, needs at least %d\n",
			command, nr, nr == 1 ? "" : "s", at_least);
		return BENCH_EXIT_USAGE;
	}

	files->v = calloc(nr, sizeof(*files->v));
	if (!files->v)
		goto no_memory;

	for (i = 0; i < nr; i++) {
		files->v[i].path = paths[i];
		bench_results__init(&files->v[i].res);
		files->nr++;
		if (bench_results__read_json(&files->v[i].res, paths[i], err, sizeof(err))) {
			fprintf(stderr, "perf bench results %s: %s\n", command, err);
			return 1;
		}
	}
	if (set_labels(files))
		goto no_memory;
	return 0;

no_memory:
	fprintf(stderr, "perf bench results %s: out of memory\n", command);
	return 1;
}

/**
 * bench_results_files__exit - free what bench_results_files__load() made
 * @files: the files
 */
void bench_results_files__exit(struct bench_results_files *files)
{
	int i;

	for (i = 0; i < files->nr; i++) {
		bench_results__exit(&files->v[i].res);
		zfree(&files->v[i].label);
	}
	zfree(&files->v);
	files->nr = 0;
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
	fprintf(stderr, "perf bench results %s: out of memory\n", command);
	return 1;
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
		fprintf(stderr, "perf bench results %s: %s%s\n", s->command,
			ret ? "" : "standard output: ", strerror(-err));
	else if (err)
		fprintf(stderr, "perf bench results %s: --output '%s': %s\n", s->command, s->path,
			strerror(-err));
	zfree(&s->text);
	return err ? 1 : 0;
}

/**
 * bench_table_format__parse - the formats of commands that print tables
 * @text: as --format has it; NULL: table
 * @format: result
 *
 * Return: 0, or 129 with a line on stderr.
 */
int bench_table_format__parse(const char *text, enum bench_report_format *format)
{
	*format = BENCH_REPORT_TABLE;
	if (!text)
		return 0;
	if (bench_report__format(text, format))
		goto wrong;

	switch (*format) {
	case BENCH_REPORT_DEFAULT:
		*format = BENCH_REPORT_TABLE;
		return 0;
	case BENCH_REPORT_TABLE:
	case BENCH_REPORT_MARKDOWN:
	case BENCH_REPORT_CSV:
	case BENCH_REPORT_JSON:
		return 0;
	case BENCH_REPORT_SIMPLE:
	default:
		break;
	}
wrong:
	bench_options__error("--format", text, "table, markdown, csv or json");
	return BENCH_EXIT_USAGE;
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
