// SPDX-License-Identifier: GPL-2.0
/* perf bench results show: print a file of results as the run itself would have. */
#include <subcmd/parse-options.h>
#include "bench.h"
#include "harness/report.h"
#include "results-files.h"

static const char *const show_usage[] = {
	"perf bench results show [<options>] FILE.json...",
	NULL
};

/**
 * bench_results_show - the command
 * @argc: as perf bench hands it on
 * @argv: likewise
 *
 * Return: 0; 1 for files that cannot be used; 129.
 */
int bench_results_show(int argc, const char **argv)
{
	static const char allowed[] = "default, simple, table, markdown, csv or json";
	const char *format_text = NULL, *output = NULL;
	struct bench_results_files files = { .nr = 0 };
	enum bench_report_format format;
	struct bench_stream out;
	int i, ret;
	const struct option options[] = {
		OPT_STRING('f', "format", &format_text,
			   "default|simple|table|markdown|csv|json", "how to print it"),
		OPT_STRING('o', "output", &output, "FILE",
			   "write to FILE (.csv, .md, .txt, else JSON)"),
		OPT_END()
	};

	argc = parse_options(argc, argv, options, show_usage, 0);
	ret = bench_command__format("show", format_text, output, allowed, &format);
	if (ret)
		return ret;
	/* Two objects or two headings in a row are neither JSON nor CSV. */
	if (argc > 1 && (format == BENCH_REPORT_JSON || format == BENCH_REPORT_CSV))
		return bench_command__usage("show", format_text ? "--format" : "--output",
					    format_text ?: output,
					    "json and csv take one file of results");

	ret = bench_results_files__load(&files, "show", argc, argv, 1);
	if (ret)
		goto out_files;
	ret = bench_stream__open(&out, "show", output);
	if (ret)
		goto out_files;
	for (i = 0; i < files.nr && !ret; i++) {
		if (files.nr > 1)
			fprintf(out.f, "%s# %s\n", i ? "\n" : "", files.v[i].label);
		ret = bench_report__print(&files.v[i].res, format, out.f);
	}
	ret = bench_stream__close(&out, ret);
out_files:
	bench_results_files__exit(&files);
	return ret;
}
