# SPDX-License-Identifier: GPL-2.0
"""Results files for the tests of perf bench results: small, and known to the last digit.

	from bench_results import *
	write('a.json', [case('x86-64-stosb', 1 << 30, samples=[...]), ...])
"""
import copy
import json

GB = 1 << 30

HOST = {
    'cpu': 'AMD EPYC 7742 64-Core Processor', 'vendor': 'AuthenticAMD', 'family': 23,
    'model': 49, 'stepping': 0, 'microcode': '0x830107a', 'l1d_bytes': 32768,
    'l2_bytes': 524288, 'llc_bytes': 16777216, 'sockets': 2, 'nodes': 2, 'cpus': 256,
    'hypervisor': 'none', 'memory_bytes': 540 * GB, 'kernel': '6.12.0',
    'kernel_version': '#1 SMP', 'governor': 'performance', 'boost': 'off', 'thp': 'madvise',
}

BROADWELL = dict(HOST, cpu='Intel(R) Xeon(R) CPU E5-2630 v4 @ 2.20GHz', vendor='GenuineIntel',
                 family=6, model=79, stepping=1, microcode='0xb000040', l2_bytes=262144,
                 llc_bytes=26214400)


def spread(center, percent=1.0, n=40):
    """n samples in no order round center, no further than percent from it."""
    return [center * (1 + percent / 100 * (((i * 7919) % n) / (n - 1) * 2 - 1)) for i in range(n)]


def case(function, size, samples=None, block=0, page=4096, chunk=0, threads=1, **more):
    """One case; samples in bytes/sec."""
    kind = 'base' if page == 4096 else 'hugetlb'
    c = {'function': function, 'page': page, 'page_kind': kind, 'threads': threads,
         'size': size, 'chunk': chunk, 'weak': 'movnt' in function or 'clzero' in function,
         'block': block, 'loops': 1, 'bytes': size, 'ops': 1, 'unit': 'bytes/sec'}
    if samples is not None:
        c['samples'] = samples
    c.update(more)
    return c


def summary(function, size, mean, pstdev_percent, n=5, **more):
    """A case out of a mail: mean in GB/s and pstdev in percent, and no more."""
    return case(function, size, n=n, mean=mean * GB, pstdev=mean * GB * pstdev_percent / 100,
                **more)


def results(cases, host=None, **more):
    """A whole file."""
    r = {'schema': 'perf-bench-results', 'version': 1, 'benchmark': 'mem/clear',
         'command': ['mem-clear'], 'seed': 1, 'partial': False,
         'host': copy.deepcopy(HOST if host is None else host), 'base': 'x86-64-stosb',
         'op': 'call', 'metric': 'bandwidth', 'less_is_better': False, 'notes': [],
         'cases': cases}
    r.update(more)
    return r


def write(path, cases, host=None, **more):
    """Write a whole file."""
    with open(path, 'w', encoding='utf-8') as f:
        json.dump(results(cases, host, **more), f)
