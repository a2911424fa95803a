#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Work out the expected values in tools/perf/tests/bench-stats.c with exact fractions.

Prints them as C: what stands in the test between its BEGIN and END lines. With --check it
compares the two instead and exits 1 if they differ.
"""
import os
import statistics
import sys
from fractions import Fraction

TEST = os.path.join(os.path.dirname(__file__), '../tools/perf/tests/bench-stats.c')

SERIES = {
    'one sample': [5.42],
    'two samples': [1.0, 2.0],
    'equal samples': [7.25] * 4,
    'three, unordered': [3.0, 1.0, 2.0],
    'bandwidths': [17.35, 16.9, 18.2, 15.1, 17.0, 17.4, 16.2, 19.9, 17.1, 16.8],
    'an outlier': [10.0, 10.1, 9.9, 10.2, 9.8, 10.0, 100.0],
    'outliers both sides': [10.0, 10.1, 9.9, 10.2, 9.8, 10.0, 100.0, 0.5],
    'mostly equal': [20.0] * 7 + [20.5, 26.0],
    'steps of a clock': [1000.0, 1000.0, 1000.0, 1000.0, 1000.4, 999.6],
    'huge': [1e308, 1.5e308, 0.5e308, 1.7e308],
    'tiny': [1e-300, 3e-300, 2e-300, 7e-300],
    'large with small differences': [1e9 + 1, 1e9 + 2, 1e9 + 4, 1e9 + 3],
    'negative': [-3.0, -1.0, -2.0, 5.0],
    'zeros': [0.0, 0.0, 0.0],
}


def percentile(v, p):
    """Definition 7 of Hyndman and Fan."""
    s = sorted(v)
    rank = Fraction(p) / 100 * (len(s) - 1)
    i = min(int(rank), len(s) - 1)
    j = min(i + 1, len(s) - 1)
    return s[i] + (s[j] - s[i]) * (rank - i)


def outliers(v):
    """Rule of Iglewicz and Hoaglin with z = 3.5, none within 0.05% of the median."""
    median = statistics.median(v)
    deviations = [abs(x - median) for x in v]
    normal = statistics.NormalDist()
    sigma = float(statistics.median(deviations)) / normal.inv_cdf(0.75)
    if sigma == 0:
        sigma = float(statistics.mean(deviations)) * 1.2533141373155
    return sum(d > max(3.5 * sigma, 0.0005 * abs(median)) for d in deviations)


def c_series(name, values):
    v = [Fraction(x) for x in values]
    median = statistics.median(v)
    facts = [
        statistics.mean(v),
        statistics.pstdev(v),
        median,
        percentile(v, 10),
        percentile(v, Fraction('97.5')),
        statistics.median(abs(x - median) for x in v),
    ]
    yield f'\t{{ "{name}", {outliers(v)},'
    yield '\t  "' + ' '.join(f'{x:.15g}' for x in values) + '",'
    yield '\t  "' + ' '.join(f'{float(x):.15g}' for x in facts) + '" },'


def splitmix(seed, nr):
    """SplitMix64, from the paper's description."""
    mask = (1 << 64) - 1
    for _ in range(nr):
        seed = (seed + 0x9e3779b97f4a7c15) & mask
        z = seed
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9 & mask
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb & mask
        yield z ^ (z >> 31)


def output():
    yield 'static const struct reference references[] = {'
    for name, values in SERIES.items():
        yield from c_series(name, values)
    yield '};'
    yield ''
    yield 'static const u64 random_seed_1234567[] = {'
    for z in splitmix(1234567, 4):
        yield f'\t{z:#018x}ULL,'
    yield '};'


def main():
    lines = list(output())
    if sys.argv[1:] != ['--check']:
        print('\n'.join(lines))
        return 0
    with open(TEST, encoding='ascii') as f:
        text = f.read().split('\n')
    inside = text[text.index('/* BEGIN bench-stats-reference.py */') + 1:
                  text.index('/* END bench-stats-reference.py */')]
    return int(inside != lines + [''])


if __name__ == '__main__':
    sys.exit(main())
