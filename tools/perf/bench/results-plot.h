/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_RESULTS_PLOT_H
#define BENCH_RESULTS_PLOT_H

#include <stdio.h>
#include "results-files.h"
#include "results-value.h"

/**
 * struct bench_plot_point - one case
 * @x: its value on the plot's axis
 * @y: its number, in the unit that people read
 * @lo: lower end of the interval, NAN if unknown
 * @hi: upper end
 */
struct bench_plot_point {
	double	x;
	double	y;
	double	lo;
	double	hi;
};

/**
 * struct bench_plot_line - cases that differ in the plot's axis only
 * @like: the first of them
 * @file: index of the file that they are of
 * @nth: which of the equal lines of a merged file
 * @title: for the key
 * @color: the same for the same cases in all files, from 0
 * @points: sorted by x
 */
struct bench_plot_line {
	const struct bench_case_result	*like;
	int				file;
	int				nth;
	char				*title;
	int				color;
	struct bench_plot_point		*points;
	int				nr;
};

/**
 * struct bench_plot_mark - a vertical line with a text
 * @x: where
 * @text: what it is
 */
struct bench_plot_mark {
	double	x;
	char	text[96];
};

enum bench_plot_terminal {
	BENCH_PLOT_DUMB,
	BENCH_PLOT_SVG,
	BENCH_PLOT_PNG,
	BENCH_PLOT_PDF,
};

#define BENCH_PLOT_MARKS_MAX	32

/* More curves are not drawn: a file may ask for any number. */
#define BENCH_PLOT_LINES_MAX	64
/* More than that are hard to tell apart, and their names take the room of the picture. */
#define BENCH_PLOT_LINES_CLEAR	16

/**
 * struct bench_plot - a picture
 * @axis: what x is
 * @bars: there is one x only: bars, one a line, instead of curves
 * @log_y: both axes are logarithmic, not x alone
 * @functions: names with commas between, whose curves are drawn; NULL: of all
 * @lines: the curves
 * @ticks: the x values that there are, sorted
 * @title: above the picture
 * @ylabel: what y is
 * @marks: cache sizes, break-even points
 */
struct bench_plot {
	enum bench_axis			axis;
	bool				bars;
	bool				log_y;
	const char			*functions;
	struct bench_plot_line		*lines;
	int				nr_lines;
	double				*ticks;
	int				nr_ticks;
	char				title[256];
	char				ylabel[4 * BENCH_VIEW_TEXT_MAX];
	struct bench_plot_mark		marks[BENCH_PLOT_MARKS_MAX];
	int				nr_marks;
};

int bench_plot__make(struct bench_plot *plot, const struct bench_results_files *files,
		     const struct bench_quantity *q);
void bench_plot__exit(struct bench_plot *plot);
bool bench_plot__wants(const char *functions, const char *name);
void bench_plot__mark(struct bench_plot *plot, const struct bench_results_files *files);
bool bench_plot__break_even(const struct bench_plot_line *a, const struct bench_plot_line *b,
			    double *x);

void bench_plot__script(const struct bench_plot *plot, enum bench_plot_terminal terminal,
			const char *output, FILE *out);
int bench_plot__draw(const struct bench_plot *plot, enum bench_plot_terminal terminal,
		     const char *output);

#endif /* BENCH_RESULTS_PLOT_H */
