// SPDX-License-Identifier: GPL-2.0
/*
 * What the engine makes of counts that are scaled, refused, cut short or gone back, on
 * a scripted PMU.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "scripted-pmu.h"

static int scaling_steps(struct rig *rig)
{
	rig->script.run = 0.25;
	rig__sample(rig, 0, 10);
	rig->script.run = 0.75;
	rig__sample(rig, 0, 10);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("scaled by each sample's own time", rig__same(rig__value(rig, 0), 100));
	TEST_ASSERT_VAL("share of the time", rig__same(rig->cr->counters[0].running, 0.5));
	return TEST_OK;
}

static int test__scaling(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles", 1);
	return rig__run(&rig, scaling_steps);
}

static int workers_steps(struct rig *rig)
{
	rig__sample(rig, 0, 10);
	/* The second worker's event is off the PMU for one sample. */
	rig__last_event(rig)->count.running -= 1000;
	rig__sample(rig, 0, 10);
	rig__sample(rig, 0, 10);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("both workers' counts", rig__same(rig__value(rig, 0), 200));
	TEST_ASSERT_VAL("half a count is none", rig->cr->counters[0].rounds == 2);
	return TEST_OK;
}

static int test__workers(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles", 2);
	return rig__run(&rig, workers_steps);
}

static int refused_steps(struct rig *rig)
{
	rig__sample(rig, 0, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("suffix", !strcmp(rig->cr->counters[0].name, "page-faults:u"));
	TEST_ASSERT_VAL("counted", rig__state(rig, 0) == BENCH_COUNTER_COUNTED);
	TEST_ASSERT_VAL("asked for", !strcmp(rig->cr->counters[1].name, "faults:u"));
	TEST_ASSERT_VAL("counted", rig__state(rig, 1) == BENCH_COUNTER_COUNTED);
	TEST_ASSERT_VAL("kernel only", !strcmp(rig->cr->counters[2].name, "cs:k"));
	TEST_ASSERT_VAL("cannot be", rig__state(rig, 2) == BENCH_COUNTER_NOT_SUPPORTED);
	TEST_ASSERT_VAL("no value", isnan(rig__value(rig, 2)));
	TEST_ASSERT_VAL("hint",
			strstr(bench_counters__hint(rig->ctr) ?: "", "perf_event_paranoid"));
	TEST_ASSERT_VAL("one line", !strchr(bench_counters__hint(rig->ctr), '\n'));
	return TEST_OK;
}

static int test__permission(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	static const int errors[] = { EACCES, EPERM };
	struct rig rig;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		rig__init(&rig, "page-faults,faults:u,cs:k", 1);
		rig.script.refuse_kernel = errors[i];
		if (rig__run(&rig, refused_steps))
			return TEST_FAIL;
	}
	return TEST_OK;
}

static int twice_steps(struct rig *rig)
{
	TEST_ASSERT_VAL("two of four", bench_counters__nr(rig->ctr) == 2);
	rig__sample(rig, 0, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("first", !strcmp(rig->cr->counters[0].name, "page-faults:u"));
	TEST_ASSERT_VAL("second", !strcmp(rig->cr->counters[1].name, "cycles:u"));
	TEST_ASSERT_VAL("counted", rig__state(rig, 1) == BENCH_COUNTER_COUNTED);
	TEST_ASSERT_VAL("cycles for -c are the second's",
			rig__same(bench_counters__cycles(rig->ctr, rig->crew, 1), 1000));
	return TEST_OK;
}

/* What differs in the kernel side is one where that may not be counted. */
static int test__twice(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "page-faults,page-faults:u,cycles:u,page-faults", 1);
	rig.plan.cycles = BENCH_CYCLES_EVENT;
	rig.script.refuse_kernel = EACCES;
	return rig__run(&rig, twice_steps);
}

static int unsupported_steps(struct rig *rig)
{
	rig__sample(rig, 0, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("hardware", rig__state(rig, 0) == BENCH_COUNTER_NOT_SUPPORTED);
	TEST_ASSERT_VAL("hardware", rig__state(rig, 1) == BENCH_COUNTER_NOT_SUPPORTED);
	TEST_ASSERT_VAL("software", rig__state(rig, 2) == BENCH_COUNTER_COUNTED);
	TEST_ASSERT_VAL("no value", isnan(rig__value(rig, 0)));
	TEST_ASSERT_VAL("no IPC", isnan(rig->cr->ipc));
	if (rig->script.refuse == ENOENT && !bench_pmu__core_exists())
		TEST_ASSERT_VAL("hint", strstr(bench_counters__hint(rig->ctr) ?: "", "PMU"));
	return TEST_OK;
}

static int test__unsupported(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	static const int errors[] = { ENOENT, ENODEV, ENXIO, EOPNOTSUPP, EINVAL, ENOSPC };
	struct rig rig;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		rig__init(&rig, "cycles,instructions,page-faults", 1);
		rig.script.refuse = errors[i];
		if (rig__run(&rig, unsupported_steps))
			return TEST_FAIL;
	}
	return TEST_OK;
}

