/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_HOST_H
#define BENCH_HARNESS_HOST_H

#include <stdbool.h>
#include <linux/types.h>

enum bench_host_type {
	BENCH_HOST_UNKNOWN,
	BENCH_HOST_NUMBER,
	BENCH_HOST_STRING,
};

/**
 * struct bench_host_field - one fact of the machine
 * @key: JSON key: "cpu", "family", "llc_bytes", "thp" …
 * @type: what is known
 * @number: if it is a number; signed, since perf_event_paranoid can be -1
 * @string: if it is a text, else NULL
 */
struct bench_host_field {
	char			*key;
	enum bench_host_type	type;
	s64			number;
	char			*string;
};

/**
 * struct bench_host - the host block, in the order it is printed
 * @fields: the facts
 * @nr: how many
 */
struct bench_host {
	struct bench_host_field	*fields;
	int			nr;
};

int bench_host__collect(struct bench_host *host);
int bench_host__collect_from(struct bench_host *host, const char *root);
void bench_host__exit(struct bench_host *host);
int bench_host__set_string(struct bench_host *host, const char *key, const char *text);
int bench_host__set_number(struct bench_host *host, const char *key, s64 number);
int bench_host__set_unknown(struct bench_host *host, const char *key);
const struct bench_host_field *bench_host__find(const struct bench_host *host, const char *key);
u64 bench_host__llc_bytes(void);
u64 bench_host__memory_bytes(void);
int bench_host__first_sibling(int cpu);
const char *bench_host__nodes(char *buf, size_t len);
const char *bench_host__clear_function(void);
bool bench_host__cpu_has(const char *flag);

#endif /* BENCH_HARNESS_HOST_H */
