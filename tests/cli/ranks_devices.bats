# SPDX-License-Identifier: MIT
# Arrays on ranks whose blocks are in the memory of a device: the stand-ins for NVIDIA's libraries, whose kernels run on the
# CPU where there is a C++ compiler; for OpenCL PoCL, where it is.

load helpers
load ranks
bench="${SCANBENCH:-./scanbench}"

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    make_glue
    make_stand_ins
}

setup() {
    begin_ranks
    use_stand_ins
    export FAKE_CUDA="compile=1 devices=4"
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
    FAKE_CUDA="compile=1 devices=4 cuLaunchKernel=719" ranks openmpi 2 -c "$config" -o - --format=csv --smoke
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

# Of the points that ran, those that are right, by what exchanges their words.
right() { # COLLECTIVE
    jq --arg name "$1" '[.results[] | select(.parameters.collective == $name and .status == "ok")] | length' <<<"$json"
}

away_sweep() { # COLLECTIVE
    sweep "{ \"primitive\": [\"scan\", \"reduce\"], \"algorithm\": [\"mpi/scan\", \"mpi/reduce\"], \"dtype\": [\"u32\", \"f64\"], \"sizes\": [1, 1021], \"rank_algorithm\": \"cuda\", \"collective\": $1 }" \
        "{ \"primitive\": [\"count\", \"compact\"], \"algorithm\": [\"mpi/count\", \"mpi/compact-kept\"], \"dtype\": \"u32\", \"sizes\": 1021, \"rank_algorithm\": \"cuda\", \"collective\": $1 }" \
        "{ \"primitive\": \"exscan\", \"algorithm\": \"mpi/device-exscan\", \"dtype\": \"u32\", \"sizes\": 1, \"rank_algorithm\": \"cuda\", \"collective\": $1 }"
}

@test "ranks with devices: words that stay there are exchanged by NCCL, or by an MPI library that takes them" {
    needs_compiler
    away_sweep '["library", "nccl", "mpi-device"]'
    sed '/^static bool takes_device/,/^}/c static bool takes_device(void)\n{\n    return true;\n}' src/mpi/mpi_glue.c >"$BATS_TEST_TMPDIR/takes.c"
    refute cmp -s "$BATS_TEST_TMPDIR/takes.c" src/mpi/mpi_glue.c
    glue openmpi "$BATS_TEST_TMPDIR/takes.c" takes
    for count in 1 3; do
        glue_object="$BATS_FILE_TMPDIR/takes.so" ranks openmpi "$count" -c "$config" -o - --format=json --smoke
        [ "$status" -eq 0 ]
        json=$(sed -n '/^{/,/^}/p' <<<"$output")
        for collective in library nccl mpi-device; do
            [ "$(right "$collective")" -eq 11 ]
        done
        # Every exchange of several ranks has its time, but for those without a word on each.
        jq -e --argjson count "$count" '[.results[] | select(.parameters.n > 1)] | length == 18 and all((.placement.exchange_share > 0) == ($count > 1))' <<<"$json"
    done
}

needs_opencl() {
    run "$bench" check --device opencl:0 --smoke group/naive --filter 'dtype=u32,op=sum,threads_per_group=32,n<=17'
    [ "$status" -ne 3 ] || skip "$output"
    [ "$status" -eq 0 ]
}

# Each number of ranks, by turns of each library.
check_on() { # DEVICE RANKS…
    local count library=openmpi device=$1
    shift
    for count; do
        ranks "$library" "$count" check --smoke --format csv --device "$device" \
            --filter 'dtype=u32,op=sum,n<=17,collective=library' mpi/scan mpi/reduce mpi/device-exscan
        [ "$status" -eq 0 ]
        [ "$(grep -c ',0,ok,' <<<"$output")" -eq 3 ]
        ranks "$library" "$count" check --smoke --format csv --device "$device" \
            --filter 'dtype=u32,n<=17,collective=library' mpi/count mpi/compact-kept
        [ "$status" -eq 0 ]
        [ "$(grep -c ',0,ok,' <<<"$output")" -eq 2 ]
        [ $library = mpich ] && library=openmpi || library=mpich
    done
}

@test "ranks with devices: one to four ranks check their cases on the stand-in of CUDA" {
    needs_compiler
    check_on cuda:0 1 2 3 4
}

# How ranks exchange is the same with each device.
@test "ranks with devices: one rank and three check their cases on OpenCL" {
    needs_opencl
    check_on opencl:0 1 3
}

@test "ranks with devices: a run has blocks on CUDA, on OpenCL and on the host, against limits of each" {
    needs_compiler
    needs_opencl
    node_sweep '["cuda", "opencl", "simd/windows"]'
    ranks mpich 2 -c "$config" -o - --format=json --smoke
    [ "$status" -eq 0 ]
    json=$output
    for node in cuda opencl simd/windows; do
        [ "$(jq --arg node $node '[.results[] | select(.parameters.rank_algorithm == $node and .status == "ok")] | length' <<<"$json")" -eq 7 ]
    done
    jq -e '[.results[] | select(.status == "ok" and (.parameters.rank_algorithm != "simd/windows") != (.limit.algorithm | test("^mpi/(device|group)-")))] == []' <<<"$json"
    jq -e '.machine.identity | .["cuda:0"].name == "Stand-in" and has("opencl:0")' <<<"$json"
}

@test "ranks with devices: every rank checks its cases by NCCL" {
    needs_compiler
    ranks openmpi 2 check --smoke --device cuda:0 --filter 'dtype=u32,op=sum,n<=17,collective=nccl' mpi/scan mpi/reduce mpi/device-exscan
    [ "$status" -eq 0 ]
}

@test "ranks with devices: on one GPU they exchange by MPI, and NCCL is refused with the reason" {
    needs_compiler
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 1021, "ranks": [1, 2], "rank_algorithm": "cuda", "collective": ["library", "nccl"] }'
    FAKE_CUDA="compile=1" ranks openmpi 2 -c "$config" -o - --format=json --smoke
    [ "$status" -eq 0 ]
    output=$(sed -n '/^{/,/^}/p' <<<"$output") # a launcher may warn
    jq -e '[.results[] | select(.status == "ok")] | length == 3' <<<"$output"
    jq -e '[.results[] | select(.status == "unsupported")] | length == 1 and (.[0].message | test("here 2 ranks share 1"))' <<<"$output"
    FAKE_CUDA="compile=1" ranks openmpi 2 check --smoke --device cuda:0 --filter 'dtype=u32,op=sum,n<=17' mpi/scan
    [ "$status" -eq 0 ]
}

