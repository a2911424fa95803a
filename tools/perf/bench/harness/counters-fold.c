// SPDX-License-Identifier: GPL-2.0
/*
 * From what the workers counted in a sample to an event's line in a case's result.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "counters-priv.h"

/**
 * bench_counter_result__add - add one sample to an event's sums
 * @result: the event in a case
 * @count: what each worker counted
 * @nr: number of workers
 * @loops: of the sample
 *
 * A sample that some worker did not count is left out: half a count is no count.
 *
 * Return: 0, or -EAGAIN if it was left out.
 */
int bench_counter_result__add(struct bench_counter_result *result,
			      const struct bench_count *const *count, int nr, u64 loops)
{
	u64 enabled = 0, running = 0;
	double sum = 0;
	int i;

	for (i = 0; i < nr; i++) {
		if (!count[i]->running)
			return -EAGAIN;
		sum += bench_count__scaled(count[i]);
		enabled += count[i]->enabled;
		running += count[i]->running;
	}
	result->sum += sum;
	result->sum_enabled += enabled;
	result->sum_running += running;
	result->loops += loops;
	result->rounds++;
	return 0;
}

static void result__unknown(struct bench_counter_result *result)
{
	result->value = NAN;
	result->running = NAN;
	result->per_line = NAN;
	result->per_page = NAN;
	result->per_op = NAN;
}

/* A case's lines for the events, made when they are first needed. */
static int case__make_counters(const struct bench_counters *ctr, struct bench_case_result *cr)
{
	int i;

	if (cr->counters || !ctr->nr_shown)
		return 0;
	cr->counters = calloc(ctr->nr_shown, sizeof(*cr->counters));
	if (!cr->counters)
		return -ENOMEM;
	for (i = 0; i < ctr->nr_shown; i++) {
		result__unknown(&cr->counters[i]);
		cr->counters[i].name = strdup(ctr->events.v[i].name);
		if (!cr->counters[i].name)
			return -ENOMEM;
		cr->nr_counters++;
	}
	return 0;
}

/**
 * bench_counters__fold - add what the workers counted in one sample to a case
 * @ctr: the counters
 * @crew: whose workers have collected
 * @nr: workers that were active
 * @pass: the pass that was counted
 * @loops: of the sample
 * @cr: the case
 *
 * Return: 0 or -ENOMEM.
 */
int bench_counters__fold(struct bench_counters *ctr, struct bench_crew *crew, int nr, int pass,
			 u64 loops, struct bench_case_result *cr)
{
	const struct bench_count **count;
	int i, j, ret;

	ret = case__make_counters(ctr, cr);
	if (ret || !ctr->nr_shown)
		return ret;
	count = calloc(nr, sizeof(*count));
	if (!count)
		return -ENOMEM;
	for (i = 0; i < ctr->nr_shown; i++) {
		if (!(ctr->pass_set[pass] & (1ULL << i)))
			continue;
		for (j = 0; j < nr; j++)
			count[j] = &bench_crew__worker(crew, j)->count[i];
		bench_counter_result__add(&cr->counters[i], count, nr, loops);
	}
	free(count);
	return 0;
}

/**
 * bench_counters__cycles - the cycles of a sample, for -c
 * @ctr: the counters
 * @crew: whose workers have collected
 * @nr: workers that were active
 *
 * Return: cycles of all workers, NAN if one of them could not count.
 */
double bench_counters__cycles(struct bench_counters *ctr, struct bench_crew *crew, int nr)
{
	double sum = 0;
	int i;

	if (ctr->cycles < 0)
		return NAN;
	for (i = 0; i < nr; i++)
		sum += bench_count__scaled(&bench_crew__worker(crew, i)->count[ctr->cycles]);
	return sum;
}

static bool event__supported(const struct bench_counters *ctr, int event)
{
	int i;

	if (ctr->events.v[event].error)
		return false;
	for (i = 0; i < ctr->nr_workers; i++) {
		if (ctr->workers[i].slot[event].error)
			return false;
	}
	return true;
}

