# SPDX-License-Identifier: MIT
# Completion knows what --help knows.
bats_require_minimum_version 1.5.0

setup() {
    scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    "$scanbench" completion bash >"$BATS_TEST_TMPDIR/bash"
    "$scanbench" completion zsh >"$BATS_TEST_TMPDIR/_scanbench"
}

complete_line() { # WORD…: COMPREPLY for the last of them
    # shellcheck source=/dev/null
    source "$BATS_TEST_TMPDIR/bash"
    COMP_WORDS=("$scanbench" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _scanbench || true
}

help_options() { # COMMAND
    {
        "$scanbench" help "$1" | sed -n '/^Options/,/^$/s/^  .*--\([a-z-]*\).*/--\1/p'
        "$scanbench" help expert | tr -s ' \n' ' ' | sed 's/] /]\n/g' | grep "\[.*\b$1\b.*]$" |
            sed -E 's/^[^-]*(-[a-z], )?(--[a-z-]+).*/\2/'
    } | sort -u
}

@test "completion: the options of each command are those of its help" {
    for command in run list check compare show plot doctor; do
        complete_line "$command" --
        options=$(help_options "$command")
        [ "$(printf '%s\n' "${COMPREPLY[@]%=}" | sort)" = "$options" ]
    done
    complete_line --
    options=$(help_options run)
    [ "$(printf '%s\n' "${COMPREPLY[@]%=}" | sort)" = "$options" ]
}

@test "completion: commands, implementations, words and files" {
    complete_line compar
    [ "${COMPREPLY[*]}" = compare ]
    complete_line list simd/
    [[ " ${COMPREPLY[*]} " == *" simd/operators "* ]]
    complete_line list group/multi
    [[ " ${COMPREPLY[*]} " == *" group/multilevel "* ]]
    complete_line run --format = c
    [ "${COMPREPLY[*]}" = csv ]
    complete_line run --format =
    [ "${COMPREPLY[*]}" = "table csv json markdown latex html none svg png pdf eps tikz" ]
    complete_line plot --kind heat
    [ "${COMPREPLY[*]}" = heatmap ]
    complete_line run --set measure.p
    [ "${COMPREPLY[*]}" = measure.processes= ]
    complete_line run --set sweeps.0.s
    [[ " ${COMPREPLY[*]} " == *" sweeps.0.sizes= "* ]]
    cd "$BATS_TEST_TMPDIR"
    touch result.csv
    complete_line plot res
    [ "${COMPREPLY[*]}" = result.csv ]
    complete_line -c res
    [ "${COMPREPLY[*]}" = result.csv ]
}

@test "completion: names of files with blanks are one word" {
    cd "$BATS_TEST_TMPDIR"
    touch 'a b.json' 'a  c*d.json' "a 'e\".json"
    mkdir 'a folder'
    for words in "plot a" "-c a" "--output a" "compare a"; do
        # shellcheck disable=SC2086
        complete_line $words
        names=$(printf '%s\n' 'a b.json' 'a  c*d.json' "a 'e\".json" 'a folder' | sort)
        [ "$(printf '%s\n' "${COMPREPLY[@]}" | sort)" = "$names" ]
    done
    # As bash itself asks it: with blanks escaped within the word.
    complete_line plot 'a\ b'
    [ "${#COMPREPLY[@]}" -eq 1 ]
    [ "${COMPREPLY[0]}" = 'a b.json' ]
}

@test "completion: zsh reads its file and finds every option" {
    for option in $(help_options run) $(help_options plot); do
        grep -qF -- "$option" "$BATS_TEST_TMPDIR/_scanbench"
    done
    command -v zsh >/dev/null || skip "no zsh to read it"
    zsh -n "$BATS_TEST_TMPDIR/_scanbench"
    # A terminal of its own, in which a tab is pressed.
    cat >"$BATS_TEST_TMPDIR/tab.zsh" <<ZSH
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; fpath=($BATS_TEST_TMPDIR \$fpath); autoload -U compinit; compinit -u -D; cd $BATS_TEST_TMPDIR; PATH=$(dirname "$scanbench"):\$PATH'
zpty -w -n shell \$'scanbench plot --kind=hea\t\n'
sleep 3
zpty -r -m shell output '*heatmap*' && print -r -- found
zpty -d shell
ZSH
    run timeout 20 zsh -f "$BATS_TEST_TMPDIR/tab.zsh"
    [[ $output == *found* ]]
}

@test "completion: another shell" {
    run -2 "$scanbench" completion fish
    [[ $output == *"expected bash or zsh"* ]]
    run "$scanbench" --help
    [[ $output != *completion* ]]
}
