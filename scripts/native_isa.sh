#!/bin/sh
# SPDX-License-Identifier: MIT
# The best instruction set of src/machine/isa.def that this CPU runs.
# Usage: CC=COMPILER native_isa.sh   Prints its name; nothing where there is none, or no compiler.
set -u
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
cat >"$folder/native.c" <<'C'
#include "machine/isa.def"

#include <stdbool.h>
#include <stdio.h>

#if defined __x86_64__
#define CPU_HAS(feature) __builtin_cpu_supports(feature)
enum { x86_64 = true, aarch64 = false };
#else
#define CPU_HAS(feature) false
enum { x86_64 = false, aarch64 = true };
#endif
#define CHOOSE(ISA, isa, architecture, bytes, flags, has, ...) \
    if (architecture && runs && (has))                         \
        best = #isa;                                           \
    else if (architecture)                                     \
        runs = false;

int main(void)
{
    const char *best = "";
    bool runs = true; /* all that the rows above ask for */
    FOR_EACH_ISA(CHOOSE, )
    puts(best);
}
C
${CC:-cc} -Isrc -o "$folder/native" "$folder/native.c" 2>/dev/null && "$folder/native"
