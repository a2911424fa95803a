// SPDX-License-Identifier: GPL-2.0
/* The numbers of cases: metrics, times, events by name; and how they are written. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "harness/error.h"
#include "results-value.h"

#define NSEC	1e9

/* "l1d.replacement" names the event "l1d.replacement:u" too. */
static bool event_matches(const char *event, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(event, name, len) &&
	       (!event[len] || (event[len] == ':' && !strchr(event + len + 1, ':') &&
				!strchr(event + len, '/')));
}

static const char *find_event(const struct bench_results *res, const char *name)
{
	int i, j, exact;

	for (exact = 1; exact >= 0; exact--) {
		for (i = 0; i < res->nr_cases; i++) {
			for (j = 0; j < res->cases[i].nr_counters; j++) {
				const char *event = res->cases[i].counters[j].name;

				if (exact ? !strcmp(event, name) : event_matches(event, name))
					return event;
			}
		}
	}
	return NULL;
}

static int metric_with_unit(const struct bench_results *res, const char *unit)
{
	int i;

	for (i = 0; i < res->nr_metrics; i++) {
		if (!strcmp(res->metrics[i].unit, unit))
			return i;
	}
	return -1;
}

static int find_metric(const struct bench_results *res, const char *name)
{
	int i;

	if (!name)
		return res->nr_metrics ? 0 : -1;
	for (i = 0; i < res->nr_metrics; i++) {
		if (!strcmp(res->metrics[i].name, name))
			return i;
	}
	if (!strcmp(name, "bandwidth"))
		return metric_with_unit(res, "bytes/sec");
	if (!strcmp(name, "time"))
		return metric_with_unit(res, "ns/op");
	return -1;
}

/**
 * bench_quantity__find - what a name means in a file
 * @q: result; points into @res
 * @res: the file's results
 * @name: a metric's name; "bandwidth" or "time", which other metrics may stand for; an
 *	event, with or without its modifier; "ipc"; NULL: the headline
 *
 * Return: false if the file has nothing of that name.
 */
bool bench_quantity__find(struct bench_quantity *q, const struct bench_results *res,
			  const char *name)
{
	memset(q, 0, sizeof(*q));
	q->scale = 1;
	q->metric = find_metric(res, name);
	if (q->metric >= 0) {
		q->kind = BENCH_QUANTITY_METRIC;
		q->name = res->metrics[q->metric].name;
		q->unit = res->metrics[q->metric].unit;
		q->scale = bench_view__scale(res, q->metric);
		bench_view__unit(res, q->metric, q->shown, sizeof(q->shown));
		q->less_is_better = res->metrics[q->metric].less_is_better;
		return true;
	}
	if (!name)
		return false;

	q->metric = metric_with_unit(res, "bytes/sec");
	if (!strcmp(name, "time") && q->metric >= 0) {
		q->kind = BENCH_QUANTITY_TIME;
		q->name = "time";
		q->unit = "ns/op";
		snprintf(q->shown, sizeof(q->shown), "ns/%s", res->op ?: "op");
		q->less_is_better = true;
		return true;
	}

	q->name = find_event(res, name);
	if (q->name) {
		q->kind = BENCH_QUANTITY_COUNTER;
		q->unit = "count";
		return true;
	}
	if (!strcmp(name, "ipc")) {
		q->kind = BENCH_QUANTITY_IPC;
		q->name = "ipc";
		q->unit = "instructions/cycle";
		return true;
	}
	return false;
}

static void print_names(const struct bench_results *res)
{
	int i, j;

	for (i = 0; i < res->nr_metrics; i++)
		fprintf(stderr, "%s%s", i ? ", " : "", res->metrics[i].name);
	for (i = 0; i < res->nr_cases && !res->cases[i].nr_counters; i++)
		;
	for (j = 0; i < res->nr_cases && j < res->cases[i].nr_counters; j++)
		fprintf(stderr, ", %s", res->cases[i].counters[j].name);
	if (find_metric(res, "time") < 0 && metric_with_unit(res, "bytes/sec") >= 0)
		fprintf(stderr, ", time");
	fprintf(stderr, ", ipc\n");
}

/**
 * bench_quantity__find_all - what a name means in each of several files
 * @q: result, one a file
 * @files: the files, which must be of one benchmark
 * @name: as for bench_quantity__find(); NULL: the headline of the first
 *
 * Return: 0, or the exit code with a line on stderr: 1 if the files do not go together, 129
 * if one has nothing of that name.
 */
