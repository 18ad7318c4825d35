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

@test "figures: options shrink them, and a failure is told" {
    run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/one.json" -- --quiet --filter 'n<=1Ki'
    [ "$status" -eq 0 ]
    [[ $(cat "$FIGURES/one.csv") != *,65536,* ]]
    run scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/none.json" "$BATS_TEST_TMPDIR/one.json" -- --quiet
    [ "$status" -eq 1 ]
    [[ $output == *"none.json: No such file"*"claim one"* ]]
}
