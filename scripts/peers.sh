#!/bin/sh
# SPDX-License-Identifier: MIT
# What peers (see peers/) can be built here: each needs a library, all need a C++ compiler, $CXX.
# Usage: peers.sh flags|why PEER   flags: what to compile and link it with; why: what is missing, if anything.
set -u

cxx=${CXX:-g++}

has() { # FLAGS INCLUDE…: whether a program with these compiles and links
    with=$1
    shift
    # shellcheck disable=SC2086 # a list of flags
    { printf '#include <%s>\n' "$@" && echo 'int main() { return 0; }'; } |
        $cxx -std=c++17 -x c++ - -x none $with -o /dev/null >/dev/null 2>&1
}

flags_of() {
    case $1 in
    std) ;;
    openmp) echo -fopenmp ;;
    openblas) echo -lopenblas ;;
    tbb | parallel) echo -fopenmp-simd -ltbb ;;
    *)
        echo "peers.sh: error: no peer '$1'; expected std, openmp, openblas, tbb or parallel" >&2
        exit 2
        ;;
    esac
}

# The package is Debian's.
why_not() {
    flags=$(flags_of "$1") || exit
    has '' numeric || { echo "no C++17 compiler (g++)" && return; }
    case $1 in
    openmp) has "$flags" omp.h || echo "the compiler has no OpenMP" ;;
    openblas) has "$flags" cblas.h || echo "no OpenBLAS (libopenblas-dev)" ;;
    tbb) has "$flags" tbb/parallel_scan.h || echo "no oneTBB (libtbb-dev)" ;;
    parallel) has "$flags" execution pstl/parallel_backend_tbb.h || echo "no libstdc++ on oneTBB (libtbb-dev)" ;;
    esac
}

case ${1-} in
flags) flags_of "${2-}" ;;
why) why_not "${2-}" ;;
*)
    echo "peers.sh: error: no action '${1-}'; expected flags or why" >&2
    exit 2
    ;;
esac
