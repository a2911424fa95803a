// SPDX-License-Identifier: GPL-2.0
/* One sample: the workload's parts run and timed in all workers, and what comes of it. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <linux/kernel.h>
#include "control.h"
#include "sample.h"

/* Off the CPU for less than this is an interrupt, or the clocks' disagreement. */
#define PREEMPTED_MIN_NS	10000

static const struct bench_workload *workload(const struct bench_sampler *s)
{
	return s->plan->w;
}

static bool part_is_off(const struct bench_sampler *s, int part)
{
	return s->plan->parts_off & (1U << part);
}

/* Not made of a part's time: the workload says it. */
static bool is_own(enum bench_unit unit)
{
	return unit == BENCH_UNIT_COUNT || unit == BENCH_UNIT_VALUE_BYTES_PER_SEC ||
	       unit == BENCH_UNIT_VALUE_NSEC;
}

/* Is a sample made of this part, or does the part only prepare for it? */
static bool part_is_measured(const struct bench_sampler *s, int p)
{
	const struct bench_metric *m = workload(s)->metrics;
	int i;

	if (workload(s)->parts[p].counted)
		return true;
	for (i = 0; i < s->plan->nr_metrics; i++) {
		if (!is_own(m[i].unit) && (m[i].part == p || m[i].less == BENCH_LESS(p)))
			return true;
	}
	return false;
}

static u64 less(u64 a, u64 b)
{
	return a > b ? a - b : 0;
}

/*
 * CPU time is read outside of the clock's readings, so that what the system calls take can
 * only hide some of the time off the CPU, and a part that nobody interrupts has none.
 */
static u64 preempted_ns(const struct bench_worker *w, int p, u64 cpu_ns)
{
	u64 ns = less(less(w->stop[p].ns, w->start[p].ns), cpu_ns);

	return ns < PREEMPTED_MIN_NS ? 0 : ns;
}

static int run_part(const struct bench_sampler *s, struct bench_worker *w, int p, u64 loops,
		    int pass)
{
	const struct bench_part *part = &workload(s)->parts[p];
	bool warm_up = pass == BENCH_SAMPLE_WARM_UP;
	bool counted = part->counted && !warm_up;
	bool count_events = counted && s->counters;
	/*
	 * Of several workers, one may have waited for another, or for its turn on the CPU. With
	 * -l no loops are to be found, so that nobody asks how long a warm-up took.
	 */
	bool watched = workload(s)->computes && s->clock->cpu && w->nr == 1 &&
		       part_is_measured(s, p) && !(warm_up && s->plan->loops);
	u64 cpu_ns = BENCH_CLOCK_UNKNOWN, cpu_now = BENCH_CLOCK_UNKNOWN;
	int ret = 0, err;

	w->ops[p] = 0;
	w->preempted[p] = 0;
	if (counted && s->control_on && !w->index)
		ret = s->control_on(s->control);
	if (ret)
		return bench_worker__fail(w, ret, "--control: %s", bench_control__strerror(ret));

	ret = bench_crew__barrier(w);
	if (ret)
		return ret;
	if (watched)
		cpu_ns = s->clock->cpu(s->clock);
	if (count_events)
		bench_counters__enable(s->counters, w, pass);
	s->clock->start(s->clock, &w->start[p]);
	ret = part->run(w, loops);
	s->clock->stop(s->clock, &w->stop[p]);
	if (count_events)
		bench_counters__disable(s->counters, w, pass);
	if (!ret && (w->start[p].ns == BENCH_CLOCK_UNKNOWN || w->stop[p].ns == BENCH_CLOCK_UNKNOWN))
		ret = bench_worker__fail(w, -EIO, "the clock could not be read");
	if (watched)
		cpu_now = s->clock->cpu(s->clock);
	if (cpu_ns != BENCH_CLOCK_UNKNOWN && cpu_now != BENCH_CLOCK_UNKNOWN)
		w->preempted[p] = preempted_ns(w, p, cpu_now - cpu_ns);

	if (counted && s->control_off) {
		err = bench_crew__barrier(w);
		if (!err && !w->index)
			err = s->control_off(s->control);
		if (err && !ret)
			ret = bench_worker__fail(w, err, "--control: %s",
						 bench_control__strerror(err));
	}
	return ret;
}

