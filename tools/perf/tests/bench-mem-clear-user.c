// SPDX-License-Identifier: GPL-2.0
/*
 * Each function of perf bench mem clear_user, at every length and alignment, clears what it
 * is told to and nothing else; and where memory ends, it says exactly how far it came.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include "bench/mem-clear-user-arch.h"
#include "bench/mem-clear-user.h"
#include "bench-room.h"
#include "debug.h"
#include "tests.h"

#define LENGTH_MAX	((u64)4200)
#define LINE		((u64)64)
/* Room for the longest length, at each start in a line, with a line on either side. */
#define ROOM		((u64)8192)
#define FILL		0x3c

/**
 * struct room - memory between two pages that fault
 * @buf: ROOM bytes, FILL between the tries
 * @fill: ROOM bytes of FILL
 * @zero: ROOM bytes of 0
 */
struct room {
	u8	*buf;
	u8	fill[ROOM];
	u8	zero[ROOM];
};

static struct room *room__new(void)
{
	struct room *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->buf = bench_room__map(ROOM);
	if (!r->buf) {
		free(r);
		return NULL;
	}
	memset(r->fill, FILL, ROOM);
	memset(r->buf, FILL, ROOM);
	return r;
}

static void room__delete(struct room *r)
{
	bench_room__unmap(r->buf, ROOM);
	free(r);
}

/* Whether [from, to) of the room is as @expected; only what is in the room counts. */
static bool looks(const struct room *r, const u8 *expected, s64 from, s64 to)
{
	from = max_t(s64, from, 0);
	to = min_t(s64, to, ROOM);
	return from >= to || !memcmp(r->buf + from, expected, to - from);
}

static int try_one(struct room *r, const struct clear_user_function *f, u64 start, u64 len)
{
	u64 left = f->clear(r->buf + start, len), end = start + len;

	if (left || !looks(r, r->zero, start, end) ||
	    !looks(r, r->fill, (s64)start - (s64)LINE, start) ||
	    !looks(r, r->fill, end, end + LINE)) {
		pr_debug("%s: %llu bytes at +%llu: wrong, %llu left\n", f->fn.name,
			 (unsigned long long)len, (unsigned long long)start,
			 (unsigned long long)left);
		return TEST_FAIL;
	}
	memset(r->buf + start, FILL, len);
	return TEST_OK;
}

/* From each start in a line, and right up to the page that faults. */
static int try_all(struct room *r, const struct clear_user_function *f)
{
	u64 start, len;

	for (len = 0; len <= LENGTH_MAX; len++) {
		for (start = 0; start < LINE; start++) {
			if (try_one(r, f, start, len))
				return TEST_FAIL;
		}
		if (try_one(r, f, ROOM - len, len))
			return TEST_FAIL;
		/* Further away than a line. */
		if (!looks(r, r->fill, 0, ROOM)) {
			pr_debug("%s: %llu bytes: wrote elsewhere\n", f->fn.name,
				 (unsigned long long)len);
			return TEST_FAIL;
		}
	}
	return TEST_OK;
}

/*
 * @len bytes of which only the first @there are mapped. Functions that store words may stop
 * before a word that is not all there; the others clear up to the last byte.
 */
static int try_partial(struct room *r, const struct clear_user_function *f, u64 there, u64 len,
		       bool words)
{
	u64 start = ROOM - there, left = f->clear(r->buf + start, len);
	u64 least = len - there, most = words ? min(least + sizeof(u64) - 1, len) : least;

	if (left < least || left > most ||
	    !looks(r, r->zero, start, start + len - left) ||
	    !looks(r, r->fill, start + len - left, ROOM) ||
	    !looks(r, r->fill, 0, start)) {
		pr_debug("%s: %llu bytes, %llu of them there: says that %llu are left\n",
			 f->fn.name, (unsigned long long)len, (unsigned long long)there,
			 (unsigned long long)left);
		return TEST_FAIL;
	}
	memset(r->buf + start, FILL, there);
	return TEST_OK;
}

static int try_partials(struct room *r, const struct clear_user_function *f, bool words)
{
	u64 there, len;

	for (len = 1; len <= 2 * LINE + 8; len++) {
		for (there = 0; there < len; there++) {
			if (try_partial(r, f, there, len, words))
				return TEST_FAIL;
		}
	}
	for (there = 0; there < LENGTH_MAX; there += 7) {
		if (try_partial(r, f, there, LENGTH_MAX, words))
			return TEST_FAIL;
	}
	return TEST_OK;
}

static const struct clear_user_function *find_function(const char *name)
{
	const struct bench_function *table[CLEAR_USER_FUNCTIONS_MAX];
	int i;

	clear_user_function__table(table);
	for (i = 0; table[i]; i++) {
		if (!strcmp(table[i]->name, name))
			return clear_user_function__of(table[i]);
	}
	return NULL;
}

