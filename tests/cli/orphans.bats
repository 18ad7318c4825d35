# SPDX-License-Identifier: MIT
# Whatever ends a command ends the processes that it started.

load helpers

setup() {
    begin long
    cat >"$config" <<'JSON'
{ "name": "long", "measure": { "samples": 1000000, "time": "60s", "processes": 3 },
  "machine": { "workers": 1, "pages": "4k" },
  "sweeps": [ { "primitive": "scan", "algorithm": "serial", "dtype": "u32", "scan_mode": "inclusive", "sizes": 1000 } ] }
JSON
    # Stands for gnuplot, and for another program that takes turns: it would go on for long.
    other="$BATS_TEST_TMPDIR/bin/gnuplot"
    mkdir "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\nexec sleep 54321\n' >"$other"
    chmod +x "$other"
}

# Whether a child is past its first steps, in which it sees to it that it ends with its parent: it runs another program, or has
# taken time.
has_begun() { # CHILD PARENT
    [ "$(cat "/proc/$1/comm")" != "$(cat "/proc/$2/comm")" ] || [ "$(awk '{ print $14 + $15 }' "/proc/$1/stat")" -gt 0 ]
}

# SIGINT and SIGQUIT are ignored by what a script starts in its background.
# Start a command, wait until it has started a process, end the command by a signal: that process has ended too. One
# that is stopped cannot end by itself.
check_ends() { # SIGNAL stopped|running ARGUMENT…
    local signal=$1 state=$2 child=
    shift 2
    "$bench" "$@" >/dev/null 2>&1 3>&- &
    local parent=$!
    until child=$(pgrep -P "$parent") && has_begun "$child" "$parent"; do
        kill -0 "$parent"
        sleep 0.01
    done
    [ "$state" = running ] || kill -STOP "$child"
    kill -s "$signal" "$parent"
    wait "$parent" || [ $? -gt 128 ]
    for _ in {1..100}; do
        alive "$child" || return 0
        sleep 0.1
    done
    kill -KILL "$child"
    echo "$1 ended by SIG$signal left process $child"
    return 1
}

@test "orphans: check leaves none" {
    for signal in TERM KILL HUP; do
        check_ends "$signal" stopped check 'threads/*'
    done
}

@test "orphans: who ignores the end of children passes that on to no command" {
    env --ignore-signal=CHLD true 2>/dev/null || skip "this env ignores no signals"
    env --ignore-signal=CHLD "$bench" check --smoke --filter 'dtype=u32,n<=3' serial
}

@test "orphans: a run leaves none, in any launch" {
    for signal in KILL HUP; do
        check_ends "$signal" stopped run -q -c "$config" -o "$out"
    done
    check_ends TERM running run -q -c "$config" -o "$out"
}

@test "orphans: a run against another program leaves none" {
    for signal in KILL HUP TERM; do
        check_ends "$signal" running run -q -c "$config" -o "$out" --against "$other"
    done
}

@test "orphans: plot leaves none" {
    "$bench" -q -c "$config" -o "$out" --format none --smoke
    export SCANBENCH_SCRIPTS=$PWD/scripts
    export PATH="$BATS_TEST_TMPDIR/bin:$PATH"
    for signal in TERM KILL HUP; do
        check_ends "$signal" stopped plot "$out/long.json"
    done
}

# Its parent has ended, and it has a session of its own.
@test "orphans: what a plugin has started and left ends with the command" {
    sed 's|^static void scan_run.*|#include <unistd.h>\nstatic void leave(void)\n{\n    static int left;\n    if (left++ \|\| fork())\n        return;\n    setsid();\n    for (int i = 0; i < 64; i++)\n        close(i);\n    execlp("sleep", "left-by-plugin", "300", (char *)0);\n    _exit(1);\n}\n&|; s|^    const uint32_t \*const input|    leave();\n&|' \
        src/plugin/example.c >"$BATS_TEST_TMPDIR/leaves.c"
    ${CC:-cc} -O2 -D_GNU_SOURCE -shared -fPIC -Isrc/plugin "$BATS_TEST_TMPDIR/leaves.c" -o "$BATS_TEST_TMPDIR/leaves.so"
    sed -i 's|"serial"|"example/loop"|' "$config"
    "$bench" -q --smoke --plugin "$BATS_TEST_TMPDIR/leaves.so" -c "$config" -o "$out" --format none
    grep -q '"status": "ok"' "$out/long.json"
    refute pgrep -f '^left-by-plugin 300'
}
