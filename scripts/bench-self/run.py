#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""How well perf bench measures: "make bench-self". Each piece runs alone, too; what they
found stands in one table at the end. Nothing is asserted: a machine may be too busy.

    run.py [--quick] [PIECE ...]	default: all; a minute or two with --quick, else half an hour
"""
import argparse
import importlib
import os
import re
import shutil
import subprocess
import sys
import time

import common

PIECES = ('startup', 'bare_loop', 'pagefault', 'own_share', 'aa', 'ab', 'peers')


def scripts():
    """Pieces of other benchmarks, in shell: the last line that they print is the result."""
    return sorted(name[:-3] for name in os.listdir(common.HERE) if name.endswith('.sh'))


def run_script(name):
    run = subprocess.run(['sh', f'{common.HERE}/{name}.sh'], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, text=True, check=False)
    lines = [line for line in run.stdout.splitlines() if line.strip()]
    print('\n'.join(lines), flush=True)
    got = lines[-1] if lines else f'exit code {run.returncode}'
    return [common.row(*split_result(name, got))]


def split_result(name, line):
    """'what: result' or, of a script that says it otherwise, all of the line."""
    found = re.match(r'(.*?: .*?): (.*)', line)
    return (found.group(1), '', found.group(2)) if found else (name, '', line)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--quick', action='store_true', help='fewer and shorter runs')
    parser.add_argument('pieces', nargs='*', metavar='PIECE')
    args = parser.parse_args()
    known = PIECES + tuple(scripts())
    for piece in args.pieces:
        if piece not in known:
            parser.error(f'{piece}: expected one of {" ".join(known)}')
    if not shutil.which('perf'):
        sys.exit('perf is not in PATH')

    rows, start, before = [], time.time(), common.load()
    for piece in args.pieces or known:
        print(f'# {piece}: {common.load()}', flush=True)
        if piece in PIECES:
            rows += importlib.import_module(piece).measure(args.quick)
        else:
            rows += run_script(piece)
    print(f'\n# {time.time() - start:.0f} s; {before}, {common.load()} at the end')
    common.table(rows)


if __name__ == '__main__':
    main()
