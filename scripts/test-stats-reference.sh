#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# The expected values in the test of the statistics are those that exact fractions give.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib-test.sh"

ok "reference values of bench-stats.c" python3 "$here/bench-stats-reference.py" --check
exit $failed
