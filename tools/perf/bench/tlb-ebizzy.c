// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench tlb ebizzy: threads that allocate a chunk, copy records into it, look one up
 * and free it again, over and over for a fixed time. Where the allocator maps and unmaps
 * each chunk, this is page faults, clearing and TLB flushes that all threads of the process
 * get to feel: the manner of a busy web server, as the ebizzy program has it.
 */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <subcmd/parse-options.h>
#include "bench.h"
#include "harness/clock.h"
#include "harness/error.h"
#include "harness/plan.h"
#include "harness/size.h"
#include "harness/stats.h"

/* A warm-up is this much shorter than a sample. */
#define WARM_UP_SHARE	10
#define CHUNKS_MAX	100000

enum ebizzy_part {
	EBIZZY_PART_RUN,
	EBIZZY_PART_TALLY,
	EBIZZY_PART_NR,
};

/* What w->value[] holds. */
enum ebizzy_value {
	EBIZZY_FAIRNESS,
	EBIZZY_USER,
	EBIZZY_SYSTEM,
	EBIZZY_RECORDS,
};

/**
 * struct ebizzy_thread - what one thread did in this sample
 * @records: records found
 */
struct ebizzy_thread {
	u64	records;
} __aligned(128);

/**
 * struct ebizzy - the benchmark with what its own options said
 * @workload: what the engine knows
 * @runtime_text: --runtime as it was given
 * @iterations_text: likewise
 * @chunks_text: likewise
 * @record_text: likewise
 * @runtime: --runtime, in nanoseconds
 * @iterations: --iterations
 * @nr_chunks: --chunks
 * @record: --record-size, in bytes
 * @always_mmap: have the allocator map each chunk by itself
 * @never_mmap: have it never do so
 * @table: what is searched: @nr_chunks chunks, for all threads; of the case of @table_size
 * @table_size: bytes of a chunk of @table
 * @threads: one for each worker
 */
struct ebizzy {
	struct bench_workload	workload;
	const char		*runtime_text;
	const char		*iterations_text;
	const char		*chunks_text;
	const char		*record_text;
	u64			runtime;
	u64			iterations;
	u64			nr_chunks;
	u64			record;
	bool			always_mmap;
	bool			never_mmap;
	char			**table;
	u64			table_size;
	struct ebizzy_thread	*threads;
};

static struct ebizzy *ebizzy__of(const struct bench_plan *plan)
{
	return container_of((struct bench_workload *)plan->w, struct ebizzy, workload);
}

static u64 records_of(const struct ebizzy *e, u64 chunk)
{
	return chunk / e->record;
}

