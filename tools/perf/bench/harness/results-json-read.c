// SPDX-License-Identifier: GPL-2.0
/*
 * Results back from JSON. The file may come from another kernel's perf, from a mail, out
 * of an editor: everything in it is checked, and what is not known here is passed over.
 */
#ifdef HAVE_JSON_C_SUPPORT
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/kernel.h>
#include <json-c/json.h>
#include "json-reader.h"
#include "page.h"
#include "results.h"
#include "results-json.h"

#define CASES_MAX	65536
#define FACTS_MAX	256

static void read_interval(struct json_reader *r, const char *key, struct bench_interval *ci)
{
	struct json_object *array = json_reader__array(r, key, 2);

	if (!array)
		return;
	if (json_object_array_length(array) != 2) {
		json_reader__fail(r, "%s: expected two numbers", key);
		return;
	}
	ci->lo = json_reader__to_double(r, key, json_object_array_get_idx(array, 0));
	ci->hi = json_reader__to_double(r, key, json_object_array_get_idx(array, 1));
}

static void read_samples(struct json_reader *r, struct bench_series *s, bool difference)
{
	struct json_object *array = json_reader__array(r, "samples", SIZE_MAX);
	size_t i, nr = array ? json_object_array_length(array) : 0;
	double v;

	for (i = 0; !r->failed && i < nr; i++) {
		v = json_reader__to_double(r, "samples", json_object_array_get_idx(array, i));
		if (v < 0 && !difference)
			json_reader__fail(r, "samples[%zu]: negative", i);
		else if (bench_series__add(s, v))
			json_reader__no_memory(r);
	}
}

/*
 * The summary as it stands in the file; where there are samples it is computed anew later. A
 * time may be what is left of a difference, and less than nothing; a rate may not.
 */
static void read_series(struct json_reader *r, struct bench_series *s, const char *unit)
{
	bool difference = unit && bench_unit__less_is_better(unit);
	void (*read)(struct json_reader *r, const char *key, double *value) =
		difference ? json_reader__number : json_reader__amount;
	struct bench_stats *st = &s->st;

	read_samples(r, s, difference);
	json_reader__u64(r, "n", &st->n);
	read(r, "mean", &st->mean);
	json_reader__amount(r, "pstdev", &st->pstdev);
	read(r, "median", &st->median);
	read(r, "min", &st->min);
	read(r, "max", &st->max);
	read_interval(r, "ci95", &st->ci95);
	json_reader__u64(r, "outliers", &st->outliers);
}

/* All cases agree on a metric's unit: the first that names it sets it. */
static void read_unit(struct json_reader *r, struct bench_metric_desc *desc)
{
	char *unit = NULL;

	json_reader__string(r, "unit", &unit);
	if (r->failed)
		goto out;
	if (!desc->unit) {
		if (!unit || !*unit) {
			json_reader__fail(r, "unit: missing");
			goto out;
		}
		desc->unit = unit;
		return;
	}
	if (unit && strcmp(desc->unit, unit))
		json_reader__fail(r, "unit: \"%s\", but \"%s\" in another case", unit, desc->unit);
out:
	free(unit);
}

/* Slot of the metric of that name, made if it is new; -1 after a failure. */
static int metric_slot(struct json_reader *r, struct bench_results *res, const char *name)
{
	struct bench_metric_desc *desc;
	int i;

	for (i = 1; i < res->nr_metrics && strcmp(res->metrics[i].name, name); i++)
		;
	if (i == BENCH_METRICS_MAX) {
		json_reader__fail(r, "more than %d metrics", BENCH_METRICS_MAX);
		return -1;
	}
	desc = &res->metrics[i];
	if (i < res->nr_metrics) {
		read_unit(r, desc);
		return r->failed ? -1 : i;
	}
	desc->name = json_reader__to_text(r, name);
	res->nr_metrics++;
	read_unit(r, desc);
	if (r->failed)
		return -1;
	desc->less_is_better = bench_unit__less_is_better(desc->unit);
	json_reader__bool(r, "less_is_better", &desc->less_is_better);
	return i;
}

static void read_metrics(struct json_reader *r, struct bench_results *res,
			 struct bench_case_result *cr)
{
	struct json_object *all = json_reader__object(r, "metrics", BENCH_METRICS_MAX);
	struct json_object *parent = r->obj;
	size_t at = strlen(r->at);
	struct json_object_iter it;
	int slot;

	if (!all)
		return;
	json_object_object_foreachC(all, it) {
		snprintf(r->at + at, sizeof(r->at) - at, "metrics.%s: ", it.key);
		if (!json_reader__is_object(r, it.val))
			break;
		r->obj = it.val;
		slot = metric_slot(r, res, it.key);
		if (slot >= 0)
			read_series(r, &cr->metric[slot], res->metrics[slot].unit);
	}
	r->obj = parent;
	r->at[at] = '\0';
}

