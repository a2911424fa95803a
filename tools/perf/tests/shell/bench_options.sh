#!/bin/sh
# perf bench mem clear: every wrong option gets one line and exit code 129
# SPDX-License-Identifier: GPL-2.0

# shellcheck source-path=SCRIPTDIR source=lib/bench.sh
. "$(dirname "$0")/lib/bench.sh"

# wrong WORD ARGS...: what is refused as a wrong option
wrong()
{
	word=$1
	shift
	refused 129 "$word" perf bench mem clear "$@"
}

wrong "--size '4QB'" -s 4QB
wrong "--size '0'" -s 0
wrong "may be used here: " -C 99999
wrong "there are: " -N 1023
wrong "--min-time '101s': at most 100s" --min-time 101s
wrong "--size '-1'" -s -1
wrong "--size '1.5KB'" -s 1.5KB
wrong "--size '4KBx'" -s 4KBx
wrong "--size '18446744073709551616'" -s 18446744073709551616
wrong "--size '16777216TB'" -s 16777216TB
wrong "this machine has" -s 9999TB
wrong "this machine has" -s 16777215TB -t 4
wrong "8KB would do" -s 4097
wrong "--size '4KB..'" -s 4KB..
wrong "--size '8KB..4KB'" -s 8KB..4KB
wrong "--size '4KB..8KB:x1'" -s 4KB..8KB:x1
wrong "--size ''" -s ''
wrong "--page '3MB'" -p 3MB
wrong "need 4TB, and this machine has" -f default -s 1TB -t 4
wrong "with 29 cases at most 206896 rounds" -s 4KB..116KB:+4KB -f default -r 1000000
wrong "more than 30000 cases" -s 4KB..4MB:+4KB -k 4KB..256KB:+4KB -f default
wrong "--page '4KBx'" -p 4KBx
wrong "--chunk '-4KB'" -k -4KB
[ "$(uname -m)" != x86_64 ] || wrong "64B would do" -f x86-64-unrolled -k 3
wrong "no such function" -f nosuch
wrong "no such function" -f allx
wrong "no such function" -f ''
wrong "--base 'nosuch'" --base nosuch
wrong "--threads '0'" -t 0
wrong "--threads" -t 1000000
wrong "--cpu '9999'" -C 9999
wrong "--cpu '1-0'" -C 1-0
wrong "--node '999'" -N 999
wrong "--node '-1'" -N -1
wrong "--repeat '0'" -r 0
wrong "--repeat '1x'" -r 1x
wrong "--nr_loops '0'" -l 0
wrong "--time '0'" --time 0
wrong "--time '5 parsecs'" --time '5 parsecs'
wrong "--min-time 'x'" --min-time x
wrong "--seed '-5'" --seed -5
wrong "--fence 'maybe'" --fence maybe
wrong "--victim '0'" --victim 0
wrong "--format 'xml'" --format xml
wrong "--cycles 'often'" --cycles=often
wrong "--control 'tcp:1'" --control tcp:1
wrong "--output '/no/such/dir/x'" -o /no/such/dir/x
wrong "one of the two" --all-user --all-kernel
wrong "argument 'extra'" extra

# A file of -o that nothing is written to is not left behind, and one that was there stays.
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
perf bench mem clear -s 4KB -e no_such_event -o "$tmp/new" >/dev/null 2>&1
[ ! -e "$tmp/new" ] || fail "an empty output file was left"
echo old >"$tmp/old"
perf bench mem clear -s 4KB -e no_such_event -o "$tmp/old" >/dev/null 2>&1
[ "$(cat "$tmp/old")" = old ] || fail "the old output file was cut"

# The name of the file tells its format where nothing else does; the screen has the table.
perf bench mem clear -f default -s 4KB -r 3 --seed 7 --no-counters -o "$tmp/x.csv" >"$tmp/screen"
head -n 1 "$tmp/x.csv" | grep -q ',function,' || fail "-o x.csv: no CSV"
grep -q 'BW is the mean' "$tmp/screen" || fail "-o: no table on the screen"
grep -q 'seed 7$' "$tmp/screen" || fail "the seed is not printed"
perf bench mem clear -f default -s 4KB -r 3 --no-counters --format json -o "$tmp/x.csv" >/dev/null
head -c 1 "$tmp/x.csv" | grep -q '{' || fail "--format json -o x.csv: no JSON"

# It holds the run, also if nobody reads the screen any more.
run="perf bench mem clear -f default -s 4KB -r 3 --no-counters"
$run -o "$tmp/json" | head -n 1 >/dev/null
if command -v python3 >/dev/null; then
	python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["cases"]' "$tmp/json" ||
		fail "-o with a reader that has gone: no results"
else
	grep -q '"samples"' "$tmp/json" || fail "-o with a reader that has gone: no samples"
fi
$run -o "$tmp/json" >/dev/full 2>"$tmp/err"
[ $? -eq 1 ] || fail "a full disk: not exit code 1"
grep -q 'standard output: No space left on device' "$tmp/err" || fail "$(cat "$tmp/err")"

# A page kind that is asked for twice is measured once.
[ "$(perf bench mem clear -f default -s 4KB -p 4KB,4KB -r 3 --no-counters --format csv |
	grep -c default)" = 1 ] || fail "-p 4KB,4KB: not one case"

# The list is no error, and names what it cannot run here.
list=$(perf bench mem clear -f help) || fail "-f help: exit code $?"
for name in default x86-64-unrolled x86-64-stosq x86-64-stosb x86-64-movnt; do
	[ "$(uname -m)" = x86_64 ] || [ "$name" = default ] || continue
	printf '%s\n' "$list" | grep -q "^  $name " || fail "-f help lacks $name"
done
missing=$(printf '%s\n' "$list" | sed -n 's/^  \([^ ]*\) .*\[n\/a here\]$/\1/p')
for name in $missing; do
	refused 1 "this machine lacks" perf bench mem clear -f "$name"
done

exit $failed
