#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""What we print for memset() against a bare loop of it in a small program, in turn."""
import math
import statistics
import tempfile

import common


# Which 4KB pages a process gets decides how well 2MB fit into a cache of 2MB, and differs by
# some percent from one to the next; thp pages are all alike.
def row_of(bare, size, pairs, rounds, page='4KB'):
    bytes_ = common.bytes_of(size)
    # By page at 4KB, as the default is; else one call for all, as in the bare loop.
    args = ['-f', 'default', '-p', page, '-s', size, '-k', '4KB' if size == '4KB' else '0']
    once = common.ns_per_loop(common.clear('-r', '20', *args)[0]['cases'][0])
    # As long a sample as --min-time makes: so many that readings of the clock do not matter.
    loops = math.ceil(20000 / once)

    def ours():
        res, _ = common.clear('-r', str(rounds), '-l', str(loops), *args)
        return common.ns_per_loop(res['cases'][0])

    def theirs():
        return float(common.Run(bare, page, str(bytes_), str(loops), str(rounds)).out)

    ns = common.in_turn(pairs, ours, theirs)
    if size == '4KB':
        cost = statistics.median(a - b for a, b in zip(*ns))
        return common.row(f'cost of the harness per call of 4KB, {pairs} pairs', '< 5 ns',
                          f'{cost:.2f} ns of {statistics.median(ns[0]):.2f}', cost < 5)
    ratio = common.Ratio(ns[1], ns[0])
    return common.row(f'memset {size} in {page} pages against a bare loop, {pairs} pairs',
                      'within 2%', ratio.percent(), ratio.within(0.98, 1.02))


def measure(quick):
    pairs = 12 if quick else 60
    with tempfile.TemporaryDirectory() as where:
        bare = common.compiled('bare-memset', where)
        return [row_of(bare, '4KB', pairs, 1000), row_of(bare, '64KB', pairs, 1000),
                row_of(bare, '2MB', pairs, 300, 'thp'),
                row_of(bare, '128MB', pairs // 3, 10, 'thp')]


if __name__ == '__main__':
    common.main(measure, __doc__)
