# SPDX-License-Identifier: MIT
# Plugins that want to look fast without work, or leave traces: each is found in the run itself, and costs nobody else.

load helpers

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin cheats
    cheats="$BATS_TEST_TMPDIR/cheats.so"
    ${CC:-cc} -O2 -D_GNU_SOURCE -shared -fPIC -pthread -Isrc/plugin tests/plugins/cheats.c -o "$cheats"
    cat >"$config" <<'JSON'
{ "name": "cheats", "measure": { "samples": 1000, "time": "200ms" },
  "machine": { "workers": 1, "pages": "4k" },
  "sweeps": [
    { "primitive": "scan", "algorithm": ["serial", "cheat/*"], "dtype": "u32", "scan_mode": "inclusive", "sizes": [1000, 300000] },
    { "primitive": "scan", "algorithm": "cheat/nan-tail", "dtype": "f32", "scan_mode": "inclusive", "sizes": [1000] },
    { "primitive": "reduce", "algorithm": ["serial/strict", "cheat/*"], "dtype": "u32", "sizes": [1000, 300000] } ] }
JSON
}

statuses() { # ALGORITHM: its statuses in the result
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["algorithm"] == name { print $at["status"] }' \
        "$out/cheats.csv" | sort -u
}

# All of each output of theirs is compared, after one call more or less: who errs in every 64th call stays unseen in
# the thousand samples of ten processes once in 10^6 runs.
@test "cheats: what is timed is what is verified" {
    run "$bench" -q --plugin "$cheats" -c "$config" -o "$out" \
        --filter 'algorithm!=cheat/rounding,algorithm!=cheat/sigmask,algorithm!=cheat/affinity,algorithm!=cheat/alter,algorithm!=cheat/scratch,algorithm!=cheat/overrun'
    echo "$output"
    [ "$status" -eq 1 ]
    for name in serial serial/strict cheat/honest; do
        [ "$(statuses $name)" = ok ]
    done
    for name in cached poison lazy sometimes once middle seldom second address answer left tail async async-later \
        memo slow-memo sample memo-n; do
        echo "$name: $(statuses cheat/$name)"
        [ "$(statuses cheat/$name)" = wrong ]
    done
    for name in burst batch; do # they err from the second call of a batch on: long calls, on a busy machine, have batches of one
        [ "$(jq -r --arg name "cheat/$name" '.results[] | select(.parameters.algorithm == $name)
            | select(.parameters.n == 1000 or .statistics.batch != 1) | .status' "$out/cheats.json" | sort -u)" = wrong ]
    done
    statuses cheat/nan-tail | grep -x wrong
    grep -q '"the output of sample [0-9]*: element ' "$out/cheats.json"
}

@test "cheats: check finds what is wrong in some cases alone, and writes beside a scratch" {
    for name in tail nan-tail seldom scratch; do
        run "$bench" check --all --plugin "$cheats" "cheat/$name"
        echo "$output"
        [ "$status" -eq 1 ]
    done
    run -0 "$bench" check --all --plugin "$cheats" cheat/honest
}

@test "cheats: a write past its scratch ends a plugin's point, and no other" {
    sed -i '/"serial"/s|"cheat/\*"|"cheat/honest", "cheat/overrun"|' "$config"
    sed -i 's|"4k"|"huge"|' "$config" # more room within a page, so that luck finds nothing
    run "$bench" -q --smoke --plugin "$cheats" -c "$config" -o "$out" \
        --filter 'primitive=scan,dtype=u32'
    echo "$output"
    [ "$status" -eq 1 ]
    [ "$(statuses cheat/overrun)" = crashed ]
    [ "$(statuses cheat/honest)" = ok ]
    [ "$(statuses serial)" = ok ]
}

@test "cheats: what a call leaves changed is its own fault, and put back" {
    sed -i '/"serial"/s|"cheat/\*"|"cheat/honest", "cheat/rounding", "cheat/sigmask", "cheat/affinity", "cheat/alter"|' "$config"
    sed -i '/"serial"/s|"cheat/\*"|"cheat/honest", "cheat/rounding", "cheat/sigmask", "cheat/affinity", "cheat/alter"|' "$config"
    run "$bench" -q --plugin "$cheats" -c "$config" -o "$out" --filter 'primitive=scan,algorithm!=cheat/nan-tail'
    echo "$output"
    [ "$status" -eq 1 ]
    for name in serial cheat/honest; do
        [ "$(statuses $name)" = ok ]
    done
    for name in rounding sigmask affinity alter; do
        echo "$name: $(statuses cheat/$name)"
        [ "$(statuses cheat/$name)" = wrong ]
    done
    for what in "how its thread rounds" "the signals that its thread blocks" "the CPUs that its thread may run on"; do
        [ "$(grep -c "its call changed $what" "$out/cheats.json")" -eq 2 ]
    done
    [ "$(grep -c 'it changed element [0-9]* of its input' "$out/cheats.json")" -eq 2 ]
}

@test "cheats: who replaces the clock ends the run, and nothing that it timed is told" {
    ${CC:-cc} -O2 -D_GNU_SOURCE -shared -fPIC -Isrc/plugin tests/plugins/clock_cheat.c -o "$BATS_TEST_TMPDIR/clock.so"
    sed -i '/"reduce"\|nan-tail/d; s/300000\] },$/300000] } ] }/; s/"serial", //' "$config"
    run "$bench" -q --plugin "$BATS_TEST_TMPDIR/clock.so" -c "$config" -o "$out" --filter n=1000
    echo "$output"
    [ "$status" -eq 3 ]
    [[ $output == *"CLOCK_MONOTONIC"*" went on by "*" where the kernel has "* ]]
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["status"] == "ok" { exit 1 }' "$out"/cheats-*.csv
}

# No output of it is wrong: the handler of a signal computes what is compared, after the time is taken.
@test "cheats: who is faster than the limit allows has no rate, whatever its outputs" {
    local deferred="$BATS_TEST_TMPDIR/deferred.so" jq=".results[] | select(.parameters.algorithm == \"cheat/deferred\")"
    ${CC:-cc} -O2 -D_GNU_SOURCE -shared -fPIC -Isrc/plugin tests/plugins/deferred.c -o "$deferred"
    cat >"$config" <<'JSON'
{ "name": "cheats", "measure": { "processes": 1, "samples": 30, "time": "100ms" },
  "machine": { "workers": 1, "pages": "4k" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "cheat/deferred"], "dtype": "u32", "scan_mode": "inclusive",
                "sizes": [300000] } ] }
