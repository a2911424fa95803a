// SPDX-License-Identifier: GPL-2.0
/* What perf bench results verdict says of a CPU model. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "results-verdict.h"

#define TEXT_MAX	160

static u64 host_number(const struct bench_results_files *files, int f, const char *key)
{
	const struct bench_host_field *field = bench_host__find(&files->v[f].res.host, key);

	return field && field->type == BENCH_HOST_NUMBER ? field->number : 0;
}

static const char *host_text(const struct bench_results_files *files, int f, const char *key,
			     char *buf, size_t len)
{
	return bench_host_field__text(bench_host__find(&files->v[f].res.host, key), buf, len);
}

/* "26:2:1", as /proc/cpuinfo counts. */
static char *model_text(const struct bench_verdict_model *model,
			const struct bench_results_files *files, char *buf, size_t len)
{
	char family[24], number[24], stepping[24];

	snprintf(buf, len, "%s:%s:%s",
		 host_text(files, model->first, "family", family, sizeof(family)),
		 host_text(files, model->first, "model", number, sizeof(number)),
		 host_text(files, model->first, "stepping", stepping, sizeof(stepping)));
	return buf;
}

static char *pick_text(const struct bench_verdict_pick *p, unsigned int axes,
		       char *buf, size_t len)
{
	char chunk[BENCH_VIEW_TEXT_MAX];

	if (!p->function)
		snprintf(buf, len, "-");
	else if (!(axes & 1U << BENCH_AXIS_CHUNK))
		snprintf(buf, len, "%s", p->function);
	else
		snprintf(buf, len, "%s/%s", p->function,
			 bench_view__axis(BENCH_AXIS_CHUNK, p->chunk, chunk, sizeof(chunk)));
	return buf;
}

/* A program rounds for itself. */
static void put_value(struct bench_table *t, double value, bool csv)
{
	bench_table__cell(t, !isfinite(value) ? "" : csv ? "%.10g" : "%.2f", value);
}

static void add_row(struct bench_table *t, const struct bench_verdict_extent *ext,
		    const struct bench_results_files *files,
		    const struct bench_verdict_model *model, bool csv)
{
	const struct bench_results *res = &files->v[model->first].res;
	double scale = bench_view__scale(res, 0);
	char text[TEXT_MAX];

	bench_table__row(t);
	if (csv) {
		bench_table__cell(t, "%s", model_text(model, files, text, sizeof(text)));
		bench_table__cell(t, "%" PRIu64, ext->size);
	} else {
		bench_table__cell(t, "%s", bench_size__str(ext->size, text, sizeof(text)));
	}
	if (csv) {
		bench_table__cell(t, "%" PRIu64, bench_page__size(ext->page));
		bench_table__cell(t, "%s", bench_page__kind_str(ext->page));
	} else {
		bench_table__cell(t, "%s", bench_view__axis(BENCH_AXIS_PAGE, ext->page, text,
							    sizeof(text)));
	}
	bench_table__cell(t, "%" PRIu64, ext->threads);
	bench_table__cell(t, "%s", pick_text(&ext->cached, res->axes, text, sizeof(text)));
	put_value(t, ext->cached.value / scale, csv);
	bench_table__cell(t, "%s", pick_text(&ext->nt, res->axes, text, sizeof(text)));
	put_value(t, ext->nt.value / scale, csv);
	if (!csv) {
		bench_view__speedup(&ext->gain, true, text, sizeof(text));
		bench_table__cell(t, "%s%s", text,
				  bench_verdict__disagree(ext) ? " hosts disagree" : "");
		return;
	}
	bench_table__cell(t, isfinite(ext->gain.percent) ? "%.4f" : "", ext->gain.percent);
	bench_table__cell(t, isfinite(ext->gain.ci95.lo) ? "%.4f" : "", ext->gain.ci95.lo);
	bench_table__cell(t, isfinite(ext->gain.ci95.hi) ? "%.4f" : "", ext->gain.ci95.hi);
	bench_table__cell(t, "%d", ext->nr_runs);
	bench_table__cell(t, "%s", bench_verdict__str(model->verdict));
}

