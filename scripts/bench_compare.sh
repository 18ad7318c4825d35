#!/bin/bash
# SPDX-License-Identifier: MIT
# Whether compare can be trusted here: two runs of the same program that take turns, then the second with 5 %
# planted in every time of an algorithm's own (the limits and the arithmetic beside them stay as they were).
# Usage: scripts/bench_compare.sh SCANBENCH [OPTION OF run…]   A goal that is missed is shown, and no error.
set -euo pipefail
scanbench=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
config=${COMPARE_CONFIG:-configs/quick.json}

"$scanbench" --config "$config" --against "$scanbench" --quiet --format=none --output "$folder/runs" "$@"
cp "$folder/runs/against"/*[!Z].json "$folder/base.json"
cp "$folder/runs"/*[!Z].json "$folder/new.json"

# The samples and the times of launches, by FACTOR; reports have one number a line.
plant() { # FACTOR
    awk -v factor="$1" '
        /"samples_s": \[/ { inside = 1 }
        /\]/ { inside = 0 }
        inside && /^ *[0-9.e+-]+,?$/ || /"time_[a-z0-9_]*_s": [0-9]/ {
            match($0, /[0-9][0-9.e+-]*,?$/)
            comma = /,$/ ? "," : ""
            printf "%s%.17g%s\n", substr($0, 1, RSTART - 1), substr($0, RSTART) * factor, comma
            next
        }
        { print }'
}

compare() { # BASE NEW GOAL VERDICT WHAT
    local share
    share=$("$scanbench" compare "$1" "$2" --format=json 2>/dev/null |
        awk -v wanted="$4" '
            /"verdict": / { rows++; found += index($0, "\"" wanted "\"") > 0 }
            END { printf "%.1f", rows ? 100 * found / rows : 0 }')
    awk -v what="$5" -v share="$share" -v verdict="$4" -v goal="$3" 'BEGIN {
        printf "%-44s %5s %% %s, goal >= %s %% %s\n", what, share, verdict, goal, (share >= goal ? "met" : "missed")
    }'
}

plant 1.05 <"$folder/new.json" >"$folder/planted.json"
"$scanbench" compare "$folder/base.json" "$folder/new.json"
compare "$folder/base.json" "$folder/new.json" 95 same 'two runs of the same program'
compare "$folder/base.json" "$folder/planted.json" 90 slower 'and with 5 % planted in the second'
