# SPDX-License-Identifier: MIT
# make figures, by its script: measures, draws, and ends with the claims.

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

@test "figures: options shrink them, and a failure is told" {
    run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/one.json" -- --quiet --filter 'n<=1Ki'
    [ "$status" -eq 0 ]
    [[ $(cat "$FIGURES/one.csv") != *,65536,* ]]
    run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/none.json" "$BATS_TEST_TMPDIR/one.json" -- --quiet
    [ "$status" -eq 1 ]
    [[ $output == *"none.json: No such file"*"claim one"* ]]
}

@test "figures: reference results of the GPU are of the configs that are shipped" {
    compared=0
    for result in results/reference/h200/*.json; do
        config=configs/figures/$(basename "$result")
        [ -e "$config" ] || continue
        grep -qF "\"config_sha256\": \"$(sha256sum <"$config" | cut -c1-64)\"" "$result"
        compared=$((compared + 1))
    done
    [ "$compared" -ge 4 ]
}
