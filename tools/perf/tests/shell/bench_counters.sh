#!/bin/sh
# perf bench counters: exact counts of the timed part, with and without perf stat
# SPDX-License-Identifier: GPL-2.0

# shellcheck source-path=SCRIPTDIR source=lib/bench.sh
. "$(dirname "$0")/lib/bench.sh"

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM

# counted ARGS...: a run with JSON to $dir/json, without blanks so that fields can be cut out
counted()
{
	perf bench mem clear -f default --format json "$@" >"$dir/out" 2>"$dir/err" ||
		fail "$*: $(cat "$dir/err")"
	tr -d ' \n' <"$dir/out" >"$dir/json"
}

# state EVENT, value EVENT: of the first case
state()
{
	grep -o "\"$1\":{\"state\":\"[a-z]*\"" "$dir/json" | head -n 1 | sed 's/.*:"//;s/"//'
}

value()
{
	grep -o "\"$1\":{\"state\":\"[a-z]*\",\"value\":[^,}]*" "$dir/json" | head -n 1 |
		sed 's/.*://'
}

tracing=/sys/kernel/tracing/events
perf stat -e page-faults true 2>&1 | grep -q '[0-9] *page-faults' || {
	echo "page-faults cannot be counted here"
	exit 2
}
suffix=$(suffix)

echo "page faults of the timed part: none"
counted -s 4MB -r 5 -e page-faults
[ "$(state "page-faults$suffix")" = counted ] || fail "page-faults$suffix is not counted"
[ "$(value "page-faults$suffix")" = 0 ] || fail "$(value "page-faults$suffix") page faults"

echo "each event by itself: one that is missing spares the rest"
counted -s 4MB -r 5 -e nosuchpmu/event=1/,page-faults
[ "$(state nosuchpmu/event=1/)" = notsupported ] || fail "a PMU that nobody has"
[ "$(value nosuchpmu/event=1/)" = null ] || fail "not supported is null, not 0"
[ "$(value "page-faults$suffix")" = 0 ] || fail "the rest is lost"

echo "two threads: both are counted, on the user side"
counted -s 1MB -r 5 -t 2 -e task-clock --all-user
[ "$(state task-clock:u)" = counted ] || fail "task-clock:u is not counted"
holds "$(value task-clock:u) > 0" || fail "two threads took no time"

echo "unknown names: one line, exit code 129, nothing measured"
for event in nosuch page-faults,nosuch sched:nosuch '' 'page-faults,' duration_time; do
	perf bench mem clear -s 4MB -r 5 -e "$event" >"$dir/out" 2>"$dir/err"
	code=$?
	[ $code -eq 129 ] || [ "$event" = sched:nosuch ] || fail "'$event': exit code $code"
	[ $code -ne 129 ] || [ "$(wc -l <"$dir/err")" -eq 1 ] || fail "'$event': not one line"
	[ $code -ne 129 ] || grep -q -- --event "$dir/err" || fail "'$event': names no option"
	[ $code -ne 129 ] || ! grep -q "function '" "$dir/out" || fail "'$event': was measured"
done

set -- /sys/bus/event_source/devices/cpu*
if [ ! -e "$1" ]; then
	echo "no PMU: <not supported>, the cause once, and all goes on"
	perf bench mem clear -f all -s 64KB -r 5 -e cycles:u,cache-misses:u \
		>"$dir/out" 2>"$dir/err" || fail "exit code $? without a PMU"
	grep -q '<not supported>' "$dir/out" || fail "not shown as <not supported>"
	[ "$(cat "$dir/out" "$dir/err" | grep -c 'need a PMU')" -eq 1 ] || fail "not one hint"
fi

if [ -r $tracing/raw_syscalls/sys_enter/id ]; then
	# Where the vDSO cannot read the clock, its two readings are system calls as well.
	echo "system calls of the timed part: the counter's own"
	counted -s 4MB -r 5 -e raw_syscalls:sys_enter
	holds "$(value raw_syscalls:sys_enter) <= 3" ||
		fail "$(value raw_syscalls:sys_enter) system calls"