static int job_sample(struct bench_worker *w, const struct bench_job *job)
{
	const struct bench_sampler *s = (const struct bench_sampler *)(uintptr_t)job->arg;
	int p, ret = 0;

	w->priv = w->privs[w->c->index];
	w->warm_up = job->pass == BENCH_SAMPLE_WARM_UP;
	w->interrupted = s->stop;
	for (p = 0; p < workload(s)->nr_parts && !ret; p++) {
		if (!part_is_off(s, p))
			ret = run_part(s, w, p, job->loops, job->pass);
	}
	if (!ret && s->counters && job->pass != BENCH_SAMPLE_WARM_UP)
		bench_counters__collect(s->counters, w, job->pass);
	return ret;
}

/**
 * struct part_time - how long one part took
 * @workers: those whose time it is
 * @window_ns: from their first start to their last stop, less @preempted_ns
 * @preempted_ns: when other tasks had the CPU
 * @tsc: their ticks, added up
 * @ops: their operations
 * @bytes: their bytes
 * @pages: their pages
 */
struct part_time {
	int	workers;
	double	window_ns;
	double	preempted_ns;
	double	tsc;
	double	ops;
	double	bytes;
	double	pages;
};

static void time_part(struct part_time *t, const struct bench_sampler *s,
		      const struct bench_case *c, int p, int threads, u64 loops)
{
	const struct bench_part *part = &workload(s)->parts[p];
	struct bench_amount amount = { 0, 0, 0 };
	int from = part->who == BENCH_WHO_OTHERS;
	int to = from + bench_part__workers(part, threads);
	u64 first = UINT64_MAX, last = 0;
	int i;

	memset(t, 0, sizeof(*t));
	workload(s)->amount(s->plan, c, p, &amount);
	for (i = from; i < to; i++) {
		const struct bench_worker *w = bench_crew__worker(s->crew, i);

		first = min(first, w->start[p].ns);
		last = max(last, w->stop[p].ns);
		t->preempted_ns += w->preempted[p];
		t->tsc += less(w->stop[p].tsc, w->start[p].tsc);
		t->ops += amount.ops ? (double)amount.ops * loops : (double)w->ops[p];
	}
	/* Only a worker that is alone is ever preempted: see run_part(). */
	t->window_ns = max(less(last, first) - t->preempted_ns, 0.0);
	t->tsc = max(t->tsc - t->preempted_ns * s->clock->tsc_hz / 1e9, 0.0);
	t->workers = to - from;
	t->bytes = (double)amount.bytes * loops * t->workers;
	t->pages = (double)amount.pages * loops * t->workers;
}

/* What the parts took that are taken off others; each once a sample. */
static void note_baselines(struct bench_baseline *baselines, const struct bench_sampler *s,
			   const struct bench_case *c, int threads, u64 loops)
{
	struct part_time t;
	int p, i;

	for (p = 0; p < workload(s)->nr_parts; p++) {
		for (i = 0; i < s->plan->nr_metrics; i++) {
			if (workload(s)->metrics[i].less == BENCH_LESS(p))
				break;
		}
		if (i == s->plan->nr_metrics)
			continue;
		time_part(&t, s, c, p, threads, loops);
		bench_baseline__add(&baselines[p], loops, t.window_ns, t.tsc);
	}
}

/*
 * The time that is not the part's: another part's, or else that of reading the clock, which
 * all parts have in them. What is left of a difference may be less than nothing, if the
 * machine changed its speed: leaving such samples out would shift the rest.
 */
static void take_off(struct part_time *t, const struct bench_sampler *s,
		     const struct bench_baseline *off)
{
	if (!off) {
		t->window_ns = max(t->window_ns - s->clock->cost_ns, 0.0);
		t->tsc = max(t->tsc - (double)s->clock->cost_tsc * t->workers, 0.0);
		return;
	}
	/* 0 is what a clock reads that is not there, or too slow: no difference of nothing. */
	t->window_ns = t->window_ns ? t->window_ns - bench_baseline__ns(off) : NAN;
	t->tsc = t->tsc ? t->tsc - bench_baseline__tsc(off) : NAN;
}

