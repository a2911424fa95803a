// SPDX-License-Identifier: GPL-2.0
/*
 * Results as JSON; Documentation/bench-results-json.txt describes every key.
 *
 * The envelope is written here and the parts by json-c, so that no more than one case is
 * in memory a second time, and so that a line of the file is a fact or a case.
 */
#ifdef HAVE_JSON_C_SUPPORT
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <json-c/json.h>
#include "page.h"
#include "results.h"
#include "results-json.h"
#include "text.h"

#define JSON_FLAGS	(JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE)

/*
 * The put_*() functions below add one member to an object, null for what is unknown. Each
 * returns 0 or -ENOMEM. put() takes over the value, also when it fails.
 */
static int put(struct json_object *obj, const char *key, struct json_object *value)
{
	if (!value)
		return -ENOMEM;
	if (json_object_object_add(obj, key, value)) {
		json_object_put(value);
		return -ENOMEM;
	}
	return 0;
}

static int put_null(struct json_object *obj, const char *key)
{
	return json_object_object_add(obj, key, NULL) ? -ENOMEM : 0;
}

static int put_bool(struct json_object *obj, const char *key, bool value)
{
	return put(obj, key, json_object_new_boolean(value));
}

static int put_u64(struct json_object *obj, const char *key, u64 value)
{
	return put(obj, key, json_object_new_uint64(value));
}

/* The shortest of 15 to 17 digits that reads back as the same number. */
static struct json_object *new_number(double value)
{
	char buf[32];
	int digits;

	for (digits = 15; digits <= 17; digits++) {
		snprintf(buf, sizeof(buf), "%.*g", digits, value);
		if (strtod(buf, NULL) == value)
			break;
	}
	return json_object_new_double_s(value, buf);
}

static int put_number(struct json_object *obj, const char *key, double value)
{
	if (!isfinite(value))
		return put_null(obj, key);
	return put(obj, key, new_number(value));
}

static int append_number(struct json_object *array, double value)
{
	struct json_object *item = NULL;

	if (isfinite(value)) {
		item = new_number(value);
		if (!item)
			return -ENOMEM;
	}
	if (json_object_array_add(array, item)) {
		json_object_put(item);
		return -ENOMEM;
	}
	return 0;
}

/**
 * bench_json__new_string - a text as a value
 * @text: any bytes, as arguments and file names can be; what is not UTF-8 becomes '?'
 *
 * Return: the value, NULL if there is no memory.
 */
struct json_object *bench_json__new_string(const char *text)
{
	struct json_object *value;
	char *copy = strdup(text), *p;
	unsigned int code;
	size_t n;

	if (!copy)
		return NULL;
	for (p = copy; *p; p += n) {
		n = bench_text__utf8(p, &code);
		if (!n) {
			*p = '?';
			n = 1;
		}
	}
	value = json_object_new_string(copy);
	free(copy);
	return value;
}

static int put_string(struct json_object *obj, const char *key, const char *text)
{
	return text ? put(obj, key, bench_json__new_string(text)) : put_null(obj, key);
}

static int put_strings(struct json_object *obj, const char *key, char **v, int nr)
{
	struct json_object *array = json_object_new_array(), *item;
	int i, err;

	err = put(obj, key, array);
	for (i = 0; !err && i < nr; i++) {
		item = bench_json__new_string(v[i]);
		if (!item)
			return -ENOMEM;
		if (json_object_array_add(array, item)) {
			json_object_put(item);
			return -ENOMEM;
		}
	}
	return err;
}

static int put_interval(struct json_object *obj, const char *key, const struct bench_interval *ci)
{
	struct json_object *array;

	if (!isfinite(ci->lo) || !isfinite(ci->hi))
		return put_null(obj, key);
	array = json_object_new_array();
	return put(obj, key, array) ?: append_number(array, ci->lo) ?: append_number(array, ci->hi);
}

static int put_samples(struct json_object *obj, const struct bench_series *s)
{
	struct json_object *array;
	size_t i;
	int err;

	if (!s->nr)
		return put_null(obj, "samples");
	array = json_object_new_array_ext(s->nr);
	err = put(obj, "samples", array);
	for (i = 0; !err && i < s->nr; i++)
		err = append_number(array, s->v[i]);
	return err;
}

/* How many there were is not always known of a published table. */
static int put_n(struct json_object *obj, const struct bench_series *s)
{
	return s->nr || s->st.n ? put_u64(obj, "n", s->st.n) : put_null(obj, "n");
}