static bool stores_words(const char *name)
{
	return strcmp(name, "x86-64-fsrm") && strcmp(name, "kernel-rep_stos_alternative");
}

static int test_function(const char *name)
{
	const struct clear_user_function *f = find_function(name);
	char err[160] = "";
	struct room *r;
	int ret;

	if (!f)
		return strncmp(name, "kernel-", 7) ? TEST_FAIL : TEST_SKIP;
	r = room__new();
	if (!r)
		return TEST_FAIL;
	ret = try_all(r, f);
	if (!ret && clear_user_fixup__install())
		ret = TEST_FAIL;
	if (!ret) {
		ret = try_partials(r, f, stores_words(name));
		clear_user_fixup__remove();
	}
	room__delete(r);
	if (clear_user_function__check(f, err, sizeof(err))) {
		pr_debug("%s: the check says: %s\n", name, err);
		ret = TEST_FAIL;
	}
	return ret;
}

/* A test for each row of the table, so that those that the tree lacks are seen to be skipped. */
#ifdef HAVE_ARCH_X86_64_SUPPORT
#define CLEAR_USER_FN(_name, _clear, ...)					\
static int test__##_clear(struct test_suite *test __maybe_unused,		\
			  int subtest __maybe_unused)				\
{										\
	return test_function(_name);						\
}

#define CLEAR_USER_KERNEL_FN	CLEAR_USER_FN
#include "bench/mem-clear-user-x86-64-asm-def.h"
#undef CLEAR_USER_KERNEL_FN
#undef CLEAR_USER_FN

/* Every tree since 6.1 has some of the kernel's own, or the mirrored file is not in. */
static int test__kernel(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	bool old = find_function("kernel-original") && find_function("kernel-rep_good") &&
		   find_function("kernel-erms");
	bool new = find_function("kernel-rep_stos_alternative");

	TEST_ASSERT_VAL("the kernel's own routines", old || new);
	TEST_ASSERT_VAL("no tree has them all", !(old && new));
	return TEST_OK;
}

/* Functions with a fault each, for the check to find. */

static u64 leave_all(void *to __maybe_unused, u64 len __maybe_unused)
{
	return 0;
}

static u64 leave_last(void *to, u64 len)
{
	return len ? mem_clear_user_fsrm(to, len - 1) : 0;
}

static u64 write_behind(void *to, u64 len)
{
	mem_clear_user_fsrm(to, len + 1);
	return 0;
}

static u64 write_before(void *to, u64 len)
{
	return mem_clear_user_fsrm((char *)to - 1, len + 1);
}

static u64 say_too_much(void *to, u64 len)
{
	u64 left = mem_clear_user_fsrm(to, len);

	return left ? left + 1 : 0;
}

static u64 say_too_little(void *to, u64 len)
{
	u64 left = mem_clear_user_fsrm(to, len);

	return left ? left - 1 : 0;
}

static u64 say_some(void *to, u64 len)
{
	return mem_clear_user_fsrm(to, len) + 1;
}

static int test__check(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	u64 (*const faulty[])(void *to, u64 len) = {
		leave_all, leave_last, write_behind, write_before, say_too_much, say_too_little,
		say_some,
	};
	char err[160];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faulty); i++) {
		struct clear_user_function f = { .clear = faulty[i] };

		err[0] = '\0';
		if (clear_user_function__check(&f, err, sizeof(err)) != -EILSEQ || !err[0]) {
			pr_debug("fault %zu was not found\n", i);
			return TEST_FAIL;
		}
	}
	return TEST_OK;
}
#endif /* HAVE_ARCH_X86_64_SUPPORT */

static int test__table(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	const struct bench_function *table[CLEAR_USER_FUNCTIONS_MAX];
	int i, k;

	clear_user_function__table(table);
	TEST_ASSERT_VAL("no function", table[0]);
	for (i = 0; table[i]; i++) {
		TEST_ASSERT_VAL("no description", table[i]->desc && table[i]->desc[0]);
		TEST_ASSERT_VAL("no way to clear", clear_user_function__of(table[i])->clear);
		for (k = 0; k < i; k++)
			TEST_ASSERT_VAL("two of one name", strcmp(table[i]->name, table[k]->name));
	}
	return TEST_OK;
}

