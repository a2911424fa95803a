// SPDX-License-Identifier: GPL-2.0
/* Single values as people read them. What is not known is "-", never a number. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <linux/string.h>
#include "page.h"
#include "report-view.h"
#include "size.h"

#define GB	((double)(1ULL << 30))

/**
 * bench_view__is_bandwidth - whether a metric is in bytes a second
 * @res: the result
 * @metric: index of the metric
 */
bool bench_view__is_bandwidth(const struct bench_results *res, int metric)
{
	const char *unit = res->metrics[metric].unit;

	return unit && !strcmp(unit, bench_unit__str(BENCH_UNIT_BYTES_PER_SEC));
}

/**
 * bench_view__scale - what a metric's values are divided by for people
 * @res: the result
 * @metric: index of the metric
 *
 * Return: 2^30 for a bandwidth, since perf bench's GB is 2^30 bytes, else 1.
 */
double bench_view__scale(const struct bench_results *res, int metric)
{
	return bench_view__is_bandwidth(res, metric) ? GB : 1;
}

/**
 * bench_view__unit - what a metric's values are in, after bench_view__scale()
 * @res: the result
 * @metric: index of the metric
 * @buf: room for the text
 * @len: its size
 *
 * "op" in a unit becomes what the workload calls its operation: "ns/fault". Return: @buf.
 */
const char *bench_view__unit(const struct bench_results *res, int metric, char *buf, size_t len)
{
	const char *unit = res->metrics[metric].unit ?: "";
	const char *op = res->op ?: "op";

	if (!strcmp(unit, bench_unit__str(BENCH_UNIT_BYTES_PER_SEC)))
		snprintf(buf, len, "GB/s");
	else if (!strcmp(unit, bench_unit__str(BENCH_UNIT_NSEC_PER_OP)))
		snprintf(buf, len, "ns/%s", op);
	else if (!strcmp(unit, bench_unit__str(BENCH_UNIT_CYCLES_PER_OP)))
		snprintf(buf, len, "cycles/%s", op);
	else if (!strcmp(unit, bench_unit__str(BENCH_UNIT_OPS_PER_SEC)))
		snprintf(buf, len, "%ss/s", op);
	else if (!strcmp(unit, bench_unit__str(BENCH_UNIT_COUNT)))
		buf[0] = '\0';
	else
		snprintf(buf, len, "%s", unit);
	return buf;
}

/**
 * bench_view__number - a number with two decimals, or with more digits if it is small
 * @v: the number
 * @buf: room for the text, BENCH_VIEW_TEXT_MAX
 * @len: its size
 *
 * Return: @buf.
 */
char *bench_view__number(double v, char *buf, size_t len)
{
	if (!isfinite(v))
		snprintf(buf, len, "-");
	else if ((v && fabs(v) < 0.0995) || fabs(v) >= 1e12)
		snprintf(buf, len, "%.3g", v);
	else
		snprintf(buf, len, "%.2f", v);
	return buf;
}

/**
 * bench_view__fine - a number with five digits, for intervals that are narrow
 * @v: the number
 * @buf: room for the text, BENCH_VIEW_TEXT_MAX
 * @len: its size
 *
 * Return: @buf.
 */
char *bench_view__fine(double v, char *buf, size_t len)
{
	double a = fabs(v);

	if (!isfinite(v) || (v && a < 0.0995) || a >= 1e5)
		return bench_view__number(v, buf, len);
	snprintf(buf, len, "%.*f", a < 10 ? 4 : a < 100 ? 3 : a < 1000 ? 2 : 1, v);
	return buf;
}

/**
 * bench_view__count - a count, its digits in groups of three as perf stat prints them
 * @v: the count, a mean that need not be whole
 * @buf: room for the text, BENCH_VIEW_TEXT_MAX
 * @len: its size
 *
 * Return: @buf.
 */
char *bench_view__count(double v, char *buf, size_t len)
{
	char digits[BENCH_VIEW_TEXT_MAX];
	size_t i, n, at = 0;

	if (!isfinite(v) || v < 0 || v >= 1e18 || (v < 100 && v != floor(v)))
		return bench_view__number(v, buf, len);
	n = snprintf(digits, sizeof(digits), "%.0f", v);
	for (i = 0; i < n && at + 2 < len; i++) {
		if (i && (n - i) % 3 == 0)
			buf[at++] = ',';
		buf[at++] = digits[i];
	}
	buf[at] = '\0';
	return buf;
}

