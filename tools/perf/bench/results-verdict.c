// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench results verdict: per CPU model, whether non-temporal stores pay when large
 * extents are cleared, and from which extent on.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include <subcmd/parse-options.h>
#include "bench.h"
#include "results-verdict.h"

static const char *const verdict_usage[] = {
	"perf bench results verdict [<options>] FILE.json...",
	NULL
};

/* Beyond which cached stores surely go to memory, where the cache's size is not known. */
#define FROM_DEFAULT	(128ULL << 20)

/**
 * bench_verdict__str - name a verdict
 * @verdict: which
 *
 * Return: its name, as of the kernel's would-be feature flags.
 */
const char *bench_verdict__str(enum bench_verdict verdict)
{
	switch (verdict) {
	case BENCH_VERDICT_GOOD:
		return "NT_GOOD";
	case BENCH_VERDICT_BAD:
		return "NT_BAD";
	case BENCH_VERDICT_NEITHER:
		return "neither NT_GOOD nor NT_BAD";
	case BENCH_VERDICT_UNKNOWN:
	default:
		return "unknown";
	}
}

static const struct bench_speedup *gain_of(const struct bench_verdict_extent *ext, int file)
{
	int i;

	if (file < 0)
		return &ext->gain;
	for (i = 0; i < ext->nr_runs; i++) {
		if (ext->runs[i].file == file)
			return &ext->runs[i].gain;
	}
	return NULL;
}

/**
 * bench_verdict__decide - apply the rule
 * @model: with its extents
 * @file: what this file alone says, -1: all together
 * @rule: the rule
 *
 * Return: GOOD or BAD if all extents that count say so, UNKNOWN if none was measured.
 */
enum bench_verdict bench_verdict__decide(const struct bench_verdict_model *model, int file,
					 const struct bench_verdict_rule *rule)
{
	int i, n = 0, good = 0, bad = 0;

	for (i = 0; i < model->nr_extents; i++) {
		const struct bench_speedup *gain;

		if (model->extents[i].size < model->from)
			continue;
		gain = gain_of(&model->extents[i], file);
		if (!gain || !isfinite(gain->percent))
			continue;
		n++;
		good += isfinite(gain->ci95.lo) && gain->ci95.lo >= rule->good;
		bad += isfinite(gain->ci95.hi) && gain->ci95.hi <= rule->bad;
	}
	if (!n)
		return BENCH_VERDICT_UNKNOWN;
	return good == n ? BENCH_VERDICT_GOOD : bad == n ? BENCH_VERDICT_BAD :
	       BENCH_VERDICT_NEITHER;
}

/**
 * bench_verdict__wins_from - from which extent on NT wins
 * @model: with its extents
 * @page: page kind
 * @threads: threads
 *
 * Return: the smallest extent at which, and at every larger one, the interval of the gain
 * lies above 0; NULL if the largest does not.
 */
const struct bench_verdict_extent *
bench_verdict__wins_from(const struct bench_verdict_model *model, u64 page, u64 threads)
{
	const struct bench_verdict_extent *ext, *from = NULL;
	int i;

	for (i = 0; i < model->nr_extents; i++) {
		ext = &model->extents[i];
		if (ext->page != page || ext->threads != threads ||
		    !isfinite(ext->gain.percent))
			continue;
		if (!(ext->gain.ci95.lo > 0))
			from = NULL;
		else if (!from)
			from = ext;
	}
	return from;
}

/**
 * bench_verdict__disagree - whether hosts contradict each other
 * @ext: the extent
 *
 * Return: true if NT wins with confidence on one and loses with confidence on another.
 */
bool bench_verdict__disagree(const struct bench_verdict_extent *ext)
{
	bool wins = false, loses = false;
	int i;

	for (i = 0; i < ext->nr_runs; i++) {
		wins |= ext->runs[i].gain.ci95.lo > 0;
		loses |= ext->runs[i].gain.ci95.hi < 0;
	}
	return wins && loses;
}

static bool same_field(const struct bench_results_files *files, int a, int b, const char *key)
{
	return bench_host_field__same(bench_host__find(&files->v[a].res.host, key),
				      bench_host__find(&files->v[b].res.host, key));
}

static bool is_known(const struct bench_results_files *files, int f, const char *key)
{
	const struct bench_host_field *field = bench_host__find(&files->v[f].res.host, key);

	return field && field->type != BENCH_HOST_UNKNOWN;
}

/*
 * A table that somebody typed may say no more of its CPU than a name, or nothing: then it is
 * a model of its own.
 */
static bool same_model(const struct bench_results_files *files, int a, int b)
{
	if (!same_field(files, a, b, "vendor") || !same_field(files, a, b, "family") ||
	    !same_field(files, a, b, "model") || !same_field(files, a, b, "stepping"))
		return false;
	if (is_known(files, a, "family") && is_known(files, a, "model"))
		return true;
	return is_known(files, a, "cpu") && same_field(files, a, b, "cpu");
}

static struct bench_verdict_model *find_model(struct bench_verdict_model *models, int nr,
					      const struct bench_results_files *files, int f)
{
	int i;

	for (i = 0; i < nr; i++) {
		if (same_model(files, models[i].first, f))
			return &models[i];
	}
	return NULL;
}

/* The largest cache among the hosts of a model, so that the rule is fair to all. */
static u64 decisive_size(const struct bench_verdict_model *model,
			 const struct bench_results_files *files)
{
	u64 llc = 0;
	int i;

	for (i = 0; i < model->nr_files; i++) {
		const struct bench_host_field *field =
			bench_host__find(&files->v[model->files[i]].res.host, "llc_bytes");

		if (field && field->type == BENCH_HOST_NUMBER && field->number > (s64)llc)
			llc = field->number;
	}
	return llc && llc < 1ULL << 62 ? 2 * llc : FROM_DEFAULT;
}