/* 1 to 4095, each as likely as the other: mean 2048; the seed decides which. */
static int test__mix(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	struct clear_user_mix a = { .nr = 0 }, b = { .nr = 0 }, other = { .nr = 0 };
	u64 sum = 0, batch = 0, places = 0, thirds[3] = { 0, 0, 0 };
	u32 i;

	TEST_ASSERT_VAL("padzero", !clear_user_mix__parse(&a, "padzero", 7));
	TEST_ASSERT_VAL("once more", !clear_user_mix__parse(&b, "padzero", 7));
	TEST_ASSERT_VAL("another one", !clear_user_mix__parse(&other, "padzero", 8));
	TEST_ASSERT_VAL("batches", a.batch && !(a.nr % a.batch));
	for (i = 0; i < a.nr; i++) {
		if (i % a.batch == 0)
			batch = 0;
		batch += a.sizes[i];
		if (i % a.batch == a.batch - 1)
			TEST_ASSERT_VAL("batches are alike",
					batch / a.batch > 2028 && batch / a.batch < 2068);
		places |= a.sizes[i] < 64 ? 1ULL << (i % a.batch) : 0;
		TEST_ASSERT_VAL("size", a.sizes[i] >= 1 && a.sizes[i] <= 4095);
		thirds[(a.sizes[i] - 1) / 1365]++;
		sum += a.sizes[i];
	}
	TEST_ASSERT_VAL("sum", sum == a.bytes);
	TEST_ASSERT_VAL("small ones stand anywhere", __builtin_popcountll(places) > 32);
	TEST_ASSERT_VAL("mean", sum / a.nr > 1900 && sum / a.nr < 2200);
	for (i = 0; i < 3; i++)
		TEST_ASSERT_VAL("a third",
				thirds[i] * 10 > a.nr * 3UL && thirds[i] * 10 < a.nr * 4UL);
	TEST_ASSERT_VAL("same seed", a.nr == b.nr &&
			!memcmp(a.sizes, b.sizes, a.nr * sizeof(*a.sizes)));
	TEST_ASSERT_VAL("other seed", memcmp(a.sizes, other.sizes, a.nr * sizeof(*a.sizes)));
	clear_user_mix__exit(&a);
	clear_user_mix__exit(&b);
	clear_user_mix__exit(&other);
	return TEST_OK;
}

/* Bytes of the lines that a call touches. */
static u64 touched(u64 to, u64 len)
{
	return roundup(to + len, LINE) - to / LINE * LINE;
}

/*
 * Go through the calls of an arena as the timed loop does. All must be in what was measured,
 * and before a line is cleared again @least bytes are cleared: to 5%, as loops of a mix are
 * not quite alike.
 */
static int walk_arena(const struct clear_user_arena *arena, const struct clear_user_mix *mix,
		      u64 size, u64 align, u64 least)
{
	u64 room = arena->copy * arena->nr, at = 0, cleared = 2 * least, line, to = 0, len = size;
	u64 *when = calloc(room / LINE, sizeof(*when));
	u32 loop, i = 0, pos = 0;
	int ret = when ? TEST_OK : TEST_FAIL;

	for (loop = 0; loop < 3 * arena->nr && !ret; loop++) {
		for (i = 0; i < (mix->batch ?: 1) && !ret; i++) {
			if (mix->nr)
				len = mix->sizes[pos++ % mix->nr];
			to = at + align % LINE + (arena->places ? arena->places[i] * LINE : 0);
			at = (at + arena->step) % room;
			for (line = to / LINE; line <= (to + len - 1) / LINE && !ret; line++) {
				if (line >= room / LINE ||
				    (cleared - when[line]) * 100 < least * 95)
					ret = TEST_FAIL;
				else
					when[line] = cleared;
			}
			cleared += touched(to, len);
		}
		at = (at + arena->turn) % room;
	}
	if (ret)
		pr_debug("loop %u, call %u: %llu bytes at %llu of %llu\n", loop, i,
			 (unsigned long long)len, (unsigned long long)to,
			 (unsigned long long)room);
	free(when);
	return ret;
}

static int try_arena(const struct clear_user_mix *mix, u64 size, u64 align, u64 least)
{
	u64 most = roundup((mix->nr ? mix->max : size) + LINE, LINE), room;
	struct clear_user_arena arena;
	int ret;

	if (clear_user_arena__init(&arena, mix, size, align, least))
		return TEST_FAIL;
	room = arena.copy * arena.nr;
	ret = walk_arena(&arena, mix, size, align, least);
	if (room < most - LINE || room > 4 * least + 8 * most) {
		pr_debug("%llu bytes for an arena of %llu\n", (unsigned long long)room,
			 (unsigned long long)least);
		ret = TEST_FAIL;
	}
	clear_user_arena__exit(&arena);
	if (ret)
		pr_debug("%u sizes, batch %u, size %llu, align %llu, least %llu\n", mix->nr,
			 mix->batch, (unsigned long long)size, (unsigned long long)align,
			 (unsigned long long)least);
	return ret;
}

