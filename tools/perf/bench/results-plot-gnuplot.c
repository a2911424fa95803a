// SPDX-License-Identifier: GPL-2.0
/*
 * The gnuplot script of a picture, and running gnuplot on it.
 *
 * Names of functions and hosts come from files that anybody may have written. All but
 * letters, digits and a few harmless characters are written as octal escapes, so that gnuplot
 * sees no quote, no backquote that would run a command, and no macro; enhanced text is off, so
 * that nothing is markup either.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <linux/kernel.h>
#include <subcmd/run-command.h>
#include "results-plot.h"

/* Longer names would push the curves out of the picture. */
#define TEXT_MAX	72

/* The key of more curves stands beside the picture, which is larger then. */
#define WIDE_LINES	10

static void put_escaped(FILE *out, const char *text, size_t len)
{
	unsigned char c;

	for (; len--; text++) {
		c = *text;
		if (isalnum(c) || c >= 0x80 || strchr(" -_.,:/+", c))
			fputc(c, out);
		else
			fprintf(out, "\\%03o", c);
	}
}

static void put_cut(FILE *out, const char *text)
{
	size_t len = strlen(text);

	if (len > TEXT_MAX) {
		/* Not within a UTF-8 character. */
		for (len = TEXT_MAX - 3; len && ((unsigned char)text[len] & 0xc0) == 0x80; len--)
			;
	}
	put_escaped(out, text, len);
	if (text[len])
		fputs("...", out);
}

static void put_quoted(FILE *out, const char *text)
{
	fputc('"', out);
	put_cut(out, text);
	fputc('"', out);
}

/* Letters have nothing but blanks between a name and what stands beside it. */
static void put_spaced(FILE *out, const char *before, const char *text, bool dumb)
{
	fprintf(out, "\"%s", dumb ? before : "");
	put_cut(out, text);
	fputs(dumb ? " \"" : "\"", out);
}

/* A file name is never cut; "./" keeps gnuplot from reading a leading bar as a pipe. */
static void put_file_name(FILE *out, const char *name)
{
	fprintf(out, "\"%s", *name == '/' ? "" : "./");
	put_escaped(out, name, strlen(name));
	fputc('"', out);
}

static bool has_wide_key(const struct bench_plot *plot)
{
	return plot->nr_lines > WIDE_LINES;
}

static void put_terminal(const struct bench_plot *plot, enum bench_plot_terminal terminal,
			 FILE *out)
{
	/* Names of many curves need room of their own. */
	bool wide = has_wide_key(plot);
	const char *size = wide ? "1360,760" : "960,560";
	int columns = 100, lines = 32 + (wide ? plot->nr_lines / 2 : 0);
	struct winsize ws;

	switch (terminal) {
	case BENCH_PLOT_SVG:
		fprintf(out, "set terminal svg size %s font 'sans,13' background 'white'\n", size);
		break;
	case BENCH_PLOT_PNG:
		fprintf(out, "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) {\n");
		fprintf(out, "\tset terminal pngcairo size %s font 'sans,11'\n", size);
		fprintf(out, "} else {\n\tset terminal png size %s\n}\n", size);
		break;
	case BENCH_PLOT_PDF:
		fprintf(out, "set terminal pdfcairo size %s font 'sans,12'\n",
			wide ? "12.75in,7.125in" : "9in,5.25in");
		break;
	case BENCH_PLOT_DUMB:
	default:
		if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) &&
		    ws.ws_col >= 40 && ws.ws_row >= 15) {
			columns = ws.ws_col - 1;
			lines = ws.ws_row - 2;
		}
		fprintf(out, "set terminal dumb nofeed size %d,%d\n", columns, lines);
		break;
	}
	fprintf(out, "set encoding utf8\nset termoption noenhanced\n");
}

/* In letters the y axis has no room beside it, so that its title stands above. */
static void put_titles(const struct bench_plot *plot, bool dumb, FILE *out)
{
	fprintf(out, "set title \"");
	put_cut(out, plot->title);
	if (dumb) {
		fprintf(out, "\\n");
		put_cut(out, plot->ylabel);
		fprintf(out, "\"\n");
		return;
	}
	fprintf(out, "\"\nset ylabel ");
	put_quoted(out, plot->ylabel);
	fprintf(out, "\n");
}

static void put_ticks(const struct bench_plot *plot, int max, FILE *out)
{
	int step = (plot->nr_ticks + max - 1) / max;
	char text[BENCH_VIEW_TEXT_MAX];
	int i, shown = 0;

	fprintf(out, "set xtics (");
	for (i = 0; i < plot->nr_ticks; i += step ?: 1) {
		fprintf(out, "%s", shown++ ? ", " : "");
		put_quoted(out, bench_view__axis(plot->axis, (u64)plot->ticks[i], text,
						 sizeof(text)));
		fprintf(out, " %.17g", plot->ticks[i]);
	}
	fprintf(out, ")\n");
}