# Two points, of which that by NCCL cannot run, with the reason.
nccl_lacks() { # WORDS
    run -0 env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 "$bench" -c "$config" --dry-run --format markdown
    [ "$(grep -c "^1 unsupported: .*$1" <<<"$output")" -eq 1 ]
}

# Two points, of which that by NCCL fails so.
nccl_fails() { # EXIT_STATUS STATUS WORDS
    ranks openmpi 2 -c "$config" -o - --format=csv --smoke
    [ "$status" -eq "$1" ]
    [ "$(points ok)" -eq 1 ]
    [ "$(points "$2")" -eq 1 ]
    [[ $output == *"rank 0: $3"* ]]
}

@test "ranks with devices: what NCCL lacks or refuses is named, and the rest runs" {
    needs_compiler
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 1021, "rank_algorithm": "cuda", "collective": ["library", "nccl"] }'
    ${CC:-cc} -O1 -D_GNU_SOURCE -DncclCommAbort=lacking -fPIC -shared -o "$BATS_TEST_TMPDIR/lacking.so" tests/cuda/fake_libnccl.c
    SCANBENCH_LIBNCCL="$BATS_TEST_TMPDIR/lacking.so" nccl_lacks "has no ncclCommAbort: update it"
    SCANBENCH_LIBNCCL="$BATS_TEST_TMPDIR/absent.so" nccl_lacks "no NCCL: .*absent.so.* install NVIDIA's NCCL"
    FAKE_CUDA="compile=1 devices=4 ncclGetVersion=3" nccl_lacks "does not print its version"
    FAKE_CUDA="compile=1 devices=4 nccl=20804" nccl_lacks "is of version code 20804: 21000 or newer is needed; update it"
    SCANBENCH_LIBNCCL="$BATS_TEST_TMPDIR/absent.so" ranks openmpi 2 -c "$config" -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -eq 1 ]
    FAKE_CUDA="compile=1 devices=4 ncclGetUniqueId=2" nccl_fails 3 skipped "ncclGetUniqueId: a planted error of NCCL"
    FAKE_CUDA="compile=1 devices=4 ncclCommInitRank=5" nccl_fails 3 skipped "ncclCommInitRank: a planted error of NCCL"
    FAKE_CUDA="compile=1 devices=4 ncclAllGather=1" nccl_fails 1 crashed "cuda:0: ncclAllGather: a planted error of NCCL"
}

@test "ranks with devices: an exchange that has no device or no library that takes them is unsupported" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 1021, "rank_algorithm": "serial", "collective": ["nccl", "mpi-device"] }' \
        '{ "primitive": "exscan", "algorithm": ["mpi/exscan", "mpi/device-exscan"], "dtype": "u32", "sizes": 2, "rank_algorithm": "cuda", "collective": "nccl" }'
    run -0 env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 "$bench" -c "$config" --dry-run --format markdown
    [[ $output == *"exchange nccl takes words of CUDA devices; expected rank"*"algorithm cuda"* ]]
    [[ $output == *"exchange mpi-device takes words of CUDA devices; expected rank"*"algorithm cuda"* ]]
    [[ $output == *"exchange nccl takes words of devices; expected mpi/device-exscan"* ]]
    [[ $output == *"exchange nccl scans a word of each rank; expected n 1"* ]]
    needs_compiler
    away_sweep '["library", "mpi-device"]'
    ranks openmpi 2 -c "$config" -o - --format=json --smoke
    [ "$status" -eq 0 ]
    json=$(sed -n '/^{/,/^}/p' <<<"$output")
    [ "$(right library)" -eq 11 ]
    [[ $output == *"the MPI library takes no memory of devices: it was built without CUDA; expected another collective"* ]]
}
