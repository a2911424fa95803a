#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Staging on small trees made for it: what it writes, what it refuses, what an
# interruption leaves. test-staging.sh build/VERSION
set -u
here=$(cd "$(dirname "$0")" && pwd)
kernel=$(cd "${1:?usage: test-staging.sh BUILD}" && pwd)
. "$here/lib-test.sh"

stage() {
	python3 "$here/stage.py" --source "$tree" --pristine "$tmp/pristine" --output "$tmp/out" \
		--overlay "$tmp/ours" --paths "$tmp/paths" --hooks "$tmp/hooks" "$@"
}

# A kernel tree of a few files, and a change to it.
fresh() {
	rm -rf "$tmp/tree" "$tmp/pristine" "$tmp/out" "$tmp/ours" "$tmp/hooks"
	tree=$tmp/tree
	mkdir -p "$tree/tools/perf" "$tree/arch/lib" "$tmp/ours/tools/perf" "$tmp/hooks"
	printf 'VERSION = 7\nPATCHLEVEL = 3\nSUBLEVEL = 1\nEXTRAVERSION = -rc2\n' >"$tree/Makefile"
	printf 'alpha-y += one.o\nbeta\ngamma\n' >"$tree/tools/perf/Build"
	printf 'left alone\n' >"$tree/tools/perf/other.c"
	printf '#include <lacks/this.h>\n#include "near.h"\nbody\n' >"$tree/arch/lib/clear.S"
	printf 'Makefile\ntools/perf\narch/lib\n? only/newer\n' >"$tmp/paths"
	printf 'ours\n' >"$tmp/ours/tools/perf/new.c"
	cat >"$tmp/hooks/10-a.hooks" <<-'END'
		mirror arch/lib/clear.S
		edit tools/perf/Build
		after (\w+)-y \+= one\.o
		+\1-y += new.o
		before gamma
		+tab	and \\ stay \n
	END
}

staged_is() {
	printf '%b' "$2" | cmp - "$tmp/out/src/$1"
}

# All that a rerun could have changed: names, times, inodes.
snapshot() {
	find "$tmp/out" -printf '%p %T@ %C@ %i %m\n' | sort
}

unchanged_by_rerun() {
	snapshot >"$tmp/before"
	stage && snapshot | cmp - "$tmp/before"
}

fresh
ok "a tree is staged" stage
ok "hooks add their lines" staged_is tools/perf/Build \
	'alpha-y += one.o\nalpha-y += new.o\nbeta\ntab\tand \\\\ stay \\n\ngamma\n'
ok "our files are laid over" staged_is tools/perf/new.c 'ours\n'
ok "a mirror drops the includes that tools/ lacks" staged_is tools/arch/lib/clear.S \
	'#include "near.h"\nbody\n'
ok "the version is the tree's" staged_is PERF-VERSION-FILE '#define PERF_VERSION "7.3.1-rc2"\n'
ok "a rerun writes nothing" unchanged_by_rerun

one_file_changes() {
	find "$tmp/out/src" -type f ! -path "*/$1" -printf '%p %T@ %i\n' | sort >"$tmp/before"
	touch -d '1 hour ago' "$tmp/out/staged"
	stage || return 1
	find "$tmp/out/src" -type f ! -path "*/$1" -printf '%p %T@ %i\n' | sort |
		cmp - "$tmp/before" || return 1
	[ -n "$(find "$tmp/out/staged" -newermt '1 minute ago')" ]
}

echo edited >>"$tmp/ours/tools/perf/new.c"
ok "an edit of ours writes that file alone, and the stamp" one_file_changes tools/perf/new.c
echo changed >>"$tree/tools/perf/other.c"
ok "an edit of the kernel tree is taken over" one_file_changes tools/perf/other.c
touch "$tmp/ours/tools/perf/new.c~" "$tmp/ours/tools/perf/.new.c.swp"
ok "editor leftovers are not staged" unchanged_by_rerun

rm "$tmp/ours/tools/perf/new.c"
mkdir -p "$tmp/ours/tools/perf/dir"
echo new >"$tmp/ours/tools/perf/dir/file"
gone() {
	stage && [ ! -e "$tmp/out/src/tools/perf/new.c" ] &&
		[ -e "$tmp/out/src/tools/perf/dir/file" ]
}
ok "a file that we dropped vanishes" gone
rm "$tmp/hooks/10-a.hooks"
pristine_again() {
	stage && cmp "$tree/tools/perf/Build" "$tmp/out/src/tools/perf/Build" &&
		[ -n "$(find "$tmp/out/src/tools/perf/Build" -newermt '1 minute ago')" ] &&
		[ ! -e "$tmp/out/src/tools/arch" ]
}
touch -d '1 year ago' "$tree/tools/perf/Build"
ok "without its hook a file is pristine again, and new for make" pristine_again

