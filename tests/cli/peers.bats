# SPDX-License-Identifier: MIT
# Peers: built where their library is, skipped with the reason where it is not.
bats_require_minimum_version 1.5.0

# Each is built once, for all tests and for who runs `make peers` after them.
setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export build=build peers=
    for peer in std openmp tbb openblas; do
        [ -n "$(scripts/peers.sh why $peer)" ] || peers+=" $peer"
    done
    [ -z "$peers" ] || make --no-print-directory -s -j2 peers BUILD="$build" PEERS="$peers" >"$BATS_FILE_TMPDIR/built"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    export SCANBENCH_SMOKE=1 # what is planned, and not how long that takes
}

need() { # PEER
    why=$(scripts/peers.sh why "$1")
    [ -z "$why" ] || skip "$why"
}

@test "peers: without a compiler all are skipped, each with the reason" {
    build="$BATS_TEST_TMPDIR/build"
    run -0 make --no-print-directory -s peers BUILD="$build" CXX="$BATS_TEST_TMPDIR/absent" CCCL="$BATS_TEST_TMPDIR/absent"
    [ "${#lines[@]}" -eq 8 ]
    for line in "${lines[@]}"; do
        [[ "$line" == peers:*": skipped: no C++17 compiler (g++)" ]]
    done
    [ -z "$(find "$build" -name '*.so')" ]
}

@test "peers: the standard library's is built, and right" {
    need std
    grep -qx "peers: std: $build/peers/std.so" "$BATS_FILE_TMPDIR/built"
    run -0 "${SCANBENCH:-./scanbench}" check --smoke --plugin "$build/peers/std.so" 'peer/*'
    [[ "${lines[-1]}" == "ok: 7 implementations, "*" cases, "*s ]]
}

@test "peers: recurrences and segmented scans are right, and pairs that change places are not" {
    need std
    for peer in $(tr ' ' '\n' <<<"$peers" | grep -v openblas); do
        for primitive in recurrence segmented-scan; do
            run -0 "${SCANBENCH:-./scanbench}" check --smoke --plugin "$build/peers/$peer.so" 'peer/*' --filter "primitive=$primitive"
            [[ "$output" == *"ok: 1 implementation, "* ]]
        done
    done
    cp peers/std.cpp peers/indexed.hpp "$BATS_TEST_TMPDIR"
    sed 's/(Pair before, Pair after) const/(Pair after, Pair before) const/' peers/peer.hpp >"$BATS_TEST_TMPDIR/peer.hpp"
    wrong_std
    [[ "$output" == *"wrong: 2 of 7 implementations"*"wrong: recurrence "*"wrong: segmented-scan "* ]]
}

wrong_std() { # OPTION…: check the standard library's in the test's folder, which is wrong
    "${CXX:-g++}" -std=c++17 -O1 -fPIC -shared -Isrc/plugin -Isrc -DPEER_BUILD='""' -o "$BATS_TEST_TMPDIR/wrong.so" "$BATS_TEST_TMPDIR/std.cpp"
    run -1 "${SCANBENCH:-./scanbench}" check --smoke --plugin "$BATS_TEST_TMPDIR/wrong.so" 'peer/*' "$@"
}

@test "peers: their config plans whatever of them is there" {
    need std
    run -0 "${SCANBENCH:-./scanbench}" -c configs/peers.json --plugin "$build/peers/std.so" --dry-run --all
    [[ "$output" == *peer/std/serial* ]]
    run -0 "${SCANBENCH:-./scanbench}" -c configs/recurrence-peers.json --plugin "$build/peers/std.so" --dry-run --format csv
    [ "$(grep -c ',planned,.*,peer/std/serial,' <<<"$output")" -eq 16 ] # not again where only the devices differ
}

@test "peers: they take every element type" {
    need std
    dtypes=$(sed -n 's/^ *DO([A-Z0-9]*, \([a-z0-9]*\),.*/\1/p' src/problem/dtypes.def)
    [[ "$dtypes" == *i64* ]]
    for dtype in $dtypes; do
        run -0 "${SCANBENCH:-./scanbench}" -c configs/peers.json --plugin "$build/peers/std.so" \
            --set "sweeps.0.dtype=$dtype" --dry-run --format csv
        [[ "$output" == *,peer/std/serial,*",$dtype,"* ]]
    done
}

