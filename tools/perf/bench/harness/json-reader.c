// SPDX-License-Identifier: GPL-2.0
/* Typed members of a JSON object that nobody vouches for. */
#ifdef HAVE_JSON_C_SUPPORT
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <json-c/json.h>
#include "json-reader.h"
#include "text.h"

/**
 * json_reader__fail - say what is wrong with the object that is being read
 * @r: the reader
 * @fmt: as for printf(); file and object are put before it
 */
void json_reader__fail(struct json_reader *r, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (r->failed)
		return;
	r->failed = true;
	n = snprintf(r->err, r->len, "%s: %s", r->name, r->at);
	if (n >= 0 && (size_t)n < r->len) {
		va_start(ap, fmt);
		vsnprintf(r->err + n, r->len - n, fmt, ap);
		va_end(ap);
	}
	bench_text__make_printable(r->err);
}

/**
 * json_reader__no_memory - fail for want of memory
 * @r: the reader
 */
void json_reader__no_memory(struct json_reader *r)
{
	json_reader__fail(r, "out of memory");
}

static struct json_object *member(struct json_reader *r, const char *key)
{
	struct json_object *value = NULL;

	if (!r->failed)
		json_object_object_get_ex(r->obj, key, &value);
	return value;
}

static struct json_object *member_of_type(struct json_reader *r, const char *key,
					  enum json_type type, const char *name)
{
	struct json_object *value = member(r, key);

	if (!value || json_object_is_type(value, type))
		return value;
	json_reader__fail(r, "%s: expected %s", key, name);
	return NULL;
}

/**
 * json_reader__has - whether a member is there and not null
 * @r: the reader
 * @key: its name
 */
bool json_reader__has(struct json_reader *r, const char *key)
{
	return member(r, key);
}

/**
 * json_reader__object - a member that is an object
 * @r: the reader
 * @key: its name
 * @max: most members that it may have
 *
 * Return: the object, NULL if there is none.
 */
struct json_object *json_reader__object(struct json_reader *r, const char *key, size_t max)
{
	struct json_object *obj = member_of_type(r, key, json_type_object, "an object");

	if (obj && (size_t)json_object_object_length(obj) > max) {
		json_reader__fail(r, "%s: more than %zu members", key, max);
		return NULL;
	}
	return obj;
}

/**
 * json_reader__array - a member that is an array
 * @r: the reader
 * @key: its name
 * @max: most items that it may have
 *
 * Return: the array, NULL if there is none.
 */
struct json_object *json_reader__array(struct json_reader *r, const char *key, size_t max)
{
	struct json_object *array = member_of_type(r, key, json_type_array, "an array");

	if (array && json_object_array_length(array) > max) {
		json_reader__fail(r, "%s: more than %zu items", key, max);
		return NULL;
	}
	return array;
}

/**
 * json_reader__is_object - fail if a value is no object
 * @r: the reader, @r->at says what the value is called
 * @value: the value
 */
bool json_reader__is_object(struct json_reader *r, struct json_object *value)
{
	if (!json_object_is_type(value, json_type_object))
		json_reader__fail(r, "expected an object");
	return !r->failed;
}

/**
 * json_reader__bool - a member that is true or false
 * @r: the reader
 * @key: its name
 * @value: where to
 */
void json_reader__bool(struct json_reader *r, const char *key, bool *value)
{
	struct json_object *v = member_of_type(r, key, json_type_boolean, "true or false");

	if (v)
		*value = json_object_get_boolean(v);
}

/**
 * json_reader__u64 - a member that is a whole number
 * @r: the reader
 * @key: its name
 * @value: where to
 */
void json_reader__u64(struct json_reader *r, const char *key, u64 *value)
{
	struct json_object *v = member(r, key);

	if (!v)
		return;
	/* json-c turns a negative number to 0 when it is asked for an unsigned one. */
	if (!json_object_is_type(v, json_type_int) || json_object_get_int64(v) < 0)
		json_reader__fail(r, "%s: expected a whole number, not negative", key);
	else
		*value = json_object_get_uint64(v);
}

/**
 * json_reader__to_double - a value that is a number
 * @r: the reader
 * @key: what it is called
 * @value: the value
 *
 * Return: the number, NAN if it is null or wrong.
 */
double json_reader__to_double(struct json_reader *r, const char *key, struct json_object *value)
{
	double v;

	if (!value)
		return NAN;
	if (!json_object_is_type(value, json_type_double) &&
	    !json_object_is_type(value, json_type_int)) {
		json_reader__fail(r, "%s: expected a number or null", key);
		return NAN;
	}
	/* json-c takes NaN and Infinity, which JSON lacks, and makes them of large numbers. */
	v = json_object_get_double(value);
	if (isfinite(v))
		return v;
	json_reader__fail(r, "%s: not a finite number", key);
	return NAN;
}

/**
 * json_reader__number - a member that is a number
 * @r: the reader
 * @key: its name
 * @value: where to, NAN if it is missing or null
 */
void json_reader__number(struct json_reader *r, const char *key, double *value)
{
	*value = json_reader__to_double(r, key, member(r, key));
}

/**
 * json_reader__amount - a member that is a number and not negative
 * @r: the reader
 * @key: its name
 * @value: where to, NAN if it is missing or null
 */
void json_reader__amount(struct json_reader *r, const char *key, double *value)
{
	*value = json_reader__to_double(r, key, member(r, key));
	if (*value < 0)
		json_reader__fail(r, "%s: negative", key);
}

/**
 * json_reader__to_text - copy a text, with nothing in it that upsets a terminal
 * @r: the reader
 * @text: the text
 *
 * Return: the copy, for the caller to free; NULL without memory.
 */
char *json_reader__to_text(struct json_reader *r, const char *text)
{
	char *copy = strdup(text);

	if (copy)
		bench_text__make_printable(copy);
	else
		json_reader__no_memory(r);
	return copy;
}

/**
 * json_reader__string - a member that is a text
 * @r: the reader
 * @key: its name
 * @text: where to, must be NULL before; for the caller to free
 */
void json_reader__string(struct json_reader *r, const char *key, char **text)
{
	struct json_object *v = member_of_type(r, key, json_type_string, "a text");

	if (v)
		*text = json_reader__to_text(r, json_object_get_string(v));
}

/**
 * json_reader__strings - a member that is an array of texts
 * @r: the reader
 * @key: its name
 * @v: where to, for the caller to free, also after a failure
 * @nr: how many
 */
void json_reader__strings(struct json_reader *r, const char *key, char ***v, int *nr)
{
	struct json_object *array = json_reader__array(r, key, JSON_READER_TEXTS_MAX), *item;
	size_t i, max = array ? json_object_array_length(array) : 0;

	*v = NULL;
	*nr = 0;
	if (!max)
		return;
	*v = calloc(max, sizeof(**v));
	if (!*v) {
		json_reader__no_memory(r);
		return;
	}
	for (i = 0; !r->failed && i < max; i++) {
		item = json_object_array_get_idx(array, i);
		if (!json_object_is_type(item, json_type_string)) {
			json_reader__fail(r, "%s[%zu]: expected a text", key, i);
			break;
		}
		(*v)[i] = json_reader__to_text(r, json_object_get_string(item));
		*nr += (*v)[i] != NULL;
	}
}
#endif /* HAVE_JSON_C_SUPPORT */