/* A record starts with its key; keys of a chunk are even and ascending. */
static int compare_keys(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

static int search_one(const struct ebizzy *e, struct bench_worker *w, u64 chunk,
		      struct bench_rng *rng)
{
	u64 nr = records_of(e, chunk), key = 2 * bench_rng__below(rng, nr);
	const char *source = e->table[bench_rng__below(rng, e->nr_chunks)];
	char *copy = malloc(chunk);
	const u64 *found;

	if (!copy)
		return bench_worker__fail(w, -ENOMEM, "out of memory");
	memcpy(copy, source, chunk);
	found = bsearch(&key, copy, nr, e->record, compare_keys);
	if (!found || *found != key) {
		free(copy);
		return bench_worker__fail(w, -EILSEQ, "record %llu was not found",
					  (unsigned long long)key);
	}
	free(copy);
	return 0;
}

static u64 timeval_ns(const struct timeval *tv)
{
	return (u64)tv->tv_sec * 1000000000ULL + (u64)tv->tv_usec * 1000;
}

static int ebizzy_run(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct ebizzy *e = ebizzy__of(w->plan);
	u64 runtime = w->warm_up ? e->runtime / WARM_UP_SHARE : e->runtime;
	u64 chunk = w->c->axis[BENCH_AXIS_SIZE], records = 0, start, now;
	struct rusage before, after;
	struct bench_rng rng;
	int ret = 0;

	bench_rng__init(&rng, w->plan->seed + w->index);
	getrusage(RUSAGE_THREAD, &before);
	start = bench_clock__read(CLOCK_MONOTONIC_RAW);
	do {
		ret = search_one(e, w, chunk, &rng);
		if (ret)
			break;
		records++;
		now = bench_clock__read(CLOCK_MONOTONIC_RAW);
		if (start == BENCH_CLOCK_UNKNOWN || now == BENCH_CLOCK_UNKNOWN)
			ret = bench_worker__fail(w, -EIO, "the clock could not be read");
	} while (!ret && now - start < runtime && !*w->interrupted);
	getrusage(RUSAGE_THREAD, &after);

	e->threads[w->index].records = records;
	w->ops[EBIZZY_PART_RUN] = records;
	w->value[EBIZZY_RECORDS] = records;
	w->value[EBIZZY_USER] = timeval_ns(&after.ru_utime) - timeval_ns(&before.ru_utime);
	w->value[EBIZZY_SYSTEM] = timeval_ns(&after.ru_stime) - timeval_ns(&before.ru_stime);
	return ret;
}

/* The slowest thread's records as a share of the fastest one's, once all have ended. */
static int ebizzy_tally(struct bench_worker *w, u64 loops __maybe_unused)
{
	const struct ebizzy *e = ebizzy__of(w->plan);
	u64 least = e->threads[0].records, most = least;
	int i;

	w->value[EBIZZY_FAIRNESS] = 0;
	if (w->index)
		return 0;
	for (i = 1; i < w->nr; i++) {
		least = min(least, e->threads[i].records);
		most = max(most, e->threads[i].records);
	}
	w->value[EBIZZY_FAIRNESS] = (double)least / most;
	return 0;
}

static void ebizzy_amount(const struct bench_plan *plan __maybe_unused,
			  const struct bench_case *c __maybe_unused, int part __maybe_unused,
			  struct bench_amount *amount __maybe_unused)
{
	/* How many records there will be is what is measured. */
}

/* One case */

static void free_table(struct ebizzy *e)
{
	u64 i;

	for (i = 0; e->table && i < e->nr_chunks; i++)
		free(e->table[i]);
	free(e->table);
	e->table = NULL;
}

static char *make_chunk(const struct ebizzy *e, u64 chunk)
{
	u64 i, nr = records_of(e, chunk);
	char *data = malloc(chunk);

	for (i = 0; data && i < nr; i++) {
		memset(data + i * e->record, (int)i, e->record);
		*(u64 *)(data + i * e->record) = 2 * i;
	}
	return data;
}

static int ebizzy_prepare(struct bench_worker *w)
{
	struct ebizzy *e = ebizzy__of(w->plan);
	u64 i, chunk = w->c->axis[BENCH_AXIS_SIZE];

	if (w->index || (e->table && e->table_size == chunk))
		return 0;
	free_table(e);
	e->table = calloc(e->nr_chunks, sizeof(*e->table));
	for (i = 0; e->table && i < e->nr_chunks; i++) {
		e->table[i] = make_chunk(e, chunk);
		if (!e->table[i])
			break;
	}
	if (!e->table || i < e->nr_chunks)
		return bench_worker__fail(w, -ENOMEM, "out of memory");
	e->table_size = chunk;
	return 0;
}

static int ebizzy_check_case(const struct bench_plan *plan, const struct bench_case *c, char *err,
			     size_t len)
{
	const struct ebizzy *e = ebizzy__of(plan);
	char size[BENCH_SIZE_STR_MAX], least[BENCH_SIZE_STR_MAX];

	if (c->axis[BENCH_AXIS_SIZE] >= e->record)
		return 0;
	snprintf(err, len, "--size %s is less than a record; %s would do",
		 bench_size__str(c->axis[BENCH_AXIS_SIZE], size, sizeof(size)),
		 bench_size__str(e->record, least, sizeof(least)));
	return -EINVAL;
}

static u64 ebizzy_footprint(const struct bench_plan *plan, const struct bench_case *c)
{
	u64 chunks = ebizzy__of(plan)->nr_chunks + c->axis[BENCH_AXIS_THREADS], bytes;

	return __builtin_mul_overflow(chunks, c->axis[BENCH_AXIS_SIZE], &bytes) ? ~0ULL : bytes;
}

/* The options */

static int parse_options_of(struct ebizzy *e)
{
	if (bench_time__parse(e->runtime_text, &e->runtime) || !e->runtime)
		return bench_options__error("--runtime", e->runtime_text,
					    "a time such as 500ms or 10s is needed");
	if (bench_count__parse(e->iterations_text, &e->iterations) || !e->iterations)
		return bench_options__error("--iterations", e->iterations_text,
					    "a whole number from 1 is needed");
	if (bench_count__parse(e->chunks_text, &e->nr_chunks) || !e->nr_chunks ||
	    e->nr_chunks > CHUNKS_MAX)
		return bench_options__error("--chunks", e->chunks_text,
					    "a whole number from 1 to 100000 is needed");
	if (bench_size__parse(e->record_text, &e->record) || e->record < sizeof(u64) ||
	    e->record % sizeof(u64))
		return bench_options__error("--record-size", e->record_text,
					    "a multiple of 8 bytes is needed");
	if (e->always_mmap && e->never_mmap)
		return bench_options__error("--always-mmap", "--never-mmap",
					    "one of the two at a time");
	return 0;
}

/* Left alone, the C library starts to map chunks, then learns not to. */
static int set_allocator(const struct ebizzy *e)
{
	const char *refused = NULL;

	if (e->always_mmap && (!mallopt(M_MMAP_THRESHOLD, 0) || !mallopt(M_MMAP_MAX, 1 << 30)))
		refused = "--always-mmap";
	if (e->never_mmap && (!mallopt(M_MMAP_MAX, 0) || !mallopt(M_TRIM_THRESHOLD, -1)))
		refused = "--never-mmap";
	if (!refused)
		return 0;
	fprintf(stderr, "perf bench: %s: mallopt() of the C library refuses it\n", refused);
	return 1;
}

static int ebizzy_setup(struct bench_plan *plan)
{
	struct ebizzy *e = ebizzy__of(plan);
	int ret = parse_options_of(e);

	if (ret)
		return ret;
	if (!plan->rounds) {
		plan->rounds = e->iterations;
		plan->rounds_option = "--iterations";
	}
	e->threads = aligned_alloc(sizeof(*e->threads), plan->max_threads * sizeof(*e->threads));
	if (!e->threads)
		return -ENOMEM;
	return set_allocator(e);
}

static const char *ebizzy_note(const struct bench_plan *plan,
			       const struct bench_case *c __maybe_unused)
{
	const struct ebizzy *e = ebizzy__of(plan);

	if (e->always_mmap)
		return "always mmap";
	return e->never_mmap ? "never mmap" : NULL;
}

static void ebizzy_teardown(struct bench_plan *plan)
{
	struct ebizzy *e = ebizzy__of(plan);

	free_table(e);
	free(e->threads);
	e->threads = NULL;
}

static const struct bench_function search = {
	.name = "search",
	.desc = "allocate, copy, search, free",
};

static const struct bench_function *const functions[] = { &search, NULL };

static const struct bench_part parts[EBIZZY_PART_NR] = {
	[EBIZZY_PART_RUN]	= { .name = "run", .run = ebizzy_run, .counted = true },
	[EBIZZY_PART_TALLY]	= { .name = "tally", .run = ebizzy_tally },
};

static const struct bench_metric metrics[] = {
	{ .name = "records", .unit = BENCH_UNIT_OPS_PER_SEC, .part = EBIZZY_PART_RUN },
	{ .name = "fairness", .unit = BENCH_UNIT_COUNT, .part = EBIZZY_FAIRNESS },
	{ .name = "user", .unit = BENCH_UNIT_VALUE_NSEC, .part = EBIZZY_USER },
	{ .name = "system", .unit = BENCH_UNIT_VALUE_NSEC, .part = EBIZZY_SYSTEM },
	{ .name = "elapsed", .unit = BENCH_UNIT_NSEC, .part = EBIZZY_PART_RUN },
	{ .name = "found", .unit = BENCH_UNIT_COUNT, .part = EBIZZY_RECORDS },
};

static const struct bench_axis_use axes[] = {
	{ BENCH_AXIS_SIZE, "512KB" },
	{ BENCH_AXIS_THREADS, "1,2" },
};

static const char no_loops[] = "--runtime says how long a sample is";

static const char * const usage[] = {
	"perf bench tlb ebizzy <options>",
	NULL
};

int bench_tlb_ebizzy(int argc, const char **argv)
{
	struct ebizzy e = {
		.workload = {
			.name		  = "tlb/ebizzy",
			.usage		  = usage,
			.functions	  = functions,
			.default_function = "search",
			.axes		  = axes,
			.nr_axes	  = ARRAY_SIZE(axes),
			.parts		  = parts,
			.nr_parts	  = ARRAY_SIZE(parts),
			.metrics	  = metrics,
			.nr_metrics	  = ARRAY_SIZE(metrics),
			.op		  = "record",
			.events		  = "page-faults,dTLB-load-misses,iTLB-load-misses",
			.fixed_loops	  = true,
			.no_loops	  = no_loops,
			.no_min_time	  = no_loops,
			.no_time	  = "--iterations or -r say how many samples are taken",
			.setup		  = ebizzy_setup,
			.check_case	  = ebizzy_check_case,
			.footprint	  = ebizzy_footprint,
			.amount		  = ebizzy_amount,
			.prepare	  = ebizzy_prepare,
			.note		  = ebizzy_note,
			.teardown	  = ebizzy_teardown,
		},
		.runtime_text	 = "2s",
		.iterations_text = "5",
		.chunks_text	 = "10",
		.record_text	 = "8B",
	};
	const struct option options[] = {
		OPT_STRING(0, "runtime", &e.runtime_text, "time",
			   "how long a sample is (default: 2s)"),
		OPT_STRING(0, "iterations", &e.iterations_text, "n",
			   "samples a case, where -r is not given (default: 5)"),
		OPT_STRING(0, "chunks", &e.chunks_text, "n",
			   "chunks that are searched (default: 10)"),
		OPT_STRING(0, "record-size", &e.record_text, "size",
			   "bytes of a record (default: 8B)"),
		OPT_BOOLEAN(0, "always-mmap", &e.always_mmap,
			    "have each chunk mapped and unmapped"),
		OPT_BOOLEAN(0, "never-mmap", &e.never_mmap, "have no chunk mapped by itself"),
		OPT_END()
	};

	e.workload.options = options;
	return bench_main(&e.workload, argc, argv);
}