static void read_counter(struct json_reader *r, struct bench_counter_result *c)
{
	char *state = NULL;
	int i, nr = BENCH_COUNTER_STATE_NR;

	json_reader__string(r, "state", &state);
	for (i = 0; state && i < nr && strcmp(state, bench_counter_state__str(i)); i++)
		;
	if (!state || i == nr)
		json_reader__fail(r, "state: expected \"%s\", \"%s\" or \"%s\"",
				  bench_counter_state__str(0), bench_counter_state__str(1),
				  bench_counter_state__str(2));
	else
		c->state = i;
	free(state);

	json_reader__amount(r, "value", &c->value);
	json_reader__amount(r, "running", &c->running);
	json_reader__u64(r, "rounds", &c->rounds);
	json_reader__amount(r, "per_line", &c->per_line);
	json_reader__amount(r, "per_page", &c->per_page);
	json_reader__amount(r, "per_op", &c->per_op);
	if (c->state == BENCH_COUNTER_COUNTED && isnan(c->value))
		json_reader__fail(r, "value: missing");
}

static void read_counters(struct json_reader *r, struct bench_case_result *cr)
{
	struct json_object *all = json_reader__object(r, "counters", BENCH_EVENTS_MAX);
	struct json_object *parent = r->obj;
	struct bench_counter_result *c;
	size_t at = strlen(r->at);
	struct json_object_iter it;

	if (!all || !json_object_object_length(all))
		return;
	cr->counters = calloc(json_object_object_length(all), sizeof(*cr->counters));
	if (!cr->counters) {
		json_reader__no_memory(r);
		return;
	}
	json_object_object_foreachC(all, it) {
		snprintf(r->at + at, sizeof(r->at) - at, "counters.%s: ", it.key);
		if (!json_reader__is_object(r, it.val))
			break;
		r->obj = it.val;
		c = &cr->counters[cr->nr_counters++];
		c->name = json_reader__to_text(r, it.key);
		read_counter(r, c);
	}
	r->obj = parent;
	r->at[at] = '\0';
}

static void read_page(struct json_reader *r, u64 *page)
{
	char *kind = NULL;
	u64 size = 0;
	int k;

	json_reader__u64(r, "page", &size);
	json_reader__string(r, "page_kind", &kind);
	if (size & BENCH_PAGE_KIND_MASK)
		json_reader__fail(r, "page: not a multiple of 4096");
	*page = bench_page__make(size, size > 4096 ? BENCH_PAGE_HUGETLB : BENCH_PAGE_BASE);
	if (!kind)
		return;
	for (k = BENCH_PAGE_BASE; k <= BENCH_PAGE_HUGETLB; k++) {
		*page = bench_page__make(size, k);
		if (!strcmp(bench_page__kind_str(*page), kind))
			break;
	}
	if (k > BENCH_PAGE_HUGETLB)
		json_reader__fail(r, "page_kind: expected \"base\", \"thp\" or \"hugetlb\"");
	free(kind);
}

static void read_axes(struct json_reader *r, struct bench_results *res,
		      struct bench_case_result *cr)
{
	int a;

	for (a = 0; a < BENCH_AXIS_NR; a++) {
		if (!json_reader__has(r, bench_axis__key(a)))
			continue;
		res->axes |= 1U << a;
		if (a == BENCH_AXIS_PAGE)
			read_page(r, &cr->axis[a]);
		else
			json_reader__u64(r, bench_axis__key(a), &cr->axis[a]);
	}
}

static struct bench_case_result *read_function(struct json_reader *r, struct bench_results *res)
{
	struct bench_case_result *cr = NULL;
	char *function = NULL;

	json_reader__string(r, "function", &function);
	if (!function || !*function) {
		json_reader__fail(r, "function: missing");
	} else {
		cr = bench_results__add_case(res, function);
		if (!cr)
			json_reader__no_memory(r);
	}
	free(function);
	return cr;
}

static void read_case(struct json_reader *r, struct bench_results *res)
{
	struct bench_case_result *cr = read_function(r, res);
	const struct bench_series *s;
	u64 block = 0;

	if (!cr)
		return;
	read_axes(r, res, cr);
	json_reader__bool(r, "weak", &cr->weak);
	json_reader__string(r, "note", &cr->note);
	json_reader__string(r, "failed", &cr->failed);
	json_reader__u64(r, "block", &block);
	json_reader__u64(r, "loops", &cr->loops);
	json_reader__u64(r, "bytes", &cr->bytes);
	json_reader__u64(r, "ops", &cr->ops);
	json_reader__amount(r, "spread", &cr->spread);
	json_reader__amount(r, "ipc", &cr->ipc);
	read_unit(r, &res->metrics[0]);
	read_series(r, &cr->metric[0], res->metrics[0].unit);
	read_metrics(r, res, cr);
	read_counters(r, cr);

	if (block > INT_MAX)
		json_reader__fail(r, "block: too large");
	cr->block = block;
	s = &cr->metric[0];
	if (!cr->failed && !res->partial && !s->nr && isnan(s->st.mean) && isnan(s->st.median))
		json_reader__fail(r, "neither samples nor a mean or median");
}

