#!/bin/sh
# perf bench results merge and show, and files that are none
# SPDX-License-Identifier: GPL-2.0

command -v python3 >/dev/null || exit 2

lib=$(cd "$(dirname "$0")" && pwd)/lib
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
mkdir -p runs/a runs/b

PYTHONPATH=$lib python3 -B - <<'END' || exit 1
from bench_results import *

MB = 1 << 20

def run(scale=1.0, n=20, counter=100):
    event = {'cycles:u': {'state': 'counted', 'value': counter, 'running': 1.0, 'rounds': n,
                          'per_line': None}}
    return [case('x86-64-stosb', 2 * MB, [x * scale for x in spread(50 * GB, n=n)], counters=event),
            case('x86-64-movnt', 2 * MB, [2 * x * scale for x in spread(50 * GB, n=n)])]

write('runs/a/x.json', run(), notes=['first'])
write('runs/b/x.json', run(1.1, 30, 200), notes=['second', 'first'])
busy = "other tasks had the CPU for 25% of the samples' time, which does not count"
write('busy.json', run(1.02), notes=['cycles are ticks', busy])
write('idle.json', run(1.03), notes=['cycles are ticks'])
for name in ('many1', 'many2'):
    write(name + '.json', run(1.04 + 0.01 * int(name[4])), notes=['merged from 2147483647 runs'])
write('many3.json', run(1.07), notes=['merged from 99999999999999999999 runs'])
write('kernel.json', run(1.01), dict(HOST, kernel='6.13.0'))
write('other.json', run(), benchmark='tlb/range')
uneven = run(1.2, 25)
uneven[1]['samples'] = uneven[1]['samples'][:10]
write('uneven.json', uneven)
write('r-cached.json', run()[:1])
write('only.json', [run()[0], case('x86-64-clzero', 2 * MB, spread(GB, n=20))])
write('s1.json', [summary('clear', GB, 10, 0, n=5)])
write('s2.json', [summary('clear', GB, 20, 0, n=5)])
for name, mean in (('u1', 100), ('u2', 300)):
    write(name + '.json', [case('clear', GB, mean=mean)])
for name, scale in (('r1', 0), ('r2', 0), ('r3', 3)):
    write(name + '.json', [dict(c, spread=scale, ipc=scale) for c in run(1 + 0.01 * len(name) *
                                                                        int(name[1]))])
# what a run gives whose clock was too slow, and what differences of times can be
nulls = case('x86-64-stosb', GB, [None, None, None])
write('nulls.json', [nulls])
less = dict(case('x86-64-stosb', GB, [2.5, -0.5, 1.5]), unit='cycles/op')
write('less.json', [less], metric='latency', less_is_better=True)

