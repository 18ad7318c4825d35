#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the share of branches taken in each file, by gcov's counts, and in all; 1 when one is below the least.
# Usage: coverage.sh LEAST FOLDER FILE.c…   FOLDER/FILE.gcda are the counts.
set -eu

least=$1 folder=$2
shift 2
gcov=$(command -v "gcov-$(${CC:-gcc} -dumpversion)" || echo gcov)
for file in "$@"; do
    $gcov -n -b -o "$folder/${file%.c}.o" "$file" 2>/dev/null |
        awk -v file="$file" '/^File / { own = index($0, file) }
            own && sub(/^Taken at least once:/, "") { split($0, part, "% of "); print file, part[1], part[2]; found = 1 }
            END { if (!found) print file, 0, 0 }'
done | awk -v least="$least" '
    { printf "%6.1f %% of %4d branches  %s\n", $2, $3, $1; taken += $2 * $3 / 100; all += $3; low += $3 == 0 || $2 < least }
    END {
        printf "%6.1f %% of %4d branches in all\n", all ? 100 * taken / all : 0, all
        if (low) print low " files are below " least " %"
        exit low || !all
    }'
