# SPDX-License-Identifier: GPL-2.0
"""A kernel under QEMU that runs commands which it is told over a serial port.

Emulated (TCG), so that it works on machines that are virtual themselves; slow, and its
times mean nothing.
"""
import base64
import collections
import os
import re
import select
import subprocess
import time

BOOT_TIMEOUT = 180
# A whole session; also what ends QEMU if we are killed.
SESSION_TIMEOUT = 900

# Four CPUs on two nodes. One 1GB page on each node takes 4GB on the first, where the
# kernel and the memory below 4GB for devices are, too.
MACHINE = ('-machine', 'q35', '-smp', '4,sockets=2,cores=2,threads=1', '-m', '6G',
           '-object', 'memory-backend-ram,id=m0,size=4G',
           '-object', 'memory-backend-ram,id=m1,size=2G',
           '-numa', 'node,nodeid=0,cpus=0-1,memdev=m0',
           '-numa', 'node,nodeid=1,cpus=2-3,memdev=m1',
           '-nodefaults', '-display', 'none', '-no-reboot',
           # With a thread for each CPU, the kernel's patching of its own text now and
           # then meets a CPU that still runs the old one.
           '-accel', 'tcg,thread=single')
# Wherever KASLR puts the kernel, it may be in the way of a 1GB page.
BOOT = ('root=/dev/nvme0n1 rw init=/init console=ttyS0 panic=-1 quiet nokaslr '
        'hugepagesz=1G hugepages=0:1,1:1 hugepagesz=2M hugepages=64')

Result = collections.namedtuple('Result', 'code out err')


def value(text):
    """Of an option of QEMU, in which a single comma would end it."""
    return text.replace(',', ',,')


class Died(Exception):
    """The guest panicked, ended, or does not answer."""


class Guest:
    """One boot. A command that takes longer than its time ends the guest: see Died."""

    def __init__(self, kernel, image, console, cpu='max', boot_timeout=BOOT_TIMEOUT):
        self.console = console
        self.perf = None  # the host's file of what the guest calls /bin/perf
        self.dead = None
        self.buffer = b''
        with open(console, 'wb') as log:
            self.qemu = subprocess.Popen(
                ['timeout', '-k', '10', str(SESSION_TIMEOUT), 'qemu-system-x86_64', *MACHINE,
                 '-cpu', cpu, '-kernel', kernel, '-append', BOOT,
                 '-chardev', f'file,id=console,path={value(console)},append=on',
                 '-serial', 'chardev:console',
                 '-chardev', 'stdio,id=commands', '-serial', 'chardev:commands',
                 '-drive', f'file={value(image)},format=raw,if=none,id=root,snapshot=on',
                 '-device', 'nvme,drive=root,serial=root'],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        ready = self.read_line(time.monotonic() + boot_timeout).split()
        if len(ready) != 2 or ready[0] != 'ready':
            raise self.died(f'said "{" ".join(ready)}" in place of "ready"')
        self.release = ready[1]

    def died(self, why):
        """Stop it; what to raise."""
        self.dead = why
        with open(self.console, encoding='utf-8', errors='replace') as f:
            lines = [line.strip() for line in f if line.strip()]
        self.stop()
        trouble = [line for line in lines if re.search('panic|Oops|BUG:', line)]
        told = trouble[:1] or lines[-1:] or ['nothing']
        return Died(f'{why}; on the console: {told[0]}')

    def stop(self):
        self.qemu.terminate()
        self.qemu.wait()
        self.qemu.stdin.close()
        self.qemu.stdout.close()

    def read_some(self, deadline):
        left = max(deadline - time.monotonic(), 0)
        if not select.select([self.qemu.stdout], [], [], left)[0]:
            raise self.died('no answer in time')
        data = os.read(self.qemu.stdout.fileno(), 65536)
        if not data:
            raise self.died('the guest ended')
        self.buffer += data

    def read_line(self, deadline):
        while b'\n' not in self.buffer:
            self.read_some(deadline)
        line, self.buffer = self.buffer.split(b'\n', 1)
        return line.decode(errors='replace')

    def read_text(self, length, deadline):
        while len(self.buffer) < length:
            self.read_some(deadline)
        text, self.buffer = self.buffer[:length], self.buffer[length:]
        return text.decode(errors='replace')

    def run(self, command, timeout=60):
        """Run shell text in the guest."""
        if self.dead:
            raise Died(self.dead)
        deadline = time.monotonic() + timeout
        try:
            self.qemu.stdin.write(base64.b64encode(command.encode()) + b'\n')
            self.qemu.stdin.flush()
        except BrokenPipeError:
            raise self.died('the guest ended') from None
        answer = self.read_line(deadline).split()
        if len(answer) != 4 or answer[0] != 'exit':
            raise self.died(f'said "{" ".join(answer)}" in place of an exit code')
        code, out, err = (int(n) for n in answer[1:])
        return Result(code, self.read_text(out, deadline), self.read_text(err, deadline))
