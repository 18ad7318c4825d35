# SPDX-License-Identifier: MIT
# Exports: each file compiles alone, is right, is verified as a plugin, and says what it is.

bench="${SCANBENCH:-./scanbench}"
load helpers
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

# "PRIMITIVE ALGORITHM" of a family, but for what exports refuse.
exportable() { # FAMILY
    "$bench" list --format csv "$1*" | sed -n 's/^\([a-z][^,]*\),\([a-z_]*\),.*/\2 \1/p' | grep -v '^primitive name$'
}

prove_all() { # the words of a case a line on stdin
    xargs -P 2 -I{} sh -c "tests/export/prove.sh '$BATS_TEST_TMPDIR' '$bench' {}"
}

# Each algorithm with three types, a shape that changes with the type.
cases() { # FAMILY SHAPE1 SHAPE2 SHAPE3
    exportable "$1" | while read -r primitive algorithm; do
        for dtype in u32 f32 f64; do
            shape=$(eval "echo \$shape_$dtype")
            if [[ $algorithm != simd/fma || $dtype != u32 ]] && [[ $algorithm != */atomic || $dtype == u32 ]]; then
                echo "$primitive $algorithm --dtype $dtype $(for word in $shape; do supported "$primitive" "$algorithm" "$word"; done | tr '\n' ' ')"
            fi
        done
    done
}

supported() { # PRIMITIVE ALGORITHM --AXIS=VALUE: printed if the algorithm has the axis
    if "$bench" export "$1" "$2" "$3" -o - >/dev/null 2>&1; then
        echo "$3"
    fi
}

@test "export: every serial algorithm" {
    shape_u32='--scan-mode=inclusive --op=max --threads-per-group=32' shape_f32='--threads-per-group=32 --scan-mode=inclusive' shape_f64='--op=min --threads-per-group=32'
    cases serial >"$BATS_TEST_TMPDIR/cases"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/cases")" -ge 30 ]
    prove_all <"$BATS_TEST_TMPDIR/cases"
}

@test "export: every simd algorithm" {
    grep -q avx2 /proc/cpuinfo || skip "no AVX2"
    shape_u32='--isa=avx2 --unroll=2' shape_f32='--isa=sse4 --scan-mode=inclusive' shape_f64='--unroll=8 --op=max'
    cases simd >"$BATS_TEST_TMPDIR/cases"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/cases")" -ge 36 ]
    prove_all <"$BATS_TEST_TMPDIR/cases"
}

@test "export: every threads algorithm that has a host function" {
    prove_all <<'ROWS'
scan threads/reduce-then-scan --dtype=u32
scan threads/reduce-then-scan --dtype=f64 --scan-mode=inclusive --unroll=2
scan threads/reduce-then-scan --dtype=f32 --op=min
scan threads/reduce-then-scan/published-stride --dtype=f32
scan threads/scan-then-propagate --dtype=f64 --scan-mode=inclusive
scan threads/partitioned --dtype=u32 --scan-mode=inclusive
scan threads/turn --dtype=u32
scan threads/chained --dtype=f64 --scan-mode=inclusive
scan threads/chained --dtype=u32 --unroll=1
scan threads/scan --dtype=f32
scan threads/scan --dtype=i64 --op=max --scan-mode=inclusive
reduce threads/blocked --dtype=u32 --op=max
reduce threads/blocked --dtype=f64 --unroll=1
reduce threads/atomic --dtype=u32
dot threads/blocked --dtype=f32
dot threads/blocked/unfused --dtype=u32
compact threads/three-phase --dtype=f64 --unroll=1
compact threads/single-pass --dtype=u32
ROWS
}

