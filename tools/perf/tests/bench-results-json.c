// SPDX-License-Identifier: GPL-2.0
/* Results as JSON: there and back, and what a reader has to put up with. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/kernel.h>
#include "../bench/harness/page.h"
#include "../bench/harness/results.h"
#include "debug.h"
#include "tests.h"

#ifdef HAVE_JSON_C_SUPPORT

/* The head of a good file, and a good case, for texts of which one thing is wrong. */
#define HEAD	"{\"schema\": \"perf-bench-results\", \"version\": 1, \"benchmark\": \"mem/clear\""
#define CASE	"\"function\": \"f\", \"unit\": \"bytes/sec\", \"samples\": [1, 2]"
#define FILE_OF(members)	HEAD ", \"cases\": [{" CASE ", " members "}]}"

/* Cases of which only the mean is known; one says so, and has a member of the future. */
#define SUMMARY_S	"{\"function\": \"s\", \"size\": 4096, \"unit\": \"bytes/sec\", " \
			"\"n\": 5, \"mean\": 4e9, \"pstdev\": 4e7}"
#define SUMMARY_M	"{\"function\": \"m\", \"size\": 4096, \"unit\": \"bytes/sec\", " \
			"\"n\": 5, \"mean\": 6e9, \"pstdev\": 6e7, " \
			"\"samples\": null, \"later\": [{}]}"
/* With the headline, one metric more than BENCH_METRICS_MAX. */
#define METRIC(name)	"\"" name "\": {\"unit\": \"x\"}"
#define METRICS		METRIC("a") ", " METRIC("b") ", " METRIC("c") ", " METRIC("d") ", " \
			METRIC("e") ", " METRIC("f") ", " METRIC("g") ", " METRIC("h") ", " \
			METRIC("i") ", " METRIC("j")

/* Reads a text as a file; the reader must leave nothing behind and say one line. */
static int read_text(struct bench_results *res, const char *text, size_t size, char *err,
		     size_t len)
{
	char path[] = "/tmp/perf-test-bench-XXXXXX";
	int ret, fd = mkstemp(path);

	if (fd < 0)
		return -2;
	ret = write(fd, text, size) == (ssize_t)size ? 0 : -2;
	close(fd);
	err[0] = '\0';
	if (!ret)
		ret = bench_results__read_json(res, path, err, len);
	unlink(path);
	return ret;
}

static char *to_text(const struct bench_results *res, size_t *len)
{
	char *text = NULL;
	FILE *mem = open_memstream(&text, len);
	int err;

	if (!mem)
		return NULL;
	err = bench_results__write_json(res, mem);
	if (fclose(mem) || err) {
		free(text);
		return NULL;
	}
	return text;
}

