#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Run the staged kernel's checkpatch over our files: lint.sh build/VERSION
# Prints a line per file, and the totals last.
set -u
cd "$(dirname "$0")/.." || exit 1
kernel=${1:?usage: lint.sh BUILD}

# checkpatch leaves a cache where it lies: keep it out of the staged tree.
mkdir -p "$kernel/lint" || exit 1
for file in checkpatch.pl spelling.txt const_structs.checkpatch; do
	cp "$kernel/src/scripts/$file" "$kernel/lint/" || exit 1
done

passed=0
failed=0
for file in .ci/run $(find tools scripts -name '*.[chS]' -o -name '*.sh' | sort); do
	# PRIu64 and its like, and rules for code that runs in the kernel: a signal handler's
	# flag is volatile, ENOSYS is an answer, and a program may ask what it is built for.
	ignore=CAMELCASE,FILE_PATH_CHANGES,VOLATILE,ENOSYS,ARCH_DEFINES
	# perf test wants a description on line 2, where SPDX would stand.
	case $file in
	tools/perf/tests/shell/*) ignore=$ignore,SPDX_LICENSE_TAG ;;
	esac
	if log=$(perl "$kernel/lint/checkpatch.pl" --no-tree --strict --terse --show-types \
		 --ignore "$ignore" -f "$file" 2>&1); then
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
