#!/bin/bash
# SPDX-License-Identifier: MIT
# What the harness costs: the share of a run that is inside of timed regions, planning, and the start.
# Usage: scripts/bench_harness.sh SCANBENCH   A goal that is missed is shown, and no error.
set -euo pipefail
shopt -s inherit_errexit
scanbench=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

goal() { # WHAT VALUE UNIT SIGN GOAL
    local verdict
    verdict=$(awk -v value="$2" -v sign="$4" -v goal="$5" \
        'BEGIN { print (sign == "<=" ? value <= goal : value >= goal) ? "met" : "missed" }')
    printf '%-44s %9s %-2s  goal %s %-6s %s\n' "$1" "$2" "$3" "$4" "$5" "$verdict"
}

# The median of five runs of a command, in milliseconds.
median_ms() {
    local start end
    for _ in 1 2 3 4 5; do
        start=$(date +%s%N)
        "$@" >/dev/null
        end=$(date +%s%N)
        echo $(((end - start) / 10000))
    done | sort -n | sed -n 3p | awk '{ printf "%.1f", $1 / 100 }'
}

config() { # SIZES: the name of a config with serial scans of these sizes
    printf '{"name":"harness","sweeps":[{"primitive":"scan","algorithm":"serial","sizes":%s}]}' "$1" >"$folder/$2.json"
}

effort() { # MEMBER
    sed -n "s/^ *\"$1\": \([0-9.e+-]*\),*$/\1/p" "$folder/quick.json" | head -1
}

"$scanbench" --config "${HARNESS_CONFIG:-configs/quick.json}" --quiet --format=none --output "$folder"
share() { # MEMBER…: of the wall time, in percent
    local sum=0 member
    for member in "$@"; do
        sum=$(awk -v a="$sum" -v b="$(effort "$member")" 'BEGIN { print a + b }')
    done
    awk -v sum="$sum" -v wall="$(effort wall_s)" 'BEGIN { printf "%.1f", 100 * sum / wall }'
}

# A call of 100 us or more is a sample of its own, with an untimed one before it: of these at most half is timed.
timed=$(share sampled_s warmed_s)
called=$(share sampled_s warmed_s untimed_s)
goal 'run: inside of timed regions' "$timed" '%' '>=' 60
goal 'run: and of the untimed calls before samples' "$called" '%' '>=' 60

config '{"from":1,"to":100000,"add":1}' plan
planned=$(median_ms "$scanbench" --config "$folder/plan.json" --dry-run)
goal 'plan: 100000 points' "$planned" ms '<=' 1000

config '[1024]' one
started=$(median_ms "$scanbench" --config "$folder/one.json" --smoke --quiet --format=none --output -)
goal 'start: one point to its first sample, and the end' "$started" ms '<=' 100

"$(dirname "$0")/independent.sh" "$scanbench" "${TURNS:-9}"
