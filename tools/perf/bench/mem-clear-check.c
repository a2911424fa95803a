// SPDX-License-Identifier: GPL-2.0
/* Does a function clear what it is told to, all of it and nothing else? */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "harness/cpu.h"
#include "mem-clear-functions.h"

/* The longest length that is tried, and a page on either side. */
#define PAGES_ONE	3
#define PAGES_MANY	8
/* Starts are tried over this many bytes: a cache line. */
#define LINE_SIZE	64ULL
#define FILL		0xa5

/**
 * struct check - memory to try a function in
 * @buf: what it clears in, on the stack: that is faulted in once for all functions
 * @err: what is wrong
 * @len: room in @err
 */
struct check {
	u8	*buf;
	char	*err;
	size_t	len;
};

/* Look at bytes [@from, @to) of the buffer, which are told as seen from @start. */
static int look(struct check *c, u8 expected, u64 from, u64 to, u64 start, u64 bytes)
{
	const u8 *p = c->buf + from;

	if (from == to || (*p == expected && !memcmp(p, p + 1, to - from - 1)))
		return 0;
	while (c->buf[from] == expected)
		from++;
	snprintf(c->err, c->len, "%s byte %lld of %llu, start at +%llu",
		 expected ? "wrote" : "left", (long long)(from - start),
		 (unsigned long long)bytes, (unsigned long long)(start % CLEAR_PAGE_SIZE));
	return -EILSEQ;
}

/* Clear @bytes at @start of the buffer, and look at them and at the page on either side. */
static int check__try(struct check *c, const struct clear_function *f, u64 start, u64 bytes,
		      bool page)
{
	u64 end = start + bytes, guard = end + CLEAR_PAGE_SIZE;
	int ret;

	memset(c->buf, FILL, guard);
	if (page)
		f->clear_page(c->buf + start);
	else
		f->clear_pages(c->buf + start, bytes);
	/* Direct stores may let our own later loads pass too. */
	bench_cpu__store_fence();

	ret = look(c, 0, start, end, start, bytes);
	if (!ret)
		ret = look(c, FILL, 0, start, start, bytes);
	if (!ret)
		ret = look(c, FILL, end, guard, start, bytes);
	return ret;
}

/**
 * clear_function__check_page - check clear_page()
 * @f: a function that has one, and that this CPU can run
 * @err: what is wrong with it
 * @len: room in @err
 *
 * The page must come out all zero, and the pages before and after it untouched.
 *
 * Return: 0, or -EILSEQ if it does something else.
 */
int clear_function__check_page(const struct clear_function *f, char *err, size_t len)
{
	u8 room[PAGES_ONE * CLEAR_PAGE_SIZE] __aligned(CLEAR_PAGE_SIZE);
	struct check c = { .buf = room, .err = err, .len = len };

	return check__try(&c, f, CLEAR_PAGE_SIZE, CLEAR_PAGE_SIZE, true);
}

/**
 * clear_function__check_pages - check clear_pages()
 * @f: a function that this CPU can run
 * @err: what is wrong with it
 * @len: room in @err
 *
 * Lengths round every boundary at which a function changes its way, at every start within
 * a line that the function allows; no byte outside may change.
 *
 * Return: 0, or -EILSEQ if it does something else.
 */
int clear_function__check_pages(const struct clear_function *f, char *err, size_t len)
{
	const u64 lengths[] = {
		f->unit, 2 * f->unit, 7 * f->unit, 512 - f->unit, 512, 512 + f->unit,
		CLEAR_PAGE_SIZE - f->unit, CLEAR_PAGE_SIZE, CLEAR_PAGE_SIZE + f->unit,
		4 * CLEAR_PAGE_SIZE, 4 * CLEAR_PAGE_SIZE + f->unit, 5 * CLEAR_PAGE_SIZE,
	};
	u8 room[PAGES_MANY * CLEAR_PAGE_SIZE] __aligned(CLEAR_PAGE_SIZE);
	struct check c = { .buf = room, .err = err, .len = len };
	u64 start;
	size_t i;
	int ret = 0;

	for (start = 0; start < LINE_SIZE && !ret; start += f->align) {
		for (i = 0; i < ARRAY_SIZE(lengths) && !ret; i++)
			ret = check__try(&c, f, CLEAR_PAGE_SIZE + start, lengths[i], false);
	}
	return ret;
}
