# SPDX-License-Identifier: GPL-2.0
"""Events that count exactly what a benchmark did, and those that this machine lacks."""
import re
import subprocess

from items import Measured, Skipped, check, need, same, shell, succeed


def file_offset(perf, function):
    """Where a function of a program stands in its file."""
    def text(*command):
        return subprocess.run([*command, perf], stdout=subprocess.PIPE, text=True,
                              check=True).stdout
    address = int(re.search(rf'^(\w+) [tT] {function}$', text('nm'), re.M).group(1), 16)
    for m in re.finditer(r'LOAD +(0x\w+) (0x\w+) 0x\w+ (0x\w+)', text('readelf', '-lW')):
        offset, start, length = (int(n, 16) for n in m.groups())
        if start <= address < start + length:
            return address - start + offset
    raise ValueError(f'{function} is in no segment')


@check('uprobe: the clear function is called pages x loops times')
def uprobe(guest):
    """Counts are means over the loops, so that one that is missed in a loop shows."""
    events = '/sys/kernel/tracing/uprobe_events'
    for name in 'clear_page_movnti', 'clear_pages_movnti':
        shell(guest, f'echo p:bench/{name} /bin/perf:{file_offset(guest.perf, name):#x} '
                     f'>>{events}')
    try:
        for chunk, function, calls in (('4KB', 'clear_page_movnti', 16),
                                       ('16KB', 'clear_pages_movnti', 4)):
            m = Measured(guest, f'mem clear -f x86-64-movnt -s 64KB -k {chunk} -l 3 -r 3 '
                                '-e bench:clear_page_movnti,bench:clear_pages_movnti')
            same('loops', m.case['x86-64-movnt']['loops'], 3)
            for event in 'clear_page_movnti', 'clear_pages_movnti':
                same(f'{event} of {chunk}', m.counter('x86-64-movnt', f'bench:{event}'),
                     calls if event == function else 0)
    finally:
        shell(guest, f'echo >{events}')


@check('system calls: none while clearing, one a read of /dev/zero')
def system_calls(guest):
    event = 'raw_syscalls:sys_enter'
    m = Measured(guest, f'mem devzero -s 64KB -l 100 -r 3 -e {event}')
    for function in m.case:
        calls = m.counter(function, event)
        # A few of them are the counters' and the clock's.
        need(1 <= calls <= 1.05, f'{function}: {calls} system calls a read')
    m = Measured(guest, f'mem clear -f x86-64-movnt -s 64KB -l 100 -r 3 -e {event}')
    calls = m.counter('x86-64-movnt', event)
    need(calls <= 0.05, f'{calls} system calls a clear')


@check('hardware events: <not supported>, one hint, exit code 0')
def no_pmu(guest):
    result = succeed(guest.run('perf bench mem clear -f x86-64-movnt -s 64KB -r 3 '
                               '-e cycles,instructions,page-faults'))
    text = result.out + result.err
    for event in 'cycles', 'instructions':
        need(re.search(rf'^ *<not supported> +{event}$', text, re.M), f'{event} in: {text}')
    need(re.search(r'^ *0 +page-faults\b', text, re.M), f'page-faults in: {text}')
    same('hints', len(re.findall(r'PMU', text)), 1)


@check('thp: all pages are huge, one fault and one clear each')
def thp(guest):
    m = Measured(guest, 'pagefault thp -s 16MB -r 5 -f demand-write --kernel-time')
    m.all_are('demand-write', 'faults', 8)
    m.all_are('demand-write', 'huge', 8)
    clears(m, 'demand-write', 8)


def clears(m, function, want):
    """--kernel-time is left out of a perf that was built without clang or bpftool."""
    if 'built without' in m.err:
        raise Skipped(m.err.strip())
    same('standard error', m.err, '')
    m.all_are(function, 'clears', want)
    need(all(v > 0 for v in m.samples(function, 'clear')), 'a clear that took no time')


@check('--kernel-time: one clear a 2MB page')
def clear_2m(guest):
    m = Measured(guest, 'pagefault hugetlb -s 16MB -r 3 -t 2 -f demand-write,madvise,memfd '
                        '--kernel-time')
    for function in 'demand-write', 'madvise', 'memfd':
        clears(m, function, 8)


@check('--kernel-time: one clear a 1GB page')
def clear_1g(guest):
    m = Measured(guest, 'pagefault hugetlb -p 1GB -s 1GB -N 1 -r 1 -f demand-write --kernel-time')
    clears(m, 'demand-write', 1)
