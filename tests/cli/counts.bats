# SPDX-License-Identifier: MIT
# scanbench counts: what kernels cost and where they break, as table, CSV and JSON.

setup() {
    cd "$BATS_TEST_TMPDIR"
    config='{"name": "c", "sweeps": [{"primitive": "scan", "algorithm": "ALGORITHM", "local": "LOCAL", "sizes": [4096],
        "threads_per_group": [64], "values_per_thread": [2]}]}'
    scanbench=$(cd "$BATS_TEST_DIRNAME/../.." && realpath "${SCANBENCH:-./scanbench}")
}

counts() { # ALGORITHM LOCAL [OPTION…]
    local one=${config/ALGORITHM/$1}
    printf '%s' "${one/LOCAL/$2}" | "$scanbench" counts --config - "${@:3}"
}

@test "counts: the columns are those that were promised" {
    counts group/reduce-then-scan raking --device cpu --format none -q
    [ "$(head -1 results/c-counts.csv)" = "primitive,algorithm,dtype,op,n,threads_per_group,values_per_thread,device,order,verdict,kernel,phase,scope,adds,subs,multiplies,shuffles,shared_loads,shared_stores,bank_conflicts,barriers,simd_barriers,steps,shared_words,device_loads,device_stores,transactions,atomics,polls,launches,useful_adds,stale_reads,relative_error,mode,load,load_width,groups,network,selectivity,local,engine,broadcast,memory_instructions" ]
    grep -q "NaN,exclusive,-,NaN,NaN,kogge-stone,NaN,raking,model,-,[0-9]*$" results/c-counts.csv
    grep -q '^scan,group/reduce-then-scan,u32,sum,4096,64,2,cpu,ascending,ok,scan_tile,local,group,225,0,0,6,256,224,11,2,0,8,64,' results/c-counts.csv
    [ "$(awk -F, '{print NF}' results/c-counts.csv | sort -u)" = 43 ]
}

@test "counts: a part of a sweep does not take the place of the whole" {
    config=${config/\[64\]/[32, 64]}
    counts group/reduce-then-scan raking --device cpu --format none -q
    cp results/c-counts.csv whole.csv
    cp results/c-counts.json whole.json
    run counts group/reduce-then-scan raking --device cpu --format none --filter threads_per_group=32
    [ "$status" -eq 0 ]
    [ "$output" = "wrote results/c-counts-part.csv and .json; a part of the sweep, so it does not become c-counts.csv" ]
    cmp whole.csv results/c-counts.csv
    cmp whole.json results/c-counts.json
    [ "$(wc -l <results/c-counts-part.csv)" -lt "$(wc -l <whole.csv)" ]
    counts group/reduce-then-scan raking --device cpu --format none -q --filter threads_per_group=32 -o own
    cmp own/c-counts.csv results/c-counts-part.csv
}

@test "counts: csv and json on standard output are the files" {
    counts group/lookback raking --device cuda --format csv -q >out.csv
    cmp out.csv results/c-counts.csv
    counts group/lookback raking --device cuda --format json -q >out.json
    grep -q '"verdict": "ok"' out.json
    counts group/lookback raking --device cuda --format json -q -o - >bare.json
    grep -q '"schema": "scanbench-counts"' bare.json
}

@test "counts: a device without a promise of progress is told apart from a broken kernel" {
    run counts group/lookback raking --device metal-3.2 -o -
    [ "$status" -eq 0 ]
    [[ "$output" == *"permitted-failure: STARVED: kernel scan_lookback: group 1 waits for state[0]"* ]]
    run counts group/lookback raking --device metal-m1 -o -
    [ "$status" -eq 1 ]
    [[ "$output" == *"without an adversary: relative error"*"stale reads"* ]]
}

@test "counts: a user's device model" {
    echo '{"name": "narrow", "like": "cpu", "max_threads_per_group": 32}' >narrow.json
    run counts group/reduce-then-scan raking --device ./narrow.json -o -
    [ "$status" -eq 0 ]
    [[ "$output" == *"device=narrow"*"unsupported: 64 threads a group; narrow has at most 32"* ]]
}

