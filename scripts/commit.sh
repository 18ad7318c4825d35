#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the commit of this tree: as git knows it, or as `make dist` wrote it; nothing where neither does.
if [ -e .git ]; then
    git describe --always --dirty --exclude '*' 2>/dev/null
else
    sed -n 's/^commit \([0-9a-f][0-9a-f]*\) .*/\1/p' .commit 2>/dev/null
fi
exit 0
