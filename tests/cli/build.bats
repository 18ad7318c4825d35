# SPDX-License-Identifier: MIT
# What ISAS chooses: the instruction sets that a build has kernels for, and what a program says of the others.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    [ "$(uname -m)" = x86_64 ] || skip "the instruction sets are those of x86-64"
    build="$BATS_TEST_TMPDIR/build"
    header="$build/generated/machine/built_isas.h"
}

generate() { # ISAS
    make --no-print-directory -s BUILD="$build" ISAS="$1" "$header"
}

# A program that prints what a build for ISAS says of each instruction set, and its best.
compile() { # ISAS
    run -0 generate "$1"
    cat >"$build/ask.c" <<'C'
#include "machine/isa.h"
#include <stdio.h>
int main(void)
{
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        printf("%s %s\n", isa_names[isa], isa_available(isa) ? "available" : isa_lacking(isa));
    struct error error = {0};
    printf("%s\n", isa_any(&error) ? isa_names[isa_best()] : error.text);
}
C
    "${CC:-cc}" -std=gnu17 -D_GNU_SOURCE -Isrc -I"$build/generated" -o "$build/ask" "$build/ask.c" src/machine/isa.c \
        src/base/error.c src/base/inert.c src/base/memory.c
    run "$build/ask"
}

@test "build: ISAS names what kernels are compiled for" {
    run -0 make --no-print-directory -n BUILD="$build" ISAS='sse4 avx2' all
    [[ "$output" == *-DISA=sse4* ]]
    [[ "$output" == *-DISA=avx2* ]]
    [[ "$output" != *-DISA=avx512* ]]
}

@test "build: the native one is the best of this machine" {
    isa=$(scripts/native_isa.sh)
    run -0 generate native
    [ "$(grep -o ', [a-z0-9]*)' "$header" | tr -d ', )')" = "$isa" ]
    compile 'sse4 avx2 avx512'
    [[ "$output" == *$'\n'"$isa" ]]
}

@test "build: without a compiler that is what is missing" {
    CC=false run scripts/native_isa.sh
    [ -z "$output" ]
    run ! make --no-print-directory -s BUILD="$build" ISAS=native CC="$BATS_TEST_TMPDIR/absent" all
    [[ "$output" == *"missing:"* ]]
    [[ "$output" != *"names no instruction set"* ]]
}

@test "build: an instruction set that was not built is named so" {
    compile sse4
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "sse4 available" ]
    [[ "$output" == *"neon on this machine"* ]]
    [ "${lines[4]}" = sse4 ]
    [ "${lines[1]}" = "avx2 $([ "$(scripts/native_isa.sh)" = sse4 ] && echo on this machine || echo in this build)" ]
}

@test "build: a CPU that runs none of what was built is told so" {
    command -v qemu-x86_64 >/dev/null || skip "no qemu-x86_64"
    compile avx512
    run qemu-x86_64 -cpu Nehalem "$build/ask"
    [ "${lines[0]}" = "sse4 in this build" ]
    [ "${lines[2]}" = "avx512 on this machine" ]
    [ "${lines[4]}" = "this CPU has no instruction set that this build has kernels for" ]
}

@test "build: an instruction set of another machine is refused" {
    run -2 generate 'avx2 neon'
    [[ "$output" == *"ISAS: no kernels for 'neon' on x86_64"*"expected native or some of: sse4 avx2 avx512"* ]]
    run -2 generate ''
    [[ "$output" == *"names no instruction set"* ]]
}

@test "build: the lists of make are those of C" {
    for list in DTYPE:ELEMENTS CONVERTED_DTYPE:CONVERTED; do
        printf '#include "problem/dtypes.def"\n#define WORD(NAME, name, ...) name\nFOR_EACH_%s(WORD, )\n' "${list%:*}" |
            "${CC:-cc}" -E -P -Isrc - | xargs >"$BATS_TEST_TMPDIR/c"
        make --no-print-directory -s --eval="words: ; @echo \$(${list#*:})" words >"$BATS_TEST_TMPDIR/make"
        diff "$BATS_TEST_TMPDIR/c" "$BATS_TEST_TMPDIR/make"
    done
    printf '#define FOR_EACH_ISA(DO, ...) \\\n    DO(A, a, cpu, 16, "-ma -mb", \\\n       HAS("a") && HAS("b"), __VA_ARGS__) \\\n    DO(B, b, cpu, 32, "-mc", true, __VA_ARGS__)\n' \
        >"$BATS_TEST_TMPDIR/isa.def"
    run -0 awk -f scripts/lists.awk "$BATS_TEST_TMPDIR/isa.def"
    [[ "$output" == *'FLAGS_b :=  -ma -mb -mc;'*'BYTES_b := 32;'*'ISAS_OF_cpu :=  a b;'* ]]
}

@test "build: make help says what each goal is for, and plain make builds" {
    cd "$BATS_TEST_DIRNAME/../.."
    make --no-print-directory -s help >"$BATS_TEST_TMPDIR/help"
    grep -hE '^\.PHONY:' Makefile | sed 's/^\.PHONY://' | tr ' ' '\n' | grep -vxE '|packages|FORCE' | sort >"$BATS_TEST_TMPDIR/goals"
    sed -n 's/^  \([a-z-]*\)  *[^ ].*/\1/p' "$BATS_TEST_TMPDIR/help" | sort >"$BATS_TEST_TMPDIR/listed"
    diff "$BATS_TEST_TMPDIR/goals" "$BATS_TEST_TMPDIR/listed"
    [ "$(sed -n 's/^\([a-z]*\):.*/\1/p' Makefile | head -1)" = all ]
}

@test "build: make -n of any goal changes and measures nothing" {
    cd "$BATS_TEST_DIRNAME/../.."
    for goal in quickstart bench figures sanitize; do
        make --no-print-directory -n "$goal" BUILD="$BATS_TEST_TMPDIR/none" >"$BATS_TEST_TMPDIR/$goal"
    done
    grep '^CC=.* scripts/quickstart.sh$' "$BATS_TEST_TMPDIR/quickstart"
    refute grep "^Building\|^Measuring" "$BATS_TEST_TMPDIR/quickstart"
    make --no-print-directory -s help | sed -n 's/^  \([a-z-]*\)  *[^ ].*/\1/p' >"$BATS_TEST_TMPDIR/goals"
    xargs make -n BUILD="$BATS_TEST_TMPDIR/none" RESULTS=results/reference/16-core/scaling.json <"$BATS_TEST_TMPDIR/goals" >/dev/null
    [ ! -e "$BATS_TEST_TMPDIR/none" ]
    [ -z "$(find src tests docs man configs results/reference -newer "$BATS_TEST_TMPDIR/goals" -type f)" ]
}
