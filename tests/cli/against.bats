# SPDX-License-Identifier: MIT
# --against: another scanbench takes turns with this one, and compare pairs what both measured.

load helpers

setup() {
    begin two
    cat >"$config" <<'JSON'
{ "name": "two", "measure": { "samples": 30, "time": "100ms", "processes": 2 }, "machine": { "workers": 1, "pages": "4k" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "simd/operators"], "dtype": "u32", "scan_mode": "inclusive", "sizes": [1000, 2000] } ] }
JSON
}

# A program that runs scanbench in its own way: COMMAND… is a shell's.
other() { # COMMAND…
    printf '#!/bin/bash\n%s\n' "$*" >"$BATS_TEST_TMPDIR/other"
    chmod +x "$BATS_TEST_TMPDIR/other"
}

against() { # PROGRAM [OPTION…]
    "$bench" -c "$config" -o "$out" --format none -q --against "$@"
}

# The JSON of the only run there, which has its own name alone because it was cut short.
cut_short() {
    ls "$out"/two-*.json
}

session() { # FILE
    sed -n 's/.*"session": "\(.*\)".*/\1/p' "$1"
}

@test "against: both measure every point in one session, and compare pairs them" {
    separately -0 against "$bench"
    [ -z "$stderr" ]
    [ -n "$(session "$out/two.json")" ]
    [ "$(session "$out/two.json")" = "$(session "$out/against/two.json")" ]
    grep -q '"side": "first"' "$out/two.json"
    grep -q '"side": "second"' "$out/against/two.json"
    [ "$(grep -c '"status": "ok"' "$out/two.json")" -eq 4 ]
    [ "$(grep -c '"status": "ok"' "$out/against/two.json")" -eq 4 ]
    separately -0 "$bench" compare "$out/against/two.json" "$out/two.json"
    [[ "$(tr -s ' \n' ' ' <<<"$stdout")" == *"Interleaved: compared sample by sample."* ]]
    separately "$bench" compare "$out/against/two.json" "$out/two.json" --format json
    [[ "$stdout" == *'"interleaved": true'* ]]
}

@test "against: runs of different sessions are not paired" {
    separately against "$bench"
    cp "$out/two.json" "$BATS_TEST_TMPDIR/earlier.json"
    separately against "$bench"
    separately -0 "$bench" compare "$BATS_TEST_TMPDIR/earlier.json" "$out/against/two.json"
    [[ "$stdout" != *"Interleaved"* ]]
    separately "$bench" compare "$out/two.json" "$out/two.json"
    [[ "$stdout" != *"Interleaved"* ]]
}

@test "against: filter, settings and seed are those of both; with one launch too" {
    separately -0 against "$bench" --filter 'n=1000' --set measure.processes=1 --seed 7
    for file in "$out/two.json" "$out/against/two.json"; do
        [ "$(grep -c '"status": "ok"' "$file")" -eq 2 ]
    done
    separately "$bench" compare "$out/against/two.json" "$out/two.json"
    [[ "$stdout" == *"Interleaved"* ]]
}

@test "against: as many settings as there may be reach the other program" {
    local settings=()
    for i in $(seq 62); do settings+=(--set "measure.seed=$i"); done
    separately -0 against "$bench" --smoke --set measure.processes=1 "${settings[@]}" --set measure.seed=99
    [ -n "$(session "$out/against/two.json")" ]
    grep -q '"seed": "99"' "$out/against/two.json"
}

@test "against: a config from standard input reaches the other program" {
    "$bench" -c - -o "$out" --smoke -q --format none --against "$bench" <"$config"
    [ -n "$(session "$out/against/two.json")" ]
}

