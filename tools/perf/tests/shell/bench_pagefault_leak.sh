#!/bin/sh
# perf bench pagefault: memory, mappings and files do not grow over 10,000 samples
# SPDX-License-Identifier: GPL-2.0

command -v python3 >/dev/null || { echo "skip: python3 is missing"; exit 2; }

# shellcheck source-path=SCRIPTDIR source=lib/bench_pagefault.sh
. "$(dirname "$0")/lib/bench_pagefault.sh"
trap 'rm -rf "$tmp"' EXIT

# 640MB of addresses, more than perf itself needs, and less than 10,000 mappings of 64KB.
limit=$((640 << 20))

# limited ARGS...: run with no more addresses than that and 64 files; prints the exit code
# and the peak of memory in kB.
limited()
{
	python3 - $limit "$@" 2>"$tmp/err" <<-END
	import resource, subprocess, sys
	def limits():
	    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
	    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
	run = subprocess.run(["perf", "bench", "pagefault"] + sys.argv[2:], preexec_fn=limits,
	                     stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
	print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
	END
}

# grows KIND SIZE: a sample that lost its mapping would lose SIZE, a mapping and a file
grows()
{
	# shellcheck disable=SC2046 # two numbers
	set -- "$1" "$2" $(limited "$1" -s "$2" -r 17 --no-counters)
	[ "$3" = 0 ] || { fail "$1: exit code $3: $(cat "$tmp/err")"; return; }
	# Six functions: 10,200 samples.
	# shellcheck disable=SC2046
	set -- "$1" "$4" $(limited "$1" -s "$2" -r 1700 --no-counters)
	[ "$3" = 0 ] || { fail "$1: exit code $3: $(cat "$tmp/err")"; return; }
	# Samples are kept: some MB of doubles, no more.
	[ $(($4 - $2)) -lt 32768 ] || fail "$1: $2 kB of memory became $4 kB"
}

# The sanitizers' shadow is larger than any limit that would tell.
case $(limited base -s 64KB -r 1 -f demand) in
"0 "*)	;;
*)	echo "skip: perf does not run in 640MB of addresses: $(cat "$tmp/err")"; exit 2 ;;
esac
case $(limited base -s 1GB -r 1 -f demand) in
"0 "*)	fail "1GB fits into 640MB: the limit does not hold" ;;
esac

grows base 64KB
[ ! -d /sys/kernel/mm/transparent_hugepage ] || grows thp 2MB

exit $failed
