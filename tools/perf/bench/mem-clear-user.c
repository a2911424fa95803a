// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench mem clear_user: what a call of clear_user() costs, by variant, for the small
 * sizes that the kernel clears with it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <subcmd/parse-options.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "bench.h"
#include "harness/error.h"
#include "harness/host.h"
#include "harness/results.h"
#include "harness/size.h"
#include "mem-clear-user.h"

static const char events[] = "cycles:u,instructions:u,branch-misses:u,L1-dcache-load-misses:u";

/* Where the size of the last level cache is not known. */
#define LLC_UNKNOWN	((u64)128 << 20)

/* What -s is when it is not given; a mix takes its place. */
#define DEFAULT_SIZES	"8,64,512,3520,4096"

/* Destinations are offset within a page. */
#define ALIGN_MAX	((u64)4095)

static void clear_user_amount(const struct bench_plan *plan, const struct bench_case *c,
			      int part __maybe_unused, struct bench_amount *amount)
{
	const struct clear_user_mix *mix = &clear_user_bench__of(plan)->mix;

	amount->bytes = c->axis[BENCH_AXIS_SIZE];
	amount->ops = 1;
	if (mix->nr) {
		amount->bytes = mix->bytes / (mix->nr / mix->batch);
		amount->ops = mix->batch;
	}
}

static int clear_user_check_case(const struct bench_plan *plan __maybe_unused,
				 const struct bench_case *c, char *err, size_t len)
{
	u64 align = c->axis[BENCH_AXIS_ALIGN];

	if (align <= ALIGN_MAX)
		return 0;
	snprintf(err, len, "--align '%llu': an offset in a page, 0 to %llu, is needed",
		 (unsigned long long)align, (unsigned long long)ALIGN_MAX);
	return -EINVAL;
}

/* With a mix */

static bool has_size(const struct bench_plan *plan, u64 size)
{
	int i;

	for (i = 0; i < plan->nr_cases; i++) {
		if (plan->cases[i].axis[BENCH_AXIS_SIZE] == size)
			return true;
	}
	return false;
}

/* All of them, and no other. */
static bool sizes_are_default(const struct bench_plan *plan)
{
	struct bench_list def = { .nr = 0 };
	bool same = true;
	char err[128];
	int i, k;

	if (bench_list__parse_sizes(&def, DEFAULT_SIZES, err, sizeof(err)))
		return false;
	for (k = 0; k < def.nr && same; k++)
		same = has_size(plan, def.v[k]);
	for (i = 0; i < plan->nr_cases && same; i++) {
		for (k = 0; k < def.nr && def.v[k] != plan->cases[i].axis[BENCH_AXIS_SIZE]; k++)
			;
		same = k < def.nr;
	}
	bench_list__exit(&def);
	return same;
}

/* One case in place of one for each size: it is called by its largest one. */
static void merge_sizes(struct bench_plan *plan, u64 max)
{
	u64 first = plan->cases[0].axis[BENCH_AXIS_SIZE];
	int b, i, blocks = 0, cases = 0;

	for (b = 0; b < plan->nr_blocks; b++) {
		struct bench_block block = plan->blocks[b];

		if (plan->cases[block.first].axis[BENCH_AXIS_SIZE] != first)
			continue;
		for (i = 0; i < block.nr; i++) {
			struct bench_case *c = &plan->cases[cases + i];

			*c = plan->cases[block.first + i];
			c->index = cases + i;
		}
		block.first = cases;
		cases += block.nr;
		plan->blocks[blocks++] = block;
	}
	plan->nr_blocks = blocks;
	plan->nr_cases = cases;
	for (i = 0; i < cases; i++)
		plan->cases[i].axis[BENCH_AXIS_SIZE] = max;
}

static int parse_mix(struct clear_user_bench *cb, struct bench_plan *plan)
{
	const char *option = cb->mix_text ? "--mix" : "--sizes-from";
	const char *text = cb->mix_text ?: cb->sizes_file;
	int ret;

	if (!text)
		return 0;
	if (cb->mix_text && cb->sizes_file)
		return bench_options__error(option, text, "does not go with --sizes-from");
	if (!sizes_are_default(plan))
		return bench_options__error(option, text, "does not go with --size");
	ret = cb->mix_text ? clear_user_mix__parse(&cb->mix, text, plan->seed) :
			     clear_user_mix__read(&cb->mix, text);
	if (!ret)
		merge_sizes(plan, cb->mix.max);
	return ret;
}

/* The options */

/* Cycles are ticks of the TSC, which not every machine has in a form that can be used. */
static void choose_units(struct clear_user_bench *cb, struct bench_plan *plan)
{
	int i;

	if (plan->cycles == BENCH_CYCLES_EVENT || bench_clock__has_tsc())
		return;
	for (i = 0; i < plan->nr_metrics; i++) {
		if (cb->metrics[i].unit == BENCH_UNIT_CYCLES_PER_OP)
			cb->metrics[i].unit = BENCH_UNIT_NSEC_PER_OP;
	}
}