static double per(double value, double amount)
{
	return amount > 0 ? value / amount : NAN;
}

static void settle_event(const struct bench_counters *ctr, struct bench_case_result *cr, int event)
{
	struct bench_counter_result *result = &cr->counters[event];
	u64 page = bench_page__size(cr->axis[BENCH_AXIS_PAGE]);

	result__unknown(result);
	if (!event__supported(ctr, event)) {
		result->state = BENCH_COUNTER_NOT_SUPPORTED;
		result->rounds = 0;
		return;
	}
	if (!result->rounds || !result->loops || !result->sum_enabled) {
		result->state = BENCH_COUNTER_NOT_COUNTED;
		return;
	}
	result->state = BENCH_COUNTER_COUNTED;
	result->value = result->sum / result->loops;
	result->running = (double)result->sum_running / result->sum_enabled;
	if (result->running > 1)
		result->running = 1;
	result->per_line = per(result->value, cr->bytes / 64.0);
	result->per_page = page ? per(result->value, (double)cr->bytes / page) : NAN;
	result->per_op = per(result->value, cr->ops);
}

/* Instructions over cycles of the same side, if both were counted. */
static double case__ipc(const struct bench_counters *ctr, const struct bench_case_result *cr)
{
	const struct bench_event *v = ctr->events.v;
	int c, i;

	for (c = 0; c < ctr->nr_shown; c++) {
		if (v[c].role != BENCH_EVENT_CYCLES || !(cr->counters[c].value > 0))
			continue;
		for (i = 0; i < ctr->nr_shown; i++) {
			if (v[i].role == BENCH_EVENT_INSTRUCTIONS && v[i].pmu == v[c].pmu &&
			    v[i].attr.exclude_user == v[c].attr.exclude_user &&
			    v[i].attr.exclude_kernel == v[c].attr.exclude_kernel &&
			    cr->counters[i].state == BENCH_COUNTER_COUNTED)
				return cr->counters[i].value / cr->counters[c].value;
		}
	}
	return NAN;
}

/* What stands with the numbers in every output: how they came about, and what is missing. */
static int add_notes(struct bench_counters *ctr, struct bench_results *res)
{
	const char *cycles = bench_counters__cycles_name(ctr);
	const char *hint = bench_counters__hint(ctr);
	int ret = 0;

	if (cycles)
		ret = bench_results__note(res, "cycles: the event %s", cycles);
	else if (ctr->cycles_missing)
		ret = bench_results__note(res, "cycles: not counted here: TSC ticks instead");
	if (!ret && ctr->nr_passes > 1)
		ret = bench_results__note(res, "events: too many at once for the PMU: %d passes",
					  ctr->nr_passes);
	if (!ret && hint)
		ret = bench_results__note(res, "events: %s", hint);
	return ret;
}

/**
 * bench_counters__settle - make states, means and derived values of the sums
 * @ctr: the counters, with the workers' ends of them closed or open
 * @res: all cases of the run; those that were not timed are left alone
 *
 * per_line is the count by 64 bytes, per_page by the case's page, per_op by operation,
 * ipc instructions by cycles; each is NAN if it is not known. Notes say how many rounds
 * an event had, and why some are missing.
 *
 * Return: 0 or -ENOMEM.
 */
int bench_counters__settle(struct bench_counters *ctr, struct bench_results *res)
{
	int i, j;

	for (i = 0; i < res->nr_cases; i++) {
		struct bench_case_result *cr = &res->cases[i];

		cr->ipc = NAN;
		if (cr->failed)
			continue;
		if (case__make_counters(ctr, cr))
			return -ENOMEM;
		for (j = 0; j < cr->nr_counters; j++)
			settle_event(ctr, cr, j);
		if (cr->nr_counters)
			cr->ipc = case__ipc(ctr, cr);
	}
	return add_notes(ctr, res);
}
