// SPDX-License-Identifier: GPL-2.0
/* From texts to a plan: every point that will be run, checked in full before anything is. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include "../bench.h"
#include "error.h"
#include "host.h"
#include "output.h"
#include "plan.h"
#include "report.h"

#define DEFAULT_TIME_NS		1000000000ULL
#define DEFAULT_MIN_TIME_NS	20000ULL
#define DEFAULT_MIN_TIME_CREW_NS 200000ULL
#define MAX_MIN_TIME_NS		100000000000ULL
#define MAX_ROUNDS		1000000ULL
/* More samples than these tell little more, or not until somebody gives them the time. */
#define MOST_ROUNDS		1000
#define MOST_ROUNDS_TIMED	10000
/* With that, the file of a run can be read again: see json-reader.h. */
#define MAX_SAMPLES		6000000ULL

static int parse_count(const char *option, const char *text, u64 max, u64 *value)
{
	char allowed[64];

	if (!text)
		return 0;
	if (!bench_count__parse(text, value) && *value && *value <= max)
		return 0;
	snprintf(allowed, sizeof(allowed), "a whole number from 1 to %llu is needed",
		 (unsigned long long)max);
	return bench_options__error(option, text, allowed);
}

static int parse_time(const char *option, const char *text, u64 *ns)
{
	if (!text || (!bench_time__parse(text, ns) && *ns))
		return 0;
	return bench_options__error(option, text, "a time such as 20us, 500ms or 2s is needed");
}

static int parse_seed(const char *text, u64 *seed)
{
	/* Without a clock the process id alone makes runs differ. */
	struct timespec now = { .tv_sec = 0 };

	if (text) {
		if (!bench_count__parse(text, seed))
			return 0;
		return bench_options__error("--seed", text, "a whole number is needed");
	}
	clock_gettime(CLOCK_REALTIME, &now);
	*seed = (u64)now.tv_sec * 1000000007ULL ^ (u64)now.tv_nsec ^ (u64)getpid() << 32;
	*seed &= 0xffffffff;
	return 0;
}

static int parse_format(struct bench_plan *plan, const struct bench_options *opts)
{
	plan->output = opts->output;
	plan->format = BENCH_REPORT_DEFAULT;
	if (opts->format) {
		plan->format_given = true;
		if (bench_report__format(opts->format, &plan->format))
			return bench_options__error("--format", opts->format,
						    "default, simple, table, markdown, csv or json is needed");
	} else if (bench_format == BENCH_FORMAT_SIMPLE) {
		plan->format = BENCH_REPORT_SIMPLE;
		plan->format_given = true;
	}
	return bench_output__check(plan);
}

/* What is silently ignored looks as if it had been done. */
static int refuse_meaningless(const struct bench_workload *w, const struct bench_options *opts)
{
	if (w->no_loops && opts->loops)
		return bench_options__error("--nr_loops", opts->loops, w->no_loops);
	if (w->no_min_time && opts->min_time)
		return bench_options__error("--min-time", opts->min_time, w->no_min_time);
	if (w->no_time && opts->time)
		return bench_options__error("--time", opts->time, w->no_time);
	return 0;
}

static int parse_measuring(struct bench_plan *plan, const struct bench_options *opts)
{
	int ret = refuse_meaningless(plan->w, opts);

	if (ret)
		return ret;
	plan->rounds_option = "--repeat";
	plan->time_ns = DEFAULT_TIME_NS;
	plan->most_rounds = opts->time ? MOST_ROUNDS_TIMED : MOST_ROUNDS;
	plan->min_time_ns = DEFAULT_MIN_TIME_NS;
	plan->min_time_crew_ns = DEFAULT_MIN_TIME_CREW_NS;
	if (bench_repeat_given)
		plan->rounds = bench_repeat;
	ret = parse_count("--repeat", opts->rounds, MAX_ROUNDS, &plan->rounds);
	if (!ret)
		ret = parse_count("--nr_loops", opts->loops, 1ULL << 32, &plan->loops);
	/* As in perf bench mem memset, where it is all that is run. */
	if (opts->loops && !opts->time && !plan->rounds)
		plan->rounds = 1;
	if (!ret)
		ret = parse_time("--time", opts->time, &plan->time_ns);
	if (!ret)
		ret = parse_time("--min-time", opts->min_time, &plan->min_time_ns);
	if (!ret && plan->min_time_ns > MAX_MIN_TIME_NS)
		ret = bench_options__error("--min-time", opts->min_time,
					   "at most 100s are possible");
	if (opts->min_time)
		plan->min_time_crew_ns = plan->min_time_ns;
	if (!ret)
		ret = parse_seed(opts->seed, &plan->seed);
	return ret;
}

