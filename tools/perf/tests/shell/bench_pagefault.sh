#!/bin/sh
# perf bench pagefault: fault counts, huge pages, and wrong options
# SPDX-License-Identifier: GPL-2.0

command -v python3 >/dev/null || { echo "skip: python3 is missing"; exit 2; }

# shellcheck source-path=SCRIPTDIR source=lib/bench_pagefault.sh
. "$(dirname "$0")/lib/bench_pagefault.sh"
trap 'rm -rf "$tmp"' EXIT
suffix=$(suffix)

# counts KIND PAGES ARGS...: every function touches the pages with exactly its faults
counts()
{
	kind=$1
	pages=$2
	shift 2
	measure "$kind" -r 5 -f all "$@" || {
		fail "$kind $*: exit code $?: $(cat "$tmp/err")"
		return
	}
	for pair in demand:2 demand-write:1 demand-read:1 populate:0 madvise:0 memfd:1; do
		fn=${pair%:*}
		want=$((${pair#*:} * pages))
		note=$(field "$fn" note)
		# Huge pages that do not come are another matter: see below.
		case "$note" in
		*fallback*)
			[ "$kind" = thp ] || fail "$kind $fn: $note"
			continue ;;
		# One thread tries its slice: the others' pages are not there, and are no fallback.
		*"every base page"*)
			fail "$kind $* $fn: $note, though all came huge" ;;
		*expected*)
			fail "$kind $* $fn: $note" ;;
		esac
		got="$(field "$fn" faults_min) to $(field "$fn" faults_max)"
		[ "$got" = "$want to $want" ] || fail "$kind $* $fn: $got faults, not $want"
		# The kernel's own count of exceptions, where it may be read.
		event=page-faults$suffix
		if [ "$(field "$fn" "${event}_state")" = counted ] &&
		   [ "$(field "$fn" "${event}_value")" != "$want" ]; then
			fail "$kind $* $fn: $(field "$fn" "${event}_value") $event, not $want"
		fi
		awk -v bw="$(field "$fn" median)" 'BEGIN { exit !(bw > 0) }' ||
			fail "$kind $* $fn: bandwidth '$(field "$fn" median)'"
	done
}

counts base 1024 -s 4MB
counts base 1024 -s 4MB --order random --seed 1
counts base 1024 -s 4MB --order stride
counts base 1024 -s 4MB --order stride:1000
counts base 1024 -s 4MB -t 2
counts base 1024 -s 4MB -t 3
counts base 1024 -s 4MB -t 2 --processes
counts base 1 -s 4KB

if [ -d /sys/kernel/mm/transparent_hugepage ]; then
	counts thp 8 -s 16MB
	counts thp 8 -s 16MB -t 3
	counts thp 8 -s 16MB -t 2 --processes --order random

	# Nobody asks for huge pages, so that none come unless they come to all.
	if grep -q '\[always\]' /sys/kernel/mm/transparent_hugepage/enabled; then
		huge=8
		base=8
	else
		huge=0
		base=4096
	fi
	measure thp -s 16MB -r 5 -f demand-write --thp-mode system || fail "system: exit code $?"
	[ "$(field demand-write huge_max)" = "$huge" ] ||
		fail "system: $(field demand-write huge_max) huge pages, not $huge"
	[ "$(field demand-write faults_max)" = "$base" ] ||
		fail "system: $(field demand-write faults_max) faults, not $base"
	if [ "$huge" = 0 ]; then
		case $(field demand-write note) in
		*"fallback: 0 of 8 pages huge"*"every base page"*) ;;
		*) fail "no word about the fallback: $(field demand-write note)" ;;
		esac
	fi

	# With the advice they do come, if there is memory to be had in such pieces.
	if ! grep -q '\[never\]' /sys/kernel/mm/transparent_hugepage/enabled; then
		measure thp -s 16MB -r 5 -f demand-write
		huge=$(field demand-write huge_max)
		[ "$huge" = 8 ] || field demand-write note | grep -q fallback ||
			fail "advise: $huge huge pages of 8, and nothing is said"
	fi
fi

# A mapping by MAP_POPULATE cannot be advised: base must see to it that its pages are small.
measure base -s 16MB -r 3 -f populate || fail "base populate: exit code $?"