@test "counts: an element type that a device lacks is unsupported there" {
    config=${config/\"sizes\"/\"dtype\": \"f64\", \"sizes\"}
    run counts group/reduce-then-scan raking --device metal-m1 --device cuda -o -
    [ "$status" -eq 0 ]
    [ "$(grep -c 'device=metal-m1 .*: unsupported: metal-m1 has no f64$' <<<"$output")" -eq 3 ]
    [ "$(grep -c 'device=cuda .*: ok$' <<<"$output")" -eq 3 ]
}

@test "counts: rows that differ in one axis alone have keys that differ" {
    config='{"name": "c", "sweeps": [
        {"primitive": "reduce", "algorithm": "group/multilevel", "local": "raking", "sizes": [1024], "threads_per_group": 64,
         "values_per_thread": 4, "load": ["blocked", "striped"], "load_width": [1, 2, 4], "broadcast": ["no", "yes"]},
        {"primitive": "scan", "algorithm": "group/lookback", "local": "cooperative", "sizes": [1024], "threads_per_group": 64,
         "values_per_thread": 1, "mode": ["exclusive", "inclusive"], "network": ["kogge-stone", "sklansky"]},
        {"primitive": "count", "algorithm": "group/sequence", "sizes": [1024], "threads_per_group": 64, "selectivity": [0.1, 0.5]},
        {"primitive": "dot", "algorithm": "group/two-pass/shared", "dtype": "f32", "sizes": [1024], "threads_per_group": 64,
         "groups": [1, 2]}]}'
    counts x y --device cpu --format none -q
    cut -d, -f1-13,34-42 results/c-counts.csv | sort >keys
    [ "$(wc -l <keys)" -gt 100 ]
    [ -z "$(uniq -d keys)" ]
}

@test "counts: wider accesses are fewer memory instructions, not fewer bytes" {
    config='{"name": "c", "sweeps": [{"primitive": "count", "algorithm": "group/sequence", "sizes": [65536],
        "threads_per_group": 64, "load_width": [1, 2, 4]}]}'
    counts x y --device cpu --format none -q
    # 2048 simdgroup loads of 32 elements one by one, and the 512 counts.
    [ "$(awk -F, '$11 == "count_sequence" && $12 == "total" && $13 == "run" {print $27, $43}' results/c-counts.csv | xargs)" = \
        "2560 2560 2560 1536 2560 1024" ]
}

@test "counts: a copy without checks of bounds is the same accesses" {
    cat >copies.json <<'JSON'
{ "name": "copies", "sweeps": [ { "primitive": "copy", "algorithm": ["group/copy", "group/copy/unchecked"], "sizes": 4096,
  "load": ["blocked", "striped"], "threads_per_group": 64, "values_per_thread": 4 } ] }
JSON
    "$scanbench" counts --config copies.json --device cuda --format none -q
    for algorithm in group/copy group/copy/unchecked; do
        sed -nE "s,^copy\\,$algorithm\\,(.*)\\,copy_tile(_unchecked)?\\,,\\1\\,,p" results/copies-counts.csv >"${algorithm//\//-}"
    done
    [ "$(wc -l <group-copy)" -ge 12 ]
    cmp group-copy group-copy-unchecked
}

@test "counts: devices come from the config when no option names one" {
    config='{"name": "c", "machine": {"device": "metal-m1"}, "sweeps": [{"primitive": "scan", "algorithm": "ALGORITHM", "local": "LOCAL",
        "sizes": [100], "threads_per_group": [32], "values_per_thread": [1]}]}'
    run counts group/reduce-then-scan cooperative -o -
    [ "$status" -eq 0 ]
    [ "$(grep -c device=metal-m1 <<<"$output")" -eq 3 ]
}

@test "counts: engines and their devices are nothing to the model" {
    config='{"name": "c", "machine": {"engine": ["emulate", "cuda"], "device": ["cuda:0", "metal-m1"], "workers": [1, 2]},
        "sweeps": [{"primitive": "scan", "algorithm": "ALGORITHM", "local": "LOCAL",
        "sizes": [100], "threads_per_group": [32], "values_per_thread": [1]}]}'
    run counts group/reduce-then-scan cooperative -o -
    [ "$status" -eq 0 ]
    [ "$(grep -c device= <<<"$output")" -eq 3 ]
    [ "$(grep -c device=metal-m1 <<<"$output")" -eq 3 ]
    config=${config/, \"metal-m1\"/}
    run counts group/reduce-then-scan cooperative -o -
    [ "$status" -eq 0 ]
    [ "$(grep -c device=cpu <<<"$output")" -eq 1 ]
}

@test "counts: bad usage" {
    run counts group/reduce-then-scan raking --device metal-m2 -o -
    [ "$status" -eq 2 ]
    [[ "$output" == *"did you mean 'metal-m1'?"* ]]
    run "$scanbench" counts
    [ "$status" -eq 2 ]
    run counts serial raking -o -
    [ "$status" -eq 2 ]
}