int bench_quantity__find_all(struct bench_quantity *q, const struct bench_results_files *files,
			     const char *name)
{
	const struct bench_results_file *first = &files->v[0], *file;
	int f;

	if (bench_results_files__check_benchmark(files))
		return 1;
	for (f = 0; f < files->nr; f++) {
		file = &files->v[f];
		if (!bench_quantity__find(&q[f], &file->res, f && !name ? q[0].name : name)) {
			fprintf(stderr, "perf bench results %s: ", files->command);
			if (name)
				fprintf(stderr, "--metric '%s': ", name);
			else if (f)
				fprintf(stderr, "%s has '%s', ", first->path, q[0].name);
			fprintf(stderr, "%s has ", file->path);
			print_names(&file->res);
			return name ? BENCH_EXIT_USAGE : 1;
		}
		if (strcmp(q[f].unit, q[0].unit))
			return bench_command__error(files->command,
						    "'%s' is in %s in %s, but in %s in %s",
						    q[0].name, q[0].unit, first->path,
						    q[f].unit, file->path);
	}
	return 0;
}

/* Only the mean is known. */
static bool lone_value(struct bench_value *val, double v)
{
	val->s.st = (struct bench_stats) {
		.n = 1, .mean = v, .pstdev = NAN, .median = NAN, .min = NAN, .max = NAN,
		.ci95 = { NAN, NAN },
	};
	return isfinite(v);
}

static bool counter_value(const struct bench_quantity *q, const struct bench_case_result *cr,
			  struct bench_value *val)
{
	int i;

	for (i = 0; i < cr->nr_counters; i++) {
		const struct bench_counter_result *c = &cr->counters[i];

		if (!strcmp(c->name, q->name) && c->state == BENCH_COUNTER_COUNTED)
			return lone_value(val, c->value);
	}
	return false;
}

/*
 * A bandwidth is of all workers, a time of one operation of one worker: all bytes of a loop
 * over the bandwidth is the time of the loop, in which a worker does its share of the
 * operations.
 */
static bool time_value(const struct bench_case_result *cr, const struct bench_series *s,
		       struct bench_value *val)
{
	u64 threads = cr->axis[BENCH_AXIS_THREADS] ?: 1;
	double loop_ns = (double)cr->bytes * NSEC;
	double share = cr->ops ? (double)cr->ops / threads : 1;
	double rel = s->st.pstdev / s->st.mean;
	size_t i;

	if (!cr->bytes)
		return false;
	if (!s->v) {
		/* To first order: exact enough for a spread of some percent. */
		lone_value(val, loop_ns / share / s->st.mean);
		val->s.st.n = s->st.n;
		val->s.st.pstdev = val->s.st.mean * rel;
		val->s.st.median = loop_ns / share / s->st.median;
		val->s.st.min = loop_ns / share / s->st.max;
		val->s.st.max = loop_ns / share / s->st.min;
		return isfinite(val->s.st.mean);
	}

	for (i = 0; i < s->nr; i++) {
		if (s->v[i] > 0 && bench_series__add(&val->s, loop_ns / share / s->v[i])) {
			free(val->s.v);
			return false;
		}
	}
	val->owned = true;
	bench_stats__compute(&val->s.st, val->s.v, val->s.nr, 1);
	return isfinite(val->s.st.mean);
}

/**
 * bench_quantity__value - the number that a case has for a quantity
 * @q: the quantity, found in the results that @cr belongs to
 * @cr: the case
 * @val: result; points into @cr, to be freed by bench_value__exit()
 *
 * Return: false if it has none: the case failed, the event was not counted.
 */
bool bench_quantity__value(const struct bench_quantity *q, const struct bench_case_result *cr,
			   struct bench_value *val)
{
	const struct bench_series *s = &cr->metric[q->metric >= 0 ? q->metric : 0];

	memset(val, 0, sizeof(*val));
	if (cr->failed)
		return false;

	switch (q->kind) {
	case BENCH_QUANTITY_COUNTER:
		return counter_value(q, cr, val);
	case BENCH_QUANTITY_IPC:
		return lone_value(val, cr->ipc);
	case BENCH_QUANTITY_TIME:
		return time_value(cr, s, val);
	case BENCH_QUANTITY_METRIC:
	default:
		break;
	}

	val->s = *s;
	return isfinite(bench_value__headline(val));
}

/**
 * bench_value__exit - free what bench_quantity__value() made
 * @val: the value
 */
void bench_value__exit(struct bench_value *val)
{
	if (val->owned)
		free(val->s.v);
	memset(val, 0, sizeof(*val));
}

/**
 * bench_value__headline - the one number to show or draw
 * @val: the value
 *
 * Return: the median; the mean, which is what published tables have, if that is not known.
 */
double bench_value__headline(const struct bench_value *val)
{
	return isfinite(val->s.st.median) ? val->s.st.median : val->s.st.mean;
}
