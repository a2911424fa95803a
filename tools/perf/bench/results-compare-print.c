// SPDX-License-Identifier: GPL-2.0
/* The table of perf bench results compare, and what it says of the hosts. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "results-compare.h"

/* Cases that are not in all files and are named one by one. */
#define MISSING_SHOWN	5

/* Two numbers and a spread, or a file's name and a unit. */
#define CELL_MAX	(3 * BENCH_VIEW_TEXT_MAX)

/* mean/median ( pstdev), each "-" where a published table has no more than the mean. */
static char *number_text(const struct bench_quantity *q, double v, char *buf, size_t len)
{
	if (q->kind == BENCH_QUANTITY_COUNTER)
		return bench_view__count(v, buf, len);
	v /= q->scale;
	/* Four digits tell more than the spread leaves; two files have to fit in a line. */
	if (fabs(v) < 99.995 || fabs(v) >= 1e12)
		return bench_view__number(v, buf, len);
	snprintf(buf, len, "%.*f", fabs(v) < 999.95 ? 1 : 0, v);
	return buf;
}

static char *value_text(const struct bench_compare_cell *cell, const struct bench_quantity *q,
			char *buf, size_t len)
{
	const struct bench_stats *st = &cell->val.s.st;
	char mean[BENCH_VIEW_TEXT_MAX], median[BENCH_VIEW_TEXT_MAX], spread[32];
	double percent;

	if (!cell->cr || !cell->known) {
		snprintf(buf, len, "%s", !cell->cr ? "-" : cell->cr->failed ? "failed" : "-");
		return buf;
	}
	number_text(q, st->mean, mean, sizeof(mean));
	number_text(q, st->median, median, sizeof(median));
	spread[0] = '\0';
	percent = bench_view__pstdev(st);
	if (isfinite(percent))
		snprintf(spread, sizeof(spread), " (%5.*f%%)", percent < 99.995 ? 2 : 1, percent);
	if (isfinite(st->median))
		snprintf(buf, len, "%s/%s%s", mean, median, spread);
	else
		snprintf(buf, len, "%s%s", mean, spread);
	return buf;
}

static void add_columns(const struct bench_compare *cmp, struct bench_table *t, bool csv)
{
	const char *unit = cmp->q[0].shown;
	static const char *const values[] = { "mean", "median", "pstdev %" };
	static const char *const changes[] = { "change %", "change low", "change high", "noise" };
	char heading[CELL_MAX];
	int axis, f;
	size_t i;

	bench_table__column(t, "function", false);
	for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
		if (!(cmp->axes & 1U << axis))
			continue;
		bench_table__column(t, bench_axis__key(axis), true);
		if (csv && axis == BENCH_AXIS_PAGE)
			bench_table__column(t, "page_kind", false);
	}
	for (f = 0; f < cmp->files->nr; f++) {
		const char *label = cmp->files->v[f].label;

		if (!csv) {
			snprintf(heading, sizeof(heading), "%s%s%s", label, *unit ? " " : "", unit);
			bench_table__column(t, heading, true);
			if (f)
				bench_table__column(t, "change [95%]", true);
			continue;
		}
		for (i = 0; i < ARRAY_SIZE(values); i++) {
			snprintf(heading, sizeof(heading), "%s: %s%s%s", label, values[i],
				 i < 2 ? " " : "", i < 2 ? unit : "");
			bench_table__column(t, heading, true);
		}
		for (i = 0; f && i < ARRAY_SIZE(changes); i++) {
			snprintf(heading, sizeof(heading), "%s: %s", label, changes[i]);
			bench_table__column(t, heading, true);
		}
	}
}

/* Programs want empty for unknown, a column a number, and no rounding. */
static void number_cell(struct bench_table *t, double v)
{
	if (isfinite(v))
		bench_table__cell(t, "%.10g", v);
	else
		bench_table__cell(t, "%s", "");
}

static void csv_cells(const struct bench_compare *cmp, struct bench_table *t, int f,
		      const struct bench_compare_cell *cell)
{
	double scale = cmp->q[0].scale;
	const struct bench_stats *st = &cell->val.s.st;

	number_cell(t, cell->known ? st->mean / scale : NAN);
	number_cell(t, cell->known ? st->median / scale : NAN);
	number_cell(t, cell->known ? bench_view__pstdev(st) : NAN);
	if (!f)
		return;
	number_cell(t, cell->change.percent);
	number_cell(t, cell->change.ci95.lo);
	number_cell(t, cell->change.ci95.hi);
	if (isfinite(cell->change.ci95.lo))
		bench_table__cell(t, "%d", cell->change.noise);
	else
		bench_table__cell(t, "%s", "");
}

static void axis_cells(struct bench_table *t, unsigned int axes, const u64 *values, bool csv)
{
	char text[BENCH_VIEW_TEXT_MAX];
	int axis;

	for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
		if (!(axes & 1U << axis))
			continue;
		if (!csv) {
			bench_view__axis(axis, values[axis], text, sizeof(text));
			bench_table__cell(t, "%s", text);
		} else if (axis == BENCH_AXIS_PAGE) {
			bench_table__cell(t, "%" PRIu64, bench_page__size(values[axis]));
			bench_table__cell(t, "%s", bench_page__kind_str(values[axis]));
		} else {
			bench_table__cell(t, "%" PRIu64, values[axis]);
		}
	}
}

