#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# The patch series: what it leaves of a clean tree, what checkpatch says of it, and what is
# refused. test-patches.sh build/VERSION
set -u
cd "$(dirname "$0")/.." || exit 1
kernel=$(cd "${1:?usage: test-patches.sh BUILD}" && pwd)
. scripts/lib-test.sh
. scripts/lib-series.sh

command -v git >/dev/null || {
	echo "skip all: no git here"
	exit 0
}
source=$(series_source "$kernel")
[ -d "$source" ] || {
	echo "skip all: $source is not a directory"
	exit 0
}
# Modes in a tree are git's, and thereby the umask's.
umask 022
export GIT_AUTHOR_NAME="Some Body" GIT_AUTHOR_EMAIL=some@example.org

patches() {
	python3 scripts/patches.py --source "$source" --pristine "$tmp/none" \
		--output "$tmp/out" --perf "$kernel/perf" --series "$tmp/series" \
		--bench 'mem clear -f default -s 4KB,64KB -r 3 --format table' "$@"
}
mkdir "$tmp/out"
cp scripts/series "$tmp/series"
ok "the series is made" patches
mails=$tmp/out/patches
cover=$mails/0000-cover-letter.patch
[ -f "$cover" ] || exit 1

cover_is_whole() {
	grep -q '^  \$ perf bench mem clear ' "$cover" && grep -q '^  # kernel ' "$cover" &&
		grep -qE '^  +64KB +[0-9.]+ GB/s' "$cover" &&
		! grep -E '\*\*\*|@(TABLE|HOST)@|/(home|tmp)/' "$cover"
}
ok "the cover letter holds a table and the host" cover_is_whole

cpu=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)
names_cpu() {
	grep -qxF "On ${1:-a CPU whose name is not known} it prints:" "$cover"
}
ok "... and names its CPU" names_cpu "$cpu"

signed_off() {
	for mail in "$mails"/*.patch; do
		grep -q '^From: Some Body <some@example.org>$' "$mail" || return 1
		case $mail in
		*/0000-*)	continue ;;
		esac
		[ "$(grep -c '^Signed-off-by: Some Body <some@example.org>$' "$mail")" = 1 ] ||
			return 1
	done
}
ok "each patch is signed off by its sender" signed_off

# The same files, contents, modes and links as staging gives; the version is not ours to send.
listing() {
	(cd "$1" && find . -name .git -prune -o ! -type d ! -name PERF-VERSION-FILE \
		-printf '%p %y %m %l\n' | sort)
}
applied_is_staged() {
	set -- "$mails"/*.patch
	shift
	series_git -C "$tmp/tree/src" am -q --whitespace=error "$@" || return 1
	diff -r -x .git -x PERF-VERSION-FILE "$tmp/tree/src" "$kernel/src" || return 1
	listing "$tmp/tree/src" >"$tmp/applied"
	listing "$kernel/src" >"$tmp/staged"
	diff "$tmp/applied" "$tmp/staged"
}
ok "a clean kernel tree under git" series_tree "$kernel" "$tmp/tree"
ok "git am leaves what staging does" applied_is_staged

for mail in "$mails"/*.patch; do
	case $mail in
	*/0000-*)	continue ;;
	esac
	ok "checkpatch: ${mail##*/}" scripts/checkpatch.sh "$kernel" "$mail"
done

# The list is written out for the series' sake: one that is not in it would not be built.
built=tools/perf/bench/harness/Build
all_listed() {
	sed -n 's/^.(obj)-y += \(.*\)\.o$/\1.c/p' "$built" | sort >"$tmp/listed"
	(cd "${built%/*}" && ls -- *.c) | sort | diff - "$tmp/listed"
}
ok "harness/Build lists every C file" all_listed

# The table of an earlier run is that of its host, and does not tell where its file is.
mkdir "$tmp/private"
earlier() {
	"$kernel/perf" bench mem clear -f default -s 4KB -r 3 -o "$tmp/private/zen5.json" \
		>"$tmp/log" 2>&1 &&
		sed -i 's/"cpu": *"[^"]*"/"cpu": "CPU of a test"/' "$tmp/private/zen5.json" &&
		patches --bench "results show $tmp/private/zen5.json --format table" &&
		names_cpu "CPU of a test" &&
		grep -qxF '  $ perf bench results show zen5.json --format table' "$cover" &&
		! grep -F "$tmp" "$cover"
}
ok "the table of an earlier run" earlier

# What is refused, and leaves the series that was there.
cksum "$mails"/* >"$tmp/before"
sed -i '/^files .*mem-devzero.c/d' "$tmp/series"
refuses "a file that belongs to no patch" mem-devzero.c 'no patch' -- patches
sed 's/^hooks 26-.*/& 20-mem-clear.hooks/' scripts/series >"$tmp/series"
refuses "hooks that belong to two patches" 20-mem-clear.hooks 'two patches' -- patches
sed 's/^hooks 26-.*/& 99-none.hooks/' scripts/series >"$tmp/series"
refuses "hooks that are not there" series: 99-none.hooks -- patches
awk '/^patch/ { at = ++p } /^patch perf test: Try the event/ { at = 0.5 }
     { print at + 0 "\t" $0 }' scripts/series | sort -snk1,1 | cut -f2- >"$tmp/series"
refuses "a patch before what it needs" 'perf test: Try the event counters' 60-counters.hooks \
	-- patches
sed 's/^+@TABLE@//' scripts/series >"$tmp/series"
refuses "a cover letter without a place for the table" '@TABLE@' -- patches
cp scripts/series "$tmp/series"
refuses "a benchmark that fails" 'size is a whole number' -- patches --bench 'mem clear -s big'
nobody() {
	env -u GIT_AUTHOR_NAME -u GIT_AUTHOR_EMAIL HOME="$tmp" GIT_CONFIG_COUNT=2 \
		GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0='' \
		GIT_CONFIG_KEY_1=user.email GIT_CONFIG_VALUE_1='' \
		python3 scripts/patches.py --source "$source" --pristine "$tmp/none" \
		--output "$tmp/out" --perf "$kernel/perf" --bench mem
}
refuses "a sender without a name" user.name user.email -- nobody
nothing_changed() {
	cksum "$mails"/* | diff "$tmp/before" - && [ "$(ls -A "$tmp/out")" = patches ]
}
ok "... and what was there stays" nothing_changed
exit $failed
