#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure the goals of goals.def in one run of a config, and print how near the limits and the peers they come.
# Usage: goals.sh SCANBENCH CONFIG FOLDER [PLUGIN…] [-- OPTION…]   Options are those of `scanbench run`, as --filter 'n<=1M'.
# Plugins that could not be built are left out. FOLDER gets the result and the table, NAME-goals.txt. A goal that is missed is no error; without the GPU that a config
# wants, nothing is measured, and that is said.
set -u
scanbench=$1 config=$2 folder=$3
shift 3
plugins='' peers='^$'
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    [ -e "$1" ] || { shift && continue; }
    plugins="$plugins --plugin=$1" # names of ours, without spaces
    peers="$peers\\|\"peer/$(basename "$1" .so)/"
    shift
done
[ $# -eq 0 ] || shift
scripts=$(dirname "$0")
name=$(basename "$config" .json)

if grep -q '"engine": "cuda"' "$config"; then
    why=$("$scanbench" check -q --engine cuda --filter n=1 limit/device-copy 2>&1) || {
        echo "$name: skipped: ${why#scanbench: error: }"
        exit 0
    }
fi
mkdir -p "$folder" || exit 4

# What no plugin has, a config may not ask for: the sweeps of peers, a line each, are left out, and where the CPU has any
# they join its own.
all=
[ -z "$plugins" ] || all='"peer/*", '
# shellcheck disable=SC2086 # a list of options
sed -e "s|\"algorithm\": \[\"simd|\"algorithm\": [$all\"simd|" -e "/\"algorithm\": \"peer\//{\\:$peers:!d}" "$config" |
    "$scanbench" --config - --output "$folder" --format none $plugins "$@"
status=$?
if [ "$status" -eq 124 ]; then
    echo "$name: the time was too short for all of it; --filter makes it smaller" >&2
    status=0
fi
# What is not whole has a name with its time alone.
# shellcheck disable=SC2012 # names of ours
csv=$(cd "$folder" && ls -t "$name.csv" "$name"-[0-9]*.csv 2>/dev/null | sed 1q)
[ -n "$csv" ] || exit "$status"
awk -f "$scripts/goals.awk" "$scripts/goals.def" FS=, "$folder/$csv" | tee "$folder/$name-goals.txt"
exit "$status"
