# SPDX-License-Identifier: MIT
# The command line from end to end: small sweeps, their files, and every exit code. Nothing depends on how fast.

load helpers

setup() {
    begin_small 30 1s '[1000, "4Ki"]'
}

# Counters of 50 and 10 W, by the clock.
make_powercap() { # FOLDER
    mkdir -p "$1"/intel-rapl:{0,0:0}
    echo package-0 >"$1/intel-rapl:0/name"
    echo dram >"$1/intel-rapl:0:0/name"
    echo 262143328850 | tee "$1"/intel-rapl:{0,0:0}/max_energy_range_uj >"$1/intel-rapl:0:0/energy_uj"
    python3 -c 'import os, sys, time
began = time.monotonic()
while time.monotonic() < began + 60 and os.path.isdir(sys.argv[1]):
    for zone, watts in ("intel-rapl:0", 50), ("intel-rapl:0:0", 10):
        path = f"{sys.argv[1]}/{zone}/energy_uj"
        with open(path + ".new", "w") as file:
            file.write(f"{int(1e6 * watts * (time.monotonic() - began))}\n")
        os.rename(path + ".new", path)
    time.sleep(0.001)' "$1" 3>&- &
    local tries=1000 # until it counts: what stands still meanwhile would be taken for rest
    while grep -qx 262143328850 "$1/intel-rapl:0:0/energy_uj" && ((tries-- > 0)); do
        sleep 0.01
    done
}

@test "run: the energy of a call is counted in a pass of its own, beside that of its limit and of nothing" {
    make_powercap "$BATS_TEST_TMPDIR/powercap"
    echo '{ "name": "energy", "measure": { "processes": 2, "samples": 20, "time": "20ms", "energy": "600ms" },
            "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "group/reduce-then-scan"], "sizes": "64Ki", "threads_per_group": [64, 256] } ] }' >"$BATS_TEST_TMPDIR/energy.json"
    SCANBENCH_POWERCAP="$BATS_TEST_TMPDIR/powercap" run -0 "$bench" -c "$BATS_TEST_TMPDIR/energy.json" -o "$BATS_TEST_TMPDIR/out" --all
    kill $!
    [[ $output == *"nJ/el"* && $output != *"energy is not measured"* ]]
    jq -e '.results[0] | .idle_w > 30 and .idle_w < 120 and .energy_j > 30 * .statistics.time_min_s and .energy_ratio > 0' \
        "$BATS_TEST_TMPDIR/out/energy.json"
    SCANBENCH_POWERCAP="$BATS_TEST_TMPDIR" run -0 "$bench" -c "$BATS_TEST_TMPDIR/energy.json" -o "$BATS_TEST_TMPDIR/out"
    [[ $output == *"warning: energy is not measured on the CPU: no counter of powercap can be read"* ]]
    jq -e '.results[0].energy_j == null' "$BATS_TEST_TMPDIR/out/energy.json"
}

@test "run: a small sweep gives a table, CSV and JSON" {
    separately -0 "$bench" --config "$config" -o "$out"
    [[ "$stdout" == *simd/operators* ]]
    [ -L "$out/small.csv" ]
    [ -L "$out/small.json" ]
    [ "$(wc -l <"$out/small.csv")" -eq 5 ]
    [ "$(column status "$out/small.csv" | sort -u)" = ok ]
    [ "$(column limit_ratio "$out/small.csv" | grep -c '^[0-9]')" -eq 4 ]
    [[ "$(cat "$out/small.json")" == *'"complete": true'* ]]
    [[ "$stderr" == *"Saved: $out/small.json" ]]
}

@test "run: run may be said, and results are not overwritten" {
    "$bench" run -q -c "$config" -o "$out" --smoke
    sleep 1.1
    "$bench" run -q -c "$config" -o "$out" --smoke
    [ "$(ls "$out" | grep -c 'small-.*csv')" -eq 2 ]
}

@test "run: --smoke takes one sample of each" {
    separately -0 "$bench" -c "$config" --smoke -o - --format csv --columns samples,stop_reason
    [ "$(column samples "$BATS_TEST_TMPDIR/stdout" | sort -u)" = 1 ]
    [ "$(column stop_reason "$BATS_TEST_TMPDIR/stdout" | sort -u)" = smoke ]
}

