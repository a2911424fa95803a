#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Run checkers over our files: "make lint".

    lint.py --build build/VERSION [--jobs N]

The staged kernel's checkpatch, shellcheck, clang-tidy (.clang-tidy has the list of checks),
cppcheck, and pyflakes. scripts/lint-exceptions holds the messages that are mistaken; one that
is not given any more is an error. Prints a line per checker and file, and the totals last.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import compile_flags  # noqa: E402
from report import Report  # noqa: E402

MESSAGE = re.compile(r'^(\S+?):\d+(?::\d+)?: (?:[a-z]+: )?.*\[([\w.,:-]+)\]$')


class Exceptions:
    """What is not to be reported, and which of it was met."""

    def __init__(self, path):
        self.reasons, self.met = {}, set()
        with open(path, encoding='utf-8') as f:
            for line in f:
                if line.strip() and not line.startswith('#'):
                    where, name, reason = line.strip().split(None, 2)
                    self.reasons[where, name] = reason

    def covers(self, path, name):
        for key in (path, name), ('*', name):
            if key in self.reasons:
                self.met.add(key)
                return True
        return False

    def stale(self, checkers):
        """Those that no message was for, of checkers that ran."""
        return [f'{where} {name}' for where, name in self.reasons
                if where != '*' and (where, name) not in self.met
                and name.split(':')[0].split('-')[0] in checkers]


def run(command, cwd=TOP):
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors='replace', check=False)


class Lint:
    """One run over all files."""

    def __init__(self, build, jobs):
        self.build, self.jobs = build, jobs
        self.work = os.path.join(build, 'lint')
        self.exceptions = Exceptions(os.path.join(TOP, 'scripts/lint-exceptions'))
        self.report = Report()
        os.makedirs(self.work, exist_ok=True)
        self.files = ['.ci/run']
        for top in ('tools', 'scripts'):
            for here, dirs, names in os.walk(os.path.join(TOP, top)):
                dirs[:] = [d for d in dirs if d not in ('__pycache__', 'corpus')]
                self.files += [os.path.relpath(os.path.join(here, name), TOP) for name in names]
        self.files.sort()

    def of(self, *endings):
        return [path for path in self.files if path.endswith(endings)]

    def messages(self, output, prefix):
        """Lines of output that are not excused, without the notes that follow those."""
        kept, excused = [], False
        for line in output.splitlines():
            m = MESSAGE.match(line)
            if m and ': note: ' not in line or m and prefix:
                path = os.path.relpath(os.path.join(TOP, m.group(1)), TOP)
                excused = not path.startswith(('tools/', 'scripts/', '.ci/')) or all(
                    self.exceptions.covers(path, prefix + name) for name in m.group(2).split(','))
            if not excused:
                kept.append(line)
        return kept

    # Each checker: what it needs on PATH, its files, and what it says of one of them.

    def checkpatch(self, path):
        done = run(['scripts/checkpatch.sh', self.build, '-f', path])
        return done.stdout.splitlines() if done.returncode else []

    def shellcheck(self, path):
        done = run(['shellcheck', '-f', 'gcc', '-x', '-P',
                    'scripts:tools/perf/tests/shell:tools/perf/tests/shell/lib', path])
        return self.verdict(done, 'shellcheck:', (0, 1))

    def tidy(self, path):
        done = run(['clang-tidy', '-p', self.work, '--quiet', path])
        lines = [line for line in done.stdout.splitlines()
                 if not re.match(r'\d+ warnings? (generated|treated)|Suppressed|Use -header', line)]
        done.stdout = '\n'.join(lines)
        return self.verdict(done, '', (0,))

    def cppcheck(self, path):
        done = run(['cppcheck', '-q', '--enable=warning,performance', '--std=c11',
                    '--library=posix,gnu', '-DHAVE_JSON_C_SUPPORT', '-D__x86_64__',
                    '-Djson_object_object_foreachC(obj,it)=while (next_of(obj, &it))',
                    '--template={file}:{line}: {severity}: {message} [{id}]', path])
        return self.verdict(done, 'cppcheck:', (0,))

    def pyflakes(self, path):
        done = run(['pyflakes3', path])
        return done.stdout.splitlines() if done.returncode else []

    def verdict(self, done, prefix, codes):
        lines = self.messages(done.stdout, prefix)
        if done.returncode not in codes and not lines:
            lines = [f'exit code {done.returncode}']
        return [line for line in lines if line.strip()]

    def prepare(self):
        with open(os.path.join(self.work, 'compile_commands.json'), 'w', encoding='utf-8') as f:
            json.dump(compile_flags.database(self.build), f)

    def all(self):
        c_files = [path for path in self.of('.c') if not path.endswith('.bpf.c')]
        ours = [path for path in c_files if path.startswith('tools/perf/')]
        jobs, checkers = [], []
        # Those that take longest first.
        for name, check, tool, files in (
                ('clang-tidy', self.tidy, 'clang-tidy', ours),
                ('cppcheck', self.cppcheck, 'cppcheck', c_files),
                ('checkpatch', self.checkpatch, 'perl',
                 self.of('.c', '.h', '.S', '.sh') + ['.ci/run']),
                ('shellcheck', self.shellcheck, 'shellcheck', self.of('.sh') + ['.ci/run']),
                ('pyflakes', self.pyflakes, 'pyflakes3', self.of('.py'))):
            if not shutil.which(tool):
                self.report.item('skip', name, f'no {tool} here')
                continue
            checkers.append('clang' if name == 'clang-tidy' else name)
            jobs += [(name, check, path) for path in files]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            runs = [(pool.submit(check, path), name, path) for name, check, path in jobs]
            for done, name, path in runs:
                lines = done.result()
                self.report.item('FAIL' if lines else 'ok', f'{name}: {path}')
                self.report.log('\n'.join(lines))
        for stale in self.exceptions.stale(checkers):
            self.report.item('FAIL', f'scripts/lint-exceptions: {stale}', 'no such message')


def main():
    parser = argparse.ArgumentParser(description='Run checkers over our files.')
    parser.add_argument('--build', required=True, help='build directory of one kernel version')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    args = parser.parse_args()
    lint = Lint(os.path.abspath(args.build), args.jobs)
    try:
        lint.prepare()
    except (OSError, compile_flags.NotBuilt) as err:
        lint.report.item('FAIL', 'preparing', str(err))
    else:
        lint.all()
    return lint.report.totals()


if __name__ == '__main__':
    sys.exit(main())
