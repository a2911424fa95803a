// SPDX-License-Identifier: GPL-2.0
/* Columns for what is not the headline: further metrics, spread of the workers, counters. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "report-view.h"

/**
 * bench_view__counter - the count of an event in a case
 * @cr: the case
 * @event: its name
 *
 * Return: the counter, NULL if the case has no such event.
 */
const struct bench_counter_result *bench_view__counter(const struct bench_case_result *cr,
						       const char *event)
{
	int i;

	for (i = 0; i < cr->nr_counters; i++) {
		if (!strcmp(cr->counters[i].name, event))
			return &cr->counters[i];
	}
	return NULL;
}

/**
 * bench_view__events - names of all events, in the order in which cases have them
 * @view: the view
 * @events: room for BENCH_EVENTS_MAX names
 *
 * Return: how many.
 */
int bench_view__events(const struct bench_view *view, const char **events)
{
	const struct bench_case_result *cr;
	int i, c, e, nr = 0;

	for (i = 0; i < view->res->nr_cases; i++) {
		cr = &view->res->cases[i];
		for (c = 0; c < cr->nr_counters && nr < BENCH_EVENTS_MAX; c++) {
			for (e = 0; e < nr && strcmp(events[e], cr->counters[c].name); e++)
				;
			if (e == nr)
				events[nr++] = cr->counters[c].name;
		}
	}
	return nr;
}

static double per_value(const struct bench_counter_result *c, enum bench_extra_per per)
{
	if (!c || c->state != BENCH_COUNTER_COUNTED)
		return NAN;
	switch (per) {
	case BENCH_PER_LINE:
		return c->per_line;
	case BENCH_PER_PAGE:
		return c->per_page;
	case BENCH_PER_OP:
		return c->per_op;
	case BENCH_PER_LOOP:
	default:
		return c->value;
	}
}

static bool any_value(const struct bench_view *view, const char *event, enum bench_extra_per per)
{
	int i;

	for (i = 0; i < view->res->nr_cases; i++) {
		if (isfinite(per_value(bench_view__counter(&view->res->cases[i], event), per)))
			return true;
	}
	return false;
}

/*
 * What tells most: where bytes are the point a cache's events come per line of 64 bytes
 * (1 fill a line is write-allocate), faults and TLB misses per page; else per operation.
 */
static enum bench_extra_per choose_per(const struct bench_view *view, const char *event)
{
	bool pages = strcasestr(event, "fault") || strcasestr(event, "tlb");
	bool bytes = bench_view__is_bandwidth(view->res, 0);
	enum bench_extra_per wishes[3] = { BENCH_PER_OP, BENCH_PER_PAGE, BENCH_PER_LINE };
	int i;

	if (bytes && !pages) {
		wishes[0] = BENCH_PER_LINE;
		wishes[2] = BENCH_PER_OP;
	} else if (bytes) {
		wishes[0] = BENCH_PER_PAGE;
		wishes[1] = BENCH_PER_OP;
	}
	for (i = 0; i < 3; i++) {
		if (any_value(view, event, wishes[i]))
			return wishes[i];
	}
	return BENCH_PER_LOOP;
}

static void add_counter(const struct bench_view *view, struct bench_extra *extra,
			const char *event)
{
	const char *const per[] = {
		[BENCH_PER_LOOP]	= "loop",
		[BENCH_PER_LINE]	= "line",
		[BENCH_PER_PAGE]	= "page",
		[BENCH_PER_OP]		= view->res->op ?: "op",
	};

	extra->kind = BENCH_EXTRA_COUNTER;
	extra->event = event;
	extra->per = choose_per(view, event);
	snprintf(extra->heading, sizeof(extra->heading), "%s%s per %s", event,
		 bench_view__event_unit(event), per[extra->per]);
}

static void add_metric(const struct bench_view *view, struct bench_extra *extra, int metric)
{
	char unit[BENCH_VIEW_TEXT_MAX];

	extra->kind = BENCH_EXTRA_METRIC;
	extra->metric = metric;
	bench_view__unit(view->res, metric, unit, sizeof(unit));
	snprintf(extra->heading, sizeof(extra->heading), "%.60s%s%.60s",
		 view->res->metrics[metric].name, *unit ? " " : "", unit);
}

/**
 * bench_view__wants_percentiles - whether the samples are shown as a distribution
 * @res: the result
 *
 * Cycles an operation are what latencies are told in, on kernel lists as a mean with the
 * number of samples; a mean hides the tail.
 */
bool bench_view__wants_percentiles(const struct bench_results *res)
{
	const char *unit = res->nr_metrics ? res->metrics[0].unit : NULL;
	int i;

	if (!unit || strcmp(unit, bench_unit__str(BENCH_UNIT_CYCLES_PER_OP)))
		return false;
	for (i = 0; i < res->nr_cases; i++) {
		if (res->cases[i].metric[0].nr > 1)
			return true;
	}
	return false;
}