@test "run: on a terminal the share of time that is done never falls, from process to process" {
    script -qec "stty cols 100; '$bench' -c configs/quick.json --filter n=1Ki -o - --format none --set measure.time=2s" \
        /dev/null </dev/null >"$BATS_TEST_TMPDIR/shown"
    grep -oE '[0-9]+%  \[' "$BATS_TEST_TMPDIR/shown" | tr -cd '0-9\n' >"$BATS_TEST_TMPDIR/shares"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/shares")" -ge 6 ]
    sort -nc "$BATS_TEST_TMPDIR/shares"
}

@test "run: a smoke run is told once to say nothing of speed, not on every row" {
    separately -0 "$bench" -c "$config" --smoke -o - --format table
    grep -qx 'Trust: every result is right; a smoke run does not measure speed.' "$BATS_TEST_TMPDIR/stdout"
    [ "$(grep -c '~' "$BATS_TEST_TMPDIR/stdout")" -eq 0 ]
}

@test "run: -o - writes no files, only the format asked for" {
    cd "$BATS_TEST_TMPDIR"
    bench=$(cd "$BATS_TEST_DIRNAME/../.." && realpath "$bench")
    separately -0 "$bench" -c "$config" -q -o - --format csv --smoke
    [[ "$stdout" == primitive,algorithm,device,dtype,* ]]
    [ -z "$stderr" ]
    separately "$bench" -c "$config" -q -o - --format json --smoke
    [ "${stdout:0:1}" = "{" ]
    separately "$bench" -c "$config" -q -o - --format none --smoke
    [ -z "$stdout" ]
    [ ! -e results ]
    [ ! -e ./- ]
}

@test "run: --set, --filter and --seed change what is measured" {
    separately -0 "$bench" -c "$config" -q -o - --format csv --smoke --seed 9 --set name=other --filter 'algorithm=serial,n<2000'
    [ "$(column algorithm "$BATS_TEST_TMPDIR/stdout")" = serial ]
    [ "$(column n "$BATS_TEST_TMPDIR/stdout")" = 1000 ]
}

@test "run: the config may come from standard input, options from the environment" {
    SCANBENCH_FORMAT=csv SCANBENCH_SMOKE=1 SCANBENCH_OUTPUT=- separately -0 "$bench" --config - <"$config"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/stdout")" -eq 5 ]
}

@test "run: several configs, one after the other" {
    sed 's/"small"/"second"/' "$config" >"$BATS_TEST_TMPDIR/second.json"
    separately -0 "$bench" -q --smoke -c "$config" -c "$BATS_TEST_TMPDIR/second.json" -o "$out" --format none
    [ -e "$out/small.csv" ]
    [ -e "$out/second.csv" ]
}

@test "run: --dry-run shows the plan and writes nothing" {
    separately -0 "$bench" -c "$config" --dry-run -o "$out"
    [[ "${stdout%%$'\n'*}" == "small: 4 points, not measured: scan, "* && "$stdout" == *"CPU"*"--all" ]]
    [ ! -e "$out" ]
    separately -0 "$bench" -c "$config" --dry-run --topology "synthetic:core:4 pu:2"
    [[ "$stdout" == *"not pinned"* ]]
    separately "$bench" -c "$config" --dry-run --all
    [[ "$stdout" == *serial*planned*"worker 0: cpu"* ]]
    for format in csv markdown html latex; do
        separately -0 "$bench" -c "$config" --dry-run --format "$format"
        [[ "$stdout" == *scan* ]]
    done
}

@test "run: --dry-run names the claims and charts that no point is part of" {
    jq '.plots = [{ "kind": "bandwidth-vs-size", "filter": { "n": 7 } }, { "kind": "heatmap" }, { "kind": "ladder" }] | .expect = [{ "name": "no such size", "faster": { "n": 7 },
        "than": { "algorithm": "serial" } }]' "$config" >"$BATS_TEST_TMPDIR/unmatched.json"
    separately "$bench" -c "$BATS_TEST_TMPDIR/unmatched.json" --dry-run
    echo "$stdout$stderr"
    [ "$status" -eq 0 ]
    [[ "$stdout" == *"can decide the claim 'no such size'"*"is in chart 1, "*"is in chart 2, heatmap."* ]]
    [[ "$stdout" != *"chart 3"* ]]
}

@test "run: a selection of no point is 2" {
    separately -2 "$bench" -c "$config" -o "$out" --filter 'n>1Gi'
    [ "$(grep -c "error: " "$BATS_TEST_TMPDIR/stderr")" -eq 1 ]
    [[ "$stderr" == *$'\n'"note: n is "* ]]
    [ ! -e "$out" ]
}

