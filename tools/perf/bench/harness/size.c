// SPDX-License-Identifier: GPL-2.0
/*
 * Sizes, counts and times as users write them, one by one. Whatever is accepted is
 * exact: nothing is rounded, wrapped or cut off. Lists of them: size-list.c.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "size.h"

struct unit {
	const char	*name;
	u64		scale;
};

static const struct unit size_units[] = {
	{ "",	1ULL },
	{ "B",	1ULL },
	{ "K",	1ULL << 10 },
	{ "KB",	1ULL << 10 },
	{ "M",	1ULL << 20 },
	{ "MB",	1ULL << 20 },
	{ "G",	1ULL << 30 },
	{ "GB",	1ULL << 30 },
	{ "T",	1ULL << 40 },
	{ "TB",	1ULL << 40 },
	{ NULL,	0 },
};

static const struct unit time_units[] = {
	{ "",	1000000000ULL },
	{ "s",	1000000000ULL },
	{ "ms",	1000000ULL },
	{ "us",	1000ULL },
	{ "ns",	1ULL },
	{ NULL,	0 },
};

/* Reads decimal digits, at least one; isdigit() on purpose: no sign, no space, no 0x. */
static int parse_digits(const char **text, u64 *value)
{
	const char *p = *text;
	u64 v = 0;

	if (!isdigit((unsigned char)*p))
		return -EINVAL;

	for (; isdigit((unsigned char)*p); p++) {
		if (__builtin_mul_overflow(v, (u64)10, &v) ||
		    __builtin_add_overflow(v, (u64)(*p - '0'), &v))
			return -ERANGE;
	}
	*text = p;
	*value = v;
	return 0;
}

/* The whole rest of the text has to be a unit. */
static u64 find_unit(const struct unit *units, const char *text)
{
	for (; units->name; units++) {
		if (!strcasecmp(units->name, text))
			return units->scale;
	}
	return 0;
}

/**
 * bench_size__parse - read a size
 * @text: a whole number and a unit: none or B for bytes, K, KB, M, MB, G, GB, T, TB for
 *	powers of 1024, in any case
 * @bytes: the size in bytes; 0 is a number like any other here
 *
 * Return: 0, -EINVAL if @text is not a size as a whole, -ERANGE if it does not fit 64 bits.
 */
int bench_size__parse(const char *text, u64 *bytes)
{
	u64 value, scale;
	int ret;

	ret = parse_digits(&text, &value);
	if (ret)
		return ret;

	scale = find_unit(size_units, text);
	if (!scale)
		return -EINVAL;
	if (__builtin_mul_overflow(value, scale, &value))
		return -ERANGE;

	*bytes = value;
	return 0;
}

/**
 * bench_count__parse - read a count
 * @text: a whole number, decimal
 * @count: the number
 *
 * Return: 0, -EINVAL if @text is not a whole number, -ERANGE if it does not fit 64 bits.
 */
int bench_count__parse(const char *text, u64 *count)
{
	u64 value;
	int ret;

	ret = parse_digits(&text, &value);
	if (ret)
		return ret;
	if (*text)
		return -EINVAL;

	*count = value;
	return 0;
}

/**
 * bench_time__parse - read a length of time
 * @text: a number, which may have decimals, and a unit: none or s for seconds, ms, us, ns
 * @nsec: the time in nanoseconds
 *
 * Return: 0, -EINVAL if @text is not a time or not a whole number of nanoseconds, -ERANGE
 * if it does not fit 64 bits.
 */
int bench_time__parse(const char *text, u64 *nsec)
{
	const char *decimals = NULL, *end;
	u64 value, scale;
	int ret;

	ret = parse_digits(&text, &value);
	if (ret)
		return ret;

	end = text;
	if (*text == '.') {
		decimals = text + 1;
		end = decimals + strspn(decimals, "0123456789");
		if (end == decimals)
			return -EINVAL;
	}

	scale = find_unit(time_units, end);
	if (!scale)
		return -EINVAL;
	if (__builtin_mul_overflow(value, scale, &value))
		return -ERANGE;

	/* Units are powers of ten, so each decimal is worth a tenth of the one before. */
	for (; decimals && decimals < end; decimals++) {
		scale /= 10;
		if (!scale && *decimals != '0')
			return -EINVAL;
		if (__builtin_add_overflow(value, scale * (u64)(*decimals - '0'), &value))
			return -ERANGE;
	}

	*nsec = value;
	return 0;
}

/**
 * bench_size__str - write a size so that bench_size__parse() reads the same back
 * @bytes: the size
 * @buf: where to
 * @len: room there; BENCH_SIZE_STR_MAX always does
 *
 * Uses the largest unit in which the size is a whole number: "16MB", "1536KB", "100B".
 *
 * Return: @buf.
 */
char *bench_size__str(u64 bytes, char *buf, size_t len)
{
	static const char *const names[] = { "B", "KB", "MB", "GB", "TB" };
	unsigned int i = 0;

	while (bytes && !(bytes & 1023) && i < 4) {
		bytes >>= 10;
		i++;
	}
	snprintf(buf, len, "%" PRIu64 "%s", bytes, names[i]);
	return buf;
}
