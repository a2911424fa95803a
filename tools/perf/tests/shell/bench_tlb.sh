#!/bin/sh
# perf bench tlb: flushes by kind, the ceiling, and ebizzy's sums
# SPDX-License-Identifier: GPL-2.0

command -v python3 >/dev/null || { echo "skip: python3 is missing"; exit 2; }
[ "$(getconf PAGESIZE)" = 4096 ] || { echo "skip: base pages are not 4KB"; exit 2; }

# shellcheck source-path=SCRIPTDIR source=lib/bench.sh
. "$(dirname "$0")/lib/bench.sh"

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
suffix=$(suffix)
ceiling=/sys/kernel/debug/x86/tlb_single_page_flush_ceiling

# shows TITLE FILE CODE: the python code, with d the JSON, c its cases, leaves no exception
shows()
{
	python3 - "$2" <<-END || fail "$1"
	import json, sys
	d = json.load(open(sys.argv[1]))
	c = d["cases"]
	def metric(case, name):
	    m = case["metrics"].get(name)
	    return m["median"] if m else None
	def counter(case, name, key="value"):
	    """Of an event, by the name under which this user may count it; None if it may not."""
	    return case["counters"][name + "$suffix"][key]
	$3
	END
}

refused 129 "--hot '0'" perf bench tlb range --hot 0
refused 129 "--pages '0'" perf bench tlb range --pages 0
refused 129 "too many" perf bench tlb range --pages 2000000
refused 129 "--nr_loops '5000'" perf bench tlb range -l 5000
refused 129 "no such function" perf bench tlb range -f mremap
refused 129 "--runtime '0'" perf bench tlb ebizzy --runtime 0
refused 129 "--iterations 'x'" perf bench tlb ebizzy --iterations x
refused 129 "--chunks '0'" perf bench tlb ebizzy --chunks 0
refused 129 "--record-size '7'" perf bench tlb ebizzy --record-size 7
refused 129 "one of the two" perf bench tlb ebizzy --always-mmap --never-mmap
refused 129 "is less than a record" perf bench tlb ebizzy -s 8B --record-size 16B
refused 129 "--iterations '99999999'" perf bench tlb ebizzy --iterations 99999999
refused 129 "--repeat '999999'" perf bench tlb ebizzy -r 999999

# What would mean nothing is not taken, and not offered.
refused 129 "--min-time '5ms': -l says" perf bench tlb range --min-time 5ms
refused 129 "--nr_loops '5': --runtime says" perf bench tlb ebizzy -l 5
refused 129 "--min-time '5ms': --runtime says" perf bench tlb ebizzy --min-time 5ms
refused 129 "--time '3s': --iterations or -r say" perf bench tlb ebizzy --time 3s
perf bench tlb ebizzy -h 2>&1 | grep -qE -- '--(time|min-time|nr_loops)\b' &&
	fail "ebizzy -h offers what is refused"
perf bench tlb range -h 2>&1 | grep -q -- '--nr_loops' || fail "range -h does not offer -l"

# Each operation flushes once, by page or all: the kernel's own count says so.
perf bench tlb range -f mprotect,madvise,munmap --pages 8,200 -t 1,2 -r 7 \
	-e page-faults --format json >"$dir/range" || fail "range: exit code $?"
shows "cases" "$dir/range" 'assert len(c) == 12 and all(len(x["samples"]) == 7 for x in c)'
shows "an operation takes time" "$dir/range" 'assert all(x["min"] > 0 for x in c)'
shows "one flush an operation, where the tracepoint is there" "$dir/range" '
for x in c:
    r, f = metric(x, "ranged"), metric(x, "full")
    assert (r is None) == (f is None)
    assert r is None or (r + f == 16 and r * f == 0), (x["function"], x["pages"], r, f)'
shows "nor does it have siblings" "$dir/range" '
assert all(metric(x, "quiet") is None and metric(x, "hot") is None
           for x in c if x["threads"] == 1)'
