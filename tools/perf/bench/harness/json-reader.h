/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_JSON_READER_H
#define BENCH_HARNESS_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/compiler.h>
#include <linux/types.h>

/*
 * Typed members of a JSON tree that nobody vouches for. The first failure is kept, with one
 * line of text, and makes all later calls do nothing: look at @failed where it matters.
 * A member that is missing or null leaves the caller's value as it is.
 */

/* What is read at most; the largest real files have a tenth of it. */
#define JSON_READER_BYTES_MAX	(256UL << 20)
#define JSON_READER_VALUES_MAX	(8UL << 20)
#define JSON_READER_TEXTS_MAX	4096

struct json_object;

/**
 * struct json_reader - what is being read
 * @root: the tree
 * @obj: the object of it that members are taken from
 * @name: the file, for messages
 * @at: what @obj is called: "cases[3]: ", for messages
 * @err: text of the first failure
 * @len: room there
 * @failed: there was one
 */
struct json_reader {
	struct json_object	*root;
	struct json_object	*obj;
	const char		*name;
	char			at[128];
	char			*err;
	size_t			len;
	bool			failed;
};

void json_reader__open(struct json_reader *r, const char *path, char *err, size_t len);
void json_reader__close(struct json_reader *r);
void json_reader__fail(struct json_reader *r, const char *fmt, ...)
	__printf(2, 3);
void json_reader__no_memory(struct json_reader *r);
bool json_reader__has(struct json_reader *r, const char *key);
struct json_object *json_reader__object(struct json_reader *r, const char *key, size_t max);
struct json_object *json_reader__array(struct json_reader *r, const char *key, size_t max);
bool json_reader__is_object(struct json_reader *r, struct json_object *value);
void json_reader__bool(struct json_reader *r, const char *key, bool *value);
void json_reader__u64(struct json_reader *r, const char *key, u64 *value);
double json_reader__to_double(struct json_reader *r, const char *key, struct json_object *value);
void json_reader__number(struct json_reader *r, const char *key, double *value);
void json_reader__amount(struct json_reader *r, const char *key, double *value);
char *json_reader__to_text(struct json_reader *r, const char *text);
void json_reader__string(struct json_reader *r, const char *key, char **text);
void json_reader__strings(struct json_reader *r, const char *key, char ***v, int *nr);

#endif /* BENCH_HARNESS_JSON_READER_H */
