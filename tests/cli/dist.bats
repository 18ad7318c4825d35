# SPDX-License-Identifier: MIT
# What `make dist` packs, and which commit it says it is.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    [ -e .git ] && git rev-parse -q --verify HEAD >/dev/null 2>&1 || skip "no git here: nothing to pack"
    commit=$(git rev-parse --short HEAD)
    unpacked="$BATS_TEST_TMPDIR/unpacked"
    mkdir "$unpacked"
}

@test "dist: an unpacked archive knows its commit" {
    make --no-print-directory -s DIST_FOLDER="$BATS_TEST_TMPDIR" dist
    tar -xzf "$BATS_TEST_TMPDIR"/scanbench-*.tar.gz -C "$unpacked" --strip-components=1
    cd "$unpacked"
    [ "$(scripts/commit.sh)" = "$commit" ]
}

@test "dist: a tree without git or archive knows none, and that is no error" {
    cp -r scripts .commit "$unpacked"
    cd "$unpacked"
    run -0 scripts/commit.sh
    [ -z "$output" ]
}

@test "dist: the program says its commit" {
    run "${SCANBENCH:-./scanbench}" --version
    [[ "$output" =~ ^scanbench\ [0-9]+\.[0-9]+\.[0-9]+\ \([0-9a-f]+(-dirty)?\)$ ]]
}
