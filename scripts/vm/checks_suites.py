# SPDX-License-Identifier: GPL-2.0
"""Suites of "perf test" that can do more here than on most machines."""
import re

from items import check, need, same


def suite(guest, name, may_skip=(), timeout=240):
    """All its cases have to pass; those that contain one of @may_skip may be skipped.

    By its number: a name picks cases only that are called so themselves.
    """
    listed = guest.run('perf test list')
    number = re.search(rf'^ *(\d+): {re.escape(name)}', listed.out + listed.err, re.M)
    need(number, f'no suite is called "{name}"')
    result = guest.run(f'perf test {number.group(1)}', timeout)
    # Lines end in colours where the output is a terminal, and are written over.
    cases = dict(re.findall(r'^ *[\d.]+: (.*?) *: (Ok|Skip.*|FAILED!.*)$', result.out + result.err,
                            re.M))
    need(cases, f'nothing ran: {result.out}{result.err}')
    same('exit code', result.code, 0)
    for case, outcome in cases.items():
        need(outcome == 'Ok' or outcome.startswith('Skip') and any(s in case for s in may_skip),
             f'{case}: {outcome}')
    return cases


@check('perf test: exact counts of events, breakpoints in memory that is cleared among them')
def kernel_events(guest):
    cases = suite(guest, 'bench kernel events')
    need(any('breakpoint in a page that is cleared' in c for c in cases), f'only {list(cases)}')


@check('perf test: regions on nodes')
def region(guest):
    suite(guest, 'bench region')


@check('perf test: huge page pools')
def hugepages(guest):
    suite(guest, 'bench hugepages')


@check('perf test: threads and processes on four CPUs')
def crew(guest):
    suite(guest, 'bench crew')


@check('perf test: clear functions of this CPU')
def functions(guest):
    suite(guest, 'bench mem clear functions', ('clzero', 'movdir64b', 'avx512', 'stosb'))
