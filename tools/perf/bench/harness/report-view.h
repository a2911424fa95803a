/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_REPORT_VIEW_H
#define BENCH_HARNESS_REPORT_VIEW_H

#include <stdio.h>
#include "results.h"

/* Among the report*.c only: what every printer needs to know of a result. */

/* Room for any text that a bench_view__ function writes into a buffer. */
#define BENCH_VIEW_TEXT_MAX	128

/* Columns that lines keep to where they can. */
#define BENCH_VIEW_WIDTH	100

/**
 * struct bench_view - a result, looked at once for printing
 * @res: the result
 * @speedup: of each case, percent NAN where there is none
 * @functions: names of the functions, the base first, then as they come
 * @nr_functions: how many
 * @varying: bit BENCH_AXIS_x set: the cases differ on that axis
 * @prefix: what lines that are not data begin with
 */
struct bench_view {
	const struct bench_results	*res;
	struct bench_speedup		*speedup;
	const char			**functions;
	int				nr_functions;
	unsigned int			varying;
	const char			*prefix;
};

int bench_view__init(struct bench_view *view, const struct bench_results *res, const char *prefix);
void bench_view__exit(struct bench_view *view);
const struct bench_case_result *bench_view__first(const struct bench_view *view,
						  const char *function);
const char *bench_view__speedup_source(const struct bench_view *view);

/* report-text.c: single values */
bool bench_view__is_bandwidth(const struct bench_results *res, int metric);
double bench_view__scale(const struct bench_results *res, int metric);
const char *bench_view__unit(const struct bench_results *res, int metric, char *buf, size_t len);
char *bench_view__number(double v, char *buf, size_t len);
char *bench_view__fine(double v, char *buf, size_t len);
char *bench_view__count(double v, char *buf, size_t len);
const char *bench_view__event_unit(const char *event);
char *bench_view__axis(enum bench_axis axis, u64 value, char *buf, size_t len);
char *bench_view__point(const struct bench_case_result *cr, unsigned int axes, char *buf,
			size_t len);
char *bench_view__speedup(const struct bench_speedup *sp, bool interval, char *buf, size_t len);
double bench_view__pstdev(const struct bench_stats *st);

/* report-host.c: the lines round the data */
void bench_view__print_host(const struct bench_view *view, FILE *out);
void bench_view__print_case_notes(const struct bench_view *view, FILE *out);
void bench_view__print_notes(const struct bench_view *view, FILE *out);

/* report-extra.c: columns for what is not the headline */
enum bench_extra_kind {
	BENCH_EXTRA_METRIC,
	BENCH_EXTRA_PERCENTILE,
	BENCH_EXTRA_SPREAD,
	BENCH_EXTRA_COUNTER,
	BENCH_EXTRA_IPC,
};

enum bench_extra_per {
	BENCH_PER_LOOP,
	BENCH_PER_LINE,
	BENCH_PER_PAGE,
	BENCH_PER_OP,
};

/**
 * struct bench_extra - a column
 * @kind: what is in it
 * @metric: BENCH_EXTRA_METRIC: which
 * @percentile: BENCH_EXTRA_PERCENTILE: of the headline, 0 to 100
 * @event: BENCH_EXTRA_COUNTER: its name
 * @per: BENCH_EXTRA_COUNTER: what the count is divided by
 * @heading: over the column
 */
struct bench_extra {
	enum bench_extra_kind	kind;
	int			metric;
	int			percentile;
	const char		*event;
	enum bench_extra_per	per;
	char			heading[BENCH_VIEW_TEXT_MAX];
};

/* Which percentiles are shown, where a headline is in cycles an operation. */
#define BENCH_PERCENTILES	{ 5, 95, 99 }
#define BENCH_PERCENTILES_NR	3

#define BENCH_EXTRAS_MAX	(BENCH_METRICS_MAX + BENCH_PERCENTILES_NR + BENCH_EVENTS_MAX + 2)

bool bench_view__wants_percentiles(const struct bench_results *res);

int bench_view__extras(const struct bench_view *view, struct bench_extra *extras);
char *bench_extra__cell(const struct bench_view *view, const struct bench_extra *extra,
			const struct bench_case_result *cr, char *buf, size_t len);
const struct bench_counter_result *bench_view__counter(const struct bench_case_result *cr,
						       const char *event);
int bench_view__events(const struct bench_view *view, const char **events);
void bench_view__print_uncounted(const struct bench_view *view, FILE *out);

/**
 * struct bench_words - a comment of words with commas between, in lines that are not too wide
 * @what: what they are, before the first
 * @column: where the line is, 0: nothing was printed
 */
struct bench_words {
	const char	*what;
	size_t		column;
};

void bench_view__word(const struct bench_view *view, struct bench_words *words, const char *word,
		      FILE *out);
void bench_view__end_words(const struct bench_words *words, FILE *out);

int bench_view__print_default(const struct bench_view *view, FILE *out);
int bench_view__print_table(const struct bench_view *view, bool markdown, FILE *out);
int bench_view__print_csv(const struct bench_view *view, FILE *out);

#endif /* BENCH_HARNESS_REPORT_VIEW_H */
