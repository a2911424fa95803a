// SPDX-License-Identifier: GPL-2.0
/*
 * How fast the kernel faults memory in: map, fault every page, unmap, each timed apart.
 * The page kind is an axis: huge pages of a pool, transparent ones, base pages.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <linux/kernel.h>
#include <subcmd/parse-options.h>
#include "bench.h"
#include "harness/crew.h"
#include "harness/error.h"
#include "harness/plan.h"
#include "pagefault.h"

#define DEFAULT_STRIDE		16
/* The last so many metrics are --kernel-time's. */
#define KERNEL_TIME_METRICS	2

/**
 * struct pagefault_bench - one of the three benchmarks, with what its own options said
 * @workload: what the engine knows
 * @kind: the page kind of its name
 * @metrics: those that this page kind has
 * @options: likewise
 * @order: --order as it was given
 * @thp_mode: likewise --thp-mode
 * @noreserve: --map-noreserve
 */
struct pagefault_bench {
	struct bench_workload	workload;
	enum bench_page_kind	kind;
	struct bench_metric	metrics[BENCH_METRICS_MAX];
	struct option		options[4];
	const char		*order;
	const char		*thp_mode;
	bool			noreserve;
};

static const struct pagefault_bench *bench_of(const struct bench_plan *plan)
{
	return container_of(plan->w, struct pagefault_bench, workload);
}

static u64 pages_of(const struct bench_case *c)
{
	return c->axis[BENCH_AXIS_SIZE] / bench_page__size(c->axis[BENCH_AXIS_PAGE]);
}

static void pagefault__amount(const struct bench_plan *plan __maybe_unused,
			      const struct bench_case *c, int part, struct bench_amount *amount)
{
	u64 threads = c->axis[BENCH_AXIS_THREADS];

	amount->bytes = c->axis[BENCH_AXIS_SIZE] / threads;
	amount->ops = 1;
	/* Slices differ by a page if the threads do not divide the pages: told by each sample. */
	if (part == PAGEFAULT_PART_FAULT)
		amount->ops = pages_of(c) % threads ? 0 : pages_of(c) / threads;
}

static u64 pagefault__footprint(const struct bench_plan *plan __maybe_unused,
				const struct bench_case *c)
{
	return c->axis[BENCH_AXIS_SIZE];
}

/* scnprintf() at the end of @note, behind a semicolon if there is something before it. */
static __printf(4, 5)
int add_note(char *note, int len, size_t room, const char *fmt, ...)
{
	va_list ap;

	if (len)
		len += scnprintf(note + len, room - len, "; ");
	va_start(ap, fmt);
	len += vscnprintf(note + len, room - len, fmt, ap);
	va_end(ap);
	return len;
}

static const char *pagefault__note(const struct bench_plan *plan, const struct bench_case *c)
{
	struct pagefault *pf = plan->priv;
	const struct pagefault_tally *t = &pf->tally[c->index];
	const struct pagefault_function *f = pagefault_function__of(c);
	u64 page = c->axis[BENCH_AXIS_PAGE];
	size_t room = sizeof(pf->notes[0]);
	char *note = pf->notes[c->index];
	int len = 0;

	note[0] = '\0';
	if (pagefault_function__reads_zero_page(f, bench_page__kind(page)))
		len = add_note(note, len, room, "zero page");
	else if (f->faults > 1)
		len = add_note(note, len, room, "%u faults a page", f->faults);
	if (t->small)
		len = add_note(note, len, room,
			       "fallback: %" PRIu64 " of %" PRIu64 " pages huge in %" PRIu64
			       " of %" PRIu64 " samples", (uint64_t)t->huge, (uint64_t)t->pages,
			       (uint64_t)t->small, (uint64_t)t->looked);
	if (t->step != bench_page__size(page))
		len = add_note(note, len, room, "every base page is touched");
	if (t->off)
		len = add_note(note, len, room,
			       "%" PRIu64 " faults where %" PRIu64 " are expected in %" PRIu64
			       " of %" PRIu64 " samples", (uint64_t)t->counted,
			       (uint64_t)t->expected, (uint64_t)t->off, (uint64_t)t->samples);
	return len ? note : NULL;
}

