// SPDX-License-Identifier: GPL-2.0
/* perf bench results merge: several runs of a benchmark on a host as one file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <subcmd/parse-options.h>
#include "bench.h"
#include "harness/options.h"
#include "results-files.h"

static const char *const merge_usage[] = {
	"perf bench results merge [<options>] -o OUT.json FILE.json...",
	NULL
};

static int refuse(const struct bench_results_file *a, const struct bench_results_file *b,
		  const char *what)
{
	fprintf(stderr, "perf bench results merge: %s and %s cannot be merged: another %s\n",
		a->path, b->path, what);
	return 1;
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
				fprintf(stderr,
					"perf bench results merge: %s is of another host or setting than %s: %s is %s, not %s (--force merges them)\n",
					files->v[f].path, files->v[0].path, keys[i], text, old);
				ret = 1;
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
			fprintf(stderr,
				"perf bench results merge: %s has the samples of %s: a run counts once\n",
				files->v[f].path, files->v[g].path);
			return 1;
		}
	}
	return 0;
}

/* How many runs a file holds; the note that says so, if it was merged, goes. */
static int take_runs(struct bench_results *res)
{
	int i, n, kept = 0, runs = 1;

	for (i = 0; i < res->nr_notes; i++) {
		if (sscanf(res->notes[i], BENCH_MERGE_NOTE " %d runs", &n) == 1 && n > 0) {
			runs = n;
			free(res->notes[i]);
			continue;
		}
		res->notes[kept++] = res->notes[i];
	}
	res->nr_notes = kept;
	return runs;
}

static int merge_all(struct bench_results_files *files, bool force)
{
	struct bench_results *res = &files->v[0].res;
	int f, ret, runs;

	for (f = 1; f < files->nr; f++) {
		ret = check_same_kind(&files->v[0], &files->v[f]);
		if (ret)
			return ret;
	}
	if (check_hosts(files, force) || check_twice(files))
		return 1;
	runs = take_runs(res);
	for (f = 1; f < files->nr; f++)
		runs += take_runs(&files->v[f].res);
	for (f = 1; f < files->nr; f++) {
		ret = bench_results__merge(res, &files->v[f].res);
		if (ret) {
			fprintf(stderr, "perf bench results merge: %s: %s\n", files->v[f].path,
				ret == -ERANGE ?
				"its blocks have too large numbers" : "out of memory");
			return 1;
		}
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
	const char *output = NULL;
	bool force = false;
	struct bench_stream out;
	int ret;
	const struct option options[] = {
		OPT_STRING('o', "output", &output, "FILE", "the new file (default: stdout)"),
		OPT_BOOLEAN(0, "force", &force,
			    "merge files of different hosts; fields that differ become unknown"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, merge_usage, 0);
	ret = bench_results_files__load(&files, "merge", argc, argv, 1);
	if (!ret)
		ret = merge_all(&files, force);
	if (ret)
		goto out_files;

	ret = bench_stream__open(&out, "merge", output);
	if (!ret)
		ret = bench_stream__close(&out,
					  bench_results__write_json(&files.v[0].res, out.f));
out_files:
	bench_results_files__exit(&files);
	return ret;
}
