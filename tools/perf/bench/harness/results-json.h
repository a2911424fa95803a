/* SPDX-License-Identifier: GPL-2.0 */
#ifndef BENCH_HARNESS_RESULTS_JSON_H
#define BENCH_HARNESS_RESULTS_JSON_H

/* Among results-json.c and results-json-read.c only. */

/* Counter states, by enum bench_counter_state. */
extern const char *const bench_json__states[3];

#endif /* BENCH_HARNESS_RESULTS_JSON_H */
