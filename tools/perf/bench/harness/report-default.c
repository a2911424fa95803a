// SPDX-License-Identifier: GPL-2.0
/* The default format: a paragraph a case in the manner of perf bench, then the speedups. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <linux/kernel.h>
#include "report-view.h"

#define KB	1024.0

/**
 * struct scale - a unit, and the larger ones that its numbers are given in where they are long
 * @unit: as it is stored
 * @nr: how many
 * @names: the largest first, the last is @unit itself
 * @step: from one to the next
 */
static const struct scale {
	enum bench_unit	unit;
	int		nr;
	const char	*names[4];
	double		step;
} scales[] = {
	{ BENCH_UNIT_BYTES_PER_SEC, 4, { "GB/sec", "MB/sec", "KB/sec", "bytes/sec" }, KB },
	{ BENCH_UNIT_NSEC, 4, { "s", "ms", "us", "ns" }, 1000 },
};

/* perf bench goes down to a smaller unit where the number would begin with a nought. */
static double pick_unit(const struct bench_results *res, int metric, double v, char *unit,
			size_t len)
{
	const char *stored = res->metrics[metric].unit ?: "";
	double scale = 1;
	size_t i;
	int k;

	for (i = 0; i < ARRAY_SIZE(scales); i++) {
		if (!strcmp(stored, bench_unit__str(scales[i].unit)))
			break;
	}
	if (i == ARRAY_SIZE(scales)) {
		bench_view__unit(res, metric, unit, len);
		return 1;
	}
	for (k = scales[i].nr - 1; k && v >= scale * scales[i].step; k--)
		scale *= scales[i].step;
	snprintf(unit, len, "%s", scales[i].names[k]);
	return scale;
}

/* What follows the headline's number in brackets. */
static void print_samples(const struct bench_stats *st, double scale, FILE *out)
{
	char a[BENCH_VIEW_TEXT_MAX], b[BENCH_VIEW_TEXT_MAX];
	double pstdev = bench_view__pstdev(st);

	if (st->n > 1 && st->min == st->max) {
		fprintf(out, "  (all of %" PRIu64 ")\n", st->n);
		return;
	}
	fprintf(out, "  (%s", isfinite(st->median) ? "median" : "mean");
	if (st->n)
		fprintf(out, " of %" PRIu64, st->n);
	if (isfinite(st->ci95.lo) && isfinite(st->ci95.hi))
		fprintf(out, ", 95%% %s to %s",
			bench_view__fine(st->ci95.lo / scale, a, sizeof(a)),
			bench_view__fine(st->ci95.hi / scale, b, sizeof(b)));
	if (isfinite(st->mean) && isfinite(st->median) && st->n != 1)
		fprintf(out, "; mean %s", bench_view__number(st->mean / scale, a, sizeof(a)));
	if (isfinite(pstdev))
		fprintf(out, ", pstdev %.2f%%", pstdev);
	fputs(")\n", out);
}

static void print_metric(const struct bench_results *res, const struct bench_case_result *cr,
			 int metric, FILE *out)
{
	char unit[BENCH_VIEW_TEXT_MAX], number[BENCH_VIEW_TEXT_MAX];
	const struct bench_stats *st = &cr->metric[metric].st;
	double headline = isfinite(st->median) ? st->median : st->mean;
	double scale = pick_unit(res, metric, headline, unit, sizeof(unit));

	if (isfinite(headline) && bench_view__is_bandwidth(res, metric))
		fprintf(out, " %14lf %s", headline / scale, unit);
	else if (isfinite(headline))
		fprintf(out, " %14s %s", *unit ?
			bench_view__fine(headline / scale, number, sizeof(number)) :
			bench_view__count(headline, number, sizeof(number)), unit);
	else
		fprintf(out, " %14s %s", "<unknown>", unit);
	if (metric || !*unit)
		fprintf(out, "%s%s", *unit ? "  " : "", res->metrics[metric].name);
	if (isfinite(headline))
		print_samples(st, scale, out);
	else
		fputc('\n', out);
}

