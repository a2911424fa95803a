#!/bin/sh
# perf bench pagefault hugetlb: pools are reserved, run dry and given back (exclusive)
# SPDX-License-Identifier: GPL-2.0

# shellcheck source-path=SCRIPTDIR source=lib/bench_pagefault.sh
. "$(dirname "$0")/lib/bench_pagefault.sh"

[ -w $pool ] || {
	echo "no huge page pool that may be written: skipped"
	rm -rf "$tmp"
	exit 2
}

# Pages that are there belong to somebody: only an empty pool can be played with.
for _ in 1 2 3 4 5 6 7 8 9 10; do
	[ "$(cat "$pool")" = 0 ] && break
	sleep 1
done
[ "$(cat "$pool")" = 0 ] || {
	echo "the pool is in use: skipped"
	rm -rf "$tmp"
	exit 2
}
group=
added=
pid=

cleanup()
{
	[ -z "$pid" ] || kill "$pid" 2>/dev/null
	[ -z "$group" ] || rmdir "$group" 2>/dev/null
	[ -z "$added" ] || echo -hugetlb >"$added"
	echo 0 >"$pool"
	rm -rf "$tmp"
}
trap cleanup EXIT

# An empty pool: what is needed, what there is, and what would help.
refused 1 "8 needed" perf bench pagefault hugetlb -s 16MB
refused 1 "echo 8 >" perf bench pagefault hugetlb -s 16MB
refused 1 "--reserve" perf bench pagefault hugetlb -s 16MB

# Exact counts on reserved pages, for threads and for processes; all is given back.
for how in "-t 1" "-t 3" "-t 3 --processes" "--order random"; do
	# shellcheck disable=SC2086 # words on purpose
	measure hugetlb -s 16MB -r 5 --reserve $how || fail "$how: exit code $?: $(cat "$tmp/err")"
	for pair in demand:16 demand-write:8 demand-read:8 populate:0 madvise:0 memfd:8; do
		fn=${pair%:*}
		want=${pair#*:}
		got="$(field "$fn" faults_min) to $(field "$fn" faults_median)"
		[ "$got" = "$want to $want" ] || fail "$how $fn: $got faults, not $want"
		case $(field "$fn" note) in
		# Threads that change one address space may send each other's fault back once.
		*" in 1 of "*)	[ "$how" = "-t 3" ] || fail "$how $fn: $(field "$fn" note)" ;;
		*expected*)	fail "$how $fn: $(field "$fn" note)" ;;
		esac
	done
	pool_is 0 "--reserve $how"
done

# A part of a page is a page, for each thread.
perf bench mem devzero -s 1MB -p 2MB -t 3 -r 3 --reserve >/dev/null 2>"$tmp/err" ||
	fail "devzero in parts of pages: exit code $?: $(cat "$tmp/err")"
pool_is 0 "devzero --reserve"

# Only what is missing is added, and only that is taken away.
echo 3 >"$pool"
measure hugetlb -s 16MB -r 3 -f demand-write --reserve || fail "3 of 8: exit code $?"
pool_is 3 "--reserve on top of 3"
echo 0 >"$pool"

# Interrupted.
for signal in INT TERM; do
	stoppable perf bench pagefault hugetlb -s 16MB -r 100000 -f demand-write --reserve \
		>"$tmp/out" 2>&1 &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ "$(cat $pool)" = 8 ] && break
		sleep 0.25
	done
	[ "$(cat $pool)" = 8 ] || fail "$signal: nothing was reserved"
	sleep 0.5
	kill -$signal $pid
	(
		sleep 60
		kill -9 $pid
	) >/dev/null 2>&1 &
	guard=$!
	wait $pid
	code=$?
	kill $guard
	pid=
	[ $code -eq 130 ] || fail "$signal: exit code $code, not 130: $(tail -3 "$tmp/out")"
	pool_is 0 "after $signal"
done

# Two runs at once: the second finds the first one's pages taken, and each gives back its own.
perf bench pagefault hugetlb -s 16MB -r 200 -f demand-write --reserve >/dev/null 2>"$tmp/first" &
pid=$!
measure hugetlb -s 8MB -r 20 -f demand-write --reserve || fail "second of two: $(cat "$tmp/err")"
wait $pid || fail "first of two: $(cat "$tmp/first")"
pid=
pool_is 0 "after two at once"

