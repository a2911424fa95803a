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
	fprintf(stderr, "%s and %s cannot be merged: another %s\n", a->path, b->path, what);
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
					"%s is of another host or setting than %s: %s is %s, not %s (--force merges them)\n",
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

static int merge(struct bench_results_files *files, bool force)
{
	struct bench_results *res = &files->v[0].res;
	int f, ret;

	for (f = 1; f < files->nr; f++) {
		ret = check_same_kind(&files->v[0], &files->v[f]);
		if (ret)
			return ret;
	}
	if (check_hosts(files, force))
		return 1;
	for (f = 1; f < files->nr; f++) {
		ret = bench_results__merge(res, &files->v[f].res);
		if (ret) {
			fprintf(stderr, "%s: %s\n", files->v[f].path, ret == -ERANGE ?
				"its blocks have too large numbers" : "out of memory");
			return 1;
		}
	}
	bench_results__summarize(res);
	return files->nr > 1 && bench_results__note(res, "%s %d runs", BENCH_MERGE_NOTE, files->nr);
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
	FILE *out;
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
		ret = merge(&files, force);
	if (ret)
		goto out_files;

	ret = 1;
	out = bench_stream__open(output);
	if (out)
		ret = bench_stream__close(out, output,
					  bench_results__write_json(&files.v[0].res, out));
out_files:
	bench_results_files__exit(&files);
	return ret;
}