static double ratio(double a, double b)
{
	return a > 0 && b > 0 ? a / b : NAN;
}

/* Of a time or ticks, which may be below 0 if it is a difference. */
static double quotient(double a, double b, bool difference)
{
	return difference && b > 0 ? a / b : ratio(a, b);
}

static double sum_values(const struct bench_sampler *s, int i, int threads)
{
	double sum = 0;
	int k;

	for (k = 0; k < threads; k++)
		sum += bench_crew__worker(s->crew, k)->value[i];
	return sum;
}

static double metric_value(const struct bench_sampler *s, const struct bench_case *c,
			   const struct bench_metric *m, int threads, u64 loops, double cycles,
			   const struct bench_baseline *off)
{
	enum bench_unit unit = bench_sample__unit(s->plan, m);
	bool difference = off;
	struct part_time t;

	if (is_own(unit))
		return sum_values(s, m->part, threads);
	if (part_is_off(s, m->part))
		return NAN;
	time_part(&t, s, c, m->part, threads, loops);
	take_off(&t, s, off);
	if (s->plan->cycles != BENCH_CYCLES_EVENT || !workload(s)->parts[m->part].counted)
		cycles = t.tsc;

	switch (unit) {
	case BENCH_UNIT_BYTES_PER_SEC:
		return ratio(t.bytes * 1e9, t.window_ns);
	case BENCH_UNIT_OPS_PER_SEC:
		return ratio(t.ops * 1e9, t.window_ns);
	case BENCH_UNIT_NSEC_PER_OP:
		return quotient(t.window_ns * t.workers, t.ops, difference);
	case BENCH_UNIT_NSEC_PER_PAGE:
		return quotient(t.window_ns * t.workers, t.pages, difference);
	case BENCH_UNIT_NSEC:
		return quotient(t.window_ns, loops, difference);
	case BENCH_UNIT_CYCLES_PER_OP:
		return quotient(cycles, t.ops, difference);
	case BENCH_UNIT_CYCLES_PER_BYTE:
		return quotient(cycles, t.bytes, difference);
	case BENCH_UNIT_COUNT:
	case BENCH_UNIT_VALUE_BYTES_PER_SEC:
	case BENCH_UNIT_VALUE_NSEC:
	case BENCH_UNIT_NR:
	default:
		return NAN;
	}
}

static void add_spent(struct bench_sampler *s, const struct bench_case *c, int threads,
		      u64 loops, int pass)
{
	struct bench_spent *spent = &s->results->spent;
	struct part_time t;
	int p;

	for (p = 0; p < workload(s)->nr_parts; p++) {
		if (part_is_off(s, p))
			continue;
		time_part(&t, s, c, p, threads, loops);
		spent->preempted += t.preempted_ns / 1e9;
		if (pass != BENCH_SAMPLE_WARM_UP && part_is_measured(s, p))
			spent->timed += t.window_ns / 1e9;
		else
			spent->warm_up += t.window_ns / 1e9;
	}
}

/*
 * How long the headline's part took the worker that was done soonest, and how the slowest
 * compares with it. The window that all of them have in common would say no more than that they
 * started far apart.
 */
static void compare_workers(struct bench_sample *sample, const struct bench_sampler *s,
			    int threads)
{
	int p = workload(s)->metrics[0].part;
	const struct bench_part *part = &workload(s)->parts[p];
	int from = part->who == BENCH_WHO_OTHERS, nr = bench_part__workers(part, threads);
	u64 fastest = UINT64_MAX, slowest = 0;
	int i;

	for (i = from; i < from + nr; i++) {
		const struct bench_worker *w = bench_crew__worker(s->crew, i);
		u64 ns = less(less(w->stop[p].ns, w->start[p].ns), w->preempted[p]);

		fastest = min(fastest, ns);
		slowest = max(slowest, ns);
	}
	sample->shortest_ns = nr > 0 ? less(fastest, s->clock->cost_ns) : 0;
	sample->spread = nr > 1 && fastest ? (double)slowest / fastest - 1 : NAN;
}