static int parse_order(struct pagefault *pf, const char *text)
{
	pf->order = PAGEFAULT_SEQ;
	pf->stride = DEFAULT_STRIDE;
	if (!text || !strcmp(text, "seq"))
		return 0;
	pf->order = PAGEFAULT_RANDOM;
	if (!strcmp(text, "random"))
		return 0;
	pf->order = PAGEFAULT_STRIDE;
	if (!strcmp(text, "stride"))
		return 0;
	if (!strncmp(text, "stride:", 7) && !bench_count__parse(text + 7, &pf->stride) &&
	    pf->stride)
		return 0;
	return bench_options__error("--order", text,
				    "seq, random, stride or stride:PAGES is needed");
}

static int parse_thp_mode(struct pagefault *pf, const char *text)
{
	pf->thp_mode = PAGEFAULT_THP_ADVISE;
	if (!text || !strcmp(text, "advise"))
		return 0;
	pf->thp_mode = PAGEFAULT_THP_SYSTEM;
	if (!strcmp(text, "system"))
		return 0;
	return bench_options__error("--thp-mode", text,
				    "advise (MADV_HUGEPAGE) or system (as it is set) is needed");
}

static int make_tallies(struct pagefault *pf, const struct bench_plan *plan)
{
	int i;

	pf->tally_len = plan->nr_cases * sizeof(*pf->tally);
	pf->tally = bench_crew__map(plan, pf->tally_len);
	pf->notes = calloc(plan->nr_cases, sizeof(*pf->notes));
	if (!pf->tally || !pf->notes)
		return -ENOMEM;
	for (i = 0; i < plan->nr_cases; i++)
		pf->tally[i].step = bench_page__size(plan->cases[i].axis[BENCH_AXIS_PAGE]);
	return 0;
}

static void pagefault__teardown(struct bench_plan *plan)
{
	struct pagefault *pf = plan->priv;

	if (!pf)
		return;
	if (pf->thp_was_disabled >= 0)
		prctl(PR_SET_THP_DISABLE, pf->thp_was_disabled, 0, 0, 0);
	pagefault_kernel_time__delete(pf->ktime);
	if (pf->tally)
		munmap(pf->tally, pf->tally_len);
	free(pf->notes);
	free(pf);
	plan->priv = NULL;
}

/* A machine where it cannot be measured still runs the rest. */
static void start_kernel_time(struct pagefault *pf, struct bench_plan *plan)
{
	char err[256] = "the kernel clears base pages inline: there is no function to trace";

	if (plan->kernel_time && bench_of(plan)->kind != BENCH_PAGE_BASE)
		pf->ktime = pagefault_kernel_time__new(err, sizeof(err));
	if (pf->ktime)
		return;
	plan->nr_metrics -= KERNEL_TIME_METRICS;
	if (plan->kernel_time)
		fprintf(stderr, "perf bench: --kernel-time: not measured: %s\n", err);
}

static int pagefault__setup(struct bench_plan *plan)
{
	struct pagefault *pf = calloc(1, sizeof(*pf));
	int ret;

	if (!pf)
		return -ENOMEM;
	plan->priv = pf;
	pf->map.fd = -1;
	pf->thp_was_disabled = -1;
	pf->noreserve = bench_of(plan)->noreserve;
	ret = parse_order(pf, bench_of(plan)->order);
	if (!ret)
		ret = parse_thp_mode(pf, bench_of(plan)->thp_mode);
	if (!ret)
		ret = make_tallies(pf, plan);
	/* MAP_POPULATE leaves no time for MADV_NOHUGEPAGE. */
	if (!ret && bench_of(plan)->kind == BENCH_PAGE_BASE) {
		pf->thp_was_disabled = prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0);
		prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
	}
	if (!ret)
		start_kernel_time(pf, plan);
	return ret;
}

