#!/bin/sh
# perf bench results plot: scripts, pictures, and names that try to run commands
# SPDX-License-Identifier: GPL-2.0

command -v python3 >/dev/null || exit 2

lib=$(cd "$(dirname "$0")" && pwd)/lib
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

PYTHONPATH=$lib python3 -B - <<'END' || exit 1
from bench_results import *

KB, MB = 1 << 10, 1 << 20
sizes = [4 * KB, 64 * KB, 2 * MB, 16 * MB, 128 * MB, GB]

def event(per_line):
    return {'L1-dcache-load-misses:u': {'state': 'counted', 'value': 1e6, 'running': 1.0,
                                        'rounds': 5, 'per_line': per_line}}

def sweep(factor):
    stosb = [90, 80, 60, 20, 11, 10]
    cases = []
    for i, size in enumerate(sizes):
        cases.append(case('x86-64-stosb', size, spread(stosb[i] * factor * GB), block=i,
                          counters=event(1.0)))
        cases.append(case('x86-64-movnt', size, spread(17 * factor * GB), block=i,
                          counters=event(0.0)))
    return cases

write('a.json', sweep(1))
write('b.json', sweep(1.1), BROADWELL)
write('chunks.json', [case('x86-64-stosb', GB, spread((9 + i) * GB), chunk=c)
                      for i, c in enumerate([4 * KB, 64 * KB, 2 * MB, 0])])
write('one.json', [case('x86-64-stosb', GB, spread(9 * GB)),
                   case('x86-64-movnt', GB, spread(17 * GB))])
write('mail.json', [summary('x86-64-stosb', 16 * MB, 15.39, 9.14),
                    summary('x86-64-stosb', GB, 11.86, 0.83)])

def flush(function, pages, ns):
    return {'function': function, 'pages': pages, 'threads': 2, 'unit': 'ns/op', 'block': pages,
            'samples': spread(ns)}

pages = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
write('tlb.json', [flush('mprotect-ranged', n, 400 + 100 * n) for n in pages] +
      [flush('mprotect-full', n, 2400) for n in pages] +
      [flush('mprotect', n, min(400 + 100 * n, 2401)) for n in pages],
      benchmark='tlb/range', metric='time', less_is_better=True)

hostile = ['`touch pwned`', "'; system('touch pwned') #", '$(touch pwned)', '@pwned', '\\\\n"x"',
           '{/Symbol a}_b^c', '"."`touch pwned`', '%s%n', 'END', '<script>&', 'é' * 60]
write('hostile.json', [case(f, s, spread(GB)) for f in hostile for s in sizes[:3]],
      dict(HOST, cpu="`touch pwned`'\n!touch pwned\n", kernel="'`touch pwned`"))
write('many.json', [case(f'f{i}', s, [1.0]) for i in range(70) for s in sizes[:2]])
write('some.json', [case(f'f{i}', s, [1.0]) for i in range(20) for s in sizes[:2]])
write('failed.json', [case('x86-64-stosb', GB, failed='guard bytes')])
END

. "$lib/bench_results.sh"

# plot CODE ARGS...
plot()
{
	code=$1
	shift
	results "$code" plot "$@"
}

# bandwidth over size: log axis, error bars, caches
plot 0 --script -o a.svg a.json
says 'set output "./a.svg"'
says "set logscale x 2"
says '"1GB" 1073741824'
says '"L1d 32KB"'
says '"L2 512KB"'
says '"LLC 16MB"'
says 'title "x86-64-movnt"'
says "yerrorbars"
says "65536 80"
says "bandwidth, GB/s"

# two files: a line a function and file, the caches of both
plot 0 --script -o ab.svg a.json b.json
says 'title "a: x86-64-movnt"'
says 'title "b: x86-64-movnt"'
says '"LLC 16MB a"'
says '"LLC 25MB b"'
says '"L1d 32KB"'
says_not '"L1d 32KB a"'

# what else there is to draw
plot 0 --script chunks.json
says 'set xlabel "chunk"'
says '"64KB" 65536'
says "1073741824 12"
plot 0 --script -m L1-dcache-load-misses a.json
says "L1-dcache-load-misses:u per 64-byte line"
plot 0 --script -o one.svg one.json
says "boxes"
says '("x86-64-stosb" 1, "x86-64-movnt" 2)'
plot 0 --script -x threads a.json
says "boxes"
plot 0 --script -o x.png --log-y mail.json
says "set logscale y"
says "16777216 15.39 13.98"
# 400 + 100 n is 2400 at 20 pages; between 16 and 32 a straight line over log x meets it at 18.9
plot 0 --script -o tlb.svg tlb.json
says 'set xlabel "pages"'
says '"break-even 19 \\050mprotect-ranged\\051"'
says '"kernel default 33"'
[ "$(grep -c break-even out)" -eq 1 ] || fail "a break-even of what the kernel chose"
says_not "LLC"