static int fill(struct bench_results *res)
{
	static const char *const words[] = { "perf", "b\"e\\n\tch", "caf\303\251", "\377\200x" };
	struct bench_case_result *cr;
	int i, k, err = 0;

	bench_results__init(res);
	res->seed = UINT64_MAX;
	res->spent = (struct bench_spent){ 1.1, 0, NAN, 0.1, 0.2 };
	res->axes = 1U << BENCH_AXIS_PAGE | 1U << BENCH_AXIS_THREADS | 1U << BENCH_AXIS_SIZE |
		    1U << BENCH_AXIS_CHUNK;
	res->nr_metrics = 3;
	err |= bench_results__set_string(&res->benchmark, "mem/clear");
	err |= bench_results__set_string(&res->base, "a");
	err |= bench_results__set_string(&res->op, "call");
	err |= bench_results__set_string(&res->metrics[0].name, "bandwidth");
	err |= bench_results__set_string(&res->metrics[0].unit, "bytes/sec");
	err |= bench_results__set_string(&res->metrics[1].name, "victim");
	err |= bench_results__set_string(&res->metrics[1].unit, "ns/op");
	res->metrics[1].less_is_better = true;
	err |= bench_results__set_string(&res->metrics[2].name, "never");
	err |= bench_results__set_string(&res->metrics[2].unit, "count");
	res->command = calloc(ARRAY_SIZE(words), sizeof(*res->command));
	for (i = 0; res->command && i < (int)ARRAY_SIZE(words); i++)
		err |= bench_results__set_string(&res->command[res->nr_command++], words[i]);
	err |= bench_host__set_string(&res->host, "cpu", "A \"CPU\"");
	err |= bench_host__set_number(&res->host, "llc_bytes", 1LL << 40);
	err |= bench_host__set_number(&res->host, "perf_event_paranoid", -1);
	err |= bench_host__set_unknown(&res->host, "governor");
	err |= bench_results__note(res, "one");
	err |= bench_results__note(res, "two, with a \"quote\"");

	for (i = 0; i < 3; i++) {
		cr = bench_results__add_case(res, i == 1 ? "b" : "a");
		if (!cr)
			return -1;
		cr->weak = i == 1;
		cr->axis[BENCH_AXIS_PAGE] = bench_page__make(2ULL << 20, i);
		cr->axis[BENCH_AXIS_SIZE] = i == 2 ? 1ULL << 62 : 4096;
		cr->axis[BENCH_AXIS_CHUNK] = i;
		cr->axis[BENCH_AXIS_THREADS] = 2;
		cr->block = i == 2;
		for (k = 0; i < 2 && k < 50; k++) {
			err |= bench_series__add(&cr->metric[0], 1e10 / (k + 3 + i));
			err |= bench_series__add(&cr->metric[1], k == 7 ? NAN : 1 / (k + 3e9));
			err |= bench_series__add(&cr->metric[2], NAN);
		}
		if (i == 0) {
			cr->loops = 3;
			cr->bytes = 4096;
			cr->ops = 1;
			cr->spread = 0.1;
			cr->ipc = 1. / 3;
			err |= bench_results__set_string(&cr->note, "no fence");
		} else if (i == 2) {
			err |= bench_results__set_string(&cr->failed, "not zero");
		}
		cr->counters = calloc(3, sizeof(*cr->counters));
		if (!cr->counters)
			return -1;
		cr->nr_counters = 3;
		for (k = 0; k < 3; k++) {
			struct bench_counter_result *c = &cr->counters[k];

			c->name = strdup(k == 0 ? "l1d.replacement:u" : k == 1 ? "cycles" : "x y");
			c->state = k;
			c->value = k ? NAN : 1234567.875;
			c->running = k ? NAN : 0.451;
			c->rounds = k ? 0 : 7;
			c->per_line = k ? NAN : 0.1;
			c->per_page = NAN;
			c->per_op = k ? NAN : 1 / 1e300;
		}
	}
	bench_results__summarize(res);
	return err;
}

static int same_double(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b;
}

