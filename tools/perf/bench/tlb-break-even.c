// SPDX-License-Identifier: GPL-2.0
/*
 * What the cases of perf bench tlb range say together: from how many pages on a full flush
 * is cheaper than one by page, or, where the ceiling may not be set, what happens at it.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "harness/results.h"
#include "tlb-range.h"

/**
 * struct verdict - where the curves of two ways to flush cross
 * @ranged_until: most pages at which flushing by page is cheaper beyond noise, 0: never
 * @full_from: least pages from which on a full flush is cheaper beyond noise wherever the two
 *	can be told apart, 0: never
 */
struct verdict {
	u64	ranged_until;
	u64	full_from;
};

static const struct bench_case_result *find_case(const struct bench_plan *plan,
						 const struct bench_results *res,
						 const struct bench_case *like,
						 enum tlb_flush how, u64 pages)
{
	int i;

	for (i = 0; i < plan->nr_cases; i++) {
		const struct bench_case *c = &plan->cases[i];

		if (tlb_function__of(c->fn)->op == tlb_function__of(like->fn)->op &&
		    tlb_function__of(c->fn)->how == how && c->axis[BENCH_AXIS_PAGES] == pages &&
		    c->axis[BENCH_AXIS_THREADS] == like->axis[BENCH_AXIS_THREADS])
			return &res->cases[i];
	}
	return NULL;
}

/*
 * What each round has a process pay for an operation: itself, or with reading again what it
 * and its flush took away. A process that flushes once needs all of its hot set again, so
 * that it counts in full, however many operations a sample has.
 */
static double *costs(const struct bench_case_result *cr, bool refill)
{
	const struct bench_series *op = &cr->metric[TLB_METRIC_OPERATION];
	const struct bench_series *pages = &cr->metric[TLB_METRIC_REFILL];
	const struct bench_series *hot = &cr->metric[TLB_METRIC_REFILL_HOT];
	double *v = calloc(op->nr + 1, sizeof(*v));
	size_t i;

	for (i = 0; v && i < op->nr; i++) {
		v[i] = op->v[i];
		if (!refill)
			continue;
		v[i] += i < hot->nr ? hot->v[i] : NAN;
		/* Of what was unmapped, nothing can be read again. */
		if (i < pages->nr && !isnan(pages->v[i]))
			v[i] += pages->v[i];
	}
	return v;
}

/* How much cheaper a is than b, in percent, round by round. */
static int compare(const struct bench_case_result *a, const struct bench_case_result *b,
		   bool refill, u64 seed, struct bench_speedup *sp)
{
	double *va = costs(a, refill), *vb = costs(b, refill);
	int ret = -ENOMEM;

	if (va && vb) {
		bench_stats__speedup(sp, va, vb,
				     min(a->metric[TLB_METRIC_OPERATION].nr,
					 b->metric[TLB_METRIC_OPERATION].nr), true, seed);
		ret = 0;
	}
	free(va);
	free(vb);
	return ret;
}

static bool is_first_of_op(const struct bench_plan *plan, const struct bench_case *c)
{
	int i;

	/* One conclusion for an operation and a number of threads: at its first case. */
	for (i = 0; i < c->index; i++) {
		const struct bench_case *o = &plan->cases[i];

		if (o->axis[BENCH_AXIS_THREADS] == c->axis[BENCH_AXIS_THREADS] &&
		    tlb_function__of(o->fn)->op == tlb_function__of(c->fn)->op)
			return false;
	}
	return true;
}

/* Whether a pair of a full flush and one by page was measured, so that they can be compared. */
static bool has_pair(const struct bench_plan *plan, const struct bench_results *res,
		     const struct bench_case *c)
{
	return find_case(plan, res, c, TLB_FLUSH_FULL, c->axis[BENCH_AXIS_PAGES]) &&
	       find_case(plan, res, c, TLB_FLUSH_RANGED, c->axis[BENCH_AXIS_PAGES]);
}

