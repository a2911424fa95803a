#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# "make check" itself, over a perf that pretends: a failure, a case that did not run and a
# suite that is not there have to be seen, for perf test's exit code tells nothing.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib-test.sh"

# A checkout with one suite of two cases, one shell test and one stock suite.
mkdir -p "$tmp/top/scripts" "$tmp/top/tools/perf/tests/shell" "$tmp/build"
cp "$here/check.py" "$here/compile_flags.py" "$here/perftest.py" "$here/report.py" \
	"$tmp/top/scripts/"
echo 'Stock suite' >"$tmp/top/scripts/stock-tests"
cat >"$tmp/top/tools/perf/tests/bench-x.c" <<-'END'
	#define TEST_CASE(d, n) { .name = #n, .desc = d, }
	#define ROW(name) TEST_CASE("Second " name, second),
	static struct test_case tests__x[] = {
		TEST_CASE("First case", first),
		ROW("case")
		{ .name = NULL, }
	};
	struct test_suite suite__x = {
		.desc = "Our suite",
		.test_cases = tests__x,
	};
END
mkdir -p "$tmp/build/obj/tests" "$tmp/build/src/tools/perf"
echo "cmd_x.o := gcc -Wp,-MD,no/such/dir/x.d -c -o x.o $tmp/top/tools/perf/tests/bench-x.c" \
	>"$tmp/build/obj/tests/.bench-x.o.cmd"
printf '#!/bin/sh\n# Our shell test (exclusive)\n' >"$tmp/top/tools/perf/tests/shell/bench_y.sh"
chmod +x "$tmp/top/tools/perf/tests/shell/bench_y.sh"
printf '#!/bin/sh\necho "ok   an item"\n' >"$tmp/top/scripts/test-z.sh"
chmod +x "$tmp/top/scripts/test-z.sh"

cat >"$tmp/build/perf" <<-'END'
	#!/bin/sh
	dir=${0%/*}
	if [ "$2" = list ]; then
		cat "$dir/list" >&2
	elif [ "$2" = -v ]; then
		cat "$dir/run.$3" >&2
	else
		cat "$dir/run.$2" >&2
	fi
END
chmod +x "$tmp/build/perf"
as_printed() {
	printf '  1: Stock suite\n  7: Our suite\n  7.1: First case\n' >"$tmp/build/list"
	printf '  7.2: Second case\n  8: Our shell test\n' >>"$tmp/build/list"
	printf '  1.1: part one   : Ok\n  1.2: part: two   : Skip\n' >"$tmp/build/run.1"
	printf '  7.1: First case   : Ok\n' >"$tmp/build/run.7"
	printf '  7.2: Second case  :\033[33m Skip (why)\033[m\n' >>"$tmp/build/run.7"
	printf '  8: Our shell test   : Ok\n' >"$tmp/build/run.8"
}
check() {
	python3 "$tmp/top/scripts/check.py" --kernel "$tmp/build"
}
says() {
	check >"$tmp/said" || return 1
	cat "$tmp/said"
	[ "$(tail -n 1 "$tmp/said")" = "$1" ]
}

as_printed
ok "passes and skips are counted" says '4 passed, 0 failed, 1 skipped'
printf '  8: Our shell test (exclusive)  :\n--- start ---\nOur shell test (exclusive): Ok\n' \
	>"$tmp/build/run.8"
sed -i 's/Our shell test/& (exclusive)/' "$tmp/build/list"
printf '  7: Our suite   :\n--- start ---\nOur suite subtest 1: Ok\nOur suite subtest 2: Ok\n' \
	>"$tmp/build/run.7"
ok "so are they in the form of older versions" says '5 passed, 0 failed, 0 skipped'
as_printed
sed -i 's/case  :.*/case  : FAILED!/' "$tmp/build/run.7"
refuses "a failed case" 'FAIL Our suite: Second case' '4 passed, 1 failed' -- check
refuses "... is shown with its log" '| ' -- check
as_printed
sed -i '/First/d' "$tmp/build/run.7"
refuses "a case that did not run" 'FAIL Our suite: First case: did not run' -- check
as_printed
sed -i '/Our suite/,$d' "$tmp/build/list"
refuses "a suite that is not there" 'FAIL Our suite: not in' 'FAIL Our shell test' -- check

# With a sanitizer: our suites alone, told what to look for, less what cannot work.
as_printed
mkdir "$tmp/top/scripts/sanitizers"
echo 'thread | Second case | no reason' >"$tmp/top/scripts/sanitizers/left-out"
sanitized() {
	python3 "$tmp/top/scripts/check.py" --kernel "$tmp/build" --sanitizer "$1" >"$tmp/said"
	tail -n 1 "$tmp/said" | grep -qx "$2"
}
ok "a sanitizer's build has no stock suites" sanitized address '2 passed, 0 failed, 1 skipped'
ok "... and leaves out what cannot work" sanitized thread '2 passed, 0 failed, 1 skipped'
ok "... with the reason" grep -q 'Second case: no reason' "$tmp/said"
echo 'thread | Third case | no reason' >"$tmp/top/scripts/sanitizers/left-out"
ok "what is left out has to be there" sanitized thread '2 passed, 1 failed, 1 skipped'
as_printed
touch "$tmp/top/tools/perf/tests/bench-w.c"
refuses "a C test that is not built" 'FAIL bench-w.c' -- check
rm "$tmp/top/tools/perf/tests/bench-w.c"
chmod -x "$tmp/top/tools/perf/tests/shell/bench_y.sh"
refuses "a shell test that perf test passes over" 'FAIL bench_y.sh' -- check
chmod +x "$tmp/top/tools/perf/tests/shell/bench_y.sh"
as_printed
echo '  1.3: part three: FAILED!' >>"$tmp/build/run.1"
refuses "a stock case that fails" 'FAIL stock: Stock suite' -- check
as_printed
echo 'exit 3' >>"$tmp/top/scripts/test-z.sh"
refuses "a script that fails after its last item" 'FAIL test-z.sh' -- check
printf '#!/bin/sh\necho "ok   an item"\nsleep 1000 &\necho $! >"$0.pid"\nwait\n' \
	>"$tmp/top/scripts/test-z.sh"
hangs() {
	timeout 60 python3 "$tmp/top/scripts/check.py" --kernel "$tmp/build" --script-timeout 1
}
refuses "a script that hangs" 'ok   z: an item' 'FAIL test-z.sh: no end after 1 s' -- hangs
ended() {
	! kill -0 "$(cat "$tmp/top/scripts/test-z.sh.pid")" 2>/dev/null ||
		grep -q '^[0-9]* (sleep) Z' "/proc/$(cat "$tmp/top/scripts/test-z.sh.pid")/stat"
}
ok "... and what it started has ended" ended
printf '#!/bin/sh\n' >"$tmp/top/scripts/test-z.sh"
refuses "a script without items" 'FAIL test-z.sh' -- check
printf '#!/bin/sh\necho "FAIL an item"\n' >"$tmp/top/scripts/test-z.sh"
refuses "a script's failed item" 'FAIL z: an item' -- check
exit $failed
