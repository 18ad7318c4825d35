#!/bin/sh
# SPDX-License-Identifier: MIT
# What peers (see peers/) can be built here: each needs a library, all need a C++ compiler, $CXX, and those for NVIDIA's
# GPUs its compiler: $NVCC, or the nvcc of $CUDA_HOME, of the path or of /usr/local/cuda.
# Usage: peers.sh compiler|flags|why PEER   flags: what to compile and link it with; why: what is missing, if anything.
# Of the environment: NVCC_ARCHS, for which GPUs (80 90; newer ones than the last compile its text when they load it);
# CCCL, a folder with another CUB: a checkout of NVIDIA's CCCL, or where its headers are installed.
set -u

cxx=${CXX:-g++}
nvcc=${NVCC:-${CUDA_HOME:+$CUDA_HOME/bin/nvcc}}
for try in "$(command -v nvcc)" /usr/local/cuda/bin/nvcc; do
    [ -x "$nvcc" ] || [ -n "${NVCC-}" ] || nvcc=$try
done

has() { # FLAGS INCLUDE…: whether a program with these compiles and links
    with=$1
    shift
    # shellcheck disable=SC2086 # a list of flags
    { printf '#include <%s>\n' "$@" && echo 'int main() { return 0; }'; } |
        $cxx -std=c++17 -x c++ - -x none $with -o /dev/null >/dev/null 2>&1
}

cuda_home() {
    dirname "$(dirname "$(realpath "$nvcc")")"
}

# Folders of headers: those of a checkout are in three.
cub_folders() { # PEER
    case $1 in
    cub) echo "$(cuda_home)/include/cccl $(cuda_home)/include" ;;
    cccl) echo "${CCCL-} ${CCCL-}/cub ${CCCL-}/thrust ${CCCL-}/libcudacxx/include" ;;
    esac
}

cub_version() { # PEER: as 300001, or nothing
    for folder in $(cub_folders "$1"); do
        sed -n 's/^#define CUB_VERSION \([0-9]*\).*/\1/p' "$folder/cub/version.cuh" 2>/dev/null
    done | sed 1q
}

nvcc_flags() { # PEER
    last=
    for arch in ${NVCC_ARCHS:-80 90}; do
        printf -- '-gencode arch=compute_%s,code=sm_%s ' "$arch" "$arch"
        last=$arch
    done
    printf -- '-gencode arch=compute_%s,code=compute_%s --threads 0 ' "$last" "$last"
    for folder in $(cub_folders "$1"); do
        [ "$1" = cub ] || printf -- '-I%s ' "$folder"
    done
    echo
}

flags_of() {
    case $1 in
    std) ;;
    openmp) echo -fopenmp ;;
    openblas) echo -lopenblas ;;
    tbb | parallel) echo -fopenmp-simd -ltbb ;;
    cub | cccl) nvcc_flags "$1" ;;
    cublas) home=$(cuda_home) && echo "-I$home/include -L$home/lib64 -Wl,-rpath,$home/lib64 -lcublas -lcudart" ;;
    *)
        echo "peers.sh: error: no peer '$1'; expected std, openmp, openblas, tbb, parallel, cub, cccl or cublas" >&2
        exit 2
        ;;
    esac
}

compiler_of() {
    case $1 in
    cub | cccl) echo "$nvcc" ;;
    *) echo "$cxx" ;;
    esac
}

why_no_cub() { # PEER
    version=$(cub_version "$1")
    if [ -z "$version" ]; then
        echo "no CUB in ${CCCL:-$(cuda_home)}"
    elif [ "$version" -lt 200700 ]; then
        echo "CUB $((version / 100000)).$((version / 100 % 1000)) is too old: 2.7 (CUDA 12.8) or newer"
    fi
}

# The package is Debian's.
why_not() {
    flags=$(flags_of "$1") || exit
    has '' numeric || { echo "no C++17 compiler (g++)" && return; }
    case $1 in
    cub | cccl | cublas)
        [ -x "$nvcc" ] || { echo "no CUDA compiler (nvcc; CUDA_HOME names the toolkit)" && return; }
        ;;
    esac
    case $1 in
    openmp) has "$flags" omp.h || echo "the compiler has no OpenMP" ;;
    openblas) has "$flags" cblas.h || echo "no OpenBLAS (libopenblas-dev)" ;;
    tbb) has "$flags" tbb/parallel_scan.h || echo "no oneTBB (libtbb-dev)" ;;
    cub) CCCL='' why_no_cub cub ;;
    cccl) why_no_cub cccl ;;
    cublas) has "$flags" cublas_v2.h || echo "no cuBLAS in $(cuda_home)" ;;
    parallel) has "$flags" execution pstl/parallel_backend_tbb.h || echo "no libstdc++ on oneTBB (libtbb-dev)" ;;
    esac
}

case ${1-} in
compiler) compiler_of "${2-}" ;;
flags) flags_of "${2-}" ;;
why) why_not "${2-}" ;;
*)
    echo "peers.sh: error: no action '${1-}'; expected compiler, flags or why" >&2
    exit 2
    ;;
esac
