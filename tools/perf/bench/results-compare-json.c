// SPDX-License-Identifier: GPL-2.0
/* perf bench results compare --format json. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <linux/compiler.h>
#include "harness/results-json.h"
#include "results-compare.h"

#ifdef HAVE_JSON_C_SUPPORT
#include <json-c/json.h>

static struct json_object *number(double v)
{
	return isfinite(v) ? json_object_new_double(v) : NULL;
}

static void add_text(struct json_object *obj, const char *key, const char *text)
{
	json_object_object_add(obj, key, text ? bench_json__new_string(text) : NULL);
}

static struct json_object *interval(const struct bench_interval *ci)
{
	struct json_object *array;

	if (!isfinite(ci->lo) || !isfinite(ci->hi))
		return NULL;
	array = json_object_new_array();
	json_object_array_add(array, number(ci->lo));
	json_object_array_add(array, number(ci->hi));
	return array;
}

static struct json_object *host_value(const struct bench_host_field *field)
{
	if (!field || field->type == BENCH_HOST_UNKNOWN)
		return NULL;
	if (field->type == BENCH_HOST_STRING)
		return bench_json__new_string(field->string);
	return json_object_new_int64(field->number);
}

static struct json_object *files_json(const struct bench_compare *cmp)
{
	struct json_object *array = json_object_new_array();
	struct bench_compare_summary sum;
	int f;

	for (f = 0; f < cmp->files->nr; f++) {
		const struct bench_results_file *file = &cmp->files->v[f];
		struct json_object *obj = json_object_new_object();

		add_text(obj, "label", file->label);
		add_text(obj, "path", file->path);
		json_object_object_add(obj, "partial", json_object_new_boolean(file->res.partial));
		if (f) {
			bench_compare__summarize(cmp, f, &sum);
			json_object_object_add(obj, "better", json_object_new_int(sum.better));
			json_object_object_add(obj, "worse", json_object_new_int(sum.worse));
			json_object_object_add(obj, "noise", json_object_new_int(sum.noise));
			json_object_object_add(obj, "unknown", json_object_new_int(sum.unknown));
			json_object_object_add(obj, "missing", json_object_new_int(sum.missing));
			json_object_object_add(obj, "failing", json_object_new_int(sum.failing));
		}
		json_object_array_add(array, obj);
	}
	return array;
}

static struct json_object *host_differs_json(const struct bench_compare *cmp)
{
	struct json_object *obj = json_object_new_object();
	const char **keys;
	int i, f, nr;

	nr = bench_results_files__host_keys(cmp->files, &keys);
	for (i = 0; i < nr; i++) {
		const struct bench_host_field *field;
		struct json_object *values;

		if (!bench_results_files__host_differs(cmp->files, keys[i]))
			continue;
		values = json_object_new_array();
		for (f = 0; f < cmp->files->nr; f++) {
			field = bench_host__find(&cmp->files->v[f].res.host, keys[i]);
			json_object_array_add(values, host_value(field));
		}
		json_object_object_add(obj, keys[i], values);
	}
	if (nr >= 0)
		free(keys);
	return obj;
}

static struct json_object *value_json(const struct bench_compare_cell *cell)
{
	struct json_object *obj;

	if (!cell->known)
		return NULL;
	obj = json_object_new_object();
	json_object_object_add(obj, "n", json_object_new_uint64(cell->val.s.st.n));
	json_object_object_add(obj, "mean", number(cell->val.s.st.mean));
	json_object_object_add(obj, "pstdev", number(cell->val.s.st.pstdev));
	json_object_object_add(obj, "median", number(cell->val.s.st.median));
	return obj;
}

static struct json_object *change_json(const struct bench_compare_cell *cell)
{
	const struct bench_speedup *change = &cell->change;
	struct json_object *obj;

	if (!isfinite(change->percent))
		return NULL;
	obj = json_object_new_object();
	json_object_object_add(obj, "percent", number(change->percent));
	json_object_object_add(obj, "ci95", interval(&change->ci95));
	json_object_object_add(obj, "noise", isfinite(change->ci95.lo) ?
			       json_object_new_boolean(change->noise) : NULL);
	return obj;
}

static struct json_object *row_json(const struct bench_compare *cmp,
				    const struct bench_compare_row *row)
{
	struct json_object *obj = json_object_new_object();
	struct json_object *values = json_object_new_array();
	struct json_object *changes = json_object_new_array();
	unsigned int axes = 0;
	int axis, f;

	for (f = 0; f < cmp->files->nr; f++)
		axes |= cmp->files->v[f].res.axes;
	add_text(obj, "function", row->like->function);
	for (axis = 0; axis < BENCH_AXIS_NR; axis++) {
		u64 value = row->like->axis[axis];

		if (!(axes & 1U << axis))
			continue;
		if (axis == BENCH_AXIS_PAGE) {
			add_text(obj, "page_kind", bench_page__kind_str(value));
			value = bench_page__size(value);
		}
		json_object_object_add(obj, bench_axis__key(axis), json_object_new_uint64(value));
	}
	for (f = 0; f < cmp->files->nr; f++) {
		json_object_array_add(values, value_json(&row->cells[f]));
		json_object_array_add(changes, change_json(&row->cells[f]));
	}
	json_object_object_add(obj, "compared", json_object_new_boolean(row->joined));
	json_object_object_add(obj, "values", values);
	json_object_object_add(obj, "changes", changes);
	return obj;
}

/**
 * bench_compare__write_json - write a comparison as JSON
 * @cmp: the comparison
 * @out: where to
 *
 * Arrays "values" and "changes" hold one element a file; values are in the unit given, which
 * for bandwidth is bytes/sec; changes are in percent; null is unknown.
 *
 * Return: 0 or a negative error.
 */
int bench_compare__write_json(const struct bench_compare *cmp, FILE *out)
{
	struct json_object *root = json_object_new_object();
	struct json_object *cases = json_object_new_array();
	const char *text;
	int i;

	add_text(root, "schema", "perf-bench-compare");
	json_object_object_add(root, "version", json_object_new_int(1));
	add_text(root, "benchmark", cmp->files->v[0].res.benchmark);
	add_text(root, "metric", cmp->q[0].name);
	add_text(root, "unit", cmp->q[0].unit);
	json_object_object_add(root, "more_is_worse",
			       json_object_new_boolean(bench_compare__more_is_worse(cmp)));
	json_object_object_add(root, "files", files_json(cmp));
	json_object_object_add(root, "hosts_differ", host_differs_json(cmp));
	for (i = 0; i < cmp->nr_rows; i++)
		json_object_array_add(cases, row_json(cmp, &cmp->rows[i]));
	json_object_object_add(root, "cases", cases);

	text = json_object_to_json_string_ext(root, JSON_C_TO_STRING_PRETTY |
					      JSON_C_TO_STRING_SPACED |
					      JSON_C_TO_STRING_NOSLASHESCAPE);
	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(root);
	return text && !ferror(out) ? 0 : -EIO;
}
#else
/* No file can have been read. */
int bench_compare__write_json(const struct bench_compare *cmp __maybe_unused,
			      FILE *out __maybe_unused)
{
	return -EOPNOTSUPP;
}
#endif
