# SPDX-License-Identifier: GPL-2.0
"""A CPU that has no 1GB pages."""
from items import Measured, check, refused, same, shell


@check('no pdpe1gb: 1GB pages are refused, and those named that there are')
def refuse(guest):
    same('page sizes', shell(guest, 'ls /sys/kernel/mm/hugepages'), 'hugepages-2048kB')
    for bench in 'pagefault hugetlb', 'mem clear':
        refused(guest.run(f'perf bench {bench} -p 1GB -s 1GB -r 1'), 1,
                '1GB pages: not supported here', 'this kernel: 2MB')


@check('no pdpe1gb: 2MB pages work')
def measure(guest):
    m = Measured(guest, 'pagefault hugetlb -s 16MB -r 2 -f demand-write')
    m.all_are('demand-write', 'faults', 8)
