#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Stage a kernel source for building perf with our files in it.

    stage.py --source TARBALL|DIR --pristine DIR --output DIR

Takes the paths named in scripts/kernel-paths, lays everything below tools/ over them,
mirrors and edits what scripts/hooks/ says, and leaves the result in OUTPUT/src. A
tarball is extracted once into PRISTINE; a directory is read where it is. What is
staged is always computed from the pristine files, and a file is written only when
its content changes, so that make rebuilds no more than it has to.

OUTPUT/staged is touched last, and only if something changed: while it is missing,
the staging is not finished.
"""
import argparse
import fcntl
import os
import re
import shutil
import stat
import subprocess
import sys

sys.dont_write_bytecode = True
import hookfile  # noqa: E402
from hookfile import HookError  # noqa: E402

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Editor leftovers, and what a build inside the source directory leaves behind.
LEFTOVER = re.compile(r'.*~|\.#.*|#.*#|.*\.(sw[a-p]|orig|rej|o|a|so|cmd|d|pyc)|\..*\.cmd')
# Where <...> is searched for when perf's assembly is built.
INCLUDE_DIRS = ('tools/include', 'tools/include/uapi', 'tools/arch/x86/include',
                'tools/arch/x86/include/uapi', 'tools/perf/util/include',
                'tools/perf/arch/x86/include')


class StageError(Exception):
    """Staging cannot go on; the text says why."""


def read_paths(name):
    """The list of kernel paths: (path, required) pairs."""
    with open(name, encoding='utf-8') as f:
        lines = [line.strip() for line in f]
    return [(line.lstrip('? '), not line.startswith('?'))
            for line in lines if line and not line.startswith('#')]


def write_file(path, data):
    with open(path, 'wb') as f:
        f.write(data)


def walk(top, below=''):
    """Paths of all files and links below a directory, relative to top; no leftovers."""
    for here, dirs, files in os.walk(os.path.join(top, below)):
        dirs[:] = sorted(d for d in dirs if d not in ('.git', '__pycache__'))
        links = [d for d in dirs if os.path.islink(os.path.join(here, d))]
        for name in sorted(files + links):
            if not LEFTOVER.fullmatch(name):
                yield os.path.relpath(os.path.join(here, name), top)


# -- the pristine files ---------------------------------------------------------------

def archive_top(tarball):
    """Name of the one directory that a kernel tarball holds."""
    with subprocess.Popen(['tar', '-tf', tarball], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as tar:
        first = tar.stdout.readline().strip()
        tar.kill()
    prefix = './' if first.startswith('./') else ''
    top = first[len(prefix):].split('/', 1)[0]
    if not top:
        raise StageError(f'{tarball}: not a tar archive')
    return prefix + top


def extract(tarball, paths, target):
    """Extract the paths of a tarball into the directory target, which appears complete or not."""
    top = archive_top(tarball)
    partial = target + '.partial'
    shutil.rmtree(partial, ignore_errors=True)
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(partial)
    names = ''.join(f'{top}/{path}\n' for path, _ in paths)
    tar = subprocess.run(['tar', '-xf', tarball, '-C', partial, '--no-same-owner',
                          '--strip-components=' + str(top.count('/') + 1), '-T', '-'],
                         input=names, stderr=subprocess.PIPE, text=True, check=False,
                         env=dict(os.environ, XZ_OPT='-T0', LC_ALL='C'))
    # A path that the archive lacks is check_paths()'s to report; all else is a bad archive.
    errors = [line for line in tar.stderr.splitlines()
              if 'Not found in archive' not in line and 'previous errors' not in line]
    if tar.returncode and (errors or tar.returncode < 0 or not tar.stderr):
        raise StageError(f'{tarball}: {errors[0] if errors else "tar failed"}')
    check_paths(tarball, partial, paths)
    os.rename(partial, target)


def check_paths(source, top, paths):
    for path, required in paths:
        if required and not os.path.lexists(os.path.join(top, path)):
            raise StageError(f'{source}: no {path} in it: not a kernel tree that perf builds from')


def pristine_tree(source, paths, directory):
    """Return the directory that holds the source's own files, extracting them if need be."""
    if os.path.isdir(source):
        check_paths(source, source, paths)
        return source
    if not os.path.isfile(source):
        raise StageError(f'{source}: no such kernel source')
    st = os.stat(source)
    identity = f'{source} {st.st_size} {st.st_mtime_ns}\n' + \
        ''.join(f'{path} {required}\n' for path, required in paths)
    stamp = os.path.join(directory, '.identity')
    try:
        with open(stamp, encoding='utf-8') as f:
            if f.read() == identity:
                return directory
    except FileNotFoundError:
        pass
    print(f'  STAGE    extracting {source}', flush=True)
    extract(source, paths, directory)
    with open(stamp + '.new', 'w', encoding='utf-8') as f:
        f.write(identity)
    os.rename(stamp + '.new', stamp)
    return directory