static void text_cells(const struct bench_compare *cmp, struct bench_table *t, int f,
		       const struct bench_compare_cell *cell)
{
	char text[CELL_MAX];

	bench_table__cell(t, "%s", value_text(cell, &cmp->q[0], text, sizeof(text)));
	if (f)
		bench_table__cell(t, "%s", bench_view__speedup(&cell->change, true, text,
							       sizeof(text)));
}

static int print_table(const struct bench_compare *cmp, enum bench_table_style style, FILE *out)
{
	struct bench_table *t = bench_table__new();
	bool csv = style == BENCH_TABLE_CSV;
	int i, f, ret;

	add_columns(cmp, t, csv);
	for (i = 0; i < cmp->nr_rows; i++) {
		const struct bench_compare_row *row = &cmp->rows[i];

		if (!row->joined)
			continue;
		bench_table__row(t);
		bench_table__cell(t, "%s", row->like->function);
		axis_cells(t, cmp->axes, row->like->axis, csv);
		for (f = 0; f < cmp->files->nr; f++) {
			if (csv)
				csv_cells(cmp, t, f, &row->cells[f]);
			else
				text_cells(cmp, t, f, &row->cells[f]);
		}
	}
	ret = bench_table__print(t, style, out);
	bench_table__delete(t);
	return ret;
}

static void print_hosts(const struct bench_compare *cmp, const char *lead, FILE *out)
{
	static const char *const shown[] = { "cpu", "kernel" };
	char text[CELL_MAX];
	const char **keys;
	int f, i, nr;
	size_t k;

	for (f = 0; f < cmp->files->nr; f++) {
		const struct bench_results_file *file = &cmp->files->v[f];

		fprintf(out, "%s%s:", lead, file->label);
		for (k = 0; k < ARRAY_SIZE(shown); k++)
			fprintf(out, "%s %s %s", k ? "," : "", shown[k],
				bench_host_field__text(bench_host__find(&file->res.host, shown[k]),
						       text, sizeof(text)));
		fprintf(out, "%s\n", file->res.partial ? " (partial: interrupted)" : "");
	}

	nr = bench_results_files__host_keys(cmp->files, &keys);
	if (nr < 0)
		return;
	for (i = 0; i < nr; i++) {
		if (!bench_results_files__host_differs(cmp->files, keys[i]))
			continue;
		fprintf(out, "%shosts differ in %s:", lead, keys[i]);
		for (f = 0; f < cmp->files->nr; f++)
			fprintf(out, "%s %s", f ? " |" : "",
				bench_host_field__text(bench_host__find(&cmp->files->v[f].res.host,
									keys[i]),
						       text, sizeof(text)));
		fprintf(out, "\n");
	}
	if (!nr)
		fprintf(out, "%sthe files do not say on which hosts they were measured\n", lead);
	free(keys);
}

/* What holds for all cases has no column. */
static void print_common_axes(const struct bench_compare *cmp, const char *lead, FILE *out)
{
	unsigned int axes = cmp->files->v[0].res.axes & ~cmp->axes;
	char text[BENCH_VIEW_TEXT_MAX];
	int axis, shown = 0;

	for (axis = 0; axis < BENCH_AXIS_NR && cmp->nr_rows; axis++) {
		if (axes & 1U << axis)
			fprintf(out, "%s%s %s", shown++ ? ", " : lead,
				bench_axis__key(axis),
				bench_view__axis(axis, cmp->rows[0].like->axis[axis], text,
						 sizeof(text)));
	}
	if (shown)
		fprintf(out, "\n");
}

static void print_missing_row(const struct bench_compare *cmp,
			      const struct bench_compare_row *row, const char *lead, FILE *out)
{
	char name[2 * CELL_MAX];
	int f, shown = 0;

	fprintf(out, "%snot compared: %s: ", lead,
		bench_case__text(row->like, cmp->axes, name, sizeof(name)));
	for (f = 0; f < cmp->files->nr; f++) {
		const struct bench_compare_cell *cell = &row->cells[f];

		if (!cell->cr)
			continue;
		fprintf(out, "%s%s %s", shown++ ? ", " : "",
			cell->known ? "only in" : cell->cr->failed ? "failed in" : "not counted in",
			cmp->files->v[f].label);
	}
	fprintf(out, "\n");
}

/* A file of a longer run has hundreds of cases more. */
static void print_missing(const struct bench_compare *cmp, const char *lead, FILE *out)
{
	int i, nr = 0;

	for (i = 0; i < cmp->nr_rows; i++) {
		if (cmp->rows[i].joined)
			continue;
		if (nr++ < MISSING_SHOWN)
			print_missing_row(cmp, &cmp->rows[i], lead, out);
	}
	if (nr > MISSING_SHOWN)
		fprintf(out, "%s... and %d more, %d cases in all; --format json has them\n", lead,
			nr - MISSING_SHOWN, nr);
}

