# SPDX-License-Identifier: MIT
# scanbench doctor from end to end. What it finds depends on the machine; that it says something of each topic does not.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench="${SCANBENCH:-./scanbench}"
}

topics="clock cpu cpus smt caches governor boost virtualisation load memory quota pages"

@test "doctor: says something of every topic" {
    run -0 "$bench" doctor --all
    for topic in $topics; do
        [[ "$output" =~ (ok|note|disturbs|missing)\ +$topic\  ]]
    done
    [[ "$output" == *pinning* ]]
    [[ "$output" != *"no difference"* ]]
}

@test "doctor: one screen has what is ready, what disturbs, and the names of the rest" {
    run -0 "$bench" doctor
    [[ "${lines[0]}" =~ ^Ready:\ CPU\ \([0-9]+\ cores?,\ [a-z0-9]+\) ]]
    [ "${#lines[@]}" -le 24 ]
    [[ ! "$output" =~ (^|$'\n')(ok|missing)\  ]]
    local problems
    problems=$(grep -c '^disturbs ' <<<"$output" || true)
    if [ "$problems" -gt 0 ]; then
        [[ "$output" =~ Times\ may\ be\ shaky,\ $problems\ problems?: ]]
    else
        [[ "$output" == *"Nothing that disturbs times was found."* ]]
    fi
    # Every topic is named somewhere.
    for topic in $topics; do
        [[ "$output" =~ (^|[ $'\n'])$topic([ ,.]|$) ]]
    done
}

@test "doctor: within taskset it sees one CPU" {
    command -v taskset >/dev/null || skip "no taskset"
    run -0 taskset -c "$(taskset -pc $$ | sed 's/.*: \([0-9]*\).*/\1/')" "$bench" doctor
    if [ "$(getconf _NPROCESSORS_ONLN)" -gt 1 ]; then
        [[ "$output" =~ note\ +cpus\ +1\ of ]]
    fi
}

@test "doctor: JSON holds the same topics" {
    run -0 "$bench" doctor --format json
    [ "${output:0:1}" = "{" ]
    [[ "$output" == *'"scanbench-doctor"'* && "$output" == *'"noise": null'* ]]
    for topic in $topics; do
        [[ "$output" == *"\"topic\": \"$topic\""* ]]
    done
}

@test "doctor: --noise tries equal things and known delays" {
    run -0 "$bench" doctor --noise --smoke
    [[ "$output" =~ no\ difference\ +[0-2]\ of\ 2\ trials ]]
    for delay in 1 2 5; do
        [[ "$output" =~ $delay%\ slower\ +[01]\ of\ 1\ trials ]]
    done
    run -0 "$bench" doctor --noise --smoke --format json --seed 3
    [ "$(grep -c '"delay":' <<<"$output")" -eq 4 ]
}

@test "doctor: takes no arguments" {
    run -2 "$bench" doctor something
    run -2 "$bench" doctor --filter n=1
}
