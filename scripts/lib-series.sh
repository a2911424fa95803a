# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# A clean kernel tree under git, for the patch series to be applied to: sourced, not run.

# git without anybody's settings, and with somebody's name.
series_git() {
	env GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 \
		GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org \
		GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@example.org git "$@"
}

# The kernel source of BUILD: what was extracted of a tarball, or the directory given.
series_source() {
	if [ -d "$1/pristine" ]; then
		echo "$1/pristine"
	else
		cut -d' ' -f1 "$1/settings"
	fi
}

# series_tree BUILD DIR: the part of the source that gets staged, committed in DIR/src.
series_tree() {
	rm -rf "$2"
	mkdir -p "$2/nothing/tools" || return 1
	python3 scripts/stage.py --source "$(series_source "$1")" --pristine "$2/pristine" \
		--output "$2" --overlay "$2/nothing" --hooks "$2/nothing" || return 1
	rm "$2/src/PERF-VERSION-FILE"
	series_git -C "$2/src" init -q &&
		series_git -C "$2/src" add -A -f . &&
		series_git -C "$2/src" commit -q -m 'The kernel tree'
}
