// SPDX-License-Identifier: GPL-2.0
/* The curves that perf bench results plot draws. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/zalloc.h>
#include "results-plot.h"

/**
 * bench_plot__wants - whether a function is in a list
 * @functions: names with commas between; NULL: all
 * @name: the function's name
 *
 * Return: true if so.
 */
bool bench_plot__wants(const char *functions, const char *name)
{
	size_t len, n = strlen(name);
	const char *p;

	for (p = functions; p; p = p[len] ? p + len + 1 : NULL) {
		len = strcspn(p, ",");
		if (len == n && !strncmp(p, name, n))
			return true;
	}
	return !functions;
}

/* An event is easier to judge per line, page or operation than as a count. */
static double counter_share(const struct bench_counter_result *c, const char **what)
{
	if (isfinite(c->per_line)) {
		*what = " per 64-byte line";
		return c->per_line;
	}
	if (isfinite(c->per_page)) {
		*what = " per page";
		return c->per_page;
	}
	if (isfinite(c->per_op)) {
		*what = " per operation";
		return c->per_op;
	}
	*what = "";
	return c->value;
}

static bool case_point(const struct bench_quantity *q, const struct bench_case_result *cr,
		       struct bench_plot_point *p, const char **what)
{
	double scale = q->scale;
	struct bench_value val;
	int i;

	if (!bench_quantity__value(q, cr, &val))
		return false;
	p->y = bench_value__headline(&val) / scale;
	p->lo = val.s.st.ci95.lo / scale;
	p->hi = val.s.st.ci95.hi / scale;
	if (!isfinite(p->lo) || !isfinite(p->hi)) {
		/* A published table: the spread is what it tells. */
		p->lo = (val.s.st.mean - val.s.st.pstdev) / scale;
		p->hi = (val.s.st.mean + val.s.st.pstdev) / scale;
	}
	bench_value__exit(&val);

	for (i = 0; q->kind == BENCH_QUANTITY_COUNTER && i < cr->nr_counters; i++) {
		if (strcmp(cr->counters[i].name, q->name))
			continue;
		p->y = counter_share(&cr->counters[i], what);
		p->lo = NAN;
		p->hi = NAN;
	}
	return isfinite(p->y);
}

static double axis_value(enum bench_axis axis, const struct bench_case_result *cr)
{
	if (axis == BENCH_AXIS_PAGE)
		return bench_page__size(cr->axis[axis]);
	/* A chunk of 0 is the whole size. */
	if (axis == BENCH_AXIS_CHUNK && !cr->axis[axis])
		return cr->axis[BENCH_AXIS_SIZE];
	return cr->axis[axis];
}

/* Whether two cases differ in the plot's axis only. */
static bool same_curve(const struct bench_plot *plot, const struct bench_case_result *a,
		       const struct bench_case_result *b)
{
	int axis;

	if (strcmp(a->function, b->function))
		return false;
	for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
		if (axis != (int)plot->axis && a->axis[axis] != b->axis[axis])
			return false;
	}
	return true;
}

static bool has_x(const struct bench_plot_line *line, double x)
{
	int i;

	for (i = 0; i < line->nr; i++) {
		if (line->points[i].x == x)
			return true;
	}
	return false;
}

static struct bench_plot_line *find_line(struct bench_plot *plot, int file,
					 const struct bench_case_result *cr, double x)
{
	struct bench_plot_line *line;
	int i;

	for (i = 0; i < plot->nr_lines; i++) {
		line = &plot->lines[i];
		if (line->file == file && same_curve(plot, line->like, cr) && !has_x(line, x))
			return line;
	}

	line = realloc(plot->lines, (plot->nr_lines + 1) * sizeof(*line));
	if (!line)
		return NULL;
	plot->lines = line;
	line += plot->nr_lines++;
	memset(line, 0, sizeof(*line));
	line->like = cr;
	line->file = file;
	for (i = 0; i < plot->nr_lines - 1; i++)
		line->nth += plot->lines[i].file == file &&
			     same_curve(plot, plot->lines[i].like, cr);
	return line;
}

