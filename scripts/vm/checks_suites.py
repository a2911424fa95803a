# SPDX-License-Identifier: GPL-2.0
"""Suites of "perf test" that can do more here than on most machines."""
import perftest
from items import check, need, same


def suite(guest, name, may_skip=(), timeout=240):
    """All its cases have to pass; those that contain one of @may_skip may be skipped.

    By its number: a name picks cases only that are called so themselves.
    """
    listed = guest.run('perf test list')
    numbers = perftest.numbers(listed.out + listed.err)
    need(name in numbers, f'no suite is called "{name}"')
    result = guest.run(f'perf test {numbers[name]}', timeout)
    cases = {case: outcome for _, case, outcome in perftest.results(result.out + result.err)}
    need(cases, f'nothing ran: {result.out}{result.err}')
    same('exit code', result.code, 0)
    for case, outcome in cases.items():
        need(outcome == 'Ok' or outcome.startswith('Skip') and any(s in case for s in may_skip),
             f'{case}: {outcome}')
    return cases


@check('perf test: exact counts of events, breakpoints in memory that is cleared among them')
def kernel_events(guest):
    cases = suite(guest, 'bench kernel events: exact counts')
    need(any('breakpoint in a page that is cleared' in c for c in cases), f'only {list(cases)}')


@check('perf test: regions on nodes')
def region(guest):
    suite(guest, 'bench region: memory of a page kind')


@check('perf test: huge page pools')
def hugepages(guest):
    suite(guest, 'bench hugepages: pools, --reserve and limits')
    suite(guest, "bench hugepages: a cgroup's limit")


@check('perf test: threads and processes on four CPUs')
def crew(guest):
    suite(guest, 'bench crew: threads and processes that work together')


@check('perf test: clear functions of this CPU')
def functions(guest):
    suite(guest, 'bench mem clear functions', ('clzero', 'movdir64b', 'avx512', 'stosb'))
