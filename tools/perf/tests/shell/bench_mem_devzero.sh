#!/bin/sh
# perf bench mem devzero: as many reads as it says, no page faults, and wrong options
# SPDX-License-Identifier: GPL-2.0

failed=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM

fail()
{
	echo "FAIL: $*"
	failed=1
}

# refused CODE WORD ARGS...: exit code, and one line on stderr that has the word
refused()
{
	code=$1
	word=$2
	shift 2
	out=$(perf bench mem devzero -r 1 "$@" 2>&1 >/dev/null </dev/null)
	got=$?
	[ "$got" -eq "$code" ] || fail "$*: exit code $got, not $code"
	[ "$(printf '%s\n' "$out" | wc -l)" -eq 1 ] || fail "$*: not one line: $out"
	case "$out" in
	*"$word"*)	;;
	*)		fail "$*: '$word' is not in: $out" ;;
	esac
}

# measure ARGS...: a run, as CSV with a row a case
measure()
{
	perf bench mem devzero --format csv "$@" >"$dir/csv" 2>"$dir/err" ||
		fail "$*: exit code $?: $(cat "$dir/err")"
}

# column NAME: of each case, one a line
column()
{
	# A comma between quotes separates nothing.
	awk -F, -v name="$1" '
		{ n = split($0, q, "\""); line = q[1]
		  for (i = 2; i <= n; i++) {
			if (i % 2 == 0)
				gsub(",", ";", q[i])
			line = line q[i]
		  }
		  $0 = line }
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
		{ print at ? $at : "no column" }' "$dir/csv"
}

# holds EXPRESSION: of numbers, as awk has it
holds()
{
	awk "BEGIN { exit !($1) }"
}

# same EXPRESSION EXPRESSION: whole numbers, that went through a division
same()
{
	holds "($1) - ($2) < 0.001 && ($2) - ($1) < 0.001"
}

# Spelled as this user may count them.
suffix=$(perf stat -x, -e page-faults true 2>&1 | grep -o 'page-faults:u' | sed 's/page-faults//')

echo "bandwidth and time of a read"
measure -s 4KB,1MB -r 20 --no-counters
[ "$(column n | sort -u)" = 20 ] || fail "samples: $(column n)"
[ "$(column unit | sort -u)" = bytes/sec ] || fail "unit: $(column unit)"
[ "$(column ops | sort -u)" = 1 ] || fail "reads a loop: $(column ops)"
[ "$(column size | tr '\n' ' ')" = "4096 1048576 " ] || fail "sizes $(column size)"
bw=$(column median | tail -n 1)
ns=$(column read_median | tail -n 1)
holds "$bw > 0 && $bw * $ns / 1e9 / 1048576 > 0.99 && $bw * $ns / 1e9 / 1048576 < 1.01" ||
	fail "$bw bytes/sec and $ns ns a read of 1MB do not go together"

echo "nothing is faulted in, or left out, in the timed part"
measure -s 4KB,1MB,1000000 -p 4KB,thp -t 1,2 -r 5 -e page-faults
[ "$(column failed | sort -u)" = "" ] || fail "$(column failed | sort -u)"
case $(column "page-faults${suffix}_state" | sort -u) in
counted)
	[ "$(column "page-faults${suffix}_value" | sort -u)" = 0 ] ||
		fail "page faults: $(column "page-faults${suffix}_value" | tr '\n' ' ')" ;;
*)
	echo "page-faults cannot be counted here" ;;
esac

if [ -r /sys/kernel/tracing/events/raw_syscalls/sys_enter/id ]; then
	echo "system calls: the reads, and those that switch the counter on and off"
	event=raw_syscalls:sys_enter
	measure -s 4KB -r 5 -l 1 -e $event
	own=$(column ${event}_value)
	own=$(awk "BEGIN { print $own - 1 }")
	holds "$own >= 0 && $own <= 2" || fail "$own system calls beside one read"
	measure -s 4KB -r 5 -l 1000 -e $event
	same "$(column ${event}_value) * 1000" "1000 + $own" ||
		fail "$(column ${event}_value) system calls a read"
	measure -s 1MB,2MB -p 4KB,thp -r 5 -l 1 -e $event
	for calls in $(column ${event}_value); do
		same "$calls" "1 + $own" || fail "$calls system calls a read"
	done
	measure -s 4KB -r 5 -l 100 -t 2 -e $event
	same "$(column ${event}_value) * 100" "2 * (100 + $own)" ||
		fail "$(column ${event}_value) system calls a read of two threads"
fi

if [ "$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)" -gt 5000000 ]; then
	echo "more than one read(2) can move"
	measure -s 3GB -r 1 -l 1 --no-counters -p thp
	[ "$(column ops)" = 2 ] || fail "3GB in $(column ops) reads"
	[ "$(column failed)" = "" ] || fail "3GB: $(column failed)"
fi

echo "processes, and a base of one"
measure -s 64KB -t 2 --processes -r 5 --no-counters
holds "$(column median) > 0" || fail "--processes: $(column median)"

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

# As few files as one case takes; the next case finds none if it is not closed.
files=3
until with_files $files -s 4KB || [ $files -ge 64 ]; do
	files=$((files + 1))
done
with_files $files -s 4KB,8KB || fail "stdin closed, $files files: $(cat "$dir/out")"

echo "what cannot be"
refused 129 "--size '0'" -s 0
refused 129 "--size '1x'" -s 1x
refused 129 "this machine has" -s 9999TB
refused 129 "--page '3MB'" -p 3MB
refused 129 "no such function" -f write
refused 129 "--threads '0'" -t 0
refused 129 "argument 'extra'" extra

exit $failed
