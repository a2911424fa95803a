# SPDX-License-Identifier: GPL-2.0
"""What all that tests something prints: a line an item, and the totals last."""


class Report:
    """Counts items and prints each as it comes in; @prefix stands before their names."""

    def __init__(self, prefix=''):
        self.prefix = prefix
        self.count = {'ok': 0, 'FAIL': 0, 'skip': 0}

    def item(self, result, name, why=''):
        self.count[result] += 1
        print(f'{result:4} {self.prefix}{name}{": " + why if why else ""}', flush=True)

    def log(self, text, most=60):
        """The end of what something said, below its item."""
        for line in text.splitlines()[-most:]:
            print(f'     | {line[:500]}', flush=True)

    def exit_code(self, may_skip_all=False):
        return int(bool(self.count['FAIL'] or not (self.count['ok'] or may_skip_all)))

    def totals(self, may_skip_all=False):
        """Print them; return the exit code."""
        print('{ok} passed, {FAIL} failed, {skip} skipped'.format(**self.count), flush=True)
        return self.exit_code(may_skip_all)
