// SPDX-License-Identifier: GPL-2.0
/* Mixes of sizes: as the kernel's ELF loader clears, or as somebody recorded them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "harness/error.h"
#include "harness/size.h"
#include "harness/stats.h"
#include "mem-clear-user.h"

/* Many more than a branch predictor can learn by heart. */
#define PADZERO_CALLS	4096
#define PADZERO_MAX	4095
/* Calls of one loop: few, as short samples are less disturbed. */
#define PADZERO_BATCH	64

/* More, or larger ones, than this would be no small sizes, and a sample of minutes. */
#define FILE_CALLS_MAX	1048576
#define FILE_SIZE_MAX	((u64)1 << 30)

static int mix__add(struct clear_user_mix *mix, u32 size)
{
	/* Grows whenever the number of sizes is a power of two. */
	if (!(mix->nr & (mix->nr - 1))) {
		u32 *p = realloc(mix->sizes, (mix->nr ? 2UL * mix->nr : 1) * sizeof(*p));

		if (!p)
			return -ENOMEM;
		mix->sizes = p;
	}
	mix->sizes[mix->nr++] = size;
	mix->bytes += size;
	mix->max = max_t(u64, mix->max, size);
	return 0;
}

static void mix__describe(struct clear_user_mix *mix, const char *name)
{
	u64 least = mix->max;
	u32 i;

	for (i = 0; i < mix->nr; i++)
		least = min_t(u64, least, mix->sizes[i]);
	snprintf(mix->text, sizeof(mix->text),
		 "%.40s: %" PRIu32 " calls of %" PRIu64 " to %" PRIu64 " bytes (mean %.1f)",
		 name, mix->nr, least, mix->max, (double)mix->bytes / mix->nr);
}

/*
 * Each size from 1 to PADZERO_MAX is as likely as the other at each place: the range is cut
 * into equal parts in steps finer than a size.
 */
static void draw_batch(struct bench_rng *rng, u32 *batch)
{
	u32 i;

	for (i = 0; i < PADZERO_BATCH; i++) {
		u32 at = bench_rng__below(rng, i + 1);
		u64 step = (u64)i * PADZERO_MAX + bench_rng__below(rng, PADZERO_MAX);

		batch[i] = batch[at];
		batch[at] = 1 + step / PADZERO_BATCH;
	}
}

/**
 * clear_user_mix__parse - make up a mix
 * @mix: filled in; freed by clear_user_mix__exit()
 * @text: its name; "padzero": what padzero() in fs/binfmt_elf.c clears behind the data of a
 *	program, up to the end of the page: 1 to 4095 bytes, each as likely as the other
 * @seed: of the choice
 *
 * Each batch has a size out of each 64th of the range, in a random order, so that all of
 * them clear about the same number of bytes: their standard deviation is 0.11%, that of 64
 * draws from 64 values each.
 *
 * Return: 0, -ENOMEM, or the exit code of usage errors with its line printed.
 */
int clear_user_mix__parse(struct clear_user_mix *mix, const char *text, u64 seed)
{
	u32 batch[PADZERO_BATCH];
	struct bench_rng rng;
	int i, ret = 0;

	if (strcmp(text, "padzero"))
		return bench_options__error("--mix", text, "padzero is the one there is");
	bench_rng__init(&rng, seed);
	for (i = 0; i < PADZERO_CALLS && !ret; i++) {
		if (!(i % PADZERO_BATCH))
			draw_batch(&rng, batch);
		ret = mix__add(mix, batch[i % PADZERO_BATCH]);
	}
	mix->batch = PADZERO_BATCH;
	mix->max = PADZERO_MAX;
	mix__describe(mix, "mix padzero");
	return ret;
}

/*
 * One line, without its end. A file may be anything: longer lines than a size has digits and
 * zero bytes are no sizes.
 *
 * Return: 1, 0 at the end of the file, -EINVAL.
 */
static int read_line(FILE *f, char *line, size_t room)
{
	size_t len = 0;
	int ch;

	while ((ch = getc(f)) != EOF && ch != '\n') {
		if (!ch || len + 1 >= room)
			return -EINVAL;
		line[len++] = ch;
	}
	if (len && line[len - 1] == '\r')
		len--;
	line[len] = '\0';
	return ch != EOF || len;
}

static int add_line(struct clear_user_mix *mix, const char *line, const char **why)
{
	u64 size;

	if (bench_size__parse(line, &size) || !size || size > FILE_SIZE_MAX)
		return -EINVAL;
	if (mix->nr == FILE_CALLS_MAX) {
		*why = "at most 1048576 sizes are possible";
		return -EINVAL;
	}
	return mix__add(mix, size);
}

/**
 * clear_user_mix__read - read a mix that was recorded
 * @mix: filled in; freed by clear_user_mix__exit()
 * @path: a file with a size on each line, in the order of the calls
 *
 * Return: 0, -ENOMEM, or the exit code of usage errors with its line printed.
 */
int clear_user_mix__read(struct clear_user_mix *mix, const char *path)
{
	const char *why = "a size from 1B to 1GB is needed", *base = strrchr(path, '/');
	char line[32], allowed[96], name[48];
	FILE *f = fopen(path, "re");
	unsigned int nr = 0;
	int ret;

	if (!f)
		return bench_options__error("--sizes-from", path, strerror(errno));
	do {
		nr++;
		ret = read_line(f, line, sizeof(line));
		if (ret > 0)
			ret = add_line(mix, line, &why) ?: 1;
	} while (ret > 0);
	if (ferror(f))
		ret = bench_options__error("--sizes-from", path, strerror(errno));
	fclose(f);
	if (ret == -EINVAL) {
		snprintf(allowed, sizeof(allowed), "line %u: %s", nr, why);
		return bench_options__error("--sizes-from", path, allowed);
	}
	if (!ret && !mix->nr)
		return bench_options__error("--sizes-from", path, "no size stands in it");
	mix->batch = mix->nr;
	snprintf(name, sizeof(name), "sizes from %.28s", base ? base + 1 : path);
	mix__describe(mix, name);
	return ret;
}

/**
 * clear_user_mix__exit - free a mix
 * @mix: the mix, all zero if there is none
 */
void clear_user_mix__exit(struct clear_user_mix *mix)
{
	free(mix->sizes);
	memset(mix, 0, sizeof(*mix));
}
