#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Run the tests of a build: "make check".

    check.py --kernel build/VERSION [--sanitizer address|thread]

"perf test" exits 0 when a case fails and when nothing matched, so its output is read:
the suites and cases that have to run are taken from the sources, and one of them that
did not run is a failure. Then come the stock cases of scripts/stock-tests, and the
shell scripts scripts/test-*.sh, which print "ok|FAIL|skip NAME" lines of their own. Of a
build with a sanitizer only our suites are run: what it finds fails the case that it is
found in, but for what scripts/sanitizers/ lists of perf's own code.

Prints a line per item and the totals last; exits 1 when anything failed.
"""
import argparse
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import compile_flags  # noqa: E402
import perftest  # noqa: E402
from perftest import plain  # noqa: E402
from report import Report  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Seconds; what hangs is a failure, not a hanging check.
SUITE_TIMEOUT = 900
SCRIPT_TIMEOUT = 1800
STRING = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'


def c_string(text):
    """The value of adjacent C string literals."""
    return ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')


def preprocessed(kernel, name):
    """A test's source after the preprocessor, for macros make test cases too."""
    words = [w for w in compile_flags.command(kernel, f'tests/{name}.c')
             if not w.startswith('-Wp,-M')]
    at = words.index('-o')
    words = [w for w in words[:at] + words[at + 2:] if w != '-c'] + ['-E', '-P']
    return subprocess.run(words, cwd=f'{kernel}/src/tools/perf', stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=True).stdout


def suites_in(text):
    """Suites that a preprocessed C test defines: description to list of case descriptions."""
    def descriptions(body):
        return [c_string(d) for d in re.findall(r'\.desc\s*=\s*' + STRING, body)]
    tables = {name: descriptions(body) for name, body in
              re.findall(r'\bstruct test_case (\w+)\[\]\s*=\s*\{(.*?)\}\s*;', text, re.S)}
    found = {}
    for body in re.findall(r'\bstruct test_suite suite__\w+\s*=\s*\{(.*?)\}\s*;', text, re.S):
        cases = re.search(r'\.test_cases\s*=\s*(\w+)', body).group(1)
        found[descriptions(body)[0]] = tables[cases]
    return found


def shell_description(path):
    """What "perf test" calls a shell test: the text of its second line."""
    with open(path, encoding='utf-8') as f:
        return plain(f.read().split('\n')[1].lstrip('# '))


def expected(report, kernel):
    """Our suites, from the sources: description to list of case descriptions."""
    suites = {}
    tests = os.path.join(TOP, 'tools/perf/tests')
    for path in sorted(glob.glob(os.path.join(tests, 'bench-*.c'))):
        name = os.path.basename(path)[:-2]
        try:
            found = suites_in(preprocessed(kernel, name))
        except (OSError, compile_flags.NotBuilt, subprocess.CalledProcessError):
            report.item('FAIL', f'{name}.c', 'not built')
            continue
        if not found or not all(found.values()):
            report.item('FAIL', f'{name}.c', 'no suite or case found in it')
        suites.update(found)
    for path in sorted(glob.glob(os.path.join(tests, 'shell/bench_*.sh'))):
        if not os.access(path, os.X_OK):
            report.item('FAIL', os.path.basename(path), 'not executable')
        suites[shell_description(path)] = []
    if not suites:
        report.item('FAIL', 'suites of ours', 'none found')
    return suites


def sanitizer_options(kind):
    """The environment in which a sanitizer's find is a failure, and perf's own are not."""
    known = os.path.join(TOP, 'scripts/sanitizers')
    if kind == 'address':
        return {
            'ASAN_OPTIONS': 'detect_leaks=1:handle_sigbus=0:allocator_may_return_null=1:'
                            'use_sigaltstack=0',
            'LSAN_OPTIONS': f'suppressions={known}/leaks:print_suppressions=0',
            'UBSAN_OPTIONS': f'halt_on_error=1:print_stacktrace=1:suppressions={known}/undefined',
        }
    if kind == 'thread':
        return {'TSAN_OPTIONS': f'halt_on_error=1:report_signal_unsafe=0:suppressions={known}/races'}
    return {}


class PerfTest:
    """The "perf test" of one build."""

    def __init__(self, kernel, sanitizer=None):
        self.perf = os.path.join(kernel, 'perf')
        self.cwd = kernel
        self.env = {k: v for k, v in os.environ.items() if not k.startswith('PERF_')}
        self.env.update(sanitizer_options(sanitizer))
        self.numbers = perftest.listed(self.perf, cwd=self.cwd, env=self.env)

    def run(self, suites, *options):
        """Run suites by their numbers; return what perftest.results() finds, and the log."""
        numbers = [self.numbers[s] for s in suites]
        try:
            done = subprocess.run([self.perf, 'test', *options, *numbers], cwd=self.cwd,
                                  env=self.env, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                  text=True, errors='replace', timeout=SUITE_TIMEOUT,
                                  check=False)
            log = done.stdout
        except subprocess.TimeoutExpired as late:
            log = (late.stdout or b'').decode(errors='replace') + '\ntimed out\n'
        return perftest.results(log), log


