#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Apply the series of "make patches" to a clean kernel tree, and build perf after each
# patch: "make patches-check".
#
# patches-build.sh BUILD COMMAND...   COMMAND builds perf from BUILD/series/src
#
# Prints a line per patch, and the totals last. A warning about a file of ours counts as a
# failure.
set -u
cd "$(dirname "$0")/.." || exit 1
. scripts/lib-series.sh
kernel=${1:?usage: patches-build.sh BUILD COMMAND...}
shift

passed=0
failed=0
log=$kernel/series/log
series_tree "$kernel" "$kernel/series" || exit 1

for patch in "$kernel"/patches/0*.patch; do
	subject=${patch##*/}
	if [ "$subject" = 0000-cover-letter.patch ]; then
		continue
	fi
	if series_git -C "$kernel/series/src" am -q --keep-cr "$patch" >"$log" 2>&1 &&
	   "$@" >>"$log" 2>&1 &&
	   ! grep -E '(harness|bench|tests)/[^ ]*: (warning|error):' "$log"; then
		echo "ok   builds: $subject"
		passed=$((passed + 1))
	else
		echo "FAIL builds: $subject"
		tail -n 30 "$log" | sed 's/^/     | /'
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ] && [ $passed != 0 ]