shows "siblings read on" "$dir/range" '
assert all(metric(x, "quiet") > 0 and metric(x, "hot") > 0 for x in c if x["threads"] == 2)'
shows "the operations fault nothing in" "$dir/range" '
assert all(counter(x, "page-faults") in (0, None) for x in c)'
shows "ns a page is ns an operation by its pages" "$dir/range" '
for x in c:
    a = [s / x["pages"] for s in x["samples"]]
    b = x["metrics"]["page"]["samples"]
    assert all(abs(p / q - 1) < 1e-6 for p, q in zip(a, b))'

# A CPU that a process once ran on is sent its flushes for a while, though it runs no thread
# of it any more. One that never was anywhere else has nobody to tell.
cpu=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\).*/\1/p' /proc/self/status)
taskset -c "$cpu" perf bench tlb range -f mprotect,madvise,munmap --pages 8,200 -t 1 -r 7 \
	--format json >"$dir/alone" || fail "range, one thread: exit code $?"
shows "no CPU is sent a flush by a process of one thread" "$dir/alone" '
assert not any(metric(x, "ipis") for x in c)'

perf bench tlb range -f madvise --pages 3 -t 1 -l 5 -r 3 --format json >"$dir/loops" ||
	fail "range -l: exit code $?"
shows "-l operations a sample" "$dir/loops" '
r = metric(c[0], "ranged")
assert r is None or r + metric(c[0], "full") == 5'

# What a flush leaves to be read again is the same, however many operations a sample has: not
# a sixteenth of it. The median is of calm samples; a factor of 4 is for a busy machine.
for op in munmap mprotect; do
	for ops in 1 16; do
		perf bench tlb range -f $op --pages 8 -t 1 -l $ops -r 100 --no-counters \
			--format json >"$dir/hot-$ops" || fail "range -l $ops: exit code $?"
	done
	shows "$op: refill-hot at -l 1 and -l 16" "$dir/hot-1" '
other = json.load(open(sys.argv[1].replace("hot-1", "hot-16")))["cases"]
one, many = metric(c[0], "refill-hot"), metric(other[0], "refill-hot")
assert 0.25 < many / one < 4, (one, many)
for x in c + other:
    assert (metric(x, "refill") is None) == (x["function"] == "munmap")
    assert x["metrics"]["refill-hot"]["unit"] == "ns/op"'
done

# The ceiling, where a directory stands for debugfs: "cat" shows what the last write left of
# the one before, so that the first line counts.
fake=$dir/debugfs/x86/tlb_single_page_flush_ceiling
mkdir -p "$dir/debugfs/x86"
with_fake()
{
	DEBUGFS_PATH=$dir/debugfs "$@"
}

echo 33 >"$fake"
with_fake perf bench tlb range -f mprotect --pages 33,34 -t 1 -r 10 --format json >"$dir/step" ||
	fail "range at a ceiling: exit code $?"
shows "as it is: the step at the ceiling is told, settable or not" "$dir/step" '
n = [n for n in d["notes"] if n.startswith("step of mprotect at the ceiling (33): 33 pages ")]
assert len(n) == 1 and " ns/op, 34 pages " in n[0] and "% time" in n[0], d["notes"]
assert not any("break-even" in n for n in d["notes"])'
with_fake perf bench tlb range -f all --pages 4 -t 1 -r 5 --format json >"$dir/both" ||
	fail "range, both ways at a ceiling: exit code $?"
shows "pairs: the break-even, with and without the refill" "$dir/both" '
for op in ("mprotect", "madvise", "munmap"):
    assert len([n for n in d["notes"] if n.startswith("break-even of %s, 1 thread, " % op)]) == 2
assert not any("was found at" in n for n in d["notes"])'
[ "$(head -n 1 "$fake")" = 33 ] || fail "a ceiling is not what it was"

# Of two runs at once one gets it, and the other does not take what that one wrote for its own.
with_fake perf bench tlb range -f mprotect-full --pages 1 -t 1 --time 60s >/dev/null 2>&1 &
tries=0
until [ "$(head -n 1 "$fake")" = 0 ] || [ $tries -ge 100 ]; do
	sleep 0.1
	tries=$((tries + 1))
