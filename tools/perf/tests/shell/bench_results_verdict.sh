#!/bin/sh
# perf bench results verdict: which functions are best, from which extent on NT wins, and the rule
# SPDX-License-Identifier: GPL-2.0

command -v python3 >/dev/null || exit 2

lib=$(cd "$(dirname "$0")" && pwd)/lib
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

PYTHONPATH=$lib python3 -B - <<'END' || exit 1
from bench_results import *

MB = 1 << 20

# published: Broadwellx and Rome, and a CPU whose MOVNTI is slow at every size
def table(rows, base):
    return [summary(f, size, *v, block=i) for i, (size, a, b) in enumerate(rows)
            for f, v in ((base, a), ('x86-64-movnt', b))]

write('bdx.json', table([(16 * MB, (17.35, 9.27), (11.83, 0.19)), (GB, (5.42, 0.13), (11.78, 0.03)),
                         (4 * GB, (5.41, 0.41), (11.76, 0.07))], 'x86-64-stosb'), BROADWELL)
write('rome.json', table([(16 * MB, (15.39, 9.14), (14.56, 19.43)),
                          (128 * MB, (11.04, 4.87), (14.49, 13.22)),
                          (GB, (11.86, 0.83), (16.54, 0.04)),
                          (4 * GB, (11.89, 0.61), (16.49, 0.28))], 'x86-64-stosq'))
SKX = dict(BROADWELL, cpu='Skylake */ #error', model=85, stepping=4, llc_bytes=33 * MB)
slow = [(2 * MB, (30, 1), (6.3, 0.2)), (GB, (9, 1), (6.3, 0.2))]
write('skx.json', table(slow, 'x86-64-stosb'), SKX)

# samples: 2MB extents lose, 1GB extents win; two hosts, with other functions ahead at 1GB
def host(gain, movnt=20, clzero=21):
    return [case('x86-64-stosb', 4096, spread(90 * GB)),
            case('x86-64-movnt', 4096, spread(12 * GB)),
            case('x86-64-stosb', 2 * MB, spread(60 * GB), block=1),
            case('x86-64-movnt', 2 * MB, spread(20 * GB), block=1),
            case('x86-64-stosb', GB, spread(8 * GB), block=2, chunk=4096),
            case('x86-64-stosb', GB, spread(10 * GB), block=2),
            case('x86-64-avx512-nt', GB, spread(50 * GB), block=2, weak=True),
            case('x86-64-movnt', GB, spread(movnt * GB), block=2),
            case('x86-64-clzero', GB, spread(clzero * gain * GB), block=2, note='no fence')]
write('h1.json', host(1))
write('h2.json', host(1, movnt=28))
write('h3.json', host(0.2, movnt=4))
write('cached.json', [case('x86-64-stosb', GB, spread(GB))])
write('lone.json', [case('x86-64-stosb', GB, [GB]), case('x86-64-movnt', GB, [2 * GB])])
write('other.json', host(1), benchmark='mem/other')
# as merge leaves it: the same cases in another block, and one that is in the file once
twice = [case(f, GB, spread(v * GB), block=b) for b in (0, 1)
         for f, v in (('x86-64-stosb', 10), ('x86-64-movnt', 11))]
write('twice.json', twice + [case('x86-64-clzero', GB, spread(30 * GB), block=1)])
for name in ('u1', 'u2'):
    write(name + '.json', host(1), {'cpu': name})
# a chunk that the extent does not fill is the extent
write('chunks.json', [case('x86-64-stosb', 4096, spread(90 * GB), chunk=c) for c in (4096, 0)] +
      [case('x86-64-movdir64b', 4096, spread((12 + i) * GB), chunk=c, weak=True)
       for i, c in enumerate((0, 4096, 2 * MB))])
thp = [dict(c, page=2 * MB, page_kind='thp') for c in host(1)]
write('kinds.json', host(1) + thp)
END

. "$lib/bench_results.sh"

# verdict CODE ARGS...
verdict()
{
	code=$1
	shift
	results "$code" verdict "$@"
}

