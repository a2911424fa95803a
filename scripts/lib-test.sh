# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034 # "failed" is for who sources this
# What the scripts/test-*.sh share: sourced, not run. Each sets up a directory "$tmp",
# prints "ok NAME" or "FAIL NAME" per item, and ends with "exit $failed".

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failed=0

# echo of some shells expands backslashes.
say() {
	printf '%s\n' "$1"
}

# ok NAME COMMAND...: the command has to succeed.
ok() {
	name=$1
	shift
	if "$@" >"$tmp/log" 2>&1; then
		say "ok   $name"
	else
		say "FAIL $name"
		tail -n 20 "$tmp/log"
		failed=1
	fi
}

# refuses NAME TEXT... -- COMMAND...: it has to fail, with each TEXT in its output.
refuses() {
	name=$1
	shift
	: >"$tmp/texts"
	while [ "$1" != -- ]; do
		echo "$1" >>"$tmp/texts"
		shift
	done
	shift
	if "$@" >"$tmp/log" 2>&1; then
		say "FAIL $name: exit code 0"
		failed=1
		return
	fi
	while read -r text; do
		grep -qF -e "$text" "$tmp/log" && continue
		say "FAIL $name: not in the message: $text"
		tail -n 20 "$tmp/log"
		failed=1
		return
	done <"$tmp/texts"
	if grep -q Traceback "$tmp/log"; then
		say "FAIL $name: crashed"
		failed=1
		return
	fi
	say "ok   $name"
}
