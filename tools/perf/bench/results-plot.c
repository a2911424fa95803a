// SPDX-License-Identifier: GPL-2.0
/* perf bench results plot: curves of results, drawn by gnuplot. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include <linux/zalloc.h>
#include <subcmd/parse-options.h>
#include "bench.h"
#include "harness/text.h"
#include "results-plot.h"

static const char *const plot_usage[] = {
	"perf bench results plot [<options>] -o OUT.svg|OUT.png|OUT.pdf|- FILE.json...",
	NULL
};

static int count_values(const struct bench_results_files *files, enum bench_axis axis)
{
	const struct bench_case_result *cr, *other;
	int f, i, j, n = 0;

	for (f = 0; f < files->nr; f++) {
		for (i = 0; i < files->v[f].res.nr_cases; i++) {
			cr = &files->v[f].res.cases[i];
			for (j = 0; j < i; j++) {
				other = &files->v[f].res.cases[j];
				if (other->axis[axis] == cr->axis[axis])
					break;
			}
			n += j == i;
		}
	}
	return n;
}

/* The axis with the most points is what the run was made to show. */
static enum bench_axis choose_axis(const struct bench_results_files *files)
{
	static const enum bench_axis order[] = {
		BENCH_AXIS_SIZE, BENCH_AXIS_CHUNK, BENCH_AXIS_PAGES, BENCH_AXIS_THREADS,
		BENCH_AXIS_ALIGN, BENCH_AXIS_PAGE,
	};
	enum bench_axis best = BENCH_AXIS_SIZE;
	int n, most = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(order); i++) {
		if (!(files->v[0].res.axes & 1U << order[i]))
			continue;
		n = count_values(files, order[i]);
		if (n > most) {
			most = n;
			best = order[i];
		}
	}
	return best;
}

static int parse_axis(const char *text, const struct bench_results_files *files,
		      enum bench_axis *axis)
{
	char allowed[128] = "";
	int i, n = 0;

	if (!text) {
		*axis = choose_axis(files);
		return 0;
	}
	for (i = 0; i < BENCH_AXIS_NR; i++) {
		if (!(files->v[0].res.axes & 1U << i))
			continue;
		if (!strcmp(text, bench_axis__key(i))) {
			*axis = i;
			return 0;
		}
		n += snprintf(allowed + n, sizeof(allowed) - n, "%s%s", n ? ", " : "",
			      bench_axis__key(i));
	}
	return bench_command__usage("plot", "--x", text, allowed);
}

static int parse_terminal(const char *output, enum bench_plot_terminal *terminal)
{
	static const struct {
		const char *end;
		enum bench_plot_terminal terminal;
	} ends[] = {
		{ ".svg", BENCH_PLOT_SVG }, { ".png", BENCH_PLOT_PNG }, { ".pdf", BENCH_PLOT_PDF },
	};
	size_t i;

	*terminal = BENCH_PLOT_DUMB;
	if (!output || !strcmp(output, "-"))
		return 0;
	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		if (bench_text__has_ending(output, ends[i].end)) {
			*terminal = ends[i].terminal;
			return 0;
		}
	}
	return bench_command__usage("plot", "--output", output,
				    "a name that ends in .svg, .png or .pdf, or - for the terminal");
}

static bool has_function(const struct bench_results_files *files, const char *name, size_t len)
{
	const struct bench_results *res;
	int f, i;

	for (f = 0; f < files->nr; f++) {
		res = &files->v[f].res;
		for (i = 0; i < res->nr_cases; i++) {
			if (strlen(res->cases[i].function) == len &&
			    !strncmp(res->cases[i].function, name, len))
				return true;
		}
	}
	return false;
}

static int check_functions(const char *list, const struct bench_results_files *files)
{
	char name[BENCH_VIEW_TEXT_MAX], hint[2 * BENCH_VIEW_TEXT_MAX];
	const char *p;
	size_t len;

	for (p = list; p; p = p[len] ? p + len + 1 : NULL) {
		len = strcspn(p, ",");
		if (has_function(files, p, len))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)min(len, sizeof(name)), p);
		snprintf(hint, sizeof(hint),
			 "no file has a function '%s'; names with commas between", name);
		return bench_command__usage("plot", "--function", list, hint);
	}
	return 0;
}

/* What can be drawn and not be read is drawn nevertheless. */
static void hint_at_filter(const struct bench_plot *plot)
{
	if (plot->nr_lines > BENCH_PLOT_LINES_CLEAR)
		bench_command__error("plot", "%d curves are hard to tell apart: %s",
				     plot->nr_lines, "-f chooses functions");
}

static int print_script(const struct bench_plot *plot, enum bench_plot_terminal terminal,
			const char *output)
{
	struct bench_stream out;

	if (bench_stream__open(&out, "plot", NULL))
		return 1;
	bench_plot__script(plot, terminal, output && strcmp(output, "-") ? output : NULL, out.f);
	return bench_stream__close(&out, 0);
}

/**
 * bench_results_plot - the command
 * @argc: as perf bench hands it on
 * @argv: likewise
 *
 * Return: 0; 1 for files that cannot be used or without gnuplot; 129.
 */
int bench_results_plot(int argc, const char **argv)
{
	const char *metric = NULL, *output = NULL, *x = NULL;
	struct bench_results_files files = { .nr = 0 };
	struct bench_plot plot = { .nr_lines = 0 };
	enum bench_plot_terminal terminal;
	struct bench_quantity *q = NULL;
	bool script = false;
	int ret;
	const struct option options[] = {
		OPT_STRING('o', "output", &output, "FILE",
			   "FILE.svg, FILE.png or FILE.pdf; - is the terminal (default)"),
		OPT_STRING('m', "metric", &metric, "NAME",
			   "bandwidth, time, an event or any metric of the files"),
		OPT_STRING('f', "function", &plot.functions, "LIST",
			   "draw these functions only, names with commas between"),
		OPT_STRING('x', "x", &x, "AXIS",
			   "what to draw over (default: the axis with the most values)"),
		OPT_BOOLEAN(0, "log-y", &plot.log_y, "a logarithmic y axis too"),
		OPT_BOOLEAN(0, "script", &script, "print the gnuplot script instead"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, plot_usage, 0);
	ret = parse_terminal(output, &terminal);
	if (!ret)
		ret = bench_results_files__load(&files, "plot", argc, argv, 1);
	if (!ret)
		ret = check_functions(plot.functions, &files) ?:
		      parse_axis(x, &files, &plot.axis);
	if (ret)
		goto out;

	ret = 1;
	q = calloc(files.nr, sizeof(*q));
	if (!q)
		goto out;
	ret = bench_quantity__find_all(q, &files, metric);
	if (ret)
		goto out;

	ret = bench_plot__make(&plot, &files, q);
	if (ret) {
		ret = ret == -E2BIG ?
		      bench_command__error("plot", "more than %d curves: -f chooses functions",
					   BENCH_PLOT_LINES_MAX) :
		      bench_command__error("plot", "%s", ret == -ENODATA ?
					   "no case has a number to draw" : "out of memory");
		goto out;
	}
	hint_at_filter(&plot);
	if (script)
		ret = print_script(&plot, terminal, output);
	else
		ret = bench_plot__draw(&plot, terminal,
				       terminal == BENCH_PLOT_DUMB ? NULL : output);
out:
	bench_plot__exit(&plot);
	free(q);
	bench_results_files__exit(&files);
	return ret;
}
