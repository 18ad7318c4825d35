# SPDX-License-Identifier: MIT
# Every file that a user names: a FIFO that nobody writes to, a device without an end and a folder are one error and 2,
# and soon.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench=$(realpath "${SCANBENCH:-./scanbench}")
    export SCANBENCH_SCRIPTS=$PWD/scripts
    cd "$BATS_TEST_TMPDIR"
    cat >small.json <<'JSON'
{ "name": "small", "measure": { "processes": 1, "samples": 30 }, "machine": { "workers": 1, "pages": "4k" },
  "sweeps": [ { "primitive": "scan", "algorithm": "group/reduce-then-scan", "group_algorithm": "raking", "dtype": "u32", "scan_mode": "inclusive",
                "sizes": 1000, "threads_per_group": 32, "values_per_thread": 1 } ] }
JSON
    mkfifo fifo
}

# What a user may name a file in, a command a line; FILE stands for the file. A result is known by its ending.
commands() {
    cat <<'WORDS'
run --config FILE --dry-run
counts --config FILE
run --config small.json --topology xml:FILE --dry-run
run --resume FILE
counts --config small.json --model ./FILE.json -o -
counts --config small.json --with FILE -o -
compare FILE.json FILE.json
show FILE.json
show --claims FILE.json
plot FILE.json
plot --html FILE.json
list --plugin FILE
check --smoke --plugin FILE serial
WORDS
}

# Each command with this file: 2, and one error that names it, perhaps with notes.
check_refused() { # FILE JOBS: so many commands at once
    local line number=0
    ln -s "$1" "$1.json"
    commands | sed "s/FILE/$1/g" >commands
    while read -r line; do
        number=$((number + 1))
        # shellcheck disable=SC2086 # words
        (timeout 60 "$bench" $line >/dev/null 2>"$number.err" </dev/null 3>&- || echo $? >"$number.status") &
        [ $((number % $2)) -ne 0 ] || wait
    done <commands
    wait
    number=0
    while read -r line; do
        number=$((number + 1))
        echo "$line: $(cat "$number.status"): $(cat "$number.err")"
        [ "$(cat "$number.status")" -eq 2 ]
        [ "$(grep -cvE '^(note|help): |^      ' "$number.err")" -eq 1 ]
        [[ "$(cat "$number.err")" == *"$1"* ]]
    done <commands
    [ "$number" -gt 10 ]
}

@test "inputs: a FIFO that nobody writes to" {
    check_refused fifo 100
}

@test "inputs: a topology that nobody writes, with one word of what was expected" {
    run -2 timeout 30 "$bench" run --config small.json --dry-run --topology xml:fifo
    [ "$output" = 'scanbench: error: topology "xml:fifo": fifo: nothing came for 5 s'$'\n''note: expected a file, or something that writes' ]
}

@test "inputs: a device without an end" {
    ln -s /dev/zero endless
    check_refused endless 1
}

@test "inputs: a folder" {
    mkdir folder
    check_refused folder 100
}

@test "inputs: a FIFO whose writer says nothing more" {
    (printf '{ "name": '; exec sleep 60) >fifo 3>&- &
    local writer=$!
    run timeout 30 "$bench" run --config fifo --dry-run
    kill "$writer"
    [ "$status" -eq 2 ]
    [ "$output" = "scanbench: error: fifo: nothing came for 5 s"$'\n'"note: expected a file, or something that writes" ]
}

@test "inputs: standard input that stays silent, unless somebody types" {
    (cat small.json; sleep 5.5; printf '\n\004'; exec sleep 8) 3>&- |
        timeout 30 script -qec "stty -echo; '$bench' run --config - --dry-run; echo ended \$?" /dev/null >typed 3>&- &
    local typing=$!
    (printf '{ "name": '; exec sleep 8) 3>&- | timeout 30 "$bench" run --config - --dry-run >silent 2>&1 3>&- &
    wait "$!" || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat silent)" = "scanbench: error: stdin: nothing came for 5 s"$'\n'"note: expected what another program writes, or the name of a file in place of -" ]
    wait "$typing"
    grep -q 'ended 0' typed
}

@test "inputs: a FIFO that is written to is read" {
    cat small.json >fifo 3>&- &
    run -0 "$bench" run --config fifo --dry-run
    wait
}

@test "inputs: a journal without an end of line" {
    truncate -s 3G long.journal
    ulimit -v 2000000
    run -2 timeout 60 "$bench" run --resume long.journal
    [ "$output" = "scanbench: error: long.journal: not the journal of a run"$'\n'"note: expected what one that was cut short left" ]
}
