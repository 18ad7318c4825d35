# SPDX-License-Identifier: MIT
# No line of a bats file looks like an assertion and cannot fail; each planted one is found.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    planted="$BATS_TEST_TMPDIR/planted.bats"
}

# Check a test whose second line is LINE.
check() { # LINE
    printf '@test "planted" {\n%s\n    [ "$status" -eq 0 ]\n}\n' "$1" >"$planted"
    run scripts/assertions.sh "$planted"
}

refused() { # LINE…
    for line in "$@"; do
        check "$line"
        [ "$status" -eq 1 ]
        [[ "$output" == "$planted:2: "* ]]
    done
}

accepted() { # LINE…
    for line in "$@"; do
        check "$line"
        [ "$status" -eq 0 ]
        [ -z "$output" ]
    done
}

@test "assertions: the tests have none that cannot fail" {
    run -0 scripts/assertions.sh tests/cli/*.bats tests/cli/*.bash
    [ -z "$output" ]
}

@test "assertions: bats itself ignores these, and not refute" {
    printf '@test "ignored" {\n! true\n[ 1 = 2 ] && [ 1 = 1 ]\n[ 1 = 2 ] || true\n[[ x == * ]]\n}\n' >"$planted"
    bats "$planted"
    printf 'load "%s/helpers"\n@test "refuted" {\nrefute true\ntrue\n}\n' "$BATS_TEST_DIRNAME" >"$planted"
    run -1 bats "$planted"
}

@test "assertions: refute wants a command that looked, and found nothing" {
    refute false
    refute grep -q x <<<y
    for could_not in "refute grep -q x $planted.gone" 'refute no-such-command' 'refute grep -q [ x'; do
        run -1 $could_not
        [[ "$output" == *"this could not look: "* ]]
    done
}

@test "assertions: what is fed by commands that may fail" {
    refused 'refute grep -q x <(ls)' 'refute grep -q x <<<"$(ls)"' 'refute grep -c x $(ls)' 'diff <(ls) <(ls x)' 'cmp <(a | b) <(c)'
    accepted 'diff <(ls) "$x"' 'refute grep -q x <<<"$y"' 'diff <(printf "%s" "$x") y'
}

@test "assertions: what is turned round by !" {
    refused '! grep -q x "$file"' '    ! kill -0 "$child" 2>/dev/null' 'if true; then ! false; fi' 'for x in 1; do ! false; done' \
        '{ ! ls; }' '! ls | grep -q x'
}

@test "assertions: the left of &&" {
    refused '[ "$a" = 1 ] && [ "$b" = 2 ]' '[[ $a == 1 ]] && [ -e x ]' 'grep -q "a || b" x && true' \
        $'[ "$a" = "$(echo "x && y")" ] &&\n    [ "$b" ]' '[ a ] || [ b ] && [ c ]' '{ ls && ls; } >"$x"'
}

@test "assertions: what passes in any case" {
    refused '[ "$status" -eq 0 ] || true' 'grep -q x y || :' '[[ "$output" == * ]]'
}

@test "assertions: what does no harm" {
    accepted 'if ! grep -q x y; then skip; fi' 'while ! [ -e x ]; do sleep 0.1; done' '[[ $a == 1 && $b == 2 ]]' \
        '[ "$(cd x && pwd)" = "$y" ]' "bash -c 'ulimit -f 8 && ls'" '[ -w x ] && [ -e y ] || skip "neither"' \
        '# ! ls' 'echo "! ls"' 'wait "$child" || true' '[ "$x" != "$y" ]' $'cat <<\'EOF\'\n! ls\n[ a ] && [ b ]\nEOF' \
        'if [ a ] && [ b ]; then skip; fi' 'refute grep -q x y' 'for x in 1; do ls && continue; done' 'ls "it'"'"'s" || status=$?'
}
