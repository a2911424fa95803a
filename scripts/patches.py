#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Make a mail-ready patch series of our files and hooks: "make patches".

    patches.py --source TARBALL|DIR --pristine DIR --output DIR --perf PERF

scripts/series says what belongs to which patch. A patch is the difference between two
stagings: of the parts up to the one before it, and of those up to it. git commit --signoff
and git format-patch make mails of them, and a run of perf bench mem clear the table of
the cover letter. Nothing of the user's git settings but name and address goes in.
"""
import argparse
import fcntl
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap

sys.dont_write_bytecode = True
import hookfile  # noqa: E402
import seriesfile  # noqa: E402
import stage  # noqa: E402
from seriesfile import SeriesError  # noqa: E402

BUILD_LINE = re.compile(r'\S+-y \+= ([\w-]+)\.o')
MAIL_WIDTH = 76


class Repository:
    """A git repository of its own, which holds only the files that the series touches."""

    def __init__(self, top):
        self.top = top
        name, email = identity()
        self.env = {k: v for k, v in os.environ.items() if not k.startswith('GIT_')}
        self.env.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM='1', LC_ALL='C',
                        GIT_AUTHOR_NAME=name, GIT_AUTHOR_EMAIL=email,
                        GIT_COMMITTER_NAME=name, GIT_COMMITTER_EMAIL=email)
        self.git('init', '-q')
        # Long enough for the objects of a whole kernel tree.
        self.git('config', 'core.abbrev', '12')

    def git(self, *args, text=None):
        done = subprocess.run(['git', *args], cwd=self.top, env=self.env, input=text,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        if done.returncode:
            raise SeriesError(f'git {args[0]}: {done.stdout.strip()}')
        return done.stdout

    def put(self, path, data, executable):
        full = os.path.join(self.top, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        stage.write_file(full, data)
        os.chmod(full, 0o755 if executable else 0o644)

    def commit(self, message):
        self.git('add', '-A', '-f', '.')
        self.git('commit', '-q', '--signoff', '-F', '-', text=message)


def identity():
    """Name and address of the one who sends the series, from git's settings."""
    done = subprocess.run(['git', '-C', stage.TOP, '-c', 'user.useConfigOnly=true', 'var',
                           'GIT_AUTHOR_IDENT'], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False)
    found = re.match(r'(.+) <(.+)>', done.stdout)
    if done.returncode or not found:
        raise SeriesError('git does not know whose patches these are: set them with git '
                          'config --global user.name and user.email')
    return found.groups()


def only_built(data, path, present):
    """A Build file of ours with the lines of those objects alone whose sources are there."""
    def keep(line):
        named = BUILD_LINE.fullmatch(line)
        base = os.path.join(os.path.dirname(path), named.group(1)) if named else ''
        return not named or base + '.c' in present or base + '.S' in present
    return '\n'.join(line for line in data.decode().split('\n') if keep(line)).encode()


def steps(tree, files, patches, overlay, hooks):
    """Patch by patch, all that differs from the pristine tree with it and those before it."""
    topics = hookfile.read_all(hooks)
    ours = seriesfile.share_out(patches, list(stage.walk(overlay, 'tools')),
                                lambda patch: patch.patterns, 'file')
    named = seriesfile.share_out(patches, [t.name for t in topics],
                                 lambda patch: patch.hooks, 'hooks file')
    paths, names = set(), set()
    for patch, more, also in zip(patches, ours, named):
        paths.update(more)
        names.update(also)
        try:
            content = stage.our_content(tree, files, overlay, sorted(paths),
                                        [t for t in topics if t.name in names])
        except hookfile.HookError as err:
            raise SeriesError(f'{patch.where}: "{patch.subject}": {err}') from None
        for path in paths:
            if os.path.basename(path) == 'Build':
                data, executable = content[path]
                content[path] = (only_built(data, path, paths), executable)
        yield patch, content


def make_commits(repository, tree, files, changes):
    """A commit of the pristine files that get changed, and one a patch."""
    changes = list(changes)
    before = {}
    for path in changes[-1][1]:
        if path in files:
            full = os.path.join(tree, path)
            with open(full, 'rb') as f:
                before[path] = (f.read(), os.access(full, os.X_OK))
    for path, (data, executable) in before.items():
        repository.put(path, data, executable)
    repository.commit('The kernel tree\n')
    for patch, content in changes:
        changed = {p: c for p, c in content.items() if before.get(p) != c}
        if not changed:
            raise SeriesError(f'{patch.where}: "{patch.subject}" changes nothing')
        for path, (data, executable) in changed.items():
            repository.put(path, data, executable)
        before = dict(before, **content)
        repository.commit(f'{patch.subject}\n\n{patch.body()}\n')