/* Room beside the first and the last point. */
static void put_range(const struct bench_plot *plot, FILE *out)
{
	double first = plot->ticks[0], last = plot->ticks[plot->nr_ticks - 1], room;

	/* The logarithm of no pages or offset 0 cannot be drawn. */
	if (first > 0) {
		room = pow(last / first, 0.03);
		fprintf(out, "set logscale x 2\nset xrange [%.17g:%.17g]\n", first / room,
			last * room);
	} else {
		room = (last - first) * 0.03;
		fprintf(out, "set xrange [%.17g:%.17g]\n", first - room, last + room);
	}
}

/* In letters there is room for numbers; the key tells what they are. */
static void put_bar_ticks(const struct bench_plot *plot, bool dumb, FILE *out)
{
	char value[BENCH_VIEW_TEXT_MAX], text[2 * BENCH_VIEW_TEXT_MAX];
	int i;

	fprintf(out, "set xtics (");
	for (i = 0; i < plot->nr_lines; i++) {
		fprintf(out, "%s", i ? ", " : "");
		if (dumb)
			fprintf(out, "\"%d\"", i + 1);
		else
			put_quoted(out, plot->lines[i].title);
		fprintf(out, " %d", i + 1);
	}
	if (!dumb && plot->nr_lines > 5)
		fprintf(out, ") rotate by %d\nset xlabel ", plot->nr_lines > 12 ? -60 : -25);
	else
		fprintf(out, ")\nset xlabel ");
	bench_view__axis(plot->axis, (u64)plot->ticks[0], value, sizeof(value));
	snprintf(text, sizeof(text), "%s %s", bench_axis__key(plot->axis), value);
	put_quoted(out, text);
	fprintf(out, "\n");
}

/* Texts one above the other where marks stand close. */
static void put_marks(const struct bench_plot *plot, bool dumb, FILE *out)
{
	int i;

	for (i = 0; i < plot->nr_marks; i++) {
		const struct bench_plot_mark *mark = &plot->marks[i];

		fprintf(out, "set arrow from %.17g, graph 0 to %.17g, graph %s nohead", mark->x,
			mark->x, dumb ? "0.98" : "1");
		fprintf(out, "%s back\n", dumb ? "" : " dashtype 2 linecolor rgb '#909090'");
		fprintf(out, "set label ");
		put_spaced(out, " ", mark->text, dumb);
		if (dumb)
			fprintf(out, " at %.17g, graph %.2f left offset 1,0\n", mark->x,
				0.97 - 0.06 * i);
		else
			fprintf(out, " at %.17g, graph 0.99 right rotate by 90 offset -0.8,0%s\n",
				mark->x, " font ',10' textcolor rgb '#606060' front");
	}
}

static void put_number(FILE *out, double v)
{
	if (isfinite(v))
		fprintf(out, " %.10g", v);
	else
		fprintf(out, " NaN");
}

static void put_data(const struct bench_plot *plot, FILE *out)
{
	int i, j;

	for (i = 0; i < plot->nr_lines; i++) {
		const struct bench_plot_line *line = &plot->lines[i];

		fprintf(out, "$line%d << END\n", i);
		for (j = 0; j < line->nr; j++) {
			fprintf(out, "%.17g", plot->bars ? i + 1.0 : line->points[j].x);
			put_number(out, line->points[j].y);
			put_number(out, line->points[j].lo);
			put_number(out, line->points[j].hi);
			fputc('\n', out);
		}
		fprintf(out, "END\n");
	}
}

/* gnuplot complains of an empty set of error bars. */
static bool has_interval(const struct bench_plot_line *line)
{
	int i;

	for (i = 0; i < line->nr; i++) {
		if (isfinite(line->points[i].lo) && isfinite(line->points[i].hi))
			return true;
	}
	return false;
}

/* Okabe and Ito's colours, which colour-blind people can tell apart, without the yellow. */
static void put_style(const struct bench_plot_line *line, bool bars, bool dumb, FILE *out)
{
	static const char *const colors[] = {
		"#0072b2", "#d55e00", "#009e73", "#cc79a7",
		"#e69f00", "#56b4e9", "#000000", "#808080",
	};
	static const int points[] = { 7, 5, 9, 11, 13, 4, 6, 8 };
	int c = line->color % ARRAY_SIZE(colors);
	/* Another mark when the colours come again. */
	int p = (line->color + line->color / ARRAY_SIZE(colors)) % ARRAY_SIZE(points);

	if (bars)
		fprintf(out, "linecolor rgb '%s' ", colors[c]);
	else if (dumb)
		fprintf(out, "linetype %d ", line->color + 1);
	else
		fprintf(out, "linecolor rgb '%s' linewidth 2 pointtype %d dashtype %d ", colors[c],
			points[p], line->file % 5 + 1);
}

