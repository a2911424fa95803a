/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_RESULTS_FILES_H
#define BENCH_RESULTS_FILES_H

#include <stdio.h>
#include "harness/plan.h"
#include "harness/report-view.h"
#include "harness/results.h"
#include "harness/table.h"

/* What the commands of "perf bench results" share: files, their names, their cases. */

/* Notes of merged files begin so. */
#define BENCH_MERGE_NOTE	"merged from"

/**
 * struct bench_results_file - one file that was read
 * @path: as the user wrote it
 * @label: a short name for headings, unique among the files, printable
 * @res: what it holds
 */
struct bench_results_file {
	const char		*path;
	char			*label;
	struct bench_results	res;
};

/**
 * struct bench_results_files - the files that a command was given
 * @command: its name, for messages
 * @v: the files
 * @nr: how many
 */
struct bench_results_files {
	const char			*command;
	struct bench_results_file	*v;
	int				nr;
};

/**
 * struct bench_case_index - the cases of a file, to be found by function and axes
 * @sorted: by function, axes, place in the file
 * @nr: how many
 */
struct bench_case_index {
	const struct bench_case_result	**sorted;
	int				nr;
};

/**
 * struct bench_stream - a command's output, which is written when all of it is there
 * @command: the command's name, for messages
 * @path: the file, NULL: standard output
 * @f: what to write to
 * @text: what was written so far
 * @len: its length
 */
struct bench_stream {
	const char	*command;
	const char	*path;
	FILE		*f;
	char		*text;
	size_t		len;
};

/* Which part of the host block a field belongs to, as far as comparing goes. */
enum bench_host_part {
	BENCH_HOST_CPU		= 1,
	BENCH_HOST_KERNEL	= 2,
	BENCH_HOST_SETTINGS	= 4,
};

int bench_results_files__load(struct bench_results_files *files, const char *command,
			      int nr, const char **paths, int at_least);
void bench_results_files__exit(struct bench_results_files *files);
int bench_results_files__check_benchmark(const struct bench_results_files *files);

/* results-command.c */
int bench_command__error(const char *command, const char *fmt, ...) __printf(2, 3);
int bench_command__usage(const char *command, const char *option, const char *text,
			 const char *allowed);
int bench_command__percent(const char *command, const char *option, const char *text,
			   double least, double *percent);
int bench_command__format(const char *command, const char *text, const char *output,
			  const char *allowed, enum bench_report_format *format);
enum bench_table_style bench_table_format__style(enum bench_report_format format);
int bench_stream__open(struct bench_stream *s, const char *command, const char *path);
void bench_stream__drop(struct bench_stream *s);
int bench_stream__close(struct bench_stream *s, int ret);

unsigned int bench_results__varying(const struct bench_results_files *files);
char *bench_case__text(const struct bench_case_result *cr, unsigned int axes,
		       char *buf, size_t len);
bool bench_case__same(const struct bench_case_result *a, const struct bench_case_result *b);
int bench_case_index__init(struct bench_case_index *index, const struct bench_results *res);
void bench_case_index__exit(struct bench_case_index *index);
const struct bench_case_result *bench_case_index__find(const struct bench_case_index *index,
						       const struct bench_case_result *like,
						       int nth);
int bench_case_index__nth(const struct bench_case_index *index,
			  const struct bench_case_result *cr);

/* results-merge-cases.c */
int bench_results__merge(struct bench_results *res, struct bench_results *add);

/* results-hosts.c */
bool bench_host_field__same(const struct bench_host_field *a, const struct bench_host_field *b);
char *bench_host_field__text(const struct bench_host_field *field, char *buf, size_t len);
enum bench_host_part bench_host__part(const char *key);
char *bench_host_parts__text(unsigned int parts, char *buf, size_t len);
unsigned int bench_results_files__host_parts(const struct bench_results_files *files);
bool bench_results_files__host_differs(const struct bench_results_files *files, const char *key);
int bench_results_files__host_keys(const struct bench_results_files *files, const char ***keys);

#endif /* BENCH_RESULTS_FILES_H */
