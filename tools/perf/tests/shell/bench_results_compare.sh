#!/bin/sh
# perf bench results compare: joins by case, tells noise from changes, names hosts that differ
# SPDX-License-Identifier: GPL-2.0

command -v python3 >/dev/null || exit 2

lib=$(cd "$(dirname "$0")" && pwd)/lib
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

PYTHONPATH=$lib python3 -B - <<'END' || exit 1
from bench_results import *

MB = 1 << 20

def sweep(movnt, page=4096):
    return [case('x86-64-stosb', 2 * MB, spread(50 * GB), block=0),
            case('x86-64-movnt', 2 * MB, spread(movnt * GB), block=0),
            case('x86-64-stosb', GB, spread(10 * GB), block=1, counters={
                'LLC-stores:u': {'state': 'counted', 'value': 1000000, 'running': 1.0,
                                 'rounds': 5, 'per_line': 0.06},
                'cycles:u': {'state': 'not supported'}})]

write('base.json', sweep(20))
write('same.json', sweep(20.01))
write('again.json', sweep(20.02))
write('slower.json', sweep(19.02))
write('slow.json', sweep(19))
write('fast.json', sweep(21))
write('kernel.json', sweep(19),
      dict(HOST, kernel='6.13.0', memory_bytes=HOST['memory_bytes'] + 4096))
write('cpu.json', sweep(19), BROADWELL)
write('thp.json', sweep(19), dict(HOST, thp='always'))
write('nohost.json', sweep(19), {})
for name, pools in (('pool', '2MB 512 (510 free), 1GB 0'), ('pool-free', '2MB 512 (7 free), 1GB 0'),
                    ('pool-larger', '2MB 600 (510 free), 1GB 0')):
    write(name + '.json', sweep(20), dict(HOST, huge_pages=pools))
write('other.json', sweep(20), benchmark='tlb/range')
write('unit.json', [case('x86-64-stosb', 2 * MB, [1.0], unit='ns/op')])
more = sweep(20)
more[2]['counters']['LLC-stores:u']['value'] = 2000000
more.append(case('x86-64-clzero', GB, spread(30 * GB), block=1))
more[1] = dict(more[1], failed='guard bytes overwritten')
del more[1]['samples']
write('more.json', more)
write('new.json', [case('x86-64-clzero', 4096, [1.0])])
write('once.json', [case('x86-64-stosb', 4096, [50 * GB])])
time = [dict(case('x86-64-stosb', 2 * MB), unit='ns/op', samples=spread(t)) for t in (100, 125)]
# one of twelve that is slower: surely, and by chance
def dozen(slower):
    return [case('x86-64-stosb', MB << i, spread(50 * (slower if i == 7 else 1) * GB), block=i)
            for i in range(12)]

NEXT = dict(HOST, kernel='6.13.0')
write('twelve.json', dozen(1))
write('twelve-sure.json', dozen(0.95), NEXT)
write('twelve-chance.json', dozen(0.979), NEXT)
write('longer.json', sweep(20) + [case('x86-64-clzero', MB << i, spread(GB), block=i)
                                  for i in range(30)])
