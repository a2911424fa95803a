// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench mem clear: how fast memory is cleared, by page and by extent, with the
 * kernel's routines and with non-temporal ones.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <subcmd/parse-options.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "bench.h"
#include "harness/error.h"
#include "harness/host.h"
#include "harness/size.h"
#include "mem-clear.h"

/* Who uses memory at all, who takes lines from the caches, who reads before it writes. */
static const char events[] =
	"cycles:u,instructions:u,L1-dcache-load-misses:u,LLC-load-misses:u,LLC-stores:u";

/* Where the size of the last level cache is not known. */
#define LLC_UNKNOWN	((u64)128 << 20)

static void clear_amount(const struct bench_plan *plan, const struct bench_case *c, int part,
			 struct bench_amount *amount)
{
	u64 size = c->axis[BENCH_AXIS_SIZE], chunk = c->axis[BENCH_AXIS_CHUNK];

	switch (part) {
	case CLEAR_PART_PRIME:
	case CLEAR_PART_CLEAR:
		amount->bytes = size;
		amount->ops = chunk && chunk < size ? DIV_ROUND_UP(size, chunk) : 1;
		break;
	case CLEAR_PART_REUSE:
		amount->bytes = size;
		amount->ops = 1;
		break;
	default:
		amount->bytes = clear_bench__of(plan)->victim;
		amount->ops = 1;
		break;
	}
}

/* One case */

static int check_multiple(const char *what, u64 value, u64 unit, const char *why, char *err,
			  size_t len)
{
	char text[BENCH_SIZE_STR_MAX], step[BENCH_SIZE_STR_MAX], next[BENCH_SIZE_STR_MAX];

	if (!(value % unit))
		return 0;
	snprintf(err, len, "%s %s is not a multiple of %s, %s; %s would do", what,
		 bench_size__str(value, text, sizeof(text)),
		 bench_size__str(unit, step, sizeof(step)), why,
		 bench_size__str(roundup(value, unit), next, sizeof(next)));
	return -EINVAL;
}

static int clear_check_case(const struct bench_plan *plan __maybe_unused,
			    const struct bench_case *c, char *err, size_t len)
{
	const struct clear_function *f = clear_function__of(c->fn);
	u64 page = c->axis[BENCH_AXIS_PAGE], size = c->axis[BENCH_AXIS_SIZE];
	u64 chunk = c->axis[BENCH_AXIS_CHUNK];
	int ret = 0;

	if (size > CLEAR_SIZE_LIMIT)
		return 0;	/* the engine's check of memory has better words for it */
	if (chunk == CLEAR_PAGE_SIZE)
		ret = check_multiple("--size", size, CLEAR_PAGE_SIZE,
				     "which page by page clears", err, len);
	if (!ret && bench_page__kind(page) == BENCH_PAGE_HUGETLB)
		ret = check_multiple("--size", size, bench_page__size(page), "the page size",
				     err, len);
	if (!ret)
		ret = check_multiple("--size", size, f->unit, "the least the function clears",
				     err, len);
	if (!ret && chunk)
		ret = check_multiple("--chunk", chunk, f->unit, "the least the function clears",
				     err, len);
	if (!ret && chunk)
		ret = check_multiple("--chunk", chunk, f->align, "on which the function starts",
				     err, len);
	return ret;
}

static const char *clear_note(const struct bench_plan *plan, const struct bench_case *c)
{
	const struct clear_function *f = clear_function__of(c->fn);
	const struct clear_bench *cb = clear_bench__of(plan);
	enum clear_fence fence = c->fn->weak ? cb->fence : CLEAR_FENCE_EXTENT;

	/* Newer trees lack some of the kernel's routines. */
	if (c->fn->kernel && !f->clear_page && c->axis[BENCH_AXIS_CHUNK] == CLEAR_PAGE_SIZE)
		return cb->cold ? "cold, not the kernel's code" : "not the kernel's code";

	switch (fence) {
	case CLEAR_FENCE_NONE:
		return cb->cold ? "cold, no fence" : "no fence";
	case CLEAR_FENCE_CHUNK:
		return cb->cold ? "cold, fence each chunk" : "fence each chunk";
	case CLEAR_FENCE_EXTENT:
	default:
		return cb->cold ? "cold" : NULL;
	}
}

/* The options */

static int parse_fence(struct clear_bench *cb)
{
	const char *text = cb->fence_text;

	if (!strcmp(text, "extent"))
		cb->fence = CLEAR_FENCE_EXTENT;
	else if (!strcmp(text, "chunk"))
		cb->fence = CLEAR_FENCE_CHUNK;
	else if (!strcmp(text, "none"))
		cb->fence = CLEAR_FENCE_NONE;
	else
		return bench_options__error("--fence", text, "chunk, extent or none is needed");
	return 0;
}

