#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""What the engine takes for itself: time outside of the timed parts, page faults, memory,
and whether a run's time grows with the number of its cases."""
import statistics

import common


def defaults(runs):
    """Of "perf bench mem clear" with nothing else said, from start to exit."""
    shares, inside, timed = [], [], []
    for _ in range(runs):
        res, run = common.clear()
        spent = res['spent']
        accounted = sum(spent[k] for k in ('faulting', 'warm_up', 'timed', 'preempted'))
        shares.append((run.seconds - accounted) / run.seconds * 100)
        inside.append((spent['total'] - accounted) / spent['total'] * 100)
        timed.append(spent['timed'])
        print(f'# defaults: {len(res["cases"])} cases, {run.seconds:.2f} s: '
              f'{spent["faulting"]:.3f} s faulting, {spent["warm_up"]:.2f} s warm-up, '
              f'{spent["timed"]:.2f} s timed, {spent["preempted"]:.2f} s preempted, '
              f'{spent["total"]:.2f} s in the sampler', flush=True)
    share = statistics.median(shares)
    return [common.row('own share of a run at defaults, start to exit', '< 15%',
                       f'{share:.1f}%', share < 15),
            common.row('  of this while samples are taken', '',
                       f'{statistics.median(inside):.1f}%')]


def faults():
    """Rounds must not fault anything in anew."""
    few = common.clear('-f', 'default', '-s', '16MB', '-r', '2')[1].usage.ru_minflt
    many = common.clear('-f', 'default', '-s', '16MB', '-r', '200')[1].usage.ru_minflt
    pages = (16 << 20) // 4096
    return common.row('page faults, 200 rounds against 2 (16MB: 4096 pages)',
                      '< 1% of the pages more', f'{few} -> {many}', many - few < pages / 100)


def memory():
    """A run over several sizes needs what the largest of them needs; samples are small."""
    base = common.clear('-s', '4KB', '-r', '1')[1].usage.ru_maxrss
    one = common.clear('-s', '128MB', '-r', '1', '-f', 'default')[1].usage.ru_maxrss
    all_ = common.clear('-s', '4KB,1MB,64MB,96MB,128MB', '-r', '1', '-f',
                        'default,x86-64-stosb')[1].usage.ru_maxrss
    more = (all_ - one) / 1024
    return common.row('peak RSS, ten cases up to 128MB against one of 128MB', '< 2MB more',
                      f'{one / 1024:.1f} -> {all_ / 1024:.1f} MB ({base / 1024:.1f} at 4KB)',
                      more < 2)


def wall(quick):
    """Seconds a case of runs that differ in nothing but the number of cases."""
    per_case = {}
    counts = (2, 4, 8) if quick else (2, 4, 8, 16)
    for nr in counts:
        sizes = ','.join(str((1 << 20) + i * 4096) for i in range(nr))
        seconds = []
        for _ in range(3 if quick else 5):
            res, _ = common.clear('-f', 'default', '-s', sizes, '-k', '0', '-r', '500')
            seconds.append((res['spent']['total'] - res['spent']['faulting']) / nr)
        per_case[nr] = statistics.median(seconds)
        print(f'# {nr} cases: {per_case[nr] * 1e3:.1f} ms a case', flush=True)
    ratio = per_case[counts[-1]] / per_case[counts[0]]
    return common.row(f'time a case, {counts[-1]} cases against {counts[0]}', '0.9 to 1.1',
                      f'{ratio:.2f}', 0.9 <= ratio <= 1.1)


def measure(quick):
    return defaults(2 if quick else 5) + [faults(), memory(), wall(quick)]


if __name__ == '__main__':
    common.main(measure, __doc__)