@test "peers: they take rows and converted types, and one that forgets where rows begin is wrong" {
    need std
    for peer in $(tr ' ' '\n' <<<"$peers" | grep -v openblas); do
        run -0 "${SCANBENCH:-./scanbench}" -c configs/rows.json --plugin "$build/peers/$peer.so" --dry-run --all --filter family=plugin \
            --set 'sweeps.0.algorithm="peer/*"' --set 'sweeps.1.algorithm="peer/*"'
        [[ "$output" == *", rows of 1021"*"peer/$peer/"* ]]
        [[ "$output" != *"it takes no rows"* ]]
        taking=2 # a scan and a reduction; of OpenMP in one thread and in several
        [ "$peer" != openmp ] || taking=4
        for dtype in u8-u32 u16-u32 u8 u16 u32-u64; do
            run -0 "${SCANBENCH:-./scanbench}" check --smoke --plugin "$build/peers/$peer.so" 'peer/*' --filter "dtype=$dtype"
            [[ "$output" == *"ok: $taking implementations, "* ]]
        done
    done
    cp peers/std.cpp peers/indexed.hpp "$BATS_TEST_TMPDIR"
    sed 's/row = point->row_length;/row = 0 * point->row_length;/' peers/peer.hpp >"$BATS_TEST_TMPDIR/peer.hpp"
    wrong_std --filter dtype=u32
    [[ "$output" == *"wrong: 2 of 6 implementations"* ]]
}

@test "peers: those for NVIDIA's GPUs say what they lack, without its compiler and with one" {
    need std
    toolkit="$BATS_TEST_TMPDIR/toolkit"
    mkdir -p "$toolkit/bin" "$toolkit/include/cub" "$toolkit/other/cub/cub"
    for peer in cub cccl cublas; do
        run env NVCC="$BATS_TEST_TMPDIR/absent" CCCL="$toolkit/other" scripts/peers.sh why "$peer"
        [ "$output" = "no CUDA compiler (nvcc; CUDA_HOME names the toolkit)" ]
    done
    printf '#!/bin/sh\n' >"$toolkit/bin/nvcc"
    chmod +x "$toolkit/bin/nvcc"
    export CUDA_HOME="$toolkit"
    [ "$(scripts/peers.sh compiler cub)" = "$toolkit/bin/nvcc" ]
    [ "$(scripts/peers.sh why cub)" = "no CUB in $toolkit" ]
    [ "$(scripts/peers.sh why cublas)" = "no cuBLAS in $toolkit" ]
    echo '#define CUB_VERSION 200500 // one value' >"$toolkit/include/cub/version.cuh"
    [ "$(scripts/peers.sh why cub)" = "CUB 2.5 is too old: 2.7 (CUDA 12.8) or newer" ]
    echo '#define CUB_VERSION 300001 // one value' >"$toolkit/include/cub/version.cuh"
    [ -z "$(scripts/peers.sh why cub)" ]
    [ "$(CCCL="$BATS_TEST_TMPDIR/absent" scripts/peers.sh why cccl)" = "no CUB in $BATS_TEST_TMPDIR/absent" ]
    echo '#define CUB_VERSION 300600' >"$toolkit/other/cub/cub/version.cuh"
    [ -z "$(CCCL=$toolkit/other scripts/peers.sh why cccl)" ]
    run env NVCC_ARCHS="80 100" CCCL="$toolkit/other" scripts/peers.sh flags cccl
    [[ "$output" == *"arch=compute_80,code=sm_80 "*"arch=compute_100,code=sm_100 "*"arch=compute_100,code=compute_100 "* ]]
    [[ "$output" == *"-I$toolkit/other/cub "*"-I$toolkit/other/libcudacxx/include"* ]]
    [[ "$(scripts/peers.sh flags cub)" != *-I* ]]
}

@test "peers: an unknown one and an unknown action" {
    run -2 scripts/peers.sh why other
    run -2 scripts/peers.sh
}

@test "peers: the claim about BLAS plans where BLAS is" {
    need openblas
    run -0 "${SCANBENCH:-./scanbench}" -c configs/dot-blas.json --plugin "$build/peers/openblas.so" --dry-run --format csv
    [[ "$output" == *,peer/openblas/dot,*,f64,* ]]
}
