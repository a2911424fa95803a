// SPDX-License-Identifier: GPL-2.0
/*
 * Tables, as text and markdown. Two functions at several points make the table of kernel
 * cover letters, a row a point; all else is a list, a row a case, with those axes as columns
 * that vary. Counters and further metrics stand beside a list if that fits, else below.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report-view.h"
#include "table.h"

/* How much of the headline stands in a list: what fits. */
enum detail {
	DETAIL_NONE,		/* none of it: a table of extras */
	DETAIL_SPEEDUP,		/* mean, median, speedup */
	DETAIL_RANGE,		/* the speedup with its interval; or min and max */
	DETAIL_ALL,		/* interval of the median */
};

/* From what is measured to how it is measured. */
static const enum bench_axis axis_order[BENCH_AXIS_NR] = {
	BENCH_AXIS_SIZE, BENCH_AXIS_PAGES, BENCH_AXIS_PAGE, BENCH_AXIS_CHUNK,
	BENCH_AXIS_ALIGN, BENCH_AXIS_THREADS,
};

static void axis_columns(const struct bench_view *view, struct bench_table *t)
{
	int i;

	for (i = 0; i < BENCH_AXIS_NR; i++) {
		if (view->varying & 1U << axis_order[i])
			bench_table__column(t, bench_axis__key(axis_order[i]), true);
	}
}

static void axis_cells(const struct bench_view *view, struct bench_table *t,
		       const struct bench_case_result *cr)
{
	char buf[BENCH_VIEW_TEXT_MAX];
	enum bench_axis a;
	int i;

	for (i = 0; i < BENCH_AXIS_NR; i++) {
		a = axis_order[i];
		if (view->varying & 1U << a)
			bench_table__cell(t, "%s", bench_view__axis(a, cr->axis[a], buf,
								    sizeof(buf)));
	}
}

/* What the headline is called over a column: "BW", "ns/fault". */
static const char *headline_name(const struct bench_view *view, char *buf, size_t len)
{
	if (bench_view__is_bandwidth(view->res, 0))
		return "BW";
	bench_view__unit(view->res, 0, buf, len);
	return *buf ? buf : view->res->metrics[0].name;
}

static void mean_column(const struct bench_view *view, struct bench_table *t, const char *function)
{
	char name[BENCH_VIEW_TEXT_MAX], heading[4 * BENCH_VIEW_TEXT_MAX];

	snprintf(heading, sizeof(heading), "%s%s%s ( pstdev)", function, *function ? " " : "",
		 headline_name(view, name, sizeof(name)));
	bench_table__column(t, heading, true);
}

/* Mean and pstdev as kernel lists print them: "17.35 GB/s ( +- 9.27%)". */
static void mean_cell(const struct bench_view *view, struct bench_table *t,
		      const struct bench_case_result *cr)
{
	const char *unit = bench_view__is_bandwidth(view->res, 0) ? " GB/s" : "";
	const struct bench_stats *st = cr ? &cr->metric[0].st : NULL;
	char buf[BENCH_VIEW_TEXT_MAX];
	double pstdev;

	if (!st || !isfinite(st->mean)) {
		bench_table__cell(t, "-");
		return;
	}
	bench_view__number(st->mean / bench_view__scale(view->res, 0), buf, sizeof(buf));
	pstdev = bench_view__pstdev(st);
	if (isfinite(pstdev))
		bench_table__cell(t, "%s%s ( +-%5.2f%%)", buf, unit, pstdev);
	else
		bench_table__cell(t, "%s%s", buf, unit);
}

static void value_cell(const struct bench_view *view, struct bench_table *t, double v)
{
	char buf[BENCH_VIEW_TEXT_MAX];

	v /= bench_view__scale(view->res, 0);
	bench_table__cell(t, "%s", bench_view__number(v, buf, sizeof(buf)));
}

static void interval_cell(const struct bench_view *view, struct bench_table *t,
			  const struct bench_interval *ci)
{
	char lo[BENCH_VIEW_TEXT_MAX], hi[BENCH_VIEW_TEXT_MAX];
	double scale = bench_view__scale(view->res, 0);

	if (isfinite(ci->lo) && isfinite(ci->hi))
		bench_table__cell(t, "[%s, %s]", bench_view__fine(ci->lo / scale, lo, sizeof(lo)),
				  bench_view__fine(ci->hi / scale, hi, sizeof(hi)));
	else
		bench_table__cell(t, "-");
}

static bool has_speedups(const struct bench_view *view)
{
	int i;

	for (i = 0; i < view->res->nr_cases; i++) {
		if (isfinite(view->speedup[i].percent))
			return true;
	}
	return false;
}

