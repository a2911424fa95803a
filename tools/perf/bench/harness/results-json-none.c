// SPDX-License-Identifier: GPL-2.0
/* Stands in where perf is built without json-c. */
#ifndef HAVE_JSON_C_SUPPORT
#include <errno.h>
#include <linux/compiler.h>
#include "results.h"

int bench_results__write_json(const struct bench_results *res __maybe_unused,
			      FILE *out __maybe_unused)
{
	return -EOPNOTSUPP;
}

int bench_results__read_json(struct bench_results *res, const char *path, char *err, size_t len)
{
	bench_results__init(res);
	snprintf(err, len, "%s: this perf was built without json-c and reads no JSON", path);
	return -1;
}
#endif /* !HAVE_JSON_C_SUPPORT */