static int print_table(const struct bench_verdict_model *models, int nr,
		       const struct bench_results_files *files, enum bench_table_style style,
		       FILE *out)
{
	char unit[BENCH_VIEW_TEXT_MAX], cached[BENCH_VIEW_TEXT_MAX + 8];
	char nt[BENCH_VIEW_TEXT_MAX + 8];
	struct bench_table *t = bench_table__new();
	bool csv = style == BENCH_TABLE_CSV;
	int m, i, ret;

	bench_view__unit(&files->v[models[0].first].res, 0, unit, sizeof(unit));
	/* A program finds columns by their names. */
	snprintf(cached, sizeof(cached), "cached %s", unit);
	snprintf(nt, sizeof(nt), "NT %s", unit);
	if (csv)
		bench_table__column(t, "cpu", false);
	bench_table__column(t, csv ? "extent bytes" : "extent", true);
	bench_table__column(t, "page", true);
	if (csv)
		bench_table__column(t, "page_kind", false);
	bench_table__column(t, "threads", true);
	bench_table__column(t, "cached", false);
	bench_table__column(t, csv ? cached : unit, true);
	bench_table__column(t, "NT", false);
	bench_table__column(t, csv ? nt : unit, true);
	bench_table__column(t, csv ? "NT gain %" : "NT gain [95%]", true);
	if (csv) {
		bench_table__column(t, "gain low", true);
		bench_table__column(t, "gain high", true);
		bench_table__column(t, "files", true);
		bench_table__column(t, "verdict", false);
	}
	for (m = 0; m < nr; m++) {
		for (i = 0; i < models[m].nr_extents; i++)
			add_row(t, &models[m].extents[i], files, &models[m], csv);
	}
	ret = bench_table__print(t, style, out);
	bench_table__delete(t);
	return ret;
}

static const struct bench_verdict_extent *find_extent(const struct bench_verdict_model *model,
						      const struct bench_verdict_extent *group,
						      u64 size)
{
	int i;

	for (i = 0; i < model->nr_extents; i++) {
		const struct bench_verdict_extent *ext = &model->extents[i];

		if (ext->page == group->page && ext->threads == group->threads &&
		    ext->size == size)
			return ext;
	}
	return NULL;
}

/* One page kind and thread count: where NT starts to win, and the extents that are pages. */
static void print_group(const struct bench_verdict_model *model,
			const struct bench_verdict_extent *group, const char *lead, FILE *out)
{
	static const u64 pages[] = { 4ULL << 10, 2ULL << 20, 1ULL << 30 };
	const struct bench_verdict_extent *ext;
	char text[TEXT_MAX], size[BENCH_SIZE_STR_MAX];
	size_t i;

	fprintf(out, "%spage %s, %" PRIu64 " thread%s: ", lead,
		bench_view__axis(BENCH_AXIS_PAGE, group->page, text, sizeof(text)),
		group->threads, group->threads == 1 ? "" : "s");
	ext = bench_verdict__wins_from(model, group->page, group->threads);
	if (ext)
		fprintf(out, "NT wins from an extent of %s on\n",
			bench_size__str(ext->size, size, sizeof(size)));
	else
		fprintf(out, "NT does not win with confidence at the largest extents\n");
	fprintf(out, "%s  gain at", lead);
	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		ext = find_extent(model, group, pages[i]);
		snprintf(text, sizeof(text), "not measured");
		if (ext && isfinite(ext->gain.percent))
			bench_view__speedup(&ext->gain, true, text, sizeof(text));
		fprintf(out, "%s %s %s", i ? "," : "",
			bench_size__str(pages[i], size, sizeof(size)), text);
	}
	fprintf(out, "\n");
}

/* A function that is less than that ahead is not worth a line. */
#define LEAD_TOLD	3

