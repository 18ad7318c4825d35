#!/bin/sh
# SPDX-License-Identifier: MIT
# Export one CUDA file and prove it: its self test is right on the stand-in for a device, but for groups that wait for later ones,
# and nvcc, where there is one, takes all of it for the architecture. It makes no code of the host's part where
# g++ has made that.
# Usage: prove_cuda.sh FOLDER SCANBENCH ARCHITECTURE PRIMITIVE ALGORITHM OPTION…   Prints the case, or what failed; 1 then.
# VECTORS: a folder that may have on_cpu.h.gch, the stand-in's cuda_runtime.h as g++ has read it.
set -eu
folder=$1/$(echo "$*" | cksum | tr ' ' -)
scanbench=$2 architecture=$3
shift 3
fail() { # WHAT
    echo "wrong: $*: $(head -c 400 "$folder/log")"
    exit 1
}
mkdir -p "$folder"
file=$("$scanbench" export "$@" -o "$folder" 2>"$folder/log") || fail "export $*"
case $2 in
*/read-ahead) code=-c ;;
*)
    code=-cubin
    tests/export/on_cpu.py "$file" >"$folder/on_cpu.cpp" 2>"$folder/log" || fail "stand-in $*"
    read_before=''
    if [ -e "${VECTORS-}/on_cpu.h.gch" ] && grep -q '^#include <cuda_runtime.h>' "$file"; then
        read_before="-Winvalid-pch -include $VECTORS/on_cpu.h"
    fi
    # shellcheck disable=SC2086 # words
    g++ -std=c++17 -O1 -Wno-unknown-pragmas -DSELF_TEST -DSCANBENCH_PLUGIN -Isrc/plugin -Itests/export $read_before "$folder/on_cpu.cpp" -o "$folder/test" >"$folder/log" 2>&1 || fail "g++ $*"
    "$folder/test" >"$folder/log" 2>&1 || fail "self test $*"
    ;;
esac
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || nvcc=
if [ "$nvcc" ]; then
    "$nvcc" -std=c++17 -O1 "-arch=sm_$architecture" -Werror all-warnings -DSELF_TEST -DSCANBENCH_PLUGIN -Isrc/plugin "$code" "$file" \
        -o "$folder/object.o" >"$folder/log" 2>&1 || fail "nvcc sm_$architecture $*"
fi
rm -r "$folder"
echo "right: $*${nvcc:+ sm_$architecture}"