@test "export: workers have no data race, in calls of two threads too" {
    "$bench" export threads/reduce-then-scan -o "$BATS_TEST_TMPDIR"
    cat >"$BATS_TEST_TMPDIR/two.c" <<'C'
#include "scan_u32_exclusive.c"
static uint32_t in[100000], out[2][100000];
static void *call(void *own)
{
    for (int i = 0; i < 20; i++)
        scan_u32_exclusive(in, own, 100000);
    return NULL;
}
int main(void)
{
    pthread_t other;
    for (size_t i = 0; i < 100000; i++)
        in[i] = (uint32_t)i;
    scan_u32_exclusive_begin(3);
    pthread_create(&other, NULL, call, out[1]);
    call(out[0]);
    pthread_join(other, NULL);
    scan_u32_exclusive_end();
    return out[0][99999] != out[1][99999] || out[0][3] != 3;
}
C
    gcc -std=c17 -O1 -fsanitize=thread "$BATS_TEST_TMPDIR/two.c" -o "$BATS_TEST_TMPDIR/two" -lpthread
    run -0 "$BATS_TEST_TMPDIR/two"
    [ -z "$output" ]
}

@test "export: the winners of a result, with their figures" {
    "$bench" scan --algorithm 'simd/windows,serial' --n 4Ki --workers 1 -o "$BATS_TEST_TMPDIR/results" -q --smoke
    run --separate-stderr "$bench" export "$BATS_TEST_TMPDIR/results/scan.json" -o "$BATS_TEST_TMPDIR"
    [ "$status" -eq 0 ]
    [ "$output" = "$BATS_TEST_TMPDIR/scan_u32_exclusive.c" ]
    tr -d '\n*' <"$output" | tr -s ' ' | grep -q 'Measured on .* GB/s at n = 4096'
}

@test "export: a header has the choices of its device, and elsewhere the safest tile" {
    run --separate-stderr "$bench" export --as header results/reference/h200/engines.json --filter engine=cuda -o "$BATS_TEST_TMPDIR"
    [ "$status" -eq 0 ]
    [ "$output" = "$BATS_TEST_TMPDIR/engines.h" ]
    cat >"$BATS_TEST_TMPDIR/x.c" <<'C'
#include "engines.h"
#include <stdio.h>
int main(void)
{
    printf("%d %s\n", SCAN_U32_SUM_EXCLUSIVE_PAGES_HUGE_CACHE_HOT_THREADS_PER_GROUP(1 << 20),
           SCAN_U32_SUM_EXCLUSIVE_PAGES_HUGE_CACHE_HOT_ALGORITHM(1 << 20));
    return 0;
}
C
    for target in NVIDIA_H200 OTHER; do
        gcc -Wall -Wextra -Werror "-DTARGET_$target" "$BATS_TEST_TMPDIR/x.c" -o "$BATS_TEST_TMPDIR/x"
        run "$BATS_TEST_TMPDIR/x"
        [[ $output == "256 group/"* ]]
    done
}

@test "export: the former spelling of the header is named" {
    run --separate-stderr "$bench" show --header x.json
    [ "$status" -eq 2 ]
    [[ $stderr == *"'--header' is now 'scanbench export --as header'"* ]]
}

@test "export: a file depends on nothing of scanbench" {
    "$bench" export simd/windows -o - >"$BATS_TEST_TMPDIR/file"
    refute grep '#include "' "$BATS_TEST_TMPDIR/file"
    [ "$(grep -c '#include <scanbench.h>' "$BATS_TEST_TMPDIR/file")" -eq 1 ]
}

@test "export: SIMD scans have at most 250 lines, one-pass CUDA scans 400" {
    while read -r most words; do
        # shellcheck disable=SC2086 # words
        "$bench" export scan $words -o - >"$BATS_TEST_TMPDIR/file"
        [ "$(wc -l <"$BATS_TEST_TMPDIR/file")" -le "$most" ]
    done <<'ROWS'
250 simd/windows
250 simd/windows --dtype=f64 --op=max --scan-mode=inclusive
250 simd/stream --dtype=f32
250 simd/operators --isa=avx512
250 simd/intrinsics --isa=sse4
250 simd/tree
250 simd/vertical --dtype=f64
400 group/lookback-subgroup --dtype=u32
400 group/lookback-subgroup --dtype=f32 --op=max --scan-mode=inclusive
400 group/lookback-subgroup --dtype=f64
400 group/lookback --dtype=f64
400 group/chained --dtype=u32
400 group/one-round --dtype=f64
ROWS
}

