# SPDX-License-Identifier: GPL-2.0
"""Hooks: lines that go into the kernel tree's own files, kept as data.

A hooks file is plain text, one per topic, applied in the order of their names:

    # a comment; blank lines are free
    needs PATH             a file of ours without which it cannot be applied
    mirror PATH            copy PATH of the kernel to tools/PATH, for perf to build
    edit PATH              the file that the hooks below go into
    when PATH has REGEX    only if PATH has a line that matches (or: lacks REGEX);
                           holds for the next hook alone
    after REGEX            add lines after the one line that matches REGEX in full
    before REGEX           ... before it
    replace REGEX          ... in its place
    if-present after REGEX ... or do nothing when no line matches
    +TEXT                  a line to add; \\1 to \\9 stand for the anchor's groups

Anchors are looked up in the tree's own lines, never in what another hook added, so
the order of the files only decides the order of lines added at the same place.
"""
import os
import re

VERBS = ('after', 'before', 'replace')


class HookError(Exception):
    """A hooks file that does not parse, or that does not fit the tree."""


class Hook:
    def __init__(self, where, path, verb, regex, optional, conditions):
        self.where, self.path, self.verb, self.optional = where, path, verb, optional
        self.conditions = conditions
        self.anchor = compile_regex(where, regex)
        self.lines = []


class HookFile:
    def __init__(self, name):
        self.name = name
        self.needs, self.mirrors, self.hooks = [], [], []


def compile_regex(where, regex):
    try:
        return re.compile(regex)
    except re.error as err:
        raise HookError(f'{where}: bad regex /{regex}/: {err}') from None


def parse(path):
    """Read one hooks file."""
    topic = HookFile(os.path.basename(path))
    edit, hook, conditions = None, None, []
    with open(path, encoding='utf-8') as f:
        for number, line in enumerate(f.read().split('\n'), 1):
            where = f'{topic.name}:{number}'
            if line.startswith('+'):
                if hook is None:
                    raise HookError(f'{where}: a line to add without a hook before it')
                hook.lines.append(line[1:])
                continue
            if not line.strip() or line.startswith('#'):
                continue
            word, _, rest = line.partition(' ')
            optional = word == 'if-present'
            if optional:
                word, _, rest = rest.partition(' ')
            if not rest:
                raise HookError(f'{where}: "{line}" lacks its argument')
            if word in VERBS:
                if edit is None:
                    raise HookError(f'{where}: "{word}" before any "edit PATH"')
                hook = Hook(where, edit, word, rest, optional, conditions)
                topic.hooks.append(hook)
                conditions = []
                continue
            hook = None
            if word == 'when' and not optional:
                parts = rest.split(' ', 2)
                if len(parts) != 3 or parts[1] not in ('has', 'lacks'):
                    raise HookError(f'{where}: expected "when PATH has|lacks REGEX"')
                conditions.append((parts[0], parts[1] == 'has', compile_regex(where, parts[2])))
            elif word == 'edit' and not optional:
                edit = rest
            elif word == 'needs' and not optional:
                topic.needs.append(rest)
            elif word == 'mirror' and not optional:
                topic.mirrors.append(rest)
            else:
                raise HookError(f'{where}: unknown word "{word}"')
    if conditions:
        raise HookError(f'{topic.name}: a "when" at the end without a hook')
    for one in topic.hooks:
        if not one.lines:
            raise HookError(f'{one.where}: a hook that adds nothing')
    return topic


def read_all(directory):
    """All hooks files of a directory, in the order of their names."""
    names = sorted(n for n in os.listdir(directory) if n.endswith('.hooks'))
    return [parse(os.path.join(directory, n)) for n in names]


def find_anchor(hook, lines):
    """Number of the line that the hook's anchor matches; None for an optional one without."""
    found = [i for i, line in enumerate(lines) if hook.anchor.fullmatch(line)]
    if len(found) == 1:
        return found[0]
    if not found and hook.optional:
        return None
    what = 'not found' if not found else \
        f'found {len(found)} times (lines {", ".join(str(i + 1) for i in found)}), expected once'
    raise HookError(f'{hook.where}: {hook.path}: anchor /{hook.anchor.pattern}/ {what}')


def expand(hook, match):
    """The hook's lines with the anchor's groups filled in."""
    def group(ref):
        number = int(ref.group(1))
        if number > match.re.groups:
            raise HookError(f'{hook.where}: \\{number} but the anchor has '
                            f'{match.re.groups} groups')
        return match.group(number) or ''
    return [re.sub(r'\\([1-9])', group, line) for line in hook.lines]


def apply(topics, read):
    """Apply all topics' hooks to pristine text.

    read(path) returns the pristine text of a file of the tree. Returns a dictionary
    of path to new text.
    """
    pristine, added = {}, {}

    def lines_of(path):
        if path not in pristine:
            pristine[path] = read(path).split('\n')
        return pristine[path]

    def holds(condition):
        path, wanted, regex = condition
        return any(regex.fullmatch(line) for line in lines_of(path)) == wanted

    for hook in (h for topic in topics for h in topic.hooks):
        lines = lines_of(hook.path)
        if not all(holds(c) for c in hook.conditions):
            continue
        at = find_anchor(hook, lines)
        if at is None:
            continue
        slot = added.setdefault(hook.path, {}).setdefault(at, {verb: [] for verb in VERBS})
        if hook.verb == 'replace' and slot['replace']:
            raise HookError(f'{hook.where}: {hook.path}: line {at + 1} is replaced twice')
        slot[hook.verb] += expand(hook, hook.anchor.fullmatch(lines[at]))

    result = {}
    for path, slots in added.items():
        out = []
        for i, line in enumerate(pristine[path]):
            slot = slots.get(i)
            if slot:
                out += slot['before'] + (slot['replace'] or [line]) + slot['after']
            else:
                out.append(line)
        result[path] = '\n'.join(out)
    return result
