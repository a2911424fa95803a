#!/bin/sh
# perf bench mem clear: functions, fences, and what it does to the caches
# SPDX-License-Identifier: GPL-2.0

# shellcheck source-path=SCRIPTDIR source=lib/bench.sh
. "$(dirname "$0")/lib/bench.sh"

if ! command -v python3 >/dev/null; then
	echo "skip: python3 is needed to read the results"
	exit 2
fi

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# wrong WORD ARGS...: what is refused as a wrong option
wrong()
{
	word=$1
	shift
	refused 129 "$word" perf bench mem clear "$@"
}

# measure ARGS...: a short run, its results in $dir/out.json
measure()
{
	perf bench mem clear -r 3 --no-counters --format json "$@" \
		>"$dir/out.json" 2>"$dir/err" </dev/null ||
		fail "$*: exit code $?: $(cat "$dir/err")"
}

# shows EXPRESSION: true of the results r, whose cases by function are c
shows()
{
	python3 - "$dir/out.json" "$1" <<-'END' || fail "not so: $1"
	import json, sys
	r = json.load(open(sys.argv[1]))
	c = {case['function']: case for case in r['cases']}
	sys.exit(not eval(sys.argv[2]))
	END
}

perf bench mem clear -f help >"$dir/help" || fail "-f help: exit code $?"
grep -q '^ *default ' "$dir/help" || fail "-f help: no default"

# A chunk that is longer than the size is the extent, and an extent is measured once.
measure -f default -s 4KB,1MB -k 4KB,64KB,2MB,0
points='[(x["size"] >> 10, x["chunk"] >> 10) for x in r["cases"]]'
shows "$points == [(4, 4), (4, 0), (1024, 4), (1024, 64), (1024, 0)]"
measure -f default -s 4KB,1MB -k 64KB,2MB
shows "$points == [(4, 64), (1024, 64), (1024, 2048)]"

measure -f default -s 4KB -k 18446744073709551615
shows 'c["default"]["ops"] == 1'

# All functions of the list run, or are told as not run: none is lost, none faults.
measure -f all -s 64KB
shows 'all(case["median"] > 0 for case in r["cases"])'
shows 'r["cases"][0]["function"] == "default"'
missing=
for name in $(sed -n 's/^  *\([^ ]*\) .*/\1/p' "$dir/help"); do
	if grep -q "^  *$name .*n/a" "$dir/help"; then
		shows "'$name' not in c"
		perf bench mem clear -f "$name" >/dev/null 2>"$dir/err"
		[ $? -eq 1 ] || fail "$name: this machine lacks it, but the exit code is not 1"
		grep -q 'this machine lacks' "$dir/err" || fail "$name: $(cat "$dir/err")"
		missing=$name
	else
		shows "'$name' in c"
	fi
done

# Beside others, what this machine lacks is left out, with a note.
if [ -n "$missing" ]; then
	measure -f "$missing,default" -s 4KB
	shows 'list(c) == ["default"] and any("not run" in note for note in r["notes"])'
fi

# What the benchmark is tried on is there for those who ask, and for nobody else.
grep -q self- "$dir/help" && fail "-f help lists functions for self-tests"
wrong self-a -f self-a,self-b
PERF_BENCH_SELF=1 measure -f self-a,self-b,self-slow-1,self-slow-5 -s 1MB -k 0
shows 'all(case["median"] > 0 for case in r["cases"]) and len(r["cases"]) == 4'

# A chunk is a call; without one the extent is.
measure -f default -s 64KB
shows 'c["default"]["ops"] == 16 and c["default"]["bytes"] == 65536'
measure -f default -s 64KB -k 0
shows 'c["default"]["ops"] == 1'
measure -f default -s 64KB -k 48KB
shows 'c["default"]["ops"] == 2'
measure -f default -s 100 -k 0
shows 'c["default"]["bytes"] == 100'

measure -f default -s 1MB --cold
shows 'c["default"]["note"] == "cold"'
shows 'not c["default"]["metrics"]'
measure -f default -s 256KB --victim 64KB
shows 'list(c["default"]["metrics"]) == ["victim"] and c["default"]["loops"] == 1'
shows 'min(c["default"]["metrics"]["victim"]["samples"]) > 0'
measure -f default -s 256KB --reuse
shows 'list(c["default"]["metrics"]) == ["reuse"]'
# Extents of two strides in one arena: each run ends in it, whatever the other left.
perf bench mem clear -f default -s 4KB,12KB --cold -l 20011 -r 8 --no-counters >/dev/null ||
	fail "--cold with two sizes: exit code $?"
measure -f default -s 256KB --reuse --victim 64KB --cold
shows 'list(c["default"]["metrics"]) == ["victim", "reuse"]'

# Only weakly ordered stores have a fence to leave out.
if grep -q '^ *x86-64-movnt ' "$dir/help"; then
	measure -f x86-64-stosb,x86-64-movnt -s 64KB
	shows 'c["x86-64-movnt"]["weak"] and not c["x86-64-stosb"]["weak"]'
	shows 'c["x86-64-movnt"]["note"] is None'
	measure -f x86-64-stosb,x86-64-movnt -s 64KB --fence none
	shows 'c["x86-64-movnt"]["note"] == "no fence" and c["x86-64-stosb"]["note"] is None'
	measure -f x86-64-movnt -s 64KB --fence chunk
	shows 'c["x86-64-movnt"]["note"] == "fence each chunk"'
	wrong "64B would do" -f x86-64-movnt -s 63 -k 0
	wrong "128B would do" -f x86-64-movnt -s 4KB -k 100
fi

wrong "--fence 'page'" --fence page
wrong "--victim '3x'" --victim 3x
wrong "--victim '0'" --victim 0
wrong "--victim '9999TB'" --victim 9999TB
wrong "--nr_loops '5'" --victim 64KB -l 5
wrong "--nr_loops '5'" --reuse -l 5
wrong "8KB would do" -s 5000
wrong "2MB would do" -p 2MB -s 4KB

exit $failed