good = open('runs/a/x.json').read()
bad = {
    'empty': '', 'blank': '\n\n', 'number': '42', 'array': '[1, 2]', 'text': 'no JSON at all',
    'binary': '\x00\x01\x02', 'truncated': good[:len(good) // 2], 'tail': good + good,
    'schema': good.replace('perf-bench-results', 'other'), 'version': good.replace(
        '"version": 1', '"version": 2'), 'noversion': good.replace('"version": 1, ', ''),
    'nocases': '{"schema": "perf-bench-results", "version": 1, "benchmark": "x"}',
    'negative': good.replace('"size": 2097152', '"size": -1'),
    'unit': good.replace('"unit": "bytes/sec"', '"unit": 7', 1),
    'type': good.replace('"samples": [', '"samples": {"a": [', 1).replace(
        '], "counters', ']}, "counters', 1),
    'nan': good.replace('"samples": [', '"samples": [NaN, ', 1),
    'inf': good.replace('"samples": [', '"samples": [1e999, ', 1),
    'deep': '[' * 100000, 'deeper': '{"a":' * 100000,
    'escape': good.replace('"mem/clear"', '"\\u001b[31mred\\n"').replace(
        '"version": 1', '"version": 3'),
}
for name, text in bad.items():
    with open('bad-' + name, 'w') as f:
        f.write(text)
END
mkdir bad-directory
printf '\377\376{' >bad-utf
head -c 300000000 /dev/zero | tr '\0' ' ' >bad-huge

. "$lib/bench_results.sh"

# files that are none: each command, one line with the name, nothing else
for bad in bad-* missing; do
	results 1 show "$bad"
	says "$bad: ." err
	[ ! -s out ] || fail "show $bad printed something"
	grep -q "$(printf '\033')" err && fail "show $bad: an escape sequence went through"
done
for command in compare plot verdict merge; do
	results 1 $command runs/a/x.json bad-truncated
	says "bad-truncated: line .*truncated" err
	results 129 $command
done
results 129 show
rm -f bad-huge

# show: the formats of a run
for format in default simple table markdown csv json; do
	results 0 show --format $format runs/a/x.json
	[ -s out ] || fail "show --format $format: nothing printed"
done
python3 -B -c '
import json
a, b = json.load(open("runs/a/x.json")), json.load(open("out"))
assert a["cases"][1]["samples"] == b["cases"][1]["samples"] and a["host"] == b["host"]
assert abs(b["cases"][1]["speedup"]["percent"] - 100) < 1e-6, b["cases"][1]["speedup"]
' || fail "show --format json"
results 0 show -o shown.txt runs/a/x.json runs/b/x.json
[ ! -s out ] || fail "show -o prints"
[ "$(grep -c '^# runs/[ab]/x.json' shown.txt)" -eq 2 ] || fail "show: files are not named"
results 129 show --format json runs/a/x.json runs/b/x.json
results 129 show --format xml runs/a/x.json
perf bench results show --format csv - <runs/a/x.json >out 2>err || fail "standard input"
says "x86-64-movnt"

# merge: samples appended, in pairs
results 0 merge -o merged.json runs/a/x.json runs/b/x.json
results 0 show merged.json
python3 -B - <<'END' || fail "merge is wrong"
import json
a, b, m = (json.load(open(n)) for n in ('runs/a/x.json', 'runs/b/x.json', 'merged.json'))
assert len(m['cases']) == 2, len(m['cases'])
for i in range(2):
    assert m['cases'][i]['samples'] == a['cases'][i]['samples'] + b['cases'][i]['samples']
    assert m['cases'][i]['n'] == 50
assert abs(m['cases'][1]['speedup']['percent'] - 100) < 1e-6, m['cases'][1]['speedup']
c = m['cases'][0]['counters']['cycles:u']
assert c['rounds'] == 50 and abs(c['value'] - 160) < 1e-9, c
assert m['notes'] == ['first', 'runs/b/x.json: second', 'merged from 2 runs'], m['notes']
assert m['host'] == a['host']
END

# ... kept apart where pairs would break
results 0 merge -o uneven-merged.json runs/a/x.json uneven.json
results 0 merge -o only-merged.json runs/a/x.json only.json
results 0 show only-merged.json
results 0 compare only-merged.json only-merged.json
python3 -B - <<'END' || fail "merge of other blocks is wrong"
import json
m = json.load(open('uneven-merged.json'))
assert [c['n'] for c in m['cases']] == [20, 20, 25, 10], [c['n'] for c in m['cases']]
assert [c['block'] for c in m['cases']] == [0, 0, 1, 1]
m = json.load(open('only-merged.json'))
assert [c['function'] for c in m['cases']] == ['x86-64-stosb', 'x86-64-movnt', 'x86-64-stosb',
                                               'x86-64-clzero']
assert [c['block'] for c in m['cases']] == [0, 0, 1, 1]
END

# ... summaries pooled: 5 of 10 and 5 of 20 are 10 of 15 +- 5
results 0 merge s1.json s2.json
python3 -B -c '
import json
c = json.load(open("out"))["cases"]
assert len(c) == 1 and c[0]["n"] == 10 and c[0]["median"] is None, c
assert abs(c[0]["mean"] - 15 * 2**30) < 1 and abs(c[0]["pstdev"] - 5 * 2**30) < 1, c
' || fail "merge of summaries is wrong"

# ... those of which nobody knows how many they are of stay apart, and null
results 0 merge u1.json u2.json
python3 -B -c '
import json
c = json.load(open("out"))["cases"]
assert [(x["mean"], x["n"], x["block"]) for x in c] == [(100, None, 0), (300, None, 1)], c
' || fail "merge of unknown numbers is wrong"

# ... each run with its own weight, and once
results 0 merge r1.json r2.json r3.json
python3 -B -c '
import json
m = json.load(open("out"))
assert all(abs(c["spread"] - 1) < 1e-9 and abs(c["ipc"] - 1) < 1e-9 for c in m["cases"]), m["cases"]
' || fail "merge of three is wrong"
results 1 merge -o no.json r1.json r2.json r1.json
says "r1.json has the samples of r1.json: a run counts once" err
results 0 merge -o two.json r1.json r2.json
results 0 merge -o three.json two.json r3.json
says "merged from 3 runs" three.json
says_not "merged from 2 runs" three.json

# what we write we can read
results 0 show -f json nulls.json
cp out again.json
results 0 show -f json again.json
cmp -s out again.json || fail "nulls.json does not stay as it is"
results 0 show -f json less.json
python3 -B -c '
import json
c = json.load(open("out"))["cases"][0]
assert c["min"] == -0.5 and c["samples"][1] == -0.5, c
' || fail "a difference below 0 is not kept"

# a file that is there is not lost to a command that has nothing to say, or cannot write
echo mine >keep
results 1 verdict -o keep runs/a/missing.json
results 1 verdict -o keep r-cached.json
[ "$(cat keep)" = mine ] || fail "verdict emptied a file"
results 1 show -o /dev/full runs/a/x.json
says "show: --output '/dev/full': No space left on device" err
perf bench results show runs/a/x.json >/dev/full 2>err
[ $? -eq 1 ] || fail "a full disk: not exit code 1"
says "show: standard output: No space left on device" err

# ... notes of one run have its name, those of all have none
results 0 merge -o noted.json busy.json idle.json
results 0 merge -o noted.json noted.json r1.json
results 0 merge -o noted.json noted.json r2.json
python3 -B -c '
import json
notes = json.load(open("noted.json"))["notes"]
assert notes[0] == "noted: cycles are ticks" and len(notes) == 3, notes
assert notes[1].startswith("noted: busy: other tasks had the CPU for 25%"), notes
assert notes[2] == "merged from 4 runs", notes
' || fail "merge: whose notes they are is not said"

# ... and a file may say that it is any number of runs
results 0 merge -o many.json many1.json many2.json many3.json
says "merged from 2147483647 runs" many.json

# -o: what the name ends in; JSON if it says nothing
for name in x.csv:csv x.CSV:csv x.md:markdown x.txt:default x.json:json x:json; do
	results 0 show -f "${name#*:}" r1.json
	cp out want
	for command in show merge; do
		results 0 $command -o "${name%:*}" r1.json
		[ ! -s out ] || fail "$command -o ${name%:*} prints"
		cmp -s want "${name%:*}" || fail "$command -o ${name%:*} is not ${name#*:}"
	done
done
results 0 compare -o x.csv r1.json r2.json
results 0 compare -f csv r1.json r2.json
cmp -s out x.csv || fail "compare -o x.csv is not CSV"
results 0 compare -o x r1.json r2.json
says perf-bench-compare x
results 129 show -o x.csv r1.json r2.json
says "output 'x.csv': json and csv take one file" err
results 129 verdict -o x.json r1.json
says "output 'x.json': no json is written here" err

# ... one host only, unless forced
results 1 merge -o no.json runs/a/x.json kernel.json
says "kernel.json is of another host or setting than runs/a/x.json: kernel is 6.13.0, not 6" err
[ ! -e no.json ] || fail "a refused merge wrote a file"
results 0 merge --force -o forced.json runs/a/x.json kernel.json
python3 -B -c '
import json
m = json.load(open("forced.json"))
assert m["host"]["kernel"] is None and m["host"]["cpu"].startswith("AMD"), m["host"]
assert any("6.13.0" in n for n in m["notes"]), m["notes"]
' || fail "merge --force is wrong"
results 1 merge --force runs/a/x.json other.json
results 1 merge -o /nosuch/file runs/a/x.json

exit $failed
