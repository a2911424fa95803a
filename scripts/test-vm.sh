#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# What "make check-vm" makes of guests that fail and of machines that lack something, with
# an apt and a QEMU that only pretend.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib-test.sh"

command -v mke2fs >/dev/null || PATH=$PATH:/usr/sbin
for tool in mke2fs dpkg-deb lz4 zstd nm busybox; do
	command -v $tool >/dev/null || {
		echo "skip all: no $tool here"
		exit 0
	}
done

# Kernels that are unpacked already; the first one is not the newest.
mkdir "$tmp/bin" "$tmp/cache"
for kernel in 6.1.0-9 6.1.0-10 6.12.9+deb12; do
	mkdir "$tmp/cache/linux-image-$kernel-cloud-amd64"
	echo "$kernel" >"$tmp/cache/linux-image-$kernel-cloud-amd64/vmlinux"
done
cat >"$tmp/bin/apt-cache" <<-'END'
	#!/bin/sh
	cd "$FAKE/cache" && ls | grep -E "$(echo "$3" | sed 's/\[^ \]/./')" | sed 's/$/ - Linux/'
END
printf '#!/bin/sh\nexit 100\n' >"$tmp/bin/apt-get"
cat >"$tmp/bin/qemu-system-x86_64" <<-'END'
	#!/bin/sh
	for arg; do
		case $arg in
		*/vmlinux)		echo "$arg" >>"$FAKE/booted" ;;
		file,*path=*)		console=${arg#*path=}; console=${console%,append=on} ;;
		file=*)			echo "$arg" >"$FAKE/drive" ;;
		esac
	done
	# A comma of a path is two.
	console=$(echo "$console" | sed 's/,,/,/g')
	. "$FAKE/guest"
END
chmod +x "$tmp/bin/"*
export FAKE="$tmp" PATH="$tmp/bin:$PATH"

run() {
	python3 "$here/vm/run.py" --perf /bin/true --cache "$tmp/cache" \
		--session 6.1 --boot-timeout 3 "$@"
}

echo 'echo "Kernel panic - not syncing: oh dear" >"$console"' >"$tmp/guest"
refuses "a guest that panics is a failure" 'FAIL 6.1: boot' 'Kernel panic - not syncing: oh' \
	' 0 passed' -- run
newest() {
	grep -q 'image-6\.1\.0-10-' "$tmp/booted" && ! grep -q 'image-6\.1\.0-9-' "$tmp/booted"
}
ok "the newest kernel of a series is taken" newest

echo 'exec sleep 60' >"$tmp/guest"
refuses "so is one that is silent" 'FAIL 6.1: boot' 'no answer in time' -- run

echo 'echo hello' >"$tmp/guest"
refuses "so is one that says something else" 'FAIL 6.1: boot' 'said "hello"' -- run

echo 'echo ready 6.1; read -r line; echo "BUG: oh dear" >"$console"' >"$tmp/guest"
refuses "one that dies on the way fails all that is left" '6.1: boot of 6.1' \
	'FAIL 6.1: two nodes' 'BUG: oh dear' 'FAIL 6.1: tlb range: the ceiling is set back after' \
	-- run

# A guest whose commands all succeed without a word must not pass a check.
cat >"$tmp/guest" <<-'END'
	echo ready 6.1
	while read -r line; do
		echo "exit 0 0 0"
	done
END
refuses "one that does nothing passes no check" '1 passed, 1 failed' 'FAIL 6.1: thp' -- \
	run --only thp

commas() {
	ln -s cache "$tmp/a,cache"
	run --cache "$tmp/a,cache" --only nothing >"$tmp/said" 2>&1
	cat "$tmp/said" "$tmp/drive"
	grep -q '^1 passed, 0 failed' "$tmp/said" &&
		grep -q 'a,,cache/root.ext4,format' "$tmp/drive"
}
ok "a comma in a path is no end of an option" commas

without() {
	run >"$tmp/said" 2>&1 && grep -q "^skip $1" "$tmp/said" &&
		grep -q "^0 passed, 0 failed, $2 skipped" "$tmp/said"
}
rm -r "$tmp/cache/linux-image-"*
ok "without kernels all is skipped, with a reason" without '6.12 kernel: apt knows no' 2
no_qemu() {
	mkdir "$tmp/few"
	ln -s "$(command -v grep)" "$tmp/few/grep"
	ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$tmp/few/python3"
	PATH=$tmp/few without 'virtual machines: not installed: qemu-system-x86_64' 1
}
ok "so it is without QEMU" no_qemu
exit $failed
