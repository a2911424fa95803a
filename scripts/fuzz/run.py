#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Fuzz what reads other people's text: "make fuzz".

    run.py --build build/VERSION [--time SECONDS] [--jobs N] [NAME...]

Each scripts/fuzz/NAME.c is a libFuzzer target. It is linked with our own files, which clang
builds with ASan and UBSan for this, and with the libraries of the tools directory.
First the seeds in scripts/fuzz/corpus/NAME are tried, which inputs that once showed a fault
are kept among, then new ones for the time given (0: none). What a run finds to be of use goes
to BUILD/fuzz/corpus/NAME, where the next one starts.

Prints "ok|FAIL|skip fuzz: NAME" lines and the totals last; exits 1 when anything failed.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
sys.dont_write_bytecode = True
import compile_flags  # noqa: E402
from report import Report  # noqa: E402

CLANGS = ('clang', 'clang-19', 'clang-18', 'clang-17', 'clang-16', 'clang-15', 'clang-14')
SANITIZE = ['-fsanitize=fuzzer-no-link,address,undefined', '-fno-sanitize-recover=all',
            '-fno-omit-frame-pointer', '-g1', '-O1', '-w']
# What the targets read with, below tools/perf: the linker takes what it needs of these.
OURS = ('bench/harness', 'bench')
# What these call: sources below tools/lib, and libraries that perf's build made.
THEIRS = ('str_error_r.c', 'string.c', 'ctype.c', 'vsprintf.c')
LIBRARIES = ('libsubcmd/libsubcmd.a', 'libperf/libperf.a', 'libapi/libapi.a')
LENGTH = {'results': 16384, 'commands': 16384, 'mix': 512, 'plan': 512}
INPUT_TIMEOUT = 20  # seconds that one input may take, sanitizers and a busy machine included
RSS_LIMIT = 2048  # MB


class BuildError(Exception):
    """A target cannot be built; the text says why."""


