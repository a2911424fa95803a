#!/bin/sh
# perf bench formats: JSON, CSV, markdown and tables as other parsers read them
# SPDX-License-Identifier: GPL-2.0

# PATH may have another python3 first that came without its libraries.
python3 -c 'import csv, json, statistics' || { echo "skip: no python3 with csv, json"; exit 2; }

# shellcheck source-path=SCRIPTDIR source=lib/bench.sh
. "$(dirname "$0")/lib/bench.sh"

# Two functions beside the C library's are compared.
perf bench mem clear -f help | grep -q '^  x86-64-movnt ' || {
	echo "skip: no functions of x86-64 here"
	exit 2
}
faults=page-faults$(suffix)

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
doc=$(dirname "$0")/../../Documentation/bench-results-json.txt

perf bench mem clear -f x86-64-stosb,default,x86-64-movnt -s 16KB,64KB -k 4KB,0 -t 1,2 -r 12 \
	--victim 64KB -e page-faults,cycles:u -o "$tmp/run.out" --format json \
	>"$tmp/screen" || exit 1
perf bench mem clear -f x86-64-stosb,x86-64-movnt -s 16KB,64KB -r 12 --no-counters \
	--format json >"$tmp/pair.out" || exit 1
for name in run pair; do
	for format in default simple table markdown csv json; do
		perf bench results show -f $format "$tmp/$name.out" >"$tmp/$name.$format" ||
			exit 1
	done
done
perf bench results show -f json - <"$tmp/pair.out" >"$tmp/pair.piped" || exit 1
cmp "$tmp/pair.json" "$tmp/pair.piped" || exit 1

# A table is written in a few calls, not in one a word. Only root sees tracepoints.
if ! perf stat -x , -o "$tmp/writes" -e syscalls:sys_enter_write true 2>/dev/null; then
	set -- skip
fi
for args in "mem clear -s 4KB,8KB -r 2" "results show $tmp/run.out" \
	"results compare $tmp/run.out $tmp/run.out"; do
	[ "$1" != skip ] || break
	# shellcheck disable=SC2086 # words
	perf stat -x , -o "$tmp/writes" -e syscalls:sys_enter_write -- perf bench $args \
		>"$tmp/long" 2>/dev/null || { echo "FAIL: perf stat of $args"; exit 1; }
	n=$(sed -n 's/^\([0-9]*\),.*sys_enter_write.*/\1/p' "$tmp/writes")
	blocks=$(($(wc -c <"$tmp/long") / 4096 + 1))
	[ -n "$n" ] || { echo "FAIL: $args: writes were not counted"; exit 1; }
	[ "$n" -le $((blocks + 6)) ] || { echo "FAIL: $args: $n writes"; exit 1; }
done

python3 - "$tmp" "$doc" "$faults" <<'PYTHON'
import csv
import json
import math
import os
import re
import statistics
import sys

tmp, doc, faults = sys.argv[1:]
failed = 0


def check(what, good):
    global failed
    if not good:
        print('FAIL:', what)
        failed = 1


def near(a, b):
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def text(name):
    with open(os.path.join(tmp, name), encoding='utf-8') as f:
        return f.read()


def load(name):
    def refuse(constant):
        check(f'{name}: {constant} is no JSON', False)
    return json.loads(text(name), parse_constant=refuse)


def pages(case):
    return {k: case[k] for k in ('page', 'page_kind', 'threads', 'size', 'chunk')}


def check_statistics(name, m):
    v = m['samples']
    check(f'{name}: n', m['n'] == len(v))
    check(f'{name}: mean', near(m['mean'], statistics.fmean(v)))
    check(f'{name}: pstdev', near(m['pstdev'], statistics.pstdev(v)))
    check(f'{name}: median', near(m['median'], statistics.median(v)))
    check(f'{name}: range', (m['min'], m['max']) == (min(v), max(v)))
    check(f'{name}: interval', m['ci95'][0] <= m['median'] <= m['ci95'][1])


