#!/bin/sh
# perf bench pagefault: memory, mappings and files do not grow with the samples
# SPDX-License-Identifier: GPL-2.0

command -v python3 >/dev/null || { echo "skip: python3 is missing"; exit 2; }

# shellcheck source-path=SCRIPTDIR source=lib/bench_pagefault.sh
. "$(dirname "$0")/lib/bench_pagefault.sh"
trap 'rm -rf "$tmp"' EXIT

# limited MB ARGS...: run with no more addresses than that and 64 files; prints the exit code
# and the peak of memory in kB.
limited()
{
	python3 - "$@" 2>"$tmp/err" <<-END
	import resource, subprocess, sys
	def limits():
	    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]) << 20,) * 2)
	    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
	run = subprocess.run(["perf", "bench", "pagefault"] + sys.argv[2:], preexec_fn=limits,
	                     stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
	print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
	END
}

# needs ARGS...: the MB of addresses that a run takes, to the next 16
needs()
{
	low=0
	high=640
	while [ $((high - low)) -gt 16 ]; do
		case $(limited $(((low + high) / 2)) "$@") in
		"0 "*)	high=$(((low + high) / 2)) ;;
		*)	low=$(((low + high) / 2)) ;;
		esac
	done
	echo $high
}

# grows KIND SIZE: for each function by itself. A sample that lost its mapping would lose SIZE of
# addresses, one that lost its file one of 64: 1700 lose 106MB of 64KB each.
grows()
{
	limit=$(($(needs "$1" -s "$2" -r 17 --no-counters) + 48))
	# shellcheck disable=SC2046 # two numbers
	set -- "$1" "$2" $(limited $limit "$1" -s "$2" -r 17 --no-counters)
	[ "$3" = 0 ] || { fail "$1: exit code $3: $(cat "$tmp/err")"; return; }
	few=$4
	for fn in $(perf bench pagefault "$1" -f help | grep -v 'n/a here' |
		    sed -n 's/^  \([^ ]*\) .*/\1/p'); do
		# shellcheck disable=SC2046
		set -- "$1" "$2" $(limited $limit "$1" -f "$fn" -s "$2" -r 1700 --no-counters)
		[ "$3" = 0 ] || {
			fail "$1 $fn, 1700 samples in ${limit}MB: exit code $3: $(cat "$tmp/err")"
			continue
		}
		# Samples are kept: some MB of doubles, no more.
		[ $(($4 - few)) -lt 16384 ] || fail "$1 $fn: $few kB of memory became $4 kB"
		tried=$((tried + 1))
	done
}

# The sanitizers' shadow is larger than any limit that would tell.
case $(limited 640 base -s 64KB -r 1 -f demand) in
"0 "*)	;;
*)	echo "skip: perf does not run in 640MB of addresses: $(cat "$tmp/err")"; exit 2 ;;
esac
case $(limited 640 base -s 1GB -r 1 -f demand) in
"0 "*)	fail "1GB fits into 640MB: the limit does not hold" ;;
esac

tried=0
grows base 64KB
[ ! -d /sys/kernel/mm/transparent_hugepage ] || grows thp 2MB
[ $failed -ne 0 ] || [ $tried -gt 1 ] || fail "$tried functions were tried"

exit $failed