/**
 * bench_sample__unit - the unit that a metric is given in
 * @plan: the plan, for --cycles
 * @m: the metric
 *
 * With --cycles times and rates become cycles; a cycles event covers the counted part only,
 * so that the other parts keep their unit then.
 */
enum bench_unit bench_sample__unit(const struct bench_plan *plan, const struct bench_metric *m)
{
	if (plan->cycles == BENCH_CYCLES_OFF || is_own(m->unit))
		return m->unit;
	if (plan->cycles == BENCH_CYCLES_EVENT && !plan->w->parts[m->part].counted)
		return m->unit;
	if (m->unit == BENCH_UNIT_BYTES_PER_SEC)
		return BENCH_UNIT_CYCLES_PER_BYTE;
	if (m->unit == BENCH_UNIT_NSEC_PER_OP || m->unit == BENCH_UNIT_OPS_PER_SEC)
		return BENCH_UNIT_CYCLES_PER_OP;
	return m->unit;
}

/**
 * bench_sample__take - run one sample
 * @sample: what came of it
 * @s: the sampler
 * @c: the case
 * @threads: workers
 * @loops: how often the operation is repeated
 * @pass: which events are counted, or BENCH_SAMPLE_WARM_UP: none
 * @baselines: BENCH_PARTS_MAX of them, the case's, all zero before its first sample
 *
 * Return: 0, or negative errno with the text in bench_crew__error().
 */
int bench_sample__take(struct bench_sample *sample, struct bench_sampler *s,
		       const struct bench_case *c, int threads, u64 loops, int pass,
		       struct bench_baseline *baselines)
{
	const struct bench_workload *w = workload(s);
	struct bench_job job = {
		.fn	= job_sample,
		.c	= c,
		.loops	= loops,
		.pass	= pass,
		.arg	= (uintptr_t)s,
	};
	double cycles;
	int i, ret;

	ret = bench_crew__call(s->crew, threads, &job);
	if (ret)
		return ret;
	cycles = s->counters ? bench_counters__cycles(s->counters, s->crew, threads) : NAN;
	note_baselines(baselines, s, c, threads, loops);
	for (i = 0; i < s->plan->nr_metrics; i++) {
		int p = w->metrics[i].less - 1;

		sample->value[i] = metric_value(s, c, &w->metrics[i], threads, loops, cycles,
						p >= 0 ? &baselines[p] : NULL);
	}
	compare_workers(sample, s, threads);
	add_spent(s, c, threads, loops, pass);
	return 0;
}

/* Operations that the headline's part did, where nobody could say beforehand how many. */
static void fold_ops(const struct bench_sampler *s, int threads, struct bench_case_result *cr)
{
	int p = workload(s)->metrics[0].part, i;
	double ops = 0;

	for (i = 0; i < threads; i++)
		ops += bench_crew__worker(s->crew, i)->ops[p];
	cr->sum_ops += ops;
	if (cr->sum_ops > 0)
		cr->ops = llround(cr->sum_ops / (cr->metric[0].nr + 1.0));
}

/**
 * bench_sample__fold - add a sample's counters and spread to its case
 * @sample: the sample
 * @s: the sampler
 * @threads: workers
 * @loops: loops of the sample
 * @pass: which events it counted
 * @cr: the case's result
 *
 * Return: 0 or -ENOMEM.
 */
int bench_sample__fold(const struct bench_sample *sample, struct bench_sampler *s,
		       int threads, u64 loops, int pass, struct bench_case_result *cr)
{
	double n = cr->metric[0].nr;

	if (!isnan(sample->spread))
		cr->spread = isnan(cr->spread) ? sample->spread :
			     cr->spread + (sample->spread - cr->spread) / (n + 1);
	fold_ops(s, threads, cr);
	if (!s->counters)
		return 0;
	return bench_counters__fold(s->counters, s->crew, threads, pass, loops, cr);
}
