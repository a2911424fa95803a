/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_RESULTS_JSON_H
#define BENCH_HARNESS_RESULTS_JSON_H

struct json_object;

/* JSON has one way to write a text, whoever writes the file. */
struct json_object *bench_json__new_string(const char *text);

#endif /* BENCH_HARNESS_RESULTS_JSON_H */
