# SPDX-License-Identifier: MIT
# The kernels use only what C, OpenCL C and C++ share, beside their dialect.
bats_require_minimum_version 1.5.0

read_kernels() { # STANDARD ELEMENT BITS KIND ACCUMULATOR OPERATOR
    clang -x cl -cl-std="$1" -Xclang -finclude-default-header -fsyntax-only -target x86_64 -DEXCHANGES="${exchanges:-1}" \
        -Wall -Wextra -Wno-unused-function -Wno-unused-parameter -Werror -DELEM="$2" -DELEM_BITS="$3" \
        -DELEM_KIND="$4" -DELEM_ACCUMULATOR="$5" -DOPERATOR=OP_"${6^^}" -DOPERATOR_IS_"$6" -DVALUES=8 -DNETWORK=brent_kung -DLOCAL_local_scan=scan_raking \
        -DLOCAL_local_reduce=reduce_raking -DLOCAL_local_dot=dot_shared "$BATS_TEST_TMPDIR/kernels.cl"
}

setup() {
    echo 'kernel void f() {}' | clang -x cl -cl-std=clc++2021 -fsyntax-only -target x86_64 - 2>/dev/null ||
        skip "no clang that reads C++ for OpenCL"
    mkdir -p "$BATS_TEST_TMPDIR/engine"
    ls src/kernels/*.h | sed '/launch/d; s|src/\(.*\)|#include "\1"|' >"$BATS_TEST_TMPDIR/engine/kernel_texts.h"
    awk -v FOLDERS="src $BATS_TEST_TMPDIR" -f scripts/included.awk engine/opencl/kernels.cl | sed -f scripts/places.sed \
        >"$BATS_TEST_TMPDIR/kernels.cl"
}

@test "kernels: they are OpenCL C without a warning" {
    read_kernels CL3.0 u32 32 UNSIGNED u32 sum
    read_kernels CL3.0 i32 32 SIGNED u32 min
    read_kernels CL3.0 i64 64 SIGNED u64 sum
    read_kernels CL3.0 f64 64 FLOAT f64 sum
}

@test "kernels: those of a device whose groups cannot exchange words are OpenCL C 1.2" {
    exchanges=0 read_kernels CL1.2 u32 32 UNSIGNED u32 sum
    exchanges=0 read_kernels CL1.2 i64 64 SIGNED u64 min
    exchanges=0 read_kernels CL1.2 f64 64 FLOAT f64 sum
}

@test "kernels: they are C++ without a warning" {
    read_kernels clc++2021 u32 32 UNSIGNED u32 sum
    read_kernels clc++2021 i32 32 SIGNED u32 min
    read_kernels clc++2021 f64 64 FLOAT f64 sum
}

@test "kernels: what a compiler at run time includes is found, as one text or as a list" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p src/kernels made
    printf '#include "kernels/a.h"\n#include "kernels/b.h"\nend\n' >src/start.h
    printf '#include "kernels/b.h"\na\n' >src/kernels/a.h
    mkdir -p made/kernels
    printf 'b\n' >made/kernels/b.h
    included="$BATS_TEST_DIRNAME/../../scripts/included.awk"
    [ "$(awk -v FOLDERS='src made' -f "$included" start.h | tr '\n' ' ')" = 'b a b end ' ]
    run -0 awk -v FOLDERS='src made' -v ROW=TEXT -f "$included" start.h
    [ "${lines[0]}" = 'TEXT(start_h, "start.h", "src/start.h")' ]
    [ "${lines[1]}" = 'TEXT(kernels_a_h, "kernels/a.h", "src/kernels/a.h")' ]
    [ "${lines[2]}" = 'TEXT(kernels_b_h, "kernels/b.h", "made/kernels/b.h")' ]
    [ "${#lines[@]}" -eq 3 ]
    rm made/kernels/b.h
    run -1 awk -v FOLDERS='src made' -f "$included" start.h
    [[ $output == *'included.awk: there is no kernels/b.h in: src made'* ]]
}