static void put_curves(const struct bench_plot *plot, bool dumb, FILE *out)
{
	char before[16] = " ";
	int i;

	fprintf(out, "plot ");
	for (i = 0; i < plot->nr_lines; i++) {
		const struct bench_plot_line *line = &plot->lines[i];
		bool errors = !dumb && has_interval(line);

		fprintf(out, "%s$line%d using 1:2 with ", i ? ", \\\n\t" : "", i);
		fprintf(out, plot->bars ? "boxes " : "linespoints ");
		put_style(line, plot->bars, dumb, out);
		if (plot->bars && !dumb) {
			fprintf(out, "notitle");
		} else {
			if (plot->bars)
				snprintf(before, sizeof(before), " %d ", i + 1);
			fprintf(out, "title ");
			put_spaced(out, before, line->title, dumb);
		}
		/* In letters, error bars only blur the curves. */
		if (!errors)
			continue;
		fprintf(out, ", \\\n\t$line%d using 1:2:3:4 with yerrorbars ", i);
		if (plot->bars)
			fprintf(out, "pointtype 7 pointsize 0.3 linewidth 2 linecolor 'black' ");
		else
			put_style(line, false, false, out);
		fprintf(out, "notitle");
	}
	fprintf(out, "\n");
}

/**
 * bench_plot__script - write the gnuplot script of a picture
 * @plot: the picture
 * @terminal: what it is drawn for
 * @output: file that gnuplot shall write, NULL: its standard output
 * @out: where the script goes
 */
void bench_plot__script(const struct bench_plot *plot, enum bench_plot_terminal terminal,
			const char *output, FILE *out)
{
	bool dumb = terminal == BENCH_PLOT_DUMB;

	fprintf(out, "# made by perf bench results plot\n");
	put_terminal(plot, terminal, out);
	if (output) {
		fprintf(out, "set output ");
		put_file_name(out, output);
		fprintf(out, "\n");
	}
	put_titles(plot, dumb, out);
	fprintf(out, "set grid ytics%s\n", dumb ? "" : " linecolor rgb '#b0b0b0'");
	fprintf(out, "set border 3\nset xtics nomirror\nset ytics nomirror\n");
	if (plot->log_y)
		fprintf(out, "set logscale y\n");
	else
		fprintf(out, "set yrange [0:*]\n");

	if (plot->bars) {
		fprintf(out, "%s key%s\n", dumb ? "set" : "unset", dumb ? " below" : "");
		fprintf(out, "set style fill solid 0.6\nset boxwidth 0.6\n");
		fprintf(out, "set xrange [0.4:%d.6]\n", plot->nr_lines);
		put_bar_ticks(plot, dumb, out);
	} else {
		fprintf(out, "set key %s%s\n",
			!dumb && has_wide_key(plot) ? "outside right top" : "below",
			dumb ? "" : has_wide_key(plot) ? " Left reverse font ',10'" :
			" Left reverse left");
		fprintf(out, "set xlabel ");
		put_quoted(out, bench_axis__key(plot->axis));
		fprintf(out, "%s\n", dumb ? "" : " offset 0,0.4");
		put_range(plot, out);
		put_ticks(plot, dumb ? 8 : 14, out);
		put_marks(plot, dumb, out);
	}
	put_data(plot, out);
	put_curves(plot, dumb, out);
}

/* The script is a file to gnuplot, so that it never waits for us while we wait for it. */
static int run_gnuplot(FILE *script, FILE *picture)
{
	const char *argv[3] = { "gnuplot", "-", NULL };
	struct child_process gnuplot = { .argv = argv, .in = dup(fileno(script)), .out = -1 };
	char buf[16384];
	ssize_t n;
	int ret;

	if (gnuplot.in < 0)
		return -errno;
	ret = start_command(&gnuplot);
	if (ret)
		return ret;
	while ((n = read(gnuplot.out, buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
		fwrite(buf, 1, max_t(ssize_t, n, 0), picture);
	close(gnuplot.out);
	return finish_command(&gnuplot);
}

/**
 * bench_plot__draw - have gnuplot draw a picture
 * @plot: the picture
 * @terminal: its format
 * @output: file to write, NULL: standard output
 *
 * gnuplot does not tell of a picture that it could not write, so we write it ourselves.
 *
 * Return: 0, or 1 with a line on stderr.
 */
int bench_plot__draw(const struct bench_plot *plot, enum bench_plot_terminal terminal,
		     const char *output)
{
	static const char no_gnuplot[] =
		"gnuplot is needed to draw and was not found; --script prints what it would draw";
	struct bench_stream picture;
	FILE *script;
	int ret;

	if (bench_stream__open(&picture, "plot", output))
		return 1;
	script = fdopen(memfd_create("perf-bench-plot", MFD_CLOEXEC), "w+");
	if (!script)
		return bench_stream__close(&picture, -errno);
	bench_plot__script(plot, terminal, NULL, script);
	rewind(script);
	ret = run_gnuplot(script, picture.f);
	fclose(script);
	/* The last line of letters has no end. */
	if (terminal == BENCH_PLOT_DUMB && !fflush(picture.f) && picture.len)
		fputc('\n', picture.f);
	if (!ret && !fflush(picture.f) && picture.len)
		return bench_stream__close(&picture, 0);
	bench_command__error("plot", "%s", ret == -ERR_RUN_COMMAND_EXEC ? no_gnuplot :
			     "gnuplot failed");
	bench_stream__drop(&picture);
	return 1;
}
