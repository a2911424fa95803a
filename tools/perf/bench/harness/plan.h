/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_PLAN_H
#define BENCH_HARNESS_PLAN_H

#include <stdio.h>
#include "size.h"
#include "workload.h"

enum bench_report_format {
	BENCH_REPORT_DEFAULT,
	BENCH_REPORT_SIMPLE,
	BENCH_REPORT_TABLE,
	BENCH_REPORT_MARKDOWN,
	BENCH_REPORT_CSV,
	BENCH_REPORT_JSON,
};

enum bench_cycles {
	BENCH_CYCLES_OFF,	/* the workload's own units */
	BENCH_CYCLES_EVENT,	/* a cycles event a worker */
	BENCH_CYCLES_TSC,
};

/* What --all-user and --all-kernel restrict events to. */
enum bench_side {
	BENCH_SIDE_DEFAULT,
	BENCH_SIDE_USER,
	BENCH_SIDE_KERNEL,
};

/**
 * struct bench_options - the command line as texts, and the plain switches
 *
 * Filled by parse_options(); bench_plan__init() checks the texts.
 */
struct bench_options {
	const char	*axis[BENCH_AXIS_NR];
	const char	*function;
	const char	*base;
	const char	*format;
	const char	*output;
	const char	*events;
	const char	*cpus;
	const char	*time;
	const char	*min_time;
	const char	*rounds;
	const char	*loops;
	const char	*seed;
	const char	*control;
	const char	*cycles;
	const char	*node;
	bool		no_counters;
	bool		all_user;
	bool		all_kernel;
	bool		processes;
	bool		reserve;
	bool		kernel_time;
};

/**
 * struct bench_block - cases that are compared with each other: the same page, threads
 *	and size, so that one round takes one sample of each
 * @first: index of the first case in plan->cases
 * @nr: how many
 */
struct bench_block {
	int	first;
	int	nr;
};

/**
 * struct bench_plan - what will be run, checked in full before anything is
 * @w: the workload
 * @cases: all cases, ordered page, threads, size, then the rest
 * @blocks: runs of @cases that share page, threads and size
 * @base: the function that speedups are against, NULL with one function only
 * @functions: the functions asked for, in the order asked
 * @max_threads: the largest of the threads axis
 * @nr_folded: cases left out since another one is the same
 * @rounds: -r; 0: as many as --time allows
 * @rounds_option: what @rounds was given by, for messages: "--repeat"
 * @loops: -l; 0: as many as --min-time needs
 * @time_ns: time budget of one case
 * @most_rounds: more are not taken, even if there is time
 * @min_time_ns: shortest sample of one worker
 * @min_time_crew_ns: and of several, which do not start at the very same time
 * @seed: of every random choice
 * @nr_metrics: how many of the workload's metrics are given; its setup may leave off the last
 * @parts_off: bit N set: part N of the workload is not run
 * @cpus: -C, in the order given, or one for each of several workers: worker i is pinned to
 *	cpus.v[i % nr]; empty: not pinned
 * @nr_cpus: how many CPUs several workers have, 0: not looked at
 * @node: -N, -1: none
 * @processes: workers are processes with address spaces of their own
 * @reserve: may grow huge page pools for the run
 * @kernel_time: --kernel-time: the workload times the kernel's own part with BPF
 * @format: how results are printed
 * @format_given: it was asked for
 * @output: -o; NULL: standard output only
 * @events: what to count; NULL: nothing
 * @default_events: @events are the workload's, not the user's: an unknown one is no error
 * @control: --control; NULL: none
 * @side: restricts events to user or kernel
 * @cycles: cycles in place of time
 * @argc: the command line, for the results
 * @argv: likewise
 * @skipped: names of functions that "all" left out since the CPU lacks what they need
 * @priv: the workload's own
 */
struct bench_plan {
	const struct bench_workload		*w;
	struct bench_case			*cases;
	int					nr_cases;
	struct bench_block			*blocks;
	int					nr_blocks;
	const struct bench_function		*base;
	const struct bench_function		**functions;
	int					nr_functions;
	const struct bench_function		**skipped;
	int					nr_skipped;
	int					max_threads;
	int					nr_cpus;
	int					nr_folded;
	u64					rounds;
	const char				*rounds_option;
	u64					loops;
	u64					time_ns;
	u64					most_rounds;
	u64					min_time_ns;
	u64					min_time_crew_ns;
	u64					seed;
	int					nr_metrics;
	unsigned int				parts_off;
	struct bench_list			cpus;
	int					node;
	bool					processes;
	bool					reserve;
	bool					kernel_time;
	enum bench_report_format		format;
	bool					format_given;
	const char				*output;
	const char				*events;
	bool					default_events;
	const char				*control;
	enum bench_side				side;
	enum bench_cycles			cycles;
	int					argc;
	const char				**argv;
	void					*priv;
};

int bench_plan__init(struct bench_plan *plan, const struct bench_workload *w,
		     const struct bench_options *opts);
void bench_plan__exit(struct bench_plan *plan);
u64 bench_plan__region(const struct bench_plan *plan, u64 page);
u64 bench_plan__footprint(const struct bench_plan *plan, u64 page);
bool bench_plan__next_page(const struct bench_plan *plan, u64 *page, int *first);

/* plan-cases.c */
int bench_plan__parse_axes(const struct bench_options *opts, struct bench_list *lists);
int bench_plan__make_cases(struct bench_plan *plan, const struct bench_list *lists);

/* plan-place.c: -C and -N, and what is best without */
int bench_plan__place(struct bench_plan *plan, const struct bench_options *opts);
int bench_plan__spread(struct bench_plan *plan);

/* plan-functions.c: -f and --base */
int bench_plan__choose_functions(struct bench_plan *plan, const char *text, const char *base);
void bench_plan__list_functions(const struct bench_workload *w, FILE *out);

/* One row an axis; its long option is its key in JSON, bench_axis__key(). */
struct bench_axis_desc {
	char		letter;		/* short option, 0: none */
	const char	*unit;		/* "bytes", "page", "count" */
	const char	*help;
};

const struct bench_axis_desc *bench_axis__desc(enum bench_axis axis);

#endif /* BENCH_HARNESS_PLAN_H */