refused 129 "4MB would do" perf bench pagefault hugetlb -s 3MB
refused 129 "8KB would do" perf bench pagefault base -s 4097
refused 129 "4MB would do" perf bench pagefault thp -s 2MB -t 2
refused 129 "pagefault base" perf bench pagefault hugetlb -p 4KB
refused 129 "pagefault hugetlb" perf bench pagefault thp -p 2MB
refused 129 "pagefault thp" perf bench pagefault base -p thp
refused 129 "--page '3MB'" perf bench pagefault hugetlb -p 3MB
refused 129 "--order 'zigzag'" perf bench pagefault base --order zigzag
refused 129 "--order 'stride:0'" perf bench pagefault base --order stride:0
refused 129 "--order 'stride:x'" perf bench pagefault base --order stride:x
refused 129 "--thp-mode 'never'" perf bench pagefault thp --thp-mode never
refused 129 "no such function" perf bench pagefault base -f mmap
refused 129 "at most 2^32 pages" perf bench pagefault base -s 17179869188KB --order random
refused 129 "this machine has" perf bench pagefault base -s 17179869184KB --order random
refused 129 "--nr_loops '5': a sample" perf bench pagefault base -l 5
refused 129 "--min-time '50ms': a sample" perf bench pagefault base --min-time 50ms
refused 129 "this machine has" perf bench pagefault base -s 16777215TB
refused 129 "--node '999'" perf bench pagefault base -N 999

# Each page kind has its own options, and offers no others.
measure hugetlb --thp-mode system && fail "hugetlb takes --thp-mode"
measure thp --map-noreserve && fail "thp takes --map-noreserve"
measure base -s 4KB -r 1 --map-noreserve || fail "base --map-noreserve: exit code $?"
[ "$(field demand-write huge_n)" = "no column" ] || fail "base has huge pages"

# A size that no x86 has, and 1GB where the kernel lacks it.
refused 1 "not supported" perf bench pagefault hugetlb -p 16MB -s 16MB
if [ ! -d /sys/kernel/mm/hugepages/hugepages-1048576kB ]; then
	refused 1 "not supported" perf bench pagefault hugetlb -p 1GB -s 1GB
fi

# Either the clearing is timed, or one line says why not; the run goes on.
measure thp -s 16MB -r 3 -f demand-write,madvise --kernel-time || fail "--kernel-time: exit code $?"
if [ "$(field madvise clears_n)" = 3 ]; then
	[ "$(field madvise clears_min)" = 8 ] || field madvise note | grep -q fallback ||
		fail "--kernel-time: $(field madvise clears_min) clears, not 8"
else
	grep -q -- '--kernel-time: not measured: ' "$tmp/err" || fail "--kernel-time: not a word"
	[ "$(wc -l <"$tmp/err")" -eq 1 ] || fail "--kernel-time: $(cat "$tmp/err")"
fi
measure base -s 1MB -r 3 -f demand-write --kernel-time || fail "base --kernel-time: exit code $?"
grep -q 'base pages inline' "$tmp/err" || fail "base --kernel-time: $(cat "$tmp/err")"

# On a node that is there, all functions find their pages on it.
measure base -s 1MB -r 3 -N 0 || fail "-N 0: exit code $?: $(cat "$tmp/err")"
for fn in demand populate madvise memfd; do
	[ "$(field $fn n)" = 3 ] || fail "-N 0 $fn: $(field $fn failed)"
done

# Ctrl-C ends a sample that takes long. 2GB of base pages are touched three times and more.
if [ "$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)" -gt 4000000 ]; then
	# shellcheck disable=SC2046 # numbers
	set -- $(python3 - <<-END
		import signal, subprocess, time
		run = "perf bench pagefault base -s 2GB -f demand-write -r 1".split()
		# Whoever runs the tests may have it ignored.
		signal.signal(signal.SIGINT, signal.default_int_handler)
		def timed(delay):
		    process = subprocess.Popen(run, stdout=subprocess.PIPE)
		    start = time.monotonic()
		    # It heeds signals once it says what it does.
		    process.stdout.readline()
		    if delay:
		        time.sleep(delay)
		        start = time.monotonic()
		        process.send_signal(signal.SIGINT)
		    process.stdout.read()
		    code = process.wait()
		    return int((time.monotonic() - start) * 1000), code
		print(*timed(0), *timed(0.2))
	END
	)
	[ "$2" -eq 0 ] || fail "2GB: exit code $2"
	[ "$4" -eq 130 ] || fail "2GB, interrupted: exit code $4"
	[ "$3" -lt $(($1 / 2)) ] || fail "2GB: $1 ms in all, Ctrl-C took $3 ms"
fi

exit $failed
