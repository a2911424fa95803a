// SPDX-License-Identifier: GPL-2.0
/*
 * In what the hosts of several results differ: a slower number on another CPU, kernel or
 * setting is no regression.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include "results-files.h"

/* What the kernel itself takes of the memory changes with each kernel. */
static bool nearly_same(s64 a, s64 b)
{
	return fabs((double)a - (double)b) <= 0.02 * fmax(a, b);
}

/* "2MB 512 (510 free)": how many are free is a matter of the moment. */
static bool same_pools(const char *a, const char *b)
{
	for (;; a++, b++) {
		if (*a == '(')
			a += strcspn(a, ")");
		if (*b == '(')
			b += strcspn(b, ")");
		if (*a != *b)
			return false;
		if (!*a)
			return true;
	}
}

/**
 * bench_host_field__same - whether two hosts agree in a field
 * @a: a field, NULL if the host block lacks it
 * @b: the same field of another host
 *
 * Return: true if so; lacking a field is the same as not knowing it.
 */
bool bench_host_field__same(const struct bench_host_field *a, const struct bench_host_field *b)
{
	enum bench_host_type ta = a ? a->type : BENCH_HOST_UNKNOWN;
	enum bench_host_type tb = b ? b->type : BENCH_HOST_UNKNOWN;

	if (ta != tb)
		return false;
	if (ta == BENCH_HOST_NUMBER && !strcmp(a->key, "memory_bytes"))
		return nearly_same(a->number, b->number);
	if (ta == BENCH_HOST_NUMBER)
		return a->number == b->number;
	if (ta == BENCH_HOST_STRING && !strcmp(a->key, "huge_pages"))
		return same_pools(a->string, b->string);
	if (ta == BENCH_HOST_STRING)
		return !strcmp(a->string, b->string);
	return true;
}

/**
 * bench_host_field__text - write what is known in a field
 * @field: the field, NULL: unknown
 * @buf: where to, cut if it is too long
 * @len: room there
 *
 * Return: @buf.
 */
char *bench_host_field__text(const struct bench_host_field *field, char *buf, size_t len)
{
	size_t n = field ? strlen(field->key) : 0;

	if (!field || field->type == BENCH_HOST_UNKNOWN)
		snprintf(buf, len, "unknown");
	else if (field->type == BENCH_HOST_STRING)
		snprintf(buf, len, "%s", field->string);
	else if (n > 6 && !strcmp(field->key + n - 6, "_bytes") && field->number >= 0)
		bench_size__str(field->number, buf, len);
	else
		snprintf(buf, len, "%" PRId64, field->number);
	return buf;
}

/**
 * bench_host__part - whether a field tells of the CPU, the kernel, or of settings
 * @key: the field's key
 *
 * Return: the part; fields that are not known here count as settings.
 */
enum bench_host_part bench_host__part(const char *key)
{
	static const char *const cpu[] = {
		"vendor", "cpu", "family", "model", "stepping", "microcode", "sockets",
		"nodes", "cpus", "l1d_bytes", "l2_bytes", "llc_bytes", "hypervisor", "clear_page",
	};
	static const char *const kernel[] = { "kernel", "kernel_version", "preempt" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cpu); i++) {
		if (!strcmp(key, cpu[i]))
			return BENCH_HOST_CPU;
	}
	for (i = 0; i < ARRAY_SIZE(kernel); i++) {
		if (!strcmp(key, kernel[i]))
			return BENCH_HOST_KERNEL;
	}
	return BENCH_HOST_SETTINGS;
}

/**
 * bench_host_parts__text - name parts of the host block
 * @parts: BENCH_HOST_* bits
 * @buf: where to
 * @len: room there
 *
 * Return: @buf: "CPU and settings".
 */
char *bench_host_parts__text(unsigned int parts, char *buf, size_t len)
{
	static const char *const text[] = {
		"nothing", "CPU", "kernel", "CPU and kernel", "settings", "CPU and settings",
		"kernel and settings", "CPU, kernel and settings",
	};

	snprintf(buf, len, "%s", text[parts % ARRAY_SIZE(text)]);
	return buf;
}

/**
 * bench_results_files__host_differs - whether any file's host differs from the first's
 * @files: the files
 * @key: in this field
 *
 * Return: true if so.
 */
bool bench_results_files__host_differs(const struct bench_results_files *files, const char *key)
{
	const struct bench_host_field *first = bench_host__find(&files->v[0].res.host, key);
	int i;

	for (i = 1; i < files->nr; i++) {
		if (!bench_host_field__same(first, bench_host__find(&files->v[i].res.host, key)))
			return true;
	}
	return false;
}

static bool has_key(const char *const *keys, int nr, const char *key)
{
	while (nr--) {
		if (!strcmp(keys[nr], key))
			return true;
	}
	return false;
}

/**
 * bench_results_files__host_keys - the keys of all host blocks, each once
 * @files: the files
 * @keys: result, in the order of the files; the caller frees the array, not the texts
 *
 * Return: their number, or -ENOMEM.
 */
int bench_results_files__host_keys(const struct bench_results_files *files, const char ***keys)
{
	int f, i, nr = 0, room = 1;

	for (f = 0; f < files->nr; f++)
		room += files->v[f].res.host.nr;
	*keys = calloc(room, sizeof(**keys));
	if (!*keys)
		return -ENOMEM;

	for (f = 0; f < files->nr; f++) {
		const struct bench_host *host = &files->v[f].res.host;

		for (i = 0; i < host->nr; i++) {
			if (!has_key(*keys, nr, host->fields[i].key))
				(*keys)[nr++] = host->fields[i].key;
		}
	}
	return nr;
}

/**
 * bench_results_files__host_parts - in which parts of the host block the files differ
 * @files: the files
 *
 * Return: BENCH_HOST_* bits; 0 if they agree in all.
 */
unsigned int bench_results_files__host_parts(const struct bench_results_files *files)
{
	unsigned int parts = 0;
	const char **keys;
	int i, nr;

	nr = bench_results_files__host_keys(files, &keys);
	for (i = 0; i < nr; i++) {
		if (bench_results_files__host_differs(files, keys[i]))
			parts |= bench_host__part(keys[i]);
	}
	if (nr >= 0)
		free(keys);
	return parts;
}
