# SPDX-License-Identifier: GPL-2.0
"""1GB pages, nodes, cgroup limits, pools. The guest has a 1GB page and 32 2MB pages free on
each of its two nodes."""
from items import Measured, check, need, refused, same, settle, shell

HUGETLB = 'perf bench pagefault hugetlb '
PAGES_1G, PAGES_2M = 'hugepages-1048576kB', 'hugepages-2048kB'
# What a machine has at rest.
POOL_1G, POOL_2M = '1 1 1 1', '32 32 32 32'


def pool(pages):
    """Command that prints pages and free pages of node 0, then of node 1."""
    node = '/sys/devices/system/node/node%d/hugepages/' + pages
    files = ' '.join(f'{node % n}/{what}' for n in (0, 1)
                     for what in ('nr_hugepages', 'free_hugepages'))
    return f'echo $(cat {files})'


def at_rest(guest):
    """Nothing was lost of either pool, and nothing is reserved in them."""
    settle(guest, pool(PAGES_1G), POOL_1G, '1GB pages and free ones by node')
    settle(guest, pool(PAGES_2M), POOL_2M, '2MB pages and free ones by node')
    same('reserved pages', shell(guest, 'cat /sys/kernel/mm/hugepages/*/resv_hugepages'), '0\n0')


@check('two nodes, with a free 1GB page and 32 2MB pages each')
def machine(guest):
    at_rest(guest)


@check('1GB pages: exact fault counts on node 0')
def node0(guest):
    m = Measured(guest, 'pagefault hugetlb -p 1GB -s 1GB -N 0 -r 1 -f demand-write,populate '
                        '-e page-faults,exceptions:page_fault_user')
    m.all_are('demand-write', 'faults', 1)
    m.all_are('populate', 'faults', 0)
    for event in 'page-faults', 'exceptions:page_fault_user':
        same(event, m.counter('demand-write', event), 1)
        same(f'populate, {event}', m.counter('populate', event), 0)
    at_rest(guest)


@check('1GB pages: read and write are two faults, on both nodes together')
def both_nodes(guest):
    m = Measured(guest, 'pagefault hugetlb -p 1GB -s 2GB -t 2 -r 1 -f demand')
    m.all_are('demand', 'faults', 4)
    at_rest(guest)


@check('1GB pages: mem clear finds its memory on node 1')
def mem_clear(guest):
    m = Measured(guest, 'mem clear -p 1GB -s 1GB -N 1 -r 2 -f x86-64-movnt -e page-faults')
    same('page', m.json['cases'][0]['page'], 1 << 30)
    same('page faults', m.counter('x86-64-movnt', 'page-faults'), 0)
    at_rest(guest)


@check('node binding: a node with too few 1GB pages is named')
def node_short(guest):
    refused(guest.run(HUGETLB + '-p 1GB -s 2GB -N 1 -f demand-write -r 1'), 1,
            '2 needed on node 1', '1 are free', '--reserve',
            f'/sys/devices/system/node/node1/hugepages/{PAGES_1G}/nr_hugepages')
    at_rest(guest)


@check('node binding: a node without memory to spare cannot be reserved from')
def reserve_too_much(guest):
    refused(guest.run(HUGETLB + '-p 1GB -s 3GB -N 1 -f demand-write -r 1 --reserve'), 1, 'node 1')
    at_rest(guest)


@check('node binding: a pool taken away is SIGBUS on its node')
def node_runs_dry(guest):
    """Pages of node 0 are free all the time."""
    nr = f'/sys/devices/system/node/node1/hugepages/{PAGES_2M}/nr_hugepages'
    result = guest.run(f'''
        {HUGETLB} -s 64MB -N 1 -r 100000 -f demand-write --map-noreserve >/dev/null &
        until grep -q anon_hugepage /proc/$!/maps; do sleep 0.2; done
        echo 8 >{nr}
        wait $!; code=$?
        echo 0 >{nr}
        echo 32 >{nr}
        exit $code''', 120)
    refused(result, 1, 'SIGBUS: fault at page', 'of 32 (2MB pages, node 1)')
    at_rest(guest)


@check('--reserve: 2MB pages of one node, given back exactly')
def reserve(guest):
    m = Measured(guest, 'pagefault hugetlb -s 100MB -N 1 -r 2 -f demand-write --reserve')
    m.all_are('demand-write', 'faults', 50)
    at_rest(guest)


@check('--reserve: given back when interrupted')
def reserve_interrupted(guest):
    result = guest.run(f'''
        (until [ "$({pool(PAGES_2M)} | cut -d' ' -f1,3)" = "32 50" ]; do sleep 0.2; done
         kill -INT $(pidof perf)) &
        {HUGETLB} -s 100MB -N 1 -r 100000 -f demand-write --reserve >/dev/null''', 120)
    same('exit code', result.code, 130)
    at_rest(guest)


def in_cgroup(guest, setting, args, meanwhile=''):
    """Run in a cgroup with a limit of 1GB; @meanwhile may lower it."""
    result = guest.run(f'''
        group=/sys/fs/cgroup/limited
        mkdir $group || exit 99
        {setting}
        sh -c 'echo $$ >'$group'/cgroup.procs; exec {HUGETLB} {args}' >/dev/null &
        {meanwhile}
        wait $!; code=$?
        [ "$(cat $group/hugetlb.1GB.current $group/hugetlb.1GB.rsvd.current | tr '\\n' ' ')" = \
                "0 0 " ] || code=98
        rmdir $group || code=97
        exit $code''', 240)
    for code, why in (99, 'no cgroup'), (98, 'left charged to the cgroup'), (97, 'cgroup in use'):
        need(result.code != code, f'{why}: {result.err}')
    at_rest(guest)
    return result


@check('cgroup: hugetlb.1GB.max is seen before anything is measured')
def cgroup_max(guest):
    refused(in_cgroup(guest, 'echo 1G >$group/hugetlb.1GB.max',
                      '-p 1GB -s 2GB -f demand-write -r 1'),
            1, '2 needed', 'cgroup /limited may have 1GB (hugetlb.1GB.max)')


@check('cgroup: hugetlb.1GB.rsvd.max likewise')
def cgroup_rsvd(guest):
    refused(in_cgroup(guest, 'echo 1G >$group/hugetlb.1GB.rsvd.max',
                      '-p 1GB -s 2GB -f demand-write -r 1'),
            1, '2 needed', 'cgroup /limited may have 1GB (hugetlb.1GB.rsvd.max)')


@check('cgroup: a limit lowered meanwhile is SIGBUS at page 2 of 2')
def cgroup_sigbus(guest):
    """It can be lowered while the first page is being cleared."""
    refused(in_cgroup(guest, ':', '-p 1GB -s 2GB -f demand-write -r 1000', '''
                      until [ "$(cat $group/hugetlb.1GB.current)" != 0 ]; do :; done
                      until echo 1G 2>/dev/null >$group/hugetlb.1GB.max; do :; done'''),
            1, 'SIGBUS: fault at page 2 of 2 (1GB pages)',
            'cgroup /limited may have 1GB (hugetlb.1GB.max)')
