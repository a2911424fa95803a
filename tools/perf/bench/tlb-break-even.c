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

/* Their places in the workload's metrics. */
enum { METRIC_OPERATION = 0, METRIC_REFILL = 2 };

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

/* Operation, or operation and refill, of each round. */
static double *costs(const struct bench_case_result *cr, bool refill)
{
	const struct bench_series *op = &cr->metric[METRIC_OPERATION];
	const struct bench_series *after = &cr->metric[METRIC_REFILL];
	double *v = calloc(op->nr + 1, sizeof(*v));
	size_t i;

	for (i = 0; v && i < op->nr; i++)
		v[i] = op->v[i] + (refill && i < after->nr ? after->v[i] : 0);
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
				     min(a->metric[METRIC_OPERATION].nr,
					 b->metric[METRIC_OPERATION].nr), true, seed);
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

static int find_verdict(const struct bench_plan *plan, const struct bench_results *res,
			const struct bench_case *like, bool refill, struct verdict *v)
{
	const struct bench_case_result *full, *ranged;
	struct bench_speedup sp;
	int i, ret;

	memset(v, 0, sizeof(*v));
	for (i = 0; i < plan->nr_cases; i++) {
		u64 pages = plan->cases[i].axis[BENCH_AXIS_PAGES];

		full = find_case(plan, res, like, TLB_FLUSH_FULL, pages);
		ranged = find_case(plan, res, like, TLB_FLUSH_RANGED, pages);
		if (!full || !ranged || full != &res->cases[i])
			continue;
		ret = compare(full, ranged, refill, plan->seed, &sp);
		if (ret)
			return ret;
		if (sp.noise)
			continue;
		if (sp.percent < 0)
			v->ranged_until = max(v->ranged_until, pages);
	}
	for (i = 0; i < plan->nr_cases; i++) {
		u64 pages = plan->cases[i].axis[BENCH_AXIS_PAGES];

		full = find_case(plan, res, like, TLB_FLUSH_FULL, pages);
		ranged = find_case(plan, res, like, TLB_FLUSH_RANGED, pages);
		if (!full || !ranged || full != &res->cases[i] || pages <= v->ranged_until)
			continue;
		ret = compare(full, ranged, refill, plan->seed, &sp);
		if (ret)
			return ret;
		if (!sp.noise && sp.percent > 0 && (!v->full_from || pages < v->full_from))
			v->full_from = pages;
	}
	return 0;
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
	struct verdict v;
	int ret;

	if (!find_case(plan, res, c, TLB_FLUSH_FULL, c->axis[BENCH_AXIS_PAGES]) ||
	    !find_case(plan, res, c, TLB_FLUSH_RANGED, c->axis[BENCH_AXIS_PAGES]))
		return 0;
	ret = find_verdict(plan, res, c, refill, &v);
	if (ret)
		return ret;
	if (!v.full_from)
		return bench_results__note(res,
					   "break-even of %s, %d threads, %s: %s (kernel: above %llu)",
					   op, threads, what,
					   "a full flush is not cheaper beyond noise",
					   (unsigned long long)t->ceiling.found);
	if (!v.ranged_until)
		return bench_results__note(res,
					   "break-even of %s, %d threads, %s: %s%llu pages on, and is nowhere dearer (kernel: above %llu)",
					   op, threads, what, "a full flush is cheaper from ",
					   (unsigned long long)v.full_from,
					   (unsigned long long)t->ceiling.found);
	return bench_results__note(res,
				   "break-even of %s, %d threads, %s: %s%llu%s%llu (kernel: above %llu)",
				   op, threads, what, "a full flush is cheaper from ",
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
	u64 below, above;
	int ret;

	neighbours(plan, t->ceiling.found, &below, &above);
	low = find_case(plan, res, c, TLB_FLUSH_AS_IS, below);
	high = find_case(plan, res, c, TLB_FLUSH_AS_IS, above);
	if (!low || !high || !low->metric[0].nr || !high->metric[0].nr)
		return 0;
	ret = compare(high, low, false, plan->seed, &sp);
	if (ret)
		return ret;
	return bench_results__note(res,
				   "step of %s at the ceiling (%llu): %s%llu %.0f ns, %llu %.0f ns: %+.1f%%%s",
				   op_name(tlb_function__of(c->fn)->op),
				   (unsigned long long)t->ceiling.found, "pages and time: ",
				   (unsigned long long)below, low->metric[0].st.median,
				   (unsigned long long)above, high->metric[0].st.median,
				   (100 / (100 + sp.percent) - 1) * 100,
				   sp.noise ? ", within noise" : "");
}

/**
 * tlb_range__conclude - add to the results what their cases say together
 * @plan: the plan
 * @res: the results, summarized
 *
 * The break-even of each operation and number of threads, with and without the refill, from
 * the paired costs of both ways to flush; where the ceiling may not be set, the step in the
 * cost at the ceiling as it is.
 *
 * Return: 0 or -ENOMEM.
 */
int tlb_range__conclude(const struct bench_plan *plan, struct bench_results *res)
{
	bool settable = tlb_range__of(plan)->ceiling.fd >= 0;
	int i, ret = 0;

	if (!settable)
		ret = bench_results__note(res, "no break-even: %s may not be set here: it takes %s",
					  "x86/tlb_single_page_flush_ceiling",
					  "root, debugfs mounted, and no lockdown");
	for (i = 0; i < plan->nr_cases && !ret; i++) {
		const struct bench_case *c = &plan->cases[i];

		if (!is_first_of_op(plan, c))
			continue;
		if (!settable) {
			ret = tell_step(plan, res, c);
			continue;
		}
		ret = tell_verdict(plan, res, c, false);
		if (!ret)
			ret = tell_verdict(plan, res, c, true);
	}
	return ret;
}
