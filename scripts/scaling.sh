#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure how scan, reduce and compact scale over workers: 1, 2, 4, … as many as there are cores, up to 16.
# Usage: scaling.sh SCANBENCH [FOLDER [OPTION…]]   Options are those of `scanbench run`, as --set sweeps.0.sizes=1Mi.
# FOLDER (default results) gets the result, scaling.txt with the table of speedups, and the chart where gnuplot is.
set -u
scanbench=$1
folder=${2:-results}
shift
[ $# -eq 0 ] || shift
mkdir -p "$folder" || exit 4
config=$(dirname "$0")/../configs/scaling.json

# No more workers than there are cores for them.
cores=$("$scanbench" --config "$config" --dry-run | sed -n 's/^worker .*, \(core [0-9]*, node [0-9]*\).*/\1/p' | sort -u | wc -l)
"$scanbench" --config "$config" --output "$folder" --budget 8m --filter "workers<=$cores" "$@"
status=$?
# What the time was too short for has a name with its time alone.
csv=$folder/scaling.csv
# shellcheck disable=SC2012 # names of ours
[ "$status" -lt 124 ] || csv=$(ls -t "$folder"/scaling-[0-9]*.csv 2>/dev/null | sed 1q)
[ -e "$csv" ] || exit "$status"

# Each cell: GB/s, times as fast as one worker, share of the limit of as many workers.
awk -F, '
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
$at["family"] == "limit" || $at["status"] != "ok" { next }
{
    row = $at["primitive"] " " $at["algorithm"]
    w = $at["workers"]
    if (!(row in seen)) { seen[row] = 1; order[++rows] = row }
    if (!(w in known)) { known[w] = 1; column[++columns] = w }
    rate[row, w] = $at["bytes_per_s"] / 1e9
    share[row, w] = $at["limit_ratio"]
    limit[$at["primitive"], w] = $at["limit_bytes_per_s"] / 1e9
    mark[row, w] = $at["grade"] == "unusable" ? "~" : " "
    if (!(($at["primitive"]) in kinds)) { kinds[$at["primitive"]] = 1; kind[++kind_count] = $at["primitive"] }
}
END {
    printf "%-34s", "GB/s, speedup, share of the limit"
    for (c = 1; c <= columns; c++) printf "  %22s", column[c] (column[c] == 1 ? " worker" : " workers")
    print ""
    for (k = 1; k <= kind_count; k++) {
        for (r = 1; r <= rows; r++) {
            if (index(order[r], kind[k] " ") != 1) continue
            printf "%-34s", order[r]
            for (c = 1; c <= columns; c++) {
                w = column[c]
                if (!((order[r], w) in rate)) { printf "  %22s", "-"; continue }
                one = rate[order[r], 1]
                printf "  %7.1f %5.2fx %5.0f %%%s", rate[order[r], w], one ? rate[order[r], w] / one : 0, \
                    100 * share[order[r], w], mark[order[r], w]
            }
            print ""
        }
        printf "%-34s", kind[k] " limit"
        for (c = 1; c <= columns; c++) {
            w = column[c]
            printf "  %7.1f %5.2fx         ", limit[kind[k], w], limit[kind[k], w] / limit[kind[k], 1]
        }
        print ""
    }
    print "~ unusable"
}' "$csv" | tee "$folder/scaling.txt"

if command -v gnuplot >/dev/null; then
    SCANBENCH_SCRIPTS=${SCANBENCH_SCRIPTS:-$(dirname "$0")} "$scanbench" plot "${csv%.csv}.json"
fi
exit "$status"
