# SPDX-License-Identifier: MIT
# The goals of `make bench`: claims of its configs, judged in what the script measured.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench="${SCANBENCH:-./scanbench}"
    out="$BATS_TEST_TMPDIR/out"
}

@test "goals: a small run has the answer, and a verdict on each goal that it measured" {
    run scripts/goals.sh "$bench" configs/bench.json "$out" "$BATS_TEST_TMPDIR/absent.so" -- -q --filter 'n=64Ki' --set measure.time=5ms
    echo "$output"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == 'bench: no peers: `make peers` first' ]]
    for goal in 'scan u32, 1 worker, 64Ki: share of its limit' 'scan u32, 1 worker, avx2, 64Ki: share of its limit' \
        'reduce f32, 2 workers, 64Ki: share of its limit' 'compact u32 50%, 1 worker, 64Ki: share of its limit'; do
        grep -E "^\| (holds|does not hold here|inconclusive) .*\| $goal" <<<"$output"
    done
    grep -E '^\| (holds|does not hold here|inconclusive) .* groups, emulated, 64Ki: against the CPU' <<<"$output"
    refute grep -q '^| not measured' <<<"$output"
    grep -q '^| not measured .* against peers' "$out/bench-goals.md"
}

@test "goals: every goal is about problems that its config measures" {
    command -v python3 >/dev/null || skip "no python3"
    for goals in bench:50 bench-gpu:100 narrow:29 recurrence-peers:14 rows-peers:9; do # more of them than so many
        python3 - "configs/${goals%:*}.json" "${goals#*:}" <<'PYTHON'
import json, sys
config = json.load(open(sys.argv[1]))
one_or_more = [sweep["primitive"] for sweep in config["sweeps"]]
primitives = {name for named in one_or_more for name in ([named] if isinstance(named, str) else named)}
assert len(config["expect"]) > int(sys.argv[2])
for goal in config["expect"]:
    assert goal["where"]["primitive"] in primitives, goal
    assert 0 < goal.get("of_limit", goal.get("by")) < 10, goal
PYTHON
    done
}

@test "goals: without a GPU bench-gpu says so, and that is no error" {
    SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so" run scripts/goals.sh "$bench" configs/bench-gpu.json "$out"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == "bench-gpu: skipped: no CUDA driver: "*"install NVIDIA's driver"* ]]
    [ ! -e "$out" ]
}

@test "goals: bench-gpu runs on a stand-in for a GPU, with and without peers" {
    needs_compiler
    make_gpu
    sed 's|"device/right"|"peer/cub/reduce"|; s|IN_DEVICE_MEMORY("right"|IN_DEVICE_MEMORY("none"|; s|"device/count"|"peer/cub/reduce"|
        s|SCANBENCH_COUNT|SCANBENCH_REDUCE, .ops = SCANBENCH_BIT(SCANBENCH_SUM)|
        s|\*run->count += input\[i\] > 0|*(uint32_t *)run->output += input[i]|; s|\*run->count = 0|*(uint32_t *)run->output = 0|' \
        tests/plugins/device.c >"$BATS_TEST_TMPDIR/cub.c"
    ${CC:-cc} -O1 -D_GNU_SOURCE -shared -fPIC -Isrc/plugin "$BATS_TEST_TMPDIR/cub.c" -o "$BATS_TEST_TMPDIR/cub.so"
    run scripts/goals.sh "$bench" configs/bench-gpu.json "$out" -- -q --smoke --filter 'primitive=reduce,dtype=u32,n=1Ki'
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"no peers: "* ]]
    grep -v '"primitive": "\(scan\|compact\)", "algorithm": "peer' configs/bench-gpu.json >"$BATS_TEST_TMPDIR/bench-gpu.json"
    run scripts/goals.sh "$bench" "$BATS_TEST_TMPDIR/bench-gpu.json" "$out" "$BATS_TEST_TMPDIR/cub.so" -- -q --smoke \
        --filter 'primitive=reduce,dtype=u32,n=1Ki'
    echo "$output"
    [ "$status" -eq 0 ]
    grep -E "^\| (holds|does not hold here|inconclusive) .*reduce u32, GPU, up to 1Mi: against peers" <<<"$output"
    run -0 scripts/goals.sh "$bench" configs/narrow.json "$out/narrow" -- --dry-run --format csv
    [ "$(grep -c ',planned,,scan,group/read-ahead,' <<<"$output")" -eq 14 ]
    run -0 scripts/goals.sh "$bench" configs/rows-peers.json "$out/rows" -- --dry-run --format csv
    [ "$(grep -c ',planned,,scan,group/rows,' <<<"$output")" -eq 36 ]
}
