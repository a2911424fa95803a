// SPDX-License-Identifier: GPL-2.0
/*
 * Which changes of perf bench results compare are more than chance gives among so many, and
 * which of them --fail-above does not let pass. The text and the exit code go by one rule.
 */
#include <math.h>
#include <linux/kernel.h>
#include "results-compare.h"

/*
 * Upper quantile of the normal distribution for a tail of @p: Abramowitz and Stegun,
 * Handbook of Mathematical Functions, 26.2.23, right to 0.0005.
 */
static double normal_upper(double p)
{
	double t = sqrt(-2 * log(p));

	return t - (2.515517 + (0.802853 + 0.010328 * t) * t) /
		   (1 + (1.432788 + (0.189269 + 0.001308 * t) * t) * t);
}

/**
 * bench_compare__least - how large a change is at least, as one of many
 * @change: a change with an interval
 * @nr: number of changes that are looked at
 *
 * One in twenty 95% intervals misses by chance. Bonferroni: the interval is widened to what
 * it would be with an error of 5% over all @nr together.
 *
 * Return: the end of the wider interval that is nearer to 0, in percent; 0 if it holds 0 or the
 * change counts as noise.
 */
double bench_compare__least(const struct bench_speedup *change, int nr)
{
	double factor = normal_upper(0.025 / nr) / normal_upper(0.025);
	double toward = change->percent < 0 ? change->ci95.hi : change->ci95.lo;
	double least = change->percent + (toward - change->percent) * factor;

	return change->noise || signbit(least) != signbit(change->percent) ? 0 : least;
}

/**
 * bench_compare__beyond - whether a change fails --fail-above
 * @cmp: the comparison
 * @change: the change
 *
 * Return: true if it is worse than that even at the better end of its interval, widened for
 * all changes of the comparison.
 */
bool bench_compare__beyond(const struct bench_compare *cmp, const struct bench_speedup *change)
{
	double least = bench_compare__least(change, cmp->nr_changes);

	return (bench_compare__more_is_worse(cmp) ? least : -least) > cmp->fail_above;
}

/**
 * bench_compare__check_gate - can --fail-above be told for this metric?
 * @cmp: the comparison
 * @text: --fail-above as the user wrote it, or NULL
 *
 * An event, or a quotient of two, is a mean: one number that has no interval.
 *
 * Return: 0, or 129 with a line on stderr.
 */
int bench_compare__check_gate(const struct bench_compare *cmp, const char *text)
{
	if (!text || cmp->q[0].kind == BENCH_QUANTITY_METRIC ||
	    cmp->q[0].kind == BENCH_QUANTITY_TIME)
		return 0;
	return bench_command__usage("compare", "--fail-above", text,
				    "changes of an event have no interval; a metric or time is needed");
}

static void print_failing(const struct bench_compare *cmp, int file,
			  const struct bench_compare_row *row, unsigned int host_parts)
{
	const struct bench_speedup *change = &row->cells[file].change;
	char name[4 * BENCH_VIEW_TEXT_MAX], parts[64], text[BENCH_VIEW_TEXT_MAX];

	bench_case__text(row->like, cmp->axes, name, sizeof(name));
	bench_view__speedup(change, true, text, sizeof(text));
	bench_command__error("compare",
			     "%s: %s: %s is worse than --fail-above %g%%: at least %+.2f%% among %d changes%s%s",
			     cmp->files->v[file].label, name, text, cmp->fail_above,
			     bench_compare__least(change, cmp->nr_changes), cmp->nr_changes,
			     host_parts ? "; not the same " : "; same CPU, kernel and settings",
			     host_parts ?
			     bench_host_parts__text(host_parts, parts, sizeof(parts)) : "");
}

/* What a gate cannot let pass, since nobody can say that it is no worse. */
static void print_untold(const struct bench_compare *cmp, int file,
			 const struct bench_compare_row *row)
{
	const struct bench_compare_cell *cell = &row->cells[file];
	char name[4 * BENCH_VIEW_TEXT_MAX];

	bench_case__text(row->like, cmp->axes, name, sizeof(name));
	bench_command__error("compare", "%s: %s: --fail-above %g%% cannot tell: %s",
			     cmp->files->v[file].label, name, cmp->fail_above,
			     !cell->cr ? "the case is missing" :
			     cell->cr->failed ? cell->cr->failed :
			     !cell->known ? "there is no number" :
			     "too few samples for an interval");
}

/* Of one case: 0, or 1 with a line on stderr, so that the log of a CI job ends with why. */
static int check_row(const struct bench_compare *cmp, int file,
		     const struct bench_compare_row *row, unsigned int host_parts)
{
	const struct bench_speedup *change = &row->cells[file].change;

	if (!row->cells[0].known)
		return 0;
	if (isnan(bench_compare__worsening(cmp, change)))
		print_untold(cmp, file, row);
	else if (bench_compare__beyond(cmp, change))
		print_failing(cmp, file, row, host_parts);
	else
		return 0;
	return 1;
}

/**
 * bench_compare__gate - apply --fail-above
 * @cmp: the comparison
 *
 * Return: 0, or 1 with a line on stderr for each case that does not pass.
 */
int bench_compare__gate(const struct bench_compare *cmp)
{
	struct bench_compare_summary sum;
	int f, i, failing = 0;

	if (!isfinite(cmp->fail_above))
		return 0;
	for (f = 1; f < cmp->files->nr; f++) {
		bench_compare__summarize(cmp, f, &sum);
		for (i = 0; i < cmp->nr_rows; i++)
			failing += check_row(cmp, f, &cmp->rows[i], sum.host_parts);
	}
	return failing ? 1 : 0;
}
