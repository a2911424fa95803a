// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of sizes and counts: "16MB,128MB", ranges "4KB..4GB", with a factor "4KB..4GB:x4"
 * or a step "1..512:+8".
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "size.h"

/* What is different between lists of sizes and lists of counts. */
struct list_kind {
	int		(*parse)(const char *text, u64 *value);
	const char	*item;
	const char	*range;
};

static const struct list_kind sizes = {
	.parse	= bench_size__parse,
	.item	= "a size is a whole number with B, KB, MB, GB or TB",
	.range	= "a range is 4KB..4GB, 4KB..4GB:x4 or 4KB..64KB:+4KB",
};

static const struct list_kind counts = {
	.parse	= bench_count__parse,
	.item	= "a count is a whole number",
	.range	= "a range is 1..512, 1..512:x4 or 1..512:+8",
};

/* Room for one item of a list; anything longer is no number that fits. */
#define ITEM_MAX	96

/**
 * bench_list__add - put a value at the end of a list
 * @list: the list, all zero if it is new
 * @v: the value, which may be in the list already
 *
 * Return: 0, -E2BIG if it has BENCH_LIST_MAX values, -ENOMEM.
 */
int bench_list__add(struct bench_list *list, u64 v)
{
	u64 *p;

	if (list->nr >= BENCH_LIST_MAX)
		return -E2BIG;

	/* Grows whenever the number of values is a power of two. */
	if (!(list->nr & (list->nr - 1))) {
		p = realloc(list->v, (list->nr ? 2 * (size_t)list->nr : 1) * sizeof(*p));
		if (!p)
			return -ENOMEM;
		list->v = p;
	}
	list->v[list->nr++] = v;
	return 0;
}

/**
 * bench_list__exit - free a list
 * @list: the list; it is empty afterwards
 */
void bench_list__exit(struct bench_list *list)
{
	free(list->v);
	list->v = NULL;
	list->nr = 0;
}

/**
 * bench_list__add_new - likewise, unless it is there
 * @list: the list
 * @v: the value: one that is asked for twice is measured once
 *
 * Return: as bench_list__add().
 */
int bench_list__add_new(struct bench_list *list, u64 v)
{
	int i;

	for (i = 0; i < list->nr; i++) {
		if (list->v[i] == v)
			return 0;
	}
	return bench_list__add(list, v);
}

/* From @lo by @factor or, without one, by @step; @hi is the last one in any case. */
static int add_range(struct bench_list *list, u64 lo, u64 hi, u64 factor, u64 step)
{
	u64 v = lo;
	int ret;

	while (v < hi) {
		ret = bench_list__add_new(list, v);
		if (ret)
			return ret;
		if (factor ? __builtin_mul_overflow(v, factor, &v) :
			     __builtin_add_overflow(v, step, &v))
			break;
	}
	return bench_list__add_new(list, hi);
}

/* @item is "lo", and @hi_text what stood behind the "..". */
static int parse_range(struct bench_list *list, const struct list_kind *kind, const char *item,
		       char *hi_text, const char **why)
{
	char *how = strchr(hi_text, ':');
	u64 lo, hi, factor = 2, step = 0;

	*why = kind->range;
	if (how) {
		*how++ = '\0';
		factor = 0;
		if (*how == 'x' || *how == 'X') {
			if (bench_count__parse(how + 1, &factor) || factor < 2) {
				*why = "the factor of a range is a whole number from 2 on";
				return -EINVAL;
			}
		} else if (*how == '+') {
			if (kind->parse(how + 1, &step) || !step) {
				*why = "the step of a range is a whole number from 1 on";
				return -EINVAL;
			}
		} else {
			return -EINVAL;
		}
	}

	if (kind->parse(item, &lo) || kind->parse(hi_text, &hi))
		return -EINVAL;
	if (lo > hi) {
		*why = "a range goes from the smaller to the larger";
		return -EINVAL;
	}
	if (!lo && factor) {
		*why = "a range from 0 on needs a step, as in 0..64:+8";
		return -EINVAL;
	}
	return add_range(list, lo, hi, factor, step);
}

static int parse_item(struct bench_list *list, const struct list_kind *kind, char *item,
		      const char **why)
{
	char *dots = strstr(item, "..");
	u64 v;
	int ret;

	if (dots) {
		*dots = '\0';
		return parse_range(list, kind, item, dots + 2, why);
	}

	*why = kind->item;
	ret = kind->parse(item, &v);
	if (ret == -ERANGE)
		*why = "the largest number is 2^64 - 1";
	return ret ?: bench_list__add_new(list, v);
}

static int parse_list(struct bench_list *list, const struct list_kind *kind, const char *text,
		      char *err, size_t len)
{
	char item[ITEM_MAX];
	const char *why;
	size_t n;
	int ret;

	for (;; text += n + 1) {
		n = strcspn(text, ",");
		why = kind->item;
		ret = -EINVAL;
		if (n && n < sizeof(item)) {
			memcpy(item, text, n);
			item[n] = '\0';
			ret = parse_item(list, kind, item, &why);
		}
		if (ret || !text[n])
			break;
	}
	if (!ret)
		return 0;

	if (ret == -E2BIG)
		snprintf(err, len, "at most %d values", BENCH_LIST_MAX);
	else if (ret == -ENOMEM)
		snprintf(err, len, "out of memory");
	else if (!n)
		snprintf(err, len, "no empty item in a list; %s", why);
	else
		snprintf(err, len, "%s", why);
	bench_list__exit(list);
	return ret;
}

/**
 * bench_list__parse_sizes - read a list of sizes
 * @list: where to add them, all zero if it is new; empty after an error
 * @text: sizes and ranges of sizes, with commas between
 * @err: after an error, what is allowed
 * @len: room there
 *
 * A range lo..hi doubles from lo on, lo..hi:xN multiplies by N, lo..hi:+STEP adds STEP; hi is
 * in it always. Order stays, repeats are dropped. Sizes of 0 are the caller's to refuse.
 *
 * Return: 0, or -EINVAL, -ERANGE, -E2BIG, -ENOMEM.
 */
int bench_list__parse_sizes(struct bench_list *list, const char *text, char *err, size_t len)
{
	return parse_list(list, &sizes, text, err, len);
}

/**
 * bench_list__parse_counts - read a list of counts
 * @list: where to add them, all zero if it is new; empty after an error
 * @text: counts and ranges of counts as in bench_list__parse_sizes(), without units
 * @err: after an error, what is allowed
 * @len: room there
 *
 * Return: 0, or -EINVAL, -ERANGE, -E2BIG, -ENOMEM.
 */
int bench_list__parse_counts(struct bench_list *list, const char *text, char *err, size_t len)
{
	return parse_list(list, &counts, text, err, len);
}
