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
    run -0 "$scanbench" show "$folder/quick.json"
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
    run -0 "$scanbench" show "$folder/quick.json" --format=csv
    [[ ${lines[0]} == primitive,algorithm,* ]]
    [ "$(head -1 <<<"$output" | tr , '\n' | wc -l)" -le 24 ]
    [ "${#lines[@]}" -eq "$(wc -l <"$folder/quick.csv")" ]
    [ "$(cut -d, -f1-12 <<<"$output" | sort | uniq -d)" = "" ] # rows are unique
    run "$scanbench" show "$folder/quick.json" --format=csv --columns n,time_median_s
    [ "${lines[0]}" = n,time_median_s ]
    run "$scanbench" show "$folder/quick.json" --format=csv --columns all
    [[ ${lines[0]} == *,time_sd_s,* ]]
    run -2 "$scanbench" show "$folder/quick.json" --format=csv --columns time
    [[ $output == *"no column 'time'"* ]]
    run -2 "$scanbench" show "$folder/quick.json" --format=csv --columns n,flags
    [[ $output == *"'flags' is now 'warnings'"* ]]
    run -2 "$scanbench" show "$folder/quick.json" --format=csv --columns local
    [[ $output == *"did you mean 'group_algorithm'?"* ]]
    run -2 "$scanbench" show "$folder/quick.json" --columns n
    [[ $output == *"--columns are of the CSV"* ]]
    SCANBENCH_COLUMNS=n run -0 "$scanbench" show "$folder/quick.json" # for what is CSV
    run -2 "$scanbench" show --claims --filter n=1 "$folder/quick.json"
    [[ $output == *"--claims are of all rows"* ]]
    run -2 "$scanbench" show "$folder/quick.csv" # an export, which nothing reads
}

@test "show: a filter, JSON, and the other formats" {
    run -0 "$scanbench" show "$folder/quick.json" --filter 'algorithm=serial' --format=json
    jq -e '.schema == "scanbench-answer" and (.winners | length == 2 and all(.algorithm == "serial"))' <<<"$output"
    run -2 "$scanbench" show "$folder/quick.json" --filter 'n=7'
    [[ "$("$scanbench" show "$folder/quick.json" --format markdown)" == *'| n | fastest |'* ]]
    [[ "$("$scanbench" show "$folder/quick.json" --format latex)" == *'\begin{tabular}'* ]]
    [[ "$("$scanbench" show "$folder/quick.json" --format html)" == *'<table class="winners">'* ]]
}

@test "show: without a name the newest result, with the name of one that" {
    bench=$(realpath "${SCANBENCH:-./scanbench}")
    mkdir "$BATS_TEST_TMPDIR/named"
    cd "$BATS_TEST_TMPDIR/named"
    run -2 "$bench" show
    [ "$output" = "scanbench: error: no result in results/"$'\n'"help: scanbench scan measures one" ]
    mkdir results
    for name in old quick; do
        cp "$(realpath "$folder/quick.json")" "results/$name-1.json"
        ln -s "$name-1.json" "results/$name.json"
    done
    touch -d '2020-01-01' results/old-1.json
    touch results/other.json # no link: no result of a run
    "$bench" show >newest 2>which
    grep -qx "scanbench: results/quick.json is the newest result" which
    "$bench" show --quiet >newest 2>which
    [ ! -s which ]
    "$bench" plot --kind time-vs-size --format csv quick | grep -q '^@title,'
    "$bench" show quick | cmp - newest
    "$bench" show results/quick.json | cmp - newest
    mv results moved
    run -2 "$bench" show quick
    SCANBENCH_OUTPUT=moved "$bench" show quick | cmp - newest
    SCANBENCH_OUTPUT=moved "$bench" show 2>/dev/null | cmp - newest
    mv moved results
    run -2 "$bench" show quik
    [ "$output" = "scanbench: error: no result 'quik' in results/"$'\n'"help: the newest there is results/quick.json" ]
    run -0 --separate-stderr "$bench" show --claims quick
    [[ -z "$output" && "$stderr" == "scanbench: no claims here"* ]]
    echo '{}' >results/old-1.json
    run -2 "$bench" show
    [[ $output == "results/old.json:1:"* ]]
}

@test "show: what is no result" {
    run -2 "$scanbench" show configs/quick.json
    [[ $output == "configs/quick.json:1:1: error: missing 'schema'"* ]]
}

@test "show: an old word names the new spelling" {
    for word in 'best show' 'claims show --claims' 'history compare BASE NEW…'; do
        run -2 "$scanbench" "${word%% *}"
        [ "$output" = "scanbench: error: '${word%% *}' is now 'scanbench ${word#* }'" ]
    done
    for option in 'compare --floor=5 --threshold' 'show --csv --format csv' 'run --expect --fail-on expect'; do
        read -r command former now <<<"$option"
        run -2 "$scanbench" "$command" "$former"
        [ "$output" = "scanbench: error: '${former%=*}' is now '$now'" ]
    done
}
