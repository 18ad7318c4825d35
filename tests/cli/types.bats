# SPDX-License-Identifier: MIT
# Types that are read as one, joined in another and written as a third: planned, measured, verified and named.

load helpers

types=(u8-u32 u16-u32 u8 u16 f16 bf16 u32-u64)

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin types
}

sweep() { # SWEEPS
    cat >"$config" <<JSON
{ "name": "types", "measure": { "processes": 1, "samples": 3, "time": "20ms" },
  "machine": { "workers": [1, 2], "pages": "4k" }, "sweeps": [ $1 ] }
JSON
}

# Of a row of the CSV the bytes that went in and out for each element, from its rate.
bytes_an_element() { # DTYPE
    awk -F, -v dtype="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["dtype"] == dtype { printf "%.0f\n", $at["bytes_per_s"] * $at["time_median_s"] / $at["n"] }' "$out/types.csv" | sort -u
}

@test "types: scans are timed and verified, beside a copy that converts" {
    sweep '{ "primitive": "scan", "algorithm": ["serial", "simd/windows", "simd/stream", "threads/turn"],
             "dtype": ["u8-u32", "u16-u32", "u8", "u16", "f16", "bf16", "u32-u64"], "scan_mode": ["exclusive", "inclusive"],
             "sizes": [1000, "100003"] }'
    run "$bench" --config "$config" -o "$out" --quiet
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [ "$(column status "$out/types.csv" | sort -u)" = ok ]
    [ "$(column dtype "$out/types.csv" | sort -u | xargs)" = "$(printf '%s\n' "${types[@]}" | sort | xargs)" ]
    [ "$(bytes_an_element u8-u32)" = 5 ]
    [ "$(bytes_an_element u16-u32)" = 6 ]
    [ "$(bytes_an_element u8)" = 2 ]
    [ "$(bytes_an_element u16)" = 4 ]
    [ "$(bytes_an_element f16)" = 4 ]
    [ "$(bytes_an_element bf16)" = 4 ]
    [ "$(bytes_an_element u32-u64)" = 12 ]
    jq -e '[.results[].limit.algorithm] | all(startswith("limit/copy") or . == "limit/memcpy")' "$out/types.json"
}

@test "types: reductions, counts, compactions and dot products" {
    sweep '{ "primitive": "reduce", "algorithm": ["serial/*", "simd/intrinsics", "threads/*"], "dtype": ["u8-u32", "bf16", "u8"], "sizes": 100003 },
           { "primitive": "count", "algorithm": ["serial", "simd"], "dtype": ["u8", "u16"], "sizes": 100003 },
           { "primitive": "compact", "algorithm": ["serial/*", "simd/*", "threads/*"], "dtype": ["u8", "u16"], "sizes": 100003 },
           { "primitive": "dot", "algorithm": ["serial/strict", "simd/operators", "threads/blocked"], "dtype": ["f16", "bf16"], "sizes": 100003 }'
    run "$bench" --config "$config" -o "$out" --quiet
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [ "$(column status "$out/types.csv" | grep -v unsupported | sort -u)" = ok ]
    [ "$(jq -r '.results[] | select(.status != "ok") | .key' "$out/types.json" | grep -v 'threads/atomic.*bf16')" = "" ]
    [ "$(bytes_an_element u8-u32)" = 1 ]
    jq -e '[.results[] | select(.parameters.primitive == "compact") | .limit.algorithm] |
        length > 0 and all(. != null and startswith("limit/compact"))' "$out/types.json"
}

