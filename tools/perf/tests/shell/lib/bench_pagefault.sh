# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# What the tests of perf bench pagefault share; read by them, not run.

# shellcheck source-path=SCRIPTDIR source=lib/bench.sh
. "$(dirname "$0")/lib/bench.sh"

pool=/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
tmp=$(mktemp -d) || exit 1

# One at a time: these tests and the suite "bench hugepages" count the pages of one pool.
exec 9</sys/kernel/mm
flock 9 2>/dev/null

# field FUNCTION COLUMN: a value out of the CSV file $tmp/csv
field()
{
	column "$tmp/csv" "$2" "$1"
}

# measure ARGS...: a run, its CSV in $tmp/csv and its errors in $tmp/err
measure()
{
	perf bench pagefault "$@" --format csv >"$tmp/csv" 2>"$tmp/err" </dev/null
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
