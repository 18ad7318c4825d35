# SPDX-License-Identifier: MIT
# Loops that are timed are where their place among other code does not matter, in whatever order objects are linked.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    build="${BUILD:-build}"
    serial="$build/src/cpu/serial_scan.o"
    out="$BATS_TEST_TMPDIR"
    [ -e "$serial" ] || skip "built elsewhere"
}

places() { # PROGRAM: where the serial scans, reductions, dot products and compactions begin
    nm "$1" | awk '$3 ~ /^(((ex|in)clusive_(forward|reverse)|strict|reassociated|memory)_(sum|min|max|product)|(strict|memory|reassociated)_dot|branch)_[uif](32|64)$/ { print $1, $3 }'
}

@test "link order: serial loops begin at a line of the cache, linked in three orders" {
    scripts/link_order.sh "$build" "$out"
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

# What comes out is for a quiet machine.
@test "link order: programs of three orders are compared in turns" {
    SIZES='["1Ki"]' run scripts/link_order.sh "$build" "$out" 2
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -cE '^link order: plain against (plain|first|filled) +[1-9][0-9]* rows, [0-9]+ same, [0-9]+ inconclusive, [0-9]+ faster or slower .* (met|missed)$' <<<"$output")" -eq 3 ]
}