def find_clang():
    """A clang whose runtime libraries are there, or None."""
    for clang in CLANGS:
        if not shutil.which(clang):
            continue
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, 'try.c')
            with open(source, 'w', encoding='utf-8') as f:
                f.write('int LLVMFuzzerTestOneInput(const char *d, unsigned long n)'
                        '{ return d && n > 9; }\n')
            done = subprocess.run([clang, '-fsanitize=fuzzer,address,undefined', source, '-o',
                                   os.path.join(folder, 'try')], check=False,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not done.returncode:
            return clang
    return None


class Build:
    """Objects and targets of one build of perf, in BUILD/fuzz."""

    def __init__(self, clang, kernel, jobs):
        self.clang = [clang]
        self.kernel = kernel
        self.out = os.path.join(kernel, 'fuzz')
        self.perf = os.path.join(kernel, 'src/tools/perf')
        self.flags = compile_flags.of_file(kernel, 'bench/mem-clear-user.c')
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        os.makedirs(os.path.join(self.out, 'obj'), exist_ok=True)

    def run(self, command):
        done = subprocess.run(command, cwd=self.perf, stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.STDOUT, text=True, errors='replace')
        if done.returncode:
            raise BuildError(f'{" ".join(command[:1] + command[-1:])}:\n{done.stdout[-3000:]}')

    def compile(self, source):
        """The object of a source; kept while source, headers and flags stay as they are."""
        name = os.path.relpath(source, TOP if source.startswith(TOP + '/scripts') else self.perf)
        target = os.path.join(self.out, 'obj', name.replace('/', '_')[:-2] + '.o')
        command = self.clang + SANITIZE + self.flags + ['-iquote', self.perf, '-MD', '-c',
                                                        source, '-o', target]
        if not self.is_current(target, command):
            self.run(command)
            with open(target + '.cmd', 'w', encoding='utf-8') as f:
                f.write(' '.join(command))
        return target

    def is_current(self, target, command):
        try:
            with open(target + '.cmd', encoding='utf-8') as f:
                if f.read() != ' '.join(command):
                    return False
            with open(target[:-2] + '.d', encoding='utf-8') as f:
                words = f.read().replace('\\\n', ' ').split()[1:]
            made = os.stat(target).st_mtime
            return all(os.stat(os.path.join(self.perf, w)).st_mtime <= made for w in words)
        except OSError:
            return False

    def archive(self):
        """All of our own files, for the linker to choose from."""
        sources = [os.path.join(self.perf, path) for where in OURS
                   for path in compile_flags.ours(self.kernel, where)]
        sources += [os.path.join(self.kernel, 'src/tools/lib', name) for name in THEIRS]
        library = os.path.join(self.out, 'libours.a')
        objects = list(self.pool.map(self.compile, sources))
        if os.path.exists(library):
            os.unlink(library)
        self.run(['ar', 'rcs', library, *objects])
        return library

    def link(self, name, library):
        objects = [self.compile(os.path.join(HERE, f'{n}.c')) for n in (name, 'fuzz')]
        libraries = [os.path.join(self.kernel, 'obj', path) for path in LIBRARIES]
        program = os.path.join(self.out, name)
        self.run(self.clang + ['-fsanitize=fuzzer,address,undefined', *objects,
                               '-Wl,--start-group', library, *libraries, '-Wl,--end-group',
                               '-ljson-c', '-lnuma', '-lm', '-lpthread', '-o', program])
        return program


def fuzz(program, name, seconds, out):
    """Run a target; return its result and what is to be said about it."""
    seeds = os.path.join(HERE, 'corpus', name)
    if not os.path.isdir(seeds) or not os.listdir(seeds):
        return 'FAIL', f'no seeds in {seeds}'
    grown = os.path.join(out, 'corpus', name)
    crashes = os.path.join(out, 'crashes', name)
    os.makedirs(grown, exist_ok=True)
    os.makedirs(crashes, exist_ok=True)
    dictionary = os.path.join(HERE, f'{name}.dict')
    limit = [f'-max_total_time={seconds}'] if seconds else ['-runs=0']
    command = [program, *limit, f'-max_len={LENGTH.get(name, 256)}', f'-timeout={INPUT_TIMEOUT}',
               f'-rss_limit_mb={RSS_LIMIT}', f'-artifact_prefix={crashes}/', '-print_final_stats=1']
    if os.path.exists(dictionary):
        command.append(f'-dict={dictionary}')
    try:
        done = subprocess.run(command + ([grown] if seconds else []) + [seeds], cwd=out,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors='replace', timeout=seconds + 300, check=False)
    except subprocess.TimeoutExpired:
        return 'FAIL', 'does not end'
    if done.returncode:
        return 'FAIL', f'exit code {done.returncode}, inputs are kept in {crashes}\n' + \
            '\n'.join('     | ' + line[:300] for line in done.stdout.splitlines()[-60:])
    runs = re.search(r'^stat::number_of_executed_units: *(\d+)', done.stdout, re.M)
    features = re.findall(r'\bft: (\d+)', done.stdout)
    if not runs or int(runs.group(1)) < len(os.listdir(seeds)) or not features:
        return 'FAIL', f'did not run: {done.stdout[-300:]}'
    return 'ok', f'{runs.group(1)} runs, {features[-1]} features'


def main():
    parser = argparse.ArgumentParser(description='Fuzz the parsers.')
    parser.add_argument('--build', required=True, help='build directory of one kernel version')
    parser.add_argument('--time', type=int, default=60, help='seconds for each; 0: seeds only')
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('names', nargs='*', help='targets (default: all)')
    args = parser.parse_args()
    known = sorted(os.path.basename(path)[:-2] for path in glob.glob(os.path.join(HERE, '*.c')))
    known.remove('fuzz')
    wrong = set(args.names) - set(known)
    if wrong:
        parser.error(f'no such target: {", ".join(wrong)}; there are {", ".join(known)}')
    names = args.names or known
    report = Report('fuzz: ')
    clang = find_clang()
    if not clang:
        for name in names:
            report.item('skip', name, 'no clang with libFuzzer here (Debian: clang, libclang-rt-14-dev)')
    else:
        try:
            build = Build(clang, os.path.abspath(args.build), args.jobs)
            library = build.archive()
            programs = [build.link(name, library) for name in names]
        except (BuildError, compile_flags.NotBuilt) as err:
            report.item('FAIL', 'build', str(err))
            programs = []
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            runs = {pool.submit(fuzz, program, name, args.time, build.out): name
                    for program, name in zip(programs, names)}
            for run in concurrent.futures.as_completed(runs):
                result, why = run.result()
                report.item(result, runs[run], why)
    return report.totals(may_skip_all=True)


if __name__ == '__main__':
    sys.exit(main())
