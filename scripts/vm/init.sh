#!/bin/busybox sh
# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
#
# The first process of the guest. Commands come in on the second serial port, a line of
# base64 each; exit code, standard output and standard error go back the same way, their
# lengths before them.
export PATH=/usr/bin:/bin:/sbin HOME=/tmp
busybox mount -t proc none /proc
busybox mount -t sysfs none /sys
busybox mount -t devtmpfs dev /dev
busybox mount -t tmpfs none /tmp
busybox mount -t tmpfs run /run
busybox mount -t debugfs none /sys/kernel/debug
busybox mount -t tracefs none /sys/kernel/tracing
busybox mount -t cgroup2 cgroup2 /sys/fs/cgroup
busybox mkdir -p /dev/shm
busybox mount -t tmpfs shm /dev/shm
busybox --install -s /bin
echo +hugetlb >/sys/fs/cgroup/cgroup.subtree_control
ip link set lo up

stty -F /dev/ttyS1 raw -echo
exec </dev/ttyS1 >/dev/ttyS1
echo "ready $(uname -r)"
while read -r command; do
	echo "$command" | base64 -d >/tmp/command
	sh /tmp/command </dev/null >/tmp/out 2>/tmp/err
	echo "exit $? $(wc -c </tmp/out) $(wc -c </tmp/err)"
	cat /tmp/out /tmp/err
done