@test "run: a broken config is 2 with its place, and nothing is measured" {
    printf '{ "name": "x",\n  "sweps": [] }' >"$BATS_TEST_TMPDIR/broken.json"
    separately -2 "$bench" -c "$config" -c "$BATS_TEST_TMPDIR/broken.json" -o "$out"
    [[ "$stderr" == "$BATS_TEST_TMPDIR/broken.json:2:"*": error: "* ]]
    [ "$(wc -l <"$BATS_TEST_TMPDIR/stderr")" -eq 1 ]
    [ ! -e "$out" ]
}

@test "run: usage errors are 2 with a hint" {
    separately -2 "$bench" --confg "$config"
    [[ "$stderr" == "scanbench: error: "*"did you mean '--config'?"* ]]
    separately -2 "$bench"
    separately -2 "$bench" -c "$config" --filter 'm>1'
    separately -2 "$bench" -c "$config" --topology synthetic:nonsense
}

@test "run: an output that cannot be a folder is 4, before measuring" {
    echo mine >"$BATS_TEST_TMPDIR/file"
    separately -4 "$bench" -v -c "$config" -o "$BATS_TEST_TMPDIR/file"
    [[ "$stderr" == "scanbench: error: "*"$BATS_TEST_TMPDIR/file"* ]]
    [[ "$stderr" != *"serial"* ]]
    [ "$(cat "$BATS_TEST_TMPDIR/file")" = mine ]
    separately -4 "$bench" -v -c "$config" -o /proc/nothing
    [[ "$stderr" != *"serial"* ]]
}

@test "run: a read-only output is 4, before measuring" {
    [ "$(id -u)" -ne 0 ] || skip "root writes everywhere"
    mkdir -m 555 "$out"
    separately -4 "$bench" -v -c "$config" -o "$out"
    [[ "$stderr" != *"serial"* ]]
}

@test "run: a full standard output is 4, the files are whole" {
    [ -e /dev/full ] || skip "no /dev/full"
    status=0
    "$bench" -q --smoke -c "$config" -o "$out" --format csv >/dev/full 2>"$BATS_TEST_TMPDIR/stderr" || status=$?
    [ "$status" -eq 4 ]
    [ "$(wc -l <"$out/small.csv")" -eq 5 ]
    run -4 bash -c "'$bench' list 2>'$BATS_TEST_TMPDIR/stderr' >/dev/full"
}

@test "run: what does not fit into memory is skipped, the rest goes on, 3" {
    (
        ulimit -v 2000000 || exit 99
        separately -3 "$bench" -c "$config" -o "$out" --smoke --set 'sweeps.0.sizes=[1000,"1Gi"]'
        [[ "$stderr" == *"needs"* ]]
    )
    [ "$(column status "$out/small.csv" | sort | uniq -c | tr -s ' ' | tr -d '\n')" = " 2 ok 2 skipped" ]
}

@test "run: --strict and not good is 5" {
    separately -5 "$bench" -c "$config" -o - --format none --strict --set measure.samples=3
    [[ "$stderr" == *"unusable, first "* ]]
}

@test "run: a budget that runs out is 124, with what is finished" {
    separately -124 "$bench" -c "$config" -o "$out" --time 1ns
    [ "$(column status "$out"/small-*.csv | sort -u)" = interrupted ]
    [[ "$(cat "$out"/small-*.json)" == *'"complete": false'* ]]
}

# Start a run that goes on for long, and send it a signal while it measures.
signalled() { # SIGNAL
    "$bench" -c "$config" -q -o "$out" --format none --set measure.time=60s \
        --set measure.samples=1000000 2>"$BATS_TEST_TMPDIR/stderr" &
    local child=$!
    await_journal "$child"
    kill -s "$1" "$child"
    status=0
    wait "$child" || status=$?
}

@test "run: SIGINT ends with 130 and whole files" {
    signalled INT
    [ "$status" -eq 130 ]
    [ "$(wc -l <"$out"/small-*.csv)" -eq 5 ]
    [ "$(column status "$out"/small-*.csv | sort -u)" = interrupted ]
    [ "$(column bytes_per_s "$out"/small-*.csv | sort -u)" = "" ]
    [[ "$(cat "$out"/small-*.json)" == *'"complete": false'* ]]
}

@test "run: SIGTERM ends with 143" {
    signalled TERM
    [ "$status" -eq 143 ]
    [ "$(wc -l <"$out"/small-*.csv)" -eq 5 ]
}

