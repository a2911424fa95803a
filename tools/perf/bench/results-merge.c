// SPDX-License-Identifier: GPL-2.0
/* perf bench results merge: several runs of a benchmark on a host as one file. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <subcmd/parse-options.h>
#include "bench.h"
#include "harness/report.h"
#include "results-files.h"

static const char *const merge_usage[] = {
	"perf bench results merge [<options>] -o OUT.json FILE.json...",
	NULL
};

static int refuse(const struct bench_results_file *a, const struct bench_results_file *b,
		  const char *what)
{
	return bench_command__error("merge", "%s and %s cannot be merged: another %s", a->path,
				    b->path, what);
}

/* What must be the same for the numbers to mean the same. */
static int check_same_kind(const struct bench_results_file *a, const struct bench_results_file *b)
{
	int i;

	if (strcmp(a->res.benchmark, b->res.benchmark))
		return refuse(a, b, "benchmark");
	if (a->res.axes != b->res.axes)
		return refuse(a, b, "set of axes");
	if (a->res.nr_metrics != b->res.nr_metrics)
		return refuse(a, b, "number of metrics");
	for (i = 0; i < a->res.nr_metrics; i++) {
		if (strcmp(a->res.metrics[i].name, b->res.metrics[i].name) ||
		    strcmp(a->res.metrics[i].unit, b->res.metrics[i].unit) ||
		    a->res.metrics[i].less_is_better != b->res.metrics[i].less_is_better)
			return refuse(a, b, "set of metrics");
	}
	return 0;
}

/* Without --force one difference is one too many; with it, the field is not known any more. */
static int check_hosts(struct bench_results_files *files, bool force)
{
	struct bench_results *res = &files->v[0].res;
	static const char other_host[] =
		"%s is of another host or setting than %s: %s is %s, not %s (--force merges them)";
	char old[64], text[64];
	const char **keys;
	int i, f, nr, ret = 0;

	nr = bench_results_files__host_keys(files, &keys);
	for (i = 0; i < nr && !ret; i++) {
		const struct bench_host_field *first = bench_host__find(&res->host, keys[i]);

		for (f = 1; f < files->nr; f++) {
			const struct bench_host_field *field =
				bench_host__find(&files->v[f].res.host, keys[i]);

			if (bench_host_field__same(first, field))
				continue;
			bench_host_field__text(first, old, sizeof(old));
			bench_host_field__text(field, text, sizeof(text));
			if (!force) {
				ret = bench_command__error("merge", other_host, files->v[f].path,
							   files->v[0].path, keys[i], text, old);
				break;
			}
			if (bench_results__note(res, "%s hosts that differ in %s: %s, %s",
						BENCH_MERGE_NOTE, keys[i], old, text) ||
			    bench_host__set_unknown(&res->host, keys[i]))
				ret = 1;
			break;
		}
	}
	if (nr < 0)
		return 1;
	free(keys);
	return ret;
}

static bool same_case(const struct bench_case_result *a, const struct bench_case_result *b)
{
	const struct bench_series *s = &a->metric[0], *t = &b->metric[0];

	return bench_case__same(a, b) && s->nr == t->nr &&
	       (!s->nr || !memcmp(s->v, t->v, s->nr * sizeof(*s->v)));
}

/* To the last digit, in some samples at least: that is no coincidence. */
static bool same_run(const struct bench_results *a, const struct bench_results *b)
{
	size_t samples = 0;
	int i;

	if (a->nr_cases != b->nr_cases)
		return false;
	for (i = 0; i < a->nr_cases; i++) {
		if (!same_case(&a->cases[i], &b->cases[i]))
			return false;
		samples += a->cases[i].metric[0].nr;
	}
	return samples >= 3;
}

/* A run that counts twice makes intervals narrower than they are. */
static int check_twice(const struct bench_results_files *files)
{
	int f, g;

	for (f = 1; f < files->nr; f++) {
		for (g = 0; g < f; g++) {
			if (!same_run(&files->v[g].res, &files->v[f].res))
				continue;
			return bench_command__error("merge",
						    "%s has the samples of %s: a run counts once",
						    files->v[f].path, files->v[g].path);
		}
	}
	return 0;
}

/* What "merged from 3 runs" says; 0: it is another note. A file may claim any number. */
static int note_runs(const char *note)
{
	static const char lead[] = BENCH_MERGE_NOTE " ";
	long runs;
	char *end;

	if (strncmp(note, lead, strlen(lead)))
		return 0;
	runs = strtol(note + strlen(lead), &end, 10);
	return strcmp(end, " runs") || runs < 1 ? 0 : min_t(long, runs, INT_MAX);
}

