# SPDX-License-Identifier: MIT
# scanbench show on a result of its own.

load helpers

setup_file() {
    export scanbench=${SCANBENCH:-./scanbench}
    export folder="$BATS_FILE_TMPDIR"
    "$scanbench" -c configs/quick.json -o "$folder" --format=none --quiet --set measure.samples=8 \
        --set measure.time=20ms --set sweeps.0.sizes='[1024,4096]' \
        --set sweeps.0.values_per_thread='[8,16]' 2>/dev/null || [ $? -eq 5 ]
}

@test "show: what to use, a row a size, where workers pay, the safest tile, and how far to trust it" {
    run "$scanbench" show "$folder/quick.json"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "Use "*"." ]]
    grep -qE '^ *1Ki  [a-z/-]+' <<<"$output"
    grep -qE '^ *4Ki  [a-z/-]+' <<<"$output"
    grep -qE 'workers (do not )?pay off|Whether [0-9]+ workers pay off' <<<"$output"
    grep -qE '^Safest of 2 tiles: group/' <<<"$output"
    grep -q '^Trust: ' <<<"$output"
    [ "${#lines[@]}" -le 24 ]
    [ -z "$(awk 'length($0) > 80' <<<"$output")" ]
}

@test "show: prints what the run printed; --all adds every point" {
    "$scanbench" -c configs/quick.json -o "$BATS_TEST_TMPDIR/out" --quiet --set measure.samples=8 \
        --set sweeps.0.sizes='[1024]' >"$BATS_TEST_TMPDIR/run"
    "$scanbench" show --quiet "$BATS_TEST_TMPDIR/out/quick.json" >"$BATS_TEST_TMPDIR/show"
    diff "$BATS_TEST_TMPDIR/run" "$BATS_TEST_TMPDIR/show"
    "$scanbench" show --all "$BATS_TEST_TMPDIR/out/quick.json" >"$BATS_TEST_TMPDIR/all"
    [ "$(grep -cE '^ *1Ki  ' "$BATS_TEST_TMPDIR/all")" -eq \
        $(($(jq '.results | length' "$BATS_TEST_TMPDIR/out/quick.json") + 1)) ]
}

@test "show: CSV has the points, with the columns that matter, all, or those that are named" {
    run "$scanbench" show "$folder/quick.json" --format=csv
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == primitive,algorithm,dtype,mode,n,* ]]
    [ "$(head -1 <<<"$output" | tr , '\n' | wc -l)" -le 24 ]
    [ "${#lines[@]}" -eq "$(wc -l <"$folder/quick.csv")" ]
    [ "$(cut -d, -f1-12 <<<"$output" | sort | uniq -d)" = "" ] # rows are unique
    run "$scanbench" show "$folder/quick.json" --format=csv --columns n,time_median_s
    [ "${lines[0]}" = n,time_median_s ]
    run "$scanbench" show "$folder/quick.json" --format=csv --columns all
    [[ ${lines[0]} == *,time_p95_s,* ]]
    run "$scanbench" show "$folder/quick.json" --format=csv --columns time
    [ "$status" -eq 2 ]
    [[ $output == *"no column 'time'"* ]]
    run "$scanbench" show "$folder/quick.csv" # an export, which nothing reads
    [ "$status" -eq 2 ]
}

@test "show: a filter, JSON, and the other formats" {
    run "$scanbench" show "$folder/quick.json" --filter 'algorithm=serial' --format=json
    [ "$status" -eq 0 ]
    jq -e '.schema == "scanbench-answer" and (.winners | length == 2 and all(.algorithm == "serial"))' <<<"$output"
    run "$scanbench" show "$folder/quick.json" --filter 'n=7'
    [ "$status" -eq 2 ]
    [[ "$("$scanbench" show "$folder/quick.json" --format markdown)" == *'| n | fastest |'* ]]
    [[ "$("$scanbench" show "$folder/quick.json" --format latex)" == *'\begin{tabular}'* ]]
    [[ "$("$scanbench" show "$folder/quick.json" --format html)" == *'<table class="winners">'* ]]
}

@test "show: what took its place is told to who asks for best or claims" {
    run "$scanbench" best "$folder/quick.json"
    [ "$status" -eq 2 ]
    [ "$output" = "scanbench: error: 'best' is now 'scanbench show'" ]
    run "$scanbench" claims "$folder/quick.json"
    [ "$output" = "scanbench: error: 'claims' is now 'scanbench show --claims'" ]
}

