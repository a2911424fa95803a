// SPDX-License-Identifier: GPL-2.0
/* Ties the engine together for one workload: command line in, report and exit code out. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include "../bench.h"
#include "clock.h"
#include "control.h"
#include "error.h"
#include "hugepages.h"
#include "node.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "report.h"
#include "results-plan.h"
#include "sampler.h"
#include "stop.h"

/* From this share of the samples' time on, a run says that other tasks had the CPU. */
#define PREEMPTED_TOLD	0.1

/* What has to be there before anything is measured */

static int fill_pools(const struct bench_plan *plan)
{
	char err[512];
	int first = 0;
	u64 page;

	while (bench_plan__next_page(plan, &page, &first)) {
		u64 size = bench_page__size(page);
		u64 bytes;

		if (bench_page__kind(page) != BENCH_PAGE_HUGETLB)
			continue;
		bytes = bench_plan__footprint(plan, page);
		if (!bench_hugepages__need(size, (bytes + size - 1) / size, plan->node,
					   plan->reserve, err, sizeof(err)))
			continue;
		fprintf(stderr, "perf bench: %s\n", err);
		return 1;
	}
	return 0;
}

static int job_open_counters(struct bench_worker *w, const struct bench_job *job)
{
	return bench_counters__open((struct bench_counters *)(uintptr_t)job->arg, w);
}

static int job_close_counters(struct bench_worker *w, const struct bench_job *job)
{
	bench_counters__close((struct bench_counters *)(uintptr_t)job->arg, w);
	return 0;
}

static int call_all(struct bench_crew *crew, const struct bench_plan *plan,
		    struct bench_counters *ctr,
		    int (*fn)(struct bench_worker *w, const struct bench_job *job))
{
	struct bench_job job = {
		.fn	= fn,
		.c	= &plan->cases[0],
		.arg	= (uintptr_t)ctr,
	};

	return bench_crew__call(crew, plan->max_threads, &job);
}

static int clock_failed(int err)
{
	fprintf(stderr, "perf bench: cannot read the clock: %s\n", strerror(-err));
	return 1;
}

/* What was complete before is not lost with what failed. */
static void tell_failure(struct bench_crew *crew, int err, struct bench_results *res)
{
	const char *text = bench_crew__error(crew);
	int measured = bench_results__nr_measured(res);

	if (!*text)
		text = strerror(-err);
	if (!measured) {
		fprintf(stderr, "perf bench: %s\n", text);
		return;
	}
	fprintf(stderr, "perf bench: %s; %d of %d cases have samples\n", text, measured,
		res->nr_cases);
	res->partial = true;
	bench_results__note(res, "ended by a failure: %s", text);
}

/**
 * struct counting - the clock, and who counts beside it
 * @clock: set up early, so that its rate need not be waited for
 * @ctr: events, NULL: none
 * @control: a perf stat around us, NULL: none
 * @stop: set by SIGINT and SIGTERM
 */
struct counting {
	struct bench_clock	clock;
	struct bench_counters	*ctr;
	struct bench_control	*control;
	volatile sig_atomic_t	*stop;
};

static int measure(const struct bench_plan *plan, struct counting *counting,
		   struct bench_results *res)
{
	struct bench_counters *ctr = counting->ctr;
	char err[512] = "";
	struct bench_sampler sampler = {
		.plan		= plan,
		.counters	= ctr,
		.clock		= &counting->clock,
		.results	= res,
		.stop		= counting->stop,
		.progress	= bench_progress__wanted() ? bench_progress__tell : NULL,
	};
	int ret;

	if (counting->control) {
		sampler.control_on = bench_control__enable;
		sampler.control_off = bench_control__disable;
		sampler.control = counting->control;
	}
	sampler.crew = bench_crew__new(plan, err, sizeof(err));
	if (!sampler.crew) {
		fprintf(stderr, "perf bench: %s\n", err);
		return 1;
	}

	ret = bench_clock__settle(&counting->clock);
	if (ret) {
		bench_crew__delete(sampler.crew);
		return clock_failed(ret);
	}
	if (ctr)
		ret = call_all(sampler.crew, plan, ctr, job_open_counters);
	if (!ret)
		ret = bench_sampler__run(&sampler);
	bench_progress__clear();
	if (ret)
		tell_failure(sampler.crew, ret, res);
	if (ctr) {
		call_all(sampler.crew, plan, ctr, job_close_counters);
		if (bench_counters__settle(ctr, res) && !ret) {
			fprintf(stderr, "perf bench: out of memory\n");
			ret = -ENOMEM;
		}
	}
	bench_crew__delete(sampler.crew);
	return ret ? 1 : 0;
}

static void close_counting(struct counting *counting)
{
	bench_counters__delete(counting->ctr);
	bench_control__close(counting->control);
}