/* How much cheaper than by page a full flush of each case's pages is; NAN: not beyond noise. */
static int compare_pairs(const struct bench_plan *plan, const struct bench_results *res,
			 const struct bench_case *like, bool refill, double *percent)
{
	const struct bench_case_result *full, *ranged;
	struct bench_speedup sp;
	int i, ret;

	for (i = 0; i < plan->nr_cases; i++) {
		u64 pages = plan->cases[i].axis[BENCH_AXIS_PAGES];

		percent[i] = NAN;
		full = find_case(plan, res, like, TLB_FLUSH_FULL, pages);
		ranged = find_case(plan, res, like, TLB_FLUSH_RANGED, pages);
		if (!full || !ranged || full != &res->cases[i])
			continue;
		ret = compare(full, ranged, refill, plan->seed, &sp);
		if (ret)
			return ret;
		if (!sp.noise)
			percent[i] = sp.percent;
	}
	return 0;
}

static int find_verdict(const struct bench_plan *plan, const struct bench_results *res,
			const struct bench_case *like, bool refill, struct verdict *v)
{
	double *percent = calloc(plan->nr_cases, sizeof(*percent));
	int i, ret;

	memset(v, 0, sizeof(*v));
	if (!percent)
		return -ENOMEM;
	ret = compare_pairs(plan, res, like, refill, percent);
	for (i = 0; i < plan->nr_cases && !ret; i++) {
		if (percent[i] < 0)
			v->ranged_until = max(v->ranged_until,
					      plan->cases[i].axis[BENCH_AXIS_PAGES]);
	}
	for (i = 0; i < plan->nr_cases && !ret; i++) {
		u64 pages = plan->cases[i].axis[BENCH_AXIS_PAGES];

		if (percent[i] > 0 && pages > v->ranged_until &&
		    (!v->full_from || pages < v->full_from))
			v->full_from = pages;
	}
	free(percent);
	return ret;
}

static const char *op_name(enum tlb_op op)
{
	switch (op) {
	case TLB_OP_MPROTECT:
		return "mprotect";
	case TLB_OP_MADVISE:
		return "madvise";
	case TLB_OP_MUNMAP:
	default:
		return "munmap";
	}
}

static int tell_verdict(const struct bench_plan *plan, struct bench_results *res,
			const struct bench_case *c, bool refill)
{
	const struct tlb_range *t = tlb_range__of(plan);
	const char *what = refill ? "operation and refill" : "operation alone";
	const char *op = op_name(tlb_function__of(c->fn)->op);
	int threads = c->axis[BENCH_AXIS_THREADS];
	const char *s = threads == 1 ? "" : "s";
	struct verdict v;
	int ret;

	ret = find_verdict(plan, res, c, refill, &v);
	if (ret)
		return ret;
	if (!v.full_from)
		return bench_results__note(res,
					   "break-even of %s, %d thread%s, %s: %s (kernel: above %llu)",
					   op, threads, s, what,
					   "a full flush is not cheaper beyond noise",
					   (unsigned long long)t->ceiling.found);
	if (!v.ranged_until)
		return bench_results__note(res,
					   "break-even of %s, %d thread%s, %s: %s%llu pages on, and is nowhere dearer (kernel: above %llu)",
					   op, threads, s, what, "a full flush is cheaper from ",
					   (unsigned long long)v.full_from,
					   (unsigned long long)t->ceiling.found);
	return bench_results__note(res,
				   "break-even of %s, %d thread%s, %s: %s%llu%s%llu (kernel: above %llu)",
				   op, threads, s, what, "a full flush is cheaper from ",
				   (unsigned long long)v.full_from, " pages on, by page up to ",
				   (unsigned long long)v.ranged_until,
				   (unsigned long long)t->ceiling.found);
}

/* The neighbours on both sides of the ceiling, among the page counts that were measured. */
static void neighbours(const struct bench_plan *plan, u64 ceiling, u64 *below, u64 *above)
{
	int i;

	*below = 0;
	*above = 0;
	for (i = 0; i < plan->nr_cases; i++) {
		u64 pages = plan->cases[i].axis[BENCH_AXIS_PAGES];

		if (pages <= ceiling)
			*below = max(*below, pages);
		else if (!*above || pages < *above)
			*above = pages;
	}
}

