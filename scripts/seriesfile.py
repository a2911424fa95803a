# SPDX-License-Identifier: GPL-2.0
"""The description of the patch series: scripts/series, which tells its own format."""
import fnmatch
import os


class SeriesError(Exception):
    """The series cannot be made; the text says why."""


class Part:
    """The cover letter, or a patch."""

    def __init__(self, where, kind, subject):
        self.where, self.kind, self.subject = where, kind, subject
        self.patterns, self.hooks, self.text = [], [], []

    def body(self):
        return '\n'.join(self.text).strip('\n')


def parse(path):
    """Read a series file: its cover letter and its patches."""
    parts = []
    with open(path, encoding='utf-8') as f:
        for number, line in enumerate(f.read().split('\n'), 1):
            where = f'{os.path.basename(path)}:{number}'
            word, _, rest = line.partition(' ')
            if not line.strip() or line.startswith('#'):
                continue
            if word in ('cover', 'patch') and rest:
                parts.append(Part(where, word, rest))
            elif not parts:
                raise SeriesError(f'{where}: "{line}" before any "cover" or "patch"')
            elif line.startswith('+'):
                parts[-1].text.append(line[1:])
            elif word == 'files' and rest and parts[-1].kind == 'patch':
                parts[-1].patterns += rest.split()
            elif word == 'hooks' and rest and parts[-1].kind == 'patch':
                parts[-1].hooks += rest.split()
            else:
                raise SeriesError(f'{where}: cannot make sense of "{line}"')
    covers = [p for p in parts if p.kind == 'cover']
    patches = [p for p in parts if p.kind == 'patch']
    if len(covers) != 1 or not patches:
        raise SeriesError(f'{path}: expected one "cover" and at least one "patch"')
    for part in parts:
        if not part.body():
            raise SeriesError(f'{part.where}: "{part.subject}" says nothing')
    return covers[0], patches


def matches(path, pattern):
    """Whether a pattern names a path: one of the shell's, in which no "*" crosses a "/"."""
    return path.count('/') == pattern.count('/') and fnmatch.fnmatchcase(path, pattern)


def share_out(patches, names, patterns_of, what):
    """Each name's one patch: a list, by patch, of the names that belong to it."""
    shares = [[] for _ in patches]
    used = set()
    for name in names:
        owners = []
        for number, patch in enumerate(patches):
            hits = [p for p in patterns_of(patch) if matches(name, p)]
            used.update((number, p) for p in hits)
            if hits:
                owners.append(number)
        if not owners:
            raise SeriesError(f'{what} {name} belongs to no patch of scripts/series')
        if len(owners) > 1:
            raise SeriesError(f'{what} {name} belongs to two patches of scripts/series: '
                              f'{patches[owners[0]].where} and {patches[owners[1]].where}')
        shares[owners[0]].append(name)
    for number, patch in enumerate(patches):
        for pattern in patterns_of(patch):
            if (number, pattern) not in used:
                raise SeriesError(f'{patch.where}: no {what} is called {pattern}')
    return shares