fi

if [ -d /sys/bus/event_source/devices/msr ] && [ "$(id -u)" -eq 0 ]; then
	echo "the TSC as an event agrees with the TSC as a clock"
	# The event stops while the thread is off its CPU, the clock does not: a sample of
	# about a millisecond that is not preempted will come.
	agree=no
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		counted -s 1MB -r 1 -l 30 --cycles=tsc -e msr/tsc/
		clock=$(grep -o '"samples":\[[0-9.e+-]*' "$dir/json" | head -n 1 | sed 's/.*\[//')
		event=$(value msr/tsc/)
		holds "${event:-0} < ${clock:-0} * 1048576 * 1.01 &&
		       ${event:-0} > ${clock:-0} * 1048576 * 0.99" && agree=yes && break
	done
	[ $agree = yes ] || fail "msr/tsc/ $event a loop, clock $clock cycles/byte"
fi

# perf stat around it: the pages of the region are allocated before the timed part.
around=page-faults
[ ! -r $tracing/kmem/mm_page_alloc/id ] || around=kmem:mm_page_alloc
mkfifo "$dir/ctl" "$dir/ack"

# stat_count: what perf stat counted
stat_count()
{
	grep -v '^#' "$dir/stat" | grep "$around" | cut -d, -f1
}

echo "perf stat counts all of a run"
perf stat -x, -o "$dir/stat" -e $around -- \
	perf bench mem clear -f default -s 64MB -k 4KB -r 3 --no-counters \
	>/dev/null 2>"$dir/err" ||
	fail "perf stat: exit code $?"
all=$(stat_count)
[ $around = page-faults ] || [ "${all:-0}" -ge 16384 ] || fail "$all pages allocated in all"

echo "with --control, of the timed part alone"
perf stat --delay -1 --control "fifo:$dir/ctl,$dir/ack" -x, -o "$dir/stat" -e $around -- \
	perf bench mem clear -f default -s 64MB -k 4KB -r 3 --no-counters \
	--control "fifo:$dir/ctl,$dir/ack" >/dev/null 2>"$dir/err" || fail "perf stat: exit code $?"
part=$(stat_count)
[ "${part:-1000}" -lt 100 ] || fail "$part of $all $around are in the timed part"

echo "by file descriptor as well"
(
	exec 7<>"$dir/ctl" 8<>"$dir/ack"
	perf stat --delay -1 --control fd:7,8 -x, -o "$dir/stat" -e $around -- \
		perf bench mem clear -f default -s 64MB -r 3 --no-counters \
		--control fd:7,8 >/dev/null 2>"$dir/err"
) || fail "perf stat: exit code $?"
part=$(stat_count)
[ "${part:-1000}" -lt 100 ] || fail "$part of $all $around are in the timed part"

echo "nobody at the other end of --control is an error"
perf bench mem clear -f default -s 1MB -r 3 --control "fifo:$dir/ctl,$dir/ack" \
	>"$dir/out" 2>"$dir/err"
code=$?
[ $code -eq 129 ] || fail "exit code $code"
grep -q 'no perf stat reads' "$dir/err" || fail "says: $(cat "$dir/err")"

# As a user who may not count the kernel side.
paranoid=$(cat /proc/sys/kernel/perf_event_paranoid)
bin=$(command -v perf)
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
if [ "$(id -u)" -eq 0 ] && [ "$paranoid" -eq 2 ] && $nobody test -x "$bin" 2>/dev/null; then
	echo "as nobody: the user side, and its suffix"
	$nobody "$bin" bench mem clear -f default -s 1MB -r 3 --format json \
		-e page-faults,cs:k >"$dir/out" 2>"$dir/err" || fail "exit code $? as nobody"
	tr -d ' \n' <"$dir/out" >"$dir/json"
	[ "$(value page-faults:u)" = 0 ] || fail "page-faults:u: $(value page-faults:u)"
	[ "$(state cs:k)" = notsupported ] || fail "cs:k is $(state cs:k)"
	grep -q perf_event_paranoid "$dir/json" || fail "no hint"
fi

exit $failed
