#!/bin/sh
# SPDX-License-Identifier: MIT
# Print a header that lists the built-in implementations: every descriptor in the files, in their order, also those
# that macros write.
# Usage: built_in.sh FILE… -- COMPILER [FLAG…]
set -eu
files=
while [ "$1" != -- ]; do
    files="$files $1" # names of ours, without spaces
    shift
done
shift

names=
for file in $files; do
    text=$("$@" -E -P "$file")
    names="$names $(printf '%s\n' "$text" | grep -oE 'const struct implementation +[a-z0-9_]+ *= *[{]' |
        sed 's/.*implementation *//; s/[ =].*//' | tr '\n' ' ')"
done

echo '/* The built-in implementations, from their descriptors. */'
echo '#include "implementation/implementation.h"'
for name in $names; do
    echo "extern const struct implementation $name;"
done
printf '#define FOR_EACH_BUILT_IN(DO)'
for name in $names; do
    printf ' \\\n    DO(%s)' "$name"
done
echo
