# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154 # lib is where this lies
# What the tests of perf bench results share. Sourced in the directory of the test's files, from
# the directory $lib.

# shellcheck source-path=SCRIPTDIR source=bench.sh
. "$lib/bench.sh"

# results CODE COMMAND ARGS...: must exit with CODE; stdout goes to "out", stderr to "err", which
# has a line if the code is not 0, and nothing if it is
results()
{
	want=$1
	shift
	perf bench results "$@" >out 2>err
	got=$?
	lines=$(wc -l <err)
	[ "$got" -eq "$want" ] || { fail "$*: exit code $got, not $want"; cat err; }
	[ "$lines" -eq $((want != 0)) ] || { fail "$*: $lines lines on stderr"; cat err; }
}

# says TEXT [FILE]: a line of the output matches
says()
{
	grep -q -- "$1" "${2:-out}" && return
	fail "'$1' is not in the output"
	cat "${2:-out}"
}

says_not()
{
	grep -q -- "$1" "${2:-out}" || return
	fail "'$1' is in the output"
	cat "${2:-out}"
}
