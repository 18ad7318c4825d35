# SPDX-License-Identifier: MIT
# Devices of engines, from the command line: checked, planned, and told about where they are missing. For CUDA there are
# stand-ins for NVIDIA's libraries, whose kernels run on the CPU where there is a C++ compiler; for OpenCL PoCL, where it is.

load helpers

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    stand_in libnvml libnvml
    for library in libcuda libnvrtc; do
        stand_in "$library" "$library"
        stand_in "$library" "${library}_lacking" -DcuLaunchKernel=lacking -DnvrtcGetCUBIN=lacking
    done
}

stand_in() { # LIBRARY NAME FLAG…
    local library=$1 name=$2
    shift 2
    ${CC:-cc} -O1 -D_GNU_SOURCE -DFAKE_INCLUDES="\"$PWD/tests/cuda/cpu\"" "$@" -fPIC -shared \
        -o "$BATS_FILE_TMPDIR/$name.so" "tests/cuda/fake_$library.c"
}

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin devices
    use_stand_ins
}

check_cuda() { # GLOB CONDITIONS ARGUMENT…: on the stand-in
    local glob=$1 conditions=$2
    shift 2
    run --separate-stderr "$bench" check --device cuda:0 --smoke "$glob" --filter "dtype=u32,op=sum,$conditions" "$@"
}

@test "devices: check runs group implementations on a CUDA device" {
    needs_compiler
    check_cuda group/multilevel threads_per_group=32,values_per_thread=4,group_algorithm=raking,broadcast=no
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "ok on cuda:0: Stand-in, CUDA 13.0, NVRTC 13.0: 1 implementation, "*" cases, "* ]]
    check_cuda group/lookback threads_per_group=256,values_per_thread=1,group_algorithm=raking -q
    [ "$status" -eq 0 ]
    [ "$output" = "" ]
    run "$bench" check --device cuda:0 --smoke serial
    [ "$status" -eq 2 ] # nothing has been checked
    [[ "$output" == *"scanbench: error: no case was run"* ]]
    [[ "$output" == *"nothing to run here ("*" implementations): it has no kernel for a device"* ]]
}

@test "devices: what fails on a device is a finding, and the next implementation goes on" {
    export FAKE_CUDA="cuLaunchKernel=719" XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache"
    check_cuda 'group/[ns]*' 'primitive=tiled_scan,threads_per_group=32' --format csv
    echo "$output"
    [ "$status" -eq 1 ]
    [ "$(grep -c ',1,wrong,.*cuda:0: tiled_.*: a planted error' <<<"$output")" -eq 2 ]
    export FAKE_CUDA="compile=1 nvrtcCompileProgram=6" XDG_CACHE_HOME="$BATS_TEST_TMPDIR/none"
    check_cuda group/naive threads_per_group=32 --format csv
    [ "$status" -eq 1 ]
    [[ "$output" == *"cannot compile tiled_naive for sm_90: kernels/scan.h(12): error: planted"* ]]
}

@test "devices: check says in one line what a device lacks, or is" {
    refused() { # STATUS TEXT ARGUMENT…
        local code=$1 text=$2
        shift 2
        run "$bench" check --smoke group/naive "$@"
        echo "$* -> $output"
        [ "$status" -eq "$code" ]
        [ "${#lines[@]}" -eq 1 ]
        [[ "$output" == "scanbench: error: "*"$text"* ]]
    }
    refused 2 "'--engine' is now '--device cuda:0 or opencl:0'" --engine cuda
    refused 2 "expected one as cuda:0, opencl:0 or opencl:pocl:0" --device metal-m1
    refused 2 "takes one --device" --device cuda:0 --device cuda:1
    refused 3 "there is no cuda:3: the driver sees 1 device" --device cuda:3
    export SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so"
    refused 3 "install NVIDIA's driver, or name its library in SCANBENCH_LIBCUDA" --device cuda:0
}

@test "devices: check runs group implementations on PoCL" {
    run "$bench" check --device opencl:pocl:0 --smoke group/naive --filter dtype=u32,op=sum,threads_per_group=32
    [ "$status" -ne 3 ] || skip "$output"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"ok on opencl:pocl:0: "*"OpenCL C"* ]]
}

