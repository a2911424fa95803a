#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Installing packages, with a dpkg-query, apt-get, sudo and id that only pretend.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib-test.sh"

mkdir "$tmp/bin"
cat >"$tmp/bin/dpkg-query" <<-'END'
	#!/bin/sh
	shift 3
	for p; do grep -qxF "$p" "$FAKE/has" && echo "installed $p 1.0"; done
	exit 1
END
cat >"$tmp/bin/apt-get" <<-'END'
	#!/bin/sh
	echo "apt-get $*" >>"$FAKE/calls"
	[ "$1" != install ] && exit 0
	for p; do echo "$p"; done >>"$FAKE/has"
	[ ! -e "$FAKE/broken" ]
END
printf '#!/bin/sh\ncat "$FAKE/uid"\n' >"$tmp/bin/id"
printf '#!/bin/sh\n[ -e "$FAKE/sudoer" ] && shift && exec "$@"\n' >"$tmp/bin/sudo"
chmod +x "$tmp/bin/"*
export FAKE="$tmp" PATH="$tmp/bin:$PATH"

deps() {
	"$here/deps.sh" 6.12 "$tmp/state"
}
machine() {
	rm -f "$tmp/calls" "$tmp/state" "$tmp/sudoer" "$tmp/broken"
	: >"$tmp/calls"
	echo "$1" >"$tmp/uid"
	sed -e '/^[#?]/d' -e 's/@KVER@/6.12/' "$here/deps-debian" >"$tmp/has"
	for p in $2; do
		sed -i "/^$p\$/d" "$tmp/has"
	done
}
quiet() {
	deps >"$tmp/said" 2>&1 && [ ! -s "$tmp/said" ] && [ ! -s "$tmp/calls" ] &&
		grep -q '^flex 1.0' "$tmp/state"
}
machine 1000 ''
ok "with all installed, nothing is said or done" quiet

optional() {
	deps && ! grep -q '^clang ' "$tmp/state" && echo clang >>"$tmp/has" && deps &&
		grep -q '^clang 1.0' "$tmp/state" && [ ! -s "$tmp/calls" ]
}
machine 1000 ''
ok "what may be there and comes later is a reason to build anew" optional

machine 1000 'flex linux-source-6.12'
refuses "a user without sudo is told the one line and stopped" \
	'apt-get update && apt-get install -y --no-install-recommends flex linux-source-6.12' \
	-- deps
one_line() {
	[ "$(grep -c apt-get "$tmp/said")" = 1 ] && [ ! -s "$tmp/calls" ] &&
		[ ! -e "$tmp/state" ]
}
deps >"$tmp/said" 2>&1
ok "... one line, and nothing is installed" one_line

installs() {
	deps && grep -q '^apt-get update' "$tmp/calls" &&
		grep -qx 'apt-get install -y --no-install-recommends bison libnuma-dev' "$tmp/calls"
}
machine 0 'bison libnuma-dev'
ok "root installs what is missing, and only that" installs
machine 1000 'bison libnuma-dev'
touch "$tmp/sudoer"
ok "so does a user with sudo" installs
machine 0 bison
touch "$tmp/broken"
refuses "a failed installation stops, with the packages named" bison KSRC= -- deps

no_kernel() {
	"$here/deps.sh" - "$tmp/state"
}
machine 1000 linux-source-6.12
ok "with KSRC= no kernel source is installed" no_kernel

other_list() {
	printf '%s\n' '# more' lz4 qemu-system-x86 >"$tmp/list"
	"$here/deps.sh" - '' "$tmp/list" &&
		grep -qx 'apt-get install -y --no-install-recommends lz4 qemu-system-x86' \
		"$tmp/calls"
}
machine 0 ''
ok "another list is installed in the same way" other_list

without_dpkg() {
	mkdir -p "$tmp/few"
	for tool in sh dirname mktemp rm sed; do
		ln -sf "$(command -v "$tool")" "$tmp/few/$tool"
	done
	PATH=$tmp/few "$here/deps.sh" 6.12 >"$tmp/said" 2>&1 || return 1
	cat "$tmp/said"
	grep -q 'no dpkg here.* bison' "$tmp/said"
}
ok "a system without dpkg is told what is missing, and goes on" without_dpkg
exit $failed
