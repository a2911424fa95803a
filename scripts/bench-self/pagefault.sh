#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# perf bench pagefault against a bare loop of map, touch, unmap, in turn: the median of the
# paired ratios of their bandwidths. Printed, not judged: 1.00 is as it should be.
#
# pagefault.sh [KIND [SIZE_MB [PAIRS]]]	KIND: hugetlb (needs free pages), thp, base
set -eu

kind=${1:-thp}
size=${2:-64}
pairs=${3:-15}
here=$(dirname "$0")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

${CC:-cc} -O2 -o "$tmp/pf-loop" "$here/pf-loop.c"

# Bandwidth in MB/s: the median of a few samples.
bare()
{
	"$tmp/pf-loop" "$kind" "$size" 9 | sort -n | sed -n 5p
}

ours()
{
	perf bench pagefault "$kind" -s "${size}MB" -f demand-write -r 9 --no-counters \
		--format csv |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			 { printf "%.3f\n", $at["median"] / 1048576 }'
}

i=0
while [ "$i" -lt "$pairs" ]; do
	# Who goes first takes turns, too.
	if [ $((i % 2)) = 0 ]; then
		a=$(bare)
		b=$(ours)
	else
		b=$(ours)
		a=$(bare)
	fi
	echo "$a $b"
	i=$((i + 1))
done >"$tmp/pairs"

awk '{ print $2 / $1 }' "$tmp/pairs" | sort -n >"$tmp/ratios"
awk -v kind="$kind" -v size="$size" '
	{ r[NR] = $1 }
	END {
		m = NR % 2 ? r[(NR + 1) / 2] : (r[NR / 2] + r[NR / 2 + 1]) / 2
		printf "%s %dMB: ours / bare loop: median %.4f of %d pairs, %.4f to %.4f\n",
			kind, size, m, NR, r[1], r[NR]
	}' "$tmp/ratios"
