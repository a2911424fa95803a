#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Run every command line of README and the man pages, with its sizes cut down, and compare
the options that the man pages have with those that perf takes.

    examples.py PERF

Prints "ok|FAIL|skip NAME" lines; exits 1 when anything failed.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from report import Report  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCS = os.path.join(TOP, 'tools/perf/Documentation')

# A man page, and the commands that it is about.
PAGES = {
    'perf-bench-mem-clear.txt': ['mem clear'],
    'perf-bench-mem-clear-user.txt': ['mem clear_user'],
    'perf-bench-mem-devzero.txt': ['mem devzero'],
    'perf-bench-pagefault.txt': ['pagefault hugetlb', 'pagefault thp', 'pagefault base'],
    'perf-bench-tlb.txt': ['tlb range', 'tlb ebizzy'],
    'perf-bench-results.txt': ['results compare', 'results plot', 'results verdict',
                               'results merge', 'results show'],
}
TIMEOUT = 120  # seconds, of one example
report = Report()


def commands_in(path):
    """Command lines that start with perf, behind a prompt, continued lines joined."""
    with open(path, encoding='utf-8') as f:
        text = f.read().replace('\\\n', ' ')
    for line in re.findall(r'^\s*[$#] (perf .*)$', text, re.M):
        yield ' '.join(line.split('   #')[0].split())


def cut(command):
    """The same command, but small: at most 16MB, or one 1GB page; few samples, short times."""
    huge = re.search(r'-p \S*1GB', command)
    if huge:
        command = re.sub(r'-t \S+', '-t 1', command)
    command = re.sub(r'(?<=-s )\S+', lambda m: shrink(m.group(0), huge), command)
    command = re.sub(r'--(runtime|time) \S+', r'--\1 20ms', command)
    command = re.sub(r'--iterations \d+', '--iterations 1', command)
    command = re.sub(r'(perf stat.*) -r \d+', r'\1 -r 2', command)
    m = re.search(r'perf bench (?:-\S+ \S+ )?(mem|pagefault|tlb) (\w+)', command)
    if m and ' help' not in command:
        extra = ' -r 2' + (' --reserve' if m.group(1) == 'pagefault' else '')
        extra += ' --runtime 20ms' if m.group(2) == 'ebizzy' else ''
        command = command[:m.end()] + extra + re.sub(r' -r \d+', '', command[m.end():])
    return command


def shrink(sizes, huge):
    if huge:
        return re.sub(r'\d+GB', '1GB', sizes)
    sizes = re.sub(r'\d+GB', '16MB', sizes)
    return re.sub(r'(\d+)MB', lambda m: f'{min(int(m.group(1)), 16)}MB', sizes)


def make_fixture(perf, path):
    """A short run, with the event that examples show and few machines can count."""
    subprocess.run([perf, 'bench', 'mem', 'clear', '-s', '4KB,64KB,2MB,4MB', '-r', '5', '-f',
                    'x86-64-stosb,x86-64-movnt', '--format', 'json', '-o', path],
                   stdout=subprocess.DEVNULL, check=True)
    with open(path, encoding='utf-8') as f:
        results = json.load(f)
    for case in results['cases']:
        lines = case['bytes'] / 64 * (case['function'] == 'x86-64-stosb')
        case['counters'] = {'l1d.replacement': {
            'state': 'counted', 'value': lines, 'running': 1.0, 'rounds': 5,
            'per_line': lines / (case['bytes'] / 64), 'per_page': None, 'per_op': None}}
    with open(path, 'w', encoding='utf-8') as f:
        json.dump(results, f)


def make_inputs(perf, command, folder):
    """What a command reads, where no example before it has made it."""
    for name in re.findall(r'--sizes-from (\S+)', command):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
            f.write('8\n64\n3520\n')
    if 'perf bench results' not in command:
        return
    output = re.findall(r'-o (\S+)', command)
    names = []
    for word in command.split():
        if '.json' in word and word not in output:
            names += [word.replace('*', x) for x in 'ab'] if '*' in word else [word]
    there = [n for n in names if os.path.exists(os.path.join(folder, n))]
    for name in names:
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            continue
        if there:
            shutil.copy(os.path.join(folder, there[0]), path)
        else:
            make_fixture(perf, path)


