// SPDX-License-Identifier: GPL-2.0
/* The command line of a benchmark: the options that all share, and the workload's own. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <subcmd/parse-options.h>
#include "error.h"
#include "options.h"
#include "results.h"

/* Room for the axes, the shared options and a workload's own. */
#define BENCH_OPTIONS_MAX	64

struct option_array {
	struct option	v[BENCH_OPTIONS_MAX];
	int		nr;
};

static void add_options(struct option_array *a, const struct option *opts, int nr)
{
	if (a->nr + nr >= BENCH_OPTIONS_MAX)
		return;
	memcpy(&a->v[a->nr], opts, nr * sizeof(*opts));
	a->nr += nr;
}

static void add_axes(struct option_array *a, struct bench_options *opts,
		     const struct bench_workload *w)
{
	int i;

	for (i = 0; i < w->nr_axes; i++) {
		enum bench_axis axis = w->axes[i].axis;
		const struct bench_axis_desc *desc = bench_axis__desc(axis);
		const struct option row[] = {
			OPT_STRING(desc->letter, bench_axis__key(axis), &opts->axis[axis], "list",
				   desc->help),
		};

		opts->axis[axis] = w->axes[i].def;
		if (axis != BENCH_AXIS_THREADS)
			add_options(a, row, ARRAY_SIZE(row));
	}
}

static void add_shared(struct option_array *a, struct bench_options *opts)
{
	const struct bench_axis_desc *threads = bench_axis__desc(BENCH_AXIS_THREADS);
	const struct option rows[] = {
		OPT_STRING('f', "function", &opts->function, "list",
			   "functions to run: names, \"all\", or \"help\" for the list"),
		OPT_STRING(0, "base", &opts->base, "function",
			   "function that speedups are against (default: the first)"),
		OPT_STRING(threads->letter, bench_axis__key(BENCH_AXIS_THREADS),
			   &opts->axis[BENCH_AXIS_THREADS], "list", threads->help),
		OPT_STRING('C', "cpu", &opts->cpus, "list",
			   "pin worker i to the i-th of these CPUs: 0,2-3"),
		OPT_STRING('N', "node", &opts->node, "node",
			   "take memory from, and run on, this NUMA node"),
		OPT_STRING('r', "repeat", &opts->rounds, "n", "rounds: exactly n samples a case"),
		OPT_STRING(0, "time", &opts->time, "time",
			   "time budget of a case (default: 1s, at most 1000 rounds; at least 20)"),
		OPT_STRING(0, "min-time", &opts->min_time, "time",
			   "shortest sample (default: 20us; 200us with several threads)"),
		OPT_STRING('l', "nr_loops", &opts->loops, "n",
			   "loops a sample; one sample, unless -r or --time say more"),
		OPT_STRING(0, "seed", &opts->seed, "n", "seed of every random choice"),
		OPT_STRING_OPTARG('c', "cycles", &opts->cycles, "event|tsc",
				  "cycles in place of time: of a cycles event, or of the TSC",
				  "event"),
		OPT_STRING('e', "event", &opts->events, "list",
			   "events to count in the timed part, as perf stat -e takes them"),
		OPT_BOOLEAN(0, "no-counters", &opts->no_counters, "count no events"),
		OPT_BOOLEAN(0, "all-user", &opts->all_user, "count events in user mode only"),
		OPT_BOOLEAN(0, "all-kernel", &opts->all_kernel, "count events in the kernel only"),
		OPT_STRING(0, "control", &opts->control, "fd:ctl[,ack]|fifo:ctl[,ack]",
			   "have a perf stat around this count the timed part alone"),
		OPT_STRING(0, "format", &opts->format, "format",
			   "default, simple, table, markdown, csv or json"),
		OPT_STRING('o', "output", &opts->output, "file",
			   "write csv or json (the default) there, and a table to the screen"),
		OPT_BOOLEAN(0, "reserve", &opts->reserve,
			    "grow huge page pools for the run, and shrink them back"),
	};

	add_options(a, rows, ARRAY_SIZE(rows));
}

static void add_offered(struct option_array *a, struct bench_options *opts,
			const struct bench_workload *w)
{
	const struct option processes[] = {
		OPT_BOOLEAN(0, "processes", &opts->processes,
			    "workers are processes with address spaces of their own"),
	};
	const struct option kernel_time[] = {
		OPT_BOOLEAN(0, "kernel-time", &opts->kernel_time,
			    "time the kernel's clearing function with BPF"),
	};

	if (w->processes)
		add_options(a, processes, ARRAY_SIZE(processes));
	if (w->kernel_time)
		add_options(a, kernel_time, ARRAY_SIZE(kernel_time));
}

/* What means nothing to a workload is not offered, but parsed, so that it can be said why. */
static void hide(struct option_array *a, const char *name, const char *why)
{
	int i;

	for (i = 0; why && i < a->nr; i++) {
		if (!strcmp(a->v[i].long_name, name))
			a->v[i].flags |= PARSE_OPT_HIDDEN;
	}
}

static void hide_meaningless(struct option_array *a, const struct bench_workload *w)
{
	hide(a, "nr_loops", w->no_loops);
	hide(a, "min-time", w->no_min_time);
	hide(a, "time", w->no_time);
}

/**
 * bench_options__parse - take the command line apart
 * @opts: where the texts go
 * @w: the workload, for its axes and options
 * @argc: number of words
 * @argv: the words; perf's parser leaves the process itself on -h and unknown options
 *
 * Return: 0, or the exit code of usage errors, with its line printed.
 */
int bench_options__parse(struct bench_options *opts, const struct bench_workload *w,
			 int argc, const char **argv)
{
	struct option_array a = { .nr = 0 };
	const struct option end = OPT_END();

	memset(opts, 0, sizeof(*opts));
	opts->function = w->default_function;
	opts->axis[BENCH_AXIS_THREADS] = "1";
	add_axes(&a, opts, w);
	add_shared(&a, opts);
	hide_meaningless(&a, w);
	add_offered(&a, opts, w);
	if (w->options) {
		int nr = 0;

		while (w->options[nr].type != OPTION_END)
			nr++;
		add_options(&a, w->options, nr);
	}
	a.v[a.nr] = end;

	argc = parse_options(argc, argv, a.v, (const char *const *)w->usage, 0);
	if (argc > 0)
		return bench_options__error("argument", argv[0], "none is taken here");
	return 0;
}
