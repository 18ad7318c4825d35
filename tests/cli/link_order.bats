# SPDX-License-Identifier: MIT
# Loops that are timed are where their place among other code does not matter, in whatever order objects are linked.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    build="${BUILD:-build}"
    serial="$build/src/cpu/serial_scan.o"
    out="$BATS_TEST_TMPDIR"
    [ -e "$serial" ] || skip "built elsewhere"
}

link() { # NAME OBJECT…: a program of these and the library
    local name=$1
    shift
    ${CC:-cc} -pthread -o "$out/$name" "$@" "$build/libscanbench.a" $(pkg-config --libs jansson hwloc) -lm
}

places() { # PROGRAM: where the serial scans, reductions, dot products and compactions begin
    nm "$1" | awk '$3 ~ /^(((ex|in)clusive|strict|reassociated|memory)_(sum|min|max|product)|(strict|memory|reassociated)_dot|branch)_[uif](32|64)$/ { print $1, $3 }'
}

@test "link order: serial loops begin at a line of the cache, linked in three orders" {
    printf 'int scanbench_filler(int x);\nint scanbench_filler(int x)\n{\n    return x * 3 + 1;\n}\n' >"$out/filler.c"
    ${CC:-cc} -O1 -falign-functions=1 -c "$out/filler.c" -o "$out/filler.o"
    link plain "$build/src/main.o"
    link first "$serial" "$build/src/main.o"
    link filled "$out/filler.o" "$serial" "$build/src/main.o"
    for program in plain first filled; do
        [ "$(places "$out/$program" | wc -l)" -ge 90 ]
        while read -r place name; do
            echo "$program: $name at $place"
            [ $((0x$place % 64)) -eq 0 ]
        done < <(places "$out/$program")
    done
    # They are not where they were: the order did change something.
    [ "$(places "$out/plain" | head -1)" != "$(places "$out/filled" | head -1)" ]
}
