#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A function against itself under another name: how large a difference is claimed that is
not there? Beside it what one gets by hand: five runs of perf bench mem memset, then five
more, means compared, in the same time."""
import statistics

import common


def stock(size, loops):
    """Bandwidth of one run of perf's own benchmark."""
    run = common.Run('perf', 'bench', '-f', 'simple', 'mem', 'memset', '-f', 'default',
                     '-s', size, '-l', str(loops))
    return float(run.out.split()[-1])


def stock_loops(size, seconds):
    """Loops that make a run of perf's own benchmark about that long, start-up included."""
    start = common.Run('perf', 'bench', 'mem', 'memset', '-f', 'default', '-s', size, '-l', '1')
    per_loop = common.bytes_of(size) / stock(size, 10)
    return max(int((seconds - start.seconds) / per_loop), 1)


def compare(size, budget, nr):
    """nr comparisons each way, in turn."""
    loops = stock_loops(size, budget / 10)
    ours, theirs, wall = [], [], []
    for i in range(nr):
        case, run = common.compare('self-a,self-b', size, budget, i + 1)
        ours.append(case['speedup'])
        wall.append(run.seconds)
        five = [statistics.mean(stock(size, loops) for _ in range(5)) for _ in range(2)]
        theirs.append(abs(five[1] / five[0] - 1) * 100)
        print(f'# {size} {i + 1}/{nr}: {ours[-1]["percent"]:+.3f}% '
              f'[{ours[-1]["ci95"][0]:+.3f}, {ours[-1]["ci95"][1]:+.3f}], '
              f'{case["n"]} samples, {run.seconds:.2f} s; '
              f'five against five {theirs[-1]:.2f}%', flush=True)
    return ours, theirs, statistics.median(wall)


def rows_of(size, budget, nr, most, widest):
    ours, theirs, wall = compare(size, budget, nr)
    claimed = common.p95([abs(s['percent']) for s in ours])
    holds = sum(s['noise'] for s in ours)
    width = statistics.median(s['ci95'][1] - s['ci95'][0] for s in ours)
    what = f'A/A {size}, {nr} x {budget:g} s'
    return [
        common.row(f'{what}: p95 of |speedup|', f'<= {most}%', f'{claimed:.3f}%',
                   claimed <= most),
        common.row(f'{what}: intervals that hold 0', '>= 93%', f'{holds / nr * 100:.1f}%',
                   common.share_met(holds, nr, 0.93)),
        common.row(f'{what}: median width', f'< {widest}%', f'{width:.3f}%', width < widest),
        common.row(f'{what}: median run', f'{budget:g} s', f'{wall:.2f} s',
                   wall <= 1.2 * budget),
        common.row(f'{what}: p95 of 5 stock runs against 5', '', f'{common.p95(theirs):.2f}%'),
    ]


def measure(quick):
    if quick:
        return rows_of('2MB', 1.5, 8, 0.2, 0.5) + rows_of('128MB', 4, 5, 1.5, 3)
    return rows_of('2MB', 1.5, 40, 0.2, 0.5) + rows_of('128MB', 6, 40, 1.5, 3)


if __name__ == '__main__':
    common.main(measure, __doc__)
