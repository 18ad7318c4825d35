#!/bin/sh
# SPDX-License-Identifier: MIT
# What scanbench needs from the system, by role, and how to get what is missing on Debian.
# Usage: packages.sh require|install ROLE…   roles: build test plot format lint; the compiler is $CC.
set -u

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
        ;;
    plot) need gnuplot-nox command -v gnuplot ;;
    format) need clang-format command -v clang-format ;;
    lint) need mandoc command -v mandoc ;;
    *)
        echo "packages.sh: error: no role '$1'; expected build, test, plot, format or lint" >&2
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
    $root env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
        echo "warning: apt-get update failed; trying with the package lists that are here" >&2
    # shellcheck disable=SC2086 # a list of package names
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
        refuse "apt-get could not install them"
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
