// SPDX-License-Identifier: GPL-2.0
/* What the results of a run take from its plan. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include "../bench.h"
#include "results-plan.h"
#include "sample.h"

static int fill_case(const struct bench_plan *plan, const struct bench_case *c, int block,
		     struct bench_results *res)
{
	const struct bench_workload *w = plan->w;
	struct bench_amount amount = { 0, 0, 0 };
	struct bench_case_result *cr;
	int workers = bench_part__workers(&w->parts[w->metrics[0].part],
					  c->axis[BENCH_AXIS_THREADS]);

	cr = bench_results__add_case(res, c->fn->name);
	if (!cr)
		return -ENOMEM;
	w->amount(plan, c, w->metrics[0].part, &amount);
	memcpy(cr->axis, c->axis, sizeof(cr->axis));
	cr->weak = c->fn->weak;
	cr->block = block;
	cr->bytes = amount.bytes * workers;
	cr->ops = amount.ops * workers;
	return 0;
}

/* One note for all functions that are left out for the same need. */
static int note_skipped(const struct bench_plan *plan, int first, struct bench_results *res)
{
	const char *need = bench_function__needs(plan->skipped[first]);
	char names[256] = "";
	size_t len = 0;
	int i;

	for (i = 0; i < plan->nr_skipped; i++) {
		if (strcmp(bench_function__needs(plan->skipped[i]), need))
			continue;
		if (i < first)
			return 0;
		len += scnprintf(names + len, sizeof(names) - len, "%s%s", i == first ? "" : ", ",
				 plan->skipped[i]->name);
	}
	return bench_results__note(res, "%s: not run: this machine lacks %s", names, need);
}

static int fill_notes(const struct bench_plan *plan, struct bench_results *res)
{
	int i, ret = 0;

	for (i = 0; i < plan->nr_skipped && !ret; i++)
		ret = note_skipped(plan, i, res);
	if (!ret && plan->nr_folded)
		ret = bench_results__note(res,
					  "a chunk longer than the size is the whole extent: %d cases not run twice",
					  plan->nr_folded);
	if (!ret && plan->nr_cpus && plan->max_threads > plan->nr_cpus)
		ret = bench_results__note(res, "%d threads on %d CPU%s: they take turns",
					  plan->max_threads, plan->nr_cpus,
					  plan->nr_cpus == 1 ? "" : "s");
	return ret;
}

static int fill_metrics(const struct bench_plan *plan, struct bench_results *res)
{
	int i, ret = 0;

	for (i = 0; i < plan->nr_metrics && !ret; i++) {
		const struct bench_metric *m = &plan->w->metrics[i];
		const char *unit = bench_unit__str(bench_sample__unit(plan, m));

		ret = bench_results__set_string(&res->metrics[i].name, m->name);
		if (!ret)
			ret = bench_results__set_string(&res->metrics[i].unit, unit);
		res->metrics[i].less_is_better = bench_unit__less_is_better(unit);
	}
	res->nr_metrics = plan->nr_metrics;
	return ret;
}

/* perf bench hands on "mem-clear" as the first word, and -r apart: so it can be run again. */
static int fill_command(const struct bench_plan *plan, struct bench_results *res)
{
	const char *name = plan->w->name, *slash = strchr(name, '/');
	char collection[32], repeat[16];
	const char *first[6] = { "perf", "bench" };
	int i, ret = 0, nr = 2;

	if (bench_repeat_given) {
		snprintf(repeat, sizeof(repeat), "%u", bench_repeat);
		first[nr++] = "-r";
		first[nr++] = repeat;
	}
	snprintf(collection, sizeof(collection), "%.*s", (int)(slash - name), name);
	first[nr++] = collection;
	first[nr++] = slash + 1;

	res->command = calloc(nr + plan->argc, sizeof(*res->command));
	if (!res->command)
		return -ENOMEM;
	for (i = 0; i < nr + plan->argc - 1 && !ret; i++) {
		const char *word = i < nr ? first[i] : plan->argv[i - nr + 1];

		ret = bench_results__set_string(&res->command[i], word);
		res->nr_command = i + 1;
	}
	return ret;
}

/**
 * bench_plan__fill_results - what a run's results hold before it is run
 * @plan: the plan
 * @res: initialized; gets the plan's cases in its order, the command line, the host block
 *
 * Return: 0 or a negative errno.
 */
int bench_plan__fill_results(const struct bench_plan *plan, struct bench_results *res)
{
	int b, i, ret;

	res->seed = plan->seed;
	res->axes = 1U << BENCH_AXIS_THREADS;
	for (i = 0; i < plan->w->nr_axes; i++)
		res->axes |= 1U << plan->w->axes[i].axis;
	ret = bench_results__set_string(&res->benchmark, plan->w->name);
	if (!ret && plan->w->op)
		ret = bench_results__set_string(&res->op, plan->w->op);
	if (!ret && plan->base)
		ret = bench_results__set_string(&res->base, plan->base->name);
	if (!ret)
		ret = fill_command(plan, res);
	if (!ret)
		ret = fill_metrics(plan, res);
	for (b = 0; b < plan->nr_blocks; b++) {
		for (i = 0; i < plan->blocks[b].nr && !ret; i++)
			ret = fill_case(plan, &plan->cases[plan->blocks[b].first + i], b, res);
	}
	if (!ret)
		ret = bench_host__collect(&res->host);
	return ret ?: fill_notes(plan, res);
}

/**
 * bench_plan__note_cases - what the workload has to say of each case, after its samples
 * @plan: the plan
 * @res: from bench_plan__fill_results()
 *
 * Return: 0 or a negative errno.
 */
int bench_plan__note_cases(const struct bench_plan *plan, struct bench_results *res)
{
	int i, ret = 0;

	for (i = 0; i < plan->nr_cases && plan->w->note && !ret; i++) {
		const char *note = plan->w->note(plan, &plan->cases[i]);

		if (note)
			ret = bench_results__set_string(&res->cases[i].note, note);
	}
	return ret;
}
