/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_RESULTS_VERDICT_H
#define BENCH_RESULTS_VERDICT_H

#include "results-files.h"
#include "results-value.h"

/* Whether non-temporal (weakly ordered) stores are the way to clear large extents. */
enum bench_verdict {
	BENCH_VERDICT_UNKNOWN,		/* nothing was measured that tells */
	BENCH_VERDICT_NEITHER,
	BENCH_VERDICT_GOOD,
	BENCH_VERDICT_BAD,
};

/**
 * struct bench_verdict_rule - what decides
 * @good: GOOD if no end of the interval of NT's gain is below this, percent
 * @bad: BAD if none is above this
 * @from: at each extent of at least this many bytes; 0: twice the last level cache
 * @simd: SIMD functions count too, though a kernel cannot use them as they are
 */
struct bench_verdict_rule {
	double	good;
	double	bad;
	u64	from;
	bool	simd;
};

/**
 * struct bench_verdict_pick - a way to clear: a function with a chunk
 * @function: NULL: none was measured
 * @chunk: in bytes, 0: whole, as by bench_verdict__chunk()
 * @value: headline, geometric mean over files
 */
struct bench_verdict_pick {
	const char	*function;
	u64		chunk;
	double		value;
};

/**
 * struct bench_verdict_run - what one file says about an extent
 * @file: index in the files
 * @gain: of the model's picks against each other; percent is NAN if the file lacks them
 * @nt: its own best NT function
 * @cached: its own best cached function
 * @nt_lead: how much that is better than the model's pick on this host, percent
 * @cached_lead: likewise
 */
struct bench_verdict_run {
	int				file;
	struct bench_speedup		gain;
	struct bench_verdict_pick	nt;
	struct bench_verdict_pick	cached;
	double				nt_lead;
	double				cached_lead;
};

/**
 * struct bench_verdict_extent - one extent, on one page kind and thread count
 * @page: page kind
 * @threads: threads
 * @size: bytes
 * @nt: the best NT function over all files
 * @cached: the best cached function
 * @gain: NT over cached: median over files, interval that holds all of theirs
 * @runs: the files, one each
 */
struct bench_verdict_extent {
	u64				page;
	u64				threads;
	u64				size;
	struct bench_verdict_pick	nt;
	struct bench_verdict_pick	cached;
	struct bench_speedup		gain;
	struct bench_verdict_run	*runs;
	int				nr_runs;
};

/**
 * struct bench_verdict_model - one CPU model
 * @first: a file of it, for the host block
 * @from: extents of at least that size decide
 * @extents: by page, threads, size
 * @verdict: over all of them
 */
struct bench_verdict_model {
	int				first;
	int				*files;
	int				nr_files;
	u64				from;
	struct bench_verdict_extent	*extents;
	int				nr_extents;
	enum bench_verdict		verdict;
};

int bench_verdict__extents(struct bench_verdict_model *model,
			   const struct bench_results_files *files,
			   const struct bench_verdict_rule *rule);
enum bench_verdict bench_verdict__decide(const struct bench_verdict_model *model, int file,
					 const struct bench_verdict_rule *rule);
const struct bench_verdict_extent *
bench_verdict__wins_from(const struct bench_verdict_model *model, u64 page, u64 threads);
u64 bench_verdict__chunk(const struct bench_case_result *cr);
bool bench_verdict__disagree(const struct bench_verdict_extent *ext);
void bench_verdict__combine(struct bench_verdict_extent *ext);
const char *bench_verdict__str(enum bench_verdict verdict);

int bench_verdict__print(const struct bench_verdict_model *model,
			 const struct bench_results_files *files,
			 const struct bench_verdict_rule *rule, enum bench_table_style style,
			 FILE *out);
int bench_verdict__print_csv(const struct bench_verdict_model *models, int nr,
			     const struct bench_results_files *files, FILE *out);
void bench_verdict__print_rule(const struct bench_verdict_rule *rule, const char *lead, FILE *out);

#endif /* BENCH_RESULTS_VERDICT_H */
