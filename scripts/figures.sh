#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure and draw the published figures, then print what was claimed of them and holds here.
# Usage: figures.sh SCANBENCH CONFIG… [-- OPTION…]   Options are those of `scanbench run`, as --filter 'n<=1M'.
# The folder of --output (default results/figures) also gets each figure's table, NAME.txt. 1 when a figure failed.
set -u
scanbench=$1
shift
configs=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    configs="$configs $1" # names of ours, without spaces
    shift
done
[ $# -eq 0 ] || shift
folder=${FIGURES:-results/figures}
mkdir -p "$folder" || exit 4

status=0
figure() { # CONFIG OPTION…: measure and draw one
    name=$(basename "$1" .json)
    config=$1
    shift
    echo "== $name"
    "$scanbench" --config "$config" --output "$folder" "$@" >"$folder/$name.txt"
    code=$?
    [ $code -eq 0 ] || status=1
    [ $code -eq 0 ] || [ $code -eq 1 ] || [ $code -eq 5 ] || return # nothing new to draw
    "$scanbench" plot "$folder/$name.json" || status=1
}

for config in $configs; do
    figure "$config" "$@"
done

echo
echo "What the published figures claim, on this machine (how many times as fast, with its 95 % interval):"
for config in $configs; do
    table=$folder/$(basename "$config" .json).txt
    [ ! -s "$table" ] || sed -n '/^What the config expects/,$p' "$table" | sed '1d; $d'
done
exit $status