/* As kernel lists print cycles, and the tail that a mean hides. */
static void print_distribution(const struct bench_series *s, FILE *out)
{
	static const int percentiles[BENCH_PERCENTILES_NR] = BENCH_PERCENTILES;
	char mean[BENCH_VIEW_TEXT_MAX], sum[BENCH_VIEW_TEXT_MAX], p[BENCH_VIEW_TEXT_MAX];
	int i;

	if (!s->nr || !s->st.n)
		return;
	fprintf(out, " %14s Amean: %s (Sum: %s, samples: %" PRIu64 ")", "",
		bench_view__number(s->st.mean, mean, sizeof(mean)),
		bench_view__number(s->st.mean * s->st.n, sum, sizeof(sum)), s->st.n);
	for (i = 0; i < BENCH_PERCENTILES_NR; i++)
		fprintf(out, ", p%d %s", percentiles[i],
			bench_view__number(bench_stats__percentile(s->v, s->nr, percentiles[i]),
					   p, sizeof(p)));
	fputc('\n', out);
}

static void print_per(const char **before, double v, const char *per, FILE *out)
{
	char buf[BENCH_VIEW_TEXT_MAX];

	if (!isfinite(v))
		return;
	fprintf(out, "%s%s per %s", *before, bench_view__number(v, buf, sizeof(buf)), per);
	*before = ", ";
}

static void print_counter(const struct bench_results *res, const struct bench_counter_result *c,
			  FILE *out)
{
	char buf[BENCH_VIEW_TEXT_MAX], name[2 * BENCH_VIEW_TEXT_MAX];
	const char *before = "  #  ";

	if (c->state != BENCH_COUNTER_COUNTED) {
		fputs(c->state == BENCH_COUNTER_NOT_SUPPORTED ? "    <not supported>  " :
								"      <not counted>  ", out);
		fputs(c->name, out);
		fputc('\n', out);
		return;
	}
	snprintf(name, sizeof(name), "%s%s", c->name, bench_view__event_unit(c->name));
	fprintf(out, "%19s  %-28s", bench_view__count(c->value, buf, sizeof(buf)), name);
	print_per(&before, c->per_line, "line", out);
	print_per(&before, c->per_page, "page", out);
	/* Where an operation is a page, it has been said. */
	if (!res->op || strcmp(res->op, "page"))
		print_per(&before, c->per_op, res->op ?: "op", out);
	/* The kernel took turns: the count is scaled up from this share of the time. */
	if (c->running < 0.9999)
		fprintf(out, "  (%.2f%%)", c->running * 100);
	fputc('\n', out);
}

static void print_outliers(const struct bench_stats *st, FILE *out)
{
	if (st->outliers)
		fprintf(out, ", %" PRIu64 " outlier%s", st->outliers, st->outliers == 1 ? "" : "s");
}

static void print_counters(const struct bench_results *res, const struct bench_case_result *cr,
			   FILE *out)
{
	int i;

	if (cr->nr_counters)
		fputc('\n', out);
	for (i = 0; i < cr->nr_counters; i++)
		print_counter(res, &cr->counters[i], out);
}

/* Whether a case has the same events as the one before it, all of them not counted either. */
static bool repeats_states(const struct bench_case_result *cr)
{
	const struct bench_case_result *before = cr - 1;
	int i;

	if (before->failed || before->nr_counters != cr->nr_counters)
		return false;
	for (i = 0; i < cr->nr_counters; i++) {
		if (cr->counters[i].state == BENCH_COUNTER_COUNTED ||
		    cr->counters[i].state != before->counters[i].state ||
		    strcmp(cr->counters[i].name, before->counters[i].name))
			return false;
	}
	return true;
}

