# SPDX-License-Identifier: GPL-2.0
"""perf bench tlb range where the ceiling of single-page flushes may be set."""
from items import Measured, check, need, same, settle, shell

CEILING = '/sys/kernel/debug/x86/tlb_single_page_flush_ceiling'
OPERATIONS = ('mprotect', 'madvise', 'munmap')


def flushes_are(m, function, kind):
    """Nearly all flushes of a function; the kernel now and then flushes for its own ends."""
    share = {k: sum(m.samples(function, k)) for k in ('ranged', 'full')}
    total = sum(share.values())
    need(total > 0, f'{function}: no flush counted')
    need(share[kind] >= 0.9 * total, f'{function}: {share}, not nearly all {kind}')


def ceiling_is(guest, want):
    settle(guest, f'cat {CEILING}', str(want), 'ceiling')


@check('tlb range: 8 pages are ranged at ceiling 33, and either way where asked')
def ranged(guest):
    ceiling_is(guest, 33)
    m = Measured(guest, 'tlb range -f all --pages 8 -t 2 -r 10')
    for operation in OPERATIONS:
        flushes_are(m, operation, 'ranged')
        flushes_are(m, operation + '-ranged', 'ranged')
        flushes_are(m, operation + '-full', 'full')
    ceiling_is(guest, 33)


@check('tlb range: above the ceiling of 33 all is full')
def above(guest):
    m = Measured(guest, 'tlb range -f mprotect,mprotect-ranged --pages 34 -t 2 -r 10')
    flushes_are(m, 'mprotect', 'full')
    flushes_are(m, 'mprotect-ranged', 'ranged')
    ceiling_is(guest, 33)


@check('tlb range: the break-even is told, with the ceiling that was found')
def break_even(guest):
    m = Measured(guest, 'tlb range -f mprotect,mprotect-ranged,mprotect-full --pages 1,8,64 '
                        '-t 2 -r 10')
    notes = [n for n in m.json['notes'] if n.startswith('break-even of mprotect, 2 threads')]
    same('notes', len(notes), 2)
    for note, what in zip(notes, ('operation alone', 'operation and refill')):
        need(what in note and '(kernel: above 33)' in note, note)
    ceiling_is(guest, 33)


@check('tlb range: 8 pages are full at ceiling 1, which is kept')
def full(guest):
    shell(guest, f'echo 1 >{CEILING}')
    try:
        m = Measured(guest, 'tlb range -f mprotect,mprotect-ranged --pages 8 -t 2 -r 10')
        flushes_are(m, 'mprotect', 'full')
        flushes_are(m, 'mprotect-ranged', 'ranged')
        ceiling_is(guest, 1)
    finally:
        shell(guest, f'echo 33 >{CEILING}')


def while_changed(guest, function, what):
    """Do @what once the ceiling is not what it was; the result of perf.

    perf is not what runs in the background: the shell has SIGINT ignored there.
    """
    return guest.run(f'''
        (until [ "$(cat {CEILING})" != 33 ]; do :; done; {what}) &
        perf bench tlb range -f {function} --pages 8 -t 2 -r 100000 --time 100s >/dev/null''',
                     120)


@check('tlb range: the ceiling is set back when interrupted')
def interrupted(guest):
    for signal in 'INT', 'TERM':
        result = while_changed(guest, 'mprotect-full', f'kill -{signal} $(pidof perf)')
        same(f'exit code after {signal}', result.code, 130)
        ceiling_is(guest, 33)


@check('tlb range: of two runs at once one gets the ceiling')
def two_runs(guest):
    result = while_changed(guest, 'mprotect-full', '''
        perf bench tlb range -f mprotect,mprotect-full --pages 8 -t 2 -r 10 >/dev/null
        echo "second: $?" >&2
        kill -INT $(pidof perf)''')
    need('another perf bench tlb range' in result.err and 'second: 1' in result.err, result.err)
    same('exit code of the first', result.code, 130)
    ceiling_is(guest, 33)


@check('tlb range: the ceiling is set back after an error')
def failed(guest):
    """A process that may have no more mappings cannot map what it unmapped."""
    limit = '/proc/sys/vm/max_map_count'
    was = shell(guest, f'cat {limit}')
    try:
        result = while_changed(guest, 'munmap-full', f'echo 10 >{limit}')
    finally:
        shell(guest, f'echo {was} >{limit}')
    same('exit code', result.code, 1)
    need('Cannot allocate memory' in result.err, result.err)
    ceiling_is(guest, 33)