JSON
    separately "$bench" --plugin "$deferred" -c "$config" -o "$out"
    echo "$stdout$stderr"
    [ "$status" -eq 1 ]
    local says="implausible: [0-9.]* times (at least [0-9.]*) as fast as its limit limit/[a-z-]* allows"
    tr -s ' \n' ' ' <<<"$stdout" | grep -q "cheat/deferred implausible [0-9.]* times (at least"
    [[ $stderr == *"1 point is implausible, first scan cheat/deferred u32 inclusive n=300000 "* ]]
    [ "$(statuses serial)" = ok ]
    [ "$(statuses cheat/deferred)" = implausible ]
    for column in samples time_median_s elements_per_s bytes_per_s limit_bytes_per_s limit_ratio; do
        [ "$(column $column "$out/cheats.csv" | sed -n 2p)" = "" ]
    done
    [ "$(jq -c "$jq | [.status, .statistics.time_median_s, .statistics.bytes_per_s, .limit.ratio, .grade]" "$out/cheats.json")" = \
        '["implausible",null,null,null,null]' ]
    jq -r "$jq | .message" "$out/cheats.json" | grep -qx "${says#implausible: }"
    run "$bench" show "$out/cheats.json"
    echo "$output"
    [ "$status" -eq 0 ]
    grep -qE '^300000  serial ' <<<"$output"
    refute grep -qE '^300000  cheat/deferred .* us ' <<<"$output"
}

@test "cheats: what a plugin leaves in its process harms another one, unless each has a process of its own" {
    for name in spoiler victim; do
        ${CC:-cc} -O2 -D_GNU_SOURCE -shared -fPIC -Isrc/plugin $([ $name = victim ] && echo -DVICTIM) \
            tests/plugins/neighbours.c -o "$BATS_TEST_TMPDIR/$name.so"
    done
    cat >"$config" <<'JSON'
{ "name": "cheats", "measure": { "processes": 1, "samples": 30, "time": "100ms" },
  "machine": { "workers": 1, "pages": "4k" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "spoiler/scan", "victim/scan"], "dtype": "u32",
                "scan_mode": "inclusive", "sizes": [1000, 3000] } ] }
JSON
    plugins=(--plugin "$BATS_TEST_TMPDIR/spoiler.so" --plugin "$BATS_TEST_TMPDIR/victim.so")
    run "$bench" -q "${plugins[@]}" -c "$config" -o "$out"
    echo "$output"
    [ "$status" -eq 1 ]
    [ "$(statuses victim/scan)" = wrong ]
    run "$bench" -q "${plugins[@]}" -c "$config" -o "$out" --isolate-plugins
    echo "$output"
    [ "$status" -eq 0 ]
    for name in serial spoiler/scan victim/scan; do
        [ "$(statuses $name)" = ok ]
    done
    run -2 "$bench" "${plugins[@]}" -c "$config" -o "$out" --isolate-plugins --in-process
    [[ $output == *"--isolate-plugins needs processes, and --in-process has none"* ]]
}
