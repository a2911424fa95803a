#!/bin/sh
# perf bench mem devzero: as many reads as it says, no page faults, and wrong options
# SPDX-License-Identifier: GPL-2.0

# shellcheck source-path=SCRIPTDIR source=lib/bench.sh
. "$(dirname "$0")/lib/bench.sh"

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM

# wrong WORD ARGS...: what is refused as a wrong option
wrong()
{
	word=$1
	shift
	refused 129 "$word" perf bench mem devzero -r 1 "$@"
}

# measure ARGS...: a run, as CSV with a row a case
measure()
{
	perf bench mem devzero --format csv "$@" >"$dir/csv" 2>"$dir/err" ||
		fail "$*: exit code $?: $(cat "$dir/err")"
}

# each NAME: that column of each case, one a line
each()
{
	column "$dir/csv" "$1"
}

# same EXPRESSION EXPRESSION: whole numbers, that went through a division
same()
{
	holds "($1) - ($2) < 0.001 && ($2) - ($1) < 0.001"
}

suffix=$(suffix)

echo "bandwidth and time of a read"
measure -s 4KB,1MB -r 20 --no-counters
[ "$(each n | sort -u)" = 20 ] || fail "samples: $(each n)"
[ "$(each unit | sort -u)" = bytes/sec ] || fail "unit: $(each unit)"
[ "$(each ops | sort -u)" = 1 ] || fail "reads a loop: $(each ops)"
[ "$(each size | tr '\n' ' ')" = "4096 1048576 " ] || fail "sizes $(each size)"
bw=$(each median | tail -n 1)
ns=$(each read_median | tail -n 1)
holds "$bw > 0 && $bw * $ns / 1e9 / 1048576 > 0.99 && $bw * $ns / 1e9 / 1048576 < 1.01" ||
	fail "$bw bytes/sec and $ns ns a read of 1MB do not go together"

echo "nothing is faulted in, or left out, in the timed part"
measure -s 4KB,1MB,1000000 -p 4KB,thp -t 1,2 -r 5 -e page-faults
[ "$(each failed | sort -u)" = "" ] || fail "$(each failed | sort -u)"
case $(each "page-faults${suffix}_state" | sort -u) in
counted)
	[ "$(each "page-faults${suffix}_value" | sort -u)" = 0 ] ||
		fail "page faults: $(each "page-faults${suffix}_value" | tr '\n' ' ')" ;;
*)
	echo "page-faults cannot be counted here" ;;
esac

if [ -r /sys/kernel/tracing/events/raw_syscalls/sys_enter/id ]; then
	echo "system calls: the reads, and those that switch the counter on and off"
	event=raw_syscalls:sys_enter
	measure -s 4KB -r 5 -l 1 -e $event
	own=$(each ${event}_value)
	own=$(awk "BEGIN { print $own - 1 }")
	# Where the vDSO cannot read the clock, its two readings are system calls as well.
	holds "$own >= 0 && $own <= 3" || fail "$own system calls beside one read"
	measure -s 4KB -r 5 -l 1000 -e $event
	same "$(each ${event}_value) * 1000" "1000 + $own" ||
		fail "$(each ${event}_value) system calls a read"
	measure -s 1MB,2MB -p 4KB,thp -r 5 -l 1 -e $event
	for calls in $(each ${event}_value); do
		same "$calls" "1 + $own" || fail "$calls system calls a read"
	done
	measure -s 4KB -r 5 -l 100 -t 2 -e $event
	same "$(each ${event}_value) * 100" "2 * (100 + $own)" ||
		fail "$(each ${event}_value) system calls a read of two threads"
fi

if [ "$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)" -gt 5000000 ]; then
	echo "more than one read(2) can move"
	measure -s 3GB -r 1 -l 1 --no-counters -p thp
	[ "$(each ops)" = 2 ] || fail "3GB in $(each ops) reads"
	[ "$(each failed)" = "" ] || fail "3GB: $(each failed)"
fi

echo "processes, and a base of one"
measure -s 64KB -t 2 --processes -r 5 --no-counters
holds "$(each median) > 0" || fail "--processes: $(each median)"

echo "no file stays open where /dev/zero is file 0"
# with_files NR ARGS...: with that many files at most, and stdin closed
with_files()
{
	nr=$1
	shift
	# shellcheck disable=SC3045 # dash and bash have it
	(exec <&- && ulimit -n "$nr" && exec perf bench mem devzero -r 1 --no-counters "$@") \
		>"$dir/out" 2>&1
}

# As few files as one case takes; the next case finds none if it is not closed. A sanitizer's
# library takes file 0 for an error, and asks for ever.
if ! ldd "$(command -v perf)" | grep -q 'lib[at]san'; then
	files=3
	until with_files $files -s 4KB || [ $files -ge 64 ]; do
		files=$((files + 1))
	done
	with_files $files -s 4KB,8KB || fail "stdin closed, $files files: $(cat "$dir/out")"
fi

echo "what cannot be"
wrong "--size '0'" -s 0
wrong "--size '1x'" -s 1x
wrong "this machine has" -s 9999TB
wrong "--page '3MB'" -p 3MB
wrong "no such function" -f write
wrong "--threads '0'" -t 0
wrong "argument 'extra'" extra

exit $failed