done
export DEBUGFS_PATH="$dir/debugfs"
refused 1 "another perf bench tlb range" perf bench tlb range -f mprotect,mprotect-full --pages 1
unset DEBUGFS_PATH
kill -INT $!
wait $!
[ "$(head -n 1 "$fake")" = 33 ] || fail "two runs at once leave a ceiling at $(head -n 1 "$fake")"

echo 0 >"$fake"
with_fake perf bench tlb range -f mprotect --pages 1 -t 1 -r 2 --format json >"$dir/left" ||
	fail "range at a ceiling of 0: exit code $?"
shows "what a killed run may have left is told" "$dir/left" '
assert any("was found at 0" in n for n in d["notes"])'

# Where the ceiling may be set, both ways are tried, and it is as it was afterwards.
if [ -w "$ceiling" ] && old=$(cat "$ceiling" 2>/dev/null); then
	perf bench tlb range -f all --pages 4,512 -t 1 -r 20 --format json >"$dir/both" ||
		fail "range, both ways: exit code $?"
	shows "ranged is by page, full is all" "$dir/both" '
for x in c:
    kind = x["function"].rpartition("-")[2]
    if kind in ("ranged", "full") and metric(x, "ranged") is not None:
        assert metric(x, kind) == 16, x["function"]
assert any("break-even of mprotect" in n for n in d["notes"])'
	[ "$(cat "$ceiling")" = "$old" ] || fail "the ceiling is not what it was"
	timeout -s INT 2 perf bench tlb range -f all --time 60s >/dev/null 2>&1
	[ "$(cat "$ceiling")" = "$old" ] || fail "the ceiling is not what it was after Ctrl-C"
else
	shows "it is said that there is no break-even" "$dir/range" '
assert any(n.startswith("no break-even:") for n in d["notes"])'
	refused 1 "tlb_single_page_flush_ceiling" perf bench tlb range -f mprotect-full
fi

# ebizzy: rates, sums and the allocator, in whose place a sanitizer has its own
if [ -z "${ASAN_OPTIONS:-}${TSAN_OPTIONS:-}" ]; then
perf bench tlb ebizzy --runtime 100ms --iterations 3 -t 1,2 --always-mmap -e page-faults \
	--format json >"$dir/mmap" || fail "ebizzy: exit code $?"
shows "iterations" "$dir/mmap" 'assert [len(x["samples"]) for x in c] == [3, 3]'
shows "records of all threads / elapsed = records/s" "$dir/mmap" '
for x in c:
    m = x["metrics"]
    for rate, n, ns in zip(x["samples"], m["found"]["samples"], m["elapsed"]["samples"]):
        assert abs(n / ns * 1e9 / rate - 1) < 1e-3'
shows "it runs as long as it should" "$dir/mmap" '
assert all(ns >= 100e6 for x in c for ns in x["metrics"]["elapsed"]["samples"])'
shows "fairness is a share" "$dir/mmap" '
assert all(0 < v <= 1 for x in c for v in x["metrics"]["fairness"]["samples"])'
shows "a mapped chunk of 512KB faults in 128 pages" "$dir/mmap" '
faults = [counter(x, "page-faults", "per_op") for x in c]
assert all(n is None or 127 <= n <= 130 for n in faults), faults'

perf bench tlb ebizzy --runtime 100ms -r 2 -t 1 --never-mmap -e page-faults --format json \
	>"$dir/heap" || fail "ebizzy --never-mmap: exit code $?"
shows "a chunk of the heap faults in none" "$dir/heap" '
assert (counter(c[0], "page-faults", "per_op") or 0) < 1'
fi

# 137 is what timeout says if it had to kill.
timeout -k 10 -s INT 1 perf bench tlb ebizzy --runtime 60s -t 1 >"$dir/out" 2>&1
[ $? -eq 124 ] || fail "ebizzy: Ctrl-C is not heeded in a long sample"

exit $failed
