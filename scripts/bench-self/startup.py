#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Start-up: the least that perf bench mem clear can be asked for, against the least that
perf bench mem memset of the same perf can. In CPU time, which other load hardly adds to, and
by the clock."""
import statistics

import common


def run(*args):
    return lambda: common.Run('perf', 'bench', 'mem', *args)


def measure(quick):
    nr = 10 if quick else 40
    least = ('-s', '4KB', '-l', '1')
    sides = {'': least, ' -f default --no-counters': least + ('-f', 'default',
                                                              '--no-counters')}
    runs = common.in_turn(nr, run('memset', *least, '-f', 'default'),
                          *(run('clear', *args) for args in sides.values()))
    rows = []
    for of, time in (('CPU time', 'cpu_seconds'), ('elapsed', 'seconds')):
        base, *others = ([getattr(r, time) for r in side] for side in runs)
        for what, got in zip(sides, others):
            ratio = common.Ratio(got, base)
            rows.append(common.row(f'mem clear -s 4KB -l 1{what} against mem memset, {of}',
                                   '<= 1.2x',
                                   f'{ratio.times()} ({statistics.median(got) * 1e3:.1f} ms, '
                                   f'{statistics.median(base) * 1e3:.1f} ms)',
                                   ratio.within(0, 1.2)))
    return rows


if __name__ == '__main__':
    common.main(measure, __doc__)
