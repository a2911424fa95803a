// SPDX-License-Identifier: GPL-2.0
/* Marks in pictures: cache sizes, and where a full TLB flush becomes cheaper. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <linux/kernel.h>
#include "results-plot.h"
#include "tlb-ceiling.h"

static void add_mark(struct bench_plot *plot, double x, const char *text)
{
	struct bench_plot_mark *mark = &plot->marks[plot->nr_marks];
	int i;

	if (plot->nr_marks == BENCH_PLOT_MARKS_MAX || x < plot->ticks[0] ||
	    x > plot->ticks[plot->nr_ticks - 1])
		return;
	for (i = 0; i < plot->nr_marks; i++) {
		if (plot->marks[i].x == x && !strcmp(plot->marks[i].text, text))
			return;
	}
	mark->x = x;
	snprintf(mark->text, sizeof(mark->text), "%s", text);
	plot->nr_marks++;
}

static void mark_caches(struct bench_plot *plot, const struct bench_results_files *files)
{
	static const struct {
		const char *key, *name;
	} caches[] = {
		{ "l1d_bytes", "L1d" }, { "l2_bytes", "L2" }, { "llc_bytes", "LLC" },
	};
	char size[BENCH_SIZE_STR_MAX], text[96];
	size_t c;
	int f;

	for (c = 0; c < ARRAY_SIZE(caches); c++) {
		bool differs = bench_results_files__host_differs(files, caches[c].key);

		for (f = 0; f < files->nr; f++) {
			const struct bench_host_field *field =
				bench_host__find(&files->v[f].res.host, caches[c].key);

			if (!field || field->type != BENCH_HOST_NUMBER || field->number <= 0)
				continue;
			snprintf(text, sizeof(text), "%s %s%s%s", caches[c].name,
				 bench_size__str(field->number, size, sizeof(size)),
				 differs ? " " : "", differs ? files->v[f].label : "");
			add_mark(plot, field->number, text);
		}
	}
}

/**
 * bench_plot__break_even - where one curve crosses another from below
 * @a: a curve
 * @b: the other
 * @x: result: from there on @a lies above @b; a straight line over log x is assumed between
 *	points that both have
 *
 * Return: false if it does not, or more than once, so that no single point can be named.
 */
bool bench_plot__break_even(const struct bench_plot_line *a, const struct bench_plot_line *b,
			    double *x)
{
	double last_x = NAN, last = NAN;
	int i, j, n = 0, found = 0;

	for (i = 0, j = 0; i < a->nr && j < b->nr;) {
		double d;

		if (a->points[i].x != b->points[j].x) {
			if (a->points[i].x < b->points[j].x)
				i++;
			else
				j++;
			continue;
		}
		d = a->points[i].y - b->points[j].y;
		if (n && signbit(last) != signbit(d)) {
			found++;
			if (d < 0 || a->points[i].x <= 0 || last_x <= 0)
				return false;
			*x = exp(log(last_x) + (log(a->points[i].x) - log(last_x)) *
				 last / (last - d));
		}
		last = d;
		last_x = a->points[i].x;
		n++;
		i++;
		j++;
	}
	return found == 1;
}

/* "mprotect-ranged" and "mprotect-full"; plain "mprotect" is whichever the kernel chose. */
static bool full_flush_of(const char *full, const char *ranged)
{
	static const char end_full[] = "-full", end_ranged[] = "-ranged";
	size_t n = strlen(full), m = strlen(ranged);

	if (n <= strlen(end_full) || strcmp(full + n - strlen(end_full), end_full) ||
	    m <= strlen(end_ranged) || strcmp(ranged + m - strlen(end_ranged), end_ranged))
		return false;
	n -= strlen(end_full);
	m -= strlen(end_ranged);
	return m == n && !strncmp(full, ranged, n);
}

static bool pair_of(const struct bench_plot *plot, const struct bench_plot_line *ranged,
		    const struct bench_plot_line *full)
{
	int axis;

	if (ranged->file != full->file || ranged->nth != full->nth)
		return false;
	for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
		if (axis != (int)plot->axis && ranged->like->axis[axis] != full->like->axis[axis])
			return false;
	}
	return full_flush_of(full->like->function, ranged->like->function);
}

static void mark_break_even(struct bench_plot *plot)
{
	char text[96];
	int i, j, pairs = 0;
	double x;

	for (i = 0; i < plot->nr_lines; i++) {
		for (j = 0; j < plot->nr_lines; j++) {
			if (!pair_of(plot, &plot->lines[i], &plot->lines[j]))
				continue;
			pairs++;
			if (!bench_plot__break_even(&plot->lines[i], &plot->lines[j], &x))
				continue;
			snprintf(text, sizeof(text), "break-even %.0f (%.60s)", x,
				 plot->lines[i].title);
			add_mark(plot, x, text);
		}
	}
	if (pairs) {
		snprintf(text, sizeof(text), "kernel default %d", TLB_CEILING_DEFAULT);
		add_mark(plot, TLB_CEILING_DEFAULT, text);
	}
}

/**
 * bench_plot__mark - mark what the curves should be read against
 * @plot: with its lines and ticks
 * @files: for the cache sizes
 */
void bench_plot__mark(struct bench_plot *plot, const struct bench_results_files *files)
{
	if (plot->bars)
		return;
	if (plot->axis == BENCH_AXIS_SIZE)
		mark_caches(plot, files);
	if (plot->axis == BENCH_AXIS_PAGES)
		mark_break_even(plot);
}
