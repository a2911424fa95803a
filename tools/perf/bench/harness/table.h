/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_TABLE_H
#define BENCH_HARNESS_TABLE_H

#include <stdbool.h>
#include <stdio.h>
#include <linux/compiler.h>

/*
 * A table of texts, printed as aligned columns, markdown or CSV. The caller formats
 * the cells; the table knows widths and quoting.
 */

enum bench_table_style {
	BENCH_TABLE_TEXT,
	BENCH_TABLE_MARKDOWN,
	BENCH_TABLE_CSV,
};

struct bench_table;

struct bench_table *bench_table__new(void);
void bench_table__delete(struct bench_table *t);
int bench_table__column(struct bench_table *t, const char *heading, bool right);
int bench_table__row(struct bench_table *t);
int bench_table__cell(struct bench_table *t, const char *fmt, ...)
	__printf(2, 3);
int bench_table__print(const struct bench_table *t, enum bench_table_style style, FILE *out);

#endif /* BENCH_HARNESS_TABLE_H */
