// SPDX-License-Identifier: GPL-2.0
/* Which printer prints what. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <linux/kernel.h>
#include "report.h"
#include "report-view.h"

static const char *const formats[] = {
	[BENCH_REPORT_DEFAULT]	= "default",
	[BENCH_REPORT_SIMPLE]	= "simple",
	[BENCH_REPORT_TABLE]	= "table",
	[BENCH_REPORT_MARKDOWN]	= "markdown",
	[BENCH_REPORT_CSV]	= "csv",
	[BENCH_REPORT_JSON]	= "json",
};

/**
 * bench_report__format - the format of that name
 * @text: "default", "simple", "table", "markdown", "csv" or "json"
 * @format: where to
 *
 * Return: 0, or -EINVAL for another text.
 */
int bench_report__format(const char *text, enum bench_report_format *format)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		if (!strcmp(text, formats[i])) {
			*format = i;
			return 0;
		}
	}
	return -EINVAL;
}

/* One number a case in the metric's own unit, as perf bench does: bytes/sec, ns, cycles. */
static int print_simple(const struct bench_results *res, FILE *out)
{
	double v;
	int i;

	for (i = 0; i < res->nr_cases; i++) {
		v = res->cases[i].metric[0].st.median;
		if (!isfinite(v))
			v = res->cases[i].metric[0].st.mean;
		if (isfinite(v))
			fprintf(out, "%lf\n", v);
		else
			fputs("-\n", out);
	}
	return 0;
}

static int print_view(const struct bench_results *res, enum bench_report_format format, FILE *out)
{
	bool markdown = format == BENCH_REPORT_MARKDOWN;
	struct bench_view view;
	int err;

	err = bench_view__init(&view, res, markdown ? "- " : "# ");
	if (err)
		return err;
	if (format == BENCH_REPORT_CSV)
		err = bench_view__print_csv(&view, out);
	else if (format == BENCH_REPORT_DEFAULT)
		err = bench_view__print_default(&view, out);
	else
		err = bench_view__print_table(&view, markdown, out);
	bench_view__exit(&view);
	return err;
}

/**
 * bench_report__print - print a result
 * @res: the result, summarized
 * @format: how
 * @out: where to
 *
 * What is not known is "-", an empty field or null, as the format has it.
 *
 * Return: 0, -ENOMEM, another -errno if @out did not take it, -EOPNOTSUPP for JSON if perf was
 * built without json-c.
 */
int bench_report__print(const struct bench_results *res, enum bench_report_format format, FILE *out)
{
	int err;

	errno = 0;
	if (format == BENCH_REPORT_JSON)
		err = bench_results__write_json(res, out);
	else if (format == BENCH_REPORT_SIMPLE)
		err = print_simple(res, out);
	else
		err = print_view(res, format, out);
	/* A stream that failed earlier knows no reason any more; flushing it again does. */
	if ((!err || err == -EIO) && (fflush(out) || ferror(out)))
		err = errno ? -errno : -EIO;
	return err;
}
