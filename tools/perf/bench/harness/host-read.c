// SPDX-License-Identifier: GPL-2.0
/* Reading facts out of /proc and /sys. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "host-facts.h"

/**
 * bench_host__read - read the beginning of a small file
 * @root: stands before the path
 * @buf: where to; a line break at the end is dropped
 * @len: room there
 * @fmt: the path, as for printf()
 *
 * No more than @len is asked of the kernel: /proc/cpuinfo of a large machine takes long to
 * make, and its first processor is all that anybody here wants.
 *
 * Return: 0 or -errno, and then @buf is empty.
 */
int bench_host__read(const char *root, char *buf, size_t len, const char *fmt, ...)
{
	char path[PATH_MAX];
	size_t used = 0, asked;
	ssize_t n = 0;
	va_list ap;
	int fd, at;

	buf[0] = '\0';
	at = snprintf(path, sizeof(path), "%s", root);
	if (at < 0 || at >= (int)sizeof(path))
		return -ENAMETOOLONG;
	va_start(ap, fmt);
	n = vsnprintf(path + at, sizeof(path) - at, fmt, ap);
	va_end(ap);
	if (n < 0 || n >= (ssize_t)sizeof(path) - at)
		return -ENAMETOOLONG;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	do {
		asked = len - 1 - used;
		n = read(fd, buf + used, asked);
		if (n > 0)
			used += n;
		/* Fewer bytes that end a line are all of a small file, or whole processors. */
	} while (n > 0 && used < len - 1 && ((size_t)n == asked || buf[used - 1] != '\n'));
	n = n < 0 ? -errno : 0;
	close(fd);
	if (n)
		used = 0;
	while (used && (buf[used - 1] == '\n' || buf[used - 1] == ' '))
		used--;
	buf[used] = '\0';
	return n;
}

/**
 * bench_host__line - find "key : value" in a text such as /proc/cpuinfo
 * @text: lines
 * @key: what stands before the colon, blanks aside
 * @buf: where the value goes
 * @len: room there
 *
 * Return: 0, or -ENOENT, and then @buf is empty.
 */
int bench_host__line(const char *text, const char *key, char *buf, size_t len)
{
	size_t klen = strlen(key);
	const char *line, *end, *v;

	buf[0] = '\0';
	for (line = text; *line; line = *end ? end + 1 : end) {
		end = line + strcspn(line, "\n");
		if (strncmp(line, key, klen))
			continue;
		v = line + klen;
		v += strspn(v, " \t");
		if (*v != ':')
			continue;
		v++;
		v += strspn(v, " \t");
		if (v > end)
			v = end;
		snprintf(buf, len, "%.*s", (int)(end - v), v);
		return 0;
	}
	return -ENOENT;
}

/**
 * bench_host__set_file - a fact that is the text of a file
 * @host: the host block
 * @key: JSON key
 * @root: stands before the path
 * @path: the file; unknown if it cannot be read
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__set_file(struct bench_host *host, const char *key, const char *root,
			 const char *path)
{
	char buf[256];

	bench_host__read(root, buf, sizeof(buf), "%s", path);
	return bench_host__set_string(host, key, buf);
}

/**
 * bench_host__set_file_number - a fact that is a whole number in a file
 * @host: the host block
 * @key: JSON key
 * @root: stands before the path
 * @path: the file; unknown if it cannot be read or holds something else
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__set_file_number(struct bench_host *host, const char *key, const char *root,
				const char *path)
{
	char buf[64], *end;
	s64 number;

	bench_host__read(root, buf, sizeof(buf), "%s", path);
	number = strtoll(buf, &end, 10);
	if (end == buf || *end)
		return bench_host__set_unknown(host, key);
	return bench_host__set_number(host, key, number);
}
