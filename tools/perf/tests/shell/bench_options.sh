#!/bin/sh
# perf bench mem clear: every wrong option gets one line and exit code 129
# SPDX-License-Identifier: GPL-2.0

failed=0

fail()
{
	echo "FAIL: $*"
	failed=1
}

# refused CODE WORD ARGS...: exit code, nothing but a header on stdout, and one line on
# stderr that has the word
refused()
{
	code=$1
	word=$2
	shift 2
	out=$(perf bench mem clear "$@" 2>&1 >/dev/null </dev/null)
	got=$?
	[ "$got" -eq "$code" ] || fail "$*: exit code $got, not $code"
	[ "$(printf '%s\n' "$out" | wc -l)" -eq 1 ] || fail "$*: not one line: $out"
	case "$out" in
	*"$word"*)	;;
	*)		fail "$*: '$word' is not in: $out" ;;
	esac
}

refused 129 "--size '4QB'" -s 4QB
refused 129 "--size '0'" -s 0
refused 129 "may be used here: " -C 99999
refused 129 "there are: " -N 1023
refused 129 "--min-time '101s': at most 100s" --min-time 101s
refused 129 "--size '-1'" -s -1
refused 129 "--size '1.5KB'" -s 1.5KB
refused 129 "--size '4KBx'" -s 4KBx
refused 129 "--size '18446744073709551616'" -s 18446744073709551616
refused 129 "--size '16777216TB'" -s 16777216TB
refused 129 "this machine has" -s 9999TB
refused 129 "this machine has" -s 16777215TB -t 4
refused 129 "8KB would do" -s 4097
refused 129 "--size '4KB..'" -s 4KB..
refused 129 "--size '8KB..4KB'" -s 8KB..4KB
refused 129 "--size '4KB..8KB:x1'" -s 4KB..8KB:x1
refused 129 "--size ''" -s ''
refused 129 "--page '3MB'" -p 3MB
refused 129 "need 4TB, and this machine has" -f default -s 1TB -t 4
refused 129 "with 29 cases at most 206896 rounds" -s 4KB..116KB:+4KB -f default -r 1000000
refused 129 "more than 30000 cases" -s 4KB..4MB:+4KB -k 4KB..256KB:+4KB -f default
refused 129 "--page '4KBx'" -p 4KBx
refused 129 "--chunk '-4KB'" -k -4KB
refused 129 "64B would do" -f x86-64-unrolled -k 3
refused 129 "no such function" -f nosuch
refused 129 "no such function" -f allx
refused 129 "no such function" -f ''
refused 129 "--base 'nosuch'" --base nosuch
refused 129 "--threads '0'" -t 0
refused 129 "--threads" -t 1000000
refused 129 "--cpu '9999'" -C 9999
refused 129 "--cpu '1-0'" -C 1-0
refused 129 "--node '999'" -N 999
refused 129 "--node '-1'" -N -1
refused 129 "--repeat '0'" -r 0
refused 129 "--repeat '1x'" -r 1x
refused 129 "--nr_loops '0'" -l 0
refused 129 "--time '0'" --time 0
refused 129 "--time '5 parsecs'" --time '5 parsecs'
refused 129 "--min-time 'x'" --min-time x
refused 129 "--seed '-5'" --seed -5
refused 129 "--fence 'maybe'" --fence maybe
refused 129 "--victim '0'" --victim 0
refused 129 "--format 'xml'" --format xml
refused 129 "--cycles 'often'" --cycles=often
refused 129 "--control 'tcp:1'" --control tcp:1
refused 129 "--output '/no/such/dir/x'" -o /no/such/dir/x
refused 129 "one of the two" --all-user --all-kernel
refused 129 "argument 'extra'" extra

# A file of -o that nothing is written to is not left behind, and one that was there stays.
tmp=$(mktemp -d) || exit 1
perf bench mem clear -s 4KB -e no_such_event -o "$tmp/new" >/dev/null 2>&1
[ ! -e "$tmp/new" ] || fail "an empty output file was left"
echo old > "$tmp/old"
perf bench mem clear -s 4KB -e no_such_event -o "$tmp/old" >/dev/null 2>&1
[ "$(cat "$tmp/old")" = old ] || fail "the old output file was cut"
rm -rf "$tmp"

# The name of the file tells its format where nothing else does; the screen has the table.
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp" "$tmp.json" "$tmp.err"' EXIT
perf bench mem clear -f default -s 4KB -r 3 --seed 7 --no-counters -o "$tmp/x.csv" >"$tmp/screen"
head -n 1 "$tmp/x.csv" | grep -q ',function,' || fail "-o x.csv: no CSV"
grep -q 'BW is the mean' "$tmp/screen" || fail "-o: no table on the screen"
grep -q 'seed 7$' "$tmp/screen" || fail "the seed is not printed"
perf bench mem clear -f default -s 4KB -r 3 --no-counters --format json -o "$tmp/x.csv" >/dev/null
head -c 1 "$tmp/x.csv" | grep -q '{' || fail "--format json -o x.csv: no JSON"

# It holds the run, also if nobody reads the screen any more.
perf bench mem clear -f default -s 4KB -r 3 --no-counters -o "$tmp.json" | head -n 1 >/dev/null
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["cases"]' "$tmp.json" ||
	fail "-o with a reader that has gone: no results"
perf bench mem clear -f default -s 4KB -r 3 --no-counters -o "$tmp.json" >/dev/full 2>"$tmp.err"
[ $? -eq 1 ] || fail "a full disk: not exit code 1"
grep -q 'standard output: No space left on device' "$tmp.err" || fail "$(cat "$tmp.err")"
rm -f "$tmp.json" "$tmp.err"

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
	refused 1 "this machine lacks" -f "$name"
done

exit $failed