# Taken away between samples: MAP_NORESERVE finds out by SIGBUS, a plain mmap() by ENOMEM.
# Pages in use when the pool shrinks are gone once they are unmapped.
dry()
{
	echo 8 >"$pool"
	# shellcheck disable=SC2086 # words on purpose
	perf bench pagefault hugetlb -s 16MB -r 100000 -f demand-write $1 >/dev/null 2>"$tmp/err" &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		grep -qs 'anon_hugepage' /proc/$pid/maps && break
		sleep 0.25
	done
	echo 4 >"$pool"
	wait $pid
	code=$?
	pid=
	[ $code -eq 1 ] || fail "pool taken away, '$1': exit code $code: $(cat "$tmp/err")"
	grep -q -- "$2" "$tmp/err" || fail "pool taken away, '$1': $(cat "$tmp/err")"
	echo 0 >"$pool"
	pool_is 0 "pool taken away, '$1'"
}
dry --map-noreserve "SIGBUS: fault at page [5-8] of 8"
dry "--map-noreserve -t 2" "SIGBUS: fault at page"
dry "--map-noreserve -t 2 --processes" "SIGBUS: fault at page"
dry "" "took pages of the pool"

# in_group ARGS...: a run in the cgroup $group
in_group()
{
	# shellcheck disable=SC2016 # for the inner shell
	sh -c 'echo $$ >"$0/cgroup.procs"; exec perf bench pagefault hugetlb "$@"' "$group" \
		-s 16MB --reserve "$@" >/dev/null 2>"$tmp/err"
}

# A cgroup's limit is seen beforehand; one that is lowered meanwhile is found by touching.
# Runs that fail give back what they reserved.
v2=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
if [ -n "$v2" ] && grep -qw hugetlb "$v2/cgroup.controllers"; then
	if ! grep -qw hugetlb "$v2/cgroup.subtree_control"; then
		echo +hugetlb >"$v2/cgroup.subtree_control"
		added=$v2/cgroup.subtree_control
	fi
	group=$v2/perf-bench-pagefault-$$
	mkdir "$group" || fail "no cgroup"
	echo 4194304 >"$group/hugetlb.2MB.max"
	in_group -r 3 -f demand-write
	code=$?
	[ $code -eq 1 ] || fail "cgroup limit: exit code $code"
	grep -q "hugetlb.2MB.max" "$tmp/err" || fail "cgroup limit: $(cat "$tmp/err")"
	pool_is 0 "cgroup limit"

	for fn in demand-write memfd madvise; do
		echo max >"$group/hugetlb.2MB.max"
		in_group -r 1000 -f $fn &
		pid=$!
		for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
			[ "$(cat "$group/hugetlb.2MB.current")" != 0 ] && break
			sleep 0.25
		done
		# It is refused as long as more is in use: a gap between two samples is needed.
		tries=0
		until echo 4194304 2>/dev/null >"$group/hugetlb.2MB.max" || [ $tries -ge 5000 ]; do
			tries=$((tries + 1))
		done
		wait $pid
		code=$?
		pid=
		# The gap is short, and no run can be made to stop in it.
		if [ $code -eq 0 ]; then
			echo "cgroup limit lowered, $fn: no gap was hit"
			continue
		fi
		[ $code -eq 1 ] || fail "cgroup limit lowered, $fn: exit code $code"
		case $fn in
		madvise)	want='MADV_POPULATE_WRITE' ;;
		*)		want='SIGBUS: fault at page [3-8] of 8.*hugetlb.2MB.max' ;;
		esac
		grep -q "$want" "$tmp/err" || fail "cgroup limit lowered, $fn: $(cat "$tmp/err")"
		pool_is 0 "cgroup limit lowered, $fn"
	done
	rmdir "$group" && group=
else
	echo "no cgroup limits here: not tried"
fi

# 10,000 samples in a pool without a page to spare: the second one would lack what the first
# one lost.
echo 1 >"$pool"
measure hugetlb -s 2MB -r 2500 -f demand-write,populate,madvise,memfd --no-counters ||
	fail "10,000 samples: exit code $?: $(cat "$tmp/err")"
[ "$(field memfd n)" = 2500 ] || fail "10,000 samples: $(field memfd n) of memfd"
[ "$(cat ${pool%/*}/free_hugepages)" = 1 ] || fail "10,000 samples: a page is not free any more"
[ "$(cat ${pool%/*}/resv_hugepages)" = 0 ] || fail "10,000 samples: a page is still reserved"

exit $failed