@test "devices: a plan says which of them are there" {
    cat >"$config" <<'JSON'
{ "name": "devices", "machine": { "device": ["cpu", "cuda:0", "cuda:1"], "workers": [1, 2] },
  "sweeps": [ { "primitive": "tiled_scan", "algorithm": "group/naive", "sizes": 1024, "threads_per_group": 32 } ] }
JSON
    run "$bench" -c "$config" --dry-run
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "devices: 4 points, not measured: tiled_scan, "* ]]
    [[ "$output" == *$'\n'"1 unsupported: there is no cuda:1: the driver sees 1 device"* ]]
    [ "$(grep -cx 'cuda:0: Stand-in, at most .* a point; it has 1.0 GiB' <<<"$output")" -eq 1 ]
    export SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so"
    run -0 "$bench" -c "$config" --dry-run
    [[ "$output" == *$'\n'"2 unsupported: "* ]]
}

# Whether the table of points without a time has a heading with PARAMETER, a STATUS under it, and TEXT as its reason, which is
# wrapped anywhere, so that blanks do not count.
says() { # PARAMETER STATUS TEXT
    local table
    table=$(sed -n "/^[a-z_]* .*, $1/,/^Trust:/p" <<<"$output" | grep -A99 "  $2" | tr -d ' \n')
    [[ "$table" == *"${3// /}"* ]]
}

# Run three sizes on the CPU and on the stand-in with a fault: the CPU's points are ok, at least one of the device is STATUS
# and the others ok, and TEXT is said of it.
costs() { # STATUS EXIT WORDS TEXT: the words are those of FAKE_CUDA
    local then=$1 code=$2 text=$4 rows
    cat >"$config" <<'JSON'
{ "name": "devices", "machine": { "device": ["cpu", "cuda:0"] },
  "sweeps": [ { "primitive": "tiled_scan", "algorithm": "group/naive", "sizes": [1024, 2048, 4096], "threads_per_group": 32 } ] }
JSON
    export FAKE_CUDA=$3
    rm -rf "$BATS_TEST_TMPDIR/out"
    run "$bench" -c "$config" --smoke -o "$BATS_TEST_TMPDIR/out"
    echo "$* -> exit $status: $output"
    [ "$status" -eq "$code" ]
    says "device=cuda:0 " "$then " "$text"
    rows=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["device"] "=" $at["status"] }' \
        "$BATS_TEST_TMPDIR/out/devices.csv")
    echo "$rows"
    [ "$(grep -c '^cpu=ok$' <<<"$rows")" -eq 3 ]
    [ "$(grep -c "^cuda:0=" <<<"$rows")" -eq 3 ]
    [ "$(grep -c "^cuda:0=$then$" <<<"$rows")" -ge 1 ]
    refute grep -vE "=(ok|$then)$" <<<"$rows"
}

@test "devices: without a driver, a compiler or a device only their points are unsupported" {
    SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so" costs unsupported 0 "" "install NVIDIA's driver, or name its library in SCANBENCH_LIBCUDA"
    SCANBENCH_LIBNVRTC="$BATS_TEST_TMPDIR/absent.so" costs unsupported 0 "" "no CUDA compiler: SCANBENCH_LIBNVRTC names $BATS_TEST_TMPDIR/absent.so"
    SCANBENCH_LIBCUDA=$BATS_FILE_TMPDIR/libcuda_lacking.so \
        costs unsupported 0 "" "has no cuLaunchKernel: it is too old; update NVIDIA's driver"
    SCANBENCH_LIBNVRTC=$BATS_FILE_TMPDIR/libnvrtc_lacking.so costs unsupported 0 "" "has no nvrtcGetCUBIN: NVRTC 11.2 or newer"
    costs unsupported 0 "driver=11010" "speaks CUDA 11.1: 11.2 or newer is needed; update NVIDIA's driver"
    costs unsupported 0 "driver=12040" "name an older libnvrtc in SCANBENCH_LIBNVRTC"
    costs unsupported 0 "devices=0" "there is no cuda:0: the driver sees 0 devices"
    costs unsupported 0 "cuInit=100" "nvidia-smi shows which devices the driver sees"
    costs unsupported 0 "cuDevicePrimaryCtxRetain=46" "another process has the device for itself"
    costs unsupported 0 "capability=75" "is of compute capability 7.5: 8.0 or newer is needed"
    costs unsupported 0 "crash=1" "cuda:0: a process that asks its driver was killed by SIGKILL"
}