/* @nr sizes, of which every @rare is @large, and the others 8 to 800 bytes. */
static int try_mix(u32 nr, u32 rare, u32 large, u64 least)
{
	struct clear_user_mix mix = {
		.nr = nr, .batch = nr, .max = max(large, 800U),
		.sizes = calloc(nr, sizeof(*mix.sizes)),
	};
	int ret = mix.sizes ? TEST_OK : TEST_FAIL;
	u32 i;

	for (i = 0; i < nr && !ret; i++) {
		mix.sizes[i] = i % rare == rare - 1 ? large : 8 + i % 100 * 8;
		mix.bytes += mix.sizes[i];
	}
	if (!ret)
		ret = try_arena(&mix, mix.max, 0, least) ?: try_arena(&mix, mix.max, 7, least);
	free(mix.sizes);
	return ret;
}

static int test__arena(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const u64 sizes[] = { 1, 64, 100, 4096, 300000 };
	struct clear_user_mix none = { .nr = 0 }, padzero = { .nr = 0 };
	u64 least, i;

	for (least = 256 << 10; least <= 4 << 20; least *= 16) {
		for (i = 0; i < ARRAY_SIZE(sizes); i++) {
			TEST_ASSERT_VAL("one size", !try_arena(&none, sizes[i], 0, least));
			TEST_ASSERT_VAL("off line", !try_arena(&none, sizes[i], 4095, least));
		}
		TEST_ASSERT_VAL("one large among small ones", !try_mix(101, 101, 1 << 20, least));
		TEST_ASSERT_VAL("few", !try_mix(4, 5, 0, least));
		TEST_ASSERT_VAL("many factors", !try_mix(2310, 2311, 0, least));
		TEST_ASSERT_VAL("larger than the arena", !try_mix(100000, 1000, 65536, least));
	}
	TEST_ASSERT_VAL("padzero", !clear_user_mix__parse(&padzero, "padzero", 7));
	TEST_ASSERT_VAL("a mix of batches", !try_arena(&padzero, padzero.max, 0, 4 << 20));
	clear_user_mix__exit(&padzero);
	return TEST_OK;
}

#ifdef HAVE_ARCH_X86_64_SUPPORT
static int test__choice(struct test_suite *test __maybe_unused, int subtest __maybe_unused)
{
	static const struct {
		const char	*release;
		unsigned long	cpu;
		const char	*name;
	} known[] = {
		{ "5.10.0-30-amd64", ~0UL, "clear_user_original" },
		{ "6.0", ~0UL, "clear_user_original" },
		{ "6.1.0-57-cloud-amd64", ~0UL, "rep stosb" },
		{ "6.1.0", CLEAR_USER_HAS_FSRS, "clear_user_original" },
		{ "6.3", CLEAR_USER_HAS_ERMS | CLEAR_USER_HAS_REP_GOOD, "clear_user_erms" },
		{ "6.3", CLEAR_USER_HAS_REP_GOOD, "clear_user_rep_good" },
		{ "6.4", ~CLEAR_USER_HAS_FSRS, "rep_stos_alternative" },
		{ "6.12.1", CLEAR_USER_HAS_FSRS, "rep stosb" },
		{ "7.0-rc1", 0, "rep_stos_alternative" },
		{ "unknown", 0, NULL },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known); i++) {
		const char *name = clear_user_choice(known[i].release, known[i].cpu);

		if (known[i].name ? !name || strcmp(name, known[i].name) : !!name) {
			pr_debug("%s, %#lx: %s\n", known[i].release, known[i].cpu, name);
			return TEST_FAIL;
		}
	}
	return TEST_OK;
}
#endif

static struct test_case tests__bench_mem_clear_user[] = {
	TEST_CASE("bench mem clear_user: the table of functions", table),
	TEST_CASE("bench mem clear_user: the padzero mix", mix),
	TEST_CASE("bench mem clear_user: nothing is cleared again too soon", arena),
#ifdef HAVE_ARCH_X86_64_SUPPORT
	TEST_CASE("bench mem clear_user: the kernel's own are there", kernel),
	TEST_CASE("bench mem clear_user: the check finds faults", check),
	TEST_CASE("bench mem clear_user: the routine that a kernel picks", choice),
#define CLEAR_USER_FN(_name, _clear, ...)	\
	TEST_CASE_REASON("bench mem clear_user: " _name, _clear, "this kernel tree lacks it"),
#define CLEAR_USER_KERNEL_FN	CLEAR_USER_FN
#include "bench/mem-clear-user-x86-64-asm-def.h"
#undef CLEAR_USER_KERNEL_FN
#undef CLEAR_USER_FN
#endif
	{ .name = NULL, }
};

struct test_suite suite__bench_mem_clear_user = {
	.desc = "bench mem clear_user functions",
	.test_cases = tests__bench_mem_clear_user,
};
