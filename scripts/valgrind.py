#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Run the suites of what reads text under valgrind: "make check-valgrind".

    valgrind.py --build build/VERSION

Prints an "ok|FAIL|skip valgrind: SUITE" line each and the totals last; exits 1 when one failed.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import perftest  # noqa: E402
from report import Report  # noqa: E402

# "damaged files" and those that measure take too long so, and ASan runs them all.
SUITES = ('bench size', 'bench table', 'bench JSON', 'bench results', 'bench results commands',
          'bench report', 'bench events: from text to what is opened',
          "bench control: perf stat's protocol from inside a benchmark")
SUPPRESSIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'valgrind.supp')
ERROR = 99
TIMEOUT = 600  # seconds


def main():
    parser = argparse.ArgumentParser(description='Run suites under valgrind.')
    parser.add_argument('--build', required=True, help='build directory of one kernel version')
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    perf = os.path.join(build, 'perf')
    report = Report('valgrind: ')
    numbers = perftest.listed(perf, cwd=build)
    for suite in SUITES:
        if not shutil.which('valgrind'):
            report.item('skip', suite, 'no valgrind here')
            continue
        if suite not in numbers:
            report.item('FAIL', suite, 'not in "perf test list"')
            continue
        with tempfile.NamedTemporaryFile(mode='r') as log:
            command = ['valgrind', '-q', f'--log-file={log.name}', f'--error-exitcode={ERROR}',
                       f'--suppressions={SUPPRESSIONS}', '--leak-check=full',
                       '--show-leak-kinds=definite', '--errors-for-leak-kinds=definite',
                       perf, 'test', '-F', numbers[suite]]
            try:
                done = subprocess.run(command, cwd=build, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True, errors='replace',
                                      timeout=TIMEOUT, check=False)
            except subprocess.TimeoutExpired:
                report.item('FAIL', suite, f'no end after {TIMEOUT} s')
                continue
            said = log.read()
        if done.returncode or said or ': Ok' not in done.stdout or 'FAILED' in done.stdout:
            report.item('FAIL', suite, f'exit code {done.returncode}')
            report.log(done.stdout + said)
        else:
            report.item('ok', suite)
    return report.totals(may_skip_all=True)


if __name__ == '__main__':
    sys.exit(main())