static int test__round_trip(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	const struct bench_host_field *f;
	struct bench_results a, b;
	char *text, *again, err[256];
	size_t len, len2;
	int i, m;

	TEST_ASSERT_VAL("fill", !fill(&a));
	text = to_text(&a, &len);
	TEST_ASSERT_VAL("write", text);
	TEST_ASSERT_VAL("no inf, no nan", !strstr(text, "nan") && !strstr(text, "NaN") &&
			!strstr(text, "inf") && !strstr(text, "Inf"));
	TEST_ASSERT_VAL("nothing of a metric without numbers", !strstr(text, "\"never\""));
	if (read_text(&b, text, len, err, sizeof(err))) {
		pr_debug("%s\n", err);
		return TEST_FAIL;
	}

	TEST_ASSERT_VAL("header", !strcmp(b.benchmark, "mem/clear") && !strcmp(b.base, "a") &&
			!strcmp(b.op, "call") && b.seed == UINT64_MAX && !b.partial);
	TEST_ASSERT_VAL("spent", b.spent.total == 1.1 && !(b.spent.faulting > 0) &&
			isnan(b.spent.warm_up) && b.spent.timed == 0.1 &&
			b.spent.preempted == 0.2);
	TEST_ASSERT_VAL("axes", a.axes == b.axes);
	TEST_ASSERT_VAL("command", b.nr_command == 4 && !strcmp(b.command[2], "caf\303\251") &&
			!strcmp(b.command[3], "??x"));
	TEST_ASSERT_VAL("no control characters", !strcmp(b.command[1], "b\"e\\n?ch"));
	TEST_ASSERT_VAL("notes", b.nr_notes == 2 && !strcmp(b.notes[1], a.notes[1]));
	f = bench_host__find(&b.host, "llc_bytes");
	TEST_ASSERT_VAL("number", f && f->type == BENCH_HOST_NUMBER && f->number == 1LL << 40);
	f = bench_host__find(&b.host, "perf_event_paranoid");
	TEST_ASSERT_VAL("negative", f && f->type == BENCH_HOST_NUMBER && f->number == -1);
	f = bench_host__find(&b.host, "governor");
	TEST_ASSERT_VAL("unknown", f && f->type == BENCH_HOST_UNKNOWN);
	TEST_ASSERT_VAL("metrics", b.nr_metrics == 2 && !strcmp(b.metrics[1].name, "victim") &&
			!strcmp(b.metrics[1].unit, "ns/op") && b.metrics[1].less_is_better);
	TEST_ASSERT_VAL("cases", b.nr_cases == 3);
	for (i = 0; i < 3; i++) {
		const struct bench_case_result *x = &a.cases[i], *y = &b.cases[i];

		TEST_ASSERT_VAL("axis", !memcmp(x->axis, y->axis, sizeof(x->axis)));
		TEST_ASSERT_VAL("plain", x->weak == y->weak && x->block == y->block &&
				x->loops == y->loops && x->bytes == y->bytes && x->ops == y->ops);
		TEST_ASSERT_VAL("numbers", same_double(x->spread, y->spread) &&
				same_double(x->ipc, y->ipc));
		for (m = 0; m < 2; m++) {
			size_t k;

			TEST_ASSERT_VAL("nr", x->metric[m].nr == y->metric[m].nr);
			for (k = 0; k < x->metric[m].nr; k++)
				TEST_ASSERT_VAL("to the last bit",
						same_double(x->metric[m].v[k], y->metric[m].v[k]));
			TEST_ASSERT_VAL("n", x->metric[m].st.n == y->metric[m].st.n);
			TEST_ASSERT_VAL("summary", same_double(x->metric[m].st.median,
							       y->metric[m].st.median));
		}
		TEST_ASSERT_VAL("counters", y->nr_counters == 3);
		for (m = 0; m < 3; m++) {
			const struct bench_counter_result *c = &x->counters[m];
			const struct bench_counter_result *d = &y->counters[m];

			TEST_ASSERT_VAL("name", !strcmp(c->name, d->name));
			TEST_ASSERT_VAL("count", c->state == d->state && c->rounds == d->rounds &&
					same_double(c->value, d->value) &&
					same_double(c->running, d->running) &&
					same_double(c->per_op, d->per_op));
		}
	}
	TEST_ASSERT_VAL("note", !strcmp(b.cases[0].note, "no fence") && !b.cases[1].note);
	TEST_ASSERT_VAL("failed", !strcmp(b.cases[2].failed, "not zero") && !b.cases[0].failed);

	/* What was put into its place on the way, bytes and tabs, stays; all else is the same. */
	free(text);
	text = to_text(&b, &len);
	bench_results__exit(&a);
	TEST_ASSERT_VAL("read again", !read_text(&a, text, len, err, sizeof(err)));
	again = to_text(&a, &len2);
	TEST_ASSERT_VAL("same bytes", again && len == len2 && !memcmp(text, again, len));
	free(text);
	free(again);
	bench_results__exit(&a);
	bench_results__exit(&b);
	return TEST_OK;
}

static int test__summary(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const char text[] =
		HEAD ", \"base\": \"s\", \"cases\": [" SUMMARY_S ", " SUMMARY_M "]}";
	struct bench_results res;
	struct bench_speedup sp;
	char err[256];

	TEST_ASSERT_VAL("read", !read_text(&res, text, strlen(text), err, sizeof(err)));
	TEST_ASSERT_VAL("no samples", !res.cases[0].metric[0].v && !res.cases[0].metric[0].nr);
	TEST_ASSERT_VAL("summary", res.cases[1].metric[0].st.mean == 6e9 &&
			res.cases[1].metric[0].st.n == 5);
	TEST_ASSERT_VAL("no median", isnan(res.cases[1].metric[0].st.median));
	TEST_ASSERT_VAL("axes", res.axes == 1U << BENCH_AXIS_SIZE);
	TEST_ASSERT_VAL("threads", res.cases[0].axis[BENCH_AXIS_THREADS] == 1);
	TEST_ASSERT_VAL("speedup", !bench_results__speedup(&res, &res.cases[1], &sp));
	TEST_ASSERT_VAL("percent", fabs(sp.percent - 50) < 1 / 1e9 && !sp.noise);
	bench_results__exit(&res);
	return TEST_OK;
}