static int add_point(struct bench_plot_line *line, const struct bench_plot_point *p)
{
	struct bench_plot_point *grown;

	grown = realloc(line->points, (line->nr + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	line->points = grown;
	grown[line->nr++] = *p;
	return 0;
}

static int by_x(const void *a, const void *b)
{
	const struct bench_plot_point *p = a, *q = b;

	return p->x < q->x ? -1 : p->x > q->x;
}

static int by_number(const void *a, const void *b)
{
	const double *p = a, *q = b;

	return *p < *q ? -1 : *p > *q;
}

static int make_ticks(struct bench_plot *plot)
{
	int i, j, n = 0, room = 1;

	for (i = 0; i < plot->nr_lines; i++)
		room += plot->lines[i].nr;
	plot->ticks = calloc(room, sizeof(*plot->ticks));
	if (!plot->ticks)
		return -ENOMEM;
	for (i = 0; i < plot->nr_lines; i++) {
		for (j = 0; j < plot->lines[i].nr; j++)
			plot->ticks[n++] = plot->lines[i].points[j].x;
	}
	qsort(plot->ticks, n, sizeof(*plot->ticks), by_number);
	for (i = 0; i < n; i++) {
		if (!i || plot->ticks[i] != plot->ticks[plot->nr_ticks - 1])
			plot->ticks[plot->nr_ticks++] = plot->ticks[i];
	}
	plot->bars = plot->nr_ticks < 2;
	return 0;
}

/* Files differ in the kind of line, what was measured in the colour. */
static void choose_colors(struct bench_plot *plot)
{
	int i, j, nr = 0;

	for (i = 0; i < plot->nr_lines; i++) {
		struct bench_plot_line *line = &plot->lines[i];

		for (j = 0; j < i; j++) {
			if (plot->lines[j].nth == line->nth &&
			    same_curve(plot, plot->lines[j].like, line->like))
				break;
		}
		line->color = j < i ? plot->lines[j].color : nr++;
	}
}

static int make_titles(struct bench_plot *plot, const struct bench_results_files *files)
{
	unsigned int axes = bench_results__varying(files);
	char text[256], again[16];
	int i;

	axes &= ~(1U << plot->axis);
	for (i = 0; i < plot->nr_lines; i++) {
		struct bench_plot_line *line = &plot->lines[i];

		again[0] = '\0';
		if (line->nth)
			snprintf(again, sizeof(again), " #%d", line->nth + 1);
		bench_case__text(line->like, axes, text, sizeof(text));
		if (asprintf(&line->title, "%s%s%s%s",
			     files->nr > 1 ? files->v[line->file].label : "",
			     files->nr > 1 ? ": " : "", text, again) < 0) {
			line->title = NULL;
			return -ENOMEM;
		}
	}
	return 0;
}

static void make_texts(struct bench_plot *plot, const struct bench_results_files *files,
		       const struct bench_quantity *q, const char *what)
{
	const struct bench_results *res = &files->v[0].res;
	char cpu[96], kernel[64];

	bench_host_field__text(bench_host__find(&res->host, "cpu"), cpu, sizeof(cpu));
	bench_host_field__text(bench_host__find(&res->host, "kernel"), kernel, sizeof(kernel));
	if (files->nr > 1)
		snprintf(plot->title, sizeof(plot->title), "perf bench %s, %d files",
			 res->benchmark, files->nr);
	else
		snprintf(plot->title, sizeof(plot->title), "perf bench %s, %s, kernel %s",
			 res->benchmark, cpu, kernel);
	if (q->kind == BENCH_QUANTITY_COUNTER)
		snprintf(plot->ylabel, sizeof(plot->ylabel), "%s%s", q->name, what);
	else
		snprintf(plot->ylabel, sizeof(plot->ylabel), "%s%s%s", q->name,
			 *q->shown ? ", " : "", q->shown);
}

/**
 * bench_plot__make - turn cases into curves
 * @plot: axis, log_y and functions are set, the rest is filled; to be freed by
 *	bench_plot__exit()
 * @files: the files
 * @q: what y is, one for each file
 *
 * Return: 0, -ENODATA if no case has a number, -E2BIG if nobody could tell the curves apart, or
 * -ENOMEM.
 */
int bench_plot__make(struct bench_plot *plot, const struct bench_results_files *files,
		     const struct bench_quantity *q)
{
	const char *what = "";
	struct bench_plot_line *line;
	struct bench_plot_point p;
	int f, i;

	for (f = 0; f < files->nr; f++) {
		for (i = 0; i < files->v[f].res.nr_cases; i++) {
			const struct bench_case_result *cr = &files->v[f].res.cases[i];

			if (!bench_plot__wants(plot->functions, cr->function) ||
			    !case_point(&q[f], cr, &p, &what))
				continue;
			p.x = axis_value(plot->axis, cr);
			line = find_line(plot, f, cr, p.x);
			if (plot->nr_lines > BENCH_PLOT_LINES_MAX)
				return -E2BIG;
			if (!line || add_point(line, &p))
				return -ENOMEM;
		}
	}
	if (!plot->nr_lines)
		return -ENODATA;
	for (i = 0; i < plot->nr_lines; i++)
		qsort(plot->lines[i].points, plot->lines[i].nr, sizeof(p), by_x);
	if (make_ticks(plot) || make_titles(plot, files))
		return -ENOMEM;
	choose_colors(plot);

	bench_plot__mark(plot, files);
	make_texts(plot, files, q, what);
	return 0;
}

/**
 * bench_plot__exit - free what bench_plot__make() made
 * @plot: the picture
 */
void bench_plot__exit(struct bench_plot *plot)
{
	int i;

	for (i = 0; i < plot->nr_lines; i++) {
		free(plot->lines[i].title);
		free(plot->lines[i].points);
	}
	zfree(&plot->lines);
	zfree(&plot->ticks);
	plot->nr_lines = 0;
}