@test "devices: what fails on a device costs its points, the rest of the sweep runs" {
    needs_compiler
    costs skipped 3 "compile=1 memory=16384" "cuda:0: out of device memory: "
    costs skipped 3 "compile=1 cuLaunchKernel=701" "fewer threads_per_group or values_per_thread"
    costs crashed 1 "compile=1 after=3 cuMemcpyDtoHAsync_v2=700" "scanbench check --device cuda:0 shows which kernels"
    costs crashed 1 "compile=1 after=20 cuStreamSynchronize=999" "the device may be lost: dmesg and nvidia-smi show more"
    export XDG_CACHE_HOME="$BATS_TEST_TMPDIR/none"
    costs skipped 3 "compile=1 nvrtcCompileProgram=6" "for sm_90: kernels/scan.h(12): error: planted"
}

@test "devices: a kernel that never ends costs its point, the rest of the sweep runs, and check finds it" {
    needs_compiler
    costs crashed 1 "compile=1 after=20 cuStreamSynchronize=999" "the device may be lost" # compiles, where that was not done
    SCANBENCH_TIMEOUT=1s costs timeout 1 "compile=1 stuck=20" \
        "no sign of life for 1 s, so that it was ended; scanbench check --device cuda:0 shows which kernels hang"
    export FAKE_CUDA="compile=1 stuck=2"
    check_cuda group/naive threads_per_group=32 --timeout 1s --format csv
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *",wrong,"*" hangs (no end in 1 s; --timeout gives it longer)"* ]]
}

@test "devices: what a device of OpenCL lacks has its name, what fails on it costs its points, the rest of the sweep runs" {
    ${CC:-cc} -O1 -D_GNU_SOURCE -Isrc -fPIC -shared -o "$BATS_TEST_TMPDIR/libopencl.so" tests/opencl/fake_libopencl.c
    export SCANBENCH_LIBOPENCL="$BATS_TEST_TMPDIR/libopencl.so"
    cat >"$config" <<'JSON'
{ "name": "devices", "machine": { "device": ["cpu", "opencl:0"] },
  "sweeps": [ { "primitive": "compact", "algorithm": "group/lookback-subgroup", "dtype": "u32", "selectivity": 0.5,
                "sizes": [1000, 2000], "threads_per_group": 64, "values_per_thread": 4 } ] }
JSON
    opencl() { # STATUS EXIT WORDS TEXT
        FAKE_CUDA=$3 run "$bench" -c "$config" --smoke -o "$BATS_TEST_TMPDIR/out"
        echo "$* -> exit $status: $output"
        [ "$status" -eq "$2" ]
        says "device=opencl:0 " "$1 " "$4"
        local csv="$BATS_TEST_TMPDIR/out/devices.csv"
        [ "$(columns "$csv" device status | sort | uniq -c | tr -s ' \n' ' ')" = \
            " 2 cpu,ok 2 opencl:0,$1 " ]
    }
    opencl unsupported 0 "atomics=17" "Stand-in lacks CL_DEVICE_ATOMIC_ORDER_ACQ_REL"
    opencl unsupported 0 "local=1000" "Stand-in has a CL_DEVICE_LOCAL_MEM_SIZE of 1000: compact_lookback_subgroup takes "
    opencl unsupported 0 "kernel_group=32" "Stand-in has a CL_KERNEL_WORK_GROUP_SIZE of 32 for compact_lookback_subgroup"
    opencl unsupported 0 "clBuildProgram=-11" "Stand-in does not build the kernels: kernels.cl:12: error: planted"
    opencl unsupported 0 "platforms=0" "OpenCL has no device"
    opencl skipped 3 "largest=128" "Stand-in has a CL_DEVICE_MAX_MEM_ALLOC_SIZE of 128"
    opencl crashed 1 "clEnqueueReadBuffer=-36" "OpenCL error -36 (CL_INVALID_COMMAND_QUEUE); the device may be lost"
}

