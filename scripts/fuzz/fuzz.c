// SPDX-License-Identifier: GPL-2.0
/* What the fuzz targets share, and the few symbols of perf that the harness refers to. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "bench/bench.h"
#include "fuzz.h"

/* perf's options of "perf bench" itself; builtin-bench.c is not linked. */
int bench_format = BENCH_FORMAT_DEFAULT;
unsigned int bench_repeat = 10;
bool bench_repeat_given;

static FILE *screen, *errors;
static FILE *caught_screen, *caught_errors;
static char *errors_text;
static size_t errors_len;

/**
 * fuzz_fail - tell what does not hold, and end the run
 * @file: of the check
 * @line: likewise
 * @cond: likewise
 * @fmt: what was seen
 */
void fuzz_fail(const char *file, int line, const char *cond, const char *fmt, ...)
{
	FILE *out = errors ?: stderr;
	va_list args;

	fprintf(out, "%s:%d: does not hold: %s: ", file, line, cond);
	va_start(args, fmt);
	vfprintf(out, fmt, args);
	va_end(args);
	fputc('\n', out);
	fflush(out);
	abort();
}

/**
 * fuzz_text - an input as a string that ends where its memory does
 * @data: input
 * @size: bytes of it; what is behind a zero byte is not seen by most parsers
 *
 * Return: the string, to be freed.
 */
char *fuzz_text(const u8 *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

/**
 * fuzz_is_line - whether a text can stand as a message
 * @text: without the end of its line
 *
 * Return: true if it has a character, and no second line.
 */
bool fuzz_is_line(const char *text)
{
	return *text && !strchr(text, '\n');
}

/**
 * fuzz_file__write - make a file that holds an input
 * @file: all zero the first time, then the one from before
 * @data: content
 * @size: bytes of it
 */
void fuzz_file__write(struct fuzz_file *file, const u8 *data, size_t size)
{
	if (!*file->path) {
		file->fd = memfd_create("fuzz", MFD_CLOEXEC);
		snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->fd);
	}
	if (file->fd < 0 || ftruncate(file->fd, 0) ||
	    (size && pwrite(file->fd, data, size, 0) != (ssize_t)size)) {
		perror("fuzz: memfd");
		exit(1);
	}
}

/**
 * fuzz_output__catch - keep what is printed on stderr from now on, and drop the rest
 *
 * The streams are exchanged, not the descriptors: sanitizers write to those.
 */
void fuzz_output__catch(void)
{
	screen = stdout;
	errors = stderr;
	caught_screen = fopen("/dev/null", "we");
	caught_errors = open_memstream(&errors_text, &errors_len);
	if (!caught_screen || !caught_errors)
		abort();
	stdout = caught_screen;
	stderr = caught_errors;
}

/**
 * fuzz_output__release - print as before
 *
 * Return: what was printed on stderr, good until the next call.
 */
const char *fuzz_output__release(void)
{
	static char *kept;

	stdout = screen;
	stderr = errors;
	fclose(caught_screen);
	fclose(caught_errors);
	free(kept);
	kept = errors_text;
	return kept;
}