static int guest_steps(struct rig *rig)
{
	rig__sample(rig, 0, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("counted without exclude_guest",
			rig__state(rig, 0) == BENCH_COUNTER_COUNTED);
	TEST_ASSERT_VAL("nothing to say", !bench_counters__hint(rig->ctr));
	return TEST_OK;
}

static int test__guest(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles", 1);
	rig.script.refuse_guest = true;
	return rig__run(&rig, guest_steps);
}

static int bad_reads_steps(struct rig *rig)
{
	struct script_event *event = rig__last_event(rig);

	rig->script.short_read = true;
	rig__sample(rig, 0, 10);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("short read", rig__state(rig, 0) == BENCH_COUNTER_NOT_COUNTED);
	TEST_ASSERT_VAL("no value", isnan(rig__value(rig, 0)));

	/* The first good read holds two samples: it must not pass for one. */
	rig->script.short_read = false;
	rig__sample(rig, 0, 10);
	TEST_ASSERT_VAL("two samples at once are left out", !rig->cr->counters[0].rounds);

	rig__sample(rig, 0, 10);
	event->count.value -= 1500;
	rig__sample(rig, 0, 10);
	TEST_ASSERT_VAL("backwards is left out", rig->cr->counters[0].rounds == 1);
	rig__sample(rig, 0, 10);
	event->count.running -= 1500;
	rig__sample(rig, 0, 10);
	TEST_ASSERT_VAL("so is time", rig->cr->counters[0].rounds == 2);
	rig__sample(rig, 0, 10);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("what is left is right", rig__same(rig__value(rig, 0), 100));
	TEST_ASSERT_VAL("and all there", rig->cr->counters[0].rounds == 3);
	return TEST_OK;
}

static int test__bad_reads(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles", 1);
	return rig__run(&rig, bad_reads_steps);
}

static int no_fds_steps(struct rig *rig)
{
	const char *hint;
	int i;

	TEST_ASSERT_VAL("the second worker gave back what it had",
			script__nr_open(&rig->script) == 4);
	rig__sample(rig, 0, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	for (i = 0; i < 4; i++)
		TEST_ASSERT_VAL("not supported", rig__state(rig, i) == BENCH_COUNTER_NOT_SUPPORTED);
	hint = bench_counters__hint(rig->ctr);
	TEST_ASSERT_VAL("hint",
			hint && strstr(hint, "file descriptors") && strstr(hint, "4 events"));
	return TEST_OK;
}

static int test__no_fds(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles,instructions,page-faults,cs", 2);
	rig.script.max_open = 6;
	return rig__run(&rig, no_fds_steps);
}

static int derived_steps(struct rig *rig)
{
	const struct bench_counter_result *counter;

	rig->cr->bytes = 64UL * 500;
	rig->cr->ops = 8;
	rig__sample(rig, 0, 2);
	bench_counters__settle(rig->ctr, &rig->res);
	counter = &rig->cr->counters[0];
	TEST_ASSERT_VAL("a loop", rig__same(counter->value, 500));
	TEST_ASSERT_VAL("a line", rig__same(counter->per_line, 1));
	TEST_ASSERT_VAL("an operation", rig__same(counter->per_op, 62.5));
	TEST_ASSERT_VAL("no pages", isnan(counter->per_page));
	TEST_ASSERT_VAL("instructions by cycles", rig__same(rig->cr->ipc, 1));

	rig->cr->bytes = 0;
	rig->cr->ops = 0;
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("unknown is not 0", isnan(counter->per_line) && isnan(counter->per_op));
	return TEST_OK;
}

static int test__derived(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles:u,instructions:u", 1);
	return rig__run(&rig, derived_steps);
}

static int per_page_steps(struct rig *rig)
{
	rig->cr->bytes = 1 << 20;
	rig->cr->axis[BENCH_AXIS_PAGE] = bench_page__make(4096, BENCH_PAGE_BASE);
	rig__sample(rig, 0, 1);
	bench_counters__settle(rig->ctr, &rig->res);
	TEST_ASSERT_VAL("a page", rig__same(rig->cr->counters[0].per_page, 1000.0 / 256));
	TEST_ASSERT_VAL("other sides do not mix", isnan(rig->cr->ipc));
	return TEST_OK;
}

static int test__per_page(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;

	rig__init(&rig, "cycles:u,instructions:k", 1);
	return rig__run(&rig, per_page_steps);
}

static int test__nothing(struct test_suite *t __maybe_unused, int subtest __maybe_unused)
{
	struct rig rig;
	int ret;

	rig__init(&rig, NULL, 1);
	ret = rig__start(&rig);
	if (!ret) {
		rig__sample(&rig, 0, 1);
		bench_counters__settle(rig.ctr, &rig.res);
		ret = bench_counters__nr(rig.ctr) || rig.cr->counters || !isnan(rig.cr->ipc) ||
		      bench_counters__hint(rig.ctr) || bench_counters__nr_passes(rig.ctr) != 1;
	}
	ret = rig__exit(&rig, ret ? TEST_FAIL : TEST_OK);
	if (ret)
		return ret;

	rig__init(&rig, "page-faults,nosuch", 1);
	ret = rig__start(&rig);
	rig__exit(&rig, TEST_OK);
	TEST_ASSERT_VAL("an unknown name ends it", ret && !rig.ctr);
	TEST_ASSERT_VAL("and is named", strstr(rig.err, "'nosuch'"));
	return TEST_OK;
}

static struct test_case tests__bench_counters[] = {
	TEST_CASE("bench counters: scaling", scaling),
	TEST_CASE("bench counters: two workers", workers),
	TEST_CASE("bench counters: permission for the user side only", permission),
	TEST_CASE("bench counters: the same event twice", twice),
	TEST_CASE("bench counters: not supported", unsupported),
	TEST_CASE("bench counters: PMU that knows no guests", guest),
	TEST_CASE("bench counters: short reads, counts that go back", bad_reads),
	TEST_CASE("bench counters: no file descriptors", no_fds),
	TEST_CASE("bench counters: per line, per operation, IPC", derived),
	TEST_CASE("bench counters: per page", per_page),
	TEST_CASE("bench counters: no events, unknown events", nothing),
	{ .name = NULL, }
};

struct test_suite suite__bench_counters = {
	.desc = "bench counters: events round the counted part",
	.test_cases = tests__bench_counters,
};
