#!/bin/sh
# SPDX-License-Identifier: MIT
# Run the same program on the same config several times, and count what is told to differ where nothing does: the runs
# one after the other, each pair of them, and pairs of runs that take turns. Then how far the grades tell a number that
# comes out again from one that does not.
# Usage: aa.sh [RUNS [TURNS]]   SCANBENCH: the program; CONFIG, FILTER: what is run; LAUNCHES: of each run; OUT: a folder that is
# kept.
set -eu

runs=${1:-5} turns=${2:-2}
program=${SCANBENCH:-./scanbench} config=${CONFIG:-configs/quick.json} filter=${FILTER:-n<=64Ki}
name=$(sed -n 's/.*"name": *"\([^"]*\)".*/\1/p' "$config" | head -n 1)
folder=${OUT:-$(mktemp -d)}
mkdir -p "$folder"
[ -n "${OUT:-}" ] || trap 'rm -rf "$folder"' EXIT

measure() { # FOLDER OPTION…: prints the result
    to=$1
    shift
    "$program" run -q -c "$config" --filter "$filter" ${LAUNCHES:+--set "measure.launches=$LAUNCHES"} --format none -o "$to" "$@" >&2 || [ $? -eq 5 ]
    find "$to" -maxdepth 1 -name "$name-*Z*.json" | sort | tail -n 1
}

# A line of counts: rows compared, told to be faster or slower, the same, unresolved, and whether the mean excludes 1.
judge() { # BASE NEW
    "$program" compare -q --format json "$1" "$2" 2>/dev/null | awk '
        /"summary": / { on = 1 } /"rows": / { on = 0 }
        on && match($0, /"[a-z_]*": [-0-9.e+]*/) {
            split(substr($0, RSTART, RLENGTH), part, "\": ")
            value[substr(part[1], 2)] = part[2]
        }
        END {
            print value["compared"] + 0, value["faster"] + value["slower"], value["same"] + 0, value["unresolved"] + 0,
                (value["ratio_ci_low"] > 1 || value["ratio_ci_high"] < 1)
        }'
}

summarise() { # TITLE
    awk -v title="$1" '
        { pairs++; rows += $1; wrong += $2; same += $3; open += $4; means += $5; bad += $2 > 0 }
        END {
            if (pairs)
                printf "| %s | %d | %d (%.0f %%) | %d of %d (%.2f %%) | %d | %d | %d |\n", title, pairs, bad,
                    100 * bad / pairs, wrong, rows, 100 * wrong / rows, same, open, means
        }'
}

for run in $(seq "$runs"); do
    measure "$folder/$run" >"$folder/$run.path"
done
for base in $(seq "$runs"); do
    for next in $(seq "$((base + 1))" "$runs"); do
        judge "$(cat "$folder/$base.path")" "$(cat "$folder/$next.path")"
    done
done >"$folder/pairs"
for run in $(seq "$turns"); do
    own=$(measure "$folder/turns-$run" --against "$program")
    judge "$(find "$folder/turns-$run/against" -maxdepth 1 -name "$name-*Z*.json")" "$own"
done >"$folder/turns"

echo '| runs | pairs | with a false verdict | false rows | same | unresolved | mean excludes 1 |'
echo '|---|---|---|---|---|---|---|'
summarise 'one after the other' <"$folder/pairs"
summarise 'in turns' <"$folder/turns"

# Of each row its times over the runs: what it deviates from their median, by the grade that the run gave it.
echo
echo '| grade | rows | off by more than 5 % | median deviation |'
echo '|---|---|---|---|'
for run in $(seq "$runs"); do
    awk -F, -v run="$run" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["status"] == "ok" {
            key = ""
            for (i = 1; i < at["status"]; i++) key = key "," $i
            print key "," $at["local"] "\t" run "\t" $at["time_median_s"] "\t" $at["grade"]
        }' "$(sed 's/json$/csv/' "$folder/$run.path")"
done | sort -t "$(printf '\t')" -k1,1 -k3,3g | awk -F '\t' '
    function conclude(    i, middle, off) {
        middle = n % 2 ? time[(n + 1) / 2] : (time[n / 2] + time[n / 2 + 1]) / 2
        for (i = 1; i <= n; i++) {
            off = time[i] / middle - 1
            off = off < 0 ? -off : off
            count[grade[i]]++
            far[grade[i]] += off > 0.05
            print grade[i], off | "sort -k1,1 -k2,2g >\"" list "\""
        }
        n = 0
    }
    $1 != last && n { conclude() }
    { last = $1; time[++n] = $3; grade[n] = $4 }
    END {
        if (n) conclude()
        close("sort -k1,1 -k2,2g >\"" list "\"")
        while ((getline line <list) > 0) {
            split(line, part, " ")
            value[part[1], ++seen[part[1]]] = part[2]
        }
        split("good moved unusable", names, " ")
        for (i = 1; i <= 3; i++)
            if (count[names[i]])
                printf "| %s | %d | %d (%.0f %%) | %.1f %% |\n", names[i], count[names[i]], far[names[i]],
                    100 * far[names[i]] / count[names[i]], 100 * value[names[i], int((seen[names[i]] + 1) / 2)]
    }' list="$folder/deviations"
