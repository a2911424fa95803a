// SPDX-License-Identifier: GPL-2.0
/* The one line that every wrong option is told with. */
#include <stdio.h>
#include "error.h"

/**
 * bench_options__error - tell of an option that cannot be followed
 * @option: the option: "--size"
 * @text: what the user wrote
 * @allowed: what would do
 *
 * Return: the exit code of usage errors.
 */
int bench_options__error(const char *option, const char *text, const char *allowed)
{
	fprintf(stderr, "perf bench: %s '%s': %s\n", option, text, allowed);
	return BENCH_EXIT_USAGE;
}
