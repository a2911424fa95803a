# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034 # "failed" is for who sources this
# What all the tests of perf bench share; read by them, not run. They end with "exit $failed".

failed=0

fail()
{
	echo "FAIL: $*"
	failed=1
}

# refused CODE WORD COMMAND...: exit code, and one line on stderr that has the word
refused()
{
	code=$1
	word=$2
	shift 2
	out=$("$@" 2>&1 >/dev/null </dev/null)
	got=$?
	[ "$got" -eq "$code" ] || fail "$*: exit code $got, not $code"
	[ "$(printf '%s\n' "$out" | wc -l)" -eq 1 ] || fail "$*: not one line: $out"
	case "$out" in
	*"$word"*)	;;
	*)		fail "$*: '$word' is not in: $out" ;;
	esac
}

# stoppable COMMAND...: becomes the command. Shells start what runs in the background with SIGINT
# ignored, and so may what runs the tests.
stoppable()
{
	exec env --default-signal=INT,TERM "$@"
}

# column FILE NAME [FUNCTION]: of each case in a CSV file, or of those of a function, one a line
column()
{
	# A comma between quotes separates nothing.
	awk -F, -v name="$2" -v fn="${3:-}" '
		{ n = split($0, q, "\""); line = q[1]
		  for (i = 2; i <= n; i++) {
			if (i % 2 == 0)
				gsub(",", ";", q[i])
			line = line q[i]
		  }
		  $0 = line }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		fn == "" || $at["function"] == fn {
			print name in at ? $at[name] : "no column" }' "$1"
}

# holds EXPRESSION: of numbers, as awk has it
holds()
{
	awk "BEGIN { exit !($1) }"
}

# suffix: what perf puts behind the names of the events that this user may count
suffix()
{
	perf stat -x, -e page-faults true 2>&1 | grep -o 'page-faults:u' | sed 's/page-faults//'
}