/* Each is refused with one line that holds @says. */
static int test__hostile(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct {
		const char	*text;
		const char	*says;
	} bad[] = {
		{ "", "empty" },
		{ " \t\r", "ends too early" },
		{ "hello", "line 1: not JSON" },
		{ "\n\n{\"a\": nul}", "line 3: not JSON" },
		{ "{", "ends too early" },
		{ "42", "no JSON object" },
		{ "[1, 2]", "no JSON object" },
		{ "null", "no JSON object" },
		{ "{} {}", "line 1: not JSON" },
		{ "{a: 1}", "not JSON" },
		{ "{}", "schema is not" },
		{ "{\"schema\": 1}", "schema: expected a text" },
		{ "{\"schema\": \"lshw\", \"version\": 1}", "schema is not" },
		{ "{\"schema\": \"perf-bench-results\", \"version\": 2}", "version 2" },
		{ "{\"schema\": \"perf-bench-results\", \"version\": \"1\"}", "version: expected" },
		{ "{\"schema\": \"perf-bench-results\", \"version\": -1}", "version: expected" },
		{ "{\"schema\": \"perf-bench-results\"}", "version 0" },
		{ "{\"schema\": \"perf-bench-results\", \"version\": 1}", "benchmark: missing" },
		{ HEAD "}", "cases: missing" },
		{ HEAD ", \"cases\": {}}", "cases: expected an array" },
		{ HEAD ", \"cases\": [1]}", "cases[0]: expected an object" },
		{ HEAD ", \"cases\": [null]}", "cases[0]: expected an object" },
		{ HEAD ", \"cases\": [{}]}", "cases[0]: function: missing" },
		{ HEAD ", \"cases\": [{\"function\": \"\"}]}", "function: missing" },
		{ HEAD ", \"cases\": [{\"function\": [\"f\"]}]}", "function: expected a text" },
		{ HEAD ", \"cases\": [{\"function\": \"f\"}]}", "unit: missing" },
		{ HEAD ", \"cases\": [{\"function\": \"f\", \"unit\": \"ns/op\"}]}",
		  "neither samples nor a mean" },
		{ HEAD ", \"cases\": [{" CASE "}, {\"function\": \"g\", \"unit\": \"ns/op\"}]}",
		  "cases[1]: unit: \"ns/op\", but" },
		{ HEAD ", \"command\": [1], \"cases\": []}", "command[0]: expected a text" },
		{ HEAD ", \"notes\": \"x\", \"cases\": []}", "notes: expected an array" },
		{ HEAD ", \"host\": [], \"cases\": []}", "host: expected an object" },
		{ HEAD ", \"partial\": 1, \"cases\": []}", "partial: expected true or false" },
		{ HEAD ", \"seed\": -1, \"cases\": []}", "seed: expected a whole number" },
		{ FILE_OF("\"size\": -4096"), "cases[0]: size: expected a whole number" },
		{ FILE_OF("\"size\": 1.5"), "size: expected a whole number" },
		{ FILE_OF("\"size\": \"16MB\""), "size: expected a whole number" },
		{ FILE_OF("\"page\": 100"), "page: not a multiple of 4096" },
		{ FILE_OF("\"page\": 4096, \"page_kind\": \"huge\""), "page_kind: expected" },
		{ FILE_OF("\"block\": 4294967296"), "block: too large" },
		{ FILE_OF("\"samples\": [1, -2]"), "samples[1]: negative" },
		{ FILE_OF("\"samples\": [\"1\"]"), "samples: expected a number" },
		{ FILE_OF("\"samples\": [1e999]"), "samples: not a finite number" },
		{ FILE_OF("\"samples\": [1, NaN]"), "samples: not a finite number" },
		{ FILE_OF("\"mean\": Infinity"), "mean: not a finite number" },
		{ FILE_OF("\"ci95\": [-Infinity, 1]"), "ci95: not a finite number" },
		{ FILE_OF("\"samples\": {}"), "samples: expected an array" },
		{ FILE_OF("\"mean\": true"), "mean: expected a number" },
		{ FILE_OF("\"ci95\": [1]"), "ci95: expected two numbers" },
		{ FILE_OF("\"ci95\": [1, 2, 3]"), "ci95: more than 2 items" },
		{ FILE_OF("\"metrics\": []"), "metrics: expected an object" },
		{ FILE_OF("\"metrics\": {\"m\": 1}"), "metrics.m: expected an object" },
		{ FILE_OF("\"metrics\": {\"m\": {}}"), "metrics.m: unit: missing" },
		{ FILE_OF("\"metrics\": {" METRICS "}"), "more than 10 metrics" },
		{ FILE_OF("\"counters\": {\"c\": {}}"), "counters.c: state: expected" },
		{ FILE_OF("\"counters\": {\"c\": {\"state\": \"maybe\"}}"), "state: expected" },
		{ FILE_OF("\"counters\": {\"c\": {\"state\": \"counted\"}}"), "value: missing" },
		{ FILE_OF("\"counters\": {\"c\": {\"state\": \"counted\", \"value\": -1}}"),
		  "value: negative" },
		{ FILE_OF("\"counters\": {\"\\u001b[2J\\n\": 1}"), "counters.?[2J?: expected" },
		{ FILE_OF("\"ipc\": [1]"), "ipc: expected a number" },
	};
	struct bench_results res;
	char err[256];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		int ret = read_text(&res, bad[i].text, strlen(bad[i].text), err, sizeof(err));

		if (ret != -1 || !strstr(err, bad[i].says) || strchr(err, '\n')) {
			pr_debug("'%s': returned %d and said '%s', not '%s'\n", bad[i].text, ret,
				 err, bad[i].says);
			return TEST_FAIL;
		}
		TEST_ASSERT_VAL("nothing is left", !res.cases && !res.benchmark && !res.command);
	}
	return TEST_OK;
}

