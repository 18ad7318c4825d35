# SPDX-License-Identifier: MIT
# explain says what an implementation does, costs and needs, and where it comes from.

load helpers

explain() {
    run "${SCANBENCH:-./scanbench}" explain "$@"
}

@test "explain: a group implementation, with formulas and what they come to" {
    explain group/reduce-then-scan
    [ "$status" -eq 0 ]
    for part in "data flow" phases costs where needs source; do
        grep -q "^  $part  " <<<"$output"
    done
    grep -qE '^ +adds +2T \+ N - 32 +609$' <<<"$output"
    grep -qE '^ +launches +3 +3$' <<<"$output"
    [ "$(grep -cE '^  local [a-z-]+: ' <<<"$output")" -eq 8 ]
    grep -q '^  local blelloch: up-sweep and down-sweep' <<<"$output"
    [ "$(grep -cx ' *threads_per_group is a power of two' <<<"$output")" -eq 2 ]
    [ -z "$(awk 'length($0) > 110' <<<"$output")" ]
    grep -qx '  engines     emulate, model (scanbench counts), opencl, cuda' <<<"$output"
    explain serial
    refute grep -q engines <<<"$output"
}

@test "explain: every implementation that list has, all primitives of a name" {
    explain '*'
    [ "$status" -eq 0 ]
    [[ "$output" != *"not stated"* ]]
    listed=$("${SCANBENCH:-./scanbench}" list | sed '1d; s/ .*//')
    [ "$(sed -n 's/^\([^ ]*\) (.*)$/\1/p' <<<"$output")" = "$listed" ]
    explain serial
    [ "$(grep -c '^serial (' <<<"$output")" -eq 3 ]
}

@test "explain: the numbers beside formulas are within the range that is stated" {
    explain group/block
    [[ $output == *"n/(Tw) <= 2048; numbers: T = 256, n = 1048576, w = 4"*"device_loads     n + n/(Tw)                            1049600"* ]]
    printf '%s' '{"name": "c", "sweeps": [{"primitive": "count", "algorithm": "group/block", "sizes": [1048576],
        "threads_per_group": 256, "load_width": 4}]}' >"$BATS_TEST_TMPDIR/c.json"
    run "${SCANBENCH:-./scanbench}" counts -c "$BATS_TEST_TMPDIR/c.json" --device cpu -o - --format csv
    [ "$(awk -F, '$11 == "all" {print $25}' <<<"$output")" -eq 1049600 ]
    explain group/one-pass/tagged
    [[ $output == *"G > 1"* ]]
}

@test "explain: JSON" {
    explain --json group/coarsened
    [ "$status" -eq 0 ]
    [[ "$output" == *'"adds": "N(S + 1) + S + T + 2TV"'* ]]
    if command -v python3 >/dev/null; then
        python3 -c 'import json, sys; (row,) = json.load(sys.stdin); assert len(row["phases"]) == 3' <<<"$output"
    fi
}

@test "explain: a name from before the algorithm within a group became an axis" {
    explain group/lookback/raking
    [ "$status" -eq 2 ]
    [[ "$output" == *"no implementation matches 'group/lookback/raking'; expected group/lookback, where local=raking is an axis" ]]
}

@test "explain: an unknown name and no name" {
    explain group/reduce-then-scam
    [ "$status" -eq 2 ]
    [[ "$output" == *"did you mean 'group/reduce-then-scan'?"* ]]
    explain
    [ "$status" -eq 2 ]
    [[ "$output" == *"expected names or globs"* ]]
}
