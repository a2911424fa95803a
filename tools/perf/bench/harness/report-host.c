// SPDX-License-Identifier: GPL-2.0
/* The lines round the data: the machine, notes, and warnings with advice. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <linux/kernel.h>
#include "report-view.h"
#include "size.h"

/* Below that many samples an interval says little. */
#define FEW_SAMPLES	10
/* Standard deviation, in percent of the mean, that is worth a warning. */
#define WIDE_SPREAD	10.0
/* Share of outliers that is worth a warning. */
#define MANY_OUTLIERS	0.1

/* What stands before and after a fact; @bytes: it is a size; @last: of its line. */
static const struct fact {
	const char	*key;
	const char	*before;
	const char	*after;
	bool		bytes;
	bool		last;
} facts[] = {
	{ "cpu",		"",			"",		false,	false },
	{ "vendor",		", ",			"",		false,	false },
	{ "family",		" ",			"",		false,	false },
	{ "model",		":",			"",		false,	false },
	{ "stepping",		":",			"",		false,	false },
	{ "microcode",		", microcode ",		"",		false,	true },
	{ "l1d_bytes",		"L1d ",			"",		true,	false },
	{ "l2_bytes",		", L2 ",		"",		true,	false },
	{ "llc_bytes",		", LLC ",		"",		true,	false },
	{ "sockets",		"; sockets ",		"",		false,	false },
	{ "nodes",		", nodes ",		"",		false,	false },
	{ "cpus",		", CPUs ",		"",		false,	false },
	{ "smt",		", SMT ",		"",		false,	false },
	{ "memory_bytes",	"; memory ",		"",		true,	true },
	{ "kernel",		"kernel ",		"",		false,	false },
	{ "preempt",		", preempt ",		"",		false,	false },
	{ "clear_page",		", clears with ",	"",		false,	false },
	{ "hypervisor",		", hypervisor ",	"",		false,	true },
	{ "governor",		"governor ",		"",		false,	false },
	{ "boost",		", boost ",		"",		false,	false },
	{ "thp",		", THP ",		"",		false,	false },
	{ "huge_pages",		", huge pages (",	")",		false,	true },
	{ "numa_balancing",	"numa_balancing ",	"",		false,	false },
	{ "perf_event_paranoid", ", perf_event_paranoid ", "",		false,	false },
};

static void print_fact(const struct bench_host *host, const struct fact *fact, FILE *out)
{
	const struct bench_host_field *f = bench_host__find(host, fact->key);
	char buf[BENCH_SIZE_STR_MAX];

	fputs(fact->before, out);
	if (!f || f->type == BENCH_HOST_UNKNOWN)
		fputs("unknown", out);
	else if (f->type == BENCH_HOST_STRING)
		fputs(f->string, out);
	else if (!fact->bytes)
		fprintf(out, "%" PRId64, (int64_t)f->number);
	else if (f->number >= 1LL << 30)
		fprintf(out, "%.1fGB", (double)f->number / (1LL << 30));
	else
		fputs(bench_size__str(f->number, buf, sizeof(buf)), out);
	fputs(fact->after, out);
}

/**
 * bench_view__print_host - the machine in a few lines; nothing if nothing is known of it
 * @view: the view
 * @out: where to
 */
void bench_view__print_host(const struct bench_view *view, FILE *out)
{
	const struct bench_host *host = &view->res->host;
	bool first = true;
	size_t i;

	if (!host->nr)
		return;
	for (i = 0; i < ARRAY_SIZE(facts); i++) {
		if (first)
			fputs(view->prefix, out);
		print_fact(host, &facts[i], out);
		first = facts[i].last;
		if (first)
			fputc('\n', out);
	}
	fprintf(out, ", seed %" PRIu64 "\n", view->res->seed);
}

static void warn_few(const struct bench_view *view, FILE *out)
{
	u64 n, lowest = UINT64_MAX;
	int i;

	for (i = 0; i < view->res->nr_cases; i++) {
		n = view->res->cases[i].metric[0].st.n;
		if (n && n < lowest)
			lowest = n;
	}
	if (lowest < FEW_SAMPLES)
		fprintf(out,
			"%swarning: few samples (%" PRIu64 " a case); try -r 20 or more --time\n",
			view->prefix, lowest);
}

