# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# checkpatch of the staged kernel, with the types left out that scripts/checkpatch-ignore
# names: sourced, not run.

# checkpatch_setup BUILD: it leaves a cache where it lies, so keep it out of the staged tree.
checkpatch_setup() {
	checkpatch_dir=$1/lint
	mkdir -p "$checkpatch_dir" || return 1
	for file in checkpatch.pl spelling.txt const_structs.checkpatch; do
		cp "$1/src/scripts/$file" "$checkpatch_dir/" || return 1
	done
	checkpatch_types=$(sed -n 's/^\([A-Z_]*\).*/\1/p' scripts/checkpatch-ignore |
			   grep . | paste -sd,)
}

# checkpatch "MORE-TYPES" ARGUMENT...: the arguments are checkpatch's.
checkpatch() {
	types=$checkpatch_types${1:+,$1}
	shift
	perl "$checkpatch_dir/checkpatch.pl" --no-tree --strict --terse --show-types \
		--ignore "$types" "$@"
}
