#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Start-up: the least that perf bench mem clear can be asked for, against the least that
perf bench mem memset of the same perf can. In CPU time, which other load does not add to."""
import statistics

import common


def run(*args):
    return lambda: common.Run('perf', 'bench', 'mem', *args).cpu_seconds


def measure(quick):
    nr = 10 if quick else 40
    least = ('-s', '4KB', '-l', '1')
    sides = {'': least, ' -f default --no-counters': least + ('-f', 'default',
                                                              '--no-counters')}
    seconds = common.in_turn(nr, run('memset', *least, '-f', 'default'),
                             *(run('clear', *args) for args in sides.values()))
    rows = []
    for what, got in zip(sides, seconds[1:]):
        ratio = common.Ratio(got, seconds[0])
        rows.append(common.row(f'mem clear -s 4KB -l 1{what} against mem memset', '<= 1.2x',
                               f'{ratio.times()} ({statistics.median(got) * 1e3:.1f} ms, '
                               f'{statistics.median(seconds[0]) * 1e3:.1f} ms)',
                               ratio.within(0, 1.2)))
    return rows


if __name__ == '__main__':
    common.main(measure, __doc__)
