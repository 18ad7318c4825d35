# SPDX-License-Identifier: MIT
# A run without a config: a primitive and its axes on the command line.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench=$(realpath "${SCANBENCH:-./scanbench}")
}

points() { # ARGUMENT…: of a plan, a line each
    "$bench" "$@" --dry-run --smoke --format csv
}

@test "quick: every primitive is a command, and what is recommended exists" {
    for primitive in $(sed -n 's/^ *DO(.*"\(.*\)").*/\1/p' src/problem/primitives.def); do
        points "$primitive" --n 1Ki >"$BATS_TEST_TMPDIR/plan"
        grep -q ",$primitive," "$BATS_TEST_TMPDIR/plan"
    done
    "$bench" list --format csv '*' | cut -d, -f1 >"$BATS_TEST_TMPDIR/list"
    sed -n 's/^RECOMMENDED([A-Z_]*, "\([^"]*\)", .*/\1/p' src/registry/recommended.def >"$BATS_TEST_TMPDIR/names"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/names")" -gt 20 ]
    while read -r name; do
        grep -qx "$name" "$BATS_TEST_TMPDIR/list"
    done <"$BATS_TEST_TMPDIR/names"
}

device_shapes() { # ARGUMENT…: N, ALGORITHM, T and V of groups whose best shape depends on size and type
    points "$@" --device cuda:0 --n 1Ki..16Mi | sed 's/"[^"]*"//' | cut -d, -f5,13,15,16 | grep -E '^group/(one-round|read-ahead),'
}

@test "quick: a group algorithm has one shape at each size and type on a GPU" {
    for arguments in 'scan --dtype u32' 'scan --dtype f64' 'scan --dtype u8-u32' 'scan --dtype bf16' 'scan --dtype u32-u64' \
        'recurrence --dtype f32' 'recurrence --dtype f64' 'segmented-scan --dtype f32' 'compact --dtype u64'; do
        read -ra words <<<"$arguments"
        device_shapes "${words[@]}" >"$BATS_TEST_TMPDIR/shapes"
        echo "$arguments: $(tr '\n' ' ' <"$BATS_TEST_TMPDIR/shapes")"
        [ "$(grep -c read-ahead "$BATS_TEST_TMPDIR/shapes")" -eq 8 ]
        [ "$(grep -c one-round "$BATS_TEST_TMPDIR/shapes")" -ge 6 ]
        cut -d, -f1,2 "$BATS_TEST_TMPDIR/shapes" | sort | uniq -d >"$BATS_TEST_TMPDIR/twice"
        [ ! -s "$BATS_TEST_TMPDIR/twice" ]
    done
}

@test "quick: a range ends at its end, in steps of 4 of n and of 2 of others" {
    ns() { points scan --algorithm threads/chained "$@" | cut -d, -f"$field" | sort -gu | tr '\n' ' '; }
    field=$("$bench" scan --dry-run --format csv | head -1 | tr , '\n' | grep -nx n | cut -d: -f1)
    [[ "$(ns --n 1Ki..512Ki)" == *"1024 4096 16384 65536 262144 524288 " ]]
    [[ "$(ns --n 1000..2000)" == *"1000 2000 " ]]
    [[ "$(ns --n 4Ki..4Ki)" == *"4096 " ]]
    field=$("$bench" scan --dry-run --format csv | head -1 | tr , '\n' | grep -nx workers | cut -d: -f1)
    [[ "$(ns --n 1Ki --workers 1..5)" == *"1 2 4 5 " ]]
}

@test "quick: what takes none of the types that are named is left out, unless nothing does" {
    for device in cpu cuda:0; do
        points scan --n 64Ki --device $device --dtype u32 | grep -q ',group/reduce-then-scan,'
        points scan --n 64Ki --device $device --dtype u8-u32,u32 | grep -q ',group/reduce-then-scan,'
        points scan --n 64Ki --device $device --dtype u8-u32,f16 >"$BATS_TEST_TMPDIR/narrow"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/narrow")" -gt 3 ]
        run ! grep ',group/reduce-then-scan,' "$BATS_TEST_TMPDIR/narrow"
        points recurrence --n 64Ki --device $device --dtype u8 | grep -q ',recurrence,'
    done
}

@test "quick: the config that it prints gives the same points" {
    for arguments in 'scan' 'dot --n 1Ki..64Ki' 'compact --selectivity 0.1,0.9 --dtype f32,u64' \
        'scan --algorithm group/* --threads-per-group 64,128 --group-algorithm raking --in-place yes'; do
        read -ra words <<<"$arguments"
        "$bench" "${words[@]}" --dry-run --format json >"$BATS_TEST_TMPDIR/config.json"
        [ -z "$(tail -c 1 "$BATS_TEST_TMPDIR/config.json")" ] # a whole last line
        points "${words[@]}" >"$BATS_TEST_TMPDIR/points"
        points --config "$BATS_TEST_TMPDIR/config.json" | diff - "$BATS_TEST_TMPDIR/points"
    done
}

@test "quick: options set the axes, and the result keeps the config" {
    "$bench" scan --dtype f32 --n 1Ki..16Ki --algorithm 'serial,simd/windows' --smoke -q --format none -o "$BATS_TEST_TMPDIR"
    result="$BATS_TEST_TMPDIR/scan.json"
    jq -r '.results[].parameters | "\(.algorithm) \(.dtype) \(.n)"' "$result" | sort >"$BATS_TEST_TMPDIR/measured"
    printf '%s\n' 'serial f32 1024' 'serial f32 16384' 'serial f32 4096' 'simd/windows f32 1024' 'simd/windows f32 16384' \
        'simd/windows f32 4096' | diff - "$BATS_TEST_TMPDIR/measured"
    grep -q 'simd/windows' <<<"$(jq -r '.config.text // .config' "$result")"
}

@test "quick: what does not fit together is refused with the reason" {
    while IFS='|' read -r arguments expected; do
        eval "separately \"$bench\" $arguments --dry-run"
        echo "$arguments: $status $stderr"
        [ "$status" -eq 2 ]
        [[ "$stderr" == *"$expected"* ]]
    done <<'CASES'
--n 3 -c configs/quick.json|--n needs a primitive
--algorithm serial -c configs/quick.json|--algorithm needs a primitive
scan -c configs/quick.json|'scan' cannot be combined with --config
scan --dtype f33|scanbench: error: --dtype: unknown dtype 'f33'
scan --threads-per-group x|--threads-per-group: got 'x'
reduce --algorithm group/lookback|--algorithm: no algorithm of the primitive matches 'group/lookback'
scan --n 4..x|--n: got 'x'
scan --device metal-m1|is a model
scan --threads-per-grup 3|did you mean '--threads-per-group'
scan --sizes 3|did you mean '--n'?
reduce --direction reverse|--direction: none of the algorithms has it
dot --op max|--op: none of the algorithms has it
scan --stages 4|--stages: none of the algorithms has it
scan --algorithm serial --threads-per-group 4|--threads-per-group: none of the algorithms has it
scna|did you mean 'scan'
scan twice|unexpected 'twice'
scan --resume none.json|--resume cannot be combined with 'scan'
CASES
}

@test "quick: the sizes follow the caches of this machine" {
    "$bench" doctor | grep -q '^ok *caches .*L1 .*L2' || skip "the caches are unknown here"
    run -0 "$bench" scan --dry-run
    [[ "$output" =~ ", "[3-5]" sizes," ]]
}