static void print_case(const struct bench_results *res, const struct bench_case_result *cr,
		       const char *point, FILE *out)
{
	char buf[BENCH_VIEW_TEXT_MAX];
	int i;

	fprintf(out, "# function '%s'%s%s%s\n", cr->function,
		cr->weak ? " (weakly ordered stores)" : "", cr->note ? ", " : "", cr->note ?: "");
	fprintf(out, "# %s", point);
	if (cr->metric[0].st.n) {
		fprintf(out, "%s%" PRIu64 " sample%s", *point ? "; " : "", cr->metric[0].st.n,
			cr->metric[0].st.n == 1 ? "" : "s");
		if (cr->loops)
			fprintf(out, " of %" PRIu64 " loop%s", cr->loops,
				cr->loops == 1 ? "" : "s");
		print_outliers(&cr->metric[0].st, out);
	}
	fputs("\n\n", out);
	if (cr->failed) {
		fprintf(out, " %14s (%s)\n\n", "<not timed>", cr->failed);
		return;
	}

	for (i = 0; i < res->nr_metrics; i++) {
		if (!i || bench_results__has_metric(res, i))
			print_metric(res, cr, i, out);
		if (!i && bench_view__wants_percentiles(res))
			print_distribution(&cr->metric[0], out);
	}
	if (isfinite(cr->spread))
		fprintf(out, " %14.2f%%  slowest worker over fastest\n", cr->spread * 100);
	/* What cannot be counted anywhere is said once. */
	if (cr == res->cases || !repeats_states(cr))
		print_counters(res, cr, out);
	if (isfinite(cr->ipc))
		fprintf(out, "%19s  insn per cycle\n",
			bench_view__number(cr->ipc, buf, sizeof(buf)));
	fputc('\n', out);
}

static void print_speedups(const struct bench_view *view, FILE *out)
{
	char point[2 * BENCH_VIEW_TEXT_MAX], buf[BENCH_VIEW_TEXT_MAX];
	const struct bench_results *res = view->res;
	const struct bench_case_result *cr;
	bool any = false;
	int i;

	for (i = 0; i < res->nr_cases; i++) {
		cr = &res->cases[i];
		if (!isfinite(view->speedup[i].percent))
			continue;
		if (!any)
			fprintf(out,
				"# speedup: %s [95%% interval]; ~: within noise, ?: cannot tell\n\n",
				bench_view__speedup_source(view));
		any = true;
		bench_view__point(cr, view->varying, point, sizeof(point));
		fprintf(out, "  %s%s%s against %s: %s\n", point, *point ? ": " : "", cr->function,
			res->base, bench_view__speedup(&view->speedup[i], true, buf, sizeof(buf)));
	}
	if (any)
		fputc('\n', out);
}

static bool has_counts(const struct bench_results *res)
{
	int i, c;

	for (i = 0; i < res->nr_cases; i++) {
		for (c = 0; c < res->cases[i].nr_counters; c++) {
			if (res->cases[i].counters[c].state == BENCH_COUNTER_COUNTED)
				return true;
		}
	}
	return false;
}

/**
 * bench_view__print_default - what perf bench users expect to see
 * @view: the view
 * @out: where to
 *
 * Return: 0.
 */
int bench_view__print_default(const struct bench_view *view, FILE *out)
{
	const struct bench_results *res = view->res;
	const struct bench_case_result *cr;
	char point[2 * BENCH_VIEW_TEXT_MAX];

	bench_view__print_host(view, out);
	if (has_counts(res))
		fprintf(out, "# counts are means over the loops, of all threads together\n");
	fputc('\n', out);
	for (cr = res->cases; cr < res->cases + res->nr_cases; cr++) {
		if (cr == res->cases || !bench_case_result__same_point(cr - 1, cr))
			bench_view__point(cr, res->axes, point, sizeof(point));
		print_case(res, cr, point, out);
	}
	print_speedups(view, out);
	bench_view__print_notes(view, out);
	return 0;
}
