# SPDX-License-Identifier: MIT
# make figures, by its script: measures, draws, and ends with the claims.

load helpers

setup() {
    scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    export FIGURES="$BATS_TEST_TMPDIR/figures"
    figure one '"by": 1'
}

figure() { # NAME BY
    cat >"$BATS_TEST_TMPDIR/$1.json" <<JSON
{ "name": "$1", "measure": { "samples": [8, 8], "max_time": "100ms" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "simd/operators"], "sizes": ["1Ki", "64Ki"] } ],
  "plots": [ { "kind": "ladder" } ],
  "expect": [ { "name": "claim $1", "faster": { "family": "simd" }, "than": { "family": "serial" }, $2 } ] }
JSON
}

@test "figures: charts, tables and claims" {
    figure two '"by": 1000'
    run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/one.json" "$BATS_TEST_TMPDIR/two.json" -- --quiet
    [ "$status" -eq 0 ]
    [ -s "$FIGURES/one-ladder.svg" ]
    [ -s "$FIGURES/two-ladder.png" ]
    [ -s "$FIGURES/two.txt" ]
    [[ $output == *"What the published figures claim"*"claim one"*"does not hold here"*"claim two"* ]]
}

@test "figures: claims on counts are counted, and the engine can be chosen" {
    cat >"$BATS_TEST_TMPDIR/counted.json" <<'JSON'
{ "name": "counted", "sweeps": [ { "primitive": "scan", "algorithm": "group/reduce-then-scan", "local": "cooperative",
      "sizes": 1024, "threads_per_group": [32, 64], "values_per_thread": 1 } ],
  "plots": [ { "kind": "counts" } ],
  "expect": [ { "name": "claim counted", "source": "a paper", "counts": "steps", "phase": "local", "is": 12, "of": { "n": 1024 } } ] }
JSON
    cat >"$BATS_TEST_TMPDIR/groups.json" <<'JSON'
{ "name": "groups", "measure": { "samples": [8, 8], "max_time": "100ms" },
  "sweeps": [ { "primitive": "scan", "algorithm": "group/reduce-then-scan", "local": ["cooperative", "raking"], "sizes": 1024,
      "threads_per_group": 32, "values_per_thread": 1 } ],
  "plots": [ { "kind": "ladder" } ],
  "expect": [ { "name": "claim groups", "same": { "local": "raking" }, "as": { "local": "cooperative" }, "within": 1 } ] }
JSON
    ENGINE=emulate run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/counted.json" "$BATS_TEST_TMPDIR/groups.json" -- --quiet
    [ "$status" -eq 0 ]
    [ -s "$FIGURES/counted-counts.svg" ]
    [[ $output == *"verdict "*"holds  "*"model cpu  "*"a paper"*"claim counted"*"emulated"*"claim groups"* ]]
    cmp <(tail -n "$(wc -l <"$FIGURES/claims.txt")" <<<"$output") "$FIGURES/claims.txt"
    ENGINE='cuda"]' run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/groups.json" -- --quiet
    [ "$status" -eq 2 ]
    [[ $output == *"expected engines, as emulate,cuda" ]]
}

@test "figures: what compares with a peer gets its plugin, or is left out where there is none" {
    printf '{ "name": "blas", "sweeps": [ { "algorithm": "peer/blas/dot" } ] }' >"$BATS_TEST_TMPDIR/blas.json"
    printf '#!/bin/sh\necho "$@" >>"%s/calls"\n' "$BATS_TEST_TMPDIR" >"$BATS_TEST_TMPDIR/scanbench"
    chmod +x "$BATS_TEST_TMPDIR/scanbench"
    run scripts/figures.sh "$BATS_TEST_TMPDIR/scanbench" "$BATS_TEST_TMPDIR/blas.json" -- --quiet
    [ "$status" -eq 0 ]
    [[ $output == "== blas: left out: it compares with a peer"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/calls" ]
    PEERS=./blas.so run scripts/figures.sh "$BATS_TEST_TMPDIR/scanbench" "$BATS_TEST_TMPDIR/blas.json" "$BATS_TEST_TMPDIR/one.json" -- --quiet
    [ "$status" -eq 0 ]
    grep -q -- '--config .*/blas.json .*--plugin ./blas.so --quiet$' "$BATS_TEST_TMPDIR/calls"
    refute grep -q -- 'one.json .*--plugin' "$BATS_TEST_TMPDIR/calls"
}

@test "figures: options shrink them, and a failure is told" {
    run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/one.json" -- --quiet --filter 'n<=1Ki'
    [ "$status" -eq 0 ]
    [[ $(cat "$FIGURES/one.csv") != *,65536,* ]]
    run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/none.json" "$BATS_TEST_TMPDIR/one.json" -- --quiet
    [ "$status" -eq 1 ]
    [[ $output == *"none.json: No such file"*"claim one"* ]]
}

# The config of a result, where one is shipped.
config_of() { # RESULT
    local name config
    name=$(basename "$1" .json)
    for config in configs/figures/"${name%-counts}.json" "configs/$name.json"; do
        [ ! -e "$config" ] || echo "$config"
    done
}

# What is measured is compared with what is shipped, but for those that OUTDATED names: they are to be measured again.
# $compared = how many.
of_shipped() { # FOLDER…
    local folder result config
    compared=0
    for folder; do
        for result in "$folder"/*.json; do
            [ -e "$result" ] || continue # claims alone
            config=$(config_of "$result")
            [ -n "$config" ] || { echo "$result has no config" && return 1; }
            if [ -e "$folder/OUTDATED" ] && grep -qw -- "$(basename "$result" .json)" "$folder/OUTDATED"; then
                continue
            fi
            grep -qF "\"config_sha256\": \"$(sha256sum <"$config" | cut -c1-64)\"" "$result" ||
                { echo "$result is not of $config" && return 1; }
            compared=$((compared + 1))
        done
    done
}

@test "figures: reference results are of the configs that are shipped" {
    of_shipped results/reference/*/
    [ "$compared" -gt 0 ]
}

@test "figures: reference results of another config are refused" {
    mkdir "$BATS_TEST_TMPDIR/machine"
    "$scanbench" counts -c configs/figures/counts-count.json -q -o "$BATS_TEST_TMPDIR/machine" --format none \
        --filter threads_per_group=64,load_width!=2
    of_shipped "$BATS_TEST_TMPDIR/machine"
    sed -i 's/"config_sha256": "./"config_sha256": "x/' "$BATS_TEST_TMPDIR/machine/counts-count-counts.json"
    refute of_shipped "$BATS_TEST_TMPDIR/machine"
    echo "counts-scan-counts is old" >"$BATS_TEST_TMPDIR/machine/OUTDATED"
    refute of_shipped "$BATS_TEST_TMPDIR/machine"
    echo "counts-count-counts is old" >"$BATS_TEST_TMPDIR/machine/OUTDATED"
    of_shipped "$BATS_TEST_TMPDIR/machine"
    [ "$compared" -eq 0 ]
}

@test "figures: what the reference says of exact counts and verdicts has each such claim, none unmeasured" {
    claims=0
    while IFS= read -r claim; do
        grep -qF "  $claim" results/reference/model/claims.txt || { echo "no claim: $claim"; false; }
        claims=$((claims + 1))
    done < <(jq -r '.expect[] | select(.counts or .verdict) | .name' configs/figures/*.json)
    [ "$claims" -ge 29 ]
    [ "$(grep -cE '^(holds|does not hold here) ' results/reference/model/claims.txt)" -eq "$claims" ]
}