static int test__files(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const char nul[] = HEAD "\0, \"cases\": []}";
	struct bench_results res;
	char err[256], *text;
	size_t i;
	int ret;

	ret = bench_results__read_json(&res, "/nonexistent/x.json", err, sizeof(err));
	TEST_ASSERT_VAL("missing", ret == -1 && strstr(err, "/nonexistent/x.json: No such file"));
	ret = bench_results__read_json(&res, "/tmp", err, sizeof(err));
	TEST_ASSERT_VAL("directory", ret == -1 && strstr(err, "/tmp: Is a directory"));
	ret = bench_results__read_json(&res, "/dev/zero", err, sizeof(err));
	TEST_ASSERT_VAL("endless", ret == -1 && strstr(err, "line 1: not JSON"));
	TEST_ASSERT_VAL("NUL byte", read_text(&res, nul, sizeof(nul) - 1, err,
					      sizeof(err)) == -1);
	ret = bench_results__read_json(&res, "/nonexistent", err, 8);
	TEST_ASSERT_VAL("short buffer", ret == -1 && strlen(err) == 7);

	/* Longer than what is read at once: blanks may follow, text not. */
	text = malloc(20 << 20);
	TEST_ASSERT_VAL("memory", text);
	i = sprintf(text, HEAD ", \"cases\": []}");
	memset(text + i, ' ', 100000);
	text[i + 99999] = '\n';
	TEST_ASSERT_VAL("blanks", !read_text(&res, text, i + 100000, err, sizeof(err)));
	bench_results__exit(&res);
	text[i + 99999] = 'x';
	TEST_ASSERT_VAL("text behind", read_text(&res, text, i + 100000, err, sizeof(err)) == -1);
	TEST_ASSERT_VAL("text", strstr(err, "text after the end"));

	/* Nesting, many small values, and many members are refused, not swallowed. */
	memset(text, '[', 100000);
	TEST_ASSERT_VAL("deep", read_text(&res, text, 100000, err, sizeof(err)) == -1);
	TEST_ASSERT_VAL("text", strstr(err, "nesting"));
	memcpy(text, "{\"a\":[", 6);
	for (i = 6; i + 1 < 20 << 20; i += 2)
		memcpy(text + i, "0,", 2);
	TEST_ASSERT_VAL("many", read_text(&res, text, 20 << 20, err, sizeof(err)) == -1);
	TEST_ASSERT_VAL("text", strstr(err, "more than 8388608 values"));
	i = sprintf(text, HEAD ", \"host\": {\"k0\": 1");
	while (i < 10000)
		i += sprintf(text + i, ", \"k%zu\": 1", i);
	i += sprintf(text + i, "}, \"cases\": []}");
	TEST_ASSERT_VAL("facts", read_text(&res, text, i, err, sizeof(err)) == -1);
	TEST_ASSERT_VAL("text", strstr(err, "host: more than 256 members"));
	i = sprintf(text, HEAD ", \"cases\": [0");
	while (i < 200000)
		i += sprintf(text + i, ",0");
	i += sprintf(text + i, "]}");
	TEST_ASSERT_VAL("cases", read_text(&res, text, i, err, sizeof(err)) == -1);
	TEST_ASSERT_VAL("text", strstr(err, "cases: more than 65536 items"));
	free(text);
	return TEST_OK;
}

