#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What the documents say can be typed: every example of README and the man pages is run, and
# the options that are described are those that there are. test-examples.sh build/VERSION
here=$(cd "$(dirname "$0")" && pwd)
exec python3 "$here/examples.py" "${1:?usage: test-examples.sh BUILD}/perf"
