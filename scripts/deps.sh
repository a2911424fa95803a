#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Install what scripts/deps-debian lists and this machine lacks, or say what to install.
#
# deps.sh KVER [STATE [LIST]]   KVER "-" leaves the kernel source out; the versions found, those
#                               of "?" packages too, go to the file STATE if they differ from
#                               what it holds; LIST stands in for scripts/deps-debian
set -u

here=$(dirname "$0")
kver=${1:?usage: deps.sh KVER [STATE]}
state=${2:-}
packages=${3:-$here/deps-debian}

# Other systems name their packages differently: check for what is used, and go on to try.
without_dpkg() {
	lacking=
	for tool in gcc make flex bison perl pkg-config python3 tar xz; do
		command -v $tool >/dev/null || lacking="$lacking $tool"
	done
	for header in libelf.h gelf.h zlib.h numa.h slang.h elfutils/libdw.h json-c/json.h \
		      traceevent/event-parse.h bpf/libbpf.h sys/capability.h; do
		[ -e /usr/include/$header ] || [ -e /usr/include/${header##*/} ] ||
			pkg-config --exists "lib${header%%/*}" 2>/dev/null ||
			lacking="$lacking $header"
	done
	if [ -n "$lacking" ]; then
		echo "deps: no dpkg here; missing as far as can be seen:$lacking" >&2
	fi
	if [ "$kver" != - ] && [ ! -e "/usr/src/linux-source-$kver.tar.xz" ]; then
		echo "deps: no linux-source-$kver.tar.xz in /usr/src: give a source with KSRC=" >&2
	fi
}

# Those that are used if they are there begin with "?".
listed() {
	sed -e '/^#/d' -e "s/@KVER@/$kver/" "$packages" |
		if [ "$kver" = - ]; then grep -v '^linux-source-'; else cat; fi
}

wanted() {
	listed | grep -v '^?'
}

# Of the packages on standard input, with their versions.
installed() {
	xargs dpkg-query -W -f '${db:Status-Status} ${Package} ${Version}\n' 2>/dev/null |
		sed -n 's/^installed //p' | sort -u
}

lacking() {
	wanted | sort | {
		wanted | installed | cut -d' ' -f1 >"$list"
		grep -vxF -f "$list"
	}
}

if ! command -v dpkg-query >/dev/null; then
	without_dpkg
	[ -z "$state" ] || [ -e "$state" ] || echo "no dpkg" >"$state"
	exit 0
fi

list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT
missing=$(lacking | tr '\n' ' ')

if [ -n "$missing" ]; then
	# One update first: the list of a fresh machine is empty or old.
	line="apt-get install -y --no-install-recommends $missing"
	if [ "$(id -u)" = 0 ]; then
		sudo=
	elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
		sudo="sudo -n"
	else
		echo "deps: packages are missing; as root, run:" >&2
		echo "apt-get update && ${line% }" >&2
		exit 1
	fi
	echo "  DEPS     $line"
	# shellcheck disable=SC2086 # words on purpose
	$sudo apt-get update -qq &&
		$sudo env DEBIAN_FRONTEND=noninteractive $line >&2 || {
		echo "deps: could not install: $missing" >&2
		[ "$kver" = - ] ||
			echo "deps: if there is no linux-source-$kver, give a source with KSRC=" >&2
		exit 1
	}
fi

# Rewritten only when a version changed, so that make can depend on it.
if [ -n "$state" ]; then
	listed | sed 's/^? *//' | installed >"$list"
	cmp -s "$list" "$state" || cp "$list" "$state"
fi