static int put_series(struct json_object *obj, const struct bench_metric_desc *desc,
		      const struct bench_series *s)
{
	const struct bench_stats *st = &s->st;
	int err;

	err = put_string(obj, "unit", desc->unit) ?: put_samples(obj, s) ?:
	      put_n(obj, s) ?: put_number(obj, "mean", st->mean) ?:
	      put_number(obj, "pstdev", st->pstdev) ?: put_number(obj, "median", st->median) ?:
	      put_number(obj, "min", st->min) ?: put_number(obj, "max", st->max) ?:
	      put_interval(obj, "ci95", &st->ci95);
	if (err)
		return err;
	/* Outliers can only be counted in samples. */
	return s->nr ? put_u64(obj, "outliers", st->outliers) : put_null(obj, "outliers");
}

static int put_metrics(struct json_object *obj, const struct bench_results *res,
		       const struct bench_case_result *cr)
{
	struct json_object *all = json_object_new_object(), *one;
	int i, err;

	err = put(obj, "metrics", all);
	for (i = 1; !err && i < res->nr_metrics; i++) {
		if (!bench_results__has_metric(res, i))
			continue;
		one = json_object_new_object();
		err = put(all, res->metrics[i].name, one) ?:
		      put_series(one, &res->metrics[i], &cr->metric[i]) ?:
		      put_bool(one, "less_is_better", res->metrics[i].less_is_better);
	}
	return err;
}

static int put_speedup(struct json_object *obj, const struct bench_results *res,
		       const struct bench_case_result *cr)
{
	struct bench_speedup sp;
	struct json_object *one;
	int err;

	err = bench_results__speedup(res, cr, &sp);
	if (err)
		return err == -ENOMEM ? err : put_null(obj, "speedup");
	one = json_object_new_object();
	err = put(obj, "speedup", one) ?: put_string(one, "base", res->base) ?:
	      put_number(one, "percent", sp.percent) ?: put_interval(one, "ci95", &sp.ci95);
	if (err)
		return err;
	return isfinite(sp.ci95.lo) ? put_bool(one, "noise", sp.noise) : put_null(one, "noise");
}

static int put_counter(struct json_object *obj, const struct bench_counter_result *c)
{
	bool counted = c->state == BENCH_COUNTER_COUNTED;
	struct json_object *one = json_object_new_object();
	int err;

	err = put(obj, c->name, one) ?:
	      put_string(one, "state", bench_counter_state__str(c->state)) ?:
	      put_number(one, "value", counted ? c->value : NAN) ?:
	      put_number(one, "running", counted ? c->running : NAN);
	if (err)
		return err;
	err = counted ? put_u64(one, "rounds", c->rounds) : put_null(one, "rounds");
	return err ?: put_number(one, "per_line", counted ? c->per_line : NAN) ?:
	       put_number(one, "per_page", counted ? c->per_page : NAN) ?:
	       put_number(one, "per_op", counted ? c->per_op : NAN);
}

static int put_counters(struct json_object *obj, const struct bench_case_result *cr)
{
	struct json_object *all = json_object_new_object();
	int i, err;

	err = put(obj, "counters", all);
	/* An event given twice is one key; the first of them stands. */
	for (i = 0; !err && i < cr->nr_counters; i++) {
		if (!json_object_object_get_ex(all, cr->counters[i].name, NULL))
			err = put_counter(all, &cr->counters[i]);
	}
	return err;
}

static int put_axes(struct json_object *obj, unsigned int axes, const u64 *axis)
{
	int a, err = 0;

	for (a = 0; !err && a < BENCH_AXIS_NR; a++) {
		if (!(axes & 1U << a))
			continue;
		if (a == BENCH_AXIS_PAGE)
			err = put_u64(obj, "page", bench_page__size(axis[a])) ?:
			      put_string(obj, "page_kind", bench_page__kind_str(axis[a]));
		else
			err = put_u64(obj, bench_axis__key(a), axis[a]);
	}
	return err;
}