@test "show: the C header compiles" {
    "$scanbench" show --header "$folder/quick.json" >"$BATS_TEST_TMPDIR/choice.h"
    printf '#include "choice.h"\nint main(void) { return scanbench_best_scan_u32_sum_exclusive_pages_huge_cache_hot[0].from_n != 0; }\n' \
        >"$BATS_TEST_TMPDIR/x.c"
    "${CC:-cc}" -Wall -Wextra -Werror -o "$BATS_TEST_TMPDIR/x" "$BATS_TEST_TMPDIR/x.c"
    "$BATS_TEST_TMPDIR/x"
}

@test "show: by size on a GPU, where the header has all that a choice is made of" {
    "$scanbench" show --header results/reference/h200/engines.json --filter engine=cuda >"$BATS_TEST_TMPDIR/choice.h"
    cat "$BATS_TEST_TMPDIR/choice.h"
    printf '#include "choice.h"\n#include <stdio.h>\nint main(void) { for (unsigned i = 0; i < sizeof %s / sizeof %s[0]; i++)
        printf("%%zu %%s %%s %%s T=%%u V=%%u\\n", %s[i].from_n, %s[i].algorithm, %s[i].engine, %s[i].local, %s[i].threads_per_group,
        %s[i].values_per_thread); }\n' {,,,,,,,}scanbench_best_scan_u32_sum_exclusive_pages_huge_cache_hot >"$BATS_TEST_TMPDIR/x.c"
    "${CC:-cc}" -Wall -Wextra -Werror -o "$BATS_TEST_TMPDIR/x" "$BATS_TEST_TMPDIR/x.c"
    run "$BATS_TEST_TMPDIR/x"
    echo "$output"
    [ "${#lines[@]}" -ge 1 ]
    refute grep -v '^[0-9]* group/[a-z-]* cuda raking T=256 V=8$' <<<"$output"
}

@test "show: what is no result" {
    run "$scanbench" show
    [ "$status" -eq 2 ]
    run "$scanbench" show configs/quick.json
    [ "$status" -eq 2 ]
    [[ $output == "configs/quick.json:1:1: error: missing 'schema'"* ]]
}

@test "history: the best of each problem over results, in their order, with what changed" {
    bench="${SCANBENCH:-./scanbench}"
    printf '%s' '{ "name": "small", "measure": { "processes": 1, "samples": 30, "time": "50ms" }, "machine": { "workers": 1, "pages": "4k" },
      "sweeps": [ { "primitive": "scan", "algorithm": "serial", "dtype": "u32", "sizes": [64, 1000] } ] }' \
        >"$BATS_TEST_TMPDIR/small.json"
    for run in old new; do
        "$bench" -q -c "$BATS_TEST_TMPDIR/small.json" -o "$BATS_TEST_TMPDIR/$run" --format none
    done
    set -- "$BATS_TEST_TMPDIR/old/small.json" "$BATS_TEST_TMPDIR/new/small.json"
    run "$bench" history "$@"
    [ "$status" -eq 0 ]
    [ "$(grep -c ' n=64$' <<<"$output")" -eq 1 ]
    [ "$(grep -c '^    serial' <<<"$output")" -eq 4 ]
    # The first of a size has nothing before it.
    [ "$(grep -cE '^  [0-9T:Z-]+ .*[0-9] %$' <<<"$output")" -eq 2 ]
    "$bench" history "$@" --format csv >"$BATS_TEST_TMPDIR/csv"
    [ "$(cut -d, -f2 "$BATS_TEST_TMPDIR/csv" | paste -sd' ')" = "n 64 64 1000 1000" ]
    awk -F, 'NR % 2 == 0 { before = $6; if ($9 != "NaN") exit 1 }
        NR > 1 && NR % 2 == 1 { r = $6 / before; if ((r - $9) ^ 2 > 1e-12) exit 1 }' "$BATS_TEST_TMPDIR/csv"
    [[ "$("$bench" history "$@" --format markdown)" == *'| --- |'* ]]
    # And as a chart: both sizes, the first result at 1.
    "$bench" plot --kind history --format csv "$@" >"$BATS_TEST_TMPDIR/history.csv"
    [ "$(awk -F, '$3 == 1 && /times the first/ { print $4 }' "$BATS_TEST_TMPDIR/history.csv" | sort -u)" = 1 ]
    [ "$(grep -c 'times the first$' "$BATS_TEST_TMPDIR/history.csv")" -eq 4 ]
    # Half an interval is none.
    sed -i 's/"time_ci_high_s": [0-9.e-]*/"time_ci_high_s": null/' "$(realpath "$1")"
    run "$bench" history "$@"
    [ "$status" -eq 0 ]
    [[ $output == *" ["* && $output != *nan* ]]
    run "$bench" history
    [ "$status" -eq 2 ]
    run "$bench" history "$@" --format json
    [ "$status" -eq 2 ]
}
