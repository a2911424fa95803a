# SPDX-License-Identifier: GPL-2.0
"""What "perf test" prints, in the forms of all versions."""
import re
import subprocess


def plain(description):
    """A description without the mark that newer versions take off, and older ones print."""
    return description.replace(' (exclusive)', '').strip()


def numbers(listing):
    """Of "perf test list": the number of each suite by its description."""
    found = {}
    for line in listing.splitlines():
        # "7: suite", then "7.1: case" or "7: 1: case".
        m = re.match(r'\s*(\d+): +(?!\d+:)(.*)', line)
        if m:
            found[plain(m.group(2))] = m.group(1)
    return found


def listed(perf, **how):
    """The same, of a perf that is run for it; @how goes to subprocess.run()."""
    return numbers(subprocess.run([perf, 'test', 'list'], stdout=subprocess.PIPE, text=True,
                                  stderr=subprocess.STDOUT, check=False, **how).stdout)


def results(log):
    """Of a run: (number of the suite or '', description, result) of each line that has one.

    "12.3: text  : Ok"; with -v older versions print "suite subtest 3: Ok" after the log.
    """
    log = re.sub(r'\x1b\[[\d;]*m', '', log)
    return [(number, plain(text), result) for number, text, result in
            re.findall(r'^(?:\s*(\d+)(?:[.:]\d+)?:)?(.*?)\s*: (Ok|Skip.*|FAILED!.*)$', log, re.M)]
