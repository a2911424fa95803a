// SPDX-License-Identifier: GPL-2.0
/*
 * What was measured: life and growth of struct bench_results. Everything in it is its
 * own, so that a run's plan can go away before the report is printed.
 */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "results.h"

static const char *const axis_keys[BENCH_AXIS_NR] = {
	[BENCH_AXIS_PAGE]	= "page",
	[BENCH_AXIS_THREADS]	= "threads",
	[BENCH_AXIS_SIZE]	= "size",
	[BENCH_AXIS_PAGES]	= "pages",
	[BENCH_AXIS_CHUNK]	= "chunk",
	[BENCH_AXIS_ALIGN]	= "align",
};

static const struct {
	const char	*name;
	bool		less_is_better;
} units[BENCH_UNIT_NR] = {
	[BENCH_UNIT_BYTES_PER_SEC]	= { "bytes/sec",	false },
	[BENCH_UNIT_NSEC_PER_OP]	= { "ns/op",		true },
	[BENCH_UNIT_NSEC]		= { "ns",		true },
	[BENCH_UNIT_NSEC_PER_PAGE]	= { "ns/page",		true },
	[BENCH_UNIT_CYCLES_PER_OP]	= { "cycles/op",	true },
	[BENCH_UNIT_CYCLES_PER_BYTE]	= { "cycles/byte",	true },
	[BENCH_UNIT_OPS_PER_SEC]	= { "ops/sec",		false },
	[BENCH_UNIT_COUNT]		= { "count",		false },
	[BENCH_UNIT_VALUE_NSEC]		= { "ns",		true },
	[BENCH_UNIT_VALUE_BYTES_PER_SEC] = { "bytes/sec",	false },
};

/**
 * bench_axis__key - what an axis is called, in JSON, CSV and as a long option
 * @axis: the axis
 *
 * Return: a constant text.
 */
const char *bench_axis__key(enum bench_axis axis)
{
	return axis_keys[axis];
}

/**
 * bench_counter_state__str - the text that stands for a state in JSON and CSV
 * @state: the state
 *
 * Return: a constant text.
 */
const char *bench_counter_state__str(enum bench_counter_state state)
{
	static const char *const states[BENCH_COUNTER_STATE_NR] = {
		[BENCH_COUNTER_COUNTED]		= "counted",
		[BENCH_COUNTER_NOT_SUPPORTED]	= "not supported",
		[BENCH_COUNTER_NOT_COUNTED]	= "not counted",
	};

	return states[state];
}

/**
 * bench_unit__str - the text that stands for a unit in JSON and CSV
 * @unit: the unit
 *
 * Return: a constant text.
 */
const char *bench_unit__str(enum bench_unit unit)
{
	return unit < BENCH_UNIT_NR ? units[unit].name : "count";
}

/**
 * bench_unit__less_is_better - whether a smaller number is the better one
 * @unit: text of the unit, as bench_unit__str() gives it
 *
 * Return: true for times and cycles, false for all else and for units not known here.
 */
bool bench_unit__less_is_better(const char *unit)
{
	size_t i;

	for (i = 0; i < BENCH_UNIT_NR; i++) {
		if (!strcmp(units[i].name, unit))
			return units[i].less_is_better;
	}
	return false;
}

/**
 * bench_results__set_string - replace a text that a result owns
 * @where: the text, NULL or from malloc()
 * @text: the new one, copied; NULL: none
 *
 * Return: 0 or -ENOMEM, and then the old text stays.
 */
int bench_results__set_string(char **where, const char *text)
{
	char *copy = NULL;

	if (text) {
		copy = strdup(text);
		if (!copy)
			return -ENOMEM;
	}
	free(*where);
	*where = copy;
	return 0;
}

/**
 * bench_results__init - make an empty result
 * @res: what to fill
 */
void bench_results__init(struct bench_results *res)
{
	memset(res, 0, sizeof(*res));
	res->spent = (struct bench_spent){ NAN, NAN, NAN, NAN, NAN };
}

static void case_exit(struct bench_case_result *cr)
{
	int i;

	for (i = 0; i < BENCH_METRICS_MAX; i++)
		free(cr->metric[i].v);
	for (i = 0; i < cr->nr_counters; i++)
		free(cr->counters[i].name);
	free(cr->counters);
	free(cr->function);
	free(cr->note);
	free(cr->failed);
}

static void free_strings(char **v, int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		free(v[i]);
	free(v);
}

/**
 * bench_results__exit - free all that a result holds and make it empty
 * @res: the result
 */
void bench_results__exit(struct bench_results *res)
{
	int i;

	for (i = 0; i < res->nr_cases; i++)
		case_exit(&res->cases[i]);
	free(res->cases);
	for (i = 0; i < BENCH_METRICS_MAX; i++) {
		free(res->metrics[i].name);
		free(res->metrics[i].unit);
	}
	free_strings(res->command, res->nr_command);
	free_strings(res->notes, res->nr_notes);
	bench_host__exit(&res->host);
	free(res->benchmark);
	free(res->base);
	free(res->op);
	bench_results__init(res);
}

