# SPDX-License-Identifier: MIT
# `list NAME` prints what an implementation does, costs and needs, and where it comes from.

load helpers

explain() {
    "${SCANBENCH:-./scanbench}" list "$@"
}

@test "list NAME: a group implementation, with formulas and what they come to" {
    run explain group/reduce-then-scan
    [ "${#lines[@]}" -le 70 ]
    [[ "$output" == *"group/reduce-then-scan: segmented-scan"*"the same as for recurrence" ]]
    [ "$(grep -cE '^ {12,14}(in a group  )?[a-z-]+: |^  in a group ' <<<"$output")" -ge 8 ]
    [[ "$output" == *"their steps, costs and sources: --all"* ]]
    run -0 explain --all group/reduce-then-scan
    for part in steps costs where needs source; do
        grep -q "^  $part  " <<<"$output"
    done
    grep -qE '^ +adds +2T \+ N - 32 +609$' <<<"$output"
    grep -qE '^ +launches +3 +3$' <<<"$output"
    [ "$(grep -cE '^  in a group +[a-z-]+: ' <<<"$output")" -eq 8 ]
    grep -q '^  in a group  blelloch: up-sweep and down-sweep' <<<"$output"
    [ "$(grep -cx ' *threads_per_group is a power of two' <<<"$output")" -eq 2 ]
    [ -z "$(LC_ALL=C.UTF-8 sed 's/[^ -~]/./g' <<<"$output" | awk 'length($0) > 80')" ]
    grep -qx '  devices     cpu, model (scanbench counts), opencl:0, cuda:0' <<<"$output"
    run explain serial
    refute grep -q devices <<<"$output"
}

@test "list NAME: all primitives of a name, and every implementation with all that it has" {
    run explain serial
    [ "$(grep -c '^serial: ' <<<"$output")" -eq 5 ]
    "${SCANBENCH:-./scanbench}" list --format json '*' >"$BATS_TEST_TMPDIR/all.json"
    jq -e 'length > 100 and all(.phases != [] and (.costs | length) > 0 and .source != null)' "$BATS_TEST_TMPDIR/all.json"
    [ "$(jq length "$BATS_TEST_TMPDIR/all.json")" -eq "$("${SCANBENCH:-./scanbench}" list --format csv '*' | tail -n +2 | wc -l)" ]
}

@test "list: how many there are of what, and one a line of a primitive" {
    run -0 explain
    grep -qE '^scan +[0-9]+ +[0-9]+ ' <<<"$output"
    run -0 explain scan
    grep -qE '^threads/chained +one pass' <<<"$output"
    [ -z "$(awk 'length($0) > 80' <<<"$output")" ]
    run -2 "${SCANBENCH:-./scanbench}" explain serial
    [ "$output" = "scanbench: error: 'explain' is now 'scanbench list NAME'" ]
}

@test "list NAME: the numbers beside formulas are within the range that is stated" {
    run explain group/block
    [[ "$(tr -s ' \n' ' ' <<<"$output")" == *"n/(Tw) <= 2048; numbers: T = 256, n = 1048576, w = 4"*"device_loads n + n/(Tw) 1049600 "* ]]
    printf '%s' '{"name": "c", "sweeps": [{"primitive": "count", "algorithm": "group/block", "sizes": [1048576],
        "threads_per_group": 256, "vector_width": 4}]}' >"$BATS_TEST_TMPDIR/c.json"
    run "${SCANBENCH:-./scanbench}" counts -c "$BATS_TEST_TMPDIR/c.json" --model cpu -o - --format json
    [ "$(jq '.counts[] | select(.kernel == "all") | .device_loads' <<<"$output")" -eq 1049600 ]
    run explain group/one-pass/tagged
    [[ $output == *"G > 1"* ]]
}

@test "list NAME: JSON" {
    run -0 explain --format json group/coarsened
    [[ "$output" == *'"adds": "N(S + 1) + S + T + 2TV"'* ]]
    if command -v python3 >/dev/null; then
        python3 -c 'import json, sys; (row,) = json.load(sys.stdin); assert len(row["phases"]) == 3' <<<"$output"
    fi
}

@test "list NAME: an unknown name" {
    run -2 explain group/reduce-then-scam
    [[ "$output" == *"did you mean 'group/reduce-then-scan'?"* ]]
}
