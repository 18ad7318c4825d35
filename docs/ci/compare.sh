#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares a plugin with its last release, interleaved on this machine.
# Usage: compare.sh NEW.so OLD.so PRIMITIVE ALGORITHMS [OPTION…]
# Prints the comparison as Markdown. Exit status: 0 not slower, 1 slower, 5 undecided: run it again, or with --time 60s.
set -eu
new=$1 old=$2 primitive=$3 algorithms=$4
shift 4
scanbench=${SCANBENCH_PROGRAM:-scanbench}

"$scanbench" check --plugin "$new" "$algorithms" >&2
"$scanbench" "$primitive" --algorithm "$algorithms" --plugin "$new" --against "$old" --fail-on=regression \
    --format markdown --quiet --output scanbench-results "$@"
