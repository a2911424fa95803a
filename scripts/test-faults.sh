#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Each benchmark with system functions that fail at their Nth call: test-faults.sh BUILD
# [OPTIONS of faults/run.py]. "--all" takes hours where the default takes two minutes.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib-test.sh"
build=$1
shift

if nm -D "$build/perf" | grep -qE '__[at]san_init'; then
	echo "skip system functions that fail: a sanitizer has its own in their place"
	exit 0
fi
if ! "${CC:-gcc}" -O1 -Wall -Werror -shared -fPIC -o "$tmp/fail-nth.so" \
	"$here/faults/fail-nth.c" -ldl -pthread; then
	echo "FAIL the library that has functions fail was not built"
	exit 1
fi
set -- python3 -B "$here/faults/run.py" --perf "$build/perf" --shim "$tmp/fail-nth.so" "$@"

# With debugfs, there is a ceiling of TLB flushes to watch; the mount is seen by us alone.
if [ ! -e /sys/kernel/debug/x86 ] && unshare -m mount -t debugfs none /sys/kernel/debug 2>/dev/null
then
	unshare -m sh -c 'mount -t debugfs none /sys/kernel/debug && exec "$@"' sh "$@"
else
	"$@"
fi
