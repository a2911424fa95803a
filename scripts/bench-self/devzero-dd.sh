#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# perf bench mem devzero against dd from /dev/zero to /dev/null in blocks of the same size, in
# turn: the median of the paired ratios of their bandwidths. Printed, not judged: 1.00 is as
# it should be; in small blocks dd's write(2) shows.
#
# dd's own time is a wall clock's, in which everybody else's work is too on a busy machine:
# CPU time is compared, dd's less what a dd of one block needs to start.
#
# devzero-dd.sh [BLOCK_KB [PAIRS]]
set -eu

kb=${1:-1024}
pairs=${2:-31}
megabytes=1024

# ns of CPU time that dd takes for a number of blocks
dd_ns()
{
	perf stat -x, -e task-clock dd if=/dev/zero of=/dev/null bs="${kb}K" count="$1" 2>&1 |
		awk -F, '/task-clock/ { print $1 * 1e6 }'
}

run_dd()
{
	blocks=$((megabytes * 1024 / kb))
	echo "$blocks $kb $(dd_ns $((blocks + 1))) $(dd_ns 1)" |
		awk '{ print $1 * $2 * 1024 / ($3 - $4) * 1e9 }'
}

run_perf()
{
	perf bench mem devzero -s "${kb}KB" -r 32 -l $((megabytes * 32 / kb)) -e task-clock \
		--format csv |
		awk -F, -v bytes="$((kb * 1024))" '
			NR == 1 {
				for (i = 1; i <= NF; i++)
					if ($i ~ /task-clock.*_value/)
						at = i
				next
			}
			{ print bytes / $at * 1e9 }'
}

i=0
while [ "$i" -lt "$pairs" ]; do
	# Who goes first takes turns, too.
	if [ $((i % 2)) = 0 ]; then
		dd=$(run_dd)
		ours=$(run_perf)
	else
		ours=$(run_perf)
		dd=$(run_dd)
	fi
	echo "$ours $dd"
	i=$((i + 1))
done | awk -v kb="$kb" '
	{
		ratio[NR] = $1 / $2
		ours = $1 > ours ? $1 : ours
		dd = $2 > dd ? $2 : dd
	}
	END {
		if (!NR)
			exit 1
		for (i = 1; i <= NR; i++)
			for (k = i + 1; k <= NR; k++)
				if (ratio[k] < ratio[i]) {
					t = ratio[i]; ratio[i] = ratio[k]; ratio[k] = t
				}
		median = (ratio[int((NR + 1) / 2)] + ratio[int(NR / 2) + 1]) / 2
		printf "devzero %dKB: ours / dd: median %.4f of %d pairs, %.4f to %.4f; ", \
			kb, median, NR, ratio[1], ratio[NR]
		printf "best of either %.2f and %.2f GB/s\n", ours / 2^30, dd / 2^30
	}'
