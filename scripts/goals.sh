#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure a config whose claims are the goals of `make bench`, and print its answer and which goals hold.
# Usage: goals.sh SCANBENCH CONFIG FOLDER [PLUGIN…] [-- OPTION…]   Options are those of `scanbench run`, as --filter 'n<=1M'.
# Plugins that could not be built are left out. FOLDER gets the result and all claims, NAME-goals.md; those that were measured are
# printed. A goal that does not hold is no error. Without the GPU that a config needs, the script prints so and measures nothing.
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
name=$(basename "$config" .json)

if grep -q '"device": "cuda:0"' "$config"; then
    why=$("$scanbench" check -q --device cuda:0 --filter n=1 limit/device-copy 2>&1) || {
        echo "$name: skipped: ${why#scanbench: error: }"
        exit 0
    }
fi
mkdir -p "$folder" || exit 4

# A config may not ask for what no plugin has: the lines of their sweeps and claims are left out, or their names, and where the CPU
# has any they join its own.
all='' none='s|, "peer/\*"||'
if [ -n "$plugins" ]; then
    all='"peer/*", ' none=''
else
    echo "$name: no peers: \`make peers\` first"
fi
# shellcheck disable=SC2086 # a list of options
sed -e "s|\"algorithm\": \[\"simd|\"algorithm\": [$all\"simd|" -e "$none" -e "/\"algorithm\": \"peer\//{\\:$peers:!d}" "$config" |
    "$scanbench" --config - --output "$folder" --format none $plugins "$@"
status=$?
if [ "$status" -eq 124 ]; then
    echo "$name: the time was too short for all of it; --filter makes it smaller" >&2
    status=0
fi
# What is not whole has a name with its time alone.
# shellcheck disable=SC2012 # names of ours
result=$(cd "$folder" && ls -t "$name.json" "$name"-[0-9]*.json 2>/dev/null | sed 1q)
[ -n "$result" ] || exit "$status"
"$scanbench" show -q "$folder/$result"
"$scanbench" show -q --claims --format markdown "$folder/$result" >"$folder/$name-goals.md"
grep -v '^| not measured' "$folder/$name-goals.md"
exit "$status"
