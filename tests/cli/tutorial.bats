# SPDX-License-Identifier: MIT
# The page about a kernel of your own: its blocks are applied to a copy of the sources, which must build, and its commands run.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    copy="$BATS_TEST_TMPDIR/copy"
    mkdir -p "$copy/tests" "$copy/build"
    cp -rp Makefile mk src scripts configs "$copy"
    cp -rp tests/unit "$copy/tests"
    take_built
    cp docs/kernels.md "$BATS_TEST_TMPDIR/section"
}

# What is built here already, whatever its flags: make builds what comes of the files that change, which the kernels of the CPU
# do not.
take_built() {
    built=
    [ -e build/libscanbench.a ] || return 0
    built='-o build/flags'
    cp -rp build/flags build/build_info.h build/generated build/src "build/$(scripts/native_isa.sh)" "$copy/build"
}

block() { # NUMBER: of the section's blocks of C
    awk -v wanted="$1" '/^```c$/ { inside = 1; n++; next } /^```$/ { inside = 0 } inside && n == wanted' "$BATS_TEST_TMPDIR/section"
}

# Insert a block before or after the first line that matches, or at the end of a file.
insert() { # NUMBER FILE before|after|last [PATTERN]
    block "$1" >"$BATS_TEST_TMPDIR/block"
    [ -s "$BATS_TEST_TMPDIR/block" ]
    awk -v block="$BATS_TEST_TMPDIR/block" -v where="$3" -v pattern="${4-}" '
        function put(    line) { while ((getline line <block) > 0) print line; done = 1 }
        !done && where == "before" && $0 ~ pattern { put() }
        { print }
        !done && where == "after" && $0 ~ pattern { put() }
        END { if (where == "last") put(); exit !done }' "$copy/$2" >"$BATS_TEST_TMPDIR/new"
    cp "$BATS_TEST_TMPDIR/new" "$copy/$2"
}

# What the build of the tests around this one says of flags and jobs does not hold here.
build() { # GOAL…
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$copy" $built -j"$(nproc)" ISAS=native BUILD=build CFLAGS='-O0 -Werror' KERNEL_FLAGS=-O0 "$@"
}

@test "tutorial: the kernel of one's own builds, is right and costs what it says" {
    [ "$(grep -c '^```c$' "$BATS_TEST_TMPDIR/section")" -eq 4 ]
    insert 1 src/kernels/local_scan.h last
    insert 2 src/implementation/local.def last
    insert 3 src/group/locals.c before '^const struct local_algorithm scan_locals'
    insert 4 src/group/locals.c after '^const struct local_algorithm scan_locals'
    build all build/tests/unit/test_explained
    "$copy/build/tests/unit/test_explained"

    cd "$copy"
    sed -n '/^```sh kernel$/,/^```$/{ /^\.\/scanbench/p; }' "$BATS_TEST_TMPDIR/section" >"$BATS_TEST_TMPDIR/commands"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/commands")" -ge 3 ]
    while read -r line; do
        case $line in
        *' plot '*) command -v gnuplot >/dev/null || continue ;;
        *configs*) line="$line --quiet -o results --set measure.time=20ms --filter 'n<=64Ki'" ;;
        esac
        bash -c "$line" >>"$BATS_TEST_TMPDIR/output"
    done <"$BATS_TEST_TMPDIR/commands"
    [[ "$(tr -s ' \n' ' ' <"$BATS_TEST_TMPDIR/output")" == *"the first thread scans all of them"* ]] # however it is wrapped
    grep -qE '^ok: ([5-9]|[0-9]{2,}) implementations, [0-9]{4,} cases' "$BATS_TEST_TMPDIR/output"
    grep -q '^scan,group/.*,one-thread' results/quick.csv
}