# the published tables, a verdict for each model
verdict 0 bdx.json rome.json skx.json
says "verdict for 6:79:1: NT_GOOD"
says "verdict for 23:49:0: NT_GOOD"
says "verdict for 6:85:4: NT_BAD"
says "X86_MATCH_VENDOR_FAM_MODEL(INTEL, 0x06, 0x4f, X86_FEATURE_NT_GOOD),"
says "X86_MATCH_VENDOR_FAM_MODEL(AMD, 0x17, 0x31, X86_FEATURE_NT_GOOD),"
says "X86_MATCH_VENDOR_FAM_MODEL(INTEL, 0x06, 0x55, X86_FEATURE_NT_BAD),"
says "NT wins from an extent of 128MB on"
says "+117.34%"
says "1GB +39.46%"
says "4KB not measured"
# a name cannot end the comment that it stands in
says "/\* Skylake ?/ #error, stepping 4 \*/"

# thresholds
verdict 0 --good 50 rome.json
says "verdict for 23:49:0: neither"
says "rule: NT_GOOD if the gain's interval is at or above 50%, NT_BAD if at or below 0%"
says_not "X86_MATCH"
verdict 0 --from 16MB rome.json
says "neither"
says "at every extent of at least 16MB"
verdict 0 --from 8GB rome.json
says "unknown: no extent of 8GB or more was measured both ways"
verdict 0 --good 200 --bad 150 bdx.json
says "NT_BAD"

# one host with samples: best of all chunks, SIMD aside, remarks told
verdict 0 h1.json
says " 4KB .* -86"
says "x86-64-clzero/extent *21.00 *+110.00%"
says "x86-64-stosb/extent *10.00"
says "x86-64-clzero: no fence"
says "  gain at 4KB -86.*, 2MB -66.*, 1GB +110"
says "NT wins from an extent of 1GB on"
says_not "alone:"
verdict 0 --simd h1.json
says "x86-64-avx512-nt/extent *50.00 *+400.00%"

# hosts of one model: each has its own favourite; then one that says the opposite
verdict 0 h1.json h2.json
says "verdict for 23:49:0: NT_GOOD"
says "at 1GB, h1: its best NT is x86-64-clzero/extent, by 5.0%"
verdict 0 h1.json h2.json h3.json
says "hosts disagree"
says "verdict for 23:49:0: neither"
says "h1 alone: NT_GOOD"
says "h3 alone: NT_BAD"
says "at 1GB, h3: NT gain -"

# one sample proves nothing
verdict 0 lone.json
says "+100.00%?"
says "neither"

# other formats
verdict 0 --format markdown h1.json
says "^| extent | page |"
verdict 0 --format csv bdx.json rome.json
cat out >out.csv
python3 -B - <<'END' || fail "CSV is wrong"
import csv
rows = list(csv.DictReader(open('out.csv', newline='')))
assert len(rows) == 7, rows
r = [r for r in rows if r['cpu'] == '6:79:1' and r['extent bytes'] == str(1 << 30)][0]
assert abs(float(r['NT gain %']) - 117.34) < 0.05 and r['verdict'] == 'NT_GOOD', r
assert float(r['gain low']) < 117.34 < float(r['gain high']) and r['files'] == '1', r
END

verdict 0 --format csv kinds.json
cat out >out.csv
python3 -B - <<'END' || fail "CSV of two page kinds is wrong"
import csv
rows = list(csv.DictReader(open('out.csv', newline='')))
assert {(r['page'], r['page_kind']) for r in rows} == {('4096', 'base'), ('2097152', 'thp')}, rows
r = [r for r in rows if r['extent bytes'] == str(1 << 30)][0]
assert abs(float(r['cached GB/s']) - 10) < 1e-6 and abs(float(r['NT GB/s']) - 21) < 1e-6, r
END

# a function that a file has once is as good as one that it has twice
verdict 0 twice.json
says "x86-64-clzero"
says "+200.00%"

verdict 0 chunks.json
says "x86-64-stosb/extent *90.00 *x86-64-movdir64b/extent *14.00 "
says_not "/2MB"

# CPUs that are not known are not one model
verdict 0 u1.json u2.json
[ "$(grep -c '^# verdict for' out)" -eq 2 ] || fail "two unknown CPUs are one model"

verdict 1 cached.json
verdict 1 h1.json other.json
verdict 1 missing.json
verdict 129
verdict 129 --good x h1.json
verdict 129 --good 5 --bad 10 h1.json
verdict 129 --from 1QB h1.json
verdict 129 --format json h1.json

exit $failed