static int parse_counting(struct bench_plan *plan, const struct bench_options *opts)
{
	plan->events = opts->events;
	plan->control = opts->control;
	if (!opts->events) {
		plan->events = plan->w->events;
		plan->default_events = true;
	}
	if (opts->no_counters)
		plan->events = NULL;
	if (opts->all_user && opts->all_kernel)
		return bench_options__error("--all-user", "--all-kernel",
					    "one of the two at a time");
	if (opts->all_user)
		plan->side = BENCH_SIDE_USER;
	if (opts->all_kernel)
		plan->side = BENCH_SIDE_KERNEL;
	if (!opts->cycles)
		return 0;
	if (!strcmp(opts->cycles, "event"))
		plan->cycles = BENCH_CYCLES_EVENT;
	else if (!strcmp(opts->cycles, "tsc"))
		plan->cycles = BENCH_CYCLES_TSC;
	else
		return bench_options__error("--cycles", opts->cycles, "event or tsc is needed");
	return 0;
}

/* To three digits or so: nobody reads bytes. */
static const char *rounded(u64 bytes, char *buf, size_t len)
{
	u64 unit = 1;

	while (bytes / unit >= 10240 && unit < 1ULL << 40)
		unit <<= 10;
	return bench_size__str(bytes / unit * unit, buf, len);
}

static int check_memory(const struct bench_plan *plan)
{
	u64 total = bench_host__memory_bytes();
	char need[BENCH_SIZE_STR_MAX], have[BENCH_SIZE_STR_MAX];
	int first = 0;
	u64 page;

	while (bench_plan__next_page(plan, &page, &first)) {
		u64 bytes = bench_plan__footprint(plan, page);

		if (bytes <= total)
			continue;
		fprintf(stderr,
			"perf bench: all threads together need %s, and this machine has %s of memory\n",
			rounded(bytes, need, sizeof(need)), rounded(total, have, sizeof(have)));
		return BENCH_EXIT_USAGE;
	}
	return 0;
}

/* Of all cases and metrics together: more could be written and not be read. */
static int limit_rounds(struct bench_plan *plan)
{
	u64 most = MAX_SAMPLES / ((u64)plan->nr_cases * max(plan->nr_metrics, 1));
	char text[32], allowed[64];

	plan->most_rounds = min(plan->most_rounds, most);
	if (plan->rounds <= most)
		return 0;
	snprintf(text, sizeof(text), "%llu", (unsigned long long)plan->rounds);
	snprintf(allowed, sizeof(allowed), "with %d cases at most %llu rounds", plan->nr_cases,
		 (unsigned long long)most);
	return bench_options__error(plan->rounds_option, text, allowed);
}

static int check_cases(struct bench_plan *plan)
{
	char err[256];
	int i;

	for (i = 0; plan->w->check_case && i < plan->nr_cases; i++) {
		err[0] = '\0';
		if (!plan->w->check_case(plan, &plan->cases[i], err, sizeof(err)))
			continue;
		fprintf(stderr, "perf bench: %s: %s\n", plan->cases[i].fn->name, err);
		return BENCH_EXIT_USAGE;
	}
	return limit_rounds(plan) ?: check_memory(plan);
}

/**
 * bench_plan__init - check the command line and lay out all that will be run
 * @plan: filled in; freed by bench_plan__exit(), also after an error
 * @w: the workload
 * @opts: its command line; its texts must outlive the plan
 *
 * Return: 0, or an exit code (129: usage, 1: cannot be done here) with its one line printed.
 */
