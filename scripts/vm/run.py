#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Run a build of perf on distribution kernels under QEMU: "make check-vm".

    run.py --perf build/VERSION/perf --cache build/vm [--session NAME] [--only TEXT]

What machines at hand lack is there: 1GB pages, two nodes, limits of cgroups, BPF, a TLB
flush ceiling that may be set. Prints a line per check and the totals last. What cannot be
had, such as a kernel, is skipped; a guest that panics or falls silent is a failure.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
sys.dont_write_bytecode = True

# pylint: disable=wrong-import-position
import checks_counts
import checks_hugetlb
import checks_no_1gb
import checks_suites
import checks_tlb
import guest
import items
import kernels
import rootfs
from report import Report

# The most that a guest was seen to use, of the 6GB that it thinks it has.
GUEST_MEMORY = 4 << 30

Session = collections.namedtuple('Session', 'name series cpu checks')

# An emulated CPU stores eight bytes at a time much faster than one: no "erms".
ALL = items.checks_in(checks_hugetlb, checks_counts, checks_tlb)
SESSIONS = (
    Session('6.12', '6.12', 'max,-erms', ALL),
    Session('6.1', '6.1', 'max,-erms', ALL),
    Session('6.12 suites', '6.12', 'max,-pdpe1gb', items.checks_in(checks_no_1gb, checks_suites)),
)


class LockedReport(Report):
    """One that guests which run at once report to."""

    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()

    def item(self, result, name, why=''):
        with self.lock:
            super().item(result, name, ' | '.join(why.split('\n')).strip())


def run_check(report, session, vm, check):
    name = f'{session.name}: {check.check_name}'
    try:
        check(vm)
    except items.Skipped as why:
        report.item('skip', name, str(why))
    except (items.Failed, guest.Died) as why:
        report.item('FAIL', name, str(why))
    except Exception as why:  # pylint: disable=broad-except
        # A fault in a check is one more failure, not the end of the others.
        report.item('FAIL', name, f'{type(why).__name__}: {why}')
    else:
        report.item('ok', name)


def run_session(report, session, kernel, args, image):
    console = os.path.join(args.cache, f'console-{session.name.replace(" ", "-")}.log')
    start = time.monotonic()
    try:
        vm = guest.Guest(kernel, image, console, session.cpu, args.boot_timeout)
    except guest.Died as why:
        report.item('FAIL', f'{session.name}: boot', str(why))
        return
    vm.perf = args.perf
    report.item('ok', f'{session.name}: boot of {vm.release}')
    try:
        for check in session.checks:
            if args.only in check.check_name:
                run_check(report, session, vm, check)
    finally:
        vm.stop()
    print(f'     | {session.name}: {time.monotonic() - start:.0f} s', flush=True)


def fetch_kernels(report, cache):
    """Those that can be had, by series."""
    found = {}
    for series in dict.fromkeys(s.series for s in SESSIONS):
        try:
            found[series] = kernels.vmlinux(kernels.fetch(series, cache))
        except kernels.Unavailable as why:
            report.item('skip', f'{series} kernel', str(why))
    return found


def guests_at_once():
    """As many as there are CPUs, if memory for what each of them touches is there."""
    with open('/proc/meminfo', encoding='ascii') as f:
        available = int(re.search(r'MemAvailable: +(\d+) kB', f.read()).group(1)) * 1024
    return max(1, min(os.cpu_count(), 2, available // GUEST_MEMORY))


def lacking():
    """The tools that are not there."""
    path = os.environ['PATH'] + ':/usr/sbin:/sbin'
    return [tool for tool in ('qemu-system-x86_64', 'busybox', 'mke2fs', 'apt-get', 'dpkg-deb',
                              'lz4', 'zstd', 'nm') if not shutil.which(tool, path=path)]


def main():
    parser = argparse.ArgumentParser(description='Run perf on kernels under QEMU.')
    parser.add_argument('--perf', required=True, help='the perf to run')
    parser.add_argument('--cache', required=True, help='directory for kernels and images')
    parser.add_argument('--only', default='', help='run only checks whose name contains this')
    parser.add_argument('--session', default='', help='run only this session')
    parser.add_argument('--boot-timeout', type=int, default=guest.BOOT_TIMEOUT,
                        help='seconds until a guest has to answer')
    args = parser.parse_args()
    args.perf = os.path.realpath(args.perf)
    report = LockedReport()
    missing = lacking()
    if missing:
        report.item('skip', 'virtual machines', f'not installed: {" ".join(missing)}')
        return report.totals(may_skip_all=True)
    os.makedirs(args.cache, exist_ok=True)
    image = rootfs.make(args.perf, os.path.join(args.cache, 'root'))
    found = fetch_kernels(report, args.cache)
    with concurrent.futures.ThreadPoolExecutor(max_workers=guests_at_once()) as pool:
        for done in [pool.submit(run_session, report, s, found[s.series], args, image)
                     for s in SESSIONS
                     if s.series in found and args.session in ('', s.name)]:
            done.result()
    return report.totals(may_skip_all=True)


if __name__ == '__main__':
    sys.exit(main())
