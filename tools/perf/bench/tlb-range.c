// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench tlb range: what it costs to take pages away from a process that runs on several
 * CPUs, by number of pages, flushed page by page and as a whole.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <subcmd/parse-options.h>
#include "bench.h"
#include "harness/error.h"
#include "harness/size.h"
#include "tlb-range.h"

#define DEFAULT_OPS	16
#define OPS_MAX		4096

static const char ceiling_file[] = "a writable x86/tlb_single_page_flush_ceiling in debugfs";

static const struct tlb_function table[] = {
	{ { .name = "mprotect", .desc = "mprotect(PROT_READ)" },
	  TLB_OP_MPROTECT, TLB_FLUSH_AS_IS },
	{ { .name = "mprotect-ranged", .desc = "mprotect(PROT_READ), each page flushed by itself",
	    .needs = ceiling_file, .available = tlb_ceiling__writable },
	  TLB_OP_MPROTECT, TLB_FLUSH_RANGED },
	{ { .name = "mprotect-full", .desc = "mprotect(PROT_READ), all flushed",
	    .needs = ceiling_file, .available = tlb_ceiling__writable },
	  TLB_OP_MPROTECT, TLB_FLUSH_FULL },
	{ { .name = "madvise", .desc = "madvise(MADV_DONTNEED)" },
	  TLB_OP_MADVISE, TLB_FLUSH_AS_IS },
	{ { .name = "madvise-ranged", .desc = "madvise(MADV_DONTNEED), each page flushed by itself",
	    .needs = ceiling_file, .available = tlb_ceiling__writable },
	  TLB_OP_MADVISE, TLB_FLUSH_RANGED },
	{ { .name = "madvise-full", .desc = "madvise(MADV_DONTNEED), all flushed",
	    .needs = ceiling_file, .available = tlb_ceiling__writable },
	  TLB_OP_MADVISE, TLB_FLUSH_FULL },
	{ { .name = "munmap", .desc = "munmap()" },
	  TLB_OP_MUNMAP, TLB_FLUSH_AS_IS },
	{ { .name = "munmap-ranged", .desc = "munmap(), each page flushed by itself",
	    .needs = ceiling_file, .available = tlb_ceiling__writable },
	  TLB_OP_MUNMAP, TLB_FLUSH_RANGED },
	{ { .name = "munmap-full", .desc = "munmap(), all flushed",
	    .needs = ceiling_file, .available = tlb_ceiling__writable },
	  TLB_OP_MUNMAP, TLB_FLUSH_FULL },
};

static const struct bench_function *const functions[] = {
	&table[0].fn, &table[1].fn, &table[2].fn, &table[3].fn, &table[4].fn,
	&table[5].fn, &table[6].fn, &table[7].fn, &table[8].fn, NULL
};

static const struct bench_metric metrics[] = {
	[TLB_METRIC_OPERATION]	= { .name = "operation", .unit = BENCH_UNIT_NSEC_PER_OP,
				    .part = TLB_PART_OP },
	[TLB_METRIC_PAGE]	= { .name = "page", .unit = BENCH_UNIT_NSEC_PER_PAGE,
				    .part = TLB_PART_OP },
	[TLB_METRIC_REFILL]	= { .name = "refill", .unit = BENCH_UNIT_NSEC_PER_OP,
				    .part = TLB_PART_REFILL },
	[TLB_METRIC_REFILL_HOT]	= { .name = "refill-hot", .unit = BENCH_UNIT_NSEC_PER_OP,
				    .part = TLB_PART_HOT },
	{ .name = "quiet", .unit = BENCH_UNIT_NSEC_PER_PAGE, .part = TLB_PART_QUIET },
	{ .name = "hot", .unit = BENCH_UNIT_VALUE_NSEC, .part = TLB_VALUE_HOT },
	{ .name = "ranged", .unit = BENCH_UNIT_COUNT, .part = TLB_VALUE_RANGED },
	{ .name = "full", .unit = BENCH_UNIT_COUNT, .part = TLB_VALUE_FULL },
	{ .name = "ipis", .unit = BENCH_UNIT_COUNT, .part = TLB_VALUE_IPIS },
};

static void range_amount(const struct bench_plan *plan, const struct bench_case *c, int part,
			 struct bench_amount *amount)
{
	const struct tlb_range *t = tlb_range__of(plan);