static bool is_merged(const struct bench_results *res)
{
	int i;

	for (i = 0; i < res->nr_notes; i++) {
		if (!strncmp(res->notes[i], BENCH_MERGE_NOTE, strlen(BENCH_MERGE_NOTE)))
			return true;
	}
	return false;
}

/*
 * On the same machine with the same settings but another kernel, which is what is compared
 * most, worse is a regression. On another CPU or with other settings it is a difference, and
 * where nothing differs it is what one run differs from the next by.
 */
static void print_worst(const struct bench_compare *cmp, int f,
			const struct bench_compare_summary *sum, const char *lead, FILE *out)
{
	static const char one_run[] =
		"one run knows its own noise only: repeat, merge and compare to be sure";
	const struct bench_results_file *base = &cmp->files->v[0], *file = &cmp->files->v[f];
	const struct bench_speedup *change = &sum->worst->cells[f].change;
	char name[2 * CELL_MAX], text[CELL_MAX], parts[64];
	bool sure = false;

	bench_case__text(sum->worst->like, cmp->axes, name, sizeof(name));
	bench_view__speedup(change, true, text, sizeof(text));
	bench_host_parts__text(sum->host_parts, parts, sizeof(parts));
	if (!base->res.host.nr) {
		fprintf(out, "%sworst: %s: %s; not called a regression: hosts are not known\n",
			lead, name, text);
	} else if (sum->host_parts & ~BENCH_HOST_KERNEL) {
		fprintf(out, "%sworst: %s: %s; not called a regression: not the same %s\n", lead,
			name, text, parts);
	} else if (bench_compare__least(change, cmp->nr_changes) == 0) {
		fprintf(out, "%sworst: %s: %s; among %d changes chance gives one like it\n", lead,
			name, text, cmp->nr_changes);
	} else if (!sum->host_parts) {
		fprintf(out, "%sworst: %s: %s\n", lead, name, text);
		fprintf(out, "%sCPU, kernel and settings are the same: ", lead);
		fprintf(out, "this is noise between runs\n");
	} else {
		sure = is_merged(&base->res) && is_merged(&file->res);
		fprintf(out, "%sregression: %s: %s, with another kernel\n", lead, name, text);
	}
	/* Where memory lies, and who else is busy, changes from run to run. */
	if (!sure)
		fprintf(out, "%s%s\n", lead, one_run);
}

static void print_summary(const struct bench_compare *cmp, int f, const char *lead, FILE *out)
{
	struct bench_compare_summary sum;
	int untold;

	bench_compare__summarize(cmp, f, &sum);
	fprintf(out, "%s%s against %s: %d better, %d worse, %d within noise", lead,
		cmp->files->v[f].label, cmp->files->v[0].label, sum.better, sum.worse, sum.noise);
	if (sum.unknown)
		fprintf(out, ", %d without an interval", sum.unknown);
	fprintf(out, "\n");
	if (sum.worst)
		print_worst(cmp, f, &sum, lead, out);
	if (!isfinite(cmp->fail_above))
		return;
	untold = sum.missing + sum.unknown;
	fprintf(out, "%s--fail-above %g%%: %s: %d of %d changes surely beyond it", lead,
		cmp->fail_above, sum.failing || untold ? "fails" : "passes", sum.failing,
		sum.better + sum.worse + sum.noise);
	if (untold)
		fprintf(out, ", %d cannot be told", untold);
	fprintf(out, "\n");
}

/**
 * bench_compare__print - print a comparison as a table
 * @cmp: the comparison
 * @style: text and markdown have the hosts above and a summary below, CSV has rows alone
 * @out: where to
 *
 * Return: 0 or a negative error.
 */
int bench_compare__print(const struct bench_compare *cmp, enum bench_table_style style, FILE *out)
{
	const char *lead = style == BENCH_TABLE_MARKDOWN ? "- " : "# ";
	const struct bench_quantity *q = &cmp->q[0];
	int f, ret;

	if (style == BENCH_TABLE_CSV)
		return print_table(cmp, style, out);

	fprintf(out, "%s%s: %s%s%s, mean/median ( pstdev)\n", lead,
		cmp->files->v[0].res.benchmark, q->name, *q->shown ? " in " : "", q->shown);
	fprintf(out, "%schange against %s: %s; [95%% interval]; ~: within noise, ?: cannot tell\n",
		lead, cmp->files->v[0].label,
		bench_compare__more_is_worse(cmp) ? "of the count, + is more" :
		q->less_is_better ? "old / new - 1, + is better" : "new / old - 1, + is better");
	print_hosts(cmp, lead, out);
	print_common_axes(cmp, lead, out);
	fprintf(out, "\n");

	ret = print_table(cmp, style, out);
	if (ret)
		return ret;

	fprintf(out, "\n");
	print_missing(cmp, lead, out);
	for (f = 1; f < cmp->files->nr; f++)
		print_summary(cmp, f, lead, out);
	return ferror(out) ? -EIO : 0;
}
