# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034 # "failed" is for who sources this
# What the tests of perf bench pagefault share; read by them, not run.

failed=0
pool=/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
tmp=$(mktemp -d) || exit 1

# One at a time: these tests and the suite "bench hugepages" count the pages of one pool.
exec 9</sys/kernel/mm
flock 9 2>/dev/null

fail()
{
	echo "FAIL: $*"
	failed=1
}

# field FUNCTION COLUMN: a value out of the CSV file $tmp/csv
field()
{
	awk -F, -v fn="$1" -v col="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["function"] == fn { print at[col] ? $at[col] : "none" }' "$tmp/csv"
}

# measure ARGS...: a run, its CSV in $tmp/csv and its errors in $tmp/err
measure()
{
	perf bench pagefault "$@" --format csv >"$tmp/csv" 2>"$tmp/err" </dev/null
}

# refused CODE WORD ARGS...: exit code, and one line on stderr that has the word
refused()
{
	code=$1
	word=$2
	shift 2
	out=$(perf bench pagefault "$@" 2>&1 >/dev/null </dev/null)
	got=$?
	[ "$got" -eq "$code" ] || fail "$*: exit code $got, not $code"
	[ "$(printf '%s\n' "$out" | wc -l)" -eq 1 ] || fail "$*: not one line: $out"
	case "$out" in
	*"$word"*)	;;
	*)		fail "$*: '$word' is not in: $out" ;;
	esac
}

pool_is()
{
	# Somebody else may have pages of it for a moment.
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ "$(cat $pool)" = "$1" ] && return
		sleep 0.5
	done
	fail "$2: the pool has $(cat $pool) pages, not $1"
}
