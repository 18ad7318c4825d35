# SPDX-License-Identifier: MIT
# Claims of a config: judged, shown, written, and a reason to fail.

setup() {
    scanbench=${SCANBENCH:-./scanbench}
    cat >"$BATS_TEST_TMPDIR/claims.json" <<'JSON'
{ "name": "claims", "measure": { "samples": [10, 10], "max_time": "1s" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "group/reduce-then-scan"], "sizes": 1024,
                "threads_per_group": 32, "values_per_thread": [1, 32] } ],
  "expect": [
    { "name": "an hour is not lost", "faster": { "algorithm": "serial" }, "than": { "values_per_thread": 1 } },
    { "name": "tiny tiles are a hundred times as fast", "faster": { "values_per_thread": 1 }, "than": { "algorithm": "serial" }, "by": 100 },
    { "name": "nobody was there", "same": { "n": 1 }, "as": { "n": 2 } } ] }
JSON
}

@test "expect: claims end the table and stand in the JSON" {
    run "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o "$BATS_TEST_TMPDIR/out" --quiet
    [ "$status" -eq 0 ]
    [[ $output == *"What the config expects"*"holds  "*"an hour is not lost"*"does not hold here"*"tiny tiles"*"not measured"*"nobody"* ]]
    [[ ${lines[-1]} == "1 holds, 1 does not hold here, 1 not measured" ]]
    grep -q '"verdict": "does not hold here"' "$BATS_TEST_TMPDIR/out/claims.json"
}

@test "expect: --fail-on=expect makes a claim that does not hold a finding" {
    run "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o - --format=none --quiet --fail-on=expect
    [ "$status" -eq 1 ]
    [[ $output == "scanbench: error: does not hold here: tiny tiles are a hundred times as fast" ]]
    run "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o - --format=none --quiet --fail-on=expect --set 'expect=[]'
    [ "$status" -eq 0 ]
}
