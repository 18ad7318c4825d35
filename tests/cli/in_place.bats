# SPDX-License-Identifier: MIT
# Timing in place: the output is the input's own memory, filled anew before each call and verified after it.

load helpers

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin places
}

sweep() { # SWEEPS
    cat >"$config" <<JSON
{ "name": "places", "measure": { "processes": 1, "samples": 6, "time": "1s" },
  "machine": { "workers": [1, 2], "pages": "4k" }, "sweeps": [ $1 ] }
JSON
}

@test "in place: scans and copies are timed on one array, beside a copy of it onto itself" {
    sweep '{ "primitive": "scan", "algorithm": ["serial", "simd/windows", "threads/*", "group/reduce-then-scan", "group/lookback"],
             "dtype": ["u32", "f32"], "scan_mode": "inclusive", "sizes": [1000, "64Ki"], "in_place": ["no", "yes"] },
           { "primitive": "copy", "algorithm": "limit/copy", "sizes": "64Ki", "in_place": "yes" }'
    run "$bench" --config "$config" -o "$out" --quiet
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [ "$(column status "$out/places.csv" | sort -u)" = ok ]
    [ "$(column in_place "$out/places.csv" | sort -u | xargs)" = "yes" ]
    # each sample is one call, and what bounds it works in place too
    [ "$(paste <(column in_place "$out/places.csv") <(column batch "$out/places.csv") | awk -F'\t' '$1 == "yes" { print $2 }' | sort -u)" = 1 ]
    ratios=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["in_place"] == "yes" { print $at["limit_ratio"] }' "$out/places.csv")
    [ "$(grep -c '^[0-9]' <<<"$ratios")" -eq "$(grep -c ^yes <(column in_place "$out/places.csv"))" ]
    jq -e '[.results[] | select(.parameters.in_place == "yes") | .limit.algorithm] | unique == ["limit/copy"]' "$out/places.json"
    jq -e '.results | map(select(.parameters.in_place == "yes")) | all(.key | endswith(",in_place=yes"))' "$out/places.json"
    jq -e '.results | map(select(.parameters.in_place != "yes")) | all(.key | contains("in_place") | not)' "$out/places.json"
}

@test "in place: compactions have no limit, and keep what they keep" {
    sweep '{ "primitive": "compact", "algorithm": ["serial/branchless", "simd/compress"], "sizes": ["16Ki"], "selectivity": 0.5,
             "unroll": 4, "in_place": "yes" }'
    run "$bench" --config "$config" -o "$out" --quiet
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    [ "$(column status "$out/places.csv" | sort -u)" = ok ]
    [ "$(column limit_ratio "$out/places.csv" | sort -u)" = "" ]
}

@test "in place: what cannot is not multiplied, devices and models refuse, an axis of none is an error" {
    sweep '{ "primitive": "scan", "algorithm": "group/fallback", "dtype": "u32", "sizes": 1000, "in_place": ["no", "yes"] }'
    run -0 "$bench" --config "$config" --dry-run
    [[ "$output" == *"2 points"* ]] || { echo "$output"; false; }
    for device in cuda opencl; do # whether such a device is there or not
        sweep '{ "primitive": "scan", "algorithm": "group/lookback", "sizes": 1000, "in_place": "yes", "device": "'$device':0" }'
        run "$bench" --config "$config" --dry-run --format markdown
        [ "$(grep -c "^1 unsupported: in place is measured on the host alone: device cpu, without ranks$" <<<"$output")" -eq 1 ] ||
            { echo "$output"; false; }
    done
    sweep '{ "primitive": "scan", "algorithm": "group/lookback", "sizes": 1000, "in_place": "yes", "device": ["cpu", "opencl:0"] }'
    run -0 "$bench" --config "$config" -o "$out" --quiet
    [ "$(paste <(column device "$out/places.csv") <(column status "$out/places.csv") | sort -u | xargs)" = "cpu ok opencl:0 unsupported" ]
    jq -e '[.results[] | select(.status == "unsupported") | .message] | unique == ["in place is measured on the host alone: device cpu, without ranks"]' "$out/places.json"
    sweep '{ "primitive": "scan", "algorithm": "serial", "sizes": 1000, "in_place": "maybe" }'
    run -2 "$bench" --config "$config" --dry-run
    [[ "$output" == *"unknown in_place 'maybe' (/sweeps/0/in_place); expected no or yes" ]] || { echo "$output"; false; }
}

@test "traffic: what comes by twice is held against a copy that does, and against a plain one" {
    sweep '{ "primitive": "scan", "algorithm": ["serial", "threads/scan-then-propagate", "group/reduce-then-scan", "group/scan-then-propagate"],
             "dtype": "u32", "scan_mode": "inclusive", "sizes": "64Ki" }'
    run "$bench" --config "$config" -o "$out" --quiet
    [ "$status" -eq 0 ] || { echo "$output"; false; }
    jq -e '.results | map(select(.parameters.algorithm == "serial")) | all(.limit.traffic == 2 and .limit.traffic_ratio == null)' "$out/places.json"
    jq -e '.results | map(select(.parameters.algorithm == "group/reduce-then-scan")) |
           all(.limit.traffic > 3 and .limit.traffic_ratio > 0 and (.limit.traffic_algorithm | startswith("limit/read-copy")))' "$out/places.json"
    jq -e '.results | map(select(.parameters.algorithm == "group/scan-then-propagate")) |
           all(.limit.traffic > 4 and (.limit.traffic_algorithm | startswith("limit/copy-twice")))' "$out/places.json"
    # what has copies in more passes beside it is still rated by one in two
    refute jq -e '.results | any(.limit.algorithm | test("read-copy|copy-twice"))' "$out/places.json"
}
