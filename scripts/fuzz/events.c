// SPDX-License-Identifier: GPL-2.0
/*
 * The text of -e as we split it into single events. What an event's own text means is for
 * perf's parser, which is not tried here.
 */
#include <stdlib.h>
#include <string.h>
#include "bench/harness/counters-events.h"
#include "fuzz.h"

static void check_event(const char *text)
{
	size_t bare = bench_event__bare_len(text);
	char *more = bench_event__add_modifiers(text, "u");

	fuzz_need(more, "no memory");
	fuzz_need(*text && *text != ' ' && text[strlen(text) - 1] != ' ', "'%s'", text);
	fuzz_need(bare <= strlen(text), "%zu of '%s'", bare, text);
	fuzz_need(!strncmp(text, more, strlen(text)), "'%s' became '%s'", text, more);
	fuzz_need(bench_event__bare_len(more) <= strlen(text), "'%s'", more);
	free(more);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct bench_event_texts texts = { .nr = 0 };
	char err[256] = "";
	int i, ret;

	ret = bench_event_texts__split(&texts, text, err, sizeof(err));
	fuzz_need(ret ? *err : texts.nr > 0, "returned %d, %d events: %s", ret, texts.nr, err);
	fuzz_need(texts.nr < BENCH_EVENTS_MAX, "%d events", texts.nr);
	for (i = 0; i < texts.nr; i++)
		check_event(texts.v[i].text);
	bench_event_texts__exit(&texts);
	fuzz_need(!texts.nr, "%d", texts.nr);
	free(text);
	return 0;
}
