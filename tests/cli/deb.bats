# SPDX-License-Identifier: MIT
# The Debian package: what it says of itself, its files, and the program that runs from it. It is packed from what is built
# here, as building the program again would take minutes.

load helpers

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    why="$BATS_FILE_TMPDIR/why" # no test can run, and why
    scripts/packages.sh require deb 2>"$why" || return 0
    if ! [ -e build/libscanbench.a ]; then
        echo "nothing is built in build" >"$why"
        return
    fi
    export version=$(sed -n 's/^VERSION := //p' Makefile)
    export folder="$BATS_FILE_TMPDIR/deb" ISAS=$(grep -o ', [a-z0-9]*)' build/generated/machine/built_isas.h | tr -d ',)' | xargs)
    export CFLAGS=$(sed -n 's/^#define BUILD_FLAGS "-std=gnu17 -ffp-contract=off \(.*\)"/\1/p' build/build_info.h)
    export DEB_CFLAGS_SET=$CFLAGS DEB_CPPFLAGS_SET= DEB_LDFLAGS_SET= DEB_BUILD_OPTIONS=noautodbgsym DPKG_DEB_COMPRESSOR_TYPE=none
    archive
    has_flags "$BATS_FILE_TMPDIR/scanbench-$version" || echo "what is built here has other flags" >"$why"
    [ ! -s "$why" ] || return 0
    if ! scripts/deb.sh "$BATS_FILE_TMPDIR/archive.tar" "$version" "$folder" >"$BATS_FILE_TMPDIR/log" 2>&1; then
        tail -n 20 "$BATS_FILE_TMPDIR/log" | cut -c1-200 >&2
        return 1
    fi
    dpkg-deb -x "$folder"/scanbench_*.deb "$BATS_FILE_TMPDIR/root"
}

# As `make dist` makes it, of the tree as it is, and with what is built.
archive() {
    local tree="$BATS_FILE_TMPDIR/scanbench-$version"
    mkdir "$tree"
    tar -cf - Makefile mk LICENSE README.md configs docs man packaging scripts src scanbench build/flags build/build_info.h \
        build/libscanbench.a build/generated build/src $(printf 'build/%s ' $ISAS) | tar -xf - -C "$tree"
    echo 'commit abcdef0 1767323045' >"$tree/.commit" # 2026-01-02 03:04:05 UTC
    tar -cf "$BATS_FILE_TMPDIR/archive.tar" -C "$BATS_FILE_TMPDIR" "scanbench-$version"
}

# Whether the package is built with the flags of what is here.
has_flags() { # TREE
    make -s -C "$1" build/flags
    cmp build/flags "$1/build/flags"
}

setup() {
    [ ! -s "$BATS_FILE_TMPDIR/why" ] || skip "$(cat "$BATS_FILE_TMPDIR/why")"
    package=$(echo "$folder"/scanbench_*.deb)
    root="$BATS_FILE_TMPDIR/root"
    program="$root/usr/bin/scanbench"
}

field() { # NAME
    dpkg-deb -f "$package" "$1"
}

@test "deb: its fields say name, version with the commit, machine, and the libraries that the program needs" {
    [ "$(field Package)" = scanbench ]
    [ "$(field Version)" = "$version+git20260102.030405.abcdef0" ]
    [ "$(field Architecture)" = "$(dpkg --print-architecture)" ]
    for library in libc6 libhwloc15 libjansson4; do
        [[ ", $(field Depends)," =~ ,\ $library(\ \([^\)]*\))?, ]]
    done
    [[ "$(field Depends)" != *mpi* ]]
    [[ "$(field Recommends)" == *gnuplot* ]]
}

@test "deb: its files are those of make install, and what Debian adds" {
    make -s --no-print-directory -C "$folder/scanbench-$version" DESTDIR="$BATS_FILE_TMPDIR/installed" prefix=/usr MPI_LIBRARIES= install
    # dh_compress makes some of them FILE.gz.
    find "$root" -type f -printf './%P\n' | sed 's/\.gz$//' | sort >"$BATS_TEST_TMPDIR/packed"
    {
        find "$BATS_FILE_TMPDIR/installed" -type f -printf './%P\n'
        printf './usr/share/doc/scanbench/%s\n' changelog copyright
    } | sort >"$BATS_TEST_TMPDIR/installed"
    for file in bin/scanbench include/scanbench.h share/man/man1/scanbench.1 share/scanbench/scripts/bandwidth.gp \
        share/doc/scanbench/examples/quick.json share/bash-completion/completions/scanbench; do
        grep -qx "./usr/$file" "$BATS_TEST_TMPDIR/installed"
    done
    diff "$BATS_TEST_TMPDIR/installed" "$BATS_TEST_TMPDIR/packed"
}

@test "deb: the program runs from the package" {
    run "$program" --version
    [ "$output" = "scanbench $version (abcdef0)" ]
    [ "$("$program" list | wc -l)" -eq "$("${SCANBENCH:-./scanbench}" list | wc -l)" ]
    "$program" -q -c "$root/usr/share/doc/scanbench/examples/quick.json" --smoke --filter 'n<=4Ki' -o "$BATS_TEST_TMPDIR/results"
    # Installed, it looks for the scripts where the package has them.
    grep -aqF "/usr/share/scanbench/scripts" "$program"
    command -v gnuplot || skip "no gnuplot"
    SCANBENCH_SCRIPTS="$root/usr/share/scanbench/scripts" "$program" plot -q "$BATS_TEST_TMPDIR/results/quick.json"
    [ -n "$(ls "$BATS_TEST_TMPDIR"/results/*.svg)" ]
}

@test "deb: lintian finds no error" {
    command -v lintian || skip "no lintian"
    lintian --fail-on error "$package"
}
