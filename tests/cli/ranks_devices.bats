# SPDX-License-Identifier: MIT
# Arrays on ranks whose blocks are in the memory of a device: the stand-ins for NVIDIA's libraries, whose kernels run on the
# CPU where there is a C++ compiler.

load helpers
load ranks
bench="${SCANBENCH:-./scanbench}"

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    make_glue
    make_stand_ins
}

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin_ranks
    use_stand_ins
}

node_sweep() { # NODE
    sweep "{ \"primitive\": [\"scan\", \"reduce\"], \"algorithm\": \"mpi/*\", \"dtype\": \"u32\", \"sizes\": [1, 1021], \"rank_algorithm\": $1 }" \
        "{ \"primitive\": [\"count\", \"compact\"], \"algorithm\": [\"mpi/count\", \"mpi/compact-kept\"], \"dtype\": \"u32\", \"sizes\": 1021, \"rank_algorithm\": $1 }" \
        "{ \"primitive\": \"dot\", \"algorithm\": \"mpi/dot\", \"dtype\": \"f32\", \"sizes\": 1021, \"rank_algorithm\": $1 }"
}

@test "ranks with devices: each fills, computes and proves its block there, against limits of its own" {
    needs_compiler
    node_sweep '["cuda", "simd/windows"]'
    ranks openmpi 2 -c "$config" -o - --format=json --smoke
    [ "$status" -eq 0 ]
    output=$(sed -n '/^{/,/^}/p' <<<"$output") # a launcher may warn
    jq -e '[.results[] | select(.status == "ok")] | length == 14' <<<"$output"
    jq -e '[.results[] | select((.parameters.rank_algorithm == "cuda") != (.limit.algorithm | test("^mpi/(device|group)-")))] == []' <<<"$output"
    jq -e '.machine.identity["cuda:0"].name == "Stand-in"' <<<"$output"
}

@test "ranks with devices: what the device does wrong is found on its rank" {
    needs_compiler
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 1021, "rank_algorithm": ["cuda", "serial"] }'
    FAKE_CUDA="compile=1 cuLaunchKernel=719" ranks openmpi 2 -c "$config" -o - --format=csv --smoke
    [ "$status" -ne 0 ]
    [ "$(points ok)" -eq 1 ]
    [ "$(points crashed)" -eq 1 ]
    [[ $output == *"rank 0: cuda:0: reduce_tile: a planted error"* ]]
}

@test "ranks with devices: without one, or what they have not, is unsupported in one line, and the rest runs" {
    sweep '{ "primitive": ["scan", "compact"], "algorithm": "mpi/*", "dtype": "u32", "sizes": 1021, "rank_algorithm": ["cuda", "serial"],
             "schedule": ["reduce-exchange-scan", "scan-exchange-add"], "workers": [1, 2] }'
    plan() {
        run -0 env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 "$bench" -c "$config" --dry-run --format markdown
    }
    plan
    [[ $output == *"unsupported: node cuda has no scan-exchange-add; expected schedule reduce-exchange-scan"* ]]
    [[ $output == *"unsupported: node cuda moves nothing between ranks; expected mpi/compact-kept"* ]]
    [[ $output == *"unsupported: node cuda works alone; expected workers 1"* ]]
    export SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so"
    plan
    [ "$(grep -c '^2 unsupported: no CUDA driver: .*install NVIDIA' <<<"$output")" -eq 1 ]
    ranks openmpi 2 -c "$config" --filter 'workers=1' -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -eq 4 ]
}