/* Where hosts of one model do not say the same. */
static void print_disagreement(const struct bench_verdict_model *model,
			       const struct bench_results_files *files,
			       const struct bench_verdict_rule *rule, const char *lead, FILE *out)
{
	char size[BENCH_SIZE_STR_MAX], text[TEXT_MAX];
	enum bench_verdict one;
	int i, j;

	for (i = 0; i < model->nr_files && model->nr_files > 1; i++) {
		one = bench_verdict__decide(model, model->files[i], rule);
		if (one != model->verdict)
			fprintf(out, "%s%s alone: %s\n", lead,
				files->v[model->files[i]].label, bench_verdict__str(one));
	}
	for (i = 0; i < model->nr_extents; i++) {
		const struct bench_verdict_extent *ext = &model->extents[i];

		for (j = 0; j < ext->nr_runs; j++) {
			const struct bench_verdict_run *run = &ext->runs[j];
			const char *label = files->v[run->file].label;

			bench_size__str(ext->size, size, sizeof(size));
			if (bench_verdict__disagree(ext))
				fprintf(out, "%sat %s, %s: NT gain %s\n", lead, size, label,
					bench_view__speedup(&run->gain, true, text, sizeof(text)));
			if (run->nt_lead > LEAD_TOLD)
				fprintf(out, "%sat %s, %s: its best NT is %s, by %.1f%%\n", lead,
					size, label, pick_text(&run->nt, -1U, text, sizeof(text)),
					run->nt_lead);
			if (run->cached_lead > LEAD_TOLD)
				fprintf(out, "%sat %s, %s: its best cached is %s, by %.1f%%\n",
					lead, size, label,
					pick_text(&run->cached, -1U, text, sizeof(text)),
					run->cached_lead);
		}
	}
}

/* Remarks such as "no fence" of the functions that were picked. */
static void print_notes(const struct bench_verdict_model *model,
			const struct bench_results_files *files, const char *lead, FILE *out)
{
	const struct bench_results *res = &files->v[model->first].res;
	const struct bench_case_result *last = NULL;
	int i, j;

	for (i = 0; i < model->nr_extents; i++) {
		for (j = 0; j < res->nr_cases; j++) {
			const struct bench_case_result *cr = &res->cases[j];
			const struct bench_verdict_pick *nt = &model->extents[i].nt;

			if (!nt->function || !cr->note || strcmp(nt->function, cr->function) ||
			    cr->axis[BENCH_AXIS_SIZE] != model->extents[i].size ||
			    bench_verdict__chunk(cr) != nt->chunk)
				continue;
			if (last && !strcmp(last->note, cr->note) &&
			    !strcmp(last->function, cr->function))
				continue;
			fprintf(out, "%s%s: %s\n", lead, cr->function, cr->note);
			last = cr;
		}
	}
}