	amount->ops = t->ops;
	amount->pages = t->ops * c->axis[BENCH_AXIS_PAGES];
	if (part == TLB_PART_QUIET)
		amount->pages = TLB_QUIET_PASSES * t->hot;
	/* What one flush leaves of it, be it the last one of many. */
	if (part == TLB_PART_HOT)
		amount->ops = 1;
	/* Nothing is there to be read again: no time, which is not a time of 0. */
	if (part == TLB_PART_REFILL && tlb_function__of(c->fn)->op == TLB_OP_MUNMAP)
		amount->ops = 0;
}

static u64 range_footprint(const struct bench_plan *plan, const struct bench_case *c)
{
	const struct tlb_range *t = tlb_range__of(plan);

	/* Beside those of the operations there is one range that none of them may touch. */
	return ((t->ops + 1) * c->axis[BENCH_AXIS_PAGES] + c->axis[BENCH_AXIS_THREADS] * t->hot) *
	       TLB_PAGE_SIZE;
}

static int range_check_case(const struct bench_plan *plan __maybe_unused,
			    const struct bench_case *c, char *err, size_t len)
{
	if (c->axis[BENCH_AXIS_PAGES] <= TLB_PAGES_MAX)
		return 0;
	snprintf(err, len, "--pages %llu is too many; %llu would do",
		 (unsigned long long)c->axis[BENCH_AXIS_PAGES], (unsigned long long)TLB_PAGES_MAX);
	return -EINVAL;
}

static int range_setup(struct bench_plan *plan)
{
	struct tlb_range *t = tlb_range__of(plan);

	if (sysconf(_SC_PAGESIZE) != (long)TLB_PAGE_SIZE) {
		fprintf(stderr, "perf bench: tlb range needs base pages of 4KB\n");
		return 1;
	}
	if (bench_count__parse(t->hot_text, &t->hot) || !t->hot || t->hot > TLB_PAGES_MAX)
		return bench_options__error("--hot", t->hot_text,
					    "a number of pages from 1 to 1048576 is needed");
	if (plan->loops > OPS_MAX) {
		fprintf(stderr, "perf bench: --nr_loops '%llu': at most %d operations a sample\n",
			(unsigned long long)plan->loops, OPS_MAX);
		return BENCH_EXIT_USAGE;
	}
	t->ops = plan->loops ?: DEFAULT_OPS;
	if (tlb_ceiling__open(&t->ceiling) != -EBUSY)
		return 0;
	fprintf(stderr, "perf bench: another perf bench tlb range is using %s: wait for its end\n",
		"x86/tlb_single_page_flush_ceiling");
	return 1;
}

static void range_teardown(struct bench_plan *plan)
{
	tlb_ceiling__close(&tlb_range__of(plan)->ceiling);
}

static const struct bench_axis_use axes[] = {
	{ BENCH_AXIS_PAGES, "1,2,4,8,16,32,33,34,64,128,256,512" },
	{ BENCH_AXIS_THREADS, "2" },
};

static const char * const usage[] = {
	"perf bench tlb range <options>",
	NULL
};

int bench_tlb_range(int argc, const char **argv)
{
	struct tlb_range t = {
		.workload = {
			.name		  = "tlb/range",
			.usage		  = usage,
			.functions	  = functions,
			.default_function = "all",
			.axes		  = axes,
			.nr_axes	  = ARRAY_SIZE(axes),
			.parts		  = tlb_range_parts,
			.nr_parts	  = TLB_PART_NR,
			.metrics	  = metrics,
			.nr_metrics	  = ARRAY_SIZE(metrics),
			.op		  = "op",
			.events		  = "page-faults,dTLB-load-misses,dTLB-store-misses",
			.fixed_loops	  = true,
			.no_min_time	  = "-l says how many operations a sample has",
			.setup		  = range_setup,
			.check_case	  = range_check_case,
			.footprint	  = range_footprint,
			.amount		  = range_amount,
			.prepare	  = tlb_range__prepare,
			.check		  = tlb_range__check,
			.finish		  = tlb_range__finish,
			.conclude	  = tlb_range__conclude,
			.teardown	  = range_teardown,
		},
		.hot_text = "64",
		.ceiling  = { .fd = -1 },
	};
	const struct option options[] = {
		OPT_STRING(0, "hot", &t.hot_text, "pages",
			   "working set that each thread keeps touching (default: 64)"),
		OPT_END()
	};

	t.workload.options = options;
	return bench_main(&t.workload, argc, argv);
}
