/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_SIZE_H
#define BENCH_HARNESS_SIZE_H

#include <stddef.h>
#include <linux/types.h>

/* Room for any text that bench_size__str() makes. */
#define BENCH_SIZE_STR_MAX	32

/* The most values that one list option can have. */
#define BENCH_LIST_MAX		4096

/**
 * struct bench_list - the values of one list option, in the order given
 * @v: the values; freed by bench_list__exit()
 * @nr: how many
 */
struct bench_list {
	u64	*v;
	int	nr;
};

int bench_size__parse(const char *text, u64 *bytes);
int bench_count__parse(const char *text, u64 *count);
int bench_time__parse(const char *text, u64 *nsec);
char *bench_size__str(u64 bytes, char *buf, size_t len);

int bench_list__add(struct bench_list *list, u64 v);
int bench_list__add_new(struct bench_list *list, u64 v);
int bench_list__parse_sizes(struct bench_list *list, const char *text, char *err, size_t len);
int bench_list__parse_counts(struct bench_list *list, const char *text, char *err, size_t len);
void bench_list__exit(struct bench_list *list);

#endif /* BENCH_HARNESS_SIZE_H */