/**
 * bench_view__event_unit - what an event counts, if it is no number of something
 * @event: its name
 *
 * Return: a constant text to stand behind the name, empty for most.
 */
const char *bench_view__event_unit(const char *event)
{
	/* Where perf stat prints msec; a sample is shorter than one. */
	return strstarts(event, "task-clock") || strstarts(event, "cpu-clock") ? " (ns)" : "";
}

/**
 * bench_view__axis - a value on an axis, as the command line takes it
 * @axis: the axis
 * @value: the value
 * @buf: room for the text, BENCH_VIEW_TEXT_MAX
 * @len: its size
 *
 * Return: @buf.
 */
char *bench_view__axis(enum bench_axis axis, u64 value, char *buf, size_t len)
{
	switch (axis) {
	case BENCH_AXIS_PAGE:
		return bench_page__str(value, buf, len);
	case BENCH_AXIS_CHUNK:
		if (!value) {
			snprintf(buf, len, "extent");
			return buf;
		}
		return bench_size__str(value, buf, len);
	case BENCH_AXIS_SIZE:
		return bench_size__str(value, buf, len);
	case BENCH_AXIS_THREADS:
	case BENCH_AXIS_PAGES:
	case BENCH_AXIS_ALIGN:
	case BENCH_AXIS_NR:
	default:
		snprintf(buf, len, "%" PRIu64, value);
		return buf;
	}
}

/**
 * bench_view__point - where a case lies: "size 16MB, page 4KB, threads 1"
 * @cr: the case
 * @axes: which axes are named
 * @buf: room for the text, twice BENCH_VIEW_TEXT_MAX
 * @len: its size
 *
 * Return: @buf, empty without axes.
 */
char *bench_view__point(const struct bench_case_result *cr, unsigned int axes, char *buf,
			size_t len)
{
	static const enum bench_axis order[BENCH_AXIS_NR] = {
		BENCH_AXIS_SIZE, BENCH_AXIS_PAGES, BENCH_AXIS_PAGE, BENCH_AXIS_CHUNK,
		BENCH_AXIS_ALIGN, BENCH_AXIS_THREADS,
	};
	char value[BENCH_VIEW_TEXT_MAX];
	size_t at = 0;
	int i;

	buf[0] = '\0';
	for (i = 0; i < BENCH_AXIS_NR && at < len; i++) {
		if (!(axes & 1U << order[i]))
			continue;
		bench_view__axis(order[i], cr->axis[order[i]], value, sizeof(value));
		at += snprintf(buf + at, len - at, "%s%s %s", at ? ", " : "",
			       bench_axis__key(order[i]), value);
	}
	return buf;
}

/**
 * bench_view__speedup - a speedup in percent, "~" if it may be noise
 * @sp: the speedup
 * @interval: with its 95% interval
 * @buf: room for the text, BENCH_VIEW_TEXT_MAX
 * @len: its size
 *
 * A question mark behind the percentage: too few samples to know whether it is noise.
 * Return: @buf.
 */
char *bench_view__speedup(const struct bench_speedup *sp, bool interval, char *buf, size_t len)
{
	bool known = isfinite(sp->ci95.lo) && isfinite(sp->ci95.hi);
	int n;

	if (!isfinite(sp->percent))
		n = snprintf(buf, len, "-");
	else if (!known)
		n = snprintf(buf, len, "%+.2f%%?", sp->percent);
	else if (sp->noise)
		n = snprintf(buf, len, "~");
	else
		n = snprintf(buf, len, "%+.2f%%", sp->percent);
	if (interval && known && n > 0 && (size_t)n < len)
		snprintf(buf + n, len - n, " [%+.2f, %+.2f]", sp->ci95.lo, sp->ci95.hi);
	return buf;
}

/**
 * bench_view__pstdev - population standard deviation in percent of the mean
 * @st: the statistics
 *
 * A difference may have a mean below 0, a spread never is. One sample has none.
 *
 * Return: percent, NAN if unknown or if the mean is 0.
 */
double bench_view__pstdev(const struct bench_stats *st)
{
	double percent = st->pstdev / fabs(st->mean) * 100;

	return isfinite(percent) && st->n != 1 ? percent : NAN;
}