static const char *vendor_token(const char *vendor)
{
	static const struct {
		const char *id, *token;
	} vendors[] = {
		{ "GenuineIntel", "INTEL" }, { "AuthenticAMD", "AMD" }, { "HygonGenuine", "HYGON" },
		{ "CentaurHauls", "CENTAUR" }, { "  Shanghai  ", "ZHAOXIN" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(vendors); i++) {
		if (!strcmp(vendors[i].id, vendor))
			return vendors[i].token;
	}
	return NULL;
}

/* A row of a struct x86_cpu_id table; its last member is the feature to set. */
static void print_quirk(const struct bench_verdict_model *model,
			const struct bench_results_files *files, FILE *out)
{
	char vendor[64], cpu[96], *p;
	const char *token;

	token = vendor_token(host_text(files, model->first, "vendor", vendor, sizeof(vendor)));
	if (!token || !host_number(files, model->first, "family"))
		return;
	host_text(files, model->first, "cpu", cpu, sizeof(cpu));
	/* The name must not end the comment. */
	while ((p = strstr(cpu, "*/")))
		*p = '?';
	fprintf(out, "\tX86_MATCH_VENDOR_FAM_MODEL(%s, 0x%02" PRIx64 ", 0x%02" PRIx64
		", X86_FEATURE_%s),\t/* %s, stepping %" PRIu64 " */\n", token,
		host_number(files, model->first, "family"),
		host_number(files, model->first, "model"), bench_verdict__str(model->verdict), cpu,
		host_number(files, model->first, "stepping"));
}

/**
 * bench_verdict__print_rule - say by which rule is judged
 * @rule: the rule
 * @lead: what lines start with
 * @out: where to
 */
void bench_verdict__print_rule(const struct bench_verdict_rule *rule, const char *lead, FILE *out)
{
	char size[BENCH_SIZE_STR_MAX];

	fprintf(out, "%sextent: bytes cleared at once; NT: weakly ordered stores\n", lead);
	fprintf(out, "%sgain: of the best NT function over the best cached one%s\n", lead,
		rule->simd ? ", SIMD included" : "; SIMD does not count (--simd)");
	fprintf(out, "%srule: NT_GOOD if the gain's interval is at or above %g%%, ", lead,
		rule->good);
	fprintf(out, "NT_BAD if at or below %g%%,\n", rule->bad);
	fprintf(out, "%s      at every extent of at least %s\n", lead,
		rule->from ? bench_size__str(rule->from, size, sizeof(size)) :
		"twice the last level cache");
}

/**
 * bench_verdict__print - print what is known of a model
 * @model: judged
 * @files: all files
 * @rule: by which
 * @style: text or markdown
 * @out: where to
 *
 * Return: 0 or a negative error.
 */
int bench_verdict__print(const struct bench_verdict_model *model,
			 const struct bench_results_files *files,
			 const struct bench_verdict_rule *rule, enum bench_table_style style,
			 FILE *out)
{
	const char *lead = style == BENCH_TABLE_MARKDOWN ? "- " : "# ";
	char text[TEXT_MAX], cpu[96], kernel[64], size[BENCH_SIZE_STR_MAX];
	int i, ret;

	fprintf(out, "\n%s%s, %s", lead, model_text(model, files, text, sizeof(text)),
		host_text(files, model->first, "cpu", cpu, sizeof(cpu)));
	for (i = 0; i < model->nr_files; i++)
		fprintf(out, "%s %s (%s)", i ? "," : ":", files->v[model->files[i]].label,
			host_text(files, model->files[i], "kernel", kernel, sizeof(kernel)));
	fprintf(out, "\n\n");

	ret = print_table(model, 1, files, style, out);
	if (ret)
		return ret;

	fprintf(out, "\n");
	for (i = 0; i < model->nr_extents; i++) {
		if (!i || model->extents[i].page != model->extents[i - 1].page ||
		    model->extents[i].threads != model->extents[i - 1].threads)
			print_group(model, &model->extents[i], lead, out);
	}
	print_notes(model, files, lead, out);
	print_disagreement(model, files, rule, lead, out);
	fprintf(out, "%sverdict for %s: %s", lead, text, bench_verdict__str(model->verdict));
	if (model->verdict == BENCH_VERDICT_UNKNOWN)
		fprintf(out, ": no extent of %s or more was measured both ways",
			bench_size__str(model->from, size, sizeof(size)));
	fprintf(out, "\n");
	if (model->verdict == BENCH_VERDICT_GOOD || model->verdict == BENCH_VERDICT_BAD)
		print_quirk(model, files, out);
	return ferror(out) ? -EIO : 0;
}

/**
 * bench_verdict__print_csv - print the extents of all models
 * @models: judged
 * @nr: how many
 * @files: all files
 * @out: where to
 *
 * Return: 0 or a negative error.
 */
int bench_verdict__print_csv(const struct bench_verdict_model *models, int nr,
			     const struct bench_results_files *files, FILE *out)
{
	return print_table(models, nr, files, BENCH_TABLE_CSV, out);
}