static int pagefault__check_case(const struct bench_plan *plan, const struct bench_case *c,
				 char *err, size_t len)
{
	const struct pagefault *pf = plan->priv;
	u64 page = c->axis[BENCH_AXIS_PAGE];
	u64 size = c->axis[BENCH_AXIS_SIZE];
	u64 bytes = bench_page__size(page);
	char have[BENCH_SIZE_STR_MAX], kind[BENCH_SIZE_STR_MAX], need[BENCH_SIZE_STR_MAX];

	bench_page__str(page, kind, sizeof(kind));
	bench_size__str(size, have, sizeof(have));
	if (bench_page__kind(page) != bench_of(plan)->kind) {
		snprintf(err, len, "--page '%s': %s pages are for 'perf bench pagefault %s'", kind,
			 bench_page__kind_str(page), bench_page__kind_str(page));
		return -EINVAL;
	}
	if (size % bytes) {
		/* Rounded up, or down where that does not fit in 64 bits. */
		u64 fits = size / bytes * bytes;

		if (fits + bytes > fits)
			fits += bytes;
		snprintf(err, len, "--size '%s': not a multiple of the page; %s would do", have,
			 bench_size__str(fits, need, sizeof(need)));
		return -EINVAL;
	}
	if (pages_of(c) < c->axis[BENCH_AXIS_THREADS]) {
		snprintf(err, len, "--size '%s': fewer pages than threads; %s would do", have,
			 bench_size__str(bytes * c->axis[BENCH_AXIS_THREADS], need, sizeof(need)));
		return -EINVAL;
	}
	/* Numbers of pages are kept in 32 bits, from 0. */
	if (pf->order != PAGEFAULT_SEQ && pages_of(c) > 1ULL << 32) {
		snprintf(err, len, "--order '%s': at most 2^32 pages", bench_of(plan)->order);
		return -EINVAL;
	}
	return 0;
}

/* Which page kinds have a metric, or an option. */
#define ALL_KINDS	(~0U)
#define ONLY(kind)	(1U << (kind))
#define ALL_BUT(kind)	(~ONLY(kind))

static const struct {
	unsigned int		kinds;
	struct bench_metric	metric;
} metric_rows[] = {
	{ ALL_KINDS, { .name = "bandwidth", .unit = BENCH_UNIT_BYTES_PER_SEC,
		       .part = PAGEFAULT_PART_FAULT } },
	{ ALL_KINDS, { .name = "fault", .unit = BENCH_UNIT_NSEC_PER_OP,
		       .part = PAGEFAULT_PART_FAULT } },
	{ ALL_KINDS, { .name = "map", .unit = BENCH_UNIT_NSEC, .part = PAGEFAULT_PART_MAP } },
	{ ALL_KINDS, { .name = "unmap", .unit = BENCH_UNIT_NSEC, .part = PAGEFAULT_PART_UNMAP } },
	{ ALL_KINDS, { .name = "faults", .unit = BENCH_UNIT_COUNT,
		       .part = PAGEFAULT_VALUE_FAULTS } },
	{ ONLY(BENCH_PAGE_THP), { .name = "huge", .unit = BENCH_UNIT_COUNT,
				  .part = PAGEFAULT_VALUE_HUGE } },
	{ ALL_KINDS, { .name = "clear", .unit = BENCH_UNIT_VALUE_BYTES_PER_SEC,
		       .part = PAGEFAULT_VALUE_CLEAR } },
	{ ALL_KINDS, { .name = "clears", .unit = BENCH_UNIT_COUNT,
		       .part = PAGEFAULT_VALUE_CLEARS } },
};

static void fill_metrics(struct pagefault_bench *b)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(metric_rows); i++) {
		if (metric_rows[i].kinds & ONLY(b->kind))
			b->metrics[b->workload.nr_metrics++] = metric_rows[i].metric;
	}
	b->workload.metrics = b->metrics;
}

