// SPDX-License-Identifier: GPL-2.0
/* Tables of texts: aligned columns, markdown, CSV. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "table.h"

/* Aligned text keeps to this width where it can. */
#define TEXT_WIDTH	100

struct column {
	char	*heading;
	bool	right;
};

struct bench_table {
	struct column	*columns;
	int		nr_columns;
	/* row by row, nr_columns each; NULL: empty */
	char		**cells;
	int		nr_rows;
	int		next;
	/* the first failure: callers look at it once, when they print */
	int		err;
};

/**
 * bench_table__new - make an empty table
 *
 * Add all columns, then row by row the cells. A failure (out of memory, too many cells) is
 * kept until bench_table__print() returns it, so that calls between need no check; they take
 * a NULL table too.
 *
 * Return: the table, or NULL without memory.
 */
struct bench_table *bench_table__new(void)
{
	return calloc(1, sizeof(struct bench_table));
}

/**
 * bench_table__delete - free a table
 * @t: the table, or NULL
 */
void bench_table__delete(struct bench_table *t)
{
	int i;

	if (!t)
		return;
	for (i = 0; i < t->nr_columns; i++)
		free(t->columns[i].heading);
	for (i = 0; i < t->nr_columns * t->nr_rows; i++)
		free(t->cells[i]);
	free(t->columns);
	free(t->cells);
	free(t);
}

static int fail(struct bench_table *t, int err)
{
	if (!t->err)
		t->err = err;
	return err;
}

/**
 * bench_table__column - add a column
 * @t: a table that has no rows yet
 * @heading: its heading; may be broken at spaces where text gets too wide
 * @right: aligned to the right, as numbers are
 *
 * Return: 0, or -EINVAL if there are rows, -ENOMEM.
 */
int bench_table__column(struct bench_table *t, const char *heading, bool right)
{
	struct column *c;

	if (!t)
		return -ENOMEM;
	if (t->nr_rows)
		return fail(t, -EINVAL);

	c = realloc(t->columns, (t->nr_columns + 1) * sizeof(*c));
	if (!c)
		return fail(t, -ENOMEM);
	t->columns = c;

	c += t->nr_columns;
	c->right = right;
	c->heading = strdup(heading);
	if (!c->heading)
		return fail(t, -ENOMEM);
	t->nr_columns++;
	return 0;
}

/**
 * bench_table__row - begin a row
 * @t: the table
 *
 * Cells that are not given stay empty.
 *
 * Return: 0, or -EINVAL if there are no columns, -ENOMEM.
 */
int bench_table__row(struct bench_table *t)
{
	size_t nr;
	char **p;

	if (!t)
		return -ENOMEM;
	if (!t->nr_columns)
		return fail(t, -EINVAL);

	nr = (size_t)t->nr_rows * t->nr_columns;
	p = realloc(t->cells, (nr + t->nr_columns) * sizeof(*p));
	if (!p)
		return fail(t, -ENOMEM);
	t->cells = p;

	memset(p + nr, 0, t->nr_columns * sizeof(*p));
	t->nr_rows++;
	t->next = 0;
	return 0;
}

/**
 * bench_table__cell - fill the next cell of the row
 * @t: the table
 * @fmt: its text, as for printf()
 *
 * Return: 0, or -EINVAL if the row has no cell left, -ENOMEM.
 */
int bench_table__cell(struct bench_table *t, const char *fmt, ...)
{
	char *text;
	va_list ap;
	int ret;

	if (!t)
		return -ENOMEM;
	if (!t->nr_rows || t->next >= t->nr_columns)
		return fail(t, -EINVAL);

	va_start(ap, fmt);
	ret = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (ret < 0)
		return fail(t, -ENOMEM);

	t->cells[(t->nr_rows - 1) * t->nr_columns + t->next++] = text;
	return 0;
}

static const char *cell_text(const struct bench_table *t, int row, int col)
{
	const char *text = t->cells[row * t->nr_columns + col];

	return text ?: "";
}

/* Columns that @n bytes of UTF-8 take: one a character, as in most scripts. */
static int text_width(const char *s, int n)
{
	int i, width = 0;

	for (i = 0; i < n; i++)
		width += (s[i] & 0xc0) != 0x80;
	return width;
}

/* Length of the longest word; a heading cannot be made narrower than that. */
static int longest_word(const char *s)
{
	int n, w, max = 0;

	for (s += strspn(s, " "); *s; s += n, s += strspn(s, " ")) {
		n = strcspn(s, " ");
		w = text_width(s, n);
		if (w > max)
			max = w;
	}
	return max;
}

/* How much of a heading stands in a line of that width, in whole words; at least one. */
static int heading_line(const char *s, int width)
{
	int n = strcspn(s, " "), next;

	while (s[n]) {
		next = n + strspn(s + n, " ");
		next += strcspn(s + next, " ");
		if (text_width(s, next) > width)
			break;
		n = next;
	}
	return n;
}

static int heading_lines(const char *s, int width)
{
	int lines = 0;

	for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
		s += heading_line(s, width);
		lines++;
	}
	return lines;
}

/* Widths of the columns, with each heading in one line or broken; returns their sum. */
static int column_widths(const struct bench_table *t, bool broken, int *widths)
{
	const char *heading, *text;
	int row, col, w, sum = 0;

	for (col = 0; col < t->nr_columns; col++) {
		heading = t->columns[col].heading;
		widths[col] = broken ? longest_word(heading) :
			      text_width(heading, strlen(heading));
		for (row = 0; row < t->nr_rows; row++) {
			text = cell_text(t, row, col);
			w = text_width(text, strlen(text));
			if (w > widths[col])
				widths[col] = w;
		}
		sum += widths[col];
	}
	return sum;
}

