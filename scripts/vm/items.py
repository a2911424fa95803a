# SPDX-License-Identifier: GPL-2.0
"""What a check in the guest is made of.

A check is a function of the guest under @check(NAME). It returns if all is well, and
raises Failed or Skipped otherwise.
"""
import json


class Failed(Exception):
    """Something is not as it has to be."""


class Skipped(Exception):
    """Nothing can be said here, and why."""


def check(name):
    """Mark a function as a check."""
    def mark(function):
        function.check_name = name
        return function
    return mark


def checks_in(*modules):
    """The checks of modules, in the order in which they are written."""
    return [f for module in modules for f in vars(module).values()
            if hasattr(f, 'check_name')]


def need(ok, why):
    if not ok:
        raise Failed(why)


def same(what, got, want):
    need(got == want, f'{what}: {got}, not {want}')


def succeed(result):
    need(result.code == 0, f'exit code {result.code}: {result.err.strip() or result.out[-300:]}')
    return result


def refused(result, code, *texts):
    """It has to end with @code and one line on standard error that holds @texts."""
    lines = result.err.splitlines()
    same('exit code', result.code, code)
    need(len(lines) == 1, f'{len(lines)} lines on standard error: {result.err!r}')
    for text in texts:
        need(text in lines[0], f'"{text}" is not in: {lines[0]}')


def shell(guest, command, timeout=60):
    """Standard output of what has to work."""
    return succeed(guest.run(command, timeout)).out.strip()


def settle(guest, command, want, what):
    """Wait a while for the standard output of @command to become @want."""
    got = guest.run(f'for i in 1 2 3 4 5 6 7 8 9 10; do [ "$({command})" = "{want}" ] && break;'
                    f' sleep 0.5; done; {command}').out.strip()
    same(what, got, want)


class Measured:
    """Results of a run of "perf bench", as JSON, by function."""

    def __init__(self, guest, args, timeout=240):
        result = succeed(guest.run(f'perf bench {args} --format json', timeout))
        self.err = result.err
        self.json = json.loads(result.out)
        self.case = {c['function']: c for c in self.json['cases']}

    def samples(self, function, metric):
        metrics = self.case[function]['metrics']
        need(metric in metrics, f'{function}: {metric} was not measured')
        return metrics[metric]['samples']

    def counter(self, function, event):
        counter = self.case[function]['counters'][event]
        same(f'{function}, state of {event}', counter['state'], 'counted')
        return counter['value']

    def all_are(self, function, metric, want):
        """Every sample of a count has to be the same, and nothing may be remarked on it."""
        got = self.samples(function, metric)
        need(got and all(v == want for v in got), f'{function}: {metric} {got}, not {want}')
        note = self.case[function]['note'] or ''
        need('expected' not in note and 'fallback' not in note, f'{function}: {note}')
