#!/bin/sh
# perf bench mem clear: functions, fences, and what it does to the caches
# SPDX-License-Identifier: GPL-2.0

failed=0

fail()
{
	echo "FAIL: $*"
	failed=1
}

if ! command -v python3 >/dev/null; then
	echo "skip: python3 is needed to read the results"
	exit 2
fi

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# measure ARGS...: a short run, its results in $dir/out.json
measure()
{
	perf bench mem clear -r 3 --no-counters --format json "$@" \
		>"$dir/out.json" 2>"$dir/err" </dev/null ||
		fail "$*: exit code $?: $(cat "$dir/err")"
}

# holds EXPRESSION: true of the results r, whose cases by function are c
holds()
{
	python3 - "$dir/out.json" "$1" <<-'END' || fail "not so: $1"
	import json, sys
	r = json.load(open(sys.argv[1]))
	c = {case['function']: case for case in r['cases']}
	sys.exit(not eval(sys.argv[2]))
	END
}

# refused WORD ARGS...: exit code 129 and one line on stderr that has the word
refused()
{
	word=$1
	shift
	perf bench mem clear "$@" >/dev/null 2>"$dir/err" </dev/null
	got=$?
	[ $got -eq 129 ] || fail "$*: exit code $got"
	[ "$(wc -l <"$dir/err")" -eq 1 ] || fail "$*: not one line: $(cat "$dir/err")"
	grep -qF -e "$word" "$dir/err" || fail "$*: '$word' is not in: $(cat "$dir/err")"
}

perf bench mem clear -f help >"$dir/help" || fail "-f help: exit code $?"
grep -q '^ *default ' "$dir/help" || fail "-f help: no default"

# A chunk that is longer than the size is the extent, and an extent is measured once.
measure -f default -s 4KB,1MB -k 4KB,64KB,2MB,0
points='[(x["size"] >> 10, x["chunk"] >> 10) for x in r["cases"]]'
holds "$points == [(4, 4), (4, 0), (1024, 4), (1024, 64), (1024, 0)]"
measure -f default -s 4KB,1MB -k 64KB,2MB
holds "$points == [(4, 64), (1024, 64), (1024, 2048)]"

# All functions of the list run, or are told as not run: none is lost, none faults.
measure -f all -s 64KB
holds 'all(case["median"] > 0 for case in r["cases"])'
holds 'r["cases"][0]["function"] == "default"'
for name in $(sed -n 's/^  *\([^ ]*\) .*/\1/p' "$dir/help"); do
	if grep -q "^  *$name .*n/a" "$dir/help"; then
		holds "'$name' not in c"
		perf bench mem clear -f "$name" >/dev/null 2>"$dir/err"
		[ $? -eq 1 ] || fail "$name: this machine lacks it, but the exit code is not 1"
		grep -q 'this machine lacks' "$dir/err" || fail "$name: $(cat "$dir/err")"
	else
		holds "'$name' in c"
	fi
done

# What the benchmark is tried on is there for those who ask, and for nobody else.
grep -q self- "$dir/help" && fail "-f help lists functions for self-tests"
refused self-a -f self-a,self-b
PERF_BENCH_SELF=1 measure -f self-a,self-b,self-slow-1,self-slow-5 -s 1MB -k 0
holds 'all(case["median"] > 0 for case in r["cases"]) and len(r["cases"]) == 4'

# A chunk is a call; without one the extent is.
measure -f default -s 64KB
holds 'c["default"]["ops"] == 16 and c["default"]["bytes"] == 65536'
measure -f default -s 64KB -k 0
holds 'c["default"]["ops"] == 1'
measure -f default -s 64KB -k 48KB
holds 'c["default"]["ops"] == 2'
measure -f default -s 100 -k 0
holds 'c["default"]["bytes"] == 100'

measure -f default -s 1MB --cold
holds 'c["default"]["note"] == "cold"'
holds 'not c["default"]["metrics"]'
measure -f default -s 256KB --victim 64KB
holds 'list(c["default"]["metrics"]) == ["victim"] and c["default"]["loops"] == 1'
holds 'min(c["default"]["metrics"]["victim"]["samples"]) > 0'
measure -f default -s 256KB --reuse
holds 'list(c["default"]["metrics"]) == ["reuse"]'
# Extents of two strides in one arena: each run ends in it, whatever the other left.
perf bench mem clear -f default -s 4KB,12KB --cold -l 20011 -r 8 --no-counters >/dev/null ||
	fail "--cold with two sizes: exit code $?"
measure -f default -s 256KB --reuse --victim 64KB --cold
holds 'list(c["default"]["metrics"]) == ["victim", "reuse"]'

# Only weakly ordered stores have a fence to leave out.
if grep -q '^ *x86-64-movnt ' "$dir/help"; then
	measure -f x86-64-stosb,x86-64-movnt -s 64KB
	holds 'c["x86-64-movnt"]["weak"] and not c["x86-64-stosb"]["weak"]'
	holds 'c["x86-64-movnt"]["note"] is None'
	measure -f x86-64-stosb,x86-64-movnt -s 64KB --fence none
	holds 'c["x86-64-movnt"]["note"] == "no fence" and c["x86-64-stosb"]["note"] is None'
	measure -f x86-64-movnt -s 64KB --fence chunk
	holds 'c["x86-64-movnt"]["note"] == "fence each chunk"'
	refused "64B would do" -f x86-64-movnt -s 63 -k 0
	refused "128B would do" -f x86-64-movnt -s 4KB -k 100
fi

refused "--fence 'page'" --fence page
refused "--victim '3x'" --victim 3x
refused "--victim '0'" --victim 0
refused "--victim '9999TB'" --victim 9999TB
refused "--nr_loops '5'" --victim 64KB -l 5
refused "--nr_loops '5'" --reuse -l 5
refused "8KB would do" -s 5000
refused "2MB would do" -p 2MB -s 4KB

exit $failed
