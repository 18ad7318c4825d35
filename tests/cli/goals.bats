# SPDX-License-Identifier: MIT
# The table of goals: what it makes of a measured run, and of rows whose ratios are known.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench="${SCANBENCH:-./scanbench}"
    out="$BATS_TEST_TMPDIR/out"
}

@test "goals: a small run gives a row for each problem and number of workers" {
    run scripts/goals.sh "$bench" configs/bench.json "$out" "$BATS_TEST_TMPDIR/absent.so" -- -q --filter 'n<=4Ki' --set measure.time=5ms
    [ "$status" -eq 0 ]
    for problem in 'scan u32 inclusive' 'scan f32 inclusive' 'scan u32 exclusive' 'reduce u32' 'reduce f32' \
        'dot f32' 'compact u32 50%'; do
        grep -Eq "^$problem +1 +2\^12 +(simd|threads)/" "$out/bench-goals.txt"
        grep -Eq "^$problem +2 +2\^12 +threads/" "$out/bench-goals.txt"
    done
    grep -Eq '^scan u32 inclusive +1 +2\^12 +group/' "$out/bench-goals.txt"
    grep -q 'no peers: `make peers` first' "$out/bench-goals.txt"
}

@test "goals: met and missed are told apart, of the limit and of the fastest peer" {
    cat >"$BATS_TEST_TMPDIR/bench.csv" <<'CSV'
primitive,algorithm,family,dtype,mode,n,workers,status,bytes_per_s,limit_ratio,grade,local
scan,simd/windows,simd,u32,inclusive,65536,NaN,ok,2e11,0.71,-,-
scan,simd/tree,simd,u32,inclusive,65536,NaN,ok,1e11,0.36,-,-
scan,peer/slow,plugin,u32,inclusive,65536,NaN,ok,5e10,0.18,-,-
scan,peer/fast,plugin,u32,inclusive,65536,NaN,ok,1e11,0.36,-,-
scan,group/lookback,group,u32,inclusive,65536,1,ok,8e10,0.3,unusable,raking
scan,threads/chained,threads,u32,inclusive,65536,2,ok,2e11,0.57,-,-
scan,threads/partitioned,threads,u32,inclusive,65536,2,wrong,NaN,NaN,-,-
CSV
    run awk -f scripts/goals.awk scripts/goals.def FS=, "$BATS_TEST_TMPDIR/bench.csv"
    [ "$status" -eq 0 ]
    [[ "${lines[1]}" =~ "simd/windows".*" 200.0 "\ +0.71\ +0.70\ +met\ +"2.00 of peer/fast (2.3) missed by 13 %" ]]
    [[ "${lines[2]}" =~ 2\ +2\^16\ +"threads/chained".*" 0.57 "\ +0.60\ +"missed by 5 %" ]]
    [[ "$output" =~ "group/lookback raking".*" 80.0~"\ +0.40\ +0.45\ +"missed by 11 %" ]]
    [[ "${lines[-1]}" == "1 goals met, 3 missed; ~ unusable" ]]
}

