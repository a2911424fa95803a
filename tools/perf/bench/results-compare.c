// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench results compare: the same cases in several files, side by side, with the change
 * against the first file.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include <subcmd/parse-options.h>
#include "bench.h"
#include "results-compare.h"

static const char *const compare_usage[] = {
	"perf bench results compare [<options>] BASE.json NEW.json...",
	NULL
};

/* Fixed: the same files give the same intervals. */
#define COMPARE_SEED	1

/**
 * bench_compare__more_is_worse - which way is worse
 * @cmp: the comparison
 *
 * Return: true for events, whose changes are those of the count itself; changes of metrics
 * are made so that minus is worse whatever the unit.
 */
bool bench_compare__more_is_worse(const struct bench_compare *cmp)
{
	return cmp->q[0].kind == BENCH_QUANTITY_COUNTER;
}

/**
 * bench_compare__worsening - how much worse a change is
 * @cmp: the comparison
 * @change: the change
 *
 * Return: percent, positive for worse; 0 within noise, NAN if noise cannot be told apart.
 */
double bench_compare__worsening(const struct bench_compare *cmp,
				const struct bench_speedup *change)
{
	if (!isfinite(change->percent) || !isfinite(change->ci95.lo) ||
	    !isfinite(change->ci95.hi))
		return NAN;
	if (change->noise)
		return 0;
	return bench_compare__more_is_worse(cmp) ? change->percent : -change->percent;
}

/**
 * bench_compare__summarize - count how the cases of a file changed
 * @cmp: the comparison
 * @file: index of the file, not 0
 * @sum: result
 */
void bench_compare__summarize(const struct bench_compare *cmp, int file,
			      struct bench_compare_summary *sum)
{
	struct bench_results_file pair[] = { cmp->files->v[0], cmp->files->v[file] };
	struct bench_results_files two = { .v = pair, .nr = 2 };
	double worst = 0, most = 0, worsening, least;
	int i;

	memset(sum, 0, sizeof(*sum));
	sum->host_parts = bench_results_files__host_parts(&two);
	for (i = 0; i < cmp->nr_rows; i++) {
		const struct bench_compare_row *row = &cmp->rows[i];

		if (row->cells[0].known && !row->cells[file].known)
			sum->missing++;
		if (!row->joined || !row->cells[file].known)
			continue;
		worsening = bench_compare__worsening(cmp, &row->cells[file].change);
		if (!isfinite(worsening)) {
			sum->unknown++;
			continue;
		}
		if (worsening > 0)
			sum->worse++;
		else if (worsening < 0)
			sum->better++;
		else
			sum->noise++;
		if (bench_compare__beyond(cmp, &row->cells[file].change))
			sum->failing++;
		least = fabs(bench_compare__least(&row->cells[file].change, cmp->nr_changes));
		/* One that is no chance comes before larger ones that are. */
		if (worsening > 0 && (least > most || (least == most && worsening > worst))) {
			worst = worsening;
			most = least;
			sum->worst = row;
		}
	}
}

static int fill_row(struct bench_compare *cmp, struct bench_compare_row *row)
{
	struct bench_compare_cell *base = &row->cells[0];
	int f;

	for (f = 0; f < cmp->files->nr; f++) {
		struct bench_compare_cell *cell = &row->cells[f];

		cell->change = (struct bench_speedup) {
			.percent = NAN, .ci95 = { NAN, NAN }, .noise = true,
		};
		if (cell->cr)
			cell->known = bench_quantity__value(&cmp->q[f], cell->cr, &cell->val);
		if (!f || !cell->known || !base->known)
			continue;

		row->joined = true;
		/* Runs of different files have no rounds in common. */
		if (bench_series__speedup(&cell->change, &cell->val.s, &base->val.s, false,
					  cmp->q[0].less_is_better, COMPARE_SEED))
			return -ENOMEM;
		if (fabs(cell->change.percent) < cmp->noise)
			cell->change.noise = true;
		cmp->nr_changes += isfinite(cell->change.ci95.lo) &&
				   isfinite(cell->change.ci95.hi);
	}
	return 0;
}

static int add_row(struct bench_compare *cmp, int file, const struct bench_case_result *cr)
{
	int f, nth = bench_case_index__nth(&cmp->index[file], cr);
	struct bench_compare_row *row;

	/* A file before this one named it already. */
	for (f = 0; f < file; f++) {
		if (bench_case_index__find(&cmp->index[f], cr, nth))
			return 0;
	}

	row = &cmp->rows[cmp->nr_rows];
	row->like = cr;
	row->cells = calloc(cmp->files->nr, sizeof(*row->cells));
	if (!row->cells)
		return -ENOMEM;
	cmp->nr_rows++;
	for (f = file; f < cmp->files->nr; f++)
		row->cells[f].cr = bench_case_index__find(&cmp->index[f], cr, nth);
	return fill_row(cmp, row);
}

