#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Run perf bench with one system function failing at its Nth call, for each N.

    run.py --perf PERF --shim fail-nth.so [--all] [--only TEXT] [--show]

Whatever fails, perf must end by itself and soon, with one line that says what failed and an
exit code other than 0 and of no signal; or, where it can do without what failed, with
results in which nothing is made up. Then no process of it may be left, and huge page pools,
the ceiling of TLB flushes and the mounts must be as they were.

Prints "ok|FAIL|skip NAME" for each command and function. Without --all a function that is
called very often fails at some 20 of its calls, the first and last ones among them.
"""
import argparse
import errno
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
from report import Report  # noqa: E402

TIMEOUT = 30
FAILURES_SHOWN = 8

# What each function fails with: what the kernel gives most often.
ERRORS = {
    'mmap': errno.ENOMEM, 'mprotect': errno.ENOMEM, 'madvise': errno.EAGAIN,
    'mbind': errno.EPERM, 'set_mempolicy': errno.EPERM, 'move_pages': errno.EPERM,
    'getcpu': errno.ENOSYS, 'perf_event_open': errno.EACCES, 'read': errno.EIO,
    'pread': errno.EIO, 'pwrite': errno.EIO, 'clock_gettime': errno.EPERM,
    'fork': errno.EAGAIN, 'pthread_create': errno.EAGAIN, 'mallopt': errno.EINVAL,
}
# What the error line must name, where the failure itself does not say who wanted the call.
NAMED = {'mallopt': '-mmap: mallopt()'}

EVENTS = ['-e', 'page-faults,task-clock,cycles']
COMMANDS = {
    'mem clear': ['mem', 'clear', '-f', 'default,x86-64-movnt', '-s', '64KB', '-r', '3',
                  '-t', '2', '-N', '0', *EVENTS],
    'mem clear of 1 thread': ['mem', 'clear', '-s', '64KB', '-r', '3', '-C', '0', '--victim',
                              '64KB', '--no-counters'],
    'mem clear in cycles': ['mem', 'clear', '-s', '64KB', '-r', '3', '--cycles=tsc',
                            '--no-counters'],
    'mem clear, hugetlb': ['mem', 'clear', '-s', '4MB', '-p', '2MB', '-r', '2', '--reserve',
                           '--no-counters'],
    'mem clear_user': ['mem', 'clear_user', '-s', '64,3520', '-r', '3'],
    'mem devzero': ['mem', 'devzero', '-s', '4KB', '-r', '3', '--no-counters'],
    'mem devzero of processes': ['mem', 'devzero', '-s', '4KB', '-r', '3', '-t', '3',
                                 '--processes', *EVENTS],
    'pagefault base': ['pagefault', 'base', '-s', '64KB', '-r', '2', '-t', '2', *EVENTS],
    'pagefault thp': ['pagefault', 'thp', '-s', '4MB', '-r', '2', '-N', '0', '--no-counters'],
    'pagefault hugetlb': ['pagefault', 'hugetlb', '-s', '4MB', '-r', '2', '--reserve',
                          '-t', '2', '--no-counters'],
    'pagefault of processes': ['pagefault', 'base', '-s', '64KB', '-r', '2', '-t', '3',
                               '--processes', '--no-counters'],
    'tlb range': ['tlb', 'range', '-f', 'all', '--pages', '1,8', '-r', '2', '-t', '2'],
    'tlb ebizzy': ['tlb', 'ebizzy', '-t', '1,2', '--runtime', '2ms', '-r', '2'],
    'tlb ebizzy, never mmap': ['tlb', 'ebizzy', '-t', '1', '--runtime', '2ms', '-r', '2',
                               '--never-mmap', '--no-counters'],
    'tlb ebizzy, always mmap': ['tlb', 'ebizzy', '-t', '1', '--runtime', '2ms', '-r', '2',
                                '--always-mmap', '--no-counters'],
    'results compare': ['results', 'compare', '{a}', '{b}'],
    'results plot': ['results', 'plot', '{a}', '-o', '{tmp}/plot.svg'],
    'results show': ['results', 'show', '{a}'],
    'results verdict': ['results', 'verdict', '{a}', '{b}'],
}

MADE_UP = re.compile(r'(?<![\w.])-?(?:nan|inf)(?![\w])', re.I)


def text_of(path):
    try:
        with open(path, encoding='utf-8') as f:
            return f.read().strip()
    except OSError:
        return None


def smaller(now, before):
    """Of a pool: somebody else gave pages back meanwhile."""
    return now is not None and before is not None and now.isdigit() and before.isdigit() and \
        int(now) < int(before)


def all_ours(lines):
    """Whether each line is one of ours: each function that failed may have its own."""
    return all(line.startswith('perf bench: ') for line in lines)


def machine():
    """What a run must leave as it was."""
    files = glob.glob('/sys/kernel/mm/hugepages/*/nr_hugepages')
    files += glob.glob('/sys/kernel/mm/hugepages/*/nr_overcommit_hugepages')
    state = {path: text_of(path) for path in files}
    ceiling = text_of('/sys/kernel/debug/x86/tlb_single_page_flush_ceiling')
    state['the flush ceiling'] = f'at {ceiling}'
    state['/proc/self/mounts'] = text_of('/proc/self/mounts')
    return state


def runs(group):
    """Whether a process of a group does. A zombie has ended, though nobody may wait for it."""
    for path in glob.glob('/proc/[0-9]*/stat'):
        try:
            with open(path, encoding='utf-8', errors='replace') as f:
                state, _, its_group = f.read().rpartition(')')[2].split()[:3]
        except (OSError, ValueError):
            continue
        if int(its_group) == group and state not in 'ZX':
            return True
    return False


class Runner:
    def __init__(self, args, tmp):
        self.args = args
        self.tmp = tmp
        self.files = {'a': f'{tmp}/a.json', 'b': f'{tmp}/b.json', 'tmp': tmp}

    def run(self, command, call='', at=0, count=1):
        """Run perf; return exit code or None, what it printed, and the number of calls."""
        words = [w.format(**self.files) for w in COMMANDS[command]]
        log = f'{self.tmp}/log'
        env = dict(os.environ, LD_PRELOAD=self.args.shim, FAIL_CALL=call, FAIL_AT=str(at),
                   FAIL_COUNT=str(count), FAIL_LOG=log,
                   FAIL_ERRNO=str(ERRORS.get(call, errno.EIO)))
        if words[0] != 'results':
            words += ['--format', 'json']
        with open(f'{self.tmp}/out', 'w+', encoding='utf-8') as out, \
             open(f'{self.tmp}/err', 'w+', encoding='utf-8') as err:
            perf = subprocess.Popen([self.args.perf, 'bench', *words], stdout=out, stderr=err,
                                    stdin=subprocess.DEVNULL, env=env, start_new_session=True)
            try:
                code = perf.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                code = None
            left = self.kill_rest(perf)
        calls = (text_of(log) or 'calls 0').split()[1]
        if os.path.exists(log):
            os.unlink(log)
        return code, text_of(f'{self.tmp}/out'), text_of(f'{self.tmp}/err'), int(calls), left

    @staticmethod
    def kill_rest(perf):
        """Whether processes were left; they are ended."""
        for _ in range(20):
            if perf.poll() is None:
                break
            if not runs(perf.pid):
                return False
            time.sleep(0.05)
        os.killpg(perf.pid, signal.SIGKILL)
        perf.wait()
        return True

    def wrong_in(self, command, code, out, err, left, many=False):
        """What is wrong with how a run ended, or None."""
        if code is None:
            return 'hangs'
        if code < 0 or code >= 128 and code not in (129,):
            return f'ends with {code}'
        if left:
            return 'leaves processes'
        if MADE_UP.search(out) or MADE_UP.search(err):
            return 'prints nan or inf'
        lines = [line for line in err.splitlines() if line.strip()]
        if code and not lines:
            return f'exit code {code} without a word'
        if code and len(lines) != 1 and not (many and all_ours(lines)):
            return f'exit code {code} with {len(lines)} lines'
        if not code and COMMANDS[command][0] != 'results':
            return self.wrong_in_results(out)
        return None

    @staticmethod
    def wrong_in_results(out):
        try:
            cases = json.loads(out)['cases']
        except (ValueError, KeyError):
            return 'exit code 0 without results'
        for case in cases:
            if not case['samples']:
                return 'exit code 0 with a case without samples'
            for value in case['samples'] + [case['mean'], case['median']]:
                if value is not None and not 0 < value < 1e14:
                    return f'exit code 0 with {case["function"]} at {value}'
        return None

    def settled(self, before):
        """What is not as it was. Others may run beside us: give them time to end."""
        for _ in range(50):
            now = machine()
            different = [path for path in before if before[path] != now[path]
                         and not smaller(now[path], before[path])]
            if not different:
                return None
            time.sleep(0.1)
        return ', '.join(f'{path} is {now[path]}' for path in different)


def places(calls, every):
    """At which calls to fail."""
    if every or calls <= 30:
        return list(range(1, calls + 1))
    step = max((calls - 12) // 8, 1)
    return sorted(set(range(1, 11)) | set(range(11, calls, step)) | {calls - 1, calls})


def try_call(runner, command, call, calls):
    """Fail each of the calls, and all from some on; return the failures and runs."""
    failures, runs = [], 0
    tries = [(at, 1) for at in places(calls, runner.args.all)]
    tries += [(1, 1 << 30), (calls // 2 + 1, 1 << 30)]
    said = {}
    for at, count in tries:
        before = machine()
        none_open = call == 'perf_event_open' and at == 1 and count > 1
        code, out, err, _, left = runner.run(command, call, at, count)
        runs += 1
        wrong = runner.wrong_in(command, code, out, err, left, count > 1) or \
            runner.settled(before)
        if not wrong and none_open and '"counted"' in out:
            wrong = 'counts what could not be opened'
        if not wrong and code and NAMED.get(call, '') not in err:
            wrong = f'does not say "{NAMED[call]}"'
        which = f'{call} {at}{" and on" if count > 1 else ""} of {calls}'
        if wrong:
            failures.append(f'{which}: {wrong}: {err[:300]}')
        said.setdefault((code, err), []).append(which)
    if runner.args.show:
        for (code, err), which in said.items():
            print(f'     | {code} {err[:400]!r}: {len(which)}, as {which[0]}')
    return failures, runs


def main():
    parser = argparse.ArgumentParser(description='Have system functions fail.')
    parser.add_argument('--perf', required=True)
    parser.add_argument('--shim', required=True)
    parser.add_argument('--all', action='store_true', help='fail at every call')
    parser.add_argument('--only', default='', help='commands with this in their name')
    parser.add_argument('--call', help='this function only')
    parser.add_argument('--show', action='store_true', help='what perf said')
    args = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as tmp:
        runner = Runner(args, tmp)
        for name in 'a', 'b':
            subprocess.run([args.perf, 'bench', 'mem', 'clear', '-f', 'default,x86-64-movnt',
                            '-s', '4KB,64KB', '-r', '5', '--no-counters', '-o',
                            runner.files[name]], check=True, stdout=subprocess.DEVNULL)
        for command in COMMANDS:
            if args.only not in command:
                continue
            if '--reserve' in COMMANDS[command] and os.geteuid():
                report.item('skip', command, 'only root may grow a pool of huge pages')
                continue
            code, out, err, _, left = runner.run(command)
            wrong = f'exit code {code}' if code else runner.wrong_in(command, code, out, err, left)
            if wrong:
                report.item('FAIL', f'{command}: without a fault', f'{wrong}: {err}')
                continue
            for call in ERRORS:
                if args.call and call != args.call:
                    continue
                calls = runner.run(command, call)[3]
                if not calls:
                    continue
                start = time.monotonic()
                failures, runs = try_call(runner, command, call, calls)
                took = f'{runs} runs in {time.monotonic() - start:.1f} s'
                report.item('FAIL' if failures else 'ok', f'{command}: {call} fails',
                            took if args.show else '')
                report.log('\n'.join(failures[:FAILURES_SHOWN]))
    return report.exit_code()


if __name__ == '__main__':
    sys.exit(main())
