#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What was built: where it runs, what it holds, that it is not built again.
# test-build.sh build/VERSION
set -u
here=$(cd "$(dirname "$0")" && pwd)
kernel=$(cd "${1:?usage: test-build.sh BUILD}" && pwd)
. "$here/lib-test.sh"
src=$kernel/src

runs_elsewhere() {
	cd / && "$kernel/perf" version | grep '^perf version [1-9]' &&
		"$kernel/perf" test list 2>&1 | grep 'perf stat tests'
}
ok "perf and its shell tests are found from any directory" runs_elsewhere

# The make that runs us passes on which build it is.
state() {
	stat -L -c '%Y %i' "$kernel/perf" "$kernel/built" "$kernel/staged"
}
not_again() {
	state >"$tmp/before"
	make -C "$here/.." >"$tmp/make" 2>&1 || return 1
	cat "$tmp/make"
	! grep -E '^  (CC|LD|AR|LINK|STAGE|GEN) ' "$tmp/make" || return 1
	state | cmp - "$tmp/before"
}
ok "a second make rebuilds nothing" not_again

# The function behind an entry of perf bench mem memset, as the compiler sees the table.
memset_function() {
	gcc -E -P -D'MEMSET_FN(fn,...)=ROW fn __VA_ARGS__' -x c \
		"$src/tools/perf/bench/mem-memset-x86-64-asm-def.h" | tr -d '\n' |
		sed 's/ROW/\n/g' | sed -n "s/^ *\([a-z_]*\) .*\"$1\".*/\1/p"
}

# is_made_of ENTRY YES NO: its code has the instruction YES and not NO.
is_made_of() {
	fn=$(memset_function "$1")
	[ -n "$fn" ] || { echo "no entry $1"; return 1; }
	# By address, since __memset has another name that objdump may prefer.
	# shellcheck disable=SC2046 # address and size
	set -- "$2" "$3" $(nm -S "$kernel/perf" | sed -n "s/ [Tt] $fn\$//p")
	[ $# = 4 ] || { echo "no symbol $fn with a size"; return 1; }
	objdump -d --no-show-raw-insn --start-address=$((0x$3)) --stop-address=$((0x$3 + 0x$4)) \
		"$kernel/perf" | tee "$tmp/code"
	grep -qE "$1" "$tmp/code" && ! grep -qE "$2" "$tmp/code"
}
if [ "$(uname -m)" = x86_64 ]; then
	ok "memset's x86-64-unrolled has no string instruction" \
		is_made_of x86-64-unrolled 'mov +%rax,' 'rep stos|movnti'
	ok "memset's x86-64-stosq is rep stosq" is_made_of x86-64-stosq 'rep stos %rax' movnti
	ok "memset's x86-64-stosb is rep stosb" \
		is_made_of x86-64-stosb 'rep stos %al' 'rep stos %rax'
	ok "memset's x86-64-movnt is movnti" is_made_of x86-64-movnt movnti 'rep stos %rax'
	ok "... with a fence" grep -q sfence "$tmp/code"
fi

# Our mirrored file against the kernel's, as the kernel's own script compares them.
headers() {
	(cd "$src/tools/perf" && bash ./check-headers.sh 2>&1) | tee "$tmp/headers"
	! grep clear_page_64 "$tmp/headers"
}
ok "check-headers.sh finds the mirrored assembly unchanged" headers
changed_mirror() {
	k=$tmp/k
	lib=arch/x86/lib
	mkdir -p "$k/tools/perf" "$k/tools/$lib" "$k/$lib" "$k/include"
	cp "$src/tools/perf/check-headers.sh" "$k/tools/perf/"
	cp "$src/$lib/clear_page_64.S" "$k/$lib/"
	sed 's/4096/8192/' "$src/$lib/clear_page_64.S" >"$k/tools/$lib/clear_page_64.S"
	(cd "$k/tools/perf" && bash ./check-headers.sh 2>&1) | grep clear_page_64
}
ok "... and would tell if it were not" changed_mirror

installed() {
	make -C "$here/.." install prefix="$tmp/usr" || return 1
	"$tmp/usr/bin/perf" bench mem memset -s 1MB -f default || return 1
	for page in "$here"/../tools/perf/Documentation/perf-bench-*.txt; do
		page=${page##*/}
		[ -s "$tmp/usr/share/man/man1/${page%.txt}.1" ] ||
			{ echo "no ${page%.txt}.1"; return 1; }
	done
	grep -q 'ways to clear pages' "$tmp/usr/share/man/man1/perf-bench.1"
}
ok "make install puts perf and the man pages below prefix" installed

# perf's own completion and ours, as bash reads them from there.
completes() {
	PATH=$tmp/usr/bin:$PATH bash -c '
		. "$1" && complete -p perf && [ "$(type -t __perf_bench_or_other)" = function ] &&
			type __perf_main' bash "$tmp/usr/share/bash-completion/completions/perf"
}
ok "... and the completion of bash" completes

home() {
	make -C "$here/.." -n -f Makefile.perf HOME=/home/me KSRC="~/src/linux" stage |
		grep -e '--source /home/me/src/linux '
}
ok "KSRC=~/src/linux is below the home directory in any shell" home
exit $failed
