# SPDX-License-Identifier: GPL-2.0
"""What the pieces of bench-self share: running programs, quantiles, the table."""
import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
GB = 1 << 30
UNITS = {'KB': 1 << 10, 'MB': 1 << 20, 'GB': 1 << 30}


class Run:
    """A program that has run: output, seconds by the clock and of the CPU, rusage."""

    def __init__(self, *argv):
        with tempfile.TemporaryFile('w+') as out, tempfile.TemporaryFile('w+') as err:
            start = time.perf_counter()
            child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            _, status, self.usage = os.wait4(child.pid, 0)
            self.seconds = time.perf_counter() - start
            self.cpu_seconds = self.usage.ru_utime + self.usage.ru_stime
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            self.out = out.read()
            if child.returncode:
                sys.exit(f'{" ".join(argv)}: exit code {child.returncode}: {err.read()}')


def clear(*args):
    """perf bench mem clear: the results, and the run that they are of."""
    run = Run('perf', 'bench', 'mem', 'clear', '--no-counters', '--format', 'json', *args)
    return json.loads(run.out), run


def compare(functions, size, seconds, seed):
    """Two of the functions of mem-clear-self.c, whole extents: the speedup, and the run."""
    os.environ['PERF_BENCH_SELF'] = '1'
    try:
        res, run = clear('-f', functions, '-s', size, '-k', '0', '--time', f'{seconds / 2}s',
                         '--seed', str(seed))
    finally:
        del os.environ['PERF_BENCH_SELF']
    return res['cases'][1], run


def bytes_of(size):
    return int(size[:-2]) * UNITS[size[-2:]]


def ns_per_loop(case):
    """Of the headline: median time of one loop."""
    return case['bytes'] / case['median'] * 1e9


def compiled(name, where):
    """Build a C program that lies here, in a directory that goes away."""
    subprocess.run([os.environ.get('CC', 'cc'), '-O2', '-o', f'{where}/{name}',
                    f'{HERE}/{name}.c'], check=True)
    return f'{where}/{name}'


def in_turn(nr, *sides):
    """Call each side nr times, whoever is first in turns: a list of results per side."""
    got = [[] for _ in sides]
    for i in range(nr):
        for k in range(len(sides)):
            side = (i + k) % len(sides)
            got[side].append(sides[side]())
    return got


class Ratio:
    """Median of the ratios of pairs, with its 95% interval from order statistics."""

    def __init__(self, a, b):
        ratios = sorted(x / y for x, y in zip(a, b))
        nr, cut, tail = len(ratios), 0, 0.5 ** len(ratios)
        while tail + math.comb(nr, cut + 1) * 0.5 ** nr <= 0.025:
            cut += 1
            tail += math.comb(nr, cut) * 0.5 ** nr
        self.median, self.lo, self.hi = statistics.median(ratios), ratios[cut], ratios[-1 - cut]

    def percent(self):
        return (f'{(self.median - 1) * 100:+.2f}% '
                f'[{(self.lo - 1) * 100:+.2f}, {(self.hi - 1) * 100:+.2f}]')

    def times(self):
        return f'{self.median:.3f}x [{self.lo:.3f}, {self.hi:.3f}]'

    def within(self, lo, hi):
        """Met or not; None, if this many pairs cannot tell."""
        if lo <= self.median <= hi:
            return True
        return None if self.lo <= hi and self.hi >= lo else False


def share_met(hits, nr, least):
    """Whether a share is at least that; None, if chance may well have kept it below."""
    if hits >= least * nr:
        return True
    tail = sum(math.comb(nr, k) * least ** k * (1 - least) ** (nr - k) for k in range(hits + 1))
    return False if tail < 0.05 else None


def p95(values):
    """The smallest value that at least 95% are not above (nearest rank)."""
    return sorted(values)[math.ceil(0.95 * len(values)) - 1]


def row(measure, target, got, met=None):
    """A line of the table; met is None where it cannot be told."""
    return {'measure': measure, 'target': target, 'got': got, 'met': met}


def table(rows):
    mark = {True: 'met', False: 'MISSED', None: 'cannot tell'}
    widths = [max(len(r[key]) for r in rows + [{key: key}])
              for key in ('measure', 'target', 'got')]
    head = {key: key for key in ('measure', 'target', 'got')}
    for r in [head] + rows:
        cells = [r[key].ljust(w) for key, w in zip(('measure', 'target', 'got'), widths)]
        verdict = mark[r['met']] if r['target'] and 'met' in r else ''
        print('  '.join(cells + [verdict]).rstrip(), flush=True)


def load():
    return f'load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs'


def main(measure, doc):
    """Run a piece alone."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument('--quick', action='store_true', help='fewer and shorter runs')
    args = parser.parse_args()
    if not shutil.which('perf'):
        sys.exit('perf is not in PATH')
    print(f'# {load()}')
    table(measure(args.quick))