static int fill_case(struct json_object *obj, const struct bench_results *res,
		     const struct bench_case_result *cr)
{
	int err;

	err = put_string(obj, "function", cr->function) ?: put_axes(obj, res->axes, cr->axis) ?:
	      put_bool(obj, "weak", cr->weak) ?: put_string(obj, "note", cr->note) ?:
	      put_string(obj, "failed", cr->failed) ?: put_u64(obj, "block", cr->block) ?:
	      put_u64(obj, "loops", cr->loops);
	if (err)
		return err;
	/* 0 says that there is no such number. */
	err = cr->bytes ? put_u64(obj, "bytes", cr->bytes) : put_null(obj, "bytes");
	if (err)
		return err;
	err = cr->ops ? put_u64(obj, "ops", cr->ops) : put_null(obj, "ops");
	return err ?: put_series(obj, &res->metrics[0], &cr->metric[0]) ?:
	       put_speedup(obj, res, cr) ?: put_number(obj, "spread", cr->spread) ?:
	       put_metrics(obj, res, cr) ?: put_number(obj, "ipc", cr->ipc) ?:
	       put_counters(obj, cr);
}

static int put_host(struct json_object *obj, const struct bench_host *host)
{
	struct json_object *all = json_object_new_object();
	int i, err;

	err = put(obj, "host", all);
	for (i = 0; !err && i < host->nr; i++) {
		const struct bench_host_field *f = &host->fields[i];

		if (f->type == BENCH_HOST_NUMBER)
			err = put(all, f->key, json_object_new_int64(f->number));
		else
			err = put_string(all, f->key, f->string);
	}
	return err;
}

static int put_spent(struct json_object *obj, const struct bench_spent *spent)
{
	struct json_object *all = json_object_new_object();

	return put(obj, "spent", all) ?: put_number(all, "total", spent->total) ?:
	       put_number(all, "faulting", spent->faulting) ?:
	       put_number(all, "warm_up", spent->warm_up) ?:
	       put_number(all, "timed", spent->timed) ?:
	       put_number(all, "preempted", spent->preempted);
}

static int fill_header(struct json_object *obj, const struct bench_results *res)
{
	return put_string(obj, "schema", BENCH_RESULTS_SCHEMA) ?:
	       put_u64(obj, "version", BENCH_RESULTS_VERSION) ?:
	       put_string(obj, "benchmark", res->benchmark) ?:
	       put_strings(obj, "command", res->command, res->nr_command) ?:
	       put_u64(obj, "seed", res->seed) ?: put_bool(obj, "partial", res->partial) ?:
	       put_spent(obj, &res->spent) ?:
	       put_host(obj, &res->host) ?: put_string(obj, "base", res->base) ?:
	       put_string(obj, "op", res->op) ?:
	       put_string(obj, "metric", res->nr_metrics ? res->metrics[0].name : NULL) ?:
	       put_bool(obj, "less_is_better", res->metrics[0].less_is_better) ?:
	       put_strings(obj, "notes", res->notes, res->nr_notes);
}

static int print(struct json_object *obj, FILE *out)
{
	const char *text = json_object_to_json_string_ext(obj, JSON_FLAGS);

	if (!text)
		return -ENOMEM;
	fputs(text, out);
	return 0;
}

static int print_header(const struct bench_results *res, FILE *out)
{
	struct json_object *obj = json_object_new_object();
	struct json_object_iter it;
	int err;

	if (!obj)
		return -ENOMEM;
	err = fill_header(obj, res);
	if (err)
		goto out;
	json_object_object_foreachC(obj, it) {
		fprintf(out, "\"%s\": ", it.key);
		err = print(it.val, out);
		if (err)
			break;
		fputs(",\n", out);
	}
out:
	json_object_put(obj);
	return err;
}

/**
 * bench_results__write_json - write a result in the versioned format
 * @res: the result, summarized
 * @out: where to
 *
 * Return: 0, -ENOMEM, or another -errno if @out did not take it.
 */
int bench_results__write_json(const struct bench_results *res, FILE *out)
{
	struct json_object *obj;
	int i, err;

	errno = 0;
	fputc('{', out);
	err = print_header(res, out);
	fputs("\"cases\": [", out);
	for (i = 0; !err && i < res->nr_cases; i++) {
		obj = json_object_new_object();
		if (!obj)
			return -ENOMEM;
		fputs(i ? ",\n" : "\n", out);
		err = fill_case(obj, res, &res->cases[i]);
		if (!err)
			err = print(obj, out);
		json_object_put(obj);
	}
	fputs("\n]}\n", out);
	if (!err && (fflush(out) || ferror(out)))
		err = errno ? -errno : -EIO;
	return err;
}
#endif /* HAVE_JSON_C_SUPPORT */
