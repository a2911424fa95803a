#!/bin/sh
# perf bench counters: a uprobe on the clear function counts its pages
# SPDX-License-Identifier: GPL-2.0

# Some kernels of virtual machines warn when a uprobe is set: only where this is asked for.
[ "$BENCH_TEST_UPROBES" = 1 ] || {
	echo "set BENCH_TEST_UPROBES=1 to run this"
	exit 2
}

tracing=/sys/kernel/tracing
event=bench_test/clear$$
bin=$(readlink -f "$(command -v perf)")
dir=$(mktemp -d) || exit 1
trap 'echo "-:$event" 2>/dev/null >>$tracing/uprobe_events; rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM

skip()
{
	echo "$*"
	exit 2
}

# perf probe would want debug information: the symbol's address, and from that its place
# in the file by the segment that it lies in, are all it takes.
command -v nm >/dev/null && command -v readelf >/dev/null || skip "no nm and readelf"
[ -w $tracing/uprobe_events ] || skip "no uprobe_events in tracefs"
address=$(nm "$bin" | grep ' clear_page_orig$' | cut -d' ' -f1)
[ -n "$address" ] || skip "no symbols in $bin"
offset=$(readelf -lW "$bin" | awk '$1 == "LOAD" { print $2, $3, $6 }' |
	while read -r start virtual length; do
		at=$((0x$address - virtual))
		[ $at -ge 0 ] && [ $at -lt $((length)) ] && printf '0x%x\n' $((at + start))
	done)
echo "p:$event $bin:$offset" >>$tracing/uprobe_events || skip "no uprobe can be set here"

name=$(echo "$event" | tr / :)
perf bench mem clear -f x86-64-unrolled -k 4KB -s 256KB -r 3 -l 10 --format json \
	-e "$name,page-faults" >"$dir/out" 2>"$dir/err" || {
	cat "$dir/err"
	exit 1
}
value=$(tr -d ' \n' <"$dir/out" | grep -o "\"$name\":{\"state\":\"counted\",\"value\":[^,}]*" |
	sed 's/.*://')

# 64 pages of 4KB, each cleared by one call; the count is of one loop.
[ "$value" = 64 ] || {
	echo "FAIL: $value calls for 64 pages"
	cat "$dir/out"
	exit 1
}
echo "64 calls for 64 pages"
exit 0
