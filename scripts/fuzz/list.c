// SPDX-License-Identifier: GPL-2.0
/* Lists and ranges of sizes and of counts. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/harness/size.h"
#include "fuzz.h"

/* What a list prints as has to be the same list. */
static void check_same(const struct bench_list *list)
{
	struct bench_list again = { .nr = 0 };
	char err[128], *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	int i;

	for (i = 0; f && i < list->nr; i++)
		fprintf(f, "%s%" PRIu64, i ? "," : "", list->v[i]);
	if (!f || fclose(f))
		abort();
	fuzz_need(!bench_list__parse_counts(&again, text, err, sizeof(err)), "%s", text);
	fuzz_need(again.nr == list->nr, "%d, not %d values", again.nr, list->nr);
	fuzz_need(!memcmp(again.v, list->v, list->nr * sizeof(*list->v)), "%s", text);
	bench_list__exit(&again);
	free(text);
}

static void check(const char *text, int (*parse)(struct bench_list *list, const char *text,
						 char *err, size_t len))
{
	struct bench_list list = { .nr = 0 };
	char err[128] = "";

	if (parse(&list, text, err, sizeof(err))) {
		fuzz_need(!list.nr && !list.v, "%d values are left", list.nr);
		fuzz_need(fuzz_is_line(err), "%s", err);
		return;
	}
	fuzz_need(list.nr > 0 && list.nr <= BENCH_LIST_MAX, "%d values", list.nr);
	fuzz_need(!*err, "%s", err);
	check_same(&list);
	bench_list__exit(&list);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	char *text = fuzz_text(data, size);

	check(text, bench_list__parse_sizes);
	check(text, bench_list__parse_counts);
	free(text);
	return 0;
}
