// SPDX-License-Identifier: GPL-2.0
/* CSV: a row a case, in the units of the JSON format; what is not known is an empty field. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <linux/kernel.h>
#include "page.h"
#include "report-view.h"
#include "table.h"

static void column(struct bench_table *t, const char *prefix, const char *name)
{
	char heading[4 * BENCH_VIEW_TEXT_MAX];

	snprintf(heading, sizeof(heading), "%s%s%s", prefix, *prefix ? "_" : "", name);
	bench_table__column(t, heading, true);
}

static void number(struct bench_table *t, double v)
{
	if (isfinite(v))
		bench_table__cell(t, "%.12g", v);
	else
		bench_table__cell(t, "%s", "");
}

static void count(struct bench_table *t, u64 v, bool known)
{
	if (known)
		bench_table__cell(t, "%" PRIu64, v);
	else
		bench_table__cell(t, "%s", "");
}

static void text(struct bench_table *t, const char *s)
{
	bench_table__cell(t, "%s", s ?: "");
}

static void flag(struct bench_table *t, bool v)
{
	text(t, v ? "true" : "false");
}

static void axis_columns(const struct bench_results *res, struct bench_table *t)
{
	int a;

	for (a = 0; a < BENCH_AXIS_NR; a++) {
		if (!(res->axes & 1U << a))
			continue;
		column(t, "", bench_axis__key(a));
		if (a == BENCH_AXIS_PAGE)
			column(t, "", "page_kind");
	}
}

static void axis_cells(const struct bench_results *res, struct bench_table *t, const u64 *axis)
{
	int a;

	for (a = 0; a < BENCH_AXIS_NR; a++) {
		if (!(res->axes & 1U << a))
			continue;
		if (a != BENCH_AXIS_PAGE) {
			count(t, axis[a], true);
			continue;
		}
		count(t, bench_page__size(axis[a]), true);
		text(t, bench_page__kind_str(axis[a]));
	}
}

static void series_columns(struct bench_table *t, const char *prefix)
{
	static const char *const names[] = {
		"unit", "n", "mean", "pstdev", "median", "min", "max", "ci95_lo", "ci95_hi",
		"outliers",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		column(t, prefix, names[i]);
}

static void series_cells(struct bench_table *t, const char *unit, const struct bench_series *s)
{
	const struct bench_stats *st = &s->st;

	text(t, unit);
	count(t, st->n, true);
	number(t, st->mean);
	number(t, st->pstdev);
	number(t, st->median);
	number(t, st->min);
	number(t, st->max);
	number(t, st->ci95.lo);
	number(t, st->ci95.hi);
	count(t, st->outliers, s->nr && st->n);
}

static void speedup_cells(const struct bench_view *view, struct bench_table *t, int nr)
{
	const struct bench_speedup *sp = &view->speedup[nr];
	bool known = isfinite(sp->percent);

	text(t, known ? view->res->base : "");
	number(t, sp->percent);
	number(t, sp->ci95.lo);
	number(t, sp->ci95.hi);
	if (known && isfinite(sp->ci95.lo))
		flag(t, sp->noise);
	else
		text(t, "");
}

static const char *const counter_keys[] = {
	"state", "value", "running", "per_line", "per_page", "per_op",
};

static void counter_cells(struct bench_table *t, const struct bench_counter_result *c)
{
	bool counted = c && c->state == BENCH_COUNTER_COUNTED;

	text(t, c ? bench_counter_state__str(c->state) : "");
	number(t, counted ? c->value : NAN);
	number(t, counted ? c->running : NAN);
	number(t, counted ? c->per_line : NAN);
	number(t, counted ? c->per_page : NAN);
	number(t, counted ? c->per_op : NAN);
}

static void columns(const struct bench_view *view, struct bench_table *t, const char **events,
		    int nr_events)
{
	static const char *const speedup[] = {
		"speedup_base", "speedup_percent", "speedup_lo", "speedup_hi", "noise",
	};
	size_t k;
	int i;

	column(t, "", "benchmark");
	column(t, "", "function");
	axis_columns(view->res, t);
	series_columns(t, "");
	for (k = 0; k < ARRAY_SIZE(speedup); k++)
		column(t, "", speedup[k]);
	column(t, "", "loops");
	column(t, "", "bytes");
	column(t, "", "ops");
	column(t, "", "spread");
	column(t, "", "weak");
	column(t, "", "note");
	column(t, "", "failed");
	for (i = 1; i < view->res->nr_metrics; i++) {
		if (bench_results__has_metric(view->res, i))
			series_columns(t, view->res->metrics[i].name);
	}
	column(t, "", "ipc");
	for (i = 0; i < nr_events; i++) {
		for (k = 0; k < ARRAY_SIZE(counter_keys); k++)
			column(t, events[i], counter_keys[k]);
	}
}

static void row(const struct bench_view *view, struct bench_table *t, int nr,
		const char **events, int nr_events)
{
	const struct bench_results *res = view->res;
	const struct bench_case_result *cr = &res->cases[nr];
	int i;

	bench_table__row(t);
	text(t, res->benchmark);
	text(t, cr->function);
	axis_cells(res, t, cr->axis);
	series_cells(t, res->metrics[0].unit, &cr->metric[0]);
	speedup_cells(view, t, nr);
	count(t, cr->loops, cr->loops);
	count(t, cr->bytes, cr->bytes);
	count(t, cr->ops, cr->ops);
	number(t, cr->spread);
	flag(t, cr->weak);
	text(t, cr->note);
	text(t, cr->failed);
	for (i = 1; i < res->nr_metrics; i++) {
		if (bench_results__has_metric(res, i))
			series_cells(t, res->metrics[i].unit, &cr->metric[i]);
	}
	number(t, cr->ipc);
	for (i = 0; i < nr_events; i++)
		counter_cells(t, bench_view__counter(cr, events[i]));
}

/**
 * bench_view__print_csv - a row a case: what is known of it, but for the samples
 * @view: the view
 * @out: where to
 *
 * Return: 0, -ENOMEM or -EIO.
 */
int bench_view__print_csv(const struct bench_view *view, FILE *out)
{
	struct bench_table *t = bench_table__new();
	const char *events[BENCH_EVENTS_MAX];
	int i, err, nr_events = bench_view__events(view, events);

	columns(view, t, events, nr_events);
	for (i = 0; i < view->res->nr_cases; i++)
		row(view, t, i, events, nr_events);
	err = bench_table__print(t, BENCH_TABLE_CSV, out);
	bench_table__delete(t);
	return err;
}