static int clear_user_setup(struct bench_plan *plan)
{
	struct clear_user_bench *cb = clear_user_bench__of(plan);
	int ret;

	ret = parse_mix(cb, plan);
	if (ret)
		return ret;
	if (!cb->reuse) {
		plan->parts_off |= 1U << CLEAR_USER_PART_REUSE;
		plan->nr_metrics--;
	}
	choose_units(cb, plan);
	if (cb->cold)
		cb->arena = 4 * (bench_host__llc_bytes() ?: LLC_UNKNOWN);
	snprintf(cb->note, sizeof(cb->note), "%s%s%s", cb->cold ? "cold" : "",
		 cb->cold && cb->mix.nr ? ", " : "", cb->mix.text);
	cb->cursors = aligned_alloc(sizeof(*cb->cursors),
				    plan->max_threads * sizeof(*cb->cursors));
	if (!cb->cursors)
		return -ENOMEM;
	memset(cb->cursors, 0, plan->max_threads * sizeof(*cb->cursors));
	return 0;
}

static const char *clear_user_note(const struct bench_plan *plan,
				   const struct bench_case *c __maybe_unused)
{
	const struct clear_user_bench *cb = clear_user_bench__of(plan);

	return *cb->note ? cb->note : NULL;
}

/* What the headline is made of. */
static int clear_user_conclude(const struct bench_plan *plan, struct bench_results *res)
{
	const struct clear_user_bench *cb = clear_user_bench__of(plan);
	int ret;

	if (plan->cycles == BENCH_CYCLES_EVENT)
		return bench_results__note(res, "cycles are the event's, with the loop in them");
	if (cb->metrics[0].unit == BENCH_UNIT_NSEC_PER_OP)
		ret = bench_results__note(res, "no invariant TSC: times in place of cycles");
	else
		ret = bench_results__note(res, "cycles are ticks of the TSC");
	return ret ?: bench_results__note(res, "'empty' is taken off: the same loop, %s",
					  "calling a function that does nothing");
}

static void clear_user_teardown(struct bench_plan *plan)
{
	struct clear_user_bench *cb = clear_user_bench__of(plan);

	free(cb->cursors);
	clear_user_mix__exit(&cb->mix);
}

static const char * const usage[] = {
	"perf bench mem clear_user <options>",
	NULL
};

static const struct bench_axis_use axes[] = {
	{ BENCH_AXIS_SIZE, DEFAULT_SIZES },
	{ BENCH_AXIS_ALIGN, "0" },
	{ BENCH_AXIS_PAGE, "4KB" },
};

int bench_mem_clear_user(int argc, const char **argv)
{
	const struct bench_function *functions[CLEAR_USER_FUNCTIONS_MAX];
	struct clear_user_bench cb = {
		.workload = {
			.name		  = "mem/clear_user",
			.usage		  = usage,
			.functions	  = functions,
			.default_function = "all",
			.axes		  = axes,
			.nr_axes	  = ARRAY_SIZE(axes),
			.parts		  = clear_user_parts,
			.nr_parts	  = CLEAR_USER_PART_NR,
			.metrics	  = cb.metrics,
			.nr_metrics	  = 4,
			.computes	  = true,
			.kernel_choice	  = clear_user_choice__here,
			.op		  = "call",
			.events		  = events,
			.setup		  = clear_user_setup,
			.check_case	  = clear_user_check_case,
			.region		  = clear_user_bench__region,
			.amount		  = clear_user_amount,
			.prepare	  = clear_user_bench__prepare,
			.check		  = clear_user_bench__check,
			.finish		  = clear_user_bench__finish,
			.note		  = clear_user_note,
			.conclude	  = clear_user_conclude,
			.teardown	  = clear_user_teardown,
		},
		.metrics = {
			{
				.name	= "clear",
				.unit	= BENCH_UNIT_CYCLES_PER_OP,
				.part	= CLEAR_USER_PART_CLEAR,
				.less	= BENCH_LESS(CLEAR_USER_PART_EMPTY),
			}, {
				.name	= "bandwidth",
				.unit	= BENCH_UNIT_BYTES_PER_SEC,
				.part	= CLEAR_USER_PART_CLEAR,
				.less	= BENCH_LESS(CLEAR_USER_PART_EMPTY),
			}, {
				.name	= "empty",
				.unit	= BENCH_UNIT_CYCLES_PER_OP,
				.part	= CLEAR_USER_PART_EMPTY,
			}, {
				.name	= "reuse",
				.unit	= BENCH_UNIT_CYCLES_PER_OP,
				.part	= CLEAR_USER_PART_REUSE,
				.less	= BENCH_LESS(CLEAR_USER_PART_CLEAR),
			},
		},
	};
	const struct option options[] = {
		OPT_BOOLEAN(0, "cold", &cb.cold,
			    "walk an arena of 4 times the last level cache"),
		OPT_STRING(0, "mix", &cb.mix_text, "padzero",
			   "in place of -s: 1 to 4095 bytes, each as likely as the other"),
		OPT_STRING(0, "sizes-from", &cb.sizes_file, "file",
			   "in place of -s: the sizes on the lines of a file"),
		OPT_BOOLEAN(0, "reuse", &cb.reuse,
			    "time reading the memory right behind each call"),
		OPT_END()
	};

	clear_user_function__table(functions);
	cb.workload.options = options;
	return bench_main(&cb.workload, argc, argv);
}
