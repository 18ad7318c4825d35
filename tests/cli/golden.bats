# SPDX-License-Identifier: MIT
# The cells (name, value, unit) of every command over six reference results, as files in tests/golden. A change on purpose changes
# them in the same commit: GOLDEN_WRITE=1 bats tests/cli/golden.bats makes them anew from what the program prints.

load helpers

results=results/reference
scan=$results/2-core/m1-scan-cpu.json
dot=$results/2-core/dot-groups.json
compact=$results/16-core/compact-count.json
tiled=$results/16-core/tiled-ladder.json
gpu=$results/h200/compact-count.json
engines=$results/h200/engines.json

# Compare what a command prints, as cells, with the file of that name; or write the file.
golden() { # NAME "FORMAT [COLUMN-OF-THE-MACHINE…]" COMMAND ARGUMENT…
    local file="tests/golden/$1.cells" format=$2
    shift 2
    # shellcheck disable=SC2086
    "${SCANBENCH:-./scanbench}" "$@" 2>/dev/null | python3 tests/golden/cells.py $format >"$BATS_TEST_TMPDIR/cells"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/cells")" -ge 2 ]
    if [ -n "${GOLDEN_WRITE:-}" ]; then
        cp "$BATS_TEST_TMPDIR/cells" "$file"
    else
        diff "$file" "$BATS_TEST_TMPDIR/cells"
    fi
}

@test "golden: the answers" {
    golden show-scan json show $scan --filter 'n>=512Ki' --format json
    golden show-dot json show $dot --format json
    golden show-compact json show $compact --format json
    golden show-tiled json show $tiled --format json
    golden show-gpu json show $gpu --format json
    golden show-engines json show $engines --format json --filter 'n>=1Mi'
}

# What is printed for people is the same in three markups; a terminal leaves out what does not fit.
printers() { # NAME COMMAND ARGUMENT…
    local name=$1
    shift
    golden "$name-table" table "$@" --format table
    for format in markdown html latex; do
        golden "$name-printed" "$format" "$@" --format $format
    done
    golden "$name-values" values "$@" --format html
}

@test "golden: each printer" {
    golden show-csv csv show $scan --filter n=4Mi --format csv
    printers show show $scan --filter 'n>=512Ki,pages=huge'
    golden compare json compare $scan $results/16-core/m1-scan-cpu.json --filter n=512Ki --format json --ignore machine
    printers compare compare $scan $results/16-core/m1-scan-cpu.json --filter n=512Ki --ignore machine
}

@test "golden: the points" {
    golden points csv show $gpu --format csv
    golden points json show $gpu --format json --all
}

@test "golden: claims" {
    golden claims csv show --claims $scan $dot $gpu --format csv
}

@test "golden: a comparison" {
    golden compare csv compare $scan $results/16-core/m1-scan-cpu.json --filter n=512Ki --format csv --ignore machine
}

@test "golden: counts" {
    golden counts csv counts -c configs/figures/counts-scan.json --filter 'algorithm=group/lookback,threads_per_group=256' \
        -o - --format csv --all
}

@test "golden: lists" {
    golden list "json isa" list --format json threads/chained threads/partitioned group/lookback
}