static void fill_options(struct pagefault_bench *b)
{
	const struct option rows[] = {
		OPT_STRING(0, "order", &b->order, "seq|random|stride[:pages]",
			   "order in which pages are touched (default: seq; stride: 16 pages)"),
		OPT_BOOLEAN(0, "map-noreserve", &b->noreserve,
			    "map with MAP_NORESERVE: touching finds out if a pool runs dry"),
		OPT_STRING(0, "thp-mode", &b->thp_mode, "advise|system",
			   "MADV_HUGEPAGE (default), or what the system's setting gives"),
		OPT_END()
	};
	const unsigned int kinds[] = {
		ALL_KINDS, ALL_BUT(BENCH_PAGE_THP), ONLY(BENCH_PAGE_THP), ALL_KINDS
	};
	unsigned int i, nr = 0;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (kinds[i] & ONLY(b->kind))
			b->options[nr++] = rows[i];
	}
	b->workload.options = b->options;
}

static const char * const hugetlb_usage[] = {
	"perf bench pagefault hugetlb [<options>]",
	NULL
};

static const char * const thp_usage[] = {
	"perf bench pagefault thp [<options>]",
	NULL
};

static const char * const base_usage[] = {
	"perf bench pagefault base [<options>]",
	NULL
};

static const char events[] = "page-faults,dTLB-store-misses,cycles:k,instructions:k,cache-misses:k";

#define NR_AXES		2

static const struct bench_axis_use hugetlb_axes[NR_AXES] = {
	{ BENCH_AXIS_PAGE, "2MB" },
	{ BENCH_AXIS_SIZE, "64MB" },
};

static const struct bench_axis_use thp_axes[NR_AXES] = {
	{ BENCH_AXIS_PAGE, "thp" },
	{ BENCH_AXIS_SIZE, "64MB" },
};

static const struct bench_axis_use base_axes[NR_AXES] = {
	{ BENCH_AXIS_PAGE, "4KB" },
	{ BENCH_AXIS_SIZE, "16MB" },
};

static const char no_loops[] = "a sample faults the size in once; -r says how many there are";

static int pagefault(enum bench_page_kind kind, const char *name, const char * const *usage,
		     const struct bench_axis_use *axes, int argc, const char **argv)
{
	struct pagefault_bench b = {
		.kind = kind,
		.workload = {
			.name		  = name,
			.usage		  = usage,
			.functions	  = pagefault_functions,
			.default_function = "all",
			.axes		  = axes,
			.nr_axes	  = NR_AXES,
			.parts		  = pagefault_parts,
			.nr_parts	  = PAGEFAULT_PART_NR,
			.op		  = "page",
			.events		  = events,
			.fixed_loops	  = true,
			.no_loops	  = no_loops,
			.no_min_time	  = no_loops,
			.processes	  = true,
			.kernel_time	  = true,
			.setup		  = pagefault__setup,
			.check_case	  = pagefault__check_case,
			.footprint	  = pagefault__footprint,
			.amount		  = pagefault__amount,
			.prepare	  = pagefault__prepare,
			.check		  = pagefault__check,
			.finish		  = pagefault__finish,
			.note		  = pagefault__note,
			.teardown	  = pagefault__teardown,
		},
	};

	fill_metrics(&b);
	fill_options(&b);
	return bench_main(&b.workload, argc, argv);
}

int bench_pagefault_hugetlb(int argc, const char **argv)
{
	return pagefault(BENCH_PAGE_HUGETLB, "pagefault/hugetlb", hugetlb_usage, hugetlb_axes,
			 argc, argv);
}

int bench_pagefault_thp(int argc, const char **argv)
{
	return pagefault(BENCH_PAGE_THP, "pagefault/thp", thp_usage, thp_axes, argc, argv);
}

int bench_pagefault_base(int argc, const char **argv)
{
	return pagefault(BENCH_PAGE_BASE, "pagefault/base", base_usage, base_axes, argc, argv);
}