static void read_cases(struct json_reader *r, struct bench_results *res)
{
	struct json_object *array = json_reader__array(r, "cases", CASES_MAX);
	size_t i, nr = array ? json_object_array_length(array) : 0;
	struct json_object *one;

	if (!array)
		json_reader__fail(r, "cases: missing");
	for (i = 0; !r->failed && i < nr; i++) {
		one = json_object_array_get_idx(array, i);
		snprintf(r->at, sizeof(r->at), "cases[%zu]: ", i);
		if (!json_reader__is_object(r, one))
			break;
		r->obj = one;
		read_case(r, res);
	}
	r->obj = r->root;
	r->at[0] = '\0';
}

static void read_fact(struct json_reader *r, struct bench_host *host, const char *name,
		      struct json_object *value)
{
	char *key = json_reader__to_text(r, name), *text;
	int err;

	if (!key)
		return;

	if (json_object_is_type(value, json_type_string)) {
		text = json_reader__to_text(r, json_object_get_string(value));
		err = bench_host__set_string(host, key, text);
		free(text);
	} else if (json_object_is_type(value, json_type_int)) {
		err = bench_host__set_number(host, key, json_object_get_int64(value));
	} else {
		err = bench_host__set_unknown(host, key);
	}
	if (err)
		json_reader__no_memory(r);
	free(key);
}

static void read_host(struct json_reader *r, struct bench_host *host)
{
	struct json_object *all = json_reader__object(r, "host", FACTS_MAX);
	struct json_object_iter it;

	if (!all)
		return;
	json_object_object_foreachC(all, it)
		read_fact(r, host, it.key, it.val);
}

static void read_version(struct json_reader *r)
{
	char *schema = NULL;
	u64 version = 0;

	if (json_reader__has(r, "schema"))
		json_reader__string(r, "schema", &schema);
	if (!schema || strcmp(schema, BENCH_RESULTS_SCHEMA))
		json_reader__fail(r, "no perf bench results: schema is not \"%s\"",
				  BENCH_RESULTS_SCHEMA);
	free(schema);
	json_reader__u64(r, "version", &version);
	if (version != BENCH_RESULTS_VERSION)
		json_reader__fail(r, "version %llu of the format, this perf reads version %d",
				  (unsigned long long)version, BENCH_RESULTS_VERSION);
}

static void read_spent(struct json_reader *r, struct bench_spent *spent)
{
	struct json_object *all = json_reader__object(r, "spent", FACTS_MAX);

	if (!all)
		return;
	snprintf(r->at, sizeof(r->at), "spent: ");
	r->obj = all;
	json_reader__amount(r, "total", &spent->total);
	json_reader__amount(r, "faulting", &spent->faulting);
	json_reader__amount(r, "warm_up", &spent->warm_up);
	json_reader__amount(r, "timed", &spent->timed);
	json_reader__amount(r, "preempted", &spent->preempted);
	r->obj = r->root;
	r->at[0] = '\0';
}

static void read_header(struct json_reader *r, struct bench_results *res)
{
	struct bench_metric_desc *desc = &res->metrics[0];

	read_version(r);
	json_reader__string(r, "benchmark", &res->benchmark);
	if (!res->benchmark)
		json_reader__fail(r, "benchmark: missing");
	json_reader__strings(r, "command", &res->command, &res->nr_command);
	json_reader__u64(r, "seed", &res->seed);
	json_reader__bool(r, "partial", &res->partial);
	read_spent(r, &res->spent);
	read_host(r, &res->host);
	json_reader__string(r, "base", &res->base);
	json_reader__string(r, "op", &res->op);
	json_reader__strings(r, "notes", &res->notes, &res->nr_notes);
	res->nr_metrics = 1;
	json_reader__string(r, "metric", &desc->name);
	if (!desc->name && bench_results__set_string(&desc->name, "result"))
		json_reader__no_memory(r);
}

/* The headline's direction can be told when the cases have named its unit. */
static void settle_headline(struct json_reader *r, struct bench_metric_desc *desc)
{
	if (!desc->unit && bench_results__set_string(&desc->unit,
						     bench_unit__str(BENCH_UNIT_COUNT))) {
		json_reader__no_memory(r);
		return;
	}
	desc->less_is_better = bench_unit__less_is_better(desc->unit);
	json_reader__bool(r, "less_is_better", &desc->less_is_better);
}

/**
 * bench_results__read_json - read a result that bench_results__write_json() wrote
 * @res: filled; empty after a failure
 * @path: file, "-": standard input
 * @err: one line of text on failure
 * @len: room there
 *
 * Statistics are computed from the samples where there are any, whatever else the file says
 * of them; a case with a mean or median alone, out of a published table, has these.
 *
 * Return: 0 or -1.
 */
int bench_results__read_json(struct bench_results *res, const char *path, char *err, size_t len)
{
	struct json_reader r;

	bench_results__init(res);
	json_reader__open(&r, path, err, len);
	read_header(&r, res);
	read_cases(&r, res);
	settle_headline(&r, &res->metrics[0]);
	json_reader__close(&r);
	if (r.failed) {
		bench_results__exit(res);
		return -1;
	}
	bench_results__summarize(res);
	return 0;
}
#endif /* HAVE_JSON_C_SUPPORT */
