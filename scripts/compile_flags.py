# SPDX-License-Identifier: GPL-2.0
"""What our C files are compiled with, out of the commands that the build kept.

Only what the meaning of the source depends on is taken: other compilers and checkers know
neither all of gcc's warnings nor its code generation options.
"""
import glob
import os
import re
import shlex

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class NotBuilt(Exception):
    """The build has no command for a file."""


def command(build, path):
    """The words of the command for a source, whose path is relative to tools/perf."""
    name = os.path.splitext(os.path.basename(path))[0]
    command_file = os.path.join(build, 'obj', os.path.dirname(path), f'.{name}.o.cmd')
    try:
        with open(command_file, encoding='utf-8') as f:
            return shlex.split(re.search(r'^cmd_\S+ := (.*)$', f.read(), re.M).group(1))
    except (OSError, AttributeError):
        raise NotBuilt(f'{path}: not built, no {command_file}') from None


def of_file(build, path):
    """Flags of a source."""
    flags = []
    words = iter(command(build, path))
    for word in words:
        if word == '-include':
            flags += [word, next(words)]
        elif re.match('-[DUI].|-std=', word) and 'FORTIFY' not in word:
            flags.append(word)
    return flags


def ours(build, pattern='**'):
    """Our C files that are built for this version, as paths relative to tools/perf."""
    perf = os.path.join(TOP, 'tools/perf')
    for path in sorted(glob.glob(f'{perf}/{pattern}/*.c', recursive=True)):
        path = os.path.relpath(path, perf)
        if not path.endswith('.bpf.c'):
            yield path


def database(build):
    """A compile database. Files are named as they stand here; the staged ones are the same."""
    perf = os.path.join(build, 'src/tools/perf')
    return [{'directory': perf, 'file': os.path.join(TOP, 'tools/perf', path),
             'arguments': ['clang', *of_file(build, path), '-iquote',
                           os.path.join(perf, os.path.dirname(path)), '-c',
                           os.path.join(TOP, 'tools/perf', path)]}
            for path in ours(build)]
