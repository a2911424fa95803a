// SPDX-License-Identifier: GPL-2.0
/* The files of "perf bench results": reading them, and names for them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include "harness/error.h"
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
	files->command = command;
	if (nr < at_least) {
		bench_command__error(command, "%d file%s given, needs at least %d", nr,
				     nr == 1 ? "" : "s", at_least);
		return BENCH_EXIT_USAGE;
	}

	files->v = calloc(nr, sizeof(*files->v));
	if (!files->v)
		goto no_memory;

	for (i = 0; i < nr; i++) {
		files->v[i].path = paths[i];
		bench_results__init(&files->v[i].res);
		files->nr++;
		if (bench_results__read_json(&files->v[i].res, paths[i], err, sizeof(err)))
			return bench_command__error(command, "%s", err);
	}
	if (set_labels(files))
		goto no_memory;
	return 0;

no_memory:
	return bench_command__error(command, "out of memory");
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
 * bench_results_files__check_benchmark - make sure that all files are of one benchmark
 * @files: the files
 *
 * Return: 0, or 1 with a line on stderr.
 */
int bench_results_files__check_benchmark(const struct bench_results_files *files)
{
	const struct bench_results_file *first = &files->v[0], *file;

	for (file = first; file < first + files->nr; file++) {
		if (strcmp(file->res.benchmark, first->res.benchmark))
			return bench_command__error(files->command,
						    "%s is of benchmark '%s', %s of '%s'",
						    first->path, first->res.benchmark,
						    file->path, file->res.benchmark);
	}
	return 0;
}
