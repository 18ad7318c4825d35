# SPDX-License-Identifier: MIT
# The archive of `make dist-bin`: the program in it runs where there are only the C library and a kernel.

load helpers

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    [ -e build/libscanbench.a ] || return 0
    CC=${CC:-cc} CFLAGS=-O1 scripts/dist_bin.sh scanbench-test "$BATS_FILE_TMPDIR" build/src/main.o build/libscanbench.a
}

setup() {
    archive="$BATS_FILE_TMPDIR/scanbench-test.tar.gz"
    [ -e "$archive" ] || skip "nothing is built in build"
    root="$BATS_TEST_TMPDIR/root"
    mkdir "$root"
    tar -xzf "$archive" -C "$root" --strip-components=1
}

@test "dist-bin: the program needs nothing but a C library of 2.36 or earlier" {
    ldd "$root/scanbench" | grep -oE 'lib[a-z]+\.so' | sort -u >"$BATS_TEST_TMPDIR/needed"
    printf '%s\n' libc.so libm.so | diff - "$BATS_TEST_TMPDIR/needed"
    newest=$(objdump -T "$root/scanbench" | grep -oE 'GLIBC_[0-9.]+' | sort -Vu | tail -n 1)
    [ "$(printf '%s\n' "$newest" GLIBC_2.36 | sort -V | tail -n 1)" = GLIBC_2.36 ]
}

@test "dist-bin: it measures, verifies and answers in a root without a compiler or packages" {
    chroot / true 2>/dev/null || skip "this user may not change the root"
    ldd "$root/scanbench" | grep -oE '/[^ ]+' | while read -r library; do
        mkdir -p "$root$(dirname "$library")"
        cp -L "$library" "$root$library"
    done
    mkdir "$root/tmp"
    run -0 chroot "$root" /scanbench check --smoke serial
    run chroot "$root" /scanbench --config configs/quick.json --filter "n<=4Ki,algorithm=simd/windows" --smoke -q -o /tmp/results
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *simd/windows* ]]
    [ -s "$root/tmp/results/quick.json" ]
}

@test "dist-bin: it has the configs, the charts' scripts, the pages and the header" {
    for file in configs/quick.json scripts/bandwidth.gp man/scanbench.1 README.md LICENSE scanbench.h example.c; do
        [ -s "$root/$file" ]
    done
}
