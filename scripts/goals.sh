#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure the goals of the CPU families in one run, and print how near the limits and the peers they come.
# Usage: goals.sh SCANBENCH FOLDER [PLUGIN…] [-- OPTION…]   Options are those of `scanbench run`, as --filter 'n<=1M'.
# FOLDER gets the result and the table, goals.txt. A goal that is missed is no error.
set -u
scanbench=$1 folder=$2
shift 2
plugins=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    plugins="$plugins --plugin=$1" # names of ours, without spaces
    shift
done
[ $# -eq 0 ] || shift
scripts=$(dirname "$0")
mkdir -p "$folder" || exit 4

# Without plugins the config may not ask for them.
peers=
[ -z "$plugins" ] || peers='"peer/*", '
# shellcheck disable=SC2086 # a list of options
sed "s|\"algorithm\": \[\"simd|\"algorithm\": [$peers\"simd|" "$scripts/../configs/bench.json" |
    "$scanbench" --config - --output "$folder" --format none $plugins "$@"
status=$?
[ -e "$folder/bench.csv" ] || exit "$status"
awk -F, -f "$scripts/goals.awk" "$folder/bench.csv" | tee "$folder/goals.txt"
exit "$status"