@test "against: a program that is not there, or knows no turns" {
    separately -3 against "$BATS_TEST_TMPDIR/missing"
    [[ "$stderr" == *"--against: cannot run $BATS_TEST_TMPDIR/missing: No such file"* ]]
    separately -3 against README.md # which is a file here
    [[ "$stderr" == *"--against: no program 'README.md' in PATH"*"help: a path has a slash, as './README.md'"* ]]
    other 'exit 2'
    separately -3 against "$BATS_TEST_TMPDIR/other"
    [[ "$stderr" == *"ended before it took a turn"* ]]
    [[ "$stderr" == *"ended with exit status 2"* ]]
}

# A run against such a program that is stopped a second after it began ends before the program would.
check_stopped_in_time() { # COMMAND…
    other "$@"
    timeout 20 "$bench" -c "$config" -o "$out" --format none -q --against "$BATS_TEST_TMPDIR/other" 3>&- \
        2>"$BATS_TEST_TMPDIR/stderr" &
    local run=$!
    sleep 1
    kill -TERM "$(pgrep -P "$run")"
    status=0
    wait "$run" || status=$?
    [ "$status" -eq 143 ]
    [ -z "$(pgrep -f "^sleep 54321")" ]
}

@test "against: a program that neither answers nor ends is ended after a signal" {
    check_stopped_in_time 'exec sleep 54321'
}

@test "against: so is one that no signal ends" {
    check_stopped_in_time 'trap "" TERM INT; exec sleep 54321'
}

@test "against: programs that plan different problems" {
    other "exec '$bench' \"\$@\" --filter n=1000"
    separately -2 against "$BATS_TEST_TMPDIR/other"
    [[ "$stderr" == *"plan different problems"* ]]
    [ ! -e "$out/two.json" ]
}

@test "against: one that is killed in the middle ends both, and nothing that was measured is lost" {
    other "'$bench' \"\$@\" & until grep -qs '\"result\"' '$out'/*.journal; do sleep 0.1; done; kill -KILL \$!; wait"
    separately -3 against "$BATS_TEST_TMPDIR/other" --set measure.processes=60 --set measure.time=12s --set measure.samples=100000
    [[ "$stderr" == *"the program that took turns ended before"* ]]
    grep -q '"complete": false' "$(cut_short)"
    grep -q '"turns": null' "$(cut_short)"
    # All that its launches have measured; the JSON has it, and the journal goes on.
    journal=$(ls "$out/"*.journal)
    [[ "$stderr" == *"--resume $journal "* ]]
    [ "$(grep -c '"result"' "$journal")" -ge 1 ]
    [ "$(grep -o '"time_ci_high_s"' "$(cut_short)" | wc -l)" -eq "$(($(grep -c '"result"' "$journal") + 4))" ]
}

@test "against: a signal to the first ends both" {
    "$bench" -c "$config" -o "$out" --format none -q --against "$bench" --set measure.processes=60 --set measure.time=12s --set measure.samples=100000 3>&- \
        2>"$BATS_TEST_TMPDIR/stderr" &
    local first=$!
    await_journal "$first"
    kill -INT "$first"
    status=0
    wait "$first" || status=$?
    [ "$status" -eq 130 ]
    grep -q 'stopped by a signal' "$BATS_TEST_TMPDIR/stderr"
    [[ "$(cat "$BATS_TEST_TMPDIR/stderr")" != *'exit status'* ]]
    grep -q '"complete": false' "$(cut_short)"
    grep -q '"complete": false' "$out"/against/two-*.json
}

@test "against: a kernel that crashes costs its point, on both sides, and turns go on" {
    ${CC:-cc} -O2 -shared -fPIC -Isrc/plugin tests/plugins/faulty.c -o "$BATS_TEST_TMPDIR/faulty.so"
    sed -i 's|"simd/operators"|"faulty/crash", "faulty/right"|' "$config"
    separately -1 against "$bench" --plugin "$BATS_TEST_TMPDIR/faulty.so"
    [ -n "$(session "$out/two.json")" ]
    for file in "$out/two.json" "$out/against/two.json"; do
        [ "$(grep -c '"status": "ok"' "$file")" -eq 4 ]
        [ "$(grep -c '"status": "crashed"' "$file")" -eq 2 ]
    done
}

