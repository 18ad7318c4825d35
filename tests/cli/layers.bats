# SPDX-License-Identifier: MIT
# The layer check passes on the tree and fails on each planted violation.

setup() {
    cp -r src "$BATS_TEST_TMPDIR/src"
}

layers() {
    run scripts/layers.sh "$BATS_TEST_TMPDIR/src"
}

plant() { # FILE LINE: the line becomes the file's last
    printf '%s\n' "$2" >>"$BATS_TEST_TMPDIR/src/$1"
    planted="$1:$(wc -l <"$BATS_TEST_TMPDIR/src/$1")"
}

@test "layers: the tree has none" {
    layers
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "layers: an include upwards is named with its place" {
    plant base/error.h '#include "results/record.h"'
    layers
    [ "$status" -eq 1 ]
    [[ "$output" == "$planted: base includes results/record.h"* ]]
}

@test "layers: an include of a sibling room" {
    plant problem/problem.h '#  include "machine/isa.h"'
    layers
    [ "$status" -eq 1 ]
    [[ "$output" == "$planted: "* ]]
}

@test "layers: a kernel that includes a system header" {
    plant kernels/scan.h '#include <string.h>'
    layers
    [ "$status" -eq 1 ]
    [[ "$output" == "$planted: a kernel includes string.h"* ]]
}

@test "layers: a report that names an implementation" {
    plant report/report.h 'static const char *const best = "group/reduce-then-scan/raking";'
    layers
    [ "$status" -eq 1 ]
    [[ "$output" == "$planted: report names the implementation"* ]]
}

@test "layers: a measurement that includes an implementation" {
    plant measure/runner.h '#include "cpu/implementations.h"'
    layers
    [ "$status" -eq 1 ]
    [[ "$output" == "$planted: "* ]]
}

@test "layers: a room that the design does not know" {
    mkdir "$BATS_TEST_TMPDIR/src/misc"
    echo 'int x;' >"$BATS_TEST_TMPDIR/src/misc/x.c"
    layers
    [ "$status" -eq 1 ]
    [[ "$output" == *'no room "misc"'* ]]
}
