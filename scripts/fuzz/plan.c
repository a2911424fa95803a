// SPDX-License-Identifier: GPL-2.0
/*
 * The options that all benchmarks share, as texts: functions, lists of every axis, CPUs,
 * nodes, times, formats. A line of the input is the text of one option, told by its first
 * letter; a line of another letter is passed over.
 */
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "bench/harness/error.h"
#include "bench/harness/options.h"
#include "bench/harness/plan.h"
#include "fuzz.h"

static const struct bench_function one = { .name = "one", .desc = "a function" };
static const struct bench_function two = { .name = "two", .desc = "another", .weak = true };
static const struct bench_function *const functions[] = { &one, &two, NULL };

static u64 region(const struct bench_plan *plan, const struct bench_case *c)
{
	(void)plan;
	return c->axis[BENCH_AXIS_SIZE];
}

static const struct bench_workload workload = {
	.name			= "fuzz",
	.functions		= functions,
	.default_function	= "one",
	.region			= region,
};

static void set_option(struct bench_options *opts, const char *line)
{
	const struct {
		char		letter;
		const char	**text;
	} texts[] = {
		{ 'p', &opts->axis[BENCH_AXIS_PAGE] },
		{ 't', &opts->axis[BENCH_AXIS_THREADS] },
		{ 's', &opts->axis[BENCH_AXIS_SIZE] },
		{ 'P', &opts->axis[BENCH_AXIS_PAGES] },
		{ 'k', &opts->axis[BENCH_AXIS_CHUNK] },
		{ 'a', &opts->axis[BENCH_AXIS_ALIGN] },
		{ 'f', &opts->function },
		{ 'b', &opts->base },
		{ 'F', &opts->format },
		{ 'C', &opts->cpus },
		{ 'N', &opts->node },
		{ 'T', &opts->time },
		{ 'm', &opts->min_time },
		{ 'r', &opts->rounds },
		{ 'l', &opts->loops },
		{ 'S', &opts->seed },
		{ 'c', &opts->cycles },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		if (*line == texts[i].letter)
			*texts[i].text = line + 1;
	}
}

static void check_plan(const struct bench_plan *plan)
{
	int i, in_blocks = 0;

	fuzz_need(plan->nr_cases > 0 && plan->nr_functions > 0, "%d cases", plan->nr_cases);
	for (i = 0; i < plan->nr_blocks; i++) {
		fuzz_need(plan->blocks[i].first == in_blocks, "block %d", i);
		in_blocks += plan->blocks[i].nr;
	}
	fuzz_need(in_blocks == plan->nr_cases, "%d cases in blocks, of %d", in_blocks,
		  plan->nr_cases);
	fuzz_need(plan->max_threads > 0 && plan->time_ns && plan->min_time_ns, "%d threads",
		  plan->max_threads);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	char *text = fuzz_text(data, size), *rest = text, *line;
	struct bench_options opts = { .function = "one" };
	struct bench_plan plan;
	const char *err;
	int ret;

	opts.axis[BENCH_AXIS_THREADS] = "1";
	while ((line = strsep(&rest, "\n")))
		set_option(&opts, line);

	fuzz_output__catch();
	ret = bench_plan__init(&plan, &workload, &opts);
	err = fuzz_output__release();

	fuzz_need(ret == 0 || ret == BENCH_EXIT_USAGE, "returned %d: %s", ret, err);
	if (ret) {
		fuzz_need(strchr(err, '\n') && !strchr(err, '\n')[1], "not one line: %s", err);
	} else {
		fuzz_need(!*err, "%s", err);
		check_plan(&plan);
	}
	bench_plan__exit(&plan);
	free(text);
	return 0;
}