@test "against: what does not go with it is one line" {
    separately -2 against "$bench" --turns fd:3
    [[ "$stderr" == *"--against does not go with --turns"* ]]
    separately -2 against "$bench" -c "$config"
    [[ "$stderr" == *"a second --config"* ]]
    separately -2 "$bench" -c "$config" -o - --against "$bench"
    [[ "$stderr" == *"expected another --output than -"* ]]
    separately -2 "$bench" -c "$config" -o "$out" --turns 3
    [[ "$stderr" == *"--turns: '3'"$'\n'"note: expected fd:N"* ]]
    separately -3 "$bench" -c "$config" -o "$out" --turns fd:77
    [[ "$stderr" == *"descriptor 77: Bad file descriptor"* ]]
}

@test "against: another version of the plugin is measured by the same program" {
    for version in old new; do
        ${CC:-cc} -O2 "-DVERSION_OF_$version" -shared -fPIC -Isrc/plugin src/plugin/example.c -o "$BATS_TEST_TMPDIR/$version.so"
    done
    separately "$bench" scan --algorithm example/loop --scan-mode inclusive --n 1000,2000 --plugin "$BATS_TEST_TMPDIR/new.so" \
        --against "$BATS_TEST_TMPDIR/old.so" --smoke -o "$out" --format none -q
    echo "$stderr"
    [ "$status" -eq 0 ]
    for side in "$out/scan.json:new.so" "$out/against/scan.json:old.so"; do
        [ "$(grep -c '"status": "ok"' "${side%:*}")" -eq 2 ]
        grep -q "\"file\": \"${side#*:}\"" "${side%:*}"
    done
    [ "$(session "$out/scan.json")" = "$(session "$out/against/scan.json")" ]
    separately -0 "$bench" compare "$out/against/scan.json" "$out/scan.json"
    [[ "$stdout" == *"Interleaved"* ]]
    separately -2 "$bench" scan --against "$BATS_TEST_TMPDIR/old.so" -o "$out"
    [[ "$stderr" == *"expected one --plugin, 0 are given"* ]]
}

# Versions of the example, of which one does its work REPEATS times.
build_version() { # NAME REPEATS
    awk '/^static const struct scanbench_implementation/ {
            print "static void scan_repeated(const struct scanbench_run *run)\n{"
            print "    for (int i = 0; i < REPEATS; i++) {\n        scan_run(run);\n        __asm__ volatile(\"\" ::: \"memory\");\n    }\n}\n"
        } { sub(/= scan_run/, "= scan_repeated"); print }' src/plugin/example.c >"$BATS_TEST_TMPDIR/$1.c"
    ${CC:-cc} -O2 "-DREPEATS=$2" -shared -fPIC -Isrc/plugin "$BATS_TEST_TMPDIR/$1.c" -o "$BATS_TEST_TMPDIR/$1.so"
}

@test "against: the recipe for CI fails for a version that is four times as slow, and not the other way round" {
    build_version old 1
    build_version new 4
    cd "$BATS_TEST_TMPDIR"
    export SCANBENCH_PROGRAM=$bench
    recipe() { # NEW OLD
        separately "$BATS_TEST_DIRNAME/../../docs/ci/compare.sh" "./$1.so" "./$2.so" scan example/loop --scan-mode inclusive \
            --n 4Ki,16Ki --time 120s
        echo "$1 against $2: $status $stderr"
    }
    recipe new old
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"2 of 2 points slower"* ]]
    grep -q '^|.*slower' <<<"$stdout"
    recipe old new
    [ "$status" -eq 0 ]
    grep -q '^|.*faster' <<<"$stdout"
}

@test "against: a regression needs something to compare with, and a whole result" {
    separately -2 "$bench" -c "$config" --fail-on=regression
    [[ "$stderr" == *"expected --against" ]]
    separately -2 "$bench" -c "$config" --filter n=1000 --against "$bench" --fail-on=regression
    [[ "$stderr" == *"expected --output" ]]
}