def pristine_files(tree, paths):
    """The staged part of a tree, as a set; of a git checkout the tracked files only."""
    if os.path.exists(os.path.join(tree, '.git')):
        git = subprocess.run(['git', '-C', tree, 'ls-files', '-z', '--'] + [p for p, _ in paths],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if git.returncode == 0 and git.stdout:
            names = git.stdout.decode().split('\0')
            return {n for n in names if n and os.path.lexists(os.path.join(tree, n))}
    found = set()
    for path, _ in paths:
        full = os.path.join(tree, path)
        if os.path.isdir(full):
            found.update(walk(tree, path))
        elif os.path.lexists(full):
            found.add(path)
    return found


# -- our files, mirrors and hooks -----------------------------------------------------

def mirror(tree, files, path):
    """A kernel file as tools/ can build it: without the includes that tools/ lacks."""
    if path not in files:
        raise StageError(f'{path}: the kernel tree lacks this file, which is to be mirrored')
    with open(os.path.join(tree, path), encoding='utf-8') as f:
        lines = f.read().split('\n')

    def buildable(line):
        include = re.fullmatch(r'#\s*include\s+<(.*)>.*', line)
        return not include or any(f'{d}/{include.group(1)}' in files for d in INCLUDE_DIRS)
    return '\n'.join(line for line in lines if buildable(line)).encode()


def kernel_version(tree):
    with open(os.path.join(tree, 'Makefile'), encoding='utf-8') as f:
        head = f.read(4096)
    part = dict(re.findall(r'^(VERSION|PATCHLEVEL|SUBLEVEL|EXTRAVERSION) *= *(\S*)$', head, re.M))
    try:
        return f'{part["VERSION"]}.{part["PATCHLEVEL"]}.{part["SUBLEVEL"]}{part["EXTRAVERSION"]}'
    except KeyError as missing:
        raise StageError(f'{tree}/Makefile: no {missing.args[0]} line') from None


def our_content(tree, files, overlay, ours, topics):
    """What differs from the pristine tree: path to (content, is executable).

    ours are the paths below overlay to lay over it, topics the hooks files to apply.
    """
    content = {}
    for path in ours:
        if path in files:
            raise StageError(f'{path}: the kernel tree has this file already; '
                             'change it with a hook')
        full = os.path.join(overlay, path)
        with open(full, 'rb') as f:
            content[path] = (f.read(), bool(os.stat(full).st_mode & stat.S_IXUSR))

    for topic in topics:
        for path in topic.needs:
            if path not in content:
                raise HookError(f'{topic.name}: needs {path}, which is not there')

    for path in (p for topic in topics for p in topic.mirrors):
        if f'tools/{path}' not in files:
            content[f'tools/{path}'] = (mirror(tree, files, path), False)

    def read(path):
        if path not in files:
            raise HookError(f'{path}: the kernel tree lacks this file, which hooks go into')
        with open(os.path.join(tree, path), encoding='utf-8') as f:
            return f.read()
    for path, text in hookfile.apply(topics, read).items():
        executable = os.stat(os.path.join(tree, path)).st_mode & stat.S_IXUSR
        content[path] = (text.encode(), bool(executable))

    return content


# -- the staged tree ------------------------------------------------------------------

class Staged:
    """OUTPUT/src, written to only where it differs from what it should be."""

    def __init__(self, output):
        self.src = os.path.join(output, 'src')
        self.stamp = os.path.join(output, 'staged')
        self.changed = []

    def change(self, path):
        """Make room for a new version of path. From the first change on the stamp is gone."""
        if not self.changed and os.path.exists(self.stamp):
            os.unlink(self.stamp)
        self.changed.append(path)
        full = os.path.join(self.src, path)
        if os.path.isdir(full) and not os.path.islink(full):
            shutil.rmtree(full)
        elif os.path.lexists(full):
            os.unlink(full)
        else:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            return full, False
        return full, True

    def put(self, path, data, executable):
        """Our own content."""
        full = os.path.join(self.src, path)
        mode = 0o755 if executable else 0o644
        if os.path.isfile(full) and not os.path.islink(full):
            with open(full, 'rb') as f:
                if f.read() == data and os.stat(full).st_mode & 0o777 == mode:
                    return
        full, _ = self.change(path)
        write_file(full, data)
        os.chmod(full, mode)

    def copy(self, tree, path):
        """A pristine file or link."""
        source, full = os.path.join(tree, path), os.path.join(self.src, path)
        want = os.lstat(source)
        try:
            have = os.lstat(full)
        except (FileNotFoundError, NotADirectoryError):
            have = None
        if have and stat.S_IFMT(have.st_mode) == stat.S_IFMT(want.st_mode):
            if stat.S_ISLNK(want.st_mode):
                if os.readlink(full) == os.readlink(source):
                    return
            elif have.st_size == want.st_size and have.st_mode == want.st_mode:
                if have.st_mtime_ns == want.st_mtime_ns:
                    return
                with open(full, 'rb') as one, open(source, 'rb') as other:
                    if one.read() == other.read():
                        return
        full, existed = self.change(path)
        shutil.copy2(source, full, follow_symlinks=False)
        # An old time would hide from make that the file is not what it was.
        if existed and not os.path.islink(full):
            os.utime(full)

    def drop_others(self, wanted):
        """Delete what should not be there: files that we, or the kernel tree, no longer have."""
        for here, dirs, files in os.walk(self.src, topdown=False):
            links = [d for d in dirs if os.path.islink(os.path.join(here, d))]
            for name in files + links:
                path = os.path.relpath(os.path.join(here, name), self.src)
                if path not in wanted:
                    self.change(path)
            if not os.listdir(here):
                os.rmdir(here)

    def finish(self):
        """Mark the staging as finished."""
        if self.changed or not os.path.exists(self.stamp):
            with open(self.stamp, 'w', encoding='utf-8') as f:
                f.write(''.join(f'{path}\n' for path in self.changed))


def add_options(parser, output):
    """The options that say what is staged from where, for all that stages."""
    parser.add_argument('--source', required=True, help='kernel tarball or directory')
    parser.add_argument('--pristine', required=True, help='where a tarball is extracted to')
    parser.add_argument('--output', required=True, help=output)
    parser.add_argument('--overlay', default=TOP, help='directory whose tools/ is laid over')
    parser.add_argument('--paths', default=os.path.join(TOP, 'scripts/kernel-paths'))
    parser.add_argument('--hooks', default=os.path.join(TOP, 'scripts/hooks'))


def main():
    parser = argparse.ArgumentParser(description='Stage a kernel source for perf.')
    add_options(parser, 'holds src/ and the stamp')
    args = parser.parse_args()
    args.output = os.path.abspath(args.output)

    try:
        os.makedirs(args.output, exist_ok=True)
        # Two makes at once: the second one finds it done. Released when we exit.
        lock = open(os.path.join(os.path.dirname(args.output), '.staging'), 'w', encoding='utf-8')
        fcntl.flock(lock, fcntl.LOCK_EX)
        paths = read_paths(args.paths)
        tree = pristine_tree(os.path.abspath(args.source), paths, args.pristine)
        files = pristine_files(tree, paths)
        content = our_content(tree, files, args.overlay, walk(args.overlay, 'tools'),
                              hookfile.read_all(args.hooks))
        # perf has no git history to take its version from here.
        version = f'#define PERF_VERSION "{kernel_version(tree)}"\n'
        content['PERF-VERSION-FILE'] = (version.encode(), False)
        staged = Staged(args.output)
        for path in sorted(files - content.keys()):
            staged.copy(tree, path)
        for path, (data, executable) in sorted(content.items()):
            staged.put(path, data, executable)
        staged.drop_others(files | content.keys())
        staged.finish()
    except (HookError, StageError, OSError) as err:
        print(f'stage: {err}', file=sys.stderr)
        return 1
    if staged.changed:
        print(f'  STAGE    {args.output}/src: {len(staged.changed)} files written')
    return 0


if __name__ == '__main__':
    sys.exit(main())
