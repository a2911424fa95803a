#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The fastest of our functions against the fastest store kernel of likwid-bench, in turn on
one CPU. Its kB is 1000 bytes and its MB 10^6, rounded down to whole iterations of its loop;
what is compared here is bytes per second."""
import math
import re
import shutil
import statistics
import subprocess

import common

KERNELS = [f'store{way}{width}' for way in ('', '_mem') for width in ('', '_sse', '_avx', '_avx512')]


def likwid(kernel, size, loops):
    """Bytes per second of one run, 0 if this CPU or likwid cannot run it."""
    text = size.replace('KB', 'kB')
    run = subprocess.run(['likwid-bench', '-t', kernel, '-w', f'S0:{text}:1', '-i', str(loops)],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    found = re.search(r'^MByte/s:\s*([0-9.]+)', run.stdout, re.M)
    return float(found.group(1)) * 1e6 if found and not run.returncode else 0


def likwid_cpu():
    """The CPU that its domain S0 begins with."""
    run = subprocess.run(['likwid-bench', '-t', 'store', '-w', 'S0:4kB:1', '-i', '10'],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    return re.search(r'running on hwthread (\d+)', run.stdout).group(1)


def ours(cpu, function, size, rounds):
    res, _ = common.clear('-f', function, '-s', size, '-k', '0', '-r', str(rounds), '-C', cpu)
    return res['cases']


def has_clzero():
    with open('/proc/cpuinfo', encoding='utf-8') as f:
        return bool(re.search(r'^flags\b.*\bclzero\b', f.read(), re.M))


def rows_of(cpu, size, pairs, least):
    bytes_ = common.bytes_of(size)
    # Short enough that most runs see no tick of the machine, which our samples do not either;
    # of some runs in a row the median, since a run of likwid-bench is one sample.
    loops = max(int(0.3e-3 * 30e9 / bytes_), 2)
    runs = 5 if bytes_ <= 2 << 20 else 1

    def theirs(kernel):
        return statistics.median(likwid(kernel, size, loops) for _ in range(runs))

    rounds = 300 if bytes_ <= 2 << 20 else 5
    fastest = max(KERNELS, key=theirs)
    best = max(ours(cpu, 'all', size, rounds), key=lambda c: c['median'])['function']
    us, them = common.in_turn(pairs, lambda: ours(cpu, best, size, rounds)[0]['median'],
                              lambda: theirs(fastest))
    ratio = common.Ratio(us, them)
    return common.row(f'{size}: {best} against likwid-bench {fastest}',
                      f'>= {least}x' if least else '',
                      f'{ratio.times()} ({statistics.median(us) / common.GB:.1f}, '
                      f'{statistics.median(them) / common.GB:.1f} GB/s)',
                      ratio.within(least, math.inf) if least else None)


def measure(quick):
    if not shutil.which('likwid-bench'):
        return [common.row('fastest function against likwid-bench', '',
                           'skipped: no likwid-bench (Debian package likwid)')]
    cpu = likwid_cpu()
    pairs = 7 if quick else 21
    least = 1.2 if has_clzero() else None
    rows = [rows_of(cpu, size, pairs, 0.98) for size in ('4KB', '64KB', '2MB')]
    rows.append(rows_of(cpu, '128MB', 3 if quick else 11, least))
    if not quick:
        rows.append(rows_of(cpu, '1GB', 5, least))
    return rows


if __name__ == '__main__':
    common.main(measure, __doc__)
