/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_RESULTS_H
#define BENCH_HARNESS_RESULTS_H

#include <stdio.h>
#include <linux/compiler.h>
#include "host.h"
#include "stats.h"
#include "workload.h"

/*
 * What was measured. It owns all that it points to and needs no plan: the same struct
 * is filled by a run and by reading JSON back. Printers and commands read nothing else.
 */

#define BENCH_RESULTS_SCHEMA	"perf-bench-results"
#define BENCH_RESULTS_VERSION	1

/**
 * struct bench_series - one metric of one case
 * @v: one value a round, bench_results.metrics[i].unit; NULL if only the summary is known
 * @nr: number of values
 * @room: values that @v has memory for
 * @st: summary; computed by bench_results__summarize(), or read from a file
 */
struct bench_series {
	double			*v;
	size_t			nr;
	size_t			room;
	struct bench_stats	st;
};

enum bench_counter_state {
	BENCH_COUNTER_COUNTED,
	BENCH_COUNTER_NOT_SUPPORTED,
	BENCH_COUNTER_NOT_COUNTED,
	BENCH_COUNTER_STATE_NR,
};

/**
 * struct bench_counter_result - one event of one case
 * @name: as the user wrote it, with ":u" added where only that was allowed
 * @state: as perf stat has them; the rest is NAN unless counted
 * @value: mean count per loop over all workers, scaled if the kernel multiplexed
 * @running: share of the time that it was on the PMU, 0..1
 * @rounds: rounds that counted it
 * @per_line: per 64 bytes of the counted part
 * @per_page: per page
 * @per_op: per operation
 * @sum: while the run goes on: counts of all rounds and workers, scaled
 * @sum_enabled: likewise, ns for which it was enabled
 * @sum_running: likewise, ns for which it was on the PMU
 * @loops: likewise, loops of the rounds that counted it
 */
struct bench_counter_result {
	char				*name;
	enum bench_counter_state	state;
	double				value;
	double				running;
	u64				rounds;
	double				per_line;
	double				per_page;
	double				per_op;
	double				sum;
	u64				sum_enabled;
	u64				sum_running;
	u64				loops;
};

/**
 * struct bench_case_result - one case
 * @function: its name
 * @weak: weakly ordered stores
 * @note: the workload's remark, or NULL
 * @failed: why it was not timed, or NULL
 * @axis: values; which are meant stands in bench_results.axes
 * @block: cases of the same block were sampled in the same rounds and can be paired
 * @loops: loops a sample
 * @bytes: bytes that one loop of the headline's part works on, all workers; 0: means nothing here
 * @ops: operations of one loop of the headline's part, all workers; their mean where they
 *	are not known beforehand, 0: not known
 * @sum_ops: while it is sampled: what @ops is the mean of
 * @metric: one series for each of bench_results.metrics
 * @spread: mean over samples of (slowest / fastest worker - 1), NAN with one thread
 * @counters: events, NULL if none
 * @ipc: instructions per cycle, NAN if either was not counted
 */
struct bench_case_result {
	char				*function;
	bool				weak;
	char				*note;
	char				*failed;
	u64				axis[BENCH_AXIS_NR];
	int				block;
	u64				loops;
	u64				bytes;
	u64				ops;
	double				sum_ops;
	struct bench_series		metric[BENCH_METRICS_MAX];
	double				spread;
	struct bench_counter_result	*counters;
	int				nr_counters;
	double				ipc;
};

/**
 * struct bench_metric_desc - a metric, as it is stored
 * @name: "bandwidth"
 * @unit: "bytes/sec", "ns/op", "cycles/op", "cycles/byte", "ops/sec", "count"
 * @less_is_better: times and cycles
 */
struct bench_metric_desc {
	char	*name;
	char	*unit;
	bool	less_is_better;
};

/**
 * struct bench_spent - where the time of a run went, in seconds; NAN: not known
 * @total: from before the first region is mapped until the last is unmapped
 * @faulting: regions mapped and faulted in
 * @warm_up: samples that were thrown away, and parts that no metric is made of
 * @timed: parts that metrics are made of
 * @preempted: of these parts, what other tasks had the CPU for; not in @timed
 *
 * What @total is more than the others is the engine's own.
 */
struct bench_spent {
	double	total;
	double	faulting;
	double	warm_up;
	double	timed;
	double	preempted;
};

/**
 * struct bench_results - everything that one run measured
 * @benchmark: "mem/clear"
 * @command: argv, @nr_command of them
 * @host: the machine
 * @base: name of the base function, NULL: none
 * @op: what one operation is called
 * @partial: the run was interrupted
 * @seed: of the run
 * @spent: its time
 * @axes: bit BENCH_AXIS_x set: the workload has that axis
 * @metrics: the first is the headline
 * @cases: in the order of the plan
 * @notes: lines of text for people and JSON (warnings, hints, skipped functions)
 */
struct bench_results {
	char				*benchmark;
	char				**command;
	int				nr_command;
	struct bench_host		host;
	char				*base;
	char				*op;
	bool				partial;
	u64				seed;
	struct bench_spent		spent;
	unsigned int			axes;
	struct bench_metric_desc	metrics[BENCH_METRICS_MAX];
	int				nr_metrics;
	struct bench_case_result	*cases;
	int				nr_cases;
	char				**notes;
	int				nr_notes;
};

void bench_results__init(struct bench_results *res);
void bench_results__exit(struct bench_results *res);
int bench_results__set_string(char **where, const char *text);
struct bench_case_result *bench_results__add_case(struct bench_results *res, const char *function);
int bench_results__note(struct bench_results *res, const char *fmt, ...)
	__printf(2, 3);
int bench_series__add(struct bench_series *s, double v);
void bench_results__summarize(struct bench_results *res);
int bench_results__nr_measured(const struct bench_results *res);
bool bench_results__has_metric(const struct bench_results *res, int metric);
bool bench_case_result__same_point(const struct bench_case_result *a,
				   const struct bench_case_result *b);
const struct bench_case_result *bench_results__partner(const struct bench_results *res,
						       const struct bench_case_result *cr,
						       const char *function);
const struct bench_case_result *bench_results__base_of(const struct bench_results *res,
						       const struct bench_case_result *cr);
int bench_results__speedup(const struct bench_results *res, const struct bench_case_result *cr,
			   struct bench_speedup *sp);
int bench_series__speedup(struct bench_speedup *sp, const struct bench_series *s,
			  const struct bench_series *base, bool paired, bool less_is_better,
			  u64 seed);
const char *bench_axis__key(enum bench_axis axis);
const char *bench_counter_state__str(enum bench_counter_state state);
const char *bench_unit__str(enum bench_unit unit);
bool bench_unit__less_is_better(const char *unit);

/* results-json.c, results-json-read.c: the versioned format, both ways. */
int bench_results__write_json(const struct bench_results *res, FILE *out);
int bench_results__read_json(struct bench_results *res, const char *path, char *err, size_t len);

#endif /* BENCH_HARNESS_RESULTS_H */