static void speedup_cell(const struct bench_view *view, struct bench_table *t,
			 const struct bench_case_result *cr, bool interval)
{
	const struct bench_speedup *sp = &view->speedup[cr - view->res->cases];
	char buf[BENCH_VIEW_TEXT_MAX];

	if (interval && view->res->base && !strcmp(cr->function, view->res->base))
		bench_table__cell(t, "base");
	else
		bench_table__cell(t, "%s", bench_view__speedup(sp, interval, buf, sizeof(buf)));
}

static void list_columns(const struct bench_view *view, struct bench_table *t, enum detail detail)
{
	char unit[BENCH_VIEW_TEXT_MAX], heading[2 * BENCH_VIEW_TEXT_MAX] = "median";

	mean_column(view, t, "");
	if (bench_view__is_bandwidth(view->res, 0))
		snprintf(heading, sizeof(heading), "median %s",
			 bench_view__unit(view->res, 0, unit, sizeof(unit)));
	bench_table__column(t, heading, true);
	if (detail >= DETAIL_ALL)
		bench_table__column(t, "95% interval", true);
	if (has_speedups(view)) {
		bench_table__column(t, "speedup", true);
	} else if (detail >= DETAIL_RANGE) {
		bench_table__column(t, "min", true);
		bench_table__column(t, "max", true);
	}
}

static void list_cells(const struct bench_view *view, struct bench_table *t,
		       const struct bench_case_result *cr, enum detail detail)
{
	const struct bench_stats *st = &cr->metric[0].st;

	mean_cell(view, t, cr);
	value_cell(view, t, st->median);
	if (detail >= DETAIL_ALL)
		interval_cell(view, t, &st->ci95);
	if (has_speedups(view)) {
		speedup_cell(view, t, cr, detail >= DETAIL_RANGE);
	} else if (detail >= DETAIL_RANGE) {
		value_cell(view, t, st->min);
		value_cell(view, t, st->max);
	}
}

/* A row a case: its headline, and the extras. */
static struct bench_table *make_list(const struct bench_view *view, enum detail detail,
				     const struct bench_extra *extras, int nr)
{
	struct bench_table *t = bench_table__new();
	const struct bench_case_result *cr;
	char buf[BENCH_VIEW_TEXT_MAX];
	int i, e;

	if (view->nr_functions > 1)
		bench_table__column(t, "function", false);
	axis_columns(view, t);
	if (detail)
		list_columns(view, t, detail);
	for (e = 0; e < nr; e++)
		bench_table__column(t, extras[e].heading, true);

	for (i = 0; i < view->res->nr_cases; i++) {
		cr = &view->res->cases[i];
		bench_table__row(t);
		if (view->nr_functions > 1)
			bench_table__cell(t, "%s", cr->function);
		axis_cells(view, t, cr);
		if (detail)
			list_cells(view, t, cr, detail);
		for (e = 0; e < nr; e++)
			bench_table__cell(t, "%s", bench_extra__cell(view, &extras[e], cr, buf,
								     sizeof(buf)));
	}
	return t;
}

/* A row a point: the first function, the second, and what was gained. */
static struct bench_table *make_pairs(const struct bench_view *view)
{
	struct bench_table *t = bench_table__new();
	const struct bench_case_result *cr, *a, *b;
	int i;

	axis_columns(view, t);
	mean_column(view, t, view->functions[0]);
	mean_column(view, t, view->functions[1]);
	bench_table__column(t, "speedup", true);

	for (i = 0; i < view->res->nr_cases; i++) {
		cr = &view->res->cases[i];
		a = bench_results__partner(view->res, cr, view->functions[0]);
		b = bench_results__partner(view->res, cr, view->functions[1]);
		/* Each point once: in the row of whichever comes first. */
		if ((a && a < cr) || (b && b < cr))
			continue;
		bench_table__row(t);
		axis_cells(view, t, cr);
		mean_cell(view, t, a);
		mean_cell(view, t, b);
		if (b)
			speedup_cell(view, t, b, false);
		else
			bench_table__cell(t, "-");
	}
	return t;
}

/* Columns that a table takes as text; 0 if it cannot be printed. */
static size_t text_width(const struct bench_table *t)
{
	size_t len, width = 0;
	char *text = NULL, *line, *end;
	FILE *mem = open_memstream(&text, &len);
	int err;

	if (!mem)
		return 0;
	err = bench_table__print(t, BENCH_TABLE_TEXT, mem);
	if (fclose(mem) || err || !text) {
		free(text);
		return 0;
	}
	for (line = text; *line; line = end + (*end != '\0')) {
		end = line + strcspn(line, "\n");
		if ((size_t)(end - line) > width)
			width = end - line;
	}
	free(text);
	return width;
}

