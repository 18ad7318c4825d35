#!/bin/sh
# SPDX-License-Identifier: MIT
# Print a page with fresh tables: below each block of commands, between the marks "shown" and "end", stand the sentences on
# workers, the sums of claims and the tables that each `show`, `counts` and `cat` of the block prints; with --all that of the rows.
# Usage: page.sh SCANBENCH PAGE   Run it in the root of the source tree.
set -eu

# shellcheck disable=SC2016 # the program is awk's
awk -v program="$1" '
function show(command,    line, last, text, left_out) {
    sub(/^\.\/scanbench/, program, command)
    command = command " 2>/dev/null"
    while ((command | getline line) > 0) {
        if (line ~ /^\|/ && last !~ /^\|/ && command ~ / --all /) {
            left_out = line !~ /95% CI/
            text = left_out ? text : ""
        }
        if (line ~ /^\|/ && !left_out)
            text = text line "\n"
        else if (line ~ /pay off|^[0-9]+ (claims|verdicts): /)
            printf "%s\n\n", line
        else if (line ~ /^\*\*/ && line != "**Warnings**")
            text = text (text == "" ? "" : "\n") line "\n\n"
        last = line
    }
    close(command)
    print text
}
/^```sh/ { count = 0 }
going { commands[count] = commands[count] " " $0 }
/^(\.\/scanbench (show|counts)|cat) / { commands[++count] = $0 }
going || /^(\.\/scanbench (show|counts)|cat) / { going = sub(/ *\\$/, "", commands[count]) }
/^<!-- end -->/ { skip = 0 }
!skip
/^<!-- shown -->/ {
    skip = 1
    print ""
    for (i = 1; i <= count; i++)
        show(commands[i])
}' "$2"