@test "list: all, by glob, as JSON, and a near miss" {
    separately -0 "$bench" list '*'
    [[ "$stdout" == *limit/copy* && "$stdout" == *serial* ]]
    separately "$bench" list 'group/*'
    [[ "$stdout" != *limit/copy* && "$stdout" == *group/* ]]
    separately "$bench" list --format json serial
    [[ "$stdout" == \[* && "$stdout" == *'"name": "serial"'* ]]
    separately "$bench" list --format json 'group/fallback'
    [[ "$stdout" == *'"in_place": false'* ]]
    [[ "$stdout" == *'"device": ['*'"cpu"'*'"cuda:0"'* ]]
    separately "$bench" list --format json 'group/lookback'
    [[ "$stdout" == *'"in_place": true'* ]]
    separately -2 "$bench" list seril
    [[ "$stderr" == *"did you mean 'serial'?" ]]
}

# Every case of --smoke is in test_registry; of these some of each implementation go through the command.
@test "check: --smoke finds every implementation right" {
    separately -0 "$bench" check --smoke --filter 'dtype=u32,n=3'
    [[ "$stdout" == "ok: "*" implementations, "*" cases, "* && "$stdout" != *"wrong: "* ]]
    separately "$bench" check --smoke --format csv simd/fma
    [ "$(wc -l <"$BATS_TEST_TMPDIR/stdout")" -eq 2 ]
    [[ "$stdout" == *$'\n'simd/fma,dot,*,ok,, ]]
    for format in json markdown html latex; do
        separately "$bench" check --smoke --filter n=3 --format "$format" simd/fma
        [[ "$status" -eq 0 && "$stdout" == *ok* ]]
    done
}

@test "check: why something has nothing to run is printed once a reason" {
    run -0 --separate-stderr "$bench" check --smoke mpi/device-copy mpi/group-copy serial
    [ "$(grep -c 'nothing to run here' <<<"$output")" -eq 1 ]
    [[ "$output" == *"nothing to run here (2 implementations): mpiexec starts at least"* ]]
    [[ "$output" == "ok: 5 implementations, "* ]] # of five primitives; those that have nothing to run are not among them
    run -0 --separate-stderr "$bench" check --smoke --filter group_algorithm=raking group/scan-then-propagate group/two-pass/device
    [[ "$output" == "ok: 1 implementation, "*"nothing to run here (group/two-pass/device): --filter leaves none of its cases" ]]
}

@test "check: --filter leaves out what it admits no case of, before its cases are walked" {
    separately -0 "$bench" check --filter 'primitive=scan,algorithm=serial,n=3'
    [[ "$stdout" == "ok: 1 implementation, "*" cases, "* ]]
    [ "$(wc -l <"$BATS_TEST_TMPDIR/stdout")" -eq 1 ]
    separately -2 "$bench" check 'simd/*' --filter 'family=serial'
    [[ "$stderr" == *"no case was run: nothing has been checked"* ]]
}

@test "check: a small part of the cases, or with --all each" {
    separately -0 "$bench" check limit/memcpy
    part=$(sed -n 's/^ok: 1 implementation, \([0-9]*\) cases, .*s\. Every case: --all$/\1/p' <<<"$stdout")
    [[ "$stderr" == "$part cases of 1 implementation: about "*" s" ]]
    separately -0 "$bench" check --all limit/memcpy
    all=$(sed -n 's/^ok: 1 implementation, \([0-9]*\) cases, .*s$/\1/p' <<<"$stdout")
    [ "$part" -gt 0 ]
    [ "$all" -gt $((2 * part)) ]
    [[ "$stdout" != *"Every case"* && "$stdout" == *limit/memcpy*ok* ]]
    separately -2 "$bench" check --all --smoke limit/memcpy
    [[ "$stderr" == *"--all and --smoke"$'\n'"note: expected one of them" ]]
}

@test "help and version" {
    separately -0 "$bench" --help
    [[ "$stdout" == *"scanbench --config sweep.json "* ]]
    [ "$(wc -l <<<"$stdout")" -le 24 ]
    [ "$("$bench" help scan)" = "$("$bench" help run)" ]
    separately "$bench" check --help
    [[ "$stdout" == *--smoke* && "$stdout" != *--time* && "$stdout" != *--seed* ]]
    separately "$bench" help expert
    [[ "$stdout" == *--seed=N*"[run "*"doctor]"* && "$stdout" != *--smoke* ]]
    separately "$bench" help axes
    [[ "$stdout" == *"--dtype "*"u32"* && "$stdout" == *"--threads-per-group "*"1 to 1024"* ]]
    [ "$("$bench" help run | grep -cE '^ +(-., )?--')" -le 18 ]
    [ "$(for command in run list check compare show export counts plot doctor; do "$bench" help "$command"; done |
        sed -nE 's/^ +(-., )?--([a-z-]+).*/\2/p' | sort -u | wc -l)" -le 36 ]
    separately "$bench" -V
    [[ "$stdout" == "scanbench "[0-9]* ]]
}

@test "help: of each command by groups, with an example, within 80 columns" {
    for command in run list check compare show export counts plot doctor; do
        separately -0 "$bench" help "$command"
        [ "$(awk '{ gsub(/…/, "."); if (length($0) > 80) print }' "$BATS_TEST_TMPDIR/stdout")" = "" ]
        grep -A1 '^Example:' "$BATS_TEST_TMPDIR/stdout" | grep -q '^  scanbench .'
        grep -q '^ What you get:' "$BATS_TEST_TMPDIR/stdout" || [ "$command" = plot ]
    done
    # What an option means to another command is said there.
    separately "$bench" help check
    [[ "$stdout" == *"print only what is wrong"* && "$stdout" != *"not the same"* ]]
    separately "$bench" help compare
    [[ "$stdout" != *"only what is wrong"* && "$stdout" == *"not the same"* ]]
}

# What a command prints on a terminal of 80 columns, without colours.
on_80_columns() { # COMMAND…
    script -qec "stty cols 80 rows 24; NO_COLOR=1 $*" /dev/null </dev/null | tr -d '\r' |
        LC_ALL=C.UTF-8 sed 's/\x1b\[[0-9;]*[mK]//g; s/[^ -~]/./g'
}

@test "at 80 columns list, doctor, compare and show wrap between words" {
    command -v script >/dev/null || skip "no script to make a terminal"
    "$bench" -q -c "$config" -o "$out" --smoke --format none
    result=$(ls "$out"/*[!Z].json | head -1)
    for command in "list 'group/l*'" "doctor --smoke -q" "compare $result $result" "show $result --all" \
        "show results/reference/2-core/m1-scan-local.json" "-c configs/quick.json --dry-run --smoke"; do
        on_80_columns "$bench $command" >"$BATS_TEST_TMPDIR/shown"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/shown")" -ge 3 ]
        [ "$(awk 'length($0) > 80 && / /' "$BATS_TEST_TMPDIR/shown" | grep -v "^scanbench: warning" | tee /dev/stderr)" = "" ]
    done
}

@test "at most 80 columns in a pipe: list, doctor, check and the dry run" {
    for command in list "list group/fallback" "list 'group/*'" "check 'limit/*' --filter n=3" "check --all serial --filter n=3,dtype=u32" \
        "-c configs/quick.json --dry-run" "-c configs/engines.json --dry-run --smoke --all" "scan --dry-run --smoke"; do
        eval "'$bench' $command" 2>/dev/null | LC_ALL=C.UTF-8 sed 's/[^ -~]/./g' >"$BATS_TEST_TMPDIR/shown"
        [ -s "$BATS_TEST_TMPDIR/shown" ]
        [ "$(awk 'length($0) > 80' "$BATS_TEST_TMPDIR/shown" | tee /dev/stderr)" = "" ]
    done
}

@test "run: ten processes where nobody says how many, one in a smoke run" {
    cat >"$BATS_TEST_TMPDIR/processes.json" <<'JSON'
{ "name": "processes", "measure": { "time": "50ms", "samples": 40 },
  "sweeps": [ { "primitive": "scan", "algorithm": "serial", "dtype": "u32", "sizes": 1000 } ] }
JSON
    for smoke in no yes; do
        SCANBENCH_SMOKE=$smoke run -0 "$bench" -q -c "$BATS_TEST_TMPDIR/processes.json" -o - --format=json
        [ "$(jq -c '.results[0].launches | [length, .[0].samples]' <<<"$output")" = "$([ $smoke = yes ] && echo '[0,null]' || echo '[10,4]')" ]
    done
}

@test "run: the trust line of one process says what no interval of it holds" {
    cat >"$BATS_TEST_TMPDIR/one.json" <<'JSON'
{ "name": "one", "measure": { "processes": 1, "samples": 20, "time": "10ms" },
  "sweeps": [ { "primitive": "scan", "algorithm": "serial", "dtype": "u32", "sizes": 1000 } ] }
JSON
    for launches in 1 2; do
        run -0 "$bench" -q -c "$BATS_TEST_TMPDIR/one.json" -o "$BATS_TEST_TMPDIR/out" --set measure.processes=$launches
        [ "$(tr -s ' \n' ' ' <<<"$output" | grep -c "^.*Trust: .*all of one process")" -eq $((2 - launches)) ]
    done
}
