# SPDX-License-Identifier: GPL-2.0
"""The guest's root file system: perf, the libraries it is linked with, busybox, init."""
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def libraries(program):
    """What the loader maps for it, and the loader."""
    text = subprocess.run(['ldd', program], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    return re.findall(r'(/\S+) \(0x', text)


def make(perf, where):
    """Make the directory tree @where and an ext4 image of it; return the image."""
    shutil.rmtree(where, ignore_errors=True)
    for name in ('bin', 'dev', 'proc', 'run', 'sys', 'tmp'):
        os.makedirs(os.path.join(where, name))
    perf = os.path.realpath(perf)
    shutil.copy(perf, os.path.join(where, 'bin/perf'))
    shutil.copy(shutil.which('busybox'), os.path.join(where, 'bin'))
    shutil.copy(os.path.join(HERE, 'init.sh'), os.path.join(where, 'init'))
    for library in libraries(perf):
        os.makedirs(where + os.path.dirname(library), exist_ok=True)
        shutil.copy(library, where + library)
    image = where + '.ext4'
    subprocess.run(['mke2fs', '-q', '-F', '-t', 'ext4', '-d', where, image, '128M'], check=True,
                   env={**os.environ, 'PATH': os.environ['PATH'] + ':/usr/sbin:/sbin'})
    return image