def check_json(d):
    check('schema', (d['schema'], d['version']) == ('perf-bench-results', 1))
    check('benchmark', d['benchmark'] == 'mem/clear')
    check('base', d['base'] == 'x86-64-stosb')
    check('complete', d['partial'] is False)
    check('cpus', d['host']['cpus'] in (None, os.sysconf('SC_NPROCESSORS_ONLN')))
    bases = {}
    for c in d['cases']:
        name = f'{c["function"]} {pages(c)}'
        if c['failed']:
            check(f'{name}: {c["failed"]}', False)
            continue
        check_statistics(name, c)
        check(f'{name}: bytes', c['bytes'] == c['size'] * c['threads'])
        for metric, m in c['metrics'].items():
            check_statistics(f'{name}: {metric}', m)
        if c['function'] == d['base']:
            bases[json.dumps(pages(c))] = c
            check(f'{name}: base', c['speedup'] is None)
    for c in d['cases']:
        if c['function'] == d['base']:
            continue
        name = f'{c["function"]} {pages(c)}'
        base = bases[json.dumps(pages(c))]
        check(f'{name}: block', base['block'] == c['block'])
        ratios = [a / b for a, b in zip(c['samples'], base['samples'])]
        s = c['speedup']
        check(f'{name}: speedup', near(s['percent'], (statistics.median(ratios) - 1) * 100))
        check(f'{name}: noise', s['noise'] == (s['ci95'][0] <= 0 <= s['ci95'][1]))


def paths(value, path, found):
    """Paths of all keys, as the document writes them."""
    if isinstance(value, dict):
        for key, v in value.items():
            star = path.endswith(('metrics', 'counters'))
            below = f'{path}.{"*" if star else key}' if path else key
            found.add(below)
            paths(v, below, found)
    elif isinstance(value, list):
        for v in value:
            paths(v, path + '[]', found)


def check_document(d):
    if not os.path.exists(doc):
        print('skip: no', doc)
        return
    with open(doc, encoding='utf-8') as f:
        documented = {m.group(1) for m in re.finditer(r'^([a-z][\w.\[\]*]*)::$', f.read(), re.M)}
    found = set()
    paths(d, '', found)
    # Axes that mem clear has not.
    absent = {'cases[].pages', 'cases[].align'}
    check(f'not documented: {sorted(found - documented)}', found <= documented)
    check(f'not in the file: {sorted(documented - found - absent)}',
          documented - absent <= found)


def same(field, value):
    if value is None:
        return field == ''
    if isinstance(value, bool):
        return field == str(value).lower()
    if isinstance(value, (int, float)):
        return field != '' and math.isclose(float(field), value, rel_tol=1e-9)
    return field == value


def check_csv(name, d):
    rows = list(csv.reader(text(name).splitlines()))
    check(f'{name}: rows', len(rows) == len(d['cases']) + 1)
    check(f'{name}: columns', {len(r) for r in rows} == {len(rows[0])})
    check(f'{name}: names', len(set(rows[0])) == len(rows[0]))
    for c, r in zip(d['cases'], (dict(zip(rows[0], r)) for r in rows[1:])):
        for key in ('function', 'page', 'page_kind', 'threads', 'size', 'chunk', 'unit', 'n',
                    'mean', 'pstdev', 'median', 'min', 'max', 'outliers', 'weak', 'note', 'ipc',
                    'spread', 'bytes', 'ops', 'loops', 'failed'):
            check(f'{name}: {key}', same(r[key], c[key]))
        s = c['speedup'] or {'base': None, 'percent': None, 'ci95': [None, None], 'noise': None}
        check(f'{name}: speedup', same(r['speedup_percent'], s['percent']) and
              same(r['speedup_lo'], s['ci95'][0]) and same(r['speedup_hi'], s['ci95'][1]) and
              same(r['noise'], s['noise']) and same(r['speedup_base'], s['base']))
        for metric, m in c['metrics'].items():
            for key in ('unit', 'n', 'mean', 'pstdev', 'median', 'min', 'max', 'outliers'):
                check(f'{name}: {metric}_{key}', same(r[f'{metric}_{key}'], m[key]))
        for event, e in c['counters'].items():
            for key in ('state', 'value', 'running', 'per_line', 'per_page', 'per_op'):
                check(f'{name}: {event}_{key}', same(r[f'{event}_{key}'], e[key]))