static int add_percentiles(struct bench_extra *extras)
{
	static const int percentiles[BENCH_PERCENTILES_NR] = BENCH_PERCENTILES;
	int i;

	for (i = 0; i < BENCH_PERCENTILES_NR; i++) {
		extras[i].kind = BENCH_EXTRA_PERCENTILE;
		extras[i].percentile = percentiles[i];
		snprintf(extras[i].heading, sizeof(extras[i].heading), "p%d", percentiles[i]);
	}
	return BENCH_PERCENTILES_NR;
}

/**
 * bench_view__extras - the columns that there is something to put into
 * @view: the view
 * @extras: room for BENCH_EXTRAS_MAX of them
 *
 * Return: how many.
 */
int bench_view__extras(const struct bench_view *view, struct bench_extra *extras)
{
	const struct bench_results *res = view->res;
	const char *events[BENCH_EVENTS_MAX];
	bool spread = false, ipc = false;
	int i, nr = 0, nr_events;

	for (i = 0; i < res->nr_cases; i++) {
		spread |= isfinite(res->cases[i].spread);
		ipc |= isfinite(res->cases[i].ipc);
	}
	if (bench_view__wants_percentiles(res))
		nr += add_percentiles(extras);
	for (i = 1; i < res->nr_metrics; i++) {
		if (bench_results__has_metric(res, i))
			add_metric(view, &extras[nr++], i);
	}
	if (spread) {
		extras[nr].kind = BENCH_EXTRA_SPREAD;
		snprintf(extras[nr++].heading, BENCH_VIEW_TEXT_MAX, "worker spread");
	}
	nr_events = bench_view__events(view, events);
	for (i = 0; i < nr_events; i++) {
		if (any_value(view, events[i], BENCH_PER_LOOP))
			add_counter(view, &extras[nr++], events[i]);
	}
	if (ipc) {
		extras[nr].kind = BENCH_EXTRA_IPC;
		snprintf(extras[nr++].heading, BENCH_VIEW_TEXT_MAX, "insn per cycle");
	}
	return nr;
}

static void counter_cell(const struct bench_counter_result *c, enum bench_extra_per per,
			 char *buf, size_t len)
{
	double v = per_value(c, per);
	size_t n;

	if (per == BENCH_PER_LOOP)
		bench_view__count(v, buf, len);
	else
		bench_view__number(v, buf, len);
	n = strlen(buf);
	/* As perf stat marks what the kernel multiplexed and scaled. */
	if (isfinite(v) && c->running < 0.9999)
		snprintf(buf + n, len - n, " (%.0f%%)", c->running * 100);
}

/**
 * bench_extra__cell - what stands in a column for a case
 * @view: the view
 * @extra: the column
 * @cr: the case
 * @buf: room for the text, BENCH_VIEW_TEXT_MAX
 * @len: its size
 *
 * Return: @buf.
 */
char *bench_extra__cell(const struct bench_view *view, const struct bench_extra *extra,
			const struct bench_case_result *cr, char *buf, size_t len)
{
	const struct bench_stats *st;
	double v = NAN;

	switch (extra->kind) {
	case BENCH_EXTRA_METRIC:
		st = &cr->metric[extra->metric].st;
		v = isfinite(st->median) ? st->median : st->mean;
		v /= bench_view__scale(view->res, extra->metric);
		break;
	case BENCH_EXTRA_PERCENTILE:
		v = bench_stats__percentile(cr->metric[0].v, cr->metric[0].nr, extra->percentile);
		break;
	case BENCH_EXTRA_SPREAD:
		if (isfinite(cr->spread)) {
			snprintf(buf, len, "%.2f%%", cr->spread * 100);
			return buf;
		}
		break;
	case BENCH_EXTRA_COUNTER:
		counter_cell(bench_view__counter(cr, extra->event), extra->per, buf, len);
		return buf;
	case BENCH_EXTRA_IPC:
		v = cr->ipc;
		break;
	default:
		break;
	}
	return bench_view__number(v, buf, len);
}

static void print_state(const struct bench_view *view, enum bench_counter_state state,
			const char *text, FILE *out)
{
	const char *events[BENCH_EVENTS_MAX];
	const struct bench_counter_result *c;
	struct bench_words words = { .what = text };
	int i, k, nr = bench_view__events(view, events);

	for (i = 0; i < nr; i++) {
		if (any_value(view, events[i], BENCH_PER_LOOP))
			continue;
		for (k = 0, c = NULL; k < view->res->nr_cases && !c; k++)
			c = bench_view__counter(&view->res->cases[k], events[i]);
		if (c && c->state == state)
			bench_view__word(view, &words, events[i], out);
	}
	bench_view__end_words(&words, out);
}

/**
 * bench_view__print_uncounted - which events no case has a count of
 * @view: the view
 * @out: where to
 */
void bench_view__print_uncounted(const struct bench_view *view, FILE *out)
{
	print_state(view, BENCH_COUNTER_NOT_SUPPORTED, "not supported", out);
	print_state(view, BENCH_COUNTER_NOT_COUNTED, "not counted", out);
}
