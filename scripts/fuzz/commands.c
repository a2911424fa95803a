// SPDX-License-Identifier: GPL-2.0
/*
 * "perf bench results": the first byte of the input tells which command, two files follow
 * with a zero byte between them. The suite bench-results-fuzz.c does the same to a good file
 * with one or two things changed, everywhere that perf runs; here coverage leads.
 */
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "bench/bench.h"
#include "fuzz.h"

#define A	"\1"
#define B	"\2"

static const struct {
	int (*fn)(int argc, const char **argv);
	const char *argv[6];
} commands[] = {
	{ bench_results_show,		{ "--format", "default", A } },
	{ bench_results_show,		{ "--format", "table", A } },
	{ bench_results_show,		{ "--format", "markdown", A } },
	{ bench_results_show,		{ "--format", "csv", A } },
	{ bench_results_show,		{ "--format", "simple", A } },
	{ bench_results_compare,	{ A, B } },
	{ bench_results_compare,	{ "--format", "json", A, B } },
	{ bench_results_compare,	{ "--format", "csv", A, B } },
	{ bench_results_verdict,	{ A, B } },
	{ bench_results_verdict,	{ "--format", "csv", A, B } },
	{ bench_results_plot,		{ "--script", A, B } },
	{ bench_results_merge,		{ "--force", A, B } },
	{ bench_results_merge,		{ A, B } },
};

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct fuzz_file a, b;
	const char *argv[8] = { "results" };
	const u8 *second;
	const char *err;
	int i, ret, which, argc = 1;

	if (!size)
		return 0;
	which = *data++ % ARRAY_SIZE(commands);
	size--;
	second = size ? memchr(data, 0, size) : NULL;
	if (second) {
		fuzz_file__write(&b, second + 1, data + size - second - 1);
		size = second - data;
	} else {
		fuzz_file__write(&b, data, size);
	}
	fuzz_file__write(&a, data, size);

	for (i = 0; commands[which].argv[i]; i++) {
		const char *arg = commands[which].argv[i];

		argv[argc++] = !strcmp(arg, A) ? a.path : !strcmp(arg, B) ? b.path : arg;
	}
	fuzz_output__catch();
	ret = commands[which].fn(argc, argv);
	err = fuzz_output__release();

	fuzz_need(ret == 0 || ret == 1, "returned %d: %s", ret, err);
	if (ret)
		fuzz_need(strchr(err, '\n') && !strchr(err, '\n')[1], "not one line: %s", err);
	else
		fuzz_need(!*err, "returned 0: %s", err);
	return 0;
}
