#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""A function against one that takes 1% or 5% longer: is a small difference
that is there told apart from noise, with the right sign?"""
import statistics

import common


def rows_of(size, slow, budget, nr, least):
    percent, apart = [], 0
    for i in range(nr):
        case, _ = common.compare(f'self-a,self-slow-{slow}', size, budget, i + 1)
        speedup = case['speedup']
        apart += speedup['ci95'][1] < 0
        percent.append(speedup['percent'])
        print(f'# {size} {i + 1}/{nr}: {speedup["percent"]:+.3f}% '
              f'[{speedup["ci95"][0]:+.3f}, {speedup["ci95"][1]:+.3f}]', flush=True)
    return [common.row(f'A/B {size}, {slow}% slower, {nr} x {budget:g} s: told apart',
                       f'>= {least}%',
                       f'{apart / nr * 100:.1f}% (median {statistics.median(percent):+.2f}%)',
                       common.share_met(apart, nr, least / 100))]


def measure(quick):
    if quick:
        return rows_of('2MB', 1, 1.5, 8, 95) + rows_of('128MB', 5, 4, 5, 90)
    return rows_of('2MB', 1, 1.5, 40, 95) + rows_of('128MB', 5, 6, 40, 90)


if __name__ == '__main__':
    common.main(measure, __doc__)
