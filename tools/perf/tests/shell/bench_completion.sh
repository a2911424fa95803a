#!/bin/bash
# perf bench: completion offers what perf lists
# SPDX-License-Identifier: GPL-2.0

file=$(dirname "$0")/../../perf-bench-completion.sh
if [ ! -e "$file" ]; then
	echo "no perf-bench-completion.sh here"
	exit 2
fi
# shellcheck source=/dev/null
. "$file"

# shellcheck source-path=SCRIPTDIR source=lib/bench.sh
. "$(dirname "$0")/lib/bench.sh"

# offered LINE: what completion offers behind it, sorted, one a line
offered() {
	COMP_LINE=$1
	COMP_POINT=${#COMP_LINE}
	read -ra COMP_WORDS <<<"$COMP_LINE"
	[[ $COMP_LINE != *' ' ]] || COMP_WORDS+=('')
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	__perf_bench_or_other perf "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
	[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}" | sort -u
}

# offers LINE WORD...: these and no others
offers() {
	local line=$1 got want

	shift
	want=$(printf '%s\n' "$@" | sort -u)
	got=$(offered "$line")
	[ "$got" = "$want" ] || fail "'$line': offers '$got', not '$want'"
}

# has LINE WORD...: these, and maybe others
has() {
	local line=$1 got word

	shift
	got=$(offered "$line")
	for word; do
		grep -qxFe "$word" <<<"$got" || fail "'$line': does not offer '$word', but '$got'"
	done
}

echo "collections and benchmarks"
has 'perf bench ' sched mem pagefault tlb results all
has 'perf bench -r 3 ' mem pagefault
offers 'perf bench pagef' pagefault
offers 'perf bench --fo' --format
offers 'perf bench -f s' simple
has 'perf bench mem ' memcpy clear clear_user devzero all
offers 'perf bench mem clear_' clear_user
has 'perf bench pagefault ' hugetlb thp base
has 'perf bench tlb ' range ebizzy
has 'perf bench results ' compare plot verdict merge show

echo "options: those of the usage"
for bench in 'mem clear' 'mem clear_user' 'mem devzero' 'pagefault hugetlb' 'pagefault thp' \
	     'pagefault base' 'tlb range' 'tlb ebizzy' 'results compare' 'results plot' \
	     'results verdict' 'results merge' 'results show'; do
	# shellcheck disable=SC2086 # two words
	options=$(perf bench $bench -h 2>&1 | grep -oE '^ +(-., )?--[a-z][a-z_-]*' |
		grep -oe '--.*')
	[ "$(wc -l <<<"$options")" -gt 1 ] || fail "$bench: no options in the usage"
	# shellcheck disable=SC2086 # a word each
	offers "perf bench $bench --" $options
done

grep -qxe --time <<<"$(offered 'perf bench tlb ebizzy --')" && fail "ebizzy: --time is offered"

echo "functions, formats, events"
all=$(perf bench mem clear -f help | grep -v 'n/a here' | sed -n 's/^  \([^ ]*\) .*/\1/p')
# shellcheck disable=SC2086 # a word each
offers 'perf bench mem clear -f ' $all all help
# shellcheck disable=SC2086
offers 'perf bench mem clear -s 4KB --base ' $all all help
has 'perf bench pagefault thp --function ' demand
has 'perf bench tlb range -f ' mprotect
if [ "$(uname -m)" = x86_64 ]; then
	COMP_WORDBREAKS=${COMP_WORDBREAKS//,/}
	offers 'perf bench mem clear -f default,x86-64-unr' default,x86-64-unrolled
	COMP_WORDBREAKS+=,
	offers 'perf bench mem clear -f default,x86-64-unr' x86-64-unrolled
fi
offers 'perf bench mem clear --format ' default simple table markdown csv json
offers 'perf bench mem clear --format=j' json
offers 'perf bench results compare -f ' table markdown csv json
has 'perf bench mem clear -e task-cl' task-clock

echo "nothing is run to find out"
offers 'perf bench all ' ''
offers 'perf bench mem all --' ''
offers 'perf bench sched messaging -f ' ''

echo "files, and other commands, are left to others"
offers 'perf bench mem clear -o ' ''
offers 'perf bench results compare ' ''
_perf() {
	COMPREPLY=(theirs)
}
offers 'perf st' theirs
offers 'perf stat ' theirs

exit $failed