static int parse_victim(struct clear_bench *cb)
{
	u64 memory = bench_host__memory_bytes();
	const char *text = cb->victim_text;

	if (!text)
		return 0;
	if (bench_size__parse(text, &cb->victim) || !cb->victim)
		return bench_options__error("--victim", text,
					    "a size such as 512KB or 16MB is needed");
	if (cb->victim > memory)
		return bench_options__error("--victim", text, "more than this machine's memory");
	cb->victim = roundup(cb->victim, CLEAR_LINE_SIZE);
	return 0;
}

/* What is read behind the clearing is only cold, or warm, once a sample. */
static int parse_loops(struct clear_bench *cb, struct bench_plan *plan)
{
	char text[24];

	if (!cb->victim && !cb->reuse)
		return 0;
	if (plan->loops > 1) {
		snprintf(text, sizeof(text), "%llu", (unsigned long long)plan->loops);
		return bench_options__error("--nr_loops", text,
					    "only 1 goes with --victim and --reuse");
	}
	plan->loops = 1;
	return 0;
}

/* What is switched off is not timed, nor does it take up a column. */
static void choose_parts(struct clear_bench *cb, struct bench_plan *plan)
{
	if (cb->cold)
		plan->parts_off |= 1U << CLEAR_PART_PRIME;
	if (!cb->reuse) {
		plan->parts_off |= 1U << CLEAR_PART_REUSE;
		plan->nr_metrics--;
	}
	if (!cb->victim) {
		plan->parts_off |= 1U << CLEAR_PART_WARM | 1U << CLEAR_PART_VICTIM;
		cb->metrics[1] = cb->metrics[2];
		plan->nr_metrics--;
	}
}

static int clear_setup(struct bench_plan *plan)
{
	struct clear_bench *cb = clear_bench__of(plan);
	int ret;

	ret = parse_fence(cb);
	if (!ret)
		ret = parse_victim(cb);
	if (!ret)
		ret = parse_loops(cb, plan);
	if (ret)
		return ret;
	choose_parts(cb, plan);
	cb->llc = bench_host__llc_bytes() ?: LLC_UNKNOWN;
	if (cb->cold)
		cb->arena = 4 * cb->llc;
	cb->cursors = aligned_alloc(sizeof(*cb->cursors),
				    plan->max_threads * sizeof(*cb->cursors));
	if (!cb->cursors)
		return -ENOMEM;
	memset(cb->cursors, 0, plan->max_threads * sizeof(*cb->cursors));
	return 0;
}

static void clear_teardown(struct bench_plan *plan)
{
	free(clear_bench__of(plan)->cursors);
}

static const char * const usage[] = {
	"perf bench mem clear <options>",
	NULL
};

static const struct bench_axis_use axes[] = {
	{ BENCH_AXIS_SIZE, "2MB" },
	{ BENCH_AXIS_PAGE, "4KB" },
	{ BENCH_AXIS_CHUNK, "4KB" },
};

int bench_mem_clear(int argc, const char **argv)
{
	const struct bench_function *functions[CLEAR_FUNCTIONS_MAX];
	struct clear_bench cb = {
		.workload = {
			.name		  = "mem/clear",
			.usage		  = usage,
			.functions	  = functions,
			.default_function = "all",
			.axes		  = axes,
			.nr_axes	  = ARRAY_SIZE(axes),
			.parts		  = clear_parts,
			.nr_parts	  = CLEAR_PART_NR,
			.metrics	  = cb.metrics,
			.nr_metrics	  = 3,
			.computes	  = true,
			.kernel_choice	  = bench_host__clear_function,
			.op		  = "call",
			.events		  = events,
			.setup		  = clear_setup,
			.check_case	  = clear_check_case,
			.region		  = clear_bench__region,
			.amount		  = clear_amount,
			.prepare	  = clear_bench__prepare,
			.check		  = clear_bench__check,
			.finish		  = clear_bench__finish,
			.note		  = clear_note,
			.teardown	  = clear_teardown,
		},
		.metrics = {
			{ .name = "bandwidth", .unit = BENCH_UNIT_BYTES_PER_SEC,
			  .part = CLEAR_PART_CLEAR },
			{ .name = "victim", .unit = BENCH_UNIT_BYTES_PER_SEC,
			  .part = CLEAR_PART_VICTIM },
			{ .name = "reuse", .unit = BENCH_UNIT_BYTES_PER_SEC,
			  .part = CLEAR_PART_REUSE },
		},
		.fence_text = "extent",
	};
	const struct option options[] = {
		OPT_STRING(0, "fence", &cb.fence_text, "chunk|extent|none",
			   "where weakly ordered stores are fenced (default: extent)"),
		OPT_BOOLEAN(0, "cold", &cb.cold,
			    "walk an arena of 4 times the last level cache"),
		OPT_STRING(0, "victim", &cb.victim_text, "size",
			   "time a read of a working set that was warm before"),
		OPT_BOOLEAN(0, "reuse", &cb.reuse, "time a read of the cleared memory"),
		OPT_END()
	};

	clear_function__table(functions);
	cb.workload.options = options;
	return bench_main(&cb.workload, argc, argv);
}
