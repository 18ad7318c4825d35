# SPDX-License-Identifier: MIT
# Exports: each file compiles alone, is right, is verified as a plugin, and says what it is.

bench="${SCANBENCH:-./scanbench}"
load helpers
bats_require_minimum_version 1.5.0

# What compilers read longest of these files, once for all: that each includes it is seen by its text.
setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export VECTORS="$BATS_FILE_TMPDIR/vectors"
    mkdir "$VECTORS"
    echo '#include <cuda_runtime.h>' >"$VECTORS/on_cpu.h"
    g++ -std=c++17 -O1 -Wno-unknown-pragmas -Itests/export -x c++-header "$VECTORS/on_cpu.h" -o "$VECTORS/on_cpu.h.gch"
    [ "$(uname -m)" = x86_64 ] || return 0
    printf '#define _GNU_SOURCE\n#include <immintrin.h>\n' >"$VECTORS/checked.h"
    cp "$VECTORS/checked.h" "$VECTORS/plain.h"
    gcc -std=c17 -O1 -fsanitize=address,undefined -fno-sanitize-recover -x c-header "$VECTORS/checked.h" -o "$VECTORS/checked.h.gch"
    gcc -std=c17 -O0 -x c-header "$VECTORS/plain.h" -o "$VECTORS/plain.h.gch"
    if command -v clang >/dev/null; then
        clang -std=c17 -O1 -fPIC -x c-header "$VECTORS/plain.h" -o "$VECTORS/plain.pch"
    fi
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

cases() { # FAMILY [turns]
    "$bench" list --format csv "$1*" | tests/export/cases.py "$@"
}

# Of C cases in turns; EXPORT_CASES=all takes all, as of the others.
c_cases() { # FAMILY LEAST
    cases "$1" $([ "${EXPORT_CASES-}" = all ] || echo turns) >"$BATS_TEST_TMPDIR/cases"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/cases")" -ge "$2" ]
    # Each with each type.
    cut -d ' ' -f 1-3 "$BATS_TEST_TMPDIR/cases" | sort -u >"$BATS_TEST_TMPDIR/types"
    cases "$1" | cut -d ' ' -f 1-3 | sort -u | diff "$BATS_TEST_TMPDIR/types" -
}

# A line a case: right, or what is wrong.
prove_all() { # [SCRIPT], the words of a case a line on stdin
    xargs -P 2 -I{} sh -c "tests/export/${1-prove.sh} '$BATS_TEST_TMPDIR' '$bench' {}"
}

@test "export: every serial algorithm, three types, two shapes" {
    c_cases serial 30
    prove_all <"$BATS_TEST_TMPDIR/cases"
}

@test "export: every simd algorithm, three types, two shapes" {
    grep -q avx2 /proc/cpuinfo || skip "no AVX2"
    c_cases simd 37
    prove_all <"$BATS_TEST_TMPDIR/cases"
}

@test "export: every threads algorithm, three types, two shapes" {
    c_cases threads 37
    prove_all <"$BATS_TEST_TMPDIR/cases"
}

# A CPU that has the ISA is not needed for that.
@test "export: what is for another ISA compiles" {
    [ "$(uname -m)" = x86_64 ] || skip "not an x86-64"
    { cases simd; cases threads; } | awk '$1 $2 != last { last = $1 $2; print $0, "--isa=avx512"; if ($2 != "simd/fma") print $0, "--isa=sse4" }' >"$BATS_TEST_TMPDIR/cases"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/cases")" -gt 40 ]
    # shellcheck disable=SC2016 # of that shell
    xargs -P 2 -I{} sh -euc 'folder=$(mktemp -d -p "$0") && file=$("$1" export {} -o "$folder") &&
        grep -q "^#include <immintrin.h>" "$file" &&
        gcc -std=c17 -Wall -Wextra -Wpedantic -Werror -Winvalid-pch -O0 -include "$VECTORS/plain.h" -c "$file" -o "$folder/object.o"' \
        "$BATS_TEST_TMPDIR" "$bench" <"$BATS_TEST_TMPDIR/cases"
}

# Of each algorithm a case here, in turn the next one of its types and shapes; EXPORT_CASES=all takes all, some minutes.
@test "export: every CUDA algorithm, three types, two shapes" {
    cases group | awk -v all="${EXPORT_CASES-}" '
        $1 $2 != last { last = $1 $2; turn++; own = 0 }
        all || own++ == turn % 6 || $0 ~ /^reduce .*counted/ || ($0 ~ /atomic .*u32|fallback .*u32|dot/ && own == 1 + turn % 4) { print (turn + own) % 2 ? 80 : 90, $0 }
    ' >"$BATS_TEST_TMPDIR/cases"
    [ "$(cut -d ' ' -f 2,3 "$BATS_TEST_TMPDIR/cases" | sort -u | wc -l)" -eq "$(cases group | cut -d ' ' -f 1,2 | sort -u | wc -l)" ]
    prove_all prove_cuda.sh <"$BATS_TEST_TMPDIR/cases"
}