/* How many runs a file holds; the note that says so, if it was merged, goes. */
static int take_runs(struct bench_results *res)
{
	int i, n, kept = 0, runs = 1;

	for (i = 0; i < res->nr_notes; i++) {
		n = note_runs(res->notes[i]);
		if (n) {
			runs = n;
			free(res->notes[i]);
			continue;
		}
		res->notes[kept++] = res->notes[i];
	}
	res->nr_notes = kept;
	return runs;
}

static bool has_note(const struct bench_results *res, const char *note)
{
	int i;

	for (i = 0; i < res->nr_notes; i++) {
		if (!strcmp(res->notes[i], note))
			return true;
	}
	return false;
}

static bool all_have_note(const struct bench_results_files *files, const char *note)
{
	int f;

	for (f = 0; f < files->nr; f++) {
		if (!has_note(&files->v[f].res, note))
			return false;
	}
	return true;
}

/* All but those in common; once is enough if the file grows by one merge after the other. */
static int name_notes_of(struct bench_results_file *file, char *const *common, int nr)
{
	char **notes = file->res.notes, *text;
	size_t len = strlen(file->label);
	int i, k;

	for (i = 0; i < file->res.nr_notes; i++) {
		for (k = 0; k < nr && strcmp(common[k], notes[i]); k++)
			;
		if (k < nr || !strncmp(notes[i], BENCH_MERGE_NOTE, strlen(BENCH_MERGE_NOTE)) ||
		    (!strncmp(notes[i], file->label, len) && notes[i][len] == ':'))
			continue;
		if (asprintf(&text, "%s: %s", file->label, notes[i]) < 0)
			return -ENOMEM;
		free(notes[i]);
		notes[i] = text;
	}
	return 0;
}

/* What is true of one run is not of all: such a note gets the name of its file. */
static int name_notes(struct bench_results_files *files)
{
	char **common = calloc(files->v[0].res.nr_notes + 1, sizeof(*common));
	int f, i, nr = 0, ret = common ? 0 : -ENOMEM;

	for (i = 0; i < files->v[0].res.nr_notes && !ret; i++) {
		if (all_have_note(files, files->v[0].res.notes[i]))
			common[nr++] = files->v[0].res.notes[i];
	}
	for (f = 0; f < files->nr && !ret; f++)
		ret = name_notes_of(&files->v[f], common, nr);
	free(common);
	return ret;
}

static int merge_all(struct bench_results_files *files, bool force)
{
	struct bench_results *res = &files->v[0].res;
	int f, n, ret, runs = 0;

	for (f = 1; f < files->nr; f++) {
		ret = check_same_kind(&files->v[0], &files->v[f]);
		if (ret)
			return ret;
	}
	if (check_twice(files))
		return 1;
	for (f = 0; f < files->nr; f++) {
		n = take_runs(&files->v[f].res);
		runs = runs > INT_MAX - n ? INT_MAX : runs + n;
	}
	if (name_notes(files))
		return bench_command__error("merge", "out of memory");
	if (check_hosts(files, force))
		return 1;
	for (f = 1; f < files->nr; f++) {
		ret = bench_results__merge(res, &files->v[f].res);
		if (ret)
			return bench_command__error("merge", "%s: %s", files->v[f].path,
						    ret == -ERANGE ?
						    "its blocks have too large numbers" :
						    "out of memory");
	}
	bench_results__summarize(res);
	return runs > 1 && bench_results__note(res, "%s %d runs", BENCH_MERGE_NOTE, runs);
}

/**
 * bench_results_merge - the command
 * @argc: as perf bench hands it on
 * @argv: likewise
 *
 * Return: 0; 1 for files that cannot be used or do not belong together; 129.
 */
int bench_results_merge(int argc, const char **argv)
{
	struct bench_results_files files = { .nr = 0 };
	enum bench_report_format format = BENCH_REPORT_JSON;
	const char *output = NULL;
	bool force = false;
	struct bench_stream out;
	int ret = 0;
	const struct option options[] = {
		OPT_STRING('o', "output", &output, "FILE", "the new file (default: stdout)"),
		OPT_BOOLEAN(0, "force", &force,
			    "merge files of different hosts; fields that differ become unknown"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, merge_usage, 0);
	if (output && strcmp(output, "-"))
		ret = bench_command__format("merge", NULL, output, "default, markdown, csv or json",
					    &format);
	if (!ret)
		ret = bench_results_files__load(&files, "merge", argc, argv, 1);
	if (!ret)
		ret = merge_all(&files, force);
	if (ret)
		goto out_files;

	ret = bench_stream__open(&out, "merge", output);
	if (!ret)
		ret = bench_stream__close(&out,
					  bench_report__print(&files.v[0].res, format, out.f));
out_files:
	bench_results_files__exit(&files);
	return ret;
}
