#!/bin/sh
# SPDX-License-Identifier: MIT
# A manual page with the lists of the program's tables in the places that name them, as @options@.
# Usage: man_page.sh SCANBENCH PAGE
"$1" help man | awk '
    NR == FNR { if (/^@[a-z]+@$/) place = $0; else list[place] = list[place] $0 "\n"; next }
    $0 in list { printf "%s", list[$0]; next }
    1' - "$2"