@test "export: what cannot be exported is refused in one line" {
    while IFS='|' read -r words reason; do
        # shellcheck disable=SC2086 # words
        run --separate-stderr "$bench" export $words -o -
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        # shellcheck disable=SC2154 # of bats
        [ "$(wc -l <<<"$stderr")" -eq 1 ]
        [[ $stderr == *"$reason"* ]]
    done <<'ROWS'
scan mpi/scan|runs on ranks
copy limit/copy|measures a peak
simd/nothing|there is no algorithm
simd/windows --workers 2|has no such axis
dot simd/fma --dtype u32|does not take u32
simd/windows --unroll 3|unroll
simd/windows --dtype u16|--dtype
group/lookback-subgroup --device metal-m1|is a model that counts
group/fallback|no host function is written
ROWS
}

# One element type each, for the two architectures in turn: a compilation takes some seconds.
@test "export: every CUDA algorithm compiles" {
    nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || skip "no nvcc"
    while read -r architecture words; do
        # shellcheck disable=SC2086 # words
        file=$("$bench" export $words -o "$BATS_TEST_TMPDIR/$architecture")
        echo "$nvcc -std=c++17 -O1 -arch=$architecture -DSELF_TEST -DSCANBENCH_PLUGIN -Isrc/plugin -c $file -o $file.o"
    done <<'ROWS' >"$BATS_TEST_TMPDIR/commands"
sm_90 scan group/lookback-subgroup --dtype=u32
sm_80 scan group/lookback-subgroup --dtype=f64 --threads-per-group=128 --values-per-thread=4
sm_80 scan group/lookback --dtype=f32 --scan-mode=inclusive
sm_90 scan group/chained --dtype=u64 --group-algorithm=cooperative
sm_90 scan group/read-ahead --dtype=u32
sm_80 scan group/one-round --dtype=f32
sm_80 compact group/read-ahead --dtype=f32
sm_90 compact group/one-round --dtype=u32
sm_90 compact group/lookback-subgroup --dtype=f32
sm_80 compact group/lookback --dtype=i64
sm_90 reduce group/one-launch --dtype=f32
sm_80 reduce group/multilevel --dtype=f64 --op=max
ROWS
    xargs -P 2 -I{} sh -c "{} >'$BATS_TEST_TMPDIR/log' 2>&1 || { cat '$BATS_TEST_TMPDIR/log'; exit 1; }" <"$BATS_TEST_TMPDIR/commands"
}

# PoCL, whose kernels run on the CPU.
@test "export: every OpenCL algorithm is right, and verified as a plugin" {
    echo '#include <CL/cl.h>' | gcc -DCL_TARGET_OPENCL_VERSION=300 -E - >/dev/null 2>&1 || skip "no headers of OpenCL"
    "$bench" check -q --device opencl:0 --filter n=1 limit/device-copy >/dev/null 2>&1 || skip "no OpenCL device"
    export POCL_CACHE_DIR="$BATS_TEST_TMPDIR/pocl"
    while read -r words; do
        # shellcheck disable=SC2086 # words
        file=$("$bench" export $words --device opencl:0 -o "$BATS_TEST_TMPDIR")
        gcc -std=c17 -Wall -Wextra -Wpedantic -Werror -O1 -DSELF_TEST "$file" -o "$BATS_TEST_TMPDIR/test" -lOpenCL
        "$BATS_TEST_TMPDIR/test"
        gcc -std=c17 -Wall -Wextra -Wpedantic -Werror -O1 -DSCANBENCH_PLUGIN -Isrc/plugin -shared -fPIC "$file" \
            -o "$BATS_TEST_TMPDIR/plugin.so" -lOpenCL
        "$bench" check 'exported/*' --plugin "$BATS_TEST_TMPDIR/plugin.so"
    done <<'ROWS'
scan group/lookback-subgroup --dtype=u32
scan group/lookback-subgroup --dtype=f64 --scan-mode=inclusive --values-per-thread=4
compact group/lookback-subgroup --dtype=f32 --threads-per-group=128
reduce group/multilevel --dtype=i32 --op=max
reduce group/multilevel --dtype=f64
ROWS
}
