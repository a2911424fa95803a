/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_RESULTS_JSON_H
#define BENCH_HARNESS_RESULTS_JSON_H

struct json_object;

/* JSON has one way to write a text, whoever writes the file. */
struct json_object *bench_json__new_string(const char *text);

/* Among results-json.c and results-json-read.c only. */

/* Counter states, by enum bench_counter_state. */
extern const char *const bench_json__states[3];

#endif /* BENCH_HARNESS_RESULTS_JSON_H */
