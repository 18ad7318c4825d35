# SPDX-License-Identifier: MIT
# Devices of engines, from the command line: checked, planned, and told about where they are missing. For CUDA there are
# stand-ins for NVIDIA's libraries, whose kernels run on the CPU where there is a C++ compiler; for OpenCL PoCL, where it is.

load helpers
bench="${SCANBENCH:-./scanbench}"

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    for library in libcuda libnvrtc; do
        ${CC:-cc} -O1 -D_GNU_SOURCE -DFAKE_INCLUDES="\"$PWD/tests/cuda/cpu\"" -fPIC -shared \
            -o "$BATS_FILE_TMPDIR/$library.so" "tests/cuda/fake_$library.c"
    done
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    config="$BATS_TEST_TMPDIR/devices.json"
    export SCANBENCH_LIBCUDA="$BATS_FILE_TMPDIR/libcuda.so" SCANBENCH_LIBNVRTC="$BATS_FILE_TMPDIR/libnvrtc.so"
    export XDG_CACHE_HOME="$BATS_FILE_TMPDIR/cache" FAKE_CUDA=compile=1
}

needs_compiler() {
    "${CXX:-c++}" --version >/dev/null 2>&1 || skip "no C++ compiler for the stand-in of a GPU"
}

check_cuda() { # GLOB CONDITIONS ARGUMENT…: on the stand-in
    local glob=$1 conditions=$2
    shift 2
    run "$bench" check --engine cuda --smoke "$glob" --filter "dtype=u32,op=sum,$conditions" "$@"
}

@test "devices: check runs group implementations on a CUDA device" {
    needs_compiler
    check_cuda group/multilevel threads_per_group=32,values_per_thread=4,local=raking,broadcast=no
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "cuda:0: Stand-in, CUDA 13.0, NVRTC 13.0" ]
    [[ "${lines[1]}" == "group/multilevel "*" cases  ok" ]]
    check_cuda group/lookback threads_per_group=256,values_per_thread=1,local=raking -q
    [ "$status" -eq 0 ]
    [ "$output" = "" ]
    run "$bench" check --device cuda:0 --smoke serial
    [ "$status" -eq 0 ]
    [[ "$output" == *"serial "*" 0 cases  nothing to run here"* ]]
}

@test "devices: what fails on a device is a finding, and the next implementation goes on" {
    export FAKE_CUDA="cuLaunchKernel=719"
    check_cuda 'group/[ns]*' 'primitive=tiled_scan,threads_per_group=32'
    echo "$output"
    [ "$status" -eq 1 ]
    [ "$(grep -c 'WRONG (1): .*cuda:0: tiled_.*: a planted error' <<<"$output")" -eq 2 ]
    export FAKE_CUDA="compile=1 nvrtcCompileProgram=6" XDG_CACHE_HOME="$BATS_TEST_TMPDIR/none"
    check_cuda group/naive threads_per_group=32
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
    refused 2 "expected one as cuda:0" --engine cuda --device opencl:0
    refused 2 "expected one as opencl:0 or opencl:pocl:0" --engine opencl --device cuda:0
    refused 2 "is no device of an engine" --device metal-m1
    refused 2 "engine emulate has this machine alone" --engine emulate --device cuda:0
    refused 2 "see scanbench counts" --engine model
    refused 2 "takes one --device" --device cuda:0 --device cuda:1
    refused 3 "there is no cuda:3: the driver sees 1 device" --device cuda:3
    export SCANBENCH_LIBCUDA=/nonexistent.so
    refused 3 "install NVIDIA's driver, or name its library in SCANBENCH_LIBCUDA" --engine cuda
}

@test "devices: check runs group implementations on PoCL" {
    run "$bench" check --device opencl:pocl:0 --smoke group/naive --filter dtype=u32,op=sum,threads_per_group=32
    [ "$status" -ne 3 ] || skip "$output"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "opencl:pocl:0: "*"OpenCL C"* ]]
    [[ "${lines[1]}" == "group/naive "*" cases  ok" ]]
}

@test "devices: a plan says which of them are there" {
    cat >"$config" <<'JSON'
{ "name": "devices", "machine": { "engine": ["emulate", "cuda"], "device": ["cuda:0", "cuda:1"], "workers": [1, 2] },
  "sweeps": [ { "primitive": "tiled_scan", "algorithm": "group/naive", "sizes": 1024, "threads_per_group": 32 } ] }
JSON
    run "$bench" -c "$config" --dry-run
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "devices: 4 points, 1 of them unsupported" ]]
    [[ "$output" == *" device=cuda:1 "*"unsupported: there is no cuda:1: the driver sees 1 device"* ]]
    [ "$(grep -c 'workers=[12]' <<<"$output")" -eq 2 ]
    export SCANBENCH_LIBCUDA=/nonexistent.so
    run "$bench" -c "$config" --dry-run
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "devices: 4 points, 2 of them unsupported" ]]
}
