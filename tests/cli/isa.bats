# SPDX-License-Identifier: MIT
# What a CPU without the instruction sets of the kernels gets, in an emulator: the serial family and one clear line.

bench="${SCANBENCH:-./scanbench}"

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    cd "$BATS_TEST_DIRNAME/../.."
    config="$BATS_TEST_TMPDIR/few.json"
    cat >"$config" <<'JSON'
{ "name": "few", "sweeps": [
    { "primitive": "scan", "algorithm": ["serial", "simd/operators", "group/lookback"], "sizes": [1000] } ] }
JSON
}

emulate() { # CPU ARGUMENT…
    command -v qemu-x86_64 >/dev/null || skip "no qemu-x86_64"
    [ "$(uname -m)" = x86_64 ] || skip "not an x86-64 program"
    local cpu=$1
    shift
    run qemu-x86_64 -cpu "$cpu" "$bench" "$@"
}

@test "isa: without SSE4.2 the serial family runs, and the others say why not" {
    emulate Conroe --config "$config" --smoke -o - --format csv
    [ "$status" -eq 0 ]
    [ "$(grep -c '^scan,serial,.*,ok,' <<<"$output")" -eq 1 ]
    [ "$(grep -c '^scan,.*,unsupported,' <<<"$output")" -eq 2 ]
    emulate Conroe --config "$config" --smoke -o -
    [[ "$output" == *"simd/operators"*"unsupported"*"this CPU has no SSE4.2"* ]]
}

@test "isa: without SSE4.2 no instruction set can be asked for" {
    emulate Conroe --config "$config" --smoke -o - --isa sse4
    [ "$status" -eq 3 ]
    [ "$output" = "scanbench: error: this CPU has no SSE4.2, the least that vector kernels need" ]
}

@test "isa: SSE4.2 is enough for every family" {
    "$bench" list --format csv simd/tree | grep -q sse4 || skip "this build has no kernels for it"
    emulate Nehalem --config "$config" --smoke -o - --format csv
    [ "$status" -eq 0 ]
    [ "$(grep -c '^scan,.*,sse4,.*,ok,' <<<"$output")" -eq 2 ]
    emulate Nehalem check --smoke simd/tree
    [ "$status" -eq 0 ]
    [[ "$output" == *"ok: "* ]]
}
