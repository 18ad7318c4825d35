#!/bin/sh
# SPDX-License-Identifier: MIT
# Export one OpenCL file and prove it on the first device: its self test is right, and as a plugin it is verified.
# Usage: prove_opencl.sh FOLDER SCANBENCH PRIMITIVE ALGORITHM OPTION…   Prints the case, or what failed; 1 then.
set -eu
folder=$1/$(echo "$*" | cksum | tr ' ' -)
scanbench=$2
shift 2
fail() { # WHAT
    echo "wrong: $*: $(head -c 400 "$folder/log")"
    exit 1
}
mkdir -p "$folder"
file=$("$scanbench" export "$@" --device opencl:0 -o "$folder" 2>"$folder/log") || fail "export $*"
strict='-std=c17 -Wall -Wextra -Wpedantic -Werror -O1'
# shellcheck disable=SC2086 # words
gcc $strict -DSELF_TEST "$file" -o "$folder/test" -lOpenCL >"$folder/log" 2>&1 || fail "gcc $*"
"$folder/test" >"$folder/log" 2>&1 || fail "self test $*"
# shellcheck disable=SC2086 # words
gcc $strict -DSCANBENCH_PLUGIN -Isrc/plugin -shared -fPIC "$file" -o "$folder/plugin.so" -lOpenCL >"$folder/log" 2>&1 || fail "plugin $*"
# A tiled scan takes its own tile alone, which a check may not try.
"$scanbench" check 'exported/*' --plugin "$folder/plugin.so" >"$folder/log" 2>&1 || grep -q 'refuses every case' "$folder/log" ||
    fail "check $*"
rm -r "$folder"
echo "right: $*"
