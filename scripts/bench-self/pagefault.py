#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Bandwidth of perf bench pagefault against a bare loop of map, touch, unmap, in turn."""
import json
import statistics
import tempfile

import common

POOL = '/sys/kernel/mm/hugepages/hugepages-2048kB/'


def row_of(bare, kind, mbytes, pairs, rounds):
    def ours():
        run = common.Run('perf', 'bench', 'pagefault', kind, '-s', f'{mbytes}MB', '-f',
                         'demand-write', '-r', str(rounds), '--no-counters', '--format', 'json')
        return json.loads(run.out)['cases'][0]['median'] / (1 << 20)

    def theirs():
        # Its first rounds are ours' warm-up.
        run = common.Run(bare, kind, str(mbytes), str(rounds + 2))
        return statistics.median(float(line) for line in run.out.split()[2:])

    ratio = common.Ratio(*common.in_turn(pairs, ours, theirs))
    return common.row(f'pagefault {kind} {mbytes}MB against a bare loop, {pairs} pairs',
                      'within 1%', ratio.percent(), ratio.within(0.99, 1.01))


def free_pages():
    with open(POOL + 'free_hugepages', encoding='ascii') as free, \
            open(POOL + 'resv_hugepages', encoding='ascii') as promised:
        return int(free.read()) - int(promised.read())


def measure(quick):
    pairs = 12 if quick else 100
    with tempfile.TemporaryDirectory() as where:
        bare = common.compiled('pf-loop', where)
        rows = [row_of(bare, 'thp', 64, pairs, 15), row_of(bare, 'base', 16, pairs, 15)]
        if free_pages() >= 32:
            rows.append(row_of(bare, 'hugetlb', 64, pairs, 15))
    return rows


if __name__ == '__main__':
    common.main(measure, __doc__)
