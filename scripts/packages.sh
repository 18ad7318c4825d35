#!/bin/sh
# SPDX-License-Identifier: MIT
# What scanbench needs from the system, by role, and how to get what is missing on Debian.
# Usage: packages.sh require|install ROLE…   the roles are below; the compiler is $CC.
set -u

roles="build test fuzz memcheck plot format lint neon opencl peers deb"

cc=${CC:-gcc}
[ "$cc" != cc ] || cc=gcc
missing=

need() { # PACKAGE COMMAND…: the package is missing when the command fails
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

has_headers() {
    if command -v "${cc%% *}"; then
        echo '#include <stdio.h>' | $cc -E -x c -
    else
        test -e /usr/include/stdio.h
    fi
}

has_opencl_headers() {
    echo '#include <CL/cl.h>' | $cc -E -x c -
}

has_numpy() { # in the first python of PATH, or in Debian's
    python3 -c 'import numpy' || /usr/bin/python3 -c 'import numpy'
}

clang_version() { # of what is there, or what Debian 12 has
    { clang -dumpversion || echo 14; } 2>/dev/null | cut -d. -f1
}

has_fuzzer() {
    echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' |
        clang -fsanitize=fuzzer,address -x c -o /dev/null -
}

check_role() {
    case $1 in
    build)
        need "${cc%% *}" command -v "${cc%% *}"
        need libc6-dev has_headers
        need pkg-config command -v pkg-config
        need libjansson-dev pkg-config --exists jansson
        need libhwloc-dev pkg-config --exists hwloc
        ;;
    test)
        need libcmocka-dev pkg-config --exists cmocka
        need bats command -v bats
        need jq command -v jq
        need python3 command -v python3
        ;;
    fuzz)
        need clang command -v clang
        need "libclang-rt-$(clang_version)-dev" has_fuzzer
        ;;
    memcheck) need valgrind command -v valgrind ;;
    plot) need gnuplot-nox command -v gnuplot ;;
    format) need clang-format command -v clang-format ;;
    lint) need mandoc command -v mandoc ;;
    neon) # to compile for aarch64 and run it, on another machine
        need gcc-aarch64-linux-gnu command -v aarch64-linux-gnu-gcc
        need qemu-user command -v qemu-aarch64
        need libjansson-dev:arm64 test -e /usr/lib/aarch64-linux-gnu/pkgconfig/jansson.pc
        need libhwloc-dev:arm64 test -e /usr/lib/aarch64-linux-gnu/pkgconfig/hwloc.pc
        ;;
    opencl)
        need pocl-opencl-icd test -e /etc/OpenCL/vendors/pocl.icd
        need ocl-icd-opencl-dev has_opencl_headers
        ;;
    mpi) # two libraries, which Debian lets be there together
        need libopenmpi-dev command -v mpicc.openmpi
        need openmpi-bin command -v mpiexec.openmpi
        need libmpich-dev command -v mpicc.mpich
        need mpich command -v mpiexec.mpich
        ;;
    peers)
        need g++ command -v g++
        need libtbb-dev test -e /usr/include/tbb/parallel_scan.h
        need libopenblas-dev pkg-config --exists openblas
        need python3-numpy has_numpy
        ;;
    deb)
        need debhelper command -v dh
        need dpkg-dev command -v dpkg-buildpackage
        need build-essential dpkg-query -s build-essential # which every package is built with, whatever it says
        ;;
    *)
        echo "packages.sh: error: no role '$1'; expected $roles" >&2
        exit 2
        ;;
    esac
}

refuse() { # WHY
    echo "error: missing:$missing (Debian package names); $1" >&2
    exit 3
}

install() {
    command -v apt-get >/dev/null || refuse "this system has no apt-get: install them with its own package manager"
    root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || refuse "as root: apt-get install$missing"
        root=sudo
    fi
    echo "Installing with apt-get:$missing"
    foreign=
    case $missing in
    *:arm64*) dpkg --print-foreign-architectures | grep -qx arm64 || foreign=arm64 ;;
    esac
    [ -z "$foreign" ] || $root dpkg --add-architecture "$foreign" || refuse "dpkg does not take arm64 packages"
    $root env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
        echo "warning: apt-get update failed; trying with the package lists that are here" >&2
    # shellcheck disable=SC2086 # a list of package names
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null || {
        [ -z "$foreign" ] || $root dpkg --remove-architecture "$foreign"
        refuse "apt-get could not install them"
    }
}

action=${1-}
[ $# -eq 0 ] || shift
for role in "$@"; do
    check_role "$role"
done
case $action in
require) [ -z "$missing" ] || refuse "\`make quickstart\` or: apt-get install$missing" ;;
install) [ -z "$missing" ] || install ;;
*)
    echo "packages.sh: error: no action '$action'; expected require or install" >&2
    exit 2
    ;;
esac
