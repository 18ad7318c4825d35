# SPDX-License-Identifier: MIT
# tests/run sees failures, deaths and hangs; an empty run is no pass.

load helpers

setup() {
    program="$BATS_TEST_TMPDIR/test_it"
}

program() { # SCRIPT: a stand-in for a unit test program
    printf '#!/bin/sh\n%s\n' "$1" >"$program"
    chmod +x "$program"
    tests/run "$program"
}

@test "tests/run: passes are counted" {
    run -0 program 'echo "[  PASSED  ] 3 test(s)."'
    [ "${lines[-1]}" = "3 passed, 0 failed" ]
}

@test "tests/run: failures are counted" {
    run -1 program 'echo "[  PASSED  ] 2 test(s)."; echo "[  FAILED  ] 1 test(s), listed below:"; exit 1'
    [ "${lines[-1]}" = "2 passed, 1 failed" ]
}

@test "tests/run: a program that dies is a failure" {
    run -1 program 'echo "[  PASSED  ] 2 test(s)."; kill -SEGV $$'
    [ "${lines[-1]}" = "2 passed, 1 failed" ]
}

@test "tests/run: a program that hangs is a failure" {
    export TEST_TIMEOUT=1
    run -1 program 'sleep 30'
    [ "${lines[-1]}" = "0 passed, 1 failed" ]
    [[ "$output" == *"no end within 1 s"* ]]
}

@test "tests/run: what tests leave is removed, also of one that is killed" {
    export TMPDIR="$BATS_TEST_TMPDIR/all" TEST_TIMEOUT=1
    mkdir "$TMPDIR"
    run -0 program 'mktemp; echo "[  PASSED  ] 1 test(s)."'
    run -1 program 'mkdir "$TMPDIR/a"; echo x >"$TMPDIR/a/b"; sleep 30'
    [ -z "$(ls -A "$TMPDIR")" ]
}

@test "tests/run: who ends it ends its tests" {
    export TMPDIR="$BATS_TEST_TMPDIR/all" PID="$BATS_TEST_TMPDIR/pid"
    mkdir "$TMPDIR"
    printf '#!/bin/sh\nmktemp\necho $$ >"$PID"\nexec sleep 30\n' >"$program"
    chmod +x "$program"
    tests/run "$program" >/dev/null 3>&- &
    local runner=$!
    until [ -s "$PID" ]; do
        alive "$runner"
        sleep 0.05
    done
    # As from timeout, which ends all that it started.
    kill -TERM "$runner"
    pkill -TERM -P "$runner"
    status=0
    wait "$runner" || status=$?
    [ "$status" -eq 143 ]
    child=$(cat "$PID")
    refute alive "$child"
    [ -z "$(ls -A "$TMPDIR")" ]
}

@test "tests/run: no tests at all is no pass" {
    run -1 tests/run
}

@test "tests/run: files that run at once are all counted" {
    for i in 1 2 3 4; do
        printf '#!/bin/sh\necho "[  PASSED  ] %d test(s)."\n' "$i" >"$program$i"
        chmod +x "$program$i"
    done
    TEST_JOBS=4 run -0 tests/run "$program"[1-4]
    [ "${lines[-1]}" = "10 passed, 0 failed" ]
}
