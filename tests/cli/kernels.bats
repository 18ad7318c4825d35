# SPDX-License-Identifier: MIT
# The kernels use only what C, OpenCL C and C++ share, beside their dialect.

read_kernels() { # STANDARD ELEMENT BYTES FLOAT OPERATOR
    clang -x cl -cl-std="$1" -Xclang -finclude-default-header -fsyntax-only -target x86_64 -Isrc \
        -Wall -Wextra -Wno-unused-function -Wno-unused-parameter -Werror -DELEM="$2" -DELEM_BYTES="$3" \
        -DIS_FLOAT="$4" -DIS_SUM="$([ "$5" = sum ]; echo $((1 - $?)))" -DHAS_ATOMIC=$((($3 == 4) * (1 - $4))) \
        -DOPERATOR=operator_"$5" -DVALUES=8 -DNETWORK=brent_kung -DLOCAL_local_scan=scan_raking \
        -DLOCAL_local_reduce=reduce_raking -DLOCAL_local_dot=dot_shared src/engine/opencl/kernels.cl
}

setup() {
    echo 'kernel void f() {}' | clang -x cl -cl-std=clc++2021 -fsyntax-only -target x86_64 - 2>/dev/null ||
        skip "no clang that reads C++ for OpenCL"
}

@test "kernels: they are OpenCL C without a warning" {
    read_kernels CL3.0 u32 4 0 sum
    read_kernels CL3.0 i32 4 0 min
    read_kernels CL3.0 i64 8 0 sum
    read_kernels CL3.0 f64 8 1 sum
}

@test "kernels: they are C++ without a warning" {
    read_kernels clc++2021 u32 4 0 sum
    read_kernels clc++2021 i32 4 0 min
    read_kernels clc++2021 f64 8 1 sum
}
