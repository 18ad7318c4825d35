# SPDX-License-Identifier: MIT
# A clock that goes back or stands still ends what measures: 3, one line with its name, what was finished kept.

load helpers

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin long
    odd="$BATS_TEST_TMPDIR/odd_clock.so"
    ${CC:-cc} -D_GNU_SOURCE -shared -fPIC tests/cli/odd_clock.c -o "$odd"
    # The first size has finished within little time, the second goes on.
    cat >"$config" <<'JSON'
{ "name": "long", "measure": { "processes": 1, "samples": 1000000, "time": "60s" }, "machine": { "workers": [1, 2], "pages": "4k" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "threads/chained"], "dtype": "u32", "scan_mode": "inclusive", "sizes": 1000 } ] }
JSON
}

# Ends within a minute, with 3, one error and a note.
check_found() { # CLOCK WHAT ARGUMENT…
    local clock=$1 what=$2 status=0
    shift 2
    ODD_CLOCK=$clock LD_PRELOAD=$odd timeout -k 1 60 "$bench" "$@" >"$BATS_TEST_TMPDIR/stdout" 2>"$BATS_TEST_TMPDIR/stderr" || status=$?
    echo "$clock, $*: $status: $(cat "$BATS_TEST_TMPDIR/stderr")"
    [ "$status" -eq 3 ]
    [ "$(grep -c "^scanbench: error: CLOCK_MONOTONIC[_RAW]* $what" "$BATS_TEST_TMPDIR/stderr")" -eq 1 ]
    [ "$(grep -c "^note: expected a clock that " "$BATS_TEST_TMPDIR/stderr")" -eq 1 ]
    [ "$(grep -c error: "$BATS_TEST_TMPDIR/stderr")" -eq 1 ]
}

@test "clocks: one that stands still from the start ends every command that would read it" {
    for command in "run -c $config --dry-run" "run -c $config -o $out" doctor; do
        # shellcheck disable=SC2086 # words
        check_found still:0 'stands still: it did not move within a second' $command
    done
    [ ! -e "$out" ]
}

@test "clocks: one that goes back or stops while points are measured ends the run" {
    for clock in back:700 still:700; do
        what=$([ "$clock" = back:700 ] && echo 'went back by ' || echo 'stands still')
        for way in --quiet --in-process '--set measure.processes=2' '--time 50s'; do
            rm -rf "$out"
            # shellcheck disable=SC2086 # words
            check_found "$clock" "$what" run -q -c "$config" -o "$out" --format none $way
            # Nothing that such a clock timed is told.
            statuses=$(column status "$out/"long-*.csv)
            refute grep -q ok <<<"$statuses"
            [ "$(column time_median_s "$out/"long-*.csv | sort -u)" = "" ]
            grep -q '"complete": false' "$out/"long-*.json
        done
    done
}

@test "clocks: what was finished before is kept, and resumed with a clock that is right" {
    check_found back:6000 'went back by ' run -q -c "$config" -o "$out" --format none --set measure.samples=20 \
        --set machine.workers=1 --set 'sweeps.0.sizes={"from": 1000, "to": 3000, "add": 1}'
    cut=("$out/"long-*.json)
    column status "${cut%.json}.csv" | grep -q interrupted
    finished=$(column status "${cut%.json}.csv" | grep -c ok)
    "$bench" -q --resume "$cut" --time 10ms --format none 2>/dev/null || [ $? -eq 124 ]
    for file in "$out/"long-*.csv; do
        [ "$(column status "$file" | grep -c ok)" -ge "$finished" ]
    done
}

@test "clocks: doctor says it too" {
    check_found back:300 'went back by ' doctor --noise
    check_found still:300 'stands still' doctor --noise
}

@test "clocks: one that is right changes nothing" {
    ODD_CLOCK=back:1000000 LD_PRELOAD=$odd "$bench" -q -c "$config" -o "$out" --format none --smoke
    [ "$(column status "$out/long.csv" | sort -u)" = ok ]
}

@test "clocks: a call that is shorter than a tick takes a tick at most" {
    for way in --quiet --in-process; do
        rm -rf "$out"
        ODD_CLOCK=ticks:2000 LD_PRELOAD=$odd timeout 60 "$bench" -q -c "$config" -o "$out" --format none $way --set measure.time=50ms \
            --set measure.samples=40 --set 'sweeps.0={"primitive":"scan","algorithm":"serial","in_place":["yes","no"],"sizes":[1,16]}'
        [ "$(column status "$out/long.csv" | sort -u)" = ok ]
        jq -e '[.results[] | select(.parameters.in_place == "yes") | .samples_s[]] | length > 10 and min == 2e-6' "$out/long.json"
        [ "$("$bench" show "$out/long.json" | grep -c ' serial ')" -ge 2 ]
    done
}

@test "clocks: one that goes on half as fast as the kernel says" {
    check_found half:300 "went on by .* where the kernel has" run -q -c "$config" --set measure.time=300ms --filter workers=1 -o "$out"
    check_found half:300 "went on by .* where the kernel has" run -q -c "$config" --set measure.time=300ms --filter workers=1 -o "$out" --in-process
}