def shown(command):
    """The words of a command for others to read: where files are is nobody's business."""
    return ['perf'] + [os.path.basename(word) if os.path.isfile(word) else word
                       for word in command[1:]]


def cpus(command):
    """The CPU of the results that a command shows, or else of this machine."""
    names = []
    for path in filter(os.path.isfile, command[1:]):
        try:
            with open(path, encoding='utf-8') as f:
                names.append(json.load(f)['host']['cpu'])
        except (ValueError, KeyError, TypeError):
            names.append(None)
    if not names:
        with open('/proc/cpuinfo', encoding='utf-8') as f:
            names = re.findall(r'^model name\s*: (.*)', f.read(), re.M)[:1]
    known = [name for name in dict.fromkeys(names) if isinstance(name, str) and name]
    return ' and '.join(known) or 'a CPU whose name is not known'


def table(command):
    """What a command prints, with the command itself above it, as part of a mail."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode or not done.stdout.strip():
        raise SeriesError(f'{shlex.join(command)}: {done.stderr.strip() or "printed nothing"}')
    text = done.stdout
    for path in filter(os.path.isfile, command[1:]):
        text = text.replace(path, os.path.basename(path))
    lines = ['$ ' + shlex.join(shown(command))] + text.rstrip('\n').split('\n')
    mail = []
    for line in lines:
        # Columns stay as they are; sentences do not need to be this long.
        mail += textwrap.wrap(line, MAIL_WIDTH, subsequent_indent='#   ') \
            if line.startswith('#') else [line]
    return '\n'.join('  ' + line if line else '' for line in mail)


def fill_cover(path, cover, text, host):
    """Put subject and text in the places that format-patch left for them."""
    if cover.text.count('@TABLE@') != 1:
        raise SeriesError(f'{cover.where}: expected one line "+@TABLE@" in the cover letter')
    with open(path, encoding='utf-8') as f:
        letter = f.read()
    for place, words in (('*** SUBJECT HERE ***', cover.subject),
                         ('*** BLURB HERE ***', cover.body().replace('@HOST@', host)
                          .replace('@TABLE@', text))):
        if letter.count(place) != 1:
            raise SeriesError(f'git format-patch left no {place} in the cover letter')
        letter = letter.replace(place, words)
    with open(path, 'w', encoding='utf-8') as f:
        f.write(letter)


def write_series(args):
    cover, patches = seriesfile.parse(args.series)
    paths = stage.read_paths(args.paths)
    # As stage.py does: it may be writing what we read.
    with open(os.path.join(os.path.dirname(args.output), '.staging'), 'w',
              encoding='utf-8') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        tree = stage.pristine_tree(os.path.abspath(args.source), paths, args.pristine)
    files = stage.pristine_files(tree, paths)
    target = os.path.join(args.output, 'patches')
    with tempfile.TemporaryDirectory(dir=args.output, prefix='.patches.') as tmp:
        for name in ('tree', 'mails'):
            os.mkdir(os.path.join(tmp, name))
        repository = Repository(os.path.join(tmp, 'tree'))
        make_commits(repository, tree, files,
                     steps(tree, files, patches, args.overlay, args.hooks))
        command = [args.perf, 'bench', *shlex.split(args.bench)]
        text = table(command)
        mails = os.path.join(tmp, 'mails')
        repository.git('format-patch', '-q', '--cover-letter', '--subject-prefix', args.prefix,
                       '-o', mails, '--root', f'-{len(patches)}')
        names = sorted(os.listdir(mails))
        if len(names) != len(patches) + 1:
            raise SeriesError(f'git format-patch made {len(names)} mails of '
                              f'{len(patches)} patches')
        fill_cover(os.path.join(mails, names[0]), cover, text, cpus(command))
        shutil.rmtree(target, ignore_errors=True)
        os.rename(mails, target)
    print(f'  PATCHES  {target}: a cover letter and {len(patches)} patches')


def main():
    parser = argparse.ArgumentParser(description='Make a patch series of our files and hooks.')
    stage.add_options(parser, 'patches/ is made in it')
    parser.add_argument('--perf', required=True, help='perf for the cover letter\'s table')
    parser.add_argument('--bench', required=True, help='arguments of its perf bench')
    parser.add_argument('--prefix', default='PATCH', help='as of git format-patch')
    parser.add_argument('--series', default=os.path.join(stage.TOP, 'scripts/series'))
    args = parser.parse_args()
    args.output = os.path.abspath(args.output)
    try:
        write_series(args)
    except (SeriesError, hookfile.HookError, stage.StageError, OSError) as err:
        print(f'patches: {err}', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
