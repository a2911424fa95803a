// SPDX-License-Identifier: GPL-2.0
/* Single sizes, counts, times and page kinds. */
#include <stdlib.h>
#include "bench/harness/page.h"
#include "bench/harness/size.h"
#include "fuzz.h"

#define UNTOUCHED	0x5a5a5a5a5a5a5a5aULL

static void check_size(const char *text)
{
	char str[BENCH_SIZE_STR_MAX];
	u64 bytes = UNTOUCHED, again;

	if (bench_size__parse(text, &bytes)) {
		fuzz_need(bytes == UNTOUCHED, "refused, but written");
		return;
	}
	bench_size__str(bytes, str, sizeof(str));
	fuzz_need(!bench_size__parse(str, &again), "%s", str);
	fuzz_need(again == bytes, "%s", str);
}

static void check_number(const char *text, int (*parse)(const char *text, u64 *value))
{
	u64 value = UNTOUCHED;

	if (parse(text, &value))
		fuzz_need(value == UNTOUCHED, "refused, but written");
}

static void check_page(const char *text)
{
	u64 page = UNTOUCHED;
	char str[64];
	u64 again;

	if (bench_page__parse(text, &page))
		return;
	bench_page__str(page, str, sizeof(str));
	fuzz_need(!bench_page__parse(str, &again), "%s", str);
	fuzz_need(again == page, "%s", str);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	char *text = fuzz_text(data, size);

	check_size(text);
	check_number(text, bench_count__parse);
	check_number(text, bench_time__parse);
	check_page(text);
	free(text);
	return 0;
}