# Each call has another turn than the one before it, and after a large call a small one leaves what it left before.
@test "export: a call of CUDA leaves its workspace ready for the next one" {
    while read -r words; do
        # shellcheck disable=SC2086 # words
        file=$("$bench" export $words --threads-per-group=64 -o "$BATS_TEST_TMPDIR")
        name=$(basename "$file" .cu)
        {
            tests/export/on_cpu.py "$file"
            echo "static uint32_t in[20000], out[20000]; static size_t count;"
            echo "#define TURNS $([ "${words%% *}" = reduce ] && echo false || echo true)"
            case $words in
            compact*) echo "#define CALL_WITH(memory, n) $name(memory, &room, in, out, &count, n, nullptr)" ;;
            *) echo "#define CALL_WITH(memory, n) $name(memory, &room, in, out, n, nullptr)" ;;
            esac
            cat <<'CPP'
#define CALL(n) CALL_WITH(work.memory, n)
static union {
    uint64_t head;
    unsigned char memory[1 << 17];
} work, before;
int main(void)
{
    size_t room = 0;
    if (CALL_WITH(nullptr, 0) != cudaSuccess || room == 0) /* memory of no bytes would be NULL, which asks again */
        return 1;
    room = sizeof work;
    if (CALL(1000) != cudaSuccess)
        return 1;
    const uint64_t head = work.head;
    CALL(1000);
    before = work;
    CALL(20000);
    CALL(1000);
    return (head != before.head) != TURNS || memcmp(&work, &before, sizeof work) != 0;
}
CPP
        } >"$BATS_TEST_TMPDIR/left.cpp"
        g++ -std=c++17 -O1 -Wno-unknown-pragmas -Itests/export -include "$VECTORS/on_cpu.h" "$BATS_TEST_TMPDIR/left.cpp" -o "$BATS_TEST_TMPDIR/left"
        "$BATS_TEST_TMPDIR/left"
    done <<'ROWS'
scan group/lookback-subgroup
scan group/one-round
compact group/lookback-subgroup
compact group/one-round
reduce group/one-launch --groups=16
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
    run --separate-stderr "$bench" export --as header results/reference/h200/engines.json --filter device=cuda:0 -o "$BATS_TEST_TMPDIR"
    [ "$status" -eq 0 ]
    [ "$output" = "$BATS_TEST_TMPDIR/engines.h" ]
    cat >"$BATS_TEST_TMPDIR/x.c" <<'C'
#include "engines.h"
#include <stdio.h>
int main(void)
{
    printf("%d %s\n", SCAN_U32_SUM_EXCLUSIVE_THREADS_PER_GROUP(1 << 20),
           SCAN_U32_SUM_EXCLUSIVE_ALGORITHM(1 << 20));
    return 0;
}
C
    for target in NVIDIA_H200 OTHER; do
        gcc -Wall -Wextra -Werror "-DTARGET_$target" "$BATS_TEST_TMPDIR/x.c" -o "$BATS_TEST_TMPDIR/x"
        run "$BATS_TEST_TMPDIR/x"
        [[ $output == "256 group/"* ]]
    done
}

@test "export: a header has a name for each problem" {
    "$bench" export --as header results/reference/16-core/m1-scan-cpu.json -o - >"$BATS_TEST_TMPDIR/file"
    grep -q '^#define SCAN_U32_SUM_EXCLUSIVE_PAGES_4K_WORKERS(n) (16)$' "$BATS_TEST_TMPDIR/file"
    grep -q '^#define SCAN_U32_SUM_EXCLUSIVE_PAGES_HUGE_WORKERS(n) ((n) < 65536 ? 1 : 16)$' "$BATS_TEST_TMPDIR/file"
    for target in INTEL_R__XEON_R__PROCESSOR OTHER; do
        gcc -Wall -Wextra -Werror "-DTARGET_$target" -include "$BATS_TEST_TMPDIR/file" -x c -c /dev/null -o "$BATS_TEST_TMPDIR/object.o"
    done
}

@test "export: the former spelling of the header is named" {
    run --separate-stderr "$bench" show --header x.json
    [ "$status" -eq 2 ]
    [[ $stderr == *"'--header' is now 'scanbench export --as header'"* ]]
}