static void warn_wide(const struct bench_view *view, FILE *out)
{
	const struct bench_case_result *worst = NULL;
	char point[2 * BENCH_VIEW_TEXT_MAX];
	double percent, most = WIDE_SPREAD;
	int i;

	for (i = 0; i < view->res->nr_cases; i++) {
		percent = bench_view__pstdev(&view->res->cases[i].metric[0].st);
		if (percent > most) {
			most = percent;
			worst = &view->res->cases[i];
		}
	}
	if (!worst)
		return;
	bench_view__point(worst, view->varying, point, sizeof(point));
	fprintf(out, "%swarning: pstdev up to %.0f%%; try -C to pin, or a longer --time\n",
		view->prefix, most);
	if (view->res->nr_cases > 1)
		fprintf(out, "%s  most in %s%s%s\n", view->prefix, worst->function,
			*point ? ", " : "", point);
}

static void warn_outliers(const struct bench_view *view, FILE *out)
{
	const struct bench_stats *st;
	int i, nr = 0;

	for (i = 0; i < view->res->nr_cases; i++) {
		st = &view->res->cases[i].metric[0].st;
		nr += st->n >= FEW_SAMPLES && st->outliers > MANY_OUTLIERS * st->n;
	}
	if (nr)
		fprintf(out,
			"%swarning: over %.0f%% outliers in %d of %d cases; trust the median, not the mean\n",
			view->prefix, MANY_OUTLIERS * 100, nr, view->res->nr_cases);
}

/**
 * bench_view__word - print one more word of a comment
 * @view: the view
 * @words: the comment, @column 0 before the first
 * @word: the word
 * @out: where to
 */
void bench_view__word(const struct bench_view *view, struct bench_words *words, const char *word,
		      FILE *out)
{
	size_t len = strlen(word);

	/* A comma may follow. */
	if (words->column && words->column + 2 + len + 1 <= BENCH_VIEW_WIDTH) {
		fprintf(out, ", %s", word);
		words->column += 2 + len;
		return;
	}
	if (words->column)
		fprintf(out, ",\n%s  %s", view->prefix, word);
	else
		fprintf(out, "%s%s: %s", view->prefix, words->what, word);
	words->column = strlen(view->prefix) + 2 + len + (words->column ? 0 : strlen(words->what));
}

/**
 * bench_view__end_words - end a comment, if it has any words
 * @words: the comment
 * @out: where to
 */
void bench_view__end_words(const struct bench_words *words, FILE *out)
{
	if (words->column)
		fputc('\n', out);
}

static void print_weak(const struct bench_view *view, FILE *out)
{
	struct bench_words words = { .what = "weakly ordered stores" };
	int i;

	for (i = 0; i < view->nr_functions; i++) {
		if (bench_view__first(view, view->functions[i])->weak)
			bench_view__word(view, &words, view->functions[i], out);
	}
	bench_view__end_words(&words, out);
}

/* Whether no case before it, of the same function, says the same. */
static bool note_is_new(const struct bench_results *res, int nr)
{
	const struct bench_case_result *cr = &res->cases[nr], *b;
	int i;

	for (i = 0; i < nr; i++) {
		b = &res->cases[i];
		if (b->note && !strcmp(b->note, cr->note) && !strcmp(b->function, cr->function))
			return false;
	}
	return true;
}

/**
 * bench_view__print_case_notes - what there is to say of single functions and cases
 * @view: the view
 * @out: where to
 */
void bench_view__print_case_notes(const struct bench_view *view, FILE *out)
{
	char point[2 * BENCH_VIEW_TEXT_MAX];
	const struct bench_case_result *cr;
	int i;

	print_weak(view, out);
	for (i = 0; i < view->res->nr_cases; i++) {
		cr = &view->res->cases[i];
		if (cr->note && note_is_new(view->res, i))
			fprintf(out, "%s%s: %s\n", view->prefix, cr->function, cr->note);
		if (!cr->failed)
			continue;
		bench_view__point(cr, view->varying, point, sizeof(point));
		fprintf(out, "%s%s%s%s was not timed: %s\n", view->prefix, cr->function,
			*point ? ", " : "", point, cr->failed);
	}
}

/**
 * bench_view__print_notes - notes of the run, and warnings, each once
 * @view: the view
 * @out: where to
 */
void bench_view__print_notes(const struct bench_view *view, FILE *out)
{
	int i;

	if (view->res->partial)
		fprintf(out, "%spartial: the run was ended early, this is what was complete\n",
			view->prefix);
	for (i = 0; i < view->res->nr_notes; i++)
		fprintf(out, "%s%s\n", view->prefix, view->res->notes[i]);
	warn_few(view, out);
	warn_wide(view, out);
	warn_outliers(view, out);
}