int bench_plan__init(struct bench_plan *plan, const struct bench_workload *w,
		     const struct bench_options *opts)
{
	struct bench_list lists[BENCH_AXIS_NR] = { };
	int axis, ret;

	memset(plan, 0, sizeof(*plan));
	plan->w = w;
	plan->nr_metrics = w->nr_metrics;
	plan->processes = opts->processes;
	plan->reserve = opts->reserve;
	plan->kernel_time = opts->kernel_time;

	ret = bench_plan__choose_functions(plan, opts->function, opts->base);
	if (!ret)
		ret = bench_plan__parse_axes(opts, lists);
	if (!ret)
		ret = parse_measuring(plan, opts);
	if (!ret)
		ret = bench_plan__place(plan, opts);
	if (!ret)
		ret = parse_counting(plan, opts);
	if (!ret)
		ret = parse_format(plan, opts);
	if (!ret)
		ret = bench_plan__make_cases(plan, lists);
	if (!ret)
		ret = bench_plan__spread(plan);
	if (!ret && w->setup)
		ret = w->setup(plan);
	if (!ret)
		ret = check_cases(plan);
	if (ret < 0) {
		fprintf(stderr, "perf bench: %s\n", strerror(-ret));
		ret = 1;
	}
	for (axis = 0; axis < BENCH_AXIS_NR; axis++)
		bench_list__exit(&lists[axis]);
	return ret;
}

/**
 * bench_plan__exit - free what a plan holds
 * @plan: the plan
 */
void bench_plan__exit(struct bench_plan *plan)
{
	if (plan->w && plan->w->teardown)
		plan->w->teardown(plan);
	free(plan->cases);
	free(plan->blocks);
	free(plan->functions);
	free(plan->skipped);
	bench_list__exit(&plan->cpus);
	memset(plan, 0, sizeof(*plan));
}

/**
 * bench_plan__region - how large a worker's region must be for all cases of a page kind
 * @plan: the plan
 * @page: page kind
 *
 * Return: bytes, whole pages; 0 if the workload wants none.
 */
u64 bench_plan__region(const struct bench_plan *plan, u64 page)
{
	u64 bytes = 0, size = bench_page__size(page), whole;
	int i;

	for (i = 0; plan->w->region && i < plan->nr_cases; i++) {
		if (plan->cases[i].axis[BENCH_AXIS_PAGE] == page)
			bytes = max(bytes, plan->w->region(plan, &plan->cases[i]));
	}
	/* Pages are powers of two. */
	return __builtin_add_overflow(bytes, size - 1, &whole) ? bytes : whole & ~(size - 1);
}

/**
 * bench_plan__footprint - how much memory of a page kind is in use at once
 * @plan: the plan
 * @page: page kind
 *
 * Return: bytes, of all workers of the largest case; UINT64_MAX if it does not fit in 64 bits.
 */
u64 bench_plan__footprint(const struct bench_plan *plan, u64 page)
{
	u64 region = bench_plan__region(plan, page);
	u64 bytes = 0;
	int i;

	if (!plan->w->footprint)
		return __builtin_mul_overflow(region, (u64)plan->max_threads, &bytes) ?
		       UINT64_MAX : bytes;
	for (i = 0; i < plan->nr_cases; i++) {
		if (plan->cases[i].axis[BENCH_AXIS_PAGE] == page)
			bytes = max(bytes, plan->w->footprint(plan, &plan->cases[i]));
	}
	return bytes;
}

/**
 * bench_plan__next_page - walk over the page kinds of a plan
 * @plan: the plan
 * @page: set to the next one
 * @first: set to 0 before the first call; moved on
 *
 * Return: whether there was one more.
 */
bool bench_plan__next_page(const struct bench_plan *plan, u64 *page, int *first)
{
	int i = *first;

	if (i >= plan->nr_cases)
		return false;
	*page = plan->cases[i].axis[BENCH_AXIS_PAGE];
	while (i < plan->nr_cases && plan->cases[i].axis[BENCH_AXIS_PAGE] == *page)
		i++;
	*first = i;
	return true;
}
