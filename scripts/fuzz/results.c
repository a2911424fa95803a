// SPDX-License-Identifier: GPL-2.0
/*
 * Results as JSON. What was read and written is the same when it is read and written again:
 * bytes may be lost from a strange file once, and not each time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/harness/results.h"
#include "fuzz.h"

static char *write_back(const struct bench_results *res, size_t *len)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, len);

	if (!f)
		abort();
	fuzz_need(!bench_results__write_json(res, f), "not written");
	if (fclose(f))
		abort();
	return text;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	static struct fuzz_file file;
	char err[256] = "", *once, *twice;
	struct bench_results res;
	size_t once_len, twice_len;

	fuzz_file__write(&file, data, size);
	if (bench_results__read_json(&res, file.path, err, sizeof(err))) {
		fuzz_need(fuzz_is_line(err), "%s", err);
		fuzz_need(!res.nr_cases && !res.cases, "%d cases are left", res.nr_cases);
		return 0;
	}
	fuzz_need(!*err, "%s", err);
	once = write_back(&res, &once_len);
	bench_results__exit(&res);

	fuzz_file__write(&file, (u8 *)once, once_len);
	fuzz_need(!bench_results__read_json(&res, file.path, err, sizeof(err)), "%s\n%s",
		  err, once);
	twice = write_back(&res, &twice_len);
	bench_results__exit(&res);
	fuzz_need(once_len == twice_len && !memcmp(once, twice, once_len), "%s\n%s", once, twice);
	free(once);
	free(twice);
	return 0;
}