/* Whatever happens to a good file, the reader takes it or says one line. */
static int test__damaged(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const char marks[] = "{}[]\",:-0e.tn \\u";
	struct bench_results res;
	struct bench_rng rng;
	size_t len, at, n;
	char *text, *copy, err[256];
	int i, k, ret, refused = 0;

	TEST_ASSERT_VAL("fill", !fill(&res));
	/* Fewer samples: each of the files below is read in full. */
	for (i = 0; i < res.nr_cases; i++) {
		for (k = 0; k < res.nr_metrics; k++)
			if (res.cases[i].metric[k].nr > 3)
				res.cases[i].metric[k].nr = 3;
	}
	bench_results__summarize(&res);
	text = to_text(&res, &len);
	bench_results__exit(&res);
	TEST_ASSERT_VAL("write", text);
	copy = malloc(len);
	TEST_ASSERT_VAL("memory", copy);

	for (n = 0; n + 2 < len; n += 7) {
		ret = read_text(&res, text, n, err, sizeof(err));
		TEST_ASSERT_VAL("truncated", ret == -1 && *err && !strchr(err, '\n'));
	}
	bench_rng__init(&rng, 1);
	for (i = 0; i < 1500; i++) {
		memcpy(copy, text, len);
		for (k = 0; k <= i % 3; k++) {
			at = bench_rng__below(&rng, len);
			if (i & 1)
				copy[at] = bench_rng__below(&rng, 256);
			else
				copy[at] = marks[bench_rng__below(&rng, sizeof(marks) - 1)];
		}
		ret = read_text(&res, copy, len, err, sizeof(err));
		TEST_ASSERT_VAL("flipped", !ret || (ret == -1 && *err && !strchr(err, '\n')));
		if (ret)
			refused++;
		else
			bench_results__exit(&res);
	}
	/* It did look. */
	TEST_ASSERT_VAL("refused", refused > 300);
	free(text);
	free(copy);
	return TEST_OK;
}

#define CASE_OF(desc, name)	TEST_CASE(desc, name)
#else /* HAVE_JSON_C_SUPPORT */
static int skip(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	return TEST_SKIP;
}

#define CASE_OF(text, _name)	\
	{ .name = #_name, .desc = text, .run_case = skip, .skip_reason = "built without json-c" }
#endif /* HAVE_JSON_C_SUPPORT */

static struct test_case tests__bench_results_json[] = {
	CASE_OF("bench JSON: there and back", round_trip),
	CASE_OF("bench JSON: summaries without samples", summary),
	CASE_OF("bench JSON: hostile texts", hostile),
	CASE_OF("bench JSON: hostile files", files),
	CASE_OF("bench JSON: damaged files", damaged),
	{ .name = NULL, }
};

struct test_suite suite__bench_results_json = {
	.desc		= "bench JSON",
	.test_cases	= tests__bench_results_json,
};