static int group_by_model(struct bench_verdict_model *models, int *nr,
			  const struct bench_results_files *files)
{
	struct bench_verdict_model *model;
	int f;

	for (f = 0; f < files->nr; f++) {
		model = find_model(models, *nr, files, f);
		if (!model) {
			model = &models[(*nr)++];
			model->first = f;
			model->files = calloc(files->nr, sizeof(*model->files));
			if (!model->files)
				return -ENOMEM;
		}
		model->files[model->nr_files++] = f;
	}
	return 0;
}

static int judge(struct bench_verdict_model *model, const struct bench_results_files *files,
		 const struct bench_verdict_rule *rule)
{
	model->from = rule->from ?: decisive_size(model, files);
	if (bench_verdict__extents(model, files, rule))
		return -ENOMEM;
	model->verdict = bench_verdict__decide(model, -1, rule);
	return 0;
}

static bool has_gain(const struct bench_verdict_model *model)
{
	int i;

	for (i = 0; i < model->nr_extents; i++) {
		if (isfinite(model->extents[i].gain.percent))
			return true;
	}
	return false;
}

static int judge_and_print(const struct bench_results_files *files,
			   struct bench_verdict_model *models, int nr,
			   const struct bench_verdict_rule *rule, enum bench_table_style style,
			   FILE *out)
{
	int i, told = 0, ret = 0;

	for (i = 0; i < nr; i++) {
		if (judge(&models[i], files, rule))
			return -ENOMEM;
		told += has_gain(&models[i]);
	}
	if (!told)
		return -ENODATA;

	if (style == BENCH_TABLE_CSV)
		return bench_verdict__print_csv(models, nr, files, out);
	bench_verdict__print_rule(rule, style == BENCH_TABLE_MARKDOWN ? "- " : "# ", out);
	for (i = 0; i < nr && !ret; i++)
		ret = bench_verdict__print(&models[i], files, rule, style, out);
	return ret;
}

static void free_models(struct bench_verdict_model *models, int nr)
{
	int i, j;

	for (i = 0; i < nr; i++) {
		for (j = 0; j < models[i].nr_extents; j++)
			free(models[i].extents[j].runs);
		free(models[i].extents);
		free(models[i].files);
	}
	free(models);
}

static int parse_rule(struct bench_verdict_rule *rule, const char *good, const char *bad,
		      const char *from)
{
	int ret = bench_command__percent("verdict", "--good", good, -INFINITY, &rule->good) ?:
		  bench_command__percent("verdict", "--bad", bad, -INFINITY, &rule->bad);

	if (ret)
		return ret;
	if (rule->good < rule->bad && good)
		return bench_command__usage("verdict", "--good", good, "no less than --bad");
	if (rule->good < rule->bad)
		return bench_command__usage("verdict", "--bad", bad, "no more than --good");
	if (from && (bench_size__parse(from, &rule->from) || !rule->from))
		return bench_command__usage("verdict", "--from", from,
					    "a size, such as 128MB or 1GB");
	return 0;
}

/**
 * bench_results_verdict - the command
 * @argc: as perf bench hands it on
 * @argv: likewise
 *
 * Return: 0; 1 for files that cannot be used; 129.
 */
int bench_results_verdict(int argc, const char **argv)
{
	const char *good = NULL, *bad = NULL, *from = NULL, *format_text = NULL, *output = NULL;
	struct bench_verdict_rule rule = { .good = 5, .bad = 0 };
	struct bench_results_files files = { .nr = 0 };
	struct bench_verdict_model *models = NULL;
	enum bench_report_format format;
	int ret, nr = 0;
	struct bench_stream out;
	const struct option options[] = {
		OPT_STRING(0, "good", &good, "PCT",
			   "NT_GOOD if NT gains at least PCT with confidence (default 5)"),
		OPT_STRING(0, "bad", &bad, "PCT",
			   "NT_BAD if NT gains at most PCT with confidence (default 0)"),
		OPT_STRING(0, "from", &from, "SIZE",
			   "at each extent from SIZE on (default: twice the last level cache)"),
		OPT_BOOLEAN(0, "simd", &rule.simd, "SSE and AVX functions count too"),
		OPT_STRING('f', "format", &format_text, "table|markdown|csv", "how to print it"),
		OPT_STRING('o', "output", &output, "FILE", "write to FILE (.csv, .md or .txt)"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, verdict_usage, 0);
	ret = parse_rule(&rule, good, bad, from) ?:
	      bench_command__format("verdict", format_text, output, "table, markdown or csv",
				    &format);
	if (!ret)
		ret = bench_results_files__load(&files, "verdict", argc, argv, 1);
	/* NT against cached makes sense within one benchmark only. */
	if (!ret)
		ret = bench_results_files__check_benchmark(&files);
	if (ret)
		goto out_files;

	ret = bench_stream__open(&out, "verdict", output);
	if (ret)
		goto out_files;
	models = calloc(files.nr, sizeof(*models));
	ret = models ? group_by_model(models, &nr, &files) : -ENOMEM;
	if (!ret)
		ret = judge_and_print(&files, models, nr, &rule,
				      bench_table_format__style(format), out.f);
	if (ret == -ENODATA) {
		ret = bench_command__error("verdict",
					   "no file has a cached and an NT function at the same size%s",
					   rule.simd ? "" : ", SIMD aside (--simd)");
		bench_stream__drop(&out);
	} else {
		ret = bench_stream__close(&out, ret);
	}
out_files:
	free_models(models, nr);
	bench_results_files__exit(&files);
	return ret;
}