static void stats_unknown(struct bench_stats *st)
{
	*st = (struct bench_stats){
		.mean = NAN, .pstdev = NAN, .median = NAN, .min = NAN, .max = NAN,
		.ci95 = { NAN, NAN },
	};
}

/**
 * bench_results__add_case - append a case of which nothing is known yet
 * @res: the result
 * @function: its name, copied
 *
 * Pointers to earlier cases are stale afterwards.
 *
 * Return: the case, good until the next one is added; NULL without memory.
 */
struct bench_case_result *bench_results__add_case(struct bench_results *res, const char *function)
{
	struct bench_case_result *cr = res->cases;
	int i, nr = res->nr_cases;

	/* There is room up to the next power of two. */
	if (!(nr & (nr - 1))) {
		cr = reallocarray(cr, nr ? 2 * (size_t)nr : 1, sizeof(*cr));
		if (!cr)
			return NULL;
		res->cases = cr;
	}
	cr += nr;
	memset(cr, 0, sizeof(*cr));
	cr->function = strdup(function);
	if (!cr->function)
		return NULL;
	cr->axis[BENCH_AXIS_THREADS] = 1;
	cr->spread = NAN;
	cr->ipc = NAN;
	for (i = 0; i < BENCH_METRICS_MAX; i++)
		stats_unknown(&cr->metric[i].st);
	res->nr_cases++;
	return cr;
}

/**
 * bench_results__note - add a line of text for people, and for JSON
 * @res: the result
 * @fmt: as for printf(), without a newline
 *
 * The same text twice is one note.
 *
 * Return: 0 or -ENOMEM.
 */
int bench_results__note(struct bench_results *res, const char *fmt, ...)
{
	char *text, **notes;
	va_list ap;
	int i, n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		return -ENOMEM;
	for (i = 0; i < res->nr_notes; i++) {
		if (!strcmp(res->notes[i], text)) {
			free(text);
			return 0;
		}
	}
	notes = reallocarray(res->notes, res->nr_notes + 1, sizeof(*notes));
	if (!notes) {
		free(text);
		return -ENOMEM;
	}
	res->notes = notes;
	res->notes[res->nr_notes++] = text;
	return 0;
}

/**
 * bench_series__add - append the value of one more round
 * @s: the series
 * @v: value in the metric's unit, NAN if that round could not tell
 *
 * Return: 0 or -ENOMEM.
 */
int bench_series__add(struct bench_series *s, double v)
{
	if (s->nr == s->room) {
		size_t room = s->room ? 2 * s->room : 32;
		double *p = reallocarray(s->v, room, sizeof(*p));

		if (!p)
			return -ENOMEM;
		s->v = p;
		s->room = room;
	}
	s->v[s->nr++] = v;
	return 0;
}

static void summarize(struct bench_series *s, const struct bench_metric_desc *desc, u64 seed)
{
	struct bench_stats *st = &s->st;

	if (!s->nr)
		return;
	bench_stats__compute(st, s->v, s->nr, seed);
	/* A count that is always the same is known exactly: no clock had a part in it. */
	if (st->n > 1 && st->min == st->max && desc->unit &&
	    !strcmp(desc->unit, bench_unit__str(BENCH_UNIT_COUNT)))
		st->ci95 = (struct bench_interval) { st->min, st->max };
}

/**
 * bench_results__nr_measured - how many cases have samples
 * @res: the result
 */
int bench_results__nr_measured(const struct bench_results *res)
{
	int i, nr = 0;

	for (i = 0; i < res->nr_cases; i++)
		nr += res->cases[i].metric[0].nr > 0;
	return nr;
}

/**
 * bench_results__has_metric - whether any case has a number of a metric
 * @res: the result, summarized
 * @metric: its index
 *
 * A part of a workload that was not asked for leaves its metrics without.
 */
bool bench_results__has_metric(const struct bench_results *res, int metric)
{
	const struct bench_stats *st;
	int i;

	for (i = 0; i < res->nr_cases; i++) {
		st = &res->cases[i].metric[metric].st;
		if (isfinite(st->mean) || isfinite(st->median))
			return true;
	}
	return false;
}

/**
 * bench_results__summarize - compute the statistics of every series that has samples
 * @res: the result; its seed makes the intervals come out the same each time
 *
 * A summary that was read without samples is left as it is.
 */
void bench_results__summarize(struct bench_results *res)
{
	int i, m;

	for (i = 0; i < res->nr_cases; i++) {
		for (m = 0; m < res->nr_metrics; m++)
			summarize(&res->cases[i].metric[m], &res->metrics[m], res->seed);
	}
}