def markdown_tables(name):
    """Rows of cells of each table, without the line of dashes."""
    tables, inside = [], False
    for line in text(name).splitlines():
        if not line.startswith('|'):
            inside = False
            continue
        check(f'{name}: row ends', line.endswith('|'))
        if not inside:
            tables.append([])
        inside = True
        cells = [c.strip() for c in re.split(r'(?<!\\)\|', line)[1:-1]]
        tables[-1].append(cells)
    for t in tables:
        check(f'{name}: cells', {len(r) for r in t} == {len(t[0])})
        check(f'{name}: dashes', all(re.fullmatch('-+:?', c) for c in t[1]))
        del t[1]
    return tables


def check_pair(d):
    """The table of kernel cover letters, against the numbers that it was made of."""
    tables = markdown_tables('pair.markdown')
    check('pair: one table', len(tables) == 1)
    check('pair: headings', tables[0][0] == ['size', 'x86-64-stosb BW ( pstdev)',
                                             'x86-64-movnt BW ( pstdev)', 'speedup'])
    rows = [[r[0], *re.fullmatch(r'([\d.]+) GB/s \( \+- *([\d.]+)%\)', r[1]).groups(),
             *re.fullmatch(r'([\d.]+) GB/s \( \+- *([\d.]+)%\)', r[2]).groups(), r[3]]
            for r in tables[0][1:]]
    check('pair: rows', [r[0] for r in rows] == ['16KB', '64KB'])
    for r, a, b in zip(rows, d['cases'][::2], d['cases'][1::2]):
        for cell, value in ((r[1], a['mean'] / 2 ** 30), (r[3], b['mean'] / 2 ** 30),
                            (r[2], a['pstdev'] / a['mean'] * 100),
                            (r[4], b['pstdev'] / b['mean'] * 100)):
            check(f'pair: {cell} is {value}', abs(float(cell) - value) < 0.0051)
        s = b['speedup']
        check(f'pair: {r[5]}', r[5] == ('~' if s['noise'] else f'{s["percent"]:+.2f}%'))
    check('pair: not as wide', all(len(line) <= 100 for line in
                                   text('pair.table').splitlines()))


run, pair = load('run.out'), load('pair.out')
check('all cases', len(run['cases']) == 3 * 2 * 2 * 2)
for document in (run, pair):
    check_json(document)
check_document(run)
check('pair: no counters', all(c['counters'] == {} for c in pair['cases']))
for c in run['cases']:
    e = c['counters'][faults]
    check('faulted in before', e['value'] == (0 if e['state'] == 'counted' else None))
    check('victim', c['metrics']['victim']['n'] == 12)
for which, document in (('run', run), ('pair', pair)):
    check(f'{which}: JSON there and back', load(f'{which}.json') == document)
    check_csv(f'{which}.csv', document)
    simple = text(f'{which}.simple').split()
    check(f'{which}: simple', len(simple) == len(document['cases']) and
          all(math.isclose(float(s), c['median'], rel_tol=1e-6)
              for s, c in zip(simple, document['cases'])))
    for kind in ('default', 'simple', 'table', 'markdown', 'csv', 'json'):
        check(f'{which}.{kind}: inf or nan',
              not re.search(r'(?i)\b[-+]?(nan|inf)\b', text(f'{which}.{kind}')))
check_pair(pair)
tables = markdown_tables('run.markdown')
check('run: a row a case', all(len(t) == len(run['cases']) + 1 for t in tables))
check('run: axes', tables[0][0][:4] == ['function', 'size', 'chunk', 'threads'])
# Why an event is not counted takes as many words as there are reasons.
check('run: width', all(len(line) <= 100 for line in text('run.table').splitlines()
                        if not line.startswith('# events: ')))
check('run: default has each', text('run.default').count("# function '") == len(run['cases']))
check('run: speedups', text('run.default').count(' against x86-64-stosb: ') ==
      sum(c['speedup'] is not None for c in run['cases']))
check('-o keeps the table', 'x86-64-movnt' in text('screen'))
sys.exit(failed)
PYTHON
