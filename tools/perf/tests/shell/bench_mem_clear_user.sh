#!/bin/sh
# perf bench mem clear_user: cycles a call, mixes of sizes, and wrong options
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
	refused 129 "$word" timeout 20 perf bench mem clear_user -r 1 "$@"
}

# measure ARGS...: a run, as CSV with a row a case
measure()
{
	perf bench mem clear_user --no-counters --format csv "$@" >"$dir/csv" 2>"$dir/err" ||
		fail "$*: exit code $?: $(cat "$dir/err")"
}

# each NAME: that column of each case, one a line
each()
{
	column "$dir/csv" "$1"
}

unit=cycles/op
grep -qw constant_tsc /proc/cpuinfo && grep -qw nonstop_tsc /proc/cpuinfo || unit=ns/op

echo "the unit, and what is shown beside it"
first=$(perf bench mem clear_user -f help | sed -n '2s/^  \([^ ]*\) .*/\1/p')
[ -n "$first" ] || fail "-f help lists nothing"
# Since 6.4 it is one of two: rep stosb, or what trees since then have.
if perf bench mem clear_user -f help | grep -q rep_stos_alternative &&
	[ "$(printf '6.4\n%s\n' "$(uname -r)" | sort -V | head -n 1)" = 6.4 ]; then
	[ "$(perf bench mem clear_user -f help | grep -c "this kernel's choice")" = 1 ] ||
		fail "-f help does not mark one choice"
fi
measure -f "$first" -s 64,4096 -r 30
[ "$(each unit | sort -u)" = $unit ] || fail "unit $(each unit | sort -u), not $unit"
[ "$(each size | tr '\n' ' ')" = "64 4096 " ] || fail "sizes $(each size)"
[ "$(each n | sort -u)" = 30 ] || fail "samples: $(each n)"
[ "$(each ops | sort -u)" = 1 ] || fail "calls a loop: $(each ops)"
small=$(each median | head -n 1)
large=$(each median | tail -n 1)
holds "$small > 0 && $large > $small" || fail "64B take $small, 4096B $large"
# The loop alone is there, and takes less than clearing a page.
empty=$(each empty_median | tail -n 1)
holds "$empty > 0 && $empty < $large" || fail "an empty call takes $empty, a page $large"
# bandwidth x time = size, through the rate of the TSC where that is the unit
if [ $unit = cycles/op ]; then
	rates=$(each bandwidth_median | tr '\n' ' ')
	# shellcheck disable=SC2086 # a word each
	set -- $rates
	holds "($1 * $small / 64) / ($2 * $large / 4096) < 1.2 &&
	       ($1 * $small / 64) / ($2 * $large / 4096) > 0.8" ||
		fail "bandwidth and cycles do not go together: $rates, $small, $large"
fi

echo "every variant, from one byte on, off line, cold, and read back"
measure -s 1,63,64,100 -a 0,3 -r 5
[ "$(each failed | sort -u)" = "" ] || fail "$(each failed)"
[ "$(each n | sort -u)" = 5 ] || fail "samples: $(each n | sort -u)"
measure -s 8,4096 --cold --reuse -r 5
[ "$(each failed | sort -u)" = "" ] || fail "--cold: $(each failed)"
[ "$(each note | sort -u)" = cold ] || fail "--cold is not noted: $(each note | sort -u)"
[ "$(each reuse_n | sort -u)" = 5 ] || fail "--reuse: $(each reuse_n | sort -u) samples"
measure -s 64 -r 5 -t 2
[ "$(each threads | sort -u)" = 2 ] || fail "-t 2: threads $(each threads)"

echo "one call a sample"
measure -s 4096 -l 1 -r 50 -f "$first"
[ "$(each loops)" = 1 ] || fail "-l 1: $(each loops) loops"
holds "$(each median) > 0" || fail "-l 1: median $(each median)"

echo "distribution and cost of the loop in the text"
perf bench mem clear_user -f "$first" -s 512 -r 10 --no-counters >"$dir/out" 2>&1 ||
	fail "exit code $?"
if [ $unit = cycles/op ]; then
	grep -q 'Amean: [0-9.]* (Sum: [0-9.]*, samples: 10), p5 [0-9.]*, p95 [0-9.]*, p99 [0-9.]*' \
		"$dir/out" || fail "no distribution: $(cat "$dir/out")"
	awk '/Amean/ { gsub(/[,()]/, ""); d = $4 - $2 * $6; exit !(d * d < 1) }' "$dir/out" ||
		fail "Sum is not Amean x samples: $(grep Amean "$dir/out")"
	perf bench mem clear_user -f "$first" -s 512,64 -r 10 --no-counters --format table \
		>"$dir/out" 2>&1 || fail "table: exit code $?"
	grep -q 'p5.*p95.*p99' "$dir/out" || fail "no percentiles in the table"
fi
grep -q 'empty' "$dir/out" || fail "the empty loop is not shown"

echo "mixes"
measure -f "$first" --mix padzero --seed 3 -r 5
[ "$(each size)" = 4095 ] || fail "padzero: size $(each size)"
[ "$(each ops)" = 64 ] || fail "padzero: $(each ops) calls a loop"
bytes=$(each bytes)
holds "$bytes / 64 > 2028 && $bytes / 64 < 2068" || fail "padzero: $bytes bytes a loop"
measure -f "$first" --mix padzero --seed 3 -r 5
[ "$(each bytes)" = "$bytes" ] || fail "padzero: the same seed, other sizes"
measure -f "$first" --mix padzero --seed 4 -r 5
[ "$(each bytes)" != "$bytes" ] || fail "padzero: another seed, the same sizes"
measure --mix padzero --cold -a 0,8 -p 4KB,thp -t 1,2 -r 3
[ "$(each failed | sort -u)" = "" ] || fail "padzero --cold: $(each failed)"
[ "$(each size | sort -u)" = 4095 ] || fail "padzero: sizes $(each size | sort -u)"

printf '100\n4KB\n1\n' >"$dir/sizes"
measure -f "$first" --sizes-from "$dir/sizes" -r 5
[ "$(each bytes)" = 4197 ] || fail "--sizes-from: $(each bytes) bytes"
[ "$(each ops)" = 3 ] || fail "--sizes-from: $(each ops) calls"
each note | grep -q '3 calls of 1 to 4096 bytes' || fail "--sizes-from: $(each note)"
printf '7\r\n9' >"$dir/sizes"
measure -f "$first" --sizes-from "$dir/sizes" -r 5
[ "$(each bytes)" = 16 ] || fail "CR LF, and no end of the last line: $(each bytes) bytes"

# One large size makes no arena of as many of its kind as there are small ones.
{ seq 8 8 800; echo 1MB; } >"$dir/sizes"
measure -f "$first" --sizes-from "$dir/sizes" --cold -r 3
[ "$(each ops)" = 101 ] || fail "a large size among small ones: $(each ops) calls"

echo "what cannot be"
wrong "--size '0'" -s 0
wrong "--size '1x'" -s 1x
wrong "this machine has" -s 9999TB
wrong "--align '4096'" -a 4096
wrong "--align '-1'" -a -1
wrong "no such function" -f nosuch
wrong "--mix 'random'" --mix random
for sizes in 64 4096 8,4096 8,64,512,3520 8,64,512,3520,4096,8192; do
	wrong "does not go with --size" --mix padzero -s $sizes
done
wrong "does not go with --sizes-from" --mix padzero --sizes-from "$dir/sizes"
wrong "--sizes-from '/no/such/file'" --sizes-from /no/such/file
wrong "Is a directory" --sizes-from "$dir"
wrong "no size" --sizes-from /dev/null
wrong "line 1: " --sizes-from /dev/zero
# LINE:TEXT: the line that is wrong, and the file
for bad in '2:12\n\n' '1:0\n' '2:5\n-1\n' '1:1 2\n' '1:1.5KB\n' '1:2GB\n' '1:x\n' \
	   '1:99999999999999999999\n' '1:\033[2J\n' '2:7\n5\0\n' '1:# a comment\n'; do
	# shellcheck disable=SC2059 # the escapes are meant
	printf "${bad#*:}" >"$dir/bad"
	wrong "line ${bad%%:*}: " --sizes-from "$dir/bad"
done
head -c 100000 /dev/zero | tr '\0' 1 >"$dir/bad"
wrong "line 1: " --sizes-from "$dir/bad"
yes 1 | head -n 1048577 >"$dir/bad"
wrong "at most 1048576" --sizes-from "$dir/bad"

exit $failed