def run_examples(perf, path, folder):
    name = os.path.basename(path)
    seen = set()
    env = dict(os.environ, PATH=os.path.dirname(perf) + ':' + os.environ['PATH'], PAGER='cat')
    for command in commands_in(path):
        if command in seen:
            continue
        seen.add(command)
        short = cut(command)
        # "All results here" means no other example's, and their events are not here.
        where = folder
        if re.search(r' \*\.json| -m l1d', short):
            where = tempfile.mkdtemp(dir=folder)
        make_inputs(perf, short, where)
        try:
            done = subprocess.run(['sh', '-c', short], cwd=where, env=env, timeout=TIMEOUT,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        except subprocess.TimeoutExpired:
            report.item('FAIL', f'{name}: {command}', f'no end after {TIMEOUT} s')
            continue
        text = done.stdout.decode(errors='replace')
        lacks = re.search(r'^perf bench: .*(pages: .* (needed|not supported)|this machine lacks|'
                          r'no such node|--node|only root may).*$', text, re.M)
        # Trees differ in the kernel's own routines that they have.
        if done.returncode == 129 and re.search(r"--function 'kernel-\S+': no such", text):
            report.item('skip', f'{name}: {command}', 'this kernel tree lacks it')
        elif done.returncode == 1 and lacks:
            report.item('skip', f'{name}: {command}', lacks.group(0))
        elif done.returncode == 1 and 'is worse than --fail-above' in text:
            # What it is there to say; two short runs on a busy machine do differ so.
            report.item('ok', f'{name}: {command}')
        elif done.returncode:
            report.item('FAIL', f'{name}: {command}',
                 f'{short}: exit code {done.returncode}: {text.strip()[-300:]}')
        elif re.search(r'\b(nan|inf)\b', text):
            report.item('FAIL', f'{name}: {command}', 'prints nan or inf')
        else:
            report.item('ok', f'{name}: {command}')
    if not seen:
        report.item('FAIL', f'{name}: has no example')


def parser_options(perf, command):
    """Long options that perf prints for -h."""
    done = subprocess.run([perf, 'bench', *command.split(), '-h'], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, env=dict(os.environ, PAGER='cat'))
    return set(re.findall(r'^\s+(?:-\w, )?--([a-z][a-z_-]*)', done.stdout.decode(), re.M))


def page_text(path):
    """A page with what it includes, but for what its attributes leave out of that."""
    with open(path, encoding='utf-8') as f:
        text = re.sub(r'^include::(\S+)\[\]$',
                      lambda m: page_text(os.path.join(DOCS, m.group(1))), f.read(), flags=re.M)
    for attribute in re.findall(r'^:(\S+):$', text, re.M):
        text = re.sub(rf'^ifndef::{attribute}\[\]\n.*?^endif::{attribute}\[\]\n', '', text,
                      flags=re.M | re.S)
    return text


def check_options(perf, page):
    text = page_text(os.path.join(DOCS, page))
    described = set(re.findall(r'^--([a-z][a-z_-]*).*::$', text, re.M))
    taken = set().union(*(parser_options(perf, c) for c in PAGES[page]))
    for option in sorted(taken - described):
        report.item('FAIL', f'{page}: --{option}', 'is taken and not described')
    for option in sorted(described - taken):
        report.item('FAIL', f'{page}: --{option}', 'is described and not taken')
    if not taken:
        report.item('FAIL', f'{page}: perf prints no options')
    elif taken == described:
        report.item('ok', f'{page}: describes the {len(taken)} options that there are')


def main():
    perf = os.path.abspath(sys.argv[1])
    ours = sorted(glob.glob(os.path.join(DOCS, 'perf-bench-*.txt')))
    for path in ours:
        if os.path.basename(path) not in PAGES:
            report.item('FAIL', f'{os.path.basename(path)}: not in the list of pages')
    with tempfile.TemporaryDirectory() as folder:
        for path in [os.path.join(TOP, 'README'), *ours]:
            run_examples(perf, path, folder)
    for page in sorted(PAGES):
        if os.path.exists(os.path.join(DOCS, page)):
            check_options(perf, page)
        else:
            report.item('FAIL', f'{page}: is missing')
    return report.exit_code()


if __name__ == '__main__':
    sys.exit(main())