def settle(report, name, result, log=''):
    """Report one case's result as perf test printed it."""
    if result is None:
        report.item('FAIL', name, 'did not run')
    elif result.startswith('Ok'):
        report.item('ok', name)
    elif result.startswith('Skip'):
        report.item('skip', name, result[4:].strip(' ()'))
    else:
        report.item('FAIL', name)
        report.log(log)


def left_out(kind):
    """What cannot work under a sanitizer: suite, or "suite: case", to the reason."""
    reasons = {}
    with open(os.path.join(TOP, 'scripts/sanitizers/left-out'), encoding='utf-8') as f:
        for line in f:
            if not line.startswith('#') and line.strip():
                which, name, why = line.rstrip('\n').split(' | ')
                if which == kind:
                    reasons[name] = why
    return reasons


def check_ours(report, perf, kernel, without):
    suites = expected(report, kernel)
    for name in without:
        if name not in suites and not any(name in cases for cases in suites.values()):
            report.item('FAIL', f'scripts/sanitizers/left-out: {name}', 'no such suite or case')
    for suite, cases in suites.items():
        if suite in without:
            report.item('skip', suite, without[suite])
            continue
        if suite not in perf.numbers:
            report.item('FAIL', suite, 'not in "perf test list"')
            continue
        results, log = perf.run([suite], '-v')
        results = {name: result for _, name, result in results}
        if len(cases) < 2:
            # One with a single case is called like its suite or its case, by version.
            settle(report, suite, results.get(suite, results.get((cases or [''])[0])), log)
            continue
        for number, case in enumerate(cases, 1):
            if case in without:
                report.item('skip', f'{suite}: {case}', without[case])
                continue
            result = results.get(f'{suite} subtest {number}', results.get(case))
            settle(report, f'{suite}: {case}', result, log)


def check_stock(report, perf):
    with open(os.path.join(TOP, 'scripts/stock-tests'), encoding='utf-8') as f:
        lines = [line.strip() for line in f if line.strip() and not line.startswith('#')]
    names = [line.lstrip('? ') for line in lines
             if not line.startswith('?') or line.lstrip('? ') in perf.numbers]
    here = [name for name in names if name in perf.numbers]
    # A suite of several cases prints a line for each, under the suite's number: it failed if
    # one failed, and was skipped if all were.
    of_suite = {}
    for number, _, result in perf.run(here)[0]:
        of_suite.setdefault(number, []).append(result)
    for name in names:
        results = of_suite.get(perf.numbers.get(name), [])
        by_rank = sorted(results, key=lambda r: ('FA', 'Ok', 'Sk').index(r[:2]))
        settle(report, f'stock: {name}', by_rank[0] if by_rank else None)


def run_script(command, timeout):
    """What it says, and its exit code: None if it was ended, and all that it had started."""
    with tempfile.TemporaryFile(mode='w+', errors='replace') as out:
        script = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT,
                                  stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            code = script.wait(timeout)
        except BaseException as why:
            os.killpg(script.pid, signal.SIGKILL)
            script.wait()
            if not isinstance(why, subprocess.TimeoutExpired):
                raise
            code = None
        out.seek(0)
        return out.read(), code


def check_scripts(report, kernel, timeout):
    """Our own test scripts: whatever they print, an exit code other than 0 is a failure."""
    scripts = os.path.join(TOP, 'scripts')
    for path in sorted(glob.glob(os.path.join(scripts, 'test-*.sh'))):
        name = os.path.basename(path)
        said, code = run_script([path, kernel], timeout)
        items, failures = 0, report.count['FAIL']
        for line in said.splitlines():
            m = re.match(r'(ok|FAIL|skip) +(.*)', line)
            if m:
                items += 1
                report.item(m.group(1), f'{name[5:-3]}: {m.group(2)}')
            else:
                print('     | ' + line, flush=True)
        if code is None:
            report.item('FAIL', name, f'no end after {timeout} s and {items} items')
        elif not items or code and report.count['FAIL'] == failures:
            report.item('FAIL', name, f'exit code {code} after {items} items')


def main():
    parser = argparse.ArgumentParser(description='Run the tests of a build.')
    parser.add_argument('--kernel', required=True, help='build directory of one kernel version')
    parser.add_argument('--sanitizer', choices=('address', 'thread'),
                        help='what the build looks for')
    parser.add_argument('--script-timeout', type=int, default=SCRIPT_TIMEOUT,
                        help='seconds until a script has to end')
    args = parser.parse_args()
    kernel = os.path.abspath(args.kernel)
    report = Report()
    perf = PerfTest(kernel, args.sanitizer)
    check_ours(report, perf, kernel, left_out(args.sanitizer) if args.sanitizer else {})
    if not args.sanitizer:
        check_stock(report, perf)
        check_scripts(report, kernel, args.script_timeout)
    return report.totals()


if __name__ == '__main__':
    sys.exit(main())
