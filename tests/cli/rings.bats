# SPDX-License-Identifier: MIT
# What only roles that run at once can get wrong in a ring of tiles: `check` finds a kernel whose words of two rounds share
# a place.

load helpers

cases=dtype=u32 # the type that the model runs; what is wrong is so with every one

setup() {
    [ -e build/libscanbench.a ] || skip "this program was built elsewhere"
    mkdir -p "$BATS_TEST_TMPDIR/kernels"
}

# The program with a kernel changed, its model alone.
build_mutant() { # KERNEL SED
    sed "$2" "src/kernels/$1.h" >"$BATS_TEST_TMPDIR/kernels/$1.h"
    refute cmp -s "src/kernels/$1.h" "$BATS_TEST_TMPDIR/kernels/$1.h"
    ${CC:-cc} -std=gnu17 -D_GNU_SOURCE -I"$BATS_TEST_TMPDIR" -Isrc -Ibuild/generated -pthread \
        -o "$BATS_TEST_TMPDIR/scanbench" src/engine/model/model_kernels.c build/src/main.o build/libscanbench.a \
        $(pkg-config --libs jansson hwloc) -lm
}

finds_race() { # KERNEL SED PRIMITIVE WORDS
    build_mutant "$1" "$2"
    run -1 "$BATS_TEST_TMPDIR/scanbench" check --smoke --format csv --filter "primitive=$3,$cases" group/read-ahead
    [[ $output == *"in the model of a GPU: shared race: kernel $1, "*" $4["* ]]
}

@test "rings: a scan whose prefixes have one place for all rounds is wrong" {
    finds_race scan_ahead 's/slot \* THREADS/0/' scan prefixes
}

@test "rings: a scan whose summers do not wait for each other is wrong" {
    finds_race scan_ahead 's/RING_WAIT_SUM_BEFORE(ring, round)/(void)0/' scan bases
}

@test "rings: a scan whose starts have one place for all rounds is wrong" {
    finds_race scan_ahead 's/(starts, slot/(starts, 0/' scan starts
}

# A scan of rows that joins what it must not, or leaves out what it must join, differs from the model.
differs() { # KERNEL SED
    build_mutant "$1" "$2"
    run -1 "$BATS_TEST_TMPDIR/scanbench" check --smoke --format csv --filter "primitive=scan,row_length>0,$cases" group/read-ahead
    [[ $output == *"in the model of a GPU"* ]]
}

@test "rings: rows that the scanners do not begin anew are wrong" {
    differs scan_ahead_rows 's/const elem own = begins ? start : MY(before);/const elem own = MY(before);/'
}

@test "rings: rows that the scanners begin one element late are wrong" {
    differs scan_ahead_rows '/^PART(rows_scan/,/^}/ s/v \* WIDE + i == next/v * WIDE + i == next + 1/'
}

@test "rings: rows whose sums before a tile begin a tile late are wrong" {
    differs row_places 's|((place) + (length)-1) / (length)|(place) / (length)|'
}

@test "rings: rows whose sums go on into the next row of a round are wrong" {
    differs scan_ahead_rows 's/other >= later ? OP(MY(all), PACKED_VALUE(looked\[i\])) : MY(all)/OP(MY(all), PACKED_VALUE(looked[i]))/'
}

@test "rings: a compaction whose subgroups' counts have one place for all rounds is wrong" {
    finds_race compact_ahead 's/at = round % (2 \* RING_TEAMS) \* MAX_SUBGROUPS/at = 0/' compact words
}

@test "rings: a compaction whose starts have one place for all rounds is wrong" {
    finds_race compact_ahead 's/(starts, slot/(starts, 0/' compact starts
}

@test "rings: a compaction whose counts of kept elements have one place for all rounds is wrong" {
    finds_race compact_ahead 's/(kept, round % RING_SLOTS/(kept, 0/; s/(kept, slot/(kept, 0/' compact kept
}

@test "rings: a compaction whose storers do not wait for the sum of their round is wrong" {
    finds_race compact_ahead 's/RING_WAIT_SUM(ring, round)/(void)0/' compact starts
}

@test "rings: a compaction whose scanners gather before all have read the tile is wrong" {
    finds_race compact_ahead 's/SCANNER_BARRIER;/(void)0;/' compact words
}

@test "rings: a scan of pairs whose prefixes have one place for all rounds is wrong" {
    finds_race pairs_ahead 's/2 \* (slot)\*THREADS/0/' recurrence prefixes
}

@test "rings: a scan of pairs whose summers do not wait for each other is wrong" {
    finds_race pairs_ahead 's/RING_WAIT_SUM_BEFORE(ring, round)/(void)0/' segmented-scan bases
}

@test "rings: as they are, they are right" {
    run -0 "${SCANBENCH:-./scanbench}" check --smoke --filter "$cases" group/read-ahead
}