/* Before a word is printed, since the user may have named what there is not. */
static int open_counting(struct bench_plan *plan, struct counting *counting)
{
	char err[256] = "";
	int ret;

	ret = bench_clock__init(&counting->clock);
	if (ret)
		return clock_failed(ret);
	if (plan->control) {
		counting->control = bench_control__open(plan->control, err, sizeof(err));
		if (!counting->control)
			return bench_options__error("--control", plan->control, err);
	}
	if (!plan->events && plan->cycles != BENCH_CYCLES_EVENT)
		return 0;
	counting->ctr = bench_counters__new(plan, NULL, err, sizeof(err));
	if (!counting->ctr)
		return bench_options__error("--event", plan->events ?: "cycles", err);
	/* The counters' note says that ticks stand for cycles. */
	if (plan->cycles == BENCH_CYCLES_EVENT && !bench_counters__cycles_name(counting->ctr))
		plan->cycles = BENCH_CYCLES_TSC;
	return 0;
}

/* Not so where libnuma is missing, or numactl(8) has set a policy. */
static void note_balancing(struct bench_results *res)
{
	const struct bench_host_field *f = bench_host__find(&res->host, "numa_balancing");

	if (f && f->type == BENCH_HOST_NUMBER && f->number > 0)
		bench_results__note(res,
				    "warning: numa_balancing is on, and could not be kept off: its faults are timed too");
}

static int run(const struct bench_plan *plan, struct counting *counting,
	       struct bench_results *res)
{
	bool stopped;
	int ret;

	ret = fill_pools(plan);
	if (ret)
		return ret;
	stopped = bench_node__stop_balancing();
	if (!stopped)
		note_balancing(res);
	ret = measure(plan, counting, res);
	if (stopped)
		bench_node__resume_balancing();
	return ret;
}

/* What a busy machine took away is not in the numbers; who looks at the time should know. */
static int note_preempted(struct bench_results *res)
{
	const struct bench_spent *spent = &res->spent;
	double all = spent->timed + spent->preempted;

	if (!(spent->preempted > PREEMPTED_TOLD * all))
		return 0;
	return bench_results__note(res,
				   "other tasks had the CPU for %.0f%% of the samples' time, which does not count",
				   spent->preempted / all * 100);
}

/* The workload's remarks, once it has seen its samples. */
static int report(const struct bench_plan *plan, struct bench_results *res,
		  struct bench_output *out)
{
	int i, ret, code = 0;

	for (i = 0; i < res->nr_cases; i++) {
		if (!res->cases[i].failed)
			continue;
		fprintf(stderr, "perf bench: %s: %s\n", res->cases[i].function,
			res->cases[i].failed);
		code = 1;
	}
	ret = bench_plan__note_cases(plan, res) ?: note_preempted(res);
	if (ret) {
		fprintf(stderr, "perf bench: %s\n", strerror(-ret));
		return 1;
	}
	bench_results__summarize(res);
	if (plan->w->conclude && plan->w->conclude(plan, res)) {
		fprintf(stderr, "perf bench: out of memory\n");
		code = 1;
	}
	ret = bench_output__write(out, plan, res);
	if (ret)
		return ret;
	return res->partial ? BENCH_EXIT_INTERRUPTED : code;
}

static bool asks_for_list(const char *functions)
{
	return !strcmp(functions, "help");
}

static int run_plan(struct bench_plan *plan)
{
	struct counting counting = { .ctr = NULL };
	struct bench_results res;
	struct bench_output out;
	int ret;

	ret = open_counting(plan, &counting);
	if (ret)
		goto out_counting;
	ret = bench_output__open(&out, plan);
	if (ret)
		goto out_counting;
	bench_output__header(plan);
	bench_results__init(&res);
	ret = bench_plan__fill_results(plan, &res);
	if (ret) {
		fprintf(stderr, "perf bench: %s\n", strerror(-ret));
		ret = 1;
		goto out;
	}
	counting.stop = bench_stop__catch(plan);
	if (!counting.stop) {
		fprintf(stderr, "perf bench: out of memory\n");
		ret = 1;
		goto out;
	}
	ret = run(plan, &counting, &res);
	bench_hugepages__restore();
	if (!ret && res.partial)
		fprintf(stderr, "perf bench: interrupted; %d of %d cases have samples\n",
			bench_results__nr_measured(&res), res.nr_cases);
	if (!ret)
		ret = report(plan, &res, &out);
	else if (res.partial)
		report(plan, &res, &out);
	/* Not before: timeout(1) signals twice, and the second is not to cut the report. */
	bench_stop__release();
out:
	bench_output__close(&out);
	bench_results__exit(&res);
out_counting:
	close_counting(&counting);
	return ret;
}

int bench_main(const struct bench_workload *workload, int argc, const char **argv)
{
	struct bench_options opts;
	struct bench_plan plan = { .w = NULL };
	const char **words;
	int ret, nr = argc;

	bench_output__buffer();
	/* parse_options() moves the words about; the results hold them as they were. */
	words = calloc(argc + 1, sizeof(*words));
	if (!words) {
		fprintf(stderr, "perf bench: out of memory\n");
		return 1;
	}
	memcpy(words, argv, argc * sizeof(*words));

	ret = bench_options__parse(&opts, workload, argc, argv);
	if (!ret && asks_for_list(opts.function)) {
		bench_plan__list_functions(workload, stdout);
		goto out;
	}
	if (!ret)
		ret = bench_plan__init(&plan, workload, &opts);
	if (!ret) {
		plan.argc = nr;
		plan.argv = words;
		ret = run_plan(&plan);
	}
	bench_plan__exit(&plan);
out:
	free(words);
	return ret;
}