static int print_and_delete(struct bench_table *t, bool markdown, FILE *out)
{
	int err = bench_table__print(t, markdown ? BENCH_TABLE_MARKDOWN : BENCH_TABLE_TEXT, out);

	bench_table__delete(t);
	return err;
}

/* The extras in tables of their own, as many in each as fit, at least one. */
static int print_extras(const struct bench_view *view, const struct bench_extra *extras, int nr,
			bool markdown, FILE *out)
{
	struct bench_table *t;
	int n, err = 0;

	for (; nr && !err; extras += n, nr -= n) {
		for (n = nr; ; n--) {
			t = make_list(view, DETAIL_NONE, extras, n);
			if (n == 1 || text_width(t) <= BENCH_VIEW_WIDTH)
				break;
			bench_table__delete(t);
		}
		fputc('\n', out);
		err = print_and_delete(t, markdown, out);
	}
	return err;
}

/* The fullest list that fits; @nr becomes 0 if the extras stand in it. */
static struct bench_table *fit_list(const struct bench_view *view,
				    const struct bench_extra *extras, int *nr)
{
	struct bench_table *t = make_list(view, DETAIL_ALL, extras, *nr);
	enum detail detail;

	if (!*nr || text_width(t) <= BENCH_VIEW_WIDTH)
		*nr = 0;
	for (detail = DETAIL_ALL; text_width(t) > BENCH_VIEW_WIDTH; detail--) {
		bench_table__delete(t);
		t = make_list(view, detail, NULL, 0);
		if (detail == DETAIL_SPEEDUP)
			break;
	}
	return t;
}

static bool is_pairs(const struct bench_view *view)
{
	return view->nr_functions == 2 && view->varying;
}

static int print_tables(const struct bench_view *view, bool markdown, FILE *out)
{
	struct bench_extra *extras = calloc(BENCH_EXTRAS_MAX, sizeof(*extras));
	struct bench_table *t;
	int nr, err;

	if (!extras)
		return -ENOMEM;
	nr = bench_view__extras(view, extras);
	t = is_pairs(view) ? make_pairs(view) : fit_list(view, extras, &nr);
	err = print_and_delete(t, markdown, out) ?: print_extras(view, extras, nr, markdown, out);
	free(extras);
	return err;
}

static void print_samples(const struct bench_view *view, FILE *out)
{
	u64 n, lo = UINT64_MAX, hi = 0;
	int i;

	for (i = 0; i < view->res->nr_cases; i++) {
		n = view->res->cases[i].metric[0].st.n;
		if (n && n < lo)
			lo = n;
		if (n > hi)
			hi = n;
	}
	if (hi && lo == hi)
		fprintf(out, "; %" PRIu64 " sample%s a case", hi, hi == 1 ? "" : "s");
	else if (hi)
		fprintf(out, "; %" PRIu64 " to %" PRIu64 " samples a case", lo, hi);
}

/* What is the same in all rows, and what the columns mean. */
static void print_header(const struct bench_view *view, FILE *out)
{
	const struct bench_results *res = view->res;
	char point[2 * BENCH_VIEW_TEXT_MAX], name[BENCH_VIEW_TEXT_MAX];

	fprintf(out, "%s%s", view->prefix, res->benchmark ?: "results");
	if (view->nr_functions == 1)
		fprintf(out, ": function %s", view->functions[0]);
	if (res->nr_cases) {
		bench_view__point(&res->cases[0], res->axes & ~view->varying, point, sizeof(point));
		fprintf(out, "%s%s", *point ? ", " : "", point);
	}
	print_samples(view, out);
	fputc('\n', out);
	fprintf(out, "%s%s is the mean of the samples; the headline is the median%s\n",
		view->prefix, headline_name(view, name, sizeof(name)),
		is_pairs(view) ? ", see the other formats" : "");
	if (has_speedups(view))
		fprintf(out, "%sspeedup against %s: %s; ~: within noise, ?: cannot tell\n",
			view->prefix, res->base, bench_view__speedup_source(view));
}

/**
 * bench_view__print_table - tables, 100 columns wide where the names allow it
 * @view: the view
 * @markdown: as markdown
 * @out: where to
 *
 * Return: 0, -ENOMEM or -EIO.
 */
int bench_view__print_table(const struct bench_view *view, bool markdown, FILE *out)
{
	int err = 0;

	bench_view__print_host(view, out);
	print_header(view, out);
	fputc('\n', out);
	if (view->res->nr_cases)
		err = print_tables(view, markdown, out);
	fputc('\n', out);
	bench_view__print_case_notes(view, out);
	bench_view__print_uncounted(view, out);
	bench_view__print_notes(view, out);
	return err;
}
