# SPDX-License-Identifier: MIT
# scanbench best on a result of its own.

setup_file() {
    export scanbench=${SCANBENCH:-./scanbench}
    export folder="$BATS_FILE_TMPDIR"
    "$scanbench" -c configs/quick.json -o "$folder" --format=none --quiet --set measure.samples='[8,8]' \
        --set measure.max_time=20ms --set sweeps.0.sizes='[1024,4096]' 2>/dev/null || [ $? -eq 5 ]
}

@test "best: a table with sizes, choices and tiles" {
    run "$scanbench" best "$folder/quick.json"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "scan u32 sum exclusive"* ]]
    [[ $output == *"     1Ki  "*"     4Ki  "*"what to use"*"from 1Ki"*"least loss"*" of 2 tiles at 2 sizes"* ]]
}

@test "best: a CSV stands for its JSON" {
    run "$scanbench" best "$folder/quick.csv" --format=csv
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == kind,primitive,algorithm,* ]]
    [[ ${lines[1]} == winner,scan,*,1024,* ]]
    cp "$folder/quick.csv" "$BATS_TEST_TMPDIR/x.csv"
    run "$scanbench" best "$BATS_TEST_TMPDIR/x.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"the samples stand in $BATS_TEST_TMPDIR/x.json"* ]]
}

@test "best: a filter, and JSON" {
    run "$scanbench" best "$folder/quick.json" --filter 'algorithm=serial' --format=json
    [ "$status" -eq 0 ]
    [[ $output == *'"schema": "scanbench-best"'* ]]
    [[ $output != *simd* ]]
    run "$scanbench" best "$folder/quick.json" --filter 'n=7'
    [ "$status" -eq 2 ]
}

@test "best: the C header compiles" {
    "$scanbench" best --header "$folder/quick.json" >"$BATS_TEST_TMPDIR/choice.h"
    printf '#include "choice.h"\nint main(void) { return scanbench_best_scan_u32_sum_exclusive_pages_huge_cache_hot[0].from_n != 0; }\n' \
        >"$BATS_TEST_TMPDIR/x.c"
    "${CC:-cc}" -Wall -Wextra -Werror -o "$BATS_TEST_TMPDIR/x" "$BATS_TEST_TMPDIR/x.c"
    "$BATS_TEST_TMPDIR/x"
}

@test "best: what is no result" {
    run "$scanbench" best
    [ "$status" -eq 2 ]
    run "$scanbench" best configs/quick.json
    [ "$status" -eq 2 ]
    [[ $output == "configs/quick.json:1:1: error: missing 'schema'"* ]]
}
