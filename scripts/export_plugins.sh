#!/bin/sh
# SPDX-License-Identifier: MIT
# Export the algorithms that configs/bench-export.json times beside the built-in ones, and build each as a plugin of FOLDER.
# Usage: export_plugins.sh SCANBENCH FOLDER
set -eu
scanbench=$1 folder=$2
include=$(dirname "$0")/../src/plugin
while read -r primitive algorithm; do
    name=$(echo "$primitive-$algorithm" | tr / -)
    mkdir -p "$folder/$name"
    file=$("$scanbench" export "$primitive" "$algorithm" -o "$folder/$name")
    ${CC:-cc} -std=c17 -O2 -shared -fPIC -DSCANBENCH_PLUGIN -I"$include" "$file" -o "$folder/$name.so" -lpthread
done <<'ROWS'
scan simd/windows
scan threads/reduce-then-scan
reduce simd/intrinsics
compact simd/compress
ROWS
