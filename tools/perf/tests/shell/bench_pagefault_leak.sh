#!/bin/sh
# perf bench pagefault: memory, mappings and files do not grow over 10,000 samples
# SPDX-License-Identifier: GPL-2.0

# shellcheck source-path=SCRIPTDIR source=lib/bench_pagefault.sh
. "$(dirname "$0")/lib/bench_pagefault.sh"
trap 'rm -rf "$tmp"' EXIT

# look PID: kB of memory, mappings, open files
look()
{
	kb=$(awk '/^VmSize:/ { print $2 }' "/proc/$1/status" 2>/dev/null)
	rss=$(awk '/^VmRSS:/ { print $2 }' "/proc/$1/status" 2>/dev/null)
	maps=$(wc -l <"/proc/$1/maps" 2>/dev/null)
	# shellcheck disable=SC2012 # names do not matter
	files=$(ls "/proc/$1/fd" 2>/dev/null | wc -l)
}

# grows KIND SIZE: a sample that lost its mapping would lose SIZE, a mapping and a file
grows()
{
	perf bench pagefault "$1" -s "$2" -r 1700 --no-counters >/dev/null 2>"$tmp/err" &
	pid=$!
	sleep 0.5
	look $pid
	first_kb=${kb:-0}
	first_rss=${rss:-0}
	first_maps=${maps:-0}
	first_files=${files:-0}
	looks=0
	while kill -0 $pid 2>/dev/null; do
		look $pid
		if [ -n "$kb" ] && [ -n "$rss" ] && [ "${maps:-0}" -gt 0 ]; then
			looks=$((looks + 1))
			last_kb=$kb
			last_rss=$rss
			last_maps=$maps
			last_files=$files
		fi
		sleep 0.1
	done
	wait $pid || fail "$1: exit code $?: $(cat "$tmp/err")"
	[ $looks -ge 2 ] || {
		fail "$1: too fast to be looked at"
		return
	}
	# Samples are kept: some MB of doubles, no more.
	[ $((last_kb - first_kb)) -lt 32768 ] || fail "$1: $first_kb kB became $last_kb kB"
	[ $((last_rss - first_rss)) -lt 32768 ] || fail "$1: $first_rss kB RSS became $last_rss kB"
	[ $((last_maps - first_maps)) -lt 20 ] || fail "$1: $first_maps mappings became $last_maps"
	[ $((last_files - first_files)) -lt 5 ] || fail "$1: $first_files files became $last_files"
}

# Six functions: 10,200 samples.
grows base 64KB
[ ! -d /sys/kernel/mm/transparent_hugepage ] || grows thp 2MB

exit $failed