static int join(struct bench_compare *cmp)
{
	int f, i, room = 0;

	cmp->index = calloc(cmp->files->nr, sizeof(*cmp->index));
	if (!cmp->index)
		return -ENOMEM;
	for (f = 0; f < cmp->files->nr; f++) {
		room += cmp->files->v[f].res.nr_cases;
		if (bench_case_index__init(&cmp->index[f], &cmp->files->v[f].res))
			return -ENOMEM;
	}
	cmp->rows = calloc(room + 1, sizeof(*cmp->rows));
	if (!cmp->rows)
		return -ENOMEM;
	cmp->axes = bench_results__varying(cmp->files);

	for (f = 0; f < cmp->files->nr; f++) {
		for (i = 0; i < cmp->files->v[f].res.nr_cases; i++) {
			if (add_row(cmp, f, &cmp->files->v[f].res.cases[i]))
				return -ENOMEM;
		}
	}
	return 0;
}

static void compare_exit(struct bench_compare *cmp)
{
	int i, f;

	for (i = 0; i < cmp->nr_rows; i++) {
		for (f = 0; f < cmp->files->nr; f++)
			bench_value__exit(&cmp->rows[i].cells[f].val);
		free(cmp->rows[i].cells);
	}
	for (f = 0; f < cmp->files->nr && cmp->index; f++)
		bench_case_index__exit(&cmp->index[f]);
	zfree(&cmp->index);
	zfree(&cmp->rows);
	zfree(&cmp->q);
}

static int print(const struct bench_compare *cmp, enum bench_report_format format, FILE *out)
{
	if (format == BENCH_REPORT_JSON)
		return bench_compare__write_json(cmp, out);
	return bench_compare__print(cmp, bench_table_format__style(format), out);
}

/* Beside the file of -o. */
static int print_screen(const struct bench_compare *cmp)
{
	struct bench_stream out;

	if (bench_stream__open(&out, "compare", NULL))
		return 1;
	return bench_stream__close(&out, bench_compare__print(cmp, BENCH_TABLE_TEXT, out.f));
}

static int prepare(struct bench_compare *cmp, const char *metric)
{
	static const char no_case[] = "%s: no other file has a case of it with a number for '%s'";
	int i, ret;

	cmp->q = calloc(cmp->files->nr, sizeof(*cmp->q));
	if (!cmp->q)
		return 1;
	ret = bench_quantity__find_all(cmp->q, cmp->files, metric);
	if (ret)
		return ret;
	if (join(cmp))
		return bench_command__error("compare", "out of memory");
	for (i = 0; i < cmp->nr_rows; i++) {
		if (cmp->rows[i].joined)
			return 0;
	}
	return bench_command__error("compare", no_case, cmp->files->v[0].path, cmp->q[0].name);
}

/**
 * bench_results_compare - the command
 * @argc: as perf bench hands it on
 * @argv: likewise
 *
 * Return: 0; 1 for files that cannot be used or a change beyond --fail-above; 129.
 */
int bench_results_compare(int argc, const char **argv)
{
	const char *format_text = NULL, *metric = NULL, *output = NULL;
	const char *fail_text = NULL, *noise_text = NULL;
	struct bench_results_files files = { .nr = 0 };
	struct bench_compare cmp = { .files = &files, .fail_above = INFINITY };
	enum bench_report_format format;
	struct bench_stream out;
	int ret;
	const struct option options[] = {
		OPT_STRING('f', "format", &format_text, "table|markdown|csv|json",
			   "how to print it"),
		OPT_STRING('m', "metric", &metric, "NAME",
			   "bandwidth, time, an event or any metric of the files"),
		OPT_STRING('o', "output", &output, "FILE",
			   "write to FILE (.csv, .md, .txt, else JSON), the table to the screen"),
		OPT_STRING(0, "fail-above", &fail_text, "PCT",
			   "exit 1 if a change is surely worse than PCT percent"),
		OPT_STRING(0, "noise", &noise_text, "PCT",
			   "call changes of less than PCT percent noise in any case"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, compare_usage, 0);
	ret = bench_command__format("compare", format_text, output,
				    "table, markdown, csv or json", &format);
	if (!ret)
		ret = bench_command__percent("compare", "--fail-above", fail_text, 0,
					     &cmp.fail_above);
	if (!ret)
		ret = bench_command__percent("compare", "--noise", noise_text, 0, &cmp.noise);
	if (!ret)
		ret = bench_results_files__load(&files, "compare", argc, argv, 2);
	if (ret)
		goto out_files;

	ret = prepare(&cmp, metric) ?: bench_compare__check_gate(&cmp, fail_text);
	if (ret)
		goto out_compare;

	ret = bench_stream__open(&out, "compare", output);
	if (ret)
		goto out_compare;
	ret = bench_stream__close(&out, print(&cmp, format, out.f));
	if (!ret && output && strcmp(output, "-"))
		ret = print_screen(&cmp);
	if (!ret)
		ret = bench_compare__gate(&cmp);
out_compare:
	compare_exit(&cmp);
out_files:
	bench_results_files__exit(&files);
	return ret;
}