@test "types: groups scan, reduce, multiply, count and compact, and the model counts them" {
    sweep '{ "primitive": "scan", "algorithm": ["group/chained", "group/lookback", "group/lookback-subgroup", "group/one-round", "group/read-ahead"],
             "dtype": ["u8-u32", "u16-u32", "u8", "u16", "f16", "bf16", "u32-u64"], "scan_mode": ["exclusive", "inclusive"], "sizes": 100003 },
           { "primitive": "reduce", "algorithm": "group/one-launch", "dtype": ["u8-u32", "u16-u32", "u8", "u16", "f16", "bf16", "u32-u64"],
             "sizes": 100003 },
           { "primitive": "dot", "algorithm": ["group/two-pass/*", "group/one-pass/t*"], "dtype": ["f16", "bf16"], "groups": [1, 3],
             "sizes": 100003 },
           { "primitive": "count", "algorithm": "group/*", "dtype": ["u8", "u16"], "sizes": 100003 },
           { "primitive": "compact", "algorithm": "group/*", "dtype": ["u8", "u16"], "sizes": 100003 }'
    run "$bench" --config "$config" -o "$out" --quiet
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [ "$(column status "$out/types.csv" | sort -u)" = ok ]
    [ "$(jq '.results | length' "$out/types.json")" = 246 ]
    [ "$(bytes_an_element u8-u32 | xargs)" = "1 5" ]
    [ "$(jq -r '.results[] | select(.parameters.primitive == "compact") | .limit.algorithm // "none"' "$out/types.json" |
        sed 's/-.*//' | sort -u)" = limit/compact ]
    run "$bench" counts -c "$config" -o "$out" --quiet --set sweeps.0.sizes=5003 --set sweeps.1.sizes=5003 --set sweeps.2.sizes=5003 --set sweeps.3.sizes=5003 \
        --set sweeps.4.sizes=5003
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "types: what there is not is said" {
    sweep '{ "primitive": "scan", "algorithm": "simd/windows", "dtype": "u8-u32", "op": "max", "sizes": 1000 },
           { "primitive": "scan", "algorithm": "serial", "dtype": "u8-u32", "in_place": "yes", "sizes": 1000 },
           { "primitive": "scan", "algorithm": "group/fallback", "dtype": "bf16", "sizes": 1000 },
           { "primitive": "compact", "algorithm": "group/*", "dtype": ["u8-u32", "f16"], "sizes": 1000 },
           { "primitive": "compact", "algorithm": "group/lookback-subgroup", "dtype": "u8", "threads_per_group": 1024,
             "values_per_thread": 16, "sizes": 1000 }'
    run "$bench" --config "$config" -o "$out" --dry-run
    [[ "$output" == *"dtype u8-u32 has sums alone"* ]]
    [[ "$output" == *"in place what is written needs the width of what is read"* ]]
    [[ "$output" == *"it does not take dtype bf16"* ]]
    [[ "$output" == *"14 unsupported: it does not take dtype u8-u32"* ]]
    [[ "$output" == *"14 unsupported: it does not take dtype f16"* ]]
    [[ "$output" == *"a tile is at most 32 KiB of shared memory, where an element takes"* ]]
    run -2 "$bench" export simd/windows --dtype u8-u32
    [[ "$output" == *"u8-u32 cannot be exported"* ]]
}

# Whatever takes them is right by test_registry.
@test "types: each is checked" {
    for type in "${types[@]}"; do
        run "$bench" check simd/windows group/copy --filter "dtype=$type"
        [ "$status" -eq 0 ] || { echo "$output"; false; }
        [[ "$output" == *"ok: 2 implementations, "* ]]
    done
}

# Nobody knows what they answer with before they are called: not even a second process.
@test "types: limits that are planned are right in every process" {
    sweep '{ "primitive": "partial-copy", "algorithm": ["limit/compact", "limit/compact-whole"], "dtype": ["u8", "u16", "u32"], "sizes": 5003 },
           { "primitive": ["read", "read2"], "algorithm": ["limit/read", "limit/read2"], "dtype": ["bf16", "f32"], "sizes": 5003 }'
    run "$bench" --config "$config" -o "$out" --quiet --set measure.processes=2
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [ "$(column status "$out/types.csv" | uniq -c | xargs)" = "20 ok" ]
}
