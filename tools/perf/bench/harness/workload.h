/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_WORKLOAD_H
#define BENCH_HARNESS_WORKLOAD_H

/*
 * What a benchmark tells the engine, and what the engine hands to it. A workload
 * knows what one operation is and how many bytes or operations it did; rounds,
 * statistics, formats and counters are the engine's.
 */

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <linux/compiler.h>
#include <linux/types.h>
#include "clock.h"
#include "page.h"
#include "region.h"

struct option;
struct bench_plan;
struct bench_results;
struct bench_worker;

/* The most parts, own values and events that one workload can have. */
#define BENCH_PARTS_MAX		6
#define BENCH_METRICS_MAX	10
#define BENCH_EVENTS_MAX	64

/**
 * struct bench_function - one way to do the work: a row of a workload's table
 * @name: as -f takes it
 * @desc: one line for -f help
 * @needs: what the CPU must have, as text; NULL: nothing
 * @available: whether this CPU and kernel can run it; NULL: always
 * @kernel: the kernel's routine that it is or mirrors ("clear_page_erms"); NULL: none
 * @weak: its stores are weakly ordered: complete only after SFENCE
 */
struct bench_function {
	const char	*name;
	const char	*desc;
	const char	*needs;
	bool		(*available)(void);
	const char	*kernel;
	bool		weak;
};

/**
 * bench_function__needs - what a machine must have for a function, as text
 * @fn: the function
 */
static inline const char *bench_function__needs(const struct bench_function *fn)
{
	return fn->needs ?: "what it needs";
}

/* The axes that a case can have a value on; which of them a workload has is its table's to say. */
enum bench_axis {
	BENCH_AXIS_PAGE,	/* page kind, see page.h */
	BENCH_AXIS_THREADS,	/* workers that run at once */
	BENCH_AXIS_SIZE,	/* bytes one operation, or one sample, works on */
	BENCH_AXIS_PAGES,	/* pages one operation works on */
	BENCH_AXIS_CHUNK,	/* bytes of one call, 0: the whole size */
	BENCH_AXIS_ALIGN,	/* offset of the destination in a line or page, bytes */
	BENCH_AXIS_NR,
};

/**
 * struct bench_case - one point of the plan
 * @fn: the function
 * @axis: its value on each axis; axes that the workload lacks hold 0 (threads: 1)
 * @index: its place in the plan
 */
struct bench_case {
	const struct bench_function	*fn;
	u64				axis[BENCH_AXIS_NR];
	int				index;
};

/**
 * struct bench_amount - what one loop of one part does, in one worker
 * @bytes: bytes moved, 0 if that means nothing here
 * @ops: operations (calls, faults, flushes …), 0 if it is not known beforehand
 * @pages: pages that the operations are about, 0 if that means nothing here
 */
struct bench_amount {
	u64	bytes;
	u64	ops;
	u64	pages;
};

/* Whose time a part's time is; all workers run it in any case. */
enum bench_who {
	BENCH_WHO_ALL,
	BENCH_WHO_LEADER,	/* worker 0: the others keep it company */
	BENCH_WHO_OTHERS,	/* all but worker 0; nothing is timed with one worker */
};

/**
 * struct bench_part - a stretch of a sample that is timed apart
 * @name: for messages
 * @run: does it @loops times; 0 or -errno, with the text left by bench_worker__fail()
 * @counted: counters run during it (one part should be)
 * @who: whose time it is
 *
 * A sample runs the parts in the order of the table, all workers released together
 * before each. A workload's setup may switch parts off in plan->parts_off.
 */
struct bench_part {
	const char	*name;
	int		(*run)(struct bench_worker *w, u64 loops);
	bool		counted;
	enum bench_who	who;
};

/**
 * bench_part__workers - how many workers a part's time, operations and bytes are of
 * @part: the part
 * @threads: workers of the case
 */
static inline int bench_part__workers(const struct bench_part *part, int threads)
{
	switch (part->who) {
	case BENCH_WHO_LEADER:
		return 1;
	case BENCH_WHO_OTHERS:
		return threads - 1;
	case BENCH_WHO_ALL:
	default:
		return threads;
	}
}

