# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Bash completion for "perf bench": collections, benchmarks, their options, functions, formats
# and events, each as perf itself lists them. For all other commands it hands on to
# perf-completion.sh, if that was read before.

# Names in lines "  name: what it is": collections, or the benchmarks of one. "all" is
# never called: it would run them.
__perf_bench_names()
{
	[[ ${1-} != all ]] || return
	"${words[0]}" bench "$@" 2>&1 | sed -n 's/^[[:blank:]]*\([a-z][a-z0-9_-]*\): .*/\1/p'
}

# Those of its usage: --list-opts names what is refused as well.
__perf_bench_options()
{
	"$@" -h 2>&1 | sed -n 's/^ \{1,\}\(-., \)\{0,1\}\(--[a-z][a-z_-]*\).*/\2/p'
}

# What -f takes: names that are not marked as lacking here.
__perf_bench_functions()
{
	# Elsewhere -f may mean anything, and what follows it would be run.
	[[ $("${bench[@]}" --list-opts) == *--function* ]] || return
	"${bench[@]}" -f help 2>/dev/null | sed -n '/\[n\/a here\]/d;s/^  \([^ ]*\)  .*/\1/p'
	echo all help
}

__perf_bench_formats()
{
	"${bench[@]}" -h 2>&1 | grep -e '--format' -A 1 |
		grep -owE 'default|simple|table|markdown|csv|json'
}

# Offers words for what stands behind the last comma or equals sign. Readline keeps what
# stands before a character of COMP_WORDBREAKS, and wants to be given the rest.
__perf_bench_reply()
{
	local piece=${cur##*[,=]} keep breaks='' c

	keep=${cur%"$piece"}
	for c in ',' '=' ':'; do
		[[ $COMP_WORDBREAKS != *$c* ]] || breaks+=$c
	done
	[[ -z $breaks ]] || keep=${keep##*["$breaks"]}
	mapfile -t COMPREPLY < <(compgen -P "$keep" -W "$1" -- "$piece")
}

# The benchmark's words are words[0] ... words[at].
__perf_bench_value()
{
	local bench=("${words[@]:0:at+1}") option=$1

	# -f is --format where there are no functions.
	if [[ $option == -f && ${words[at-1]} == results ]]; then
		option=--format
	fi
	case $option in
	-f | --function | --base)
		__perf_bench_reply "$(__perf_bench_functions)"
		;;
	--format)
		__perf_bench_reply "$(__perf_bench_formats)"
		;;
	-e | --event)
		__perf_bench_reply "$("${words[0]}" list --raw-dump hw sw cache pmu 2>/dev/null)"
		;;
	*)
		return 1
		;;
	esac
}

__perf_bench()
{
	local at=2 cur prev last
	local -a words

	# Not COMP_WORDS: how that is cut depends on COMP_WORDBREAKS.
	read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
	[[ ${COMP_LINE:0:COMP_POINT} != *[[:blank:]] ]] || words+=('')
	last=$((${#words[@]} - 1))
	cur=${words[last]}
	prev=${words[last - 1]}
	COMPREPLY=()

	# Options of perf bench itself, which take a value each.
	while [[ $at -lt $last && ${words[at]} == -* ]]; do
		[[ ${words[at]} == --*=* ]] && at=$((at + 1)) || at=$((at + 2))
	done
	if [[ $at -gt $last ]]; then
		[[ $prev != -f && $prev != --format ]] || __perf_bench_reply 'default simple'
	elif [[ $at -eq $last && $cur == -* ]]; then
		__perf_bench_reply "$("${words[0]}" bench --list-opts)"
	elif [[ $at -eq $last ]]; then
		__perf_bench_reply "$(__perf_bench_names)"
	elif [[ $((at + 1)) -eq $last ]]; then
		__perf_bench_reply "$(__perf_bench_names "$prev")"
	elif [[ ${words[at]} != all && ${words[at + 1]} != all ]]; then
		at=$((at + 1))
		if [[ $cur == --*=* ]]; then
			__perf_bench_value "${cur%%=*}"
		elif __perf_bench_value "$prev"; then
			:
		elif [[ $cur == -* ]]; then
			__perf_bench_reply "$(__perf_bench_options "${words[@]:0:at+1}")"
		fi
	fi
}

__perf_bench_or_other()
{
	if [[ ${COMP_WORDS[1]-} == bench && $COMP_CWORD -gt 1 ]]; then
		__perf_bench
	elif declare -F _perf >/dev/null; then
		_perf "$@"
	fi
}

if [[ -n ${BASH_VERSION-} ]]; then
	complete -o bashdefault -o default -F __perf_bench_or_other perf
fi
