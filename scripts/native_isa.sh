#!/bin/sh
# SPDX-License-Identifier: MIT
# The best instruction set that kernels are built for and this CPU runs, as the kernel lists its features.
# Usage: native_isa.sh [CPUINFO]   Prints sse4, avx2, avx512 or neon; nothing where there is none.
set -u
cpuinfo=${1:-/proc/cpuinfo}

has() { # FEATURE…: whether the CPU has each
    for feature in "$@"; do
        grep -qw "$feature" "$cpuinfo" 2>/dev/null || return
    done
}

if has asimd; then
    echo neon
elif ! has sse4_2 popcnt; then
    :
elif ! has avx2 bmi1 bmi2 fma; then
    echo sse4
elif ! has avx512f avx512bw avx512dq avx512vl; then
    echo avx2
else
    echo avx512
fi