enum bench_unit {
	BENCH_UNIT_BYTES_PER_SEC,	/* bytes of all workers / common window */
	BENCH_UNIT_NSEC_PER_OP,		/* window / operations of one worker */
	BENCH_UNIT_NSEC_PER_PAGE,	/* window / pages of one worker */
	BENCH_UNIT_NSEC,		/* window / loops */
	BENCH_UNIT_CYCLES_PER_OP,	/* TSC ticks, or a cycles event, per operation */
	BENCH_UNIT_CYCLES_PER_BYTE,
	BENCH_UNIT_OPS_PER_SEC,		/* operations of all workers / common window */
	BENCH_UNIT_COUNT,		/* the workload's own number: sum of w->value[i] */
	BENCH_UNIT_VALUE_BYTES_PER_SEC,	/* likewise, a bandwidth */
	BENCH_UNIT_VALUE_NSEC,		/* likewise, a time in nanoseconds */
	BENCH_UNIT_NR,
};

/**
 * struct bench_metric - one number that each sample gives
 * @name: key in JSON, heading in tables: "bandwidth", "fault", "victim"
 * @unit: its unit
 * @part: which part's time it is made of; for the workload's own numbers the index in w->value
 * @less: BENCH_LESS(part): the time of that part, which is run as well, is taken off (the
 *	median of its last few, see baseline.h); 0: none is. Cycles of an event stay whole
 *
 * The first metric of a workload is its headline: speedups are made of it.
 */
struct bench_metric {
	const char	*name;
	enum bench_unit	unit;
	int		part;
	int		less;
};

#define BENCH_LESS(part)	((part) + 1)

/**
 * struct bench_count - one event over the counted part of one sample
 * @value: count
 * @enabled: ns for which it was enabled
 * @running: ns for which it was on the PMU; 0: not counted
 */
struct bench_count {
	u64	value;
	u64	enabled;
	u64	running;
};

/**
 * struct bench_worker - one thread (or process) of the crew, and what it measured
 * @plan: the plan
 * @c: the case being run
 * @index: 0 is the main thread
 * @nr: workers active in this case
 * @tid: its thread ID
 * @cpu: CPU it is pinned to, -1: not pinned
 * @node: node its memory is bound to, -1: not bound
 * @mem: its own region, faulted in, aligned to the page; NULL if the workload asked for none
 * @mem_len: length of @mem
 * @mem_huge: of a region of thp: what really came in huge pages
 * @region: what @mem lies in; the sampler's
 * @priv: the workload's own for this case, set in prepare, freed in finish
 * @privs: @priv of every case; the sampler's
 * @warm_up: this sample is thrown away
 * @interrupted: an interrupt was asked for when this is not 0: a long sample may end early, since
 *	its round will not count
 * @start: when each part of the last sample began
 * @stop: when it ended
 * @preempted: ns of each part of the last sample in which other tasks had the CPU, as far as
 *	that is known and is not the operation's own waiting
 * @ops: operations that the last sample's part did, where the workload's amount says 0
 * @value: the workload's own numbers of the last sample, see BENCH_UNIT_COUNT
 * @count: the events of the last sample
 * @touch_base: mapping that the workload faults in now, for the text of a SIGBUS
 * @touch_len: its length, 0: none
 * @touch_page: its page size in bytes
 * @error: text of the first failure, empty: none
 */
struct bench_worker {
	const struct bench_plan	*plan;
	const struct bench_case	*c;
	int			index;
	int			nr;
	pid_t			tid;
	int			cpu;
	int			node;
	void			*mem;
	size_t			mem_len;
	u64			mem_huge;
	struct bench_region	region;
	void			*priv;
	void			**privs;
	bool			warm_up;
	const volatile sig_atomic_t	*interrupted;
	struct bench_stamp	start[BENCH_PARTS_MAX];
	struct bench_stamp	stop[BENCH_PARTS_MAX];
	u64			preempted[BENCH_PARTS_MAX];
	u64			ops[BENCH_PARTS_MAX];
	double			value[BENCH_METRICS_MAX];
	struct bench_count	count[BENCH_EVENTS_MAX];
	void			*touch_base;
	size_t			touch_len;
	size_t			touch_page;
	char			error[256];
};

int bench_worker__fail(struct bench_worker *w, int err, const char *fmt, ...)
	__printf(3, 4);

/**
 * struct bench_axis_use - that a workload has an axis
 * @axis: which
 * @def: default, as the user would write it
 */
