// SPDX-License-Identifier: GPL-2.0
/*
 * Does a function clear what it is told to, nothing else, and does it tell how far it came
 * when memory ends?
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>
#include <linux/kernel.h>
#include "mem-clear-user-functions.h"

#define LINE_SIZE	64
#define FILL		0xa5
/* Longer than any length that is tried, and a guard on either side. */
#define ROOM		((u64)8192)

/**
 * struct check - memory to try a function in
 * @buf: ROOM bytes, all FILL between the tries, with a page behind that faults
 * @map_len: of both together
 * @err: what is wrong
 * @len: room in @err
 */
struct check {
	u8	*buf;
	size_t	map_len;
	char	*err;
	size_t	len;
};

static int check__init(struct check *c, char *err, size_t len)
{
	u64 page = sysconf(_SC_PAGESIZE), room = roundup(ROOM, page);
	void *map = mmap(NULL, room + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	c->map_len = room + page;
	c->err = err;
	c->len = len;
	if (map == MAP_FAILED || mprotect(map, room, PROT_READ | PROT_WRITE)) {
		if (map != MAP_FAILED)
			munmap(map, c->map_len);
		snprintf(err, len, "cannot be checked: %s", strerror(errno));
		return -ENOMEM;
	}
	/* What is tried ends where the page that faults begins. */
	c->buf = (u8 *)map + room - ROOM;
	memset(c->buf, FILL, ROOM);
	return 0;
}

static void check__exit(struct check *c)
{
	munmap(c->buf + ROOM - (c->map_len - sysconf(_SC_PAGESIZE)), c->map_len);
}

static int wrong(struct check *c, const char *what, u64 at, u64 start, u64 bytes)
{
	snprintf(c->err, c->len, "%s byte %lld of %llu, start at +%llu", what,
		 (long long)(at - start), (unsigned long long)bytes,
		 (unsigned long long)(start % LINE_SIZE));
	return -EILSEQ;
}

/* All of the buffer: zero in [start, start + bytes), FILL elsewhere. */
static int look(struct check *c, u64 start, u64 bytes)
{
	u64 i;

	for (i = 0; i < ROOM; i++) {
		bool inside = i >= start && i < start + bytes;

		if (c->buf[i] != (inside ? 0 : FILL))
			return wrong(c, inside ? "left" : "wrote", i, start, bytes);
	}
	return 0;
}

/* Clear @bytes at @start, of which @missing are not there. */
static int try_one(struct check *c, const struct clear_user_function *f, u64 start, u64 bytes)
{
	u64 end = start + bytes, missing = end > ROOM ? end - ROOM : 0, left;
	int ret;

	left = f->clear(c->buf + start, bytes);
	/* Up to a word before the end may be left: a word that is not all there is not stored. */
	if (left < missing || left > min(missing ? missing + 7 : 0, bytes)) {
		snprintf(c->err, c->len, "says that %llu bytes of %llu are left, not %llu",
			 (unsigned long long)left, (unsigned long long)bytes,
			 (unsigned long long)missing);
		return -EILSEQ;
	}
	ret = look(c, start, bytes - left);
	memset(c->buf + start, FILL, min(end, ROOM) - start);
	return ret;
}

static int try_partial(struct check *c, const struct clear_user_function *f, u64 bytes)
{
	u64 there;
	int ret;

	ret = clear_user_fixup__install();
	if (ret == -EOPNOTSUPP)
		return 0;
	if (ret) {
		snprintf(c->err, c->len, "cannot be checked: %s", strerror(-ret));
		return ret;
	}
	for (there = 0; there < bytes && !ret; there += there < 80 ? 1 : 61)
		ret = try_one(c, f, ROOM - there, bytes);
	clear_user_fixup__remove();
	return ret;
}

/**
 * clear_user_function__check - check a function
 * @f: the function
 * @err: what is wrong with it
 * @len: room in @err
 *
 * Lengths round every boundary at which a function changes its way, at every start within a
 * line; and destinations that run into memory that is not there, where the bytes it says
 * that it left must be those that it left.
 *
 * Return: 0, -EILSEQ if it does something else, or another negative errno.
 */
int clear_user_function__check(const struct clear_user_function *f, char *err, size_t len)
{
	static const u64 lengths[] = { 0, 1, 7, 8, 9, 63, 64, 65, 72, 127, 128, 129, 4095, 4096 };
	struct check c;
	u64 start;
	size_t i;
	int ret;

	ret = check__init(&c, err, len);
	if (ret)
		return ret;
	for (i = 0; i < ARRAY_SIZE(lengths) && !ret; i++) {
		for (start = LINE_SIZE; start < 2UL * LINE_SIZE && !ret; start++)
			ret = try_one(&c, f, start, lengths[i]);
		if (!ret)
			ret = try_partial(&c, f, lengths[i]);
	}
	check__exit(&c);
	return ret;
}