gpu_csv() { # ROW…: as `run` writes them, in part
    printf '%s\n' primitive,algorithm,family,dtype,mode,n,workers,status,bytes_per_s,limit_bytes_per_s,limit_ratio,grade,local,engine,device,selectivity,threads_per_group,values_per_thread \
        "$@" >"$BATS_TEST_TMPDIR/gpu.csv"
    run awk -f scripts/goals.awk scripts/goals.def FS=, "$BATS_TEST_TMPDIR/gpu.csv"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "goals: on a device, of the copy, of the fastest CUB, and of one whose floats have the same bits in every run" {
    gpu_csv scan,group/ahead,group,f32,exclusive,67108864,NaN,ok,3.9e12,4e12,0.975,-,-,cuda,cuda:0,NaN,384,28 \
        scan,group/slow,group,f32,exclusive,67108864,NaN,ok,1e12,4e12,0.25,-,raking,cuda,cuda:0,NaN,256,8 \
        scan,peer/cub/scan,plugin,f32,exclusive,67108864,NaN,ok,3e12,4e12,0.75,-,-,cuda,cuda:0,NaN,NaN,NaN \
        scan,peer/cccl/scan,plugin,f32,exclusive,67108864,NaN,ok,2.6e12,4e12,0.65,-,-,cuda,cuda:0,NaN,NaN,NaN \
        scan,peer/cccl/scan-run-to-run,plugin,f32,exclusive,67108864,NaN,ok,3.2e12,4e12,0.8,-,-,cuda,cuda:0,NaN,NaN,NaN \
        scan,limit/device-copy,limit,f32,exclusive,67108864,NaN,ok,4e12,4e12,1,-,-,cuda,cuda:0,NaN,NaN,NaN
    [[ "${lines[1]}" =~ ^"scan f32 exclusive "\ *"cuda:0 "\ *"2^26  group/ahead 384x28 "\ *"3900.0 "\ *"0.97 "\ *"0.96  met" ]]
    [[ "${lines[1]}" == *"1.30 of peer/cub/scan (1.30) met; 1.22 of peer/cccl/scan-run-to-run (1.45) missed by 16 %; 1.50 of peer/cccl/scan" ]]
    [[ "${lines[-1]}" == "2 goals met, 1 missed; ~ unusable" ]]
}

@test "goals: on a device, ranges of sizes and shares of elements, and what has no goal" {
    gpu_csv compact,group/ahead,group,u32,-,1048576,NaN,ok,3e12,4e12,0.75,-,-,cuda,cuda:0,0.1,384,20 \
        compact,peer/cub/select,plugin,u32,-,1048576,NaN,ok,1.7e12,4e12,0.4,-,-,cuda,cuda:0,0.1,NaN,NaN \
        compact,group/ahead,group,u32,-,134217728,NaN,ok,3.4e12,4e12,0.85,unusable,-,cuda,cuda:0,0.1,384,20 \
        compact,group/ahead,group,u32,-,134217728,NaN,ok,3.4e12,4e12,0.85,-,-,cuda,cuda:1,0.9,384,20
    [[ "${lines[1]}" == "compact u32 10% "*" 2^20 "*" 0.75      -  "*"1.76 of peer/cub/select (2) missed by 12 %" ]]
    [[ "${lines[2]}" == "compact u32 10% "*" 2^27 "*3400.0~*" 0.85   0.86  missed by 1 %"* ]]
    [[ "${lines[3]}" == "compact u32 90% "*"cuda:1 "*" 0.85   0.90  missed by 6 %"* ]]
}

@test "goals: what has no values per thread is named by its threads" {
    gpu_csv dot,group/two-pass/shuffle,group,f32,-,1048576,NaN,ok,2.2e12,2.4e12,0.9,-,-,cuda,cuda:0,NaN,512,NaN
    [[ "${lines[1]}" =~ ^"dot f32 "\ *"cuda:0 "\ *"2^20  group/two-pass/shuffle 512 "\ *"2200.0" ]]
}

@test "goals: a reduction on a device is held against the copy of as many elements" {
    gpu_csv reduce,group/multilevel,group,f32,-,67108864,NaN,ok,4.2e12,4.4e12,0.95,-,-,cuda,cuda:0,NaN,256,16 \
        scan,peer/cub/scan,plugin,f32,exclusive,67108864,NaN,ok,3e12,4e12,0.75,-,-,cuda,cuda:0,NaN,NaN,NaN
    [[ "${lines[1]}" == "reduce f32 "*" 1.05   1.02  met"* ]]
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
    "${CXX:-c++}" --version >/dev/null 2>&1 || skip "no C++ compiler for the stand-in of a GPU"
    for library in libcuda libnvrtc; do
        ${CC:-cc} -O1 -D_GNU_SOURCE -DFAKE_INCLUDES="\"$PWD/tests/cuda/cpu\"" -fPIC -shared \
            -o "$BATS_TEST_TMPDIR/$library.so" "tests/cuda/fake_$library.c"
    done
    own_bus
    export SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/libcuda.so" SCANBENCH_LIBNVRTC="$BATS_TEST_TMPDIR/libnvrtc.so"
    export XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache" FAKE_CUDA=compile=1
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
    [[ "$output" == *"reduce u32 "*"cuda:0 "*" of peer/cub/reduce (1.0) "* ]]
}
