# SPDX-License-Identifier: MIT
# The kernels use only what C, OpenCL C and C++ share, beside their dialect.

read_kernels() { # STANDARD ELEMENT BITS KIND ACCUMULATOR OPERATOR
    clang -x cl -cl-std="$1" -Xclang -finclude-default-header -fsyntax-only -target x86_64 -Isrc -I"$BATS_TEST_TMPDIR" \
        -Wall -Wextra -Wno-unused-function -Wno-unused-parameter -Werror -DELEM="$2" -DELEM_BITS="$3" \
        -DELEM_KIND="$4" -DELEM_ACCUMULATOR="$5" -DOPERATOR=OP_"${6^^}" -DOPERATOR_IS_"$6" -DVALUES=8 -DNETWORK=brent_kung -DLOCAL_local_scan=scan_raking \
        -DLOCAL_local_reduce=reduce_raking -DLOCAL_local_dot=dot_shared src/engine/opencl/kernels.cl
}

setup() {
    echo 'kernel void f() {}' | clang -x cl -cl-std=clc++2021 -fsyntax-only -target x86_64 - 2>/dev/null ||
        skip "no clang that reads C++ for OpenCL"
    mkdir -p "$BATS_TEST_TMPDIR/engine"
    ls src/kernels/*.h | sed '/launch/d; s|src/\(.*\)|#include "\1"|' >"$BATS_TEST_TMPDIR/engine/kernel_texts.h"
}

@test "kernels: they are OpenCL C without a warning" {
    read_kernels CL3.0 u32 32 UNSIGNED u32 sum
    read_kernels CL3.0 i32 32 SIGNED u32 min
    read_kernels CL3.0 i64 64 SIGNED u64 sum
    read_kernels CL3.0 f64 64 FLOAT f64 sum
}

@test "kernels: they are C++ without a warning" {
    read_kernels clc++2021 u32 32 UNSIGNED u32 sum
    read_kernels clc++2021 i32 32 SIGNED u32 min
    read_kernels clc++2021 f64 64 FLOAT f64 sum
}
