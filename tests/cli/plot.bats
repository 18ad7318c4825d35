# SPDX-License-Identifier: MIT
# `scanbench plot` and the gnuplot scripts alone: what they take, where they write, and what they refuse.

load helpers
load charts

# A PATH in which the name `gnuplot` is SCRIPT, or nothing without one.
fake_gnuplot() { # [SCRIPT]
    mkdir "$work/bin"
    if [ $# -gt 0 ]; then
        printf '#!/bin/sh\n%s\n' "$1" >"$work/bin/gnuplot"
        chmod +x "$work/bin/gnuplot"
    fi
}

@test "the script draws SVG and PNG on its own" {
    make_csv "$work/r.csv" serial simd/operators
    run gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/r.svg"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    is_svg "$work/r.svg"
    for text in 'scan u32 sum exclusive' 'scan f32 sum exclusive' serial simd/operators limit L1d L2 L3 1Ki 1Mi \
        'A CPU (R) @ 2 GHz' 2026-01-31T12:00:00Z unstable; do
        grep -qF "$text" "$work/r.svg"
    done
    lacks 1Gi "$work/r.svg" # the wrong row
    run gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/r.png"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    is_png "$work/r.png"
}

@test "the script takes columns by name" {
    make_csv "$work/r.csv" serial
    awk -F, -v OFS=, '{ for (i = NF; i > 0; i--) printf "%s%s", $i, (i > 1 ? OFS : "\n") }' "$work/r.csv" >"$work/b.csv"
    gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/r.svg"
    gnuplot -d -c scripts/bandwidth.gp "$work/b.csv" "$work/b.svg"
    sed -i 's/b\.csv/r.csv/' "$work/b.svg"
    diff "$work/r.svg" "$work/b.svg"
}

@test "the script draws only chosen rows" {
    make_csv "$work/r.csv" serial
    gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/r.svg" dtype=f32
    grep -qF 'scan f32' "$work/r.svg"
    lacks 'scan u32' "$work/r.svg"
    run gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/r.svg" dtype=u8
    [ "$status" -eq 2 ]
    [[ $output == *"no row to draw"* ]]
}

@test "many T and V become the best of each group" {
    make_csv "$work/r.csv" group/raking
    for t in 32 64 128 512 1024; do
        sed "1d; s/,256,8,/,$t,1,/; p; s/,$t,1,/,$t,4,/; p; s/,$t,4,/,$t,16,/" "$work/r.csv" >>"$work/more"
    done
    cat "$work/more" >>"$work/r.csv"
    gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/r.svg"
    grep -qF 'group/raking, best T=256 V=8' "$work/r.svg" # the times are all the same: the first
    lacks '>group/raking, T=32' "$work/r.svg"
}

@test "the script says what is wrong" {
    run gnuplot -d -c scripts/bandwidth.gp
    [ "$status" -eq 2 ]
    [[ $output == usage:* ]]
    run gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/r.gif"
    [ "$status" -eq 2 ]
    [[ $output == *".svg, .png or .pdf"* ]]
    run gnuplot -d -c scripts/bandwidth.gp "$work/none.csv" "$work/r.svg"
    [ "$status" -eq 2 ]
    [[ ${lines[-1]} == "$work/none.csv: not a CSV of scanbench" ]]
    [ ! -e "$work/r.svg" ]
}

@test "plot draws beside the result, or into --output" {
    make_csv "$work/a b.csv" serial
    make_json "$work/a b.json"
    run "$scanbench" plot "$work/a b.csv"
    [ "$status" -eq 0 ]
    [ "$output" = "$work/a b-bandwidth.svg"$'\n'"$work/a b-bandwidth.png" ]
    is_svg "$work/a b-bandwidth.svg"
    is_png "$work/a b-bandwidth.png"
    run "$scanbench" plot --output "$work/new/charts" "$work/a b.json"
    [ "$status" -eq 0 ]
    is_svg "$work/new/charts/a b-bandwidth.svg"
    is_png "$work/new/charts/a b-bandwidth.png"
    [ "$(ls "$work" | wc -l)" -eq 5 ] # nothing temporary is left
}

@test "charts and reports are not written through links of others" {
    [ "$(id -u)" -eq 0 ] || skip "only root can make links of others"
    make_csv "$work/r.csv" serial
    make_json "$work/r.json"
    echo old | tee "$work/victim.svg" >"$work/victim.html"
    for ending in -bandwidth.svg .html; do
        ln -s "victim.${ending##*.}" "$work/r$ending"
        chown -h nobody "$work/r$ending"
        run "$scanbench" plot --html "$work/r.csv"
        [ "$status" -eq 4 ]
        [[ ${lines[-1]} == "scanbench: error: $work/r$ending: a link of another user"*"; expected a regular file, which is replaced, or none" ]]
        [ "$(cat "$work/victim.${ending##*.}")" = old ]
        [ -L "$work/r$ending" ]
        rm "$work/r$ending"
    done
}

@test "charts and reports go to where one's own links lead" {
    make_csv "$work/r.csv" serial
    make_json "$work/r.json"
    mkdir "$work/shown"
    for ending in -bandwidth.svg -bandwidth.png .html; do
        ln -s "shown/chart${ending#-bandwidth}" "$work/r$ending"
    done
    echo old >"$work/shown/chart.svg"
    "$scanbench" plot --html --quiet "$work/r.csv"
    [ "$(find "$work" -type l | wc -l)" -eq 3 ]
    is_svg "$work/shown/chart.svg"
    is_png "$work/shown/chart.png"
    grep -q '^</html>' "$work/shown/chart.html"
    [ "$(ls "$work/shown" | wc -l)" -eq 3 ]
}

@test "charts and reports are not written into FIFOs and devices, nor waited for" {
    make_csv "$work/r.csv" serial
    make_json "$work/r.json"
    for ending in -bandwidth.svg -bandwidth.png .html; do
        mkfifo "$work/r$ending"
        run timeout 60 "$scanbench" plot --html "$work/r.csv"
        [ "$status" -eq 4 ]
        [[ ${lines[-1]} == "scanbench: error: $work/r$ending: a FIFO; expected a regular file, which is replaced, or none" ]]
        rm "$work/r$ending"
        ln -s /dev/null "$work/r$ending"
        run timeout 60 "$scanbench" plot --html "$work/r.csv"
        [ "$status" -eq 4 ]
        [[ ${lines[-1]} == "scanbench: error: /dev/null: a device; expected"* ]]
        rm "$work/r$ending"
    done
}

@test "a plot that is killed leaves no litter" {
    make_csv "$work/r.csv" serial
    fake_gnuplot 'echo half >"$5"; kill -9 $PPID; sleep 1'
    PATH=$work/bin:$PATH run "$scanbench" plot "$work/r.csv"
    [ "$status" -eq 137 ]
    [ "$(ls "$work")" = "bin"$'\n'"r.csv" ]
}

@test "plot works from any folder" {
    make_csv "$work/r.csv" serial
    cd "$work"
    "$scanbench" plot r.csv
    is_svg r-bandwidth.svg
}

@test "plot takes the scripts of SCANBENCH_SCRIPTS" {
    make_csv "$work/r.csv" serial
    mkdir "$work/mine"
    SCANBENCH_SCRIPTS=$work/mine run "$scanbench" plot "$work/r.csv"
    [ "$status" -eq 3 ]
    [[ $output == *"$work/mine/bandwidth.gp"* ]]
    echo 'print "mine says no"; exit status 5' >"$work/mine/bandwidth.gp"
    SCANBENCH_SCRIPTS=$work/mine run "$scanbench" plot "$work/r.csv"
    [ "$status" -eq 3 ]
    [[ $output == *"mine says no"* ]]
    [ ! -e "$work/r-bandwidth.svg" ]
}

@test "plot without gnuplot names the package" {
    make_csv "$work/r.csv" serial
    fake_gnuplot
    PATH=$work/bin run "$scanbench" plot "$work/r.csv"
    [ "$status" -eq 3 ]
    [[ $output == *gnuplot-nox* ]]
}

@test "a gnuplot that fails leaves the old chart and no litter" {
    make_csv "$work/r.csv" serial
    echo old >"$work/r-bandwidth.svg"
    fake_gnuplot 'echo first >&2; echo "the last line" >&2; echo half >"$5"; exit 9'
    PATH=$work/bin:$PATH run "$scanbench" plot "$work/r.csv"
    [ "$status" -eq 3 ]
    [[ $output == *"exit code 9): the last line"* ]]
    [ "$(cat "$work/r-bandwidth.svg")" = old ]
    [ "$(ls "$work")" = "bin"$'\n'"r-bandwidth.svg"$'\n'"r.csv" ]
}

@test "a gnuplot that draws nothing is an error" {
    make_csv "$work/r.csv" serial
    fake_gnuplot 'exit 0'
    PATH=$work/bin:$PATH run "$scanbench" plot "$work/r.csv"
    [ "$status" -ne 0 ]
    [ "$(ls "$work")" = "bin"$'\n'"r.csv" ]
}

@test "plot refuses what is no result" {
    run "$scanbench" plot
    [ "$status" -eq 2 ]
    [[ $output == *"no result given"* ]]
    run "$scanbench" plot "$work/none.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"No such file"* ]]
    run "$scanbench" plot README
    [ "$status" -eq 2 ]
    [[ $output == *"expected a .csv or .json"* ]]
    echo 'a,b' >"$work/x.csv"
    run "$scanbench" plot "$work/x.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"not a CSV of scanbench"* ]]
    echo '{}' >"$work/y.json"
    run "$scanbench" plot "$work/y.json"
    [ "$status" -eq 2 ]
    [[ $output == *"$work/y.csv, which is not there"* ]]
    : >"$work/empty.csv"
    run "$scanbench" plot "$work/empty.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"not a CSV of scanbench"* ]]
    mkdir "$work/folder.csv"
    run "$scanbench" plot "$work/folder.csv"
    [ "$status" -eq 2 ]
}

@test "a result without a row to draw is told in one line" {
    make_csv "$work/r.csv" serial
    sed -i 's/,ok,/,skipped,/' "$work/r.csv"
    run "$scanbench" plot "$work/r.csv"
    [ "$status" -eq 2 ]
    [ "$output" = "scanbench: error: $work/r.csv: no row to draw: none is ok with a size and a rate" ]
    make_csv "$work/r.csv" serial
    run "$scanbench" plot --kind bandwidth-vs-workers "$work/r.csv"
    [ "$status" -eq 0 ]
    sed -i 's/,256,8,/,NaN,NaN,/' "$work/r.csv"
    run "$scanbench" plot --kind heatmap "$work/r.csv"
    [ "$status" -eq 2 ]
    [ "$output" = "scanbench: error: $work/r.csv: no row to draw: none has values_per_thread" ]
    run "$scanbench" plot --kind relative-vs-size --baseline nobody "$work/r.csv"
    [ "$status" -eq 2 ]
    [ "$output" = "scanbench: error: no line matches the baseline 'nobody'" ]
}

@test "what no run measures is not drawn: no value of a cell stops a script" {
    make_csv "$work/good.csv" serial simd/operators
    make_counts "$work/counts.csv"
    for value in inf 1e400 0 -1 abc; do
        for column in n time_median_s time_ci_low_s time_ci_high_s bytes_per_s limit_bytes_per_s limit_ratio l1d_bytes workers; do
            awk -F, -v OFS=, -v c=$column -v v="$value" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
                NR == 4 { $at[c] = v } 1' "$work/good.csv" >"$work/r.csv"
            for script in bandwidth heatmap; do
                run gnuplot -d -c scripts/$script.gp "$work/r.csv" "$work/x.svg"
                [ "$status" -eq 0 ]
                [ -z "$output" ]
            done
        done
        for column in threads_per_group values_per_thread useful_adds barriers steps; do
            awk -F, -v OFS=, -v c=$column -v v="$value" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
                NR == 4 { $at[c] = v } 1' "$work/counts.csv" >"$work/r.csv"
            run gnuplot -d -c scripts/counts.gp "$work/r.csv" "$work/x.svg"
            [ "$status" -eq 0 ]
            [ -z "$output" ]
        done
    done
}

@test "a script alone names the column that a file lacks" {
    make_csv "$work/r.csv" serial
    run gnuplot -d -c scripts/counts.gp "$work/r.csv" "$work/x.svg"
    [ "$status" -eq 2 ]
    [ "$output" = "$work/r.csv: its header has no column phase" ]
    make_counts "$work/r.csv"
    run gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/x.svg"
    [ "$status" -eq 2 ]
    [ "$output" = "$work/r.csv: its header has no column family" ]
}

@test "what gnuplot itself says comes without the line of a script" {
    make_csv "$work/r.csv" serial
    fake_gnuplot 'echo "\"/some/lines.gp\" line 179: undefined value" >&2; exit 1'
    PATH=$work/bin:$PATH run "$scanbench" plot "$work/r.csv"
    [ "$status" -eq 3 ]
    [ "$output" = "scanbench: error: gnuplot failed on $work/r.csv (exit code 1): undefined value" ]
}

@test "an output folder that cannot be made is told before drawing" {
    make_csv "$work/r.csv" serial
    touch "$work/file"
    run "$scanbench" plot --output "$work/file/x" "$work/r.csv"
    [ "$status" -eq 4 ]
    run "$scanbench" plot --output - "$work/r.csv"
    [ "$status" -eq 2 ]
}

@test "names that gnuplot or a shell would run are refused" {
    cd "$work"
    for name in '<touch owned.csv' '|touch owned.csv' 'a;touch owned.csv' '`touch owned`.csv' '$(touch owned).csv' \
        "a'b.csv" 'a"b.csv' 'a\b.csv' $'a\nb.csv' 'a*.csv'; do
        make_csv "./$name" serial
        run "$scanbench" plot "$name"
        [ "$status" -eq 2 ]
        [[ $output == *"cannot be given to gnuplot"* ]]
        [ "${#lines[@]}" -eq 1 ]
    done
    make_csv r.csv serial
    run "$scanbench" plot -o '|touch owned' r.csv
    [ "$status" -eq 2 ]
    [ ! -e owned ]
}

@test "a script alone runs nothing of names and options" {
    cd "$work"
    make_csv r.csv serial
    scripts=$(realpath "$BATS_TEST_DIRNAME/../../scripts")
    kinds=$(grep -l '^# kind: ' "$scripts"/*.gp)
    [ "$(wc -w <<<"$kinds")" -ge 9 ]
    for script in $kinds; do
        run gnuplot -d -c "$script" '< touch owned; cat r.csv' r.svg
        [ "$status" -eq 2 ]
        [[ $output == *"'< touch owned; cat r.csv': expected a file"* ]]
        run gnuplot -d -c "$script" r.csv '| touch owned; cat >x.svg'
        [ "$status" -eq 2 ]
        [[ $output == *"'| touch owned; cat >x.svg': expected a file"* ]]
        # The rest is common.gp's, which all of them load.
        [[ $script == */bandwidth.gp || $script == */counts.gp ]] || continue
        for name in ' < touch owned; cat r.csv' '|touch owned' '`touch owned`.csv' '$(touch owned).csv' "r.csv'.system('touch owned').'" \
            'r.csv".system("touch owned")."' '@owned' '-' '+' '++' '$owned' ''; do
            run timeout 60 gnuplot -d -c "$script" "$name" r.svg </dev/null
            [ "$status" -ne 0 ]
            [ "$status" -ne 124 ]
            run timeout 60 gnuplot -d -c "$script" r.csv "$name.svg" </dev/null
            [ "$status" -ne 124 ]
        done
        for option in 'unit=`touch owned`' 'baseline=`touch owned`' "baseline='.system('touch owned').'" 'filter=n>=`touch owned`' \
            'n="".system("touch owned")' '`touch owned`=1' 'a=@owned' 'format=svg`touch owned`' 'format=$(touch owned)'; do
            run timeout 60 gnuplot -d -c "$script" r.csv r.svg "$option" </dev/null
            [ "$status" -ne 124 ]
        done
    done
    [ ! -e owned ]
    cp r.csv 'a <b |c.csv'
    gnuplot -d -c "$scripts/bandwidth.gp" 'a <b |c.csv' 'a <b |c.svg'
    is_svg 'a <b |c.svg'
}

@test "a loop over files draws each with a script, and runs none" {
    cd "$work"
    for name in r.csv '< touch owned; cat r.csv' '|touch owned; cat r.csv' '`touch owned`.csv'; do
        make_csv "./$name" serial
    done
    for name in *.csv; do
        gnuplot -d -c "$BATS_TEST_DIRNAME/../../scripts/bandwidth.gp" "$name" "${name%.csv}.svg" || true
    done
    [ ! -e owned ]
    is_svg r.svg
}

@test "a script draws what format= says, whatever the name" {
    make_csv "$work/r.csv" serial
    for format in svg png; do
        gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/plain" "format=$format"
        "is_$format" "$work/plain"
    done
    run gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/x.svg" format=gif
    [ "$status" -eq 2 ]
}

@test "every chart says its kind, title and columns, and is documented" {
    kinds=$(sed -n 's/^# kind: //p' scripts/*.gp)
    [ "$(wc -w <<<"$kinds")" -ge 9 ]
    for script in $(grep -l '^# kind: ' scripts/*.gp); do
        kind=$(sed -n 's/^# kind: //p' "$script")
        grep -q '^# title: [A-Z]' "$script"
        grep -qE '^# columns: (primitive|problem), algorithm, ' "$script"
        grep -qF "| \`$kind\` | \`$(basename "$script")\` |" docs/charts.md
        grep -qE "^\.It Cm .*\b$kind( |$)" man/scanbench-config.5
        grep -qF "\"$kind\"" configs/sweep.schema.json
    done
    # And nothing else: what the schema has after "kind", up to the next key.
    [ "$(sed -n '/What is drawn/,/\]/p' configs/sweep.schema.json | grep -oE '"[a-z-]+"' | tr -d '"' | grep -vxE 'description|enum' | sort)" = \
        "$(sort <<<"$kinds")" ]
}

@test "what a CSV has is known by whole names of its columns" {
    make_csv "$work/r.csv" serial
    sed -i '1s/$/,phases,commits/; 2,$s/$/,-,-/' "$work/r.csv"
    run "$scanbench" plot --format svg "$work/r.csv"
    [ "$output" = "$work/r-bandwidth.svg" ]
}

@test "a line of a CSV that is torn is refused with its place" {
    make_csv "$work/r.csv" serial
    columns=$(head -1 "$work/r.csv" | tr , '\n' | wc -l)
    printf '\nscan,serial,simd' >>"$work/r.csv" # after an empty line, which is none
    run "$scanbench" plot --format svg "$work/r.csv"
    [ "$status" -eq 2 ]
    [ "$output" = "$work/r.csv:$(($(wc -l <"$work/r.csv") + 1)):1: error: a line of 3 cells; expected $columns, as many as there are columns" ]
}

@test "a kind without its column is refused with the name of both" {
    make_csv "$work/r.csv" serial
    run "$scanbench" plot --kind=accuracy-vs-speed "$work/r.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"$work/r.csv: accuracy-vs-speed: its header has no column error_eps" ]]
    # As of who has cut out what seemed to be needless.
    for column in mode device limit_ratio utc; do
        make_csv "$work/r.csv" serial
        sed -i "1s/,$column\b/,x/" "$work/r.csv"
        run "$scanbench" plot --format svg "$work/r.csv"
        [ "$status" -eq 2 ]
        [[ $output == *"$work/r.csv: its header has no column $column" ]]
    done
}

@test "what stands in the cells is drawn, never run" {
    cd "$work"
    make_csv r.csv '`touch owned1`' '$(touch owned2)' '"""; system(""touch owned3""); """' "'.system('touch owned4').'" \
        '@touch' '=cmd|x' '%s%n%d' '{/Symbol a}_b^c' '<b>&amp;'
    run "$scanbench" plot r.csv
    [ "$status" -eq 0 ]
    is_svg r-bandwidth.svg
    is_png r-bandwidth.png
    grep -qF '{/Symbol a}_b^c' r-bandwidth.svg
    grep -qF '%s%n%d' r-bandwidth.svg
    [ -z "$(ls | grep owned)" ]
}

@test "plot draws what the config of the result asks for" {
    make_tiles "$work/r.csv"
    make_json "$work/r.json" '{ "plots": [ { "kind": "heatmap", "filter": { "load": "blocked" } },
  { "kind": "heatmap", "filter": { "n": "<16Mi" } }, { "kind": "counts" },
  { "kind": "bandwidth-vs-size", "unit": "time" } ] }'
    run "$scanbench" plot "$work/r.json"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 6 ]
    cp "$work/r-heatmap.svg" "$work/x.svg"
    lacks striped, "$work/x.svg"
    shows 'n = 16Mi'
    cp "$work/r-heatmap-2.svg" "$work/x.svg"
    shows 'n = 1Mi'
    is_png "$work/r-heatmap-2.png"
    cp "$work/r-bandwidth-time.svg" "$work/x.svg"
    shows 'Time against size'
}

@test "plot refuses plots that it cannot read, with their place" {
    make_csv "$work/r.csv" serial
    make_json "$work/r.json" '{ "plots": [ { "kind": "heatmpa" } ] }'
    run "$scanbench" plot "$work/r.csv"
    [ "$status" -eq 2 ]
    [[ $output == "$work/r.json:3:35: error: unknown kind of plot 'heatmpa' (/config/plots/0/kind)"*"did you mean 'heatmap'?" ]]
}

@test "plot takes no JSON for a result that is none" {
    make_csv "$work/r.csv" serial
    for text in '[]' '{}' '{ "schema": "scanbench-counts", "schema_version": 1 }' 7 '' '{ "schema": "scanbench-results", "schema_version": 3 }'; do
        printf '%s' "$text" >"$work/r.json"
        for html in '' --html; do
            run "$scanbench" plot $html "$work/r.csv"
            [ "$status" -eq 2 ]
            [ "${#lines[@]}" -eq 1 ]
            [[ $output == "$work/r.json:1:"*"; expected "* ]]
        done
    done
    [ ! -e "$work/r.html" ]
}

@test "plot says where a result has a flag, a name or a row of the wrong type" {
    make_csv "$work/r.csv" serial
    row='{"status":"ok","flags":@,"samples_s":[1e-6],"parameters":{"primitive":"scan","algorithm":"serial","family":"serial","dtype":"u32","n":8,"pages":"4k","cache":"hot"}}'
    for flags in '[1]' '[null]' '[{}]' 1 '"unstable"'; do
        make_json "$work/r.json"
        sed -i "s/\"results\": \[/&${row/@/$flags}/" "$work/r.json"
        run "$scanbench" plot --html "$work/r.csv"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == "$work/r.json:2:"*"/results/0/flags"*"; expected a "* ]]
    done
    make_json "$work/r.json" '{ "name": 7 }'
    run "$scanbench" plot --html "$work/r.csv"
    [ "$status" -eq 2 ]
    [[ $output == "$work/r.json:3:22: error: got 7 (/config/name); expected a text" ]]
}

@test "exact counts have no report" {
    make_counts "$work/r-counts.csv"
    echo '{}' >"$work/r-counts.json"
    run "$scanbench" plot --html "$work/r-counts.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"--html: $work/r-counts.csv has exact counts; the report is made of times" ]]
}

@test "plot takes kinds, unit, baseline and filter from the command line" {
    make_csv "$work/r.csv" serial simd/operators
    run "$scanbench" plot --kind=relative-vs-size --kind=ladder --unit=time --baseline='simd/*' --filter 'dtype=f32, n <= 64Ki' \
        "$work/r.csv"
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 4 ]
    cp "$work/r-relative.svg" "$work/x.svg"
    shows 'Time relative to simd/operators' 'scan f32' 64Ki
    lacks 'scan u32' "$work/x.svg"
    run "$scanbench" plot --kind=lader "$work/r.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"did you mean 'ladder'"* ]]
    run "$scanbench" plot --kind=counts "$work/r.csv"
    [ "$status" -eq 2 ]
    run "$scanbench" plot --baseline='x;y' "$work/r.csv"
    [ "$status" -eq 2 ]
    run "$scanbench" plot --filter 'nn=1' "$work/r.csv"
    [ "$status" -eq 2 ]
}

@test "the counts of a sweep are drawn beside it" {
    make_counts "$work/r-counts.csv"
    run "$scanbench" plot "$work/r-counts.csv"
    [ "$status" -eq 0 ]
    [ "$output" = "$work/r-counts.svg"$'\n'"$work/r-counts.png" ]
}

@test "charts of stamped results are stamped, and the name alone leads to the newest" {
    for time in 20260131T120000Z 20260131T120001Z; do
        make_csv "$work/r-$time.csv" serial
        ln -sf "r-$time.csv" "$work/r.csv"
        run "$scanbench" plot --format=svg "$work/r.csv"
        [ "$output" = "$work/r-bandwidth.svg" ]
        [ "$(readlink "$work/r-bandwidth.svg")" = "r-$time-bandwidth.svg" ]
        is_svg "$work/r-bandwidth.svg"
    done
    is_svg "$work/r-20260131T120000Z-bandwidth.svg"
    run "$scanbench" plot --format=svg "$work/r-20260131T120000Z.csv"
    [ "$output" = "$work/r-20260131T120000Z-bandwidth.svg" ]
    [ "$(readlink "$work/r-bandwidth.svg")" = r-20260131T120001Z-bandwidth.svg ]
    # A link elsewhere and a file are written, as ever.
    mkdir "$work/shown"
    ln -sfn shown/chart.svg "$work/r-bandwidth.svg"
    "$scanbench" plot -q --format=svg "$work/r.csv"
    is_svg "$work/shown/chart.svg"
    [ "$(readlink "$work/r-bandwidth.svg")" = shown/chart.svg ]
}