@test "devices: where each launch is waited for, as under a profiler, nothing is queued before a launch that would wait for it" {
    costs crashed 1 "compile=1 blocking=1" "exit status 3"
    local cause
    for cause in CUDA_LAUNCH_BLOCKING=1 NV_COMPUTE_PROFILER_PERFWORKS_DIR=/tmp CUDA_INJECTION64_PATH="$BATS_TEST_TMPDIR/absent.so"; do
        run env "$cause" "$bench" -c "$config" --smoke -o "$BATS_TEST_TMPDIR/out"
        echo "$cause: $output"
        [ "$status" -eq 0 ]
        grep '"driver": "CUDA 13.0, waits after each launch"' "$BATS_TEST_TMPDIR"/out/devices.json
    done
    FAKE_CUDA=compile=1 CUDA_LAUNCH_BLOCKING=0 run -0 "$bench" -c "$config" --smoke -o "$BATS_TEST_TMPDIR/out"
    refute grep "waits after each launch" "$BATS_TEST_TMPDIR/out/devices.json"
}

@test "devices: of several that differ in a number one is listed" {
    run -2 "$bench" scan --device gpu --dry-run
    [[ "$(tr -s ' \n' ' ' <<<"$output")" == *"note: expected cpu, model, metal-m1, metal-3.2, cuda, cuda:0, opencl:0, opencl:pocl:0, "* ]]
}

@test "devices: doctor shows which are there and what is missing" {
    SCANBENCH_LIBNVML="$BATS_TEST_TMPDIR/absent.so" FAKE_CUDA="devices=2" run "$bench" doctor --all
    output=$(tr -s ' \n' ' ' <<<"$output") # without its lines
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" =~ ok\ +cuda:0\ +Stand-in,\ sm_90,\ 1\ multiprocessors,\ 1.0\ GiB\;\ CUDA\ 13.0,\ NVRTC\ 13.0 ]]
    [[ "$output" =~ ok\ +cuda:1\ +Stand-in ]]
    [[ "$output" =~ missing\ +cuda:0\ +its\ clocks,\ temperature,\ ECC\ and\ what\ slows\ it\ down\ are\ unknown ]]
    [[ "$output" == *"or name it in SCANBENCH_LIBNVML"* ]]
    refute grep -q 'other process' <<<"$output"
    refute grep -q cuda:2 <<<"$output"
    SCANBENCH_LIBNVML=$BATS_FILE_TMPDIR/libnvml.so FAKE_CUDA="processes=3" run "$bench" doctor --all
    output=$(tr -s ' \n' ' ' <<<"$output")
    [[ "$output" == *"1.0 GiB; at most 1980 MHz, its memory 3201 MHz, 700 W, ECC, energy counted; 580.65.06, CUDA 13.0"* ]]
    refute grep -q 'are unknown' <<<"$output"
    [[ "$output" =~ disturbs\ +cuda:0\ +2\ other\ processes\ compute\ on\ it ]]
    SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so" run -0 "$bench" doctor --format json
    [[ "$output" == *'"topic": "cuda",'*'install NVIDIA'* ]]
}

@test "devices: a dry run asks nothing of points that it refuses" {
    cat >"$config" <<'JSON'
{ "name": "devices", "sweeps": [ { "primitive": "compact", "algorithm": "group/*", "sizes": 2, "threads_per_group": 1 } ] }
JSON
    run "$bench" -c "$config" --dry-run --format csv
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -gt 4 ]
    [ "$(grep -c '^,unsupported,' <<<"$output")" -eq $((${#lines[@]} - 1)) ]
}

@test "devices: what an H200 made of published mistakes can be asked of another GPU" {
    nvcc=$(scripts/peers.sh compiler cub) || skip "no CUDA compiler"
    sed -n 's|^// *nvcc \(.*\) -o mistakes .*|\1|p' tests/cuda/mistakes.cu >"$BATS_TEST_TMPDIR/options"
    read -ra options <"$BATS_TEST_TMPDIR/options"
    [ "${options[0]}" = -std=c++17 ]
    "$nvcc" "${options[@]/native/sm_80}" -ptx -o "$BATS_TEST_TMPDIR/mistakes.ptx" tests/cuda/mistakes.cu
    grep -q volatile_fold "$BATS_TEST_TMPDIR/mistakes.ptx"
}
