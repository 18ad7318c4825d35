#!/bin/sh
# SPDX-License-Identifier: MIT
# Export one file of C or OpenCL and prove it: two compilers take all of it alone, its self test is right, of C under the
# sanitizers, and as a plugin it is verified. OpenCL runs on the first device.
# Usage: prove.sh FOLDER SCANBENCH PRIMITIVE ALGORITHM OPTION…   Prints the case, or what failed; 1 then.
# VECTORS: a folder that may have checked.h.gch and plain.pch, immintrin.h as gcc has read it for the sanitizers, and clang.
set -eu
folder=$1/$(echo "$*" | cksum | tr ' ' -)
scanbench=$2
shift 2
fail() { # WHAT
    echo "wrong: $*: $(head -c 400 "$folder/log")"
    exit 1
}
case " $* " in
*' opencl:0 '*) library=-lOpenCL sanitizers='' ;; # a driver leaks
*) library=-lpthread sanitizers='-fsanitize=address,undefined -fno-sanitize-recover' ;;
esac
mkdir -p "$folder"
file=$("$scanbench" export "$@" -o "$folder" 2>"$folder/log") || fail "export $*"
clang=$(command -v clang || echo gcc)
strict='-std=c17 -Wall -Wextra -Wpedantic -Werror -O1 -DSCANBENCH_PLUGIN -Isrc/plugin'
vectors='' read_before=''
if [ "$sanitizers" ] && [ -e "${VECTORS-}/checked.h.gch" ] && grep -q '^#include <immintrin.h>' "$file"; then
    vectors="-Winvalid-pch -include $VECTORS/checked.h"
    [ ! -e "$VECTORS/plain.pch" ] || read_before="-include-pch $VECTORS/plain.pch"
fi
# shellcheck disable=SC2086 # words
gcc $strict -DSELF_TEST $sanitizers $vectors "$file" -o "$folder/test" "$library" >"$folder/log" 2>&1 || fail "gcc $*"
"$folder/test" >"$folder/log" 2>&1 || fail "self test $*"
# shellcheck disable=SC2086 # words
"$clang" $strict $read_before -shared -fPIC "$file" -o "$folder/plugin.so" "$library" >"$folder/log" 2>&1 || fail "$clang $*"
# A tiled scan in OpenCL takes its own tile alone, which a check may not try.
"$scanbench" check 'exported/*' --plugin "$folder/plugin.so" >"$folder/log" 2>&1 ||
    { [ "$library" = -lOpenCL ] && grep -q 'refuses every case' "$folder/log"; } || fail "check $*"
rm -r "$folder"
echo "right: $*"