@test "export: a file of a ring has its tiles among its settings" {
    "$bench" export compact group/read-ahead --threads-per-group=160 --values-per-thread=28 --stages=11 -o - >"$BATS_TEST_TMPDIR/file"
    [[ $(tr -s '* \n' ' ' <"$BATS_TEST_TMPDIR/file") == *"threads_per_group=160 values_per_thread=28 stages=11 selectivity="* ]]
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

@test "export: what cannot be exported is refused with its reason" {
    while IFS='|' read -r words reason; do
        # shellcheck disable=SC2086 # words
        run --separate-stderr "$bench" export $words -o -
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        # shellcheck disable=SC2154 # of bats
        [ "$(grep -vc '^note: \|^help: \|^  ' <<<"$stderr")" -eq 1 ]
        [[ $stderr == *"$reason"* ]]
    done <<'ROWS'
scan mpi/scan|runs on ranks
copy limit/copy|measures a peak
simd/nothing|there is no algorithm
simd/windows --workers 2|--workers: an export of simd/windows has no such axis
threads/chained --workers 2|has no such axis
group/lookback --isa avx2|has no such axis
group/lookback --lane-scan sklansky --group-algorithm blelloch|has no such axis
group/lookback --in-place yes|has no such axis
group/lookback --device cpu|no groups are exported for the CPU
group/lookback --device cuda:0 --device opencl:0|2 devices given
serial --threads-per-group 64|--threads-per-group: an export of serial has no such axis
serial --scan-mode both|--scan-mode: unknown 'both'
serial --row-length 64|has no such axis
serial --pages 4k|has no such axis
serial --cache cold|has no such axis
serial --n 4|has no such axis
compact simd/compress --selectivity 0.5|expected --dtype, --unroll or --isa
simd/windows --unroll 9|expected 1 to 8
simd/windows --filter n=1Ki|--filter: an algorithm has no measured points
results/reference/h200/engines.json --dtype f64|--dtype: a result has the settings that were measured
results/reference/h200/engines.json --threads-per-group 64|--threads-per-group: a result
results/reference/h200/engines.json --isa sse4|--isa: a result
results/reference/h200/engines.json --device cuda:0 --as header|--device: a result
dot simd/fma --dtype u32|expected f32 or f64
simd/windows --unroll 3|unroll
scan serial --direction reverse|cannot be exported in direction reverse
simd/windows --dtype u8|u8 cannot be exported: no export is written for types that are converted
simd/windows --dtype f16|expected u32, i32, u64, f32, f64 or i64
group/lookback-subgroup --device metal-m1|is a model that counts
recurrence group/chained|no host function is written
segmented-scan simd|no host function is written
copy group/copy|no host function is written
group/fallback --device opencl:0|no host function is written
tiled_scan group/warp --op max|expected sum
ROWS
}

# PoCL, whose kernels run on the CPU. Of each kind of host function a case here; EXPORT_CASES=all takes all, ten minutes.
@test "export: OpenCL algorithms are right, and verified as plugins" {
    echo '#include <CL/cl.h>' | gcc -DCL_TARGET_OPENCL_VERSION=300 -E - >/dev/null 2>&1 || skip "no headers of OpenCL"
    "$bench" check -q --device opencl:0 --filter n=1 limit/device-copy >/dev/null 2>&1 || skip "no OpenCL device"
    export POCL_CACHE_DIR="$BATS_TEST_TMPDIR/pocl"
    if [ "${EXPORT_CASES-}" = all ]; then
        cases group | grep -v 'fallback\|one-pass.*groups' >"$BATS_TEST_TMPDIR/cases" # see docs/gpu.md
    else
        cat >"$BATS_TEST_TMPDIR/cases" <<'ROWS'
scan group/lookback-subgroup --dtype=f64 --scan-mode=inclusive --values-per-thread=4
scan group/reduce-then-scan --dtype=f64 --op=max
scan group/read-ahead --dtype=i32
compact group/lookback-subgroup --dtype=f32 --threads-per-group=128
compact group/block --dtype=u32
count group/atomic/counted --dtype=u32
reduce group/one-launch --dtype=i32 --op=max
reduce group/one-launch --dtype=f32
scan group/one-round --dtype=u32
scan group/chained --dtype=u64 --threads-per-group=64
dot group/one-pass/tagged --dtype=f32
tiled_scan group/warp --dtype=f32
ROWS
    fi
    sed -i 's/$/ --device opencl:0/' "$BATS_TEST_TMPDIR/cases"
    prove_all <"$BATS_TEST_TMPDIR/cases"
}

@test "export: an OpenCL self test without a device prints that it did not run" {
    echo '#include <CL/cl.h>' | gcc -DCL_TARGET_OPENCL_VERSION=300 -E - >/dev/null 2>&1 || skip "no headers of OpenCL"
    file=$("$bench" export scan group/chained --device opencl:0 -o "$BATS_TEST_TMPDIR")
    gcc -std=c17 -DSELF_TEST "$file" -o "$BATS_TEST_TMPDIR/test" -lOpenCL
    run -1 env OCL_ICD_VENDORS="$BATS_TEST_TMPDIR/none" "$BATS_TEST_TMPDIR/test"
    [[ $output == "scan_u32_exclusive: not run: no OpenCL device, or its compiler refused the kernels (status -"* ]]
}

@test "export: every algorithm of groups but one has a host function in OpenCL" {
    cases group | cut -d ' ' -f 1,2 | sort -u | while read -r words; do
        # shellcheck disable=SC2086 # words
        "$bench" export $words $([ "${words%% *}" = dot ] && echo --dtype=f32) --device opencl:0 -o - >/dev/null 2>&1 || echo "$words"
    done >"$BATS_TEST_TMPDIR/refused"
    [ "$(cat "$BATS_TEST_TMPDIR/refused")" = "scan group/fallback" ]
}
