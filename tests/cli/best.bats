# SPDX-License-Identifier: MIT
# scanbench best on a result of its own.

load helpers

setup_file() {
    export scanbench=${SCANBENCH:-./scanbench}
    export folder="$BATS_FILE_TMPDIR"
    "$scanbench" -c configs/quick.json -o "$folder" --format=none --quiet --set measure.samples='[8,8]' \
        --set measure.max_time=20ms --set sweeps.0.sizes='[1024,4096]' \
        --set sweeps.0.values_per_thread='[8,16]' 2>/dev/null || [ $? -eq 5 ]
}

@test "best: a table with sizes, choices and tiles" {
    run "$scanbench" best "$folder/quick.json"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "scan u32 sum exclusive"* ]]
    [[ "$(tr -s '\n ' ' ' <<<"$output")" == *" 1Ki "*" 4Ki "*"what to use"*"from 1Ki"*"least loss"*" of 2 tiles at 2 sizes"* ]]
}

@test "best: the lead of a winner, and where workers pay" {
    run "$scanbench" best "$folder/quick.json"
    grep -qE '^ {11}[0-9.]+x( \[[0-9., ]+\])? as fast as |^ +n? *= ' <<<"$output"
    grep -qE 'workers (do not )?pay' <<<"$output"
}

@test "best: a run ends with the answer, but for one that only looked" {
    local words=(-c configs/quick.json -o - --quiet --set measure.samples='[8,8]' --set measure.max_time=10s
        --set sweeps.0.sizes='[1024]' --set machine.workers=1)
    run "$scanbench" "${words[@]}"
    [[ "${lines[0]}" == "scan u32 sum exclusive"* && "$(tr -s '\n ' ' ' <<<"$output")" == *": the fastest "* ]]
    grep -qE '^ +1Ki  [a-z/-]+ .*; ' <<<"$output"
    [[ "$output" == *"too close to call"* || "$output" == *"too seldom to tell"* || "$output" == *"* fastest of its size"* ]]
    run "$scanbench" "${words[@]}" --smoke
    [[ "$(tr -s '\n ' ' ' <<<"$output")" != *": the fastest "* ]]
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

@test "best: by size on a GPU, where the header has all that a choice is made of" {
    "$scanbench" best --header results/reference/h200/engines.json --filter engine=cuda >"$BATS_TEST_TMPDIR/choice.h"
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

@test "best: finalists are measured again" {
    run "$scanbench" best "$folder/quick.json" --again --filter 'n=1Ki' --format=csv
    [ "$status" -eq 0 ]
    [[ $output == *"measuring "*" finalists again"*"winner,scan,"*",1024,"* ]]
    run "$scanbench" best "$folder/quick.json" --again --quiet --filter 'n=1Ki,algorithm=serial'
    [ "$status" -eq 0 ]
    [[ $output == "scan u32"*" 1Ki   serial "* ]]
}

@test "best: what is no result" {
    run "$scanbench" best
    [ "$status" -eq 2 ]
    run "$scanbench" best configs/quick.json
    [ "$status" -eq 2 ]
    [[ $output == "configs/quick.json:1:1: error: missing 'schema'"* ]]
}

@test "history: the best of each problem over results, in their order, with what changed" {
    bench="${SCANBENCH:-./scanbench}"
    printf '%s' '{ "name": "small", "measure": { "samples": [20, 30], "max_time": "50ms" }, "machine": { "workers": 1, "pages": "4k" },
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
    cp "$BATS_TEST_TMPDIR/csv" "$BATS_TEST_TMPDIR/history.csv"
    [ "$("$bench" plot --format svg "$BATS_TEST_TMPDIR/history.csv")" = "$BATS_TEST_TMPDIR/history.svg" ]
    grep -qF 'n = 64' "$BATS_TEST_TMPDIR/history.svg"
    grep -q '<title>n = 1000, .*serial.*, 1 times the first</title>' "$BATS_TEST_TMPDIR/history.svg"
    [ "$(grep -o '<title>n = [0-9]*, [^<]* times the first</title>' "$BATS_TEST_TMPDIR/history.svg" | wc -l)" -eq 4 ]
    # Its axis reaches as far as the intervals.
    for low in 9.9e-7 6e-7; do
        awk -F, -v OFS=, -v low="$low" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            NR > 1 { $at["time_median_s"] = 1e-6; $at["time_ci_low_s"] = low; $at["time_ci_high_s"] = 1.01e-6 } 1' \
            "$BATS_TEST_TMPDIR/csv" >"$BATS_TEST_TMPDIR/$low.csv"
        "$bench" plot --format svg "$BATS_TEST_TMPDIR/$low.csv"
    done
    refute grep -q '>0.7<' "$BATS_TEST_TMPDIR/9.9e-7-history.svg"
    grep -q '>0.7<' "$BATS_TEST_TMPDIR/6e-7-history.svg"
    run "$bench" plot --kind ladder "$BATS_TEST_TMPDIR/history.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"--kind=ladder draws times; $BATS_TEST_TMPDIR/history.csv has a history" ]]
    run "$bench" plot --html "$BATS_TEST_TMPDIR/history.csv"
    [ "$status" -eq 2 ]
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
