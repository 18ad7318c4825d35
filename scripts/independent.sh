#!/bin/bash
# SPDX-License-Identifier: MIT
# An independent program and ours on the same machine code, in turns: a plugin is timed by scanbench, and by a loop in a
# program that has nothing of it. Of each size, the median of the ratios of both medians over the turns.
# Usage: scripts/independent.sh SCANBENCH [TURNS]   SIZES: of what; CC. A goal that is missed is shown, and no error.
set -euo pipefail
shopt -s inherit_errexit
scanbench=$1 turns=${2:-9} algorithm=example/loop
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"${CC:-cc}" -O3 -march=native -shared -fPIC -Isrc/plugin src/plugin/example.c -o "$folder/example.so"
"${CC:-cc}" -O2 -D_GNU_SOURCE -Isrc/plugin tests/independent/loop.c -o "$folder/loop" -ldl

ours() { # N
    printf '{"name":"one","measure":{"processes": 1, "samples": 100,"time":"1s"},"machine":{"workers":1,"pages":"huge","pin":"none"},
        "sweeps":[{"primitive":"scan","algorithm":"%s","dtype":"u32","scan_mode":"inclusive","sizes":%s}]}' "$algorithm" "$1" |
        "$scanbench" -q -c - -o "$folder" --format=none --plugin "$folder/example.so"
    "$scanbench" show -q --format csv --columns time_median_s "$folder/one.json" | sed 1d
}

for n in ${SIZES:-65536 1048576 16777216}; do
    for turn in $(seq "$turns"); do
        # Who begins changes, so that what drifts meets both alike.
        if [ $((turn % 2)) -eq 0 ]; then
            own=$(ours "$n") other=$("$folder/loop" "$folder/example.so" "$algorithm" "$n")
        else
            other=$("$folder/loop" "$folder/example.so" "$algorithm" "$n") own=$(ours "$n")
        fi
        awk -v own="$own" -v other="$other" 'BEGIN { print own / other, own, other }'
    done | sort -g | awk -v n="$n" -v middle=$(((turns + 1) / 2)) '
        { ratio[NR] = $1; own[NR] = $2; other[NR] = $3 }
        END {
            off = 100 * (ratio[middle] - 1)
            printf "independent: n = %-10d ours %.4g us, its %.4g us, %+.1f %% (%+.1f to %+.1f over %d turns)  goal within 3  %s\n",
                n, 1e6 * own[middle], 1e6 * other[middle], off, 100 * (ratio[1] - 1), 100 * (ratio[NR] - 1), NR,
                (off <= 3 && off >= -3 ? "met" : "missed")
        }'
done
