#!/bin/sh
# SPDX-License-Identifier: MIT
# Run each fuzz target for some seconds from its seeds and what earlier runs grew, and say how often it was tried.
# Usage: fuzz.sh BUILD SECONDS TARGET…
set -u

build=$1 seconds=$2 status=0
shift 2
for target in "$@"; do
    grown=$build/corpus/$target log=$build/$target.log
    mkdir -p "$grown"
    if "$build/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build/$target-" "$grown" "tests/fuzz/corpus/$target" >"$log" 2>&1; then
        finding='no finding'
    else
        tail -n 40 "$log"
        finding="a finding, see $log" status=1
    fi
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "fuzz: $target: ${executions:-?} executions, $finding"
done
exit "$status"
