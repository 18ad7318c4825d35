# SPDX-License-Identifier: MIT
# --perf-control with a stand-in for perf that speaks its protocol, and with perf itself where it can count.
bats_require_minimum_version 1.5.0

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    cd "$BATS_TEST_DIRNAME/../.."
    bench="${SCANBENCH:-./scanbench}"
    config="$BATS_TEST_TMPDIR/one.json"
    ctl="$BATS_TEST_TMPDIR/ctl"
    ack="$BATS_TEST_TMPDIR/ack"
    said="$BATS_TEST_TMPDIR/said"
    mkfifo "$ctl" "$ack"
    cat >"$config" <<'JSON'
{ "name": "one", "measure": { "processes": 1, "samples": 20, "time": "1s" }, "machine": { "workers": 1, "pages": "4k" },
  "sweeps": [ { "primitive": "scan", "algorithm": "serial", "dtype": "u32", "scan_mode": "inclusive", "sizes": 1000 } ] }
JSON
}

# Keep what is said, and answer the first so many commands.
stand_in() { # [ANSWERS]
    local line answers="${1:-1000000}"
    exec 8<>"$ctl" 9<>"$ack"
    while read -r -t 20 line <&8; do
        echo "$line" >>"$said"
        [ "$line" != stop ] || return 0
        answers=$((answers - 1))
        [ "$answers" -lt 0 ] || printf 'ack\n\0' >&9
    done
}

wrapped() { # OPTION…
    stand_in "$answers" 3>&- &
    perf=$!
    # Until the stand-in has both open, there is nobody to talk to.
    until [ -n "$(find "/proc/$perf/fd" -lname "$ack" 2>/dev/null)" ]; do sleep 0.05; done
    status=0
    "$bench" -c "$config" -o - --format csv --perf-control "fifo:$ctl,$ack" "$@" >"$BATS_TEST_TMPDIR/stdout" \
        2>"$BATS_TEST_TMPDIR/stderr" || status=$?
    echo stop 1<>"$ctl"
    wait "$perf"
    stderr=$(cat "$BATS_TEST_TMPDIR/stderr")
}

@test "perf: enable and disable in turn, around each of the samples" {
    answers=1000000 wrapped
    [ "$status" -eq 0 ]
    [ "$(grep -c '^enable$' "$said")" -eq 20 ]
    [ "$(grep -c '^disable$' "$said")" -eq 20 ]
    [ "$(grep -v stop "$said" | uniq -d)" = "" ]
    [ "$(head -1 "$said")" = enable ]
    [[ "$stderr" != *"perf counts"* ]]
}

@test "perf: more than one point warns" {
    answers=1000000 wrapped --smoke --set 'sweeps.0.sizes=[1000,2000]'
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"warning: perf counts all points together"* ]]
    [ "$(grep -c '^enable$' "$said")" -eq 2 ]
}

@test "perf: inherited descriptors" {
    stand_in 3>&- &
    perf=$!
    status=0
    "$bench" -c "$config" -o - --format none --smoke --perf-control fd:10,11 10<>"$ctl" 11<>"$ack" || status=$?
    echo stop 1<>"$ctl"
    wait "$perf"
    [ "$status" -eq 0 ]
    [ "$(grep -v stop "$said" | tr '\n' ' ')" = "enable disable " ]
}

@test "perf: one that stops answering is 3, not a hang" {
    answers=3 wrapped
    [ "$status" -eq 3 ]
    [[ "$stderr" == *"no answer to 'disable'"* ]]
}

@test "perf: nobody there is 3, a bad channel 2" {
    run -3 "$bench" -c "$config" -o - --perf-control "fifo:$ctl,$ack"
    [[ "$output" == *"no perf has"* ]]
    run -2 "$bench" -c "$config" -o - --perf-control 10,11
    [[ "$output" == *"expected fd:A,B or fifo:A,B"* ]]
}

@test "perf: the real one counts in the timed regions" {
    perf stat -e task-clock -o "$BATS_TEST_TMPDIR/probe" true 2>/dev/null || skip "perf cannot count here"
    status=0
    perf stat -x, -e task-clock -o "$BATS_TEST_TMPDIR/counts" -D -1 --control fd:10,11 -- \
        "$bench" -c "$config" -o "$BATS_TEST_TMPDIR/out" --format none -q --perf-control fd:10,11 10<>"$ctl" 11<>"$ack" ||
        status=$?
    [ "$status" -eq 0 ]
    # 20 samples take at least 20 times 100 us; the whole run, proofs and warm-up included, is not counted.
    awk -F, '/task-clock/ { found = 1; if ($1 > 1 && $1 < 10000) ok = 1 } END { exit !(found && ok) }' "$BATS_TEST_TMPDIR/counts"
}
