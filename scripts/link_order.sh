#!/bin/bash
# SPDX-License-Identifier: MIT
# Link the same objects in three orders, and compare the programs in turns: where loops are among other code must not
# matter to what is told of them.
# Usage: scripts/link_order.sh BUILD FOLDER [LAUNCHES]   The programs are left in FOLDER: plain, first, filled. Without
# LAUNCHES they are linked alone. SIZES: of what; CC. A goal that is missed is shown, and no error.
set -euo pipefail
shopt -s inherit_errexit
build=$1 folder=$2 launches=${3:-0}
sizes=${SIZES:-'["1Ki", "64Ki"]'}
serial=$build/src/cpu/serial_scan.o

link() { # NAME OBJECT…: a program of these and the library
    local name=$1
    shift
    # shellcheck disable=SC2046 # words
    "${CC:-cc}" -pthread -o "$folder/$name" "$@" "$build/libscanbench.a" $(pkg-config --libs jansson hwloc) -lm
}

mkdir -p "$folder"
# Code that ends anywhere in a line of the cache, before the loops that are timed.
printf 'int scanbench_filler(int x);\nint scanbench_filler(int x)\n{\n    return x * 3 + 1;\n}\n' >"$folder/filler.c"
"${CC:-cc}" -O1 -falign-functions=1 -c "$folder/filler.c" -o "$folder/filler.o"
link plain "$build/src/main.o"
link first "$serial" "$build/src/main.o"
link filled "$folder/filler.o" "$serial" "$build/src/main.o"
[ "$launches" -gt 0 ] || exit 0

cat >"$folder/order.json" <<JSON
{ "name": "order", "measure": { "samples": 40, "time": "20ms", "processes": $launches },
  "machine": { "workers": 1, "isa": "best" },
  "sweeps": [
    { "primitive": "scan", "algorithm": "serial", "dtype": ["u32", "f64"], "scan_mode": ["exclusive", "inclusive"], "sizes": $sizes },
    { "primitive": "reduce", "algorithm": "serial/*", "dtype": ["u32", "f64"], "sizes": $sizes } ] }
JSON
newest() { # FOLDER
    find "$1" -maxdepth 1 -name 'order-*.json' | sort | tail -n 1
}

# The first against itself: what this machine is good for.
for order in plain first filled; do
    to=$folder/$order.runs
    # 1: a row is faster than its limit allows, where kernels were not optimised; the others are compared.
    "$folder/plain" run -q -c "$folder/order.json" --against "$folder/$order" -o "$to" --format none || [ $? -eq 1 ]
    "$folder/plain" compare -q --format csv "$(newest "$to/against")" "$(newest "$to")" 2>/dev/null | awk -F, -v order="$order" '
        NR > 1 { count[$NF]++; rows++ }
        END {
            apart = count["faster"] + count["slower"]
            printf "link order: plain against %-6s %d rows, %d same, %d inconclusive, %d faster or slower  goal 0  %s\n",
                order, rows, count["same"], count["inconclusive"], apart, (rows && !apart ? "met" : "missed")
        }'
done
