#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure how scan, reduce and compact scale over workers: 1, 2, 4, … as many as there are cores, up to 16.
# Usage: scaling.sh SCANBENCH [FOLDER [OPTION…]]   Options are those of `scanbench run`, as --set sweeps.0.sizes=1Mi.
# FOLDER (default results) gets the result, scaling.txt with the winners and from which size more workers
# pay off, and the chart where gnuplot is.
set -u
scanbench=$1
folder=${2:-results}
shift
[ $# -eq 0 ] || shift
mkdir -p "$folder" || exit 4
config=$(dirname "$0")/../configs/scaling.json

# No more workers than there are cores for them.
cores=$("$scanbench" --config "$config" --dry-run --all | sed -n 's/^worker .*, \(core [0-9]*, node [0-9]*\).*/\1/p' | sort -u | wc -l)
"$scanbench" --config "$config" --output "$folder" --time 8m --filter "workers<=$cores" "$@"
status=$?
# What the time was too short for has a name with its time alone.
result=$folder/scaling.json
# shellcheck disable=SC2012 # names of ours
[ "$status" -lt 124 ] || result=$(ls -t "$folder"/scaling-[0-9]*.json 2>/dev/null | sed 1q)
[ -e "$result" ] || exit "$status"

"$scanbench" show -q "$result" | tee "$folder/scaling.txt"
if command -v gnuplot >/dev/null; then
    SCANBENCH_SCRIPTS=${SCANBENCH_SCRIPTS:-$(dirname "$0")} "$scanbench" plot "$result"
fi
exit "$status"
