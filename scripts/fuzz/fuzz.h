/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/compiler.h>
#include <linux/types.h>

/* What the targets share. Each is one LLVMFuzzerTestOneInput(); libFuzzer has the rest. */

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* Ends the run, with the input kept, if what must always hold does not. */
#define fuzz_need(cond, ...)						\
	do {								\
		if (!(cond))						\
			fuzz_fail(__FILE__, __LINE__, #cond, __VA_ARGS__);	\
	} while (0)

void __noreturn fuzz_fail(const char *file, int line, const char *cond, const char *fmt, ...)
	__printf(4, 5);

char *fuzz_text(const u8 *data, size_t size);
bool fuzz_is_line(const char *text);

/**
 * struct fuzz_file - a file in memory with a name, for parsers that open theirs
 * @fd: the file
 * @path: its name
 */
struct fuzz_file {
	int	fd;
	char	path[32];
};

void fuzz_file__write(struct fuzz_file *file, const u8 *data, size_t size);

void fuzz_output__catch(void);
const char *fuzz_output__release(void);

#endif /* FUZZ_H */