struct bench_axis_use {
	enum bench_axis	axis;
	const char	*def;
};

/**
 * struct bench_workload - a benchmark
 * @name: as perf bench prints it: "mem/clear"
 * @usage: usage lines, NULL-terminated
 * @functions: its functions, NULL-terminated; the first is the default one
 * @default_function: -f when not given: a list, or "all"
 * @axes: the axes it has, @nr_axes of them; THREADS is there for all, and named only where
 *	its default is not 1
 * @options: its own options, ended by OPT_END(); NULL: none
 * @parts: what a sample consists of, @nr_parts
 * @metrics: what a sample gives, @nr_metrics; the first is the headline
 * @kernel_choice: which of the functions' @kernel the running kernel uses, NULL: not known;
 *	NULL: the kernel has none of them
 * @op: what one operation is called: "call", "fault", "flush", "record"
 * @events: events that are counted when -e is not given; NULL: none
 * @fixed_loops: one loop is one sample: the engine must not repeat it for --min-time
 * @no_loops: what to do in place of -l, which means nothing here: the end of the error line
 *	of who gives it; NULL: it is taken
 * @no_min_time: likewise --min-time
 * @no_time: likewise --time
 * @computes: its parts never wait for anything: what time a single worker spends off the CPU
 *	is other tasks' and does not count
 * @processes: offers --processes
 * @kernel_time: offers --kernel-time
 * @setup: once, after the options are parsed and the cases made: checks its own options,
 *	may change the plan; prints its own error line; 0 or the exit code (129, 1)
 * @check_case: whether a case makes sense (size not a multiple of the page …); 0 or -EINVAL
 *	with a text that says what would do
 * @region: bytes of region that a worker needs for a case; NULL or 0: it maps for itself
 * @footprint: bytes that a case takes in all workers together, for the checks of memory and
 *	huge page pools; NULL: the regions of all workers
 * @amount: what one loop of a part does
 * @prepare: in each worker, when its next samples are of case w->c; untimed
 * @check: in worker 0, before the case is timed: does the function do what it says;
 *	0, or -errno with the text in bench_worker__fail(): the case is reported, not timed
 * @finish: in each worker, when it has done the case's samples: undoes prepare
 * @note: text to stand with a case in every output ("no fence"), or NULL; asked for after
 *	the samples were taken
 * @conclude: once, after the last sample: may add notes to the results
 * @teardown: once, at the end, whatever happened
 */
struct bench_workload {
	const char				*name;
	const char *const			*usage;
	const struct bench_function *const	*functions;
	const char				*default_function;
	const struct bench_axis_use		*axes;
	int					nr_axes;
	const struct option			*options;
	const struct bench_part			*parts;
	int					nr_parts;
	const struct bench_metric		*metrics;
	int					nr_metrics;
	const char				*(*kernel_choice)(void);
	const char				*op;
	const char				*events;
	bool					fixed_loops;
	const char				*no_loops;
	const char				*no_min_time;
	const char				*no_time;
	bool					computes;
	bool					processes;
	bool					kernel_time;
	int	(*setup)(struct bench_plan *plan);
	int	(*check_case)(const struct bench_plan *plan, const struct bench_case *c,
			      char *err, size_t len);
	u64	(*region)(const struct bench_plan *plan, const struct bench_case *c);
	u64	(*footprint)(const struct bench_plan *plan, const struct bench_case *c);
	void	(*amount)(const struct bench_plan *plan, const struct bench_case *c, int part,
			  struct bench_amount *amount);
	int	(*prepare)(struct bench_worker *w);
	int	(*check)(struct bench_worker *w);
	void	(*finish)(struct bench_worker *w);
	const char *(*note)(const struct bench_plan *plan, const struct bench_case *c);
	int	(*conclude)(const struct bench_plan *plan, struct bench_results *res);
	void	(*teardown)(struct bench_plan *plan);
};

/**
 * bench_main - run a workload as its command line says
 * @workload: the benchmark
 * @argc: as perf bench hands it on
 * @argv: likewise
 *
 * Return: the exit code: 0, 1 (could not be measured), 129 (usage), 130 (interrupted).
 */
int bench_main(const struct bench_workload *workload, int argc, const char **argv);

#endif /* BENCH_HARNESS_WORKLOAD_H */