calls = [dict(case('x86-64-stosb', s, chunk=s // 512), unit='ns/op', samples=spread(t))
         for s, t in ((2 * MB, 369.7), (GB, 9850919.5))]
for name in ('c1-of-a-long-name', 'c2-of-a-long-name'):
    write(name + '.json', calls, metric='latency', less_is_better=True)
write('kernel2.json', sweep(19.02), NEXT)
write('t1.json', time[:1], metric='latency', less_is_better=True)
write('t2.json', time[1:], metric='latency', less_is_better=True)

# from the mailing list: 5 runs, means and pstdev only
rows = [('bdx', 16, 17.35, 9.27, 11.83, 0.19), ('bdx', 1024, 5.42, 0.13, 11.78, 0.03),
        ('bdx', 4096, 5.41, 0.41, 11.76, 0.07), ('rome', 16, 15.39, 9.14, 14.56, 19.43),
        ('rome', 128, 11.04, 4.87, 14.49, 13.22), ('rome', 1024, 11.86, 0.83, 16.54, 0.04),
        ('rome', 4096, 11.89, 0.61, 16.49, 0.28)]
write('mail.json', [summary(r[0], r[1] * MB, *r[2:4]) for r in rows])
write('mail-nt.json', [summary(r[0], r[1] * MB, *r[4:6]) for r in rows])
write('lone.json', [case('rome', GB, mean=12 * GB), case('rome', 4 * GB, mean=12 * GB, n=5)])
END

. "$lib/bench_results.sh"

# compare CODE ARGS...
compare()
{
	code=$1
	shift
	results "$code" compare "$@"
}

# the same numbers: noise everywhere, and nothing is said of hosts
compare 0 base.json same.json
says "same against base: 0 better, 0 worse, 3 within noise"
says_not "hosts differ"
says_not "regression"
compare 0 --fail-above 0 base.json same.json

# 5% slower where nothing differs is what runs differ by
compare 0 base.json slow.json
says "slow against base: 0 better, 1 worse, 2 within noise"
says "worst: x86-64-movnt, size 2MB: -5.0"
says "CPU, kernel and settings are the same: this is noise between runs"
says "one run knows its own noise only"
says_not "regression"
perf bench results merge -o base2.json base.json again.json
perf bench results merge -o slow2.json slow.json slower.json
compare 0 base2.json slow2.json
says "this is noise between runs"
says "one run knows its own noise only"
compare 0 base.json fast.json
says "fast against base: 1 better, 0 worse, 2 within noise"
says_not "regression"

# ... and with another kernel it is a regression; memory may differ by a little
compare 0 base.json kernel.json
says "hosts differ in kernel: 6.12.0 | 6.13.0"
says_not "memory_bytes"
says "regression: x86-64-movnt, size 2MB: -5.0.*with another kernel"
says "one run knows its own noise only"
says_not "noise between runs"
sed 's/"memory_bytes": [0-9]*/"memory_bytes": 1/' kernel2.json >moved.json
perf bench results merge -o next2.json kernel.json kernel2.json
compare 0 base2.json next2.json
says "regression: x86-64-movnt, size 2MB: -5.0"
says_not "one run knows"

# ... but not on another CPU, with other settings, or nobody knows where
compare 0 base.json cpu.json
says "hosts differ in family: 23 | 6"
says "hosts differ in llc_bytes: 16MB | 25MB"
says "not called a regression: not the same CPU"
says_not "# regression"
compare 0 base.json thp.json
says "hosts differ in thp: madvise | always"
says "not called a regression: not the same settings"
compare 0 nohost.json nohost.json
says "do not say on which hosts"

# --fail-above: worse than the limit even at the better end of the interval
compare 1 --fail-above 2 base.json slow.json
says "slow: x86-64-movnt, size 2MB: -5.0.*--fail-above 2%: at least -2.9.*same CPU" err
says "fail-above 2%: fails: 1 of 3 changes surely beyond it"
compare 0 --fail-above 4 base.json slow.json
says "fail-above 4%: passes: 0 of 3 changes surely beyond it"
compare 0 --fail-above 6% base.json slow.json
compare 0 --fail-above 2 base.json fast.json
compare 0 --fail-above 2 --noise 6 base.json slow.json
says "0 better, 0 worse, 3 within noise"
compare 1 --fail-above 2 base.json cpu.json
says "not the same CPU" err
compare 129 --fail-above x base.json slow.json
compare 129 --fail-above -1 base.json slow.json

# ... which is wider the more changes there are, in the text and for the exit code
compare 1 --fail-above 2 twelve.json twelve-sure.json
says "regression: x86-64-stosb, size 128MB: -5.0"
says "at least -2.5.*among 12 changes; not the same kernel" err
compare 0 --fail-above 3 twelve.json twelve-sure.json
says "regression: x86-64-stosb, size 128MB: -5.0"
says "passes: 0 of 12 changes"
compare 0 --fail-above 0 twelve.json twelve-chance.json
says "0 better, 1 worse, 11 within noise"
says "among 12 changes chance gives one like it"
says "passes: 0 of 12 changes"
compare 1 --fail-above 0 twelve.json twelve-chance.json twelve-sure.json
says "among 24 changes chance gives one like it"
compare 0 --format json --fail-above 3 twelve.json twelve-sure.json
python3 -B -c '
import json
assert json.load(open("out"))["files"][1]["failing"] == 0
' || fail "the JSON has another rule"

# One sample has no spread, not one of 0.
perf bench results compare once.json once.json >out
grep -q '( *[0-9.]*%' out && fail "one sample with a spread"

# ... and what cannot be told does not pass: a case that failed, is gone, or has one number
perf bench results compare --fail-above 50 base.json more.json >out 2>err
[ $? -eq 1 ] || fail "--fail-above with a failed case: not exit code 1"
says "more: x86-64-movnt, size 2MB: --fail-above 50% cannot tell: guard bytes overwritten" err
perf bench results compare --fail-above 50 more.json base.json >out 2>err
[ $? -eq 1 ] || fail "--fail-above with a missing case: not exit code 1"
says "base: x86-64-clzero, size 1GB: --fail-above 50% cannot tell: the case is missing" err
perf bench results compare --fail-above 50 mail.json lone.json >out 2>err
[ $? -eq 1 ] || fail "--fail-above without an interval: not exit code 1"
says "lone: rome, size 1GB: --fail-above 50% cannot tell: too few samples" err

# free huge pages come and go; the pool is a setting
compare 0 pool.json pool-free.json
says_not "hosts differ"
compare 0 pool.json pool-larger.json
says "hosts differ in huge_pages"

# a time that grows is worse: old / new - 1
compare 0 t1.json t2.json
says "latency in ns/call"
says "-20.00%"
says "old / new - 1, + is better"
compare 1 --fail-above 15 t1.json t2.json
compare 0 --fail-above 19.9 t1.json t2.json

# metrics by name: a time out of a bandwidth, an event with and without its modifier
compare 0 -m time base.json slow.json
says "ns/call"
says "-5.0[0-9]%"
compare 0 --metric LLC-stores base.json more.json
says "1,000,000"
says "+100.00%? *$"
says "1 without an interval"
compare 129 --metric LLC-stores:u --fail-above 1 base.json more.json
says "changes of an event have no interval" err
compare 129 --metric cycles:x base.json more.json
says "base.json has bandwidth, LLC-stores:u, cycles:u" err
compare 1 --metric cycles base.json more.json
says "no other file has a case of it with a number for 'cycles:u'" err

# cases of one file only, and failed ones
compare 0 base.json more.json
says "not compared: x86-64-clzero, size 1GB: only in more"
says "not compared: x86-64-movnt, size 2MB: only in base, failed in more"
compare 1 base.json new.json
says "no other file has a case of it" err

# ... of which a longer run has many
compare 0 base.json longer.json
[ "$(grep -c "not compared" out)" -eq 5 ] || fail "not five cases that are not compared"
says "and 25 more, 30 cases in all"
perf bench results compare --fail-above 5 longer.json base.json >out 2>err
[ $? -eq 1 ] || fail "30 cases that cannot be told: not exit code 1"
says "fails: 0 of 3 changes surely beyond it, 30 cannot be told"

# two files fit in a line, also with large numbers
compare 0 c1-of-a-long-name.json c2-of-a-long-name.json
says "369.7/369.7"
says "9850920/9850920"
awk '!/^#/ && length > 100 { exit 1 }' out || fail "lines of more than 100 columns"

# three files
compare 0 base.json slow.json fast.json
says "slow against base: 0 better, 1 worse"
says "fast against base: 1 better, 0 worse"

# summaries without samples: the published speedups, intervals from pstdev and n
compare 0 mail.json mail-nt.json
says "rome *16MB .* ~ \["
says "rome *128MB .*+31.25% \["
compare 0 --format json mail.json mail-nt.json
python3 -B - <<'END' || fail "a published speedup does not come out"
import json
printed = {('bdx', 16): -31.81, ('bdx', 1024): 117.34, ('bdx', 4096): 117.37,
           ('rome', 16): -5.39, ('rome', 128): 31.25, ('rome', 1024): 39.46, ('rome', 4096): 38.68}
for c in json.load(open('out'))['cases']:
    change = c['changes'][1]
    want = printed.pop((c['function'], c['size'] >> 20))
    assert abs(change['percent'] - want) < 0.05, (c, want)
    assert change['ci95'][0] < want < change['ci95'][1], (c, want)
    assert change['noise'] == (want == -5.39), (c, want)
assert not printed, printed
END
compare 0 mail.json lone.json
says "1.18%?"
says "2 without an interval"

# what does not go together
compare 1 base.json other.json
compare 1 base.json unit.json
# ... though nobody asked for a metric
sed 's/"metric": "bandwidth"/"metric": "rate"/' base.json >rate.json
compare 1 rate.json base.json
says "rate.json has 'rate', base.json has bandwidth" err
compare 1 base.json missing.json
compare 129 base.json
compare 129 --format xml base.json slow.json
compare 129 --format simple base.json slow.json
compare 1 -o /nosuch/file base.json slow.json

# machine formats
compare 0 --format csv -o out.csv base.json slow.json
says "slow against base"
compare 0 --format json base.json more.json
# every key of it is in the man page
doc=$lib/../../../Documentation/perf-bench-results.txt
python3 -B - "$doc" <<'END' || fail "JSON has keys that are not documented"
import json, re, sys
known = set(re.findall(r"'([a-z0-9_]+)'", open(sys.argv[1]).read()))
axes = {'page', 'page_kind', 'threads', 'size', 'chunk'}
def keys(value, found):
    if isinstance(value, dict):
        found.update(value)
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        keys(one, found)
    return found
missing = keys(json.load(open('out')), set()) - known - axes
assert not missing, missing
END
cat out >out.json
compare 0 --format markdown base.json slow.json
cat out >out.md
python3 -B - <<'END' || fail "a machine format is wrong"
import csv, json
rows = list(csv.DictReader(open('out.csv', newline='')))
assert len(rows) == 3, rows
r = rows[1]
assert r['function'] == 'x86-64-movnt' and r['size'] == str(2 << 20), r
assert abs(float(r['base: median GB/s']) - 20) < 0.01, r
assert abs(float(r['slow: change %']) + 5) < 0.1 and r['slow: noise'] == '0', r
assert float(r['slow: change low']) < float(r['slow: change %']) < float(r['slow: change high'])
assert rows[0]['slow: noise'] == '1', rows[0]

j = json.load(open('out.json'))
assert j['schema'] == 'perf-bench-compare' and j['metric'] == 'bandwidth', j
assert len(j['cases']) == 4 and j['hosts_differ'] == {}, j
c = {(c['function'], c['size']): c for c in j['cases']}
assert c['x86-64-movnt', 2 << 20]['compared'] is False
assert c['x86-64-movnt', 2 << 20]['values'][1] is None
assert c['x86-64-clzero', 1 << 30]['values'][0] is None
assert c['x86-64-stosb', 1 << 30]['changes'][1]['noise'] is True
assert c['x86-64-stosb', 1 << 30]['changes'][0] is None
assert j['files'][1]['noise'] == 2, j['files']

md = [l for l in open('out.md') if l.startswith('|')]
assert len(md) == 5 and len({l.count('|') for l in md}) == 1, md
END

exit $failed
