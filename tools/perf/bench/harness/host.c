// SPDX-License-Identifier: GPL-2.0
/* The host block: an ordered list of facts, and who fills it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"
#include "host-facts.h"

static struct bench_host_field *find(const struct bench_host *host, const char *key)
{
	int i;

	for (i = 0; i < host->nr; i++) {
		if (!strcmp(host->fields[i].key, key))
			return &host->fields[i];
	}
	return NULL;
}

/* The field of that name, unknown; appended if it is not there yet. */
static struct bench_host_field *renew(struct bench_host *host, const char *key)
{
	struct bench_host_field *f = find(host, key);

	if (!f) {
		f = reallocarray(host->fields, host->nr + 1, sizeof(*f));
		if (!f)
			return NULL;
		host->fields = f;
		f += host->nr;
		memset(f, 0, sizeof(*f));
		f->key = strdup(key);
		if (!f->key)
			return NULL;
		host->nr++;
	}
	free(f->string);
	f->string = NULL;
	f->number = 0;
	f->type = BENCH_HOST_UNKNOWN;
	return f;
}

/**
 * bench_host__set_string - set a fact that is a text
 * @host: the host block
 * @key: JSON key
 * @text: the text, copied; NULL or empty: unknown
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__set_string(struct bench_host *host, const char *key, const char *text)
{
	struct bench_host_field *f = renew(host, key);

	if (!f)
		return -ENOMEM;
	if (!text || !*text)
		return 0;
	f->string = strdup(text);
	if (!f->string)
		return -ENOMEM;
	f->type = BENCH_HOST_STRING;
	return 0;
}

/**
 * bench_host__set_number - set a fact that is a number
 * @host: the host block
 * @key: JSON key
 * @number: sizes in bytes
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__set_number(struct bench_host *host, const char *key, s64 number)
{
	struct bench_host_field *f = renew(host, key);

	if (!f)
		return -ENOMEM;
	f->number = number;
	f->type = BENCH_HOST_NUMBER;
	return 0;
}

/**
 * bench_host__set_unknown - say that a fact could not be found out
 * @host: the host block
 * @key: JSON key
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__set_unknown(struct bench_host *host, const char *key)
{
	return renew(host, key) ? 0 : -ENOMEM;
}

/**
 * bench_host__find - look up a fact
 * @host: the host block
 * @key: JSON key
 *
 * Return: the field, NULL if there is none of that name.
 */
const struct bench_host_field *bench_host__find(const struct bench_host *host, const char *key)
{
	return find(host, key);
}

/**
 * bench_host__exit - free all facts
 * @host: the host block, empty afterwards
 */
void bench_host__exit(struct bench_host *host)
{
	int i;

	for (i = 0; i < host->nr; i++) {
		free(host->fields[i].key);
		free(host->fields[i].string);
	}
	free(host->fields);
	host->fields = NULL;
	host->nr = 0;
}

/**
 * bench_host__collect_from - fill the host block from the /proc and /sys of a tree
 * @host: an empty host block
 * @root: directory that holds proc/ and sys/, "" for the running machine
 *
 * What cannot be read is unknown.
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__collect_from(struct bench_host *host, const char *root)
{
	int err = bench_host__add_cpu(host, root);

	return err ?: bench_host__add_kernel(host, root);
}

/**
 * bench_host__collect - fill the host block of this machine
 * @host: an empty host block
 *
 * Return: 0 or -ENOMEM.
 */
int bench_host__collect(struct bench_host *host)
{
	return bench_host__collect_from(host, "");
}