static int tell_step(const struct bench_plan *plan, struct bench_results *res,
		     const struct bench_case *c)
{
	const struct tlb_range *t = tlb_range__of(plan);
	const struct bench_case_result *low, *high;
	struct bench_speedup sp;
	/* "ns/op", or "cycles/op" with --cycles */
	const char *unit = res->metrics[TLB_METRIC_OPERATION].unit;
	u64 below, above;
	int ret;

	neighbours(plan, t->ceiling.found, &below, &above);
	low = find_case(plan, res, c, TLB_FLUSH_AS_IS, below);
	high = find_case(plan, res, c, TLB_FLUSH_AS_IS, above);
	if (!low || !high || !low->metric[TLB_METRIC_OPERATION].nr ||
	    !high->metric[TLB_METRIC_OPERATION].nr)
		return 0;
	ret = compare(high, low, false, plan->seed, &sp);
	if (ret || !isfinite(sp.percent))
		return ret;
	return bench_results__note(res,
				   "step of %s at the ceiling (%llu): %llu pages %.0f %s, %llu pages %.0f %s: %+.1f%% %s%s",
				   op_name(tlb_function__of(c->fn)->op),
				   (unsigned long long)t->ceiling.found,
				   (unsigned long long)below,
				   low->metric[TLB_METRIC_OPERATION].st.median, unit,
				   (unsigned long long)above,
				   high->metric[TLB_METRIC_OPERATION].st.median, unit,
				   (100 / (100 + sp.percent) - 1) * 100,
				   strcmp(unit, "ns/op") ? "cycles" : "time",
				   sp.noise ? ", within noise" : "");
}

/* Which are not, if --cycles takes them from an event that counts in the operations only. */
static bool can_be_added(const struct bench_results *res)
{
	return !strcmp(res->metrics[TLB_METRIC_OPERATION].unit,
		       res->metrics[TLB_METRIC_REFILL_HOT].unit);
}

static int tell(const struct bench_plan *plan, struct bench_results *res,
		const struct bench_case *c)
{
	int ret;

	if (!has_pair(plan, res, c))
		return tell_step(plan, res, c);
	ret = tell_verdict(plan, res, c, false);
	if (ret)
		return ret;
	if (can_be_added(res))
		return tell_verdict(plan, res, c, true);
	return bench_results__note(res, "no break-even of %s with its refill: %s",
				   op_name(tlb_function__of(c->fn)->op),
				   "--cycles counts the operation alone");
}

/**
 * tlb_range__conclude - add to the results what their cases say together
 * @plan: the plan
 * @res: the results, summarized
 *
 * The break-even of each operation and number of threads, with and without the refill, from
 * the paired costs of both ways to flush; where these were not measured, the step in the cost
 * at the ceiling as it is.
 *
 * Return: 0 or -ENOMEM.
 */
int tlb_range__conclude(const struct bench_plan *plan, struct bench_results *res)
{
	const struct tlb_ceiling *ceiling = &tlb_range__of(plan)->ceiling;
	int i, ret = 0;

	if (ceiling->fd < 0)
		ret = bench_results__note(res, "no break-even: %s may not be set here: it takes %s",
					  "x86/tlb_single_page_flush_ceiling",
					  "root, debugfs mounted, and no lockdown");
	else if (tlb_ceiling__is_left_over(ceiling))
		ret = bench_results__note(res,
					  "%s was found at %llu, %s (the kernel's default: %d)",
					  "x86/tlb_single_page_flush_ceiling",
					  (unsigned long long)ceiling->found,
					  "as a run that was killed may leave it",
					  TLB_CEILING_DEFAULT);
	for (i = 0; i < plan->nr_cases && !ret; i++) {
		if (is_first_of_op(plan, &plan->cases[i]))
			ret = tell(plan, res, &plan->cases[i]);
	}
	return ret;
}