/* Writes @n bytes of @s as one field; padding waits in @pad, so that no line ends in it. */
static void put_field(FILE *out, const char *s, int n, int width, bool right, int *pad)
{
	int i, used;

	if (!n) {
		*pad += width;
		return;
	}
	used = text_width(s, n);
	if (right)
		*pad += width - used;
	fprintf(out, "%*s", *pad, "");
	for (i = 0; i < n; i++)
		fputc(isspace((unsigned char)s[i]) ? ' ' : s[i], out);
	*pad = right ? 0 : width - used;
}

static void print_headings(const struct bench_table *t, const int *widths, int gap, FILE *out)
{
	int col, line, lines = 1, nr, n, pad;
	const char *s;

	for (col = 0; col < t->nr_columns; col++) {
		nr = heading_lines(t->columns[col].heading, widths[col]);
		if (nr > lines)
			lines = nr;
	}

	/* All end in the last line, next to their columns. */
	for (line = lines; line > 0; line--) {
		pad = 0;
		for (col = 0; col < t->nr_columns; col++) {
			s = t->columns[col].heading;
			s += strspn(s, " ");
			nr = heading_lines(s, widths[col]);
			for (; nr > line; nr--) {
				s += heading_line(s, widths[col]);
				s += strspn(s, " ");
			}
			n = nr == line ? heading_line(s, widths[col]) : 0;
			put_field(out, s, n, widths[col], t->columns[col].right, &pad);
			pad += gap;
		}
		fputc('\n', out);
	}
}

static int print_text(const struct bench_table *t, FILE *out)
{
	int *widths = calloc(t->nr_columns, sizeof(*widths));
	int row, col, pad, gap = 2;
	const char *s;

	if (!widths)
		return -ENOMEM;

	if (column_widths(t, false, widths) + gap * (t->nr_columns - 1) > TEXT_WIDTH &&
	    column_widths(t, true, widths) + gap * (t->nr_columns - 1) > TEXT_WIDTH)
		gap = 1;

	print_headings(t, widths, gap, out);
	for (row = 0; row < t->nr_rows; row++) {
		pad = 0;
		for (col = 0; col < t->nr_columns; col++) {
			s = cell_text(t, row, col);
			put_field(out, s, strlen(s), widths[col], t->columns[col].right, &pad);
			pad += gap;
		}
		fputc('\n', out);
	}
	free(widths);
	return 0;
}

/* A bar would end the cell, a line break the row. */
static void put_markdown(FILE *out, const char *s)
{
	fputc(' ', out);
	for (; *s; s++) {
		if (*s == '|' || *s == '\\')
			fputc('\\', out);
		fputc(isspace((unsigned char)*s) ? ' ' : *s, out);
	}
	fputs(" |", out);
}

static void print_markdown(const struct bench_table *t, FILE *out)
{
	int row, col;

	fputc('|', out);
	for (col = 0; col < t->nr_columns; col++)
		put_markdown(out, t->columns[col].heading);
	fputs("\n|", out);
	for (col = 0; col < t->nr_columns; col++)
		fputs(t->columns[col].right ? "---:|" : "---|", out);
	fputc('\n', out);

	for (row = 0; row < t->nr_rows; row++) {
		fputc('|', out);
		for (col = 0; col < t->nr_columns; col++)
			put_markdown(out, cell_text(t, row, col));
		fputc('\n', out);
	}
}

/* RFC 4180, section 2, rules 5 to 7. Lines end in LF, as other tools here do it. */
static void put_csv(FILE *out, const char *s, bool last)
{
	if (s[strcspn(s, ",\"\r\n")]) {
		fputc('"', out);
		for (; *s; s++) {
			if (*s == '"')
				fputc('"', out);
			fputc(*s, out);
		}
		fputc('"', out);
	} else {
		fputs(s, out);
	}
	fputc(last ? '\n' : ',', out);
}

static void print_csv(const struct bench_table *t, FILE *out)
{
	int row, col, last = t->nr_columns - 1;

	for (col = 0; col <= last; col++)
		put_csv(out, t->columns[col].heading, col == last);
	for (row = 0; row < t->nr_rows; row++) {
		for (col = 0; col <= last; col++)
			put_csv(out, cell_text(t, row, col), col == last);
	}
}

/**
 * bench_table__print - print a table
 * @t: the table
 * @style: how
 * @out: where to
 *
 * Text that would be wider than 100 columns first has its headings broken at spaces, then its
 * gaps made smaller; cells are never cut.
 *
 * Return: 0, the first failure while the table was filled, or -EIO.
 */
int bench_table__print(const struct bench_table *t, enum bench_table_style style, FILE *out)
{
	int ret = 0;

	if (!t)
		return -ENOMEM;
	if (t->err)
		return t->err;
	if (!t->nr_columns)
		return -EINVAL;

	switch (style) {
	case BENCH_TABLE_MARKDOWN:
		print_markdown(t, out);
		break;
	case BENCH_TABLE_CSV:
		print_csv(t, out);
		break;
	case BENCH_TABLE_TEXT:
	default:
		ret = print_text(t, out);
		break;
	}
	if (!ret && ferror(out))
		ret = -EIO;
	return ret;
}
