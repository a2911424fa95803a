# SPDX-License-Identifier: GPL-2.0
"""Debian's cloud kernels: found and fetched with apt, unpacked, never installed."""
import glob
import os
import re
import struct
import subprocess


class Unavailable(Exception):
    """There is no such kernel to be had here."""


def output_of(*command, cwd=None):
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    if done.returncode:
        last = done.stderr.strip().splitlines() or [f'exit code {done.returncode}']
        raise Unavailable(f'{" ".join(command[:2])}: {last[-1]}')
    return done.stdout


def numbers(package):
    return [int(n) for n in re.findall(r'\d+', package)]


def newest(series):
    """The package of the latest cloud kernel of a series, such as 6.12."""
    pattern = rf'^linux-image-{re.escape(series)}\.[0-9][^ ]*-cloud-amd64$'
    found = [line.split()[0] for line in
             output_of('apt-cache', 'search', '--names-only', pattern).splitlines()]
    if not found:
        raise Unavailable(f'apt knows no linux-image-{series}.*-cloud-amd64')
    return max(found, key=numbers)


def fetch(series, cache):
    """Have the newest kernel of a series below @cache; return its directory."""
    try:
        return download(newest(series), cache)
    except Unavailable as why:
        # The list of a fresh machine is empty, that of an old one names what is gone.
        try:
            output_of('apt-get', 'update', '-qq')
        except Unavailable:
            raise why from None
        return download(newest(series), cache)


def download(package, cache):
    where = os.path.join(cache, package)
    if not os.path.isdir(where):
        os.makedirs(cache, exist_ok=True)
        output_of('apt-get', 'download', '-qq', package, cwd=cache)
        deb = glob.glob(os.path.join(cache, package + '_*.deb'))[0]
        os.mkdir(where + '.new')
        output_of('sh', '-c', 'dpkg-deb --fsys-tarfile "$0" | tar -x -C "$1" ./boot', deb,
                  where + '.new')
        os.rename(where + '.new', where)
        os.unlink(deb)
    return where


# How a payload starts, and what unpacks it.
UNPACK = ((b'\x28\xb5\x2f\xfd', 'zstd'), (b'\x02\x21\x4c\x18', 'lz4'),
          (b'\xfd7zXZ\0', 'xz'), (b'\x1f\x8b\x08', 'gzip'))


def vmlinux(where):
    """The uncompressed kernel, which starts without a BIOS and without unpacking itself.

    Offsets are those of Documentation/arch/x86/boot.rst: setup_sects, payload_offset and
    payload_length of the header.
    """
    image = os.path.join(where, 'vmlinux')
    if os.path.exists(image):
        return image
    with open(glob.glob(os.path.join(where, 'boot/vmlinuz-*'))[0], 'rb') as f:
        packed = f.read()
    offset, length = struct.unpack_from('<II', packed, 0x248)
    offset += (packed[0x1f1] + 1) * 512
    # The kernel's size stands behind its data, which some of the tools complain of.
    for magic, tool in UNPACK:
        if packed.startswith(magic, offset):
            text = subprocess.run([tool, '-dc'], input=packed[offset:offset + length],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  check=False).stdout
            if not text.startswith(b'\x7fELF'):
                raise Unavailable(f'{tool} does not unpack {where}')
            with open(image + '.new', 'wb') as f:
                f.write(text)
            os.rename(image + '.new', image)
            return image
    raise Unavailable(f'{where}: compressed in an unknown way')