# wrong options and files
plot 129 -o a.gif a.json
plot 129 -x nosuch a.json
plot 129 -m nosuch a.json
plot 1 a.json missing.json
plot 1 a.json tlb.json
plot 1 many.json
says "more than 64 curves: -f chooses functions" err

# some functions of many
perf bench results plot --script -o some.svg some.json >out 2>err || fail "20 curves: exit code $?"
says "20 curves are hard to tell apart: -f chooses functions" err
says "outside right"
[ "$(wc -l <err)" -eq 1 ] || fail "20 curves: not one line"
python3 -B - <<'END' || fail "two of 20 curves look alike"
import re
looks = re.findall(r"linecolor rgb ('#\w+').*? pointtype (\d+) .*? title", open('out').read())
assert len(looks) == len(set(looks)) == 20, looks
END
plot 0 --script -o some.svg -f f3,f69 many.json
says 'title "f3"'
says 'title "f69"'
[ "$(grep -c 'title "f' out)" -eq 2 ] || fail "-f draws others"
plot 129 -f f3,f70 many.json
says "no file has a function 'f70'" err
plot 129 -f f,f3 many.json
plot 129 -f '' many.json
plot 1 failed.json
plot 129
perf=$(command -v perf)
env PATH=/nonexistent "$perf" bench results plot -o gone.svg a.json >out 2>err
[ $? -eq 1 ] || fail "without gnuplot: not exit code 1"
says "gnuplot is needed" err
[ "$(wc -l <err)" -eq 1 ] || fail "without gnuplot: not one line"
[ ! -e gone.svg ] || fail "without gnuplot: left a file"
env PATH=/nonexistent "$perf" bench results plot --script a.json >out 2>err ||
	fail "--script needs gnuplot"

# in the script, names stand in quotes only, with nothing in them that means something
plot 0 --script hostile.json
says 'title " \\047\\073 system\\050\\047touch pwned\\047\\051 \\043 "'
python3 -B - <<'END' || fail "a name got out of its quotes"
import re
script = open('out').read()
bare = re.sub(r'"[^"\n]*"', '', script)
for bad in ('pwned', '`', '@', '$(', 'Symbol', 'script>', '%s'):
    assert bad not in bare, (bad, bare)
for text in re.findall(r'"((?:[^"\n])*)"', script):
    assert re.fullmatch(r"(?:[\w .,:/+-]|\\[0-7]{3}|\\n)*", text), text
END

if ! command -v gnuplot >/dev/null; then
	[ $failed -eq 0 ] && exit 2
	exit 1
fi

plot 0 -o hostile.svg hostile.json
plot 0 hostile.json
plot 0 -o "it's|cat.svg" a.json
[ -s "it's|cat.svg" ] || fail "a quote in a file name"
[ ! -e pwned ] || fail "a name of a file ran a command"
for file in a chunks one mail tlb; do
	plot 0 -o $file.svg $file.json
	plot 0 -o $file.png $file.json
	plot 0 $file.json
done
# in letters: what y is, names apart from marks, all of a mark's text, and an end
plot 0 a.json
says "bandwidth, GB/s"
says " x86-64-movnt  [*#]"
says "| *L1d 32KB"
says "| *L2 512KB"
[ -z "$(tail -c 1 out)" ] || fail "the last line has no end"
# ... bars have numbers, whose names stand in the key
plot 0 -x page a.json
says " 1 x86-64-stosb, size 4KB "
says "^ *1  *2  *3  *4  *5  *6  *7  *8  *9 *10 *11 *12 *$"
plot 0 -o two.svg a.json b.json
plot 0 -o a.pdf a.json
plot 1 -o /nosuch/a.svg a.json
python3 -B - <<'END' || fail "a picture is wrong"
import xml.dom.minidom
texts = {}
for name in ('a', 'two', 'tlb', 'hostile'):
    doc = xml.dom.minidom.parse(name + '.svg')
    texts[name] = ' '.join(''.join(c.data for c in t.childNodes if c.nodeType == 3)
                           for t in doc.getElementsByTagName('tspan') or
                           doc.getElementsByTagName('text'))
    if not texts[name].strip():
        texts[name] = doc.documentElement.toxml()
assert 'x86-64-movnt' in texts['a'] and 'LLC 16MB' in texts['a'], texts['a']
assert 'a: x86-64-stosb' in texts['two'] and 'b: x86-64-stosb' in texts['two']
assert 'break-even 19' in texts['tlb'], texts['tlb']
assert "system('touch pwned')" in texts['hostile'].replace('&apos;', "'"), texts['hostile']
assert open('a.png', 'rb').read(8) == b'\x89PNG\r\n\x1a\n'
assert open('a.pdf', 'rb').read(5) == b'%PDF-'
END

exit $failed
