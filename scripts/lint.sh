#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Run the staged kernel's checkpatch over our files: lint.sh build/VERSION
# Prints a line per file, and the totals last.
set -u
cd "$(dirname "$0")/.." || exit 1
kernel=${1:?usage: lint.sh BUILD}

. scripts/lib-checkpatch.sh
checkpatch_setup "$kernel" || exit 1

passed=0
failed=0
for file in .ci/run $(find tools scripts -name '*.[chS]' -o -name '*.sh' | sort); do
	more=
	# perf test wants a description on line 2, where SPDX would stand.
	case $file in
	tools/perf/tests/shell/*) more=SPDX_LICENSE_TAG ;;
	esac
	if log=$(checkpatch "$more" -f "$file" 2>&1); then
		echo "ok   checkpatch: $file"
		passed=$((passed + 1))
	else
		echo "FAIL checkpatch: $file"
		echo "$log" | sed 's/^/     | /'
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ] && [ $passed != 0 ]