# What is refused: the message names the file and the anchor, and nothing counts as staged.
fresh
stage >/dev/null
sed -i '/gamma/d' "$tree/tools/perf/Build"
refuses "an anchor that is gone" 10-a.hooks:5 tools/perf/Build '/gamma/' 'not found' -- stage
printf 'gamma\ngamma\n' >>"$tree/tools/perf/Build"
refuses "an anchor that is doubled" tools/perf/Build '/gamma/' 'found 2 times' 'lines 3, 4' -- stage
fresh
rm "$tree/tools/perf/Build"
refuses "a tree without a file that hooks go into" tools/perf/Build -- stage
fresh
rm "$tree/arch/lib/clear.S"
touch "$tree/arch/lib/other.S"
refuses "a tree without a file to mirror" arch/lib/clear.S -- stage
rm -r "$tree/arch"
refuses "a tree without a path of the list" arch/lib -- stage
refuses "a source that is not there" /no/such.tar.xz -- stage --source /no/such.tar.xz
fresh
echo theirs >"$tree/tools/perf/new.c"
refuses "a file of ours that the tree has already" tools/perf/new.c -- stage
fresh
printf 'edit tools/perf/Build\nreplace beta\n+B\nreplace beta\n+C\n' >"$tmp/hooks/20-b.hooks"
refuses "a line that is replaced twice" 20-b.hooks:4 'replaced twice' -- stage
for bad in 'after x' 'edit tools/perf/Build\nafter (\n+x' 'edit tools/perf/Build\nafter beta' \
	   '+x' 'edit tools/perf/Build\nafter beta\n+\\\\2' 'frobnicate x' 'when a b c'; do
	printf '%b\n' "$bad" >"$tmp/hooks/20-b.hooks"
	refuses "a hooks file that does not parse: $bad" 20-b.hooks -- stage
done

# Conditions, options and topics whose own files are not there.
cat >"$tmp/hooks/20-b.hooks" <<-'END'
	edit tools/perf/Build
	when tools/perf/other.c has left \w+
	replace beta
	+has
	when tools/perf/other.c lacks left \w+
	after beta
	+lacks
	if-present after delta
	+optional
END
ok "conditions and optional anchors" stage
ok "... do what they say" staged_is tools/perf/Build \
	'alpha-y += one.o\nalpha-y += new.o\nhas\ntab\tand \\\\ stay \\n\ngamma\n'
printf 'needs tools/perf/new.c\nneeds tools/not-yet.c\n' >"$tmp/hooks/30-c.hooks"
refuses "hooks that need a file which we do not have" 30-c.hooks tools/not-yet.c -- stage
rm "$tmp"/hooks/[23]*.hooks

# Interruptions. A tarball first: what is left of an extraction is not taken for one.
fresh
tar -C "$tmp" -cJf "$tmp/kernel.tar.xz" tree
tree=$tmp/kernel.tar.xz
mkdir -p "$tmp/pristine/tools/perf" "$tmp/pristine.partial"
echo half >"$tmp/pristine/tools/perf/Build"
ok "a tarball is extracted over the remains of an interruption" stage
ok "... and staged whole" staged_is tools/perf/other.c 'left alone\n'
ok "a rerun writes nothing, from a tarball" unchanged_by_rerun
head -c 300 "$tmp/kernel.tar.xz" >"$tmp/short.tar.xz"
refuses "a tarball that is cut short" short.tar.xz -- stage --source "$tmp/short.tar.xz" \
	--pristine "$tmp/pristine2"
refuses "... is not taken for extracted afterwards" short.tar.xz -- \
	stage --source "$tmp/short.tar.xz" --pristine "$tmp/pristine2"

# What follows takes the files of a real kernel.
whole=$kernel/pristine
if [ ! -d "$whole" ]; then
	echo "skip interruption and shipped hooks: the source of this build is not a tarball"
	exit $failed
fi

# Kill it while it writes: no stamp may stand beside half a tree.
real() {
	"$@" python3 "$here/stage.py" --source "$whole" --pristine "$tmp/none" \
		--output "$tmp/real" --overlay "$tmp/nothing" --hooks "$tmp/nothing"
}
# The version is not the kernel's, and .identity tells a tarball's tree from others.
whole_is_staged() {
	[ -s "$tmp/real/src/PERF-VERSION-FILE" ] &&
		diff -rq -x .identity -x PERF-VERSION-FILE "$whole" "$tmp/real/src"
}
half_without_stamp() {
	rm -rf "$tmp/real"
	# Not through a subshell: the signal has to reach python itself.
	real exec &
	pid=$!
	while [ ! -d "$tmp/real/src/tools" ] && kill -0 "$pid"; do
		sleep 0.005
	done
	if [ "$1" = end ]; then wait "$pid"; else sleep "$1"; fi
	kill -9 "$pid" 2>/dev/null
	wait "$pid"
	[ ! -e "$tmp/real/staged" ] || whole_is_staged
}
mkdir -p "$tmp/nothing/tools"
for delay in 0 0.02 0.05; do
	ok "a staging killed $delay s after its first file has no stamp" half_without_stamp $delay
done
same_as_never_killed() {
	real env && [ -e "$tmp/real/staged" ] && whole_is_staged
}
ok "the next run completes it" same_as_never_killed
ended_before_the_kill() {
	half_without_stamp end && [ -e "$tmp/real/staged" ]
}
ok "one that ends before it is killed is whole, and has a stamp" ended_before_the_kill

# The hooks as shipped, on this kernel: one anchor taken away from each file they edit.
mkdir -p "$tmp/shipped"
cp -r "$whole" "$tmp/shipped/tree"
shipped() {
	python3 "$here/stage.py" --source "$tmp/shipped/tree" --pristine "$tmp/none" \
		--output "$tmp/shipped/out"
}
ok "the shipped hooks apply" shipped
for file in $(sed -n 's/^edit //p' "$here"/hooks/*.hooks | sort -u); do
	: >"$tmp/shipped/tree/$file"
	refuses "the shipped hooks refuse an emptied ${file##*/}" "$file" 'anchor' -- shipped
	cp "$whole/$file" "$tmp/shipped/tree/$file"
done
exit $failed
