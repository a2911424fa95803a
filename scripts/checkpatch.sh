#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# checkpatch of the staged kernel over one file or mail, with the types left out that
# scripts/checkpatch-ignore names. checkpatch.sh BUILD [-f] FILE, from the top directory
set -u
build=${1:?usage: checkpatch.sh BUILD [-f] FILE}
shift

# It leaves a cache where it lies: keep it out of the staged tree. Several may run at once.
dir=$build/lint
mkdir -p "$dir" || exit 1
for file in checkpatch.pl spelling.txt const_structs.checkpatch; do
	cmp -s "$build/src/scripts/$file" "$dir/$file" && continue
	cp "$build/src/scripts/$file" "$dir/$file.$$" && mv "$dir/$file.$$" "$dir/$file" || exit 1
done

types=$(sed -n 's/^\([A-Z_]*\).*/\1/p' scripts/checkpatch-ignore | grep . | paste -sd,)
for last; do :; done
# perf test wants a description on line 2, where SPDX would stand.
case $last in
tools/perf/tests/shell/*)
	types=$types,SPDX_LICENSE_TAG ;;
*.patch)
	! grep -q '^+++ b/tools/perf/tests/shell/' "$last" || types=$types,SPDX_LICENSE_TAG ;;
esac
exec perl "$dir/checkpatch.pl" --no-tree --strict --terse --show-types --ignore "$types" "$@"
