# SPDX-License-Identifier: MIT
# Charts: the gnuplot script alone, `scanbench plot`, and what they refuse.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    work=$(mktemp -d)
}

teardown() {
    rm -rf "$work"
}

# A result with every column: ALGORITHM… at sizes 2^10 … 2^20, u32 and f32; PATTERN, an unstable point, a wrong row, n = 0.
make_csv() { # FILE ALGORITHM…
    file=$1
    shift
    {
        printf '%s' primitive,algorithm,family,dtype,op,mode,n,threads_per_group,values_per_thread,unroll,load,
        printf '%s' load_width,groups,network,workers,isa,selectivity,pages,cache,device,status,samples,batch,
        printf '%s' time_median_s,time_ci_low_s,time_ci_high_s,time_min_s,time_mean_s,time_sd_s,elements_per_s,
        printf '%s' bytes_per_s,limit_bytes_per_s,limit_ratio,flags,stop_reason,
        printf '%s\n' machine,l1d_bytes,l2_bytes,l3_bytes,utc
        for algorithm in "$@"; do
            awk -v a="$algorithm" '
            function row(dtype, n, t, status, flags,    rates) {
                rates = n > 0 ? n / t "," 8 * n / t ",2e10,0.5" : "0,0,NaN,NaN"
                if (status != "ok") rates = "NaN,NaN,NaN,NaN"
                printf "scan,%s,simd,%s,sum,exclusive,%d,256,8,NaN,-,NaN,NaN,-,2,avx2,NaN,huge,hot,-,%s,20,64,%g,%g,%g,",
                    a, dtype, n, status, t, t * 0.98, t * 1.03
                printf "%g,%g,%g,%s,%s,precision,A CPU (R) @ 2 GHz,32768,1048576,8388608,2026-01-31T12:00:00Z\n",
                    t, t, t / 50, rates, flags
            }
            BEGIN {
                row("u32", 0, 1e-8, "ok", "-")
                for (k = 10; k <= 20; k += 2) {
                    row("u32", 2 ^ k, 2 ^ k * 4e-10, "ok", k == 14 ? "ci_wide;unstable" : "-")
                    row("f32", 2 ^ k, 2 ^ k * 5e-10, "ok", "-")
                }
                row("u32", 2 ^ 30, 1, "wrong", "-")
            }'
        done
    } >"$file"
}

# The least JSON of a result without rows, with a config.
make_json() { # FILE [CONFIG]
    printf '{ "schema": "scanbench-results", "schema_version": 1, "complete": true, "machine": { "identity": {}, "state": {} },
 "results": [],\n "config": %s }' "${2-{\}}" >"$1"
}

is_svg() {
    head -c 200 "$1" | grep -q '<?xml'
    tail -c 20 "$1" | grep -q '</svg>'
}

is_png() {
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ]
    [ "$(tail -c 8 "$1" | head -c 4)" = IEND ]
}

lacks() { # TEXT FILE
    if grep -F -- "$1" "$2"; then
        return 1
    fi
}

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
    diff <(sed 's/r\.csv/X.csv/' "$work/r.svg") <(sed 's/b\.csv/X.csv/' "$work/b.svg")
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
        grep -q '^# columns: primitive, algorithm, ' "$script"
        grep -qF "| \`$kind\` | \`$(basename "$script")\` |" README.md
        grep -qE "^\.It Cm .*\b$kind( |$)" man/scanbench-config.5
        grep -qF "\"$kind\"" configs/sweep.schema.json
    done
    # And nothing else: what the schema has after "kind", up to the next key.
    [ "$(sed -n '/What is drawn/,/\]/p' configs/sweep.schema.json | grep -oE '"[a-z-]+"' | tr -d '"' | grep -vxE 'description|enum' | sort)" = \
        "$(sort <<<"$kinds")" ]
}

@test "a kind without its column is refused with the name of both" {
    make_csv "$work/r.csv" serial
    run "$scanbench" plot --kind=accuracy-vs-speed "$work/r.csv"
    [ "$status" -eq 2 ]
    [[ $output == *"$work/r.csv: accuracy-vs-speed: its header has no column error_eps" ]]
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

# A reduction by T and V at two sizes, striped and blocked.
make_tiles() { # FILE
    make_csv "$1" serial
    awk -v OFS=, 'BEGIN {
        for (l = 0; l < 2; l++) for (t = 32; t <= 1024; t *= 2) for (v = 1; v <= 32; v *= 2) for (k = 20; k <= 24; k += 4) {
            n = 2 ^ k; s = n * 1e-10 * (1 + (v < 4) + (t > 512) / 4 + l)
            printf "reduce,group/multilevel/raking,group,u32,sum,-,%d,%d,%d,NaN,%s,NaN,NaN,-,2,avx2,NaN,huge,hot,-,ok,20,64,", \
                n, t, v, l ? "striped" : "blocked"
            printf "%g,%g,%g,%g,%g,%g,%g,%g,4e10,0.5,%s,precision,A CPU,32768,1048576,8388608,2026-01-31T12:00:00Z\n", \
                s, s * 0.98, s * 1.03, s, s, s / 50, n / s, 4 * n / s, v == 8 ? "ci_wide;unstable" : "-"
        }
    }' >>"$1"
}

draws() { # SCRIPT OPTION…: without a word, SVG and PNG; the SVG stays in $work/x.svg
    script=scripts/$1.gp
    shift
    for ending in svg png; do
        run gnuplot -d -c "$script" "$work/r.csv" "$work/x.$ending" "$@"
        [ "$status" -eq 0 ]
        [ -z "$output" ]
    done
    is_svg "$work/x.svg"
    is_png "$work/x.png"
    refute grep -qE '<title>([^<]*\$|Gnuplot|gnuplot)' "$work/x.svg" # what is plotted says what it is
}

# All that the SVG has as text, on one line: gnuplot draws each line of a text on its own.
drawn_text() {
    grep -oE '<text>(<tspan[^>]*>)?[^<]*' "$work/x.svg" | sed 's/.*>//' | tr '\n' ' '
}

shows() { # TEXT…: in the SVG
    for text; do
        grep -qF -- "$text" "$work/x.svg" || drawn_text | grep -qF -- "$text"
    done
}

@test "time against size, in units of time" {
    make_csv "$work/r.csv" serial simd/operators
    draws time
    shows 'Time against size' '1 µs' '100 µs' 'limit' 'L2 ×2'
    draws bandwidth unit=elements/s
    shows 'Throughput against size' 'elements/s'
    run gnuplot -d -c scripts/time.gp "$work/r.csv" "$work/x.svg" unit=furlongs
    [ "$status" -eq 2 ]
}

@test "a relative chart names its baseline" {
    make_csv "$work/r.csv" serial simd/operators
    draws relative 'baseline=simd/*'
    shows 'Time relative to simd/operators' 'time of the baseline'
    draws relative
    shows 'Time relative to serial'
    run gnuplot -d -c scripts/relative.gp "$work/r.csv" "$work/x.svg" baseline=none
    [ "$status" -eq 2 ]
    [[ $output == *"no line matches the baseline 'none'"* ]]
}

@test "values per thread at the greatest size, a line for each T" {
    make_tiles "$work/r.csv"
    draws values primitive=reduce
    shows 'reduce u32 sum, group/multilevel/raking; ' 'n = 1Mi, blocked' 'n = 16Mi, striped' 'T = 32' 'T = 1024' unstable
    draws values 'filter=n=1Mi,load=block*,primitive=reduce' 'values_per_thread>=4'
    shows 'n = 1Mi'
    lacks striped, "$work/x.svg"
}

@test "workers on the axis, and one limit that grows with them" {
    make_csv "$work/one.csv" threads/chained threads/partitioned
    for workers in 1 2 4; do
        sed "1d; s/,-,2,avx2,/,-,$workers,avx2,/" "$work/one.csv"
    done | sed "1i $(head -1 "$work/one.csv")" >"$work/r.csv"
    draws workers dtype=u32
    shows 'Bandwidth against workers' 'scan u32 sum exclusive; ' 'n = 1Mi' 'n = 1Ki' 'Sizes: 4 of 6.' 'threads/chained' 'threads/partitioned'
    [ "$(grep -c '<text>limit<' "$work/x.svg")" -eq 4 ] # one a panel
    lacks workers, "$work/x.svg"
}

@test "a heat map frames the best cell of each panel" {
    make_tiles "$work/r.csv"
    draws heatmap 'filter=n<16Mi'
    shows 'Framed: the best of a panel' 'n = 1Mi' '○'
    [ "$(grep -c 'rgb(213,  94,   0)' "$work/x.svg")" -ge 2 ]
}

@test "a ladder says the share of the limit" {
    make_tiles "$work/r.csv"
    draws ladder
    shows 'share of the limit' ' 50 %' 'scan u32 sum exclusive, n = 1Mi' 'reduce u32 sum, n = 16Mi' 'best T='
    draws ladder unit=time
    shows ' ms'
}

@test "accuracy needs errors" {
    make_csv "$work/r.csv" serial
    run gnuplot -d -c scripts/accuracy.gp "$work/r.csv" "$work/x.svg"
    [ "$status" -eq 2 ]
    [ "$output" = "$work/r.csv: its header has no column error_eps" ]
    sed -i '1s/$/,error_eps/; 2,$s/$/,1e-7/; 3s/1e-7$/0/' "$work/r.csv"
    draws accuracy
    shows 'Accuracy against speed' '1e-07' serial 'error, ε·Σ|x|'
}

make_counts() { # FILE
    {
        printf '%s' primitive,algorithm,dtype,op,n,threads_per_group,values_per_thread,device,order,verdict,kernel,phase,scope,
        printf '%s' adds,subs,multiplies,shuffles,shared_loads,shared_stores,bank_conflicts,barriers,simd_barriers,steps,
        printf '%s' shared_words,device_loads,device_stores,transactions,atomics,polls,launches,useful_adds,stale_reads,
        echo relative_error
        for t in 32 64 128 256; do
            for phase in load local total; do
                echo "scan,group/x/raking,u32,sum,1024,$t,1,metal-m1,ascending,ok,scan,$phase,group,$((2 * t + 97)),0,0,6,1,1,$((t - 32)),2,0,$((t / 32 + 6)),1,1,1,1,0,0,3,$((t - 1)),0,NaN"
            done
        done
    } >"$1"
}

@test "counts are drawn against T" {
    make_counts "$work/r.csv"
    draws counts
    shows 'adds issued / useful adds' 'barriers of a group' 'bank conflicts of a group' 'dependent steps' \
        'scan group/x/raking' 'local step, V=1'
}

@test "counts of the program itself are drawn: of kernels without a local step all, apart where an axis differs" {
    cat >"$work/c.json" <<'JSON'
{ "name": "c", "sweeps": [
  { "primitive": "tiled_scan", "algorithm": ["group/naive", "group/warp"], "sizes": 512, "threads_per_group": [32, 64] },
  { "primitive": "scan", "algorithm": "group/reduce-then-scan", "local": ["raking", "cooperative"], "sizes": 512,
    "threads_per_group": [32, 64], "values_per_thread": 1, "network": ["kogge-stone", "sklansky"] },
  { "primitive": "count", "algorithm": "group/block", "sizes": 512, "threads_per_group": [32, 64], "load_width": [1, 4] } ] }
JSON
    "$scanbench" counts -c "$work/c.json" --device cuda --format none -q -o "$work"
    cp "$work/c-counts.csv" "$work/r.csv"
    draws counts
    shows 'tiled_scan group/naive' 'count group/block, load width 4' 'scan group/reduce-then-scan, sklansky, cooperative' \
        'the local step, else all of it' 'memory instructions / 32 elements loaded'
    refute grep -q 'reduce_tile' "$work/x.svg"
    draws counts filter=primitive=tiled_scan
    shows 'barriers of a group' 'dependent steps' 'all of it'
    refute grep -q 'bank conflicts' "$work/x.svg" # there are none
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
    for text in '[]' '{}' '{ "schema": "scanbench-counts", "schema_version": 1 }' 7 '' '{ "schema": "scanbench-results", "schema_version": 2 }'; do
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

@test "charts say what all lines share apart from what some have, and name groups that follow the size" {
    cat >"$work/sweep.json" <<'JSON'
{ "name": "c", "measure": { "samples": [3, 3], "max_time": "20ms" }, "sweeps": [
  { "primitive": "dot", "algorithm": "serial/strict", "dtype": "f32", "sizes": [4096, 8192] },
  { "primitive": "dot", "algorithm": ["group/two-pass/shared", "group/one-pass/shuffle"], "dtype": "f32",
    "threads_per_group": 256, "zip": { "sizes": [4096, 8192], "groups": [16, 32] } } ] }
JSON
    "$scanbench" -c "$work/sweep.json" -o "$work" --quiet --format=none
    cp -L "$work/c.csv" "$work/r.csv"
    draws relative baseline=serial/strict
    shows 'where a line has it: T=256, n/T groups' 'Time relative to serial/strict' 'a triangle at the edge: beyond it'
    refute grep -q '<text>group/two-pass/shared, ' "$work/x.svg"
    draws ladder
    shows 'where a line has it'
}

@test "a ladder has the best on top, and a relative chart marks what is beyond its edges" {
    make_csv "$work/r.csv" serial simd/operators
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["algorithm"] == "serial" { $at["time_median_s"] *= 100; $at["time_ci_low_s"] *= 100; $at["time_ci_high_s"] *= 100; $at["bytes_per_s"] /= 100 } 1' \
        "$work/r.csv" >"$work/slow.csv"
    mv "$work/slow.csv" "$work/r.csv"
    draws ladder
    # From the bottom.
    [ "$(grep -oE '<text>(serial|simd/operators)[^<]*<' "$work/x.svg" | cut -c7-10 | xargs)" = "seri simd seri simd" ]
    draws relative baseline=simd/operators
    shows 'beyond it'
    grep -q 'href=.#gpPt8' "$work/x.svg" # the triangle: the lines have other shapes
}

@test "a ladder marks what was published of the very same" {
    make_csv "$work/r.csv" serial
    draws ladder
    refute grep -q "Grey diamond" "$work/x.svg"
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 { $at["primitive"] = "count"; $at["algorithm"] = "group/block"; $at["load_width"] = 4; $at["op"] = $at["mode"] = "-" }
        NR > 1 && $at["n"] == 2 ^ 20 { $at["n"] = 2 ^ 24 } 1' "$work/r.csv" >"$work/same.csv"
    mv "$work/same.csv" "$work/r.csv"
    draws ladder unit=time
    shows 'Grey diamond: published, Metadata Volume 2018, an NVIDIA GPU.'
    draws ladder unit=elements/s
    refute grep -q "Grey diamond" "$work/x.svg"
}

# The rows of a CSV with a column more: NAME, and of each row what awk says.
with_column() { # FILE NAME EXPRESSION
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print $0, "'"$2"'"; next } { print $0, '"$3"' }' "$1" >"$1.new"
    mv "$1.new" "$1"
}

@test "an SVG says what it shows, and each of its points what it is" {
    make_csv "$work/r.csv" serial simd/operators
    "$scanbench" plot -q "$work/r.csv"
    cp "$work/r-bandwidth.svg" "$work/x.svg"
    shows '<title>Bandwidth against size: r.csv</title>' '<title>limit</title>' '<title>serial, 95 % interval</title>' \
        '<title>serial, n = 1Ki: 20.0 GB/s [19.4 GB/s, 20.4 GB/s], 50 % of the limit</title>' \
        '<title>serial, n = 16Ki: 20.0 GB/s [19.4 GB/s, 20.4 GB/s], 50 % of the limit, unstable</title>'
    refute grep -qE '<title>([^<]*\$|Gnuplot|gnuplot)' "$work/x.svg"
    "$scanbench" plot -q --title 'A < B & C' "$work/r.csv"
    grep -qF '<title>A &lt; B &amp; C: r.csv</title>' "$work/r-bandwidth.svg"
}

@test "charts have the width, letters, title, names and format that are asked for" {
    make_csv "$work/r.csv" serial simd/operators
    run "$scanbench" plot --format svg --width 3.5in --font-size 8 --title 'For a paper' --name 'simd/*=this work' "$work/r.csv"
    [ "$status" -eq 0 ]
    [ "$output" = "$work/r-bandwidth.svg" ]
    cp "$work/r-bandwidth.svg" "$work/x.svg"
    grep -q '^ width="336" ' "$work/x.svg"
    shows 'font-size="10.70"' '<text>For a paper' '<text>this work' '<text>serial'
    refute grep -q '<text>simd' "$work/x.svg"
    run "$scanbench" plot --format pdf --width 89mm "$work/r.csv"
    [ "$output" = "$work/r-bandwidth.pdf" ]
    [ "$(head -c 5 "$work/r-bandwidth.pdf")" = %PDF- ]
    for wrong in --width=wide --width=0in --width=3.5 --font-size=big --font-size=2 --format=csv --style=pink '--name=serial' '--title='; do
        run "$scanbench" plot "$wrong" "$work/r.csv"
        [ "$status" -eq 2 ]
        [[ $output == *"${wrong%%=*}"*expected* ]]
    done
    run gnuplot -d -c scripts/bandwidth.gp "$work/r.csv" "$work/x.svg" width=1in font-size=20
    [ "$status" -eq 2 ]
    [ "$output" = "expected a width such as 3.5in or 89mm, at least 9 times the font-size and at most 100in" ]
}

@test "a config says what its charts look like" {
    make_csv "$work/r.csv" serial simd/operators
    make_json "$work/r.json" '{ "plots": [ { "kind": "bandwidth-vs-size", "title": "Mine", "names": { "serial": "plain C" },
  "width": "7in", "font_size": 10, "style": "grey" } ] }'
    "$scanbench" plot -q --format svg --name 'serial=C' "$work/r.csv"
    cp "$work/r-bandwidth.svg" "$work/x.svg"
    grep -q '^ width="672" ' "$work/x.svg"
    shows '<text>Mine' '<text>C<' '<text>simd/operators'
    refute grep -q "'rgb(  0, 114, 178)'" "$work/x.svg" # no colours
    for wrong in '"width": 3' '"width": "3furlong"' '"font_size": 100' '"style": "pink"' '"title": ""' '"names": { "a": "b=c" }'; do
        make_json "$work/r.json" "{ \"plots\": [ { \"kind\": \"ladder\", $wrong } ] }"
        run "$scanbench" plot "$work/r.csv"
        [ "$status" -eq 2 ]
        [[ $output == "$work/r.json:3:"*" error: "*"(/config/plots/0/"*"; expected "* ]]
    done
}

@test "the subject of a config stands in front of the titles of its charts" {
    make_csv "$work/r.csv" serial
    make_json "$work/r.json" '{ "title": "Scans on a desk", "plots": [ { "kind": "bandwidth-vs-size" }, { "kind": "ladder", "title": "Mine" } ] }'
    "$scanbench" plot -q --format svg "$work/r.csv"
    grep -q '<text>Scans on a desk: Bandwidth against size' "$work/r-bandwidth.svg"
    grep -q '<text>Mine<' "$work/r-ladder.svg"
    printf '{ "name": "a", "title": "", "sweeps": [ { "primitive": "scan", "algorithm": "serial", "sizes": 8 } ] }' >"$work/c.json"
    run "$scanbench" -c "$work/c.json" --dry-run
    [ "$status" -eq 2 ]
    [[ $output == *'(/title); expected a line of at most 255 bytes'* ]]
}

@test "accuracy is drawn of a real run" {
    cat >"$work/c.json" <<'JSON'
{ "name": "sums", "measure": { "samples": [3, 3], "max_time": "20ms" }, "sweeps": [
  { "primitive": "reduce", "algorithm": ["serial/strict", "simd/*"], "dtype": "f32", "op": "sum", "sizes": 65536 } ] }
JSON
    "$scanbench" -c "$work/c.json" -o "$work" --quiet --format=none
    "$scanbench" plot -q --kind accuracy-vs-speed --format svg "$work/sums.csv"
    cp "$work/sums-accuracy.svg" "$work/x.svg"
    shows 'Accuracy against speed' 'serial/strict' 'simd/operators' 'error, ε·Σ|x|'
    grep -qE '<title>serial/strict: [0-9.]+ GB/s, error 0?\.?[0-9.e-]+</title>' "$work/x.svg"
}

@test "titles of panels say what differs, on as many lines as they need" {
    make_tiles "$work/r.csv"
    draws values primitive=reduce width=4in
    shows 'reduce u32 sum, group/multilevel/raking; '
    refute grep -qE '<text>(reduce u32 sum, )?n = (1|16)Mi, group' "$work/x.svg"
    [ "$(grep -c '<text>n = 16Mi, ' "$work/x.svg")" -eq 2 ]
}

@test "ticks reach the data, and names stand in the order of the lines' ends" {
    make_csv "$work/r.csv" serial simd/operators
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["algorithm"] == "serial" { $at["time_median_s"] *= 3; $at["time_ci_low_s"] = $at["time_ci_high_s"] = "NaN"; $at["bytes_per_s"] /= 3 } 1' \
        "$work/r.csv" >"$work/slow.csv"
    mv "$work/slow.csv" "$work/r.csv"
    draws bandwidth dtype=u32
    # 6.67 to 20 GB/s.
    shows '<text>5<' '<text>20<' '<text>1Ki<' '<text>1Mi<'
    height_of() { grep -B1 "<text>$1<" "$work/x.svg" | sed -n 's/.*translate([0-9.]*,\([0-9]*\).*/\1/p'; }
    [ "$(height_of serial)" -gt "$(height_of simd/operators)" ]
    # Beside the chart where there is room, else in a legend.
    draws bandwidth dtype=u32 width=3in
    [ "$(grep -c '<text>simd/operators<' "$work/x.svg")" -eq 1 ]
}

@test "colour says what is computed, dash by how many workers, shape the family" {
    make_csv "$work/one.csv" serial threads/chained threads/partitioned
    for workers in 1 2; do
        sed "1d; s/,-,2,avx2,/,-,$workers,avx2,/; s/^scan,\\(threads[^,]*\\),simd,/scan,\\1,threads,/" "$work/one.csv"
    done | sed "1i $(head -1 "$work/one.csv")" >"$work/r.csv"
    draws bandwidth dtype=u32
    shows 'Shape: the family.' 'Dash: solid 1 worker, dashed 2 workers.'
    style_of() { # LINE: its colour and its dashes
        sed -n "/<title>$1<\/title>/,/<\/g>/p" "$work/x.svg" | grep -oE "stroke='rgb[^']*'|stroke-dasharray='[^']*'" | sort -u | tr '\n' ' '
    }
    one=$(style_of 'threads\/chained, 1 worker')
    two=$(style_of 'threads\/chained, 2 workers')
    other=$(style_of 'threads\/partitioned, 2 workers')
    [ "${one%)*}" != "${other%)*}" ]
    [ "$(grep -o 'rgb([^)]*)' <<<"$one")" = "$(grep -o 'rgb([^)]*)' <<<"$two")" ]
    [ "$(grep -o 'rgb([^)]*)' <<<"$two")" != "$(grep -o 'rgb([^)]*)' <<<"$other")" ]
    refute grep -q dasharray <<<"$one"
    [ "$(grep -o "dasharray='[^']*'" <<<"$two")" = "$(grep -o "dasharray='[^']*'" <<<"$other")" ]
}

@test "what has no interval has no bar, and only what is unusable is hollow" {
    make_csv "$work/r.csv" serial
    with_column "$work/r.csv" grade '($at["n"] == 4096 ? "unusable" : $at["n"] == 16384 ? "moved" : "good")'
    draws bandwidth dtype=u32
    shows 'hollow: unusable' 'n = 4Ki: 20.0 GB/s [19.4 GB/s, 20.4 GB/s], 50 % of the limit, unusable'
    bars() { sed -n '/<title>serial, 95 % interval<\/title>/,/<title>/p' "$work/x.svg" | grep -c '<path' || true; }
    [ "$(bars)" -gt 0 ]
    [ "$(grep -c "href='#gpPt5'" "$work/x.svg")" -eq 2 ] # one is within the definitions
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 { $at["time_ci_low_s"] = $at["time_ci_high_s"] = "NaN" } 1' \
        "$work/r.csv" >"$work/none.csv"
    mv "$work/none.csv" "$work/r.csv"
    draws bandwidth dtype=u32
    shows '<title>serial, n = 1Ki: 20.0 GB/s, 50 % of the limit</title>'
    [ "$(bars)" -eq 0 ]
    draws ladder dtype=u32
    shows '20.0 GB/s  50 %'
}

@test "one size makes a ladder, and fractions are short" {
    make_csv "$work/r.csv" serial simd/operators
    sed -i '2,$s/,avx2,NaN,huge,/,avx2,0.10000000000000001,huge,/; 2,/simd/s/,0.10000000000000001,/,0.90000000000000002,/' "$work/r.csv"
    draws bandwidth 'filter=n=1Mi,dtype=u32'
    shows 'and share of the limit' 'n = 1Mi' 'selectivity 0.1'
    refute grep -q '0000000' "$work/x.svg"
}

@test "the unit of a chart that is not that of its kind is in its name" {
    make_csv "$work/r.csv" serial
    run "$scanbench" plot --format=svg --kind=bandwidth-vs-size --kind=time-vs-size --unit=time "$work/r.csv"
    [ "$output" = "$work/r-bandwidth-time.svg"$'\n'"$work/r-time.svg" ]
    run "$scanbench" plot --format=svg --kind=ladder --kind=ladder --unit=elements/s "$work/r.csv"
    [ "$output" = "$work/r-ladder-elements.svg"$'\n'"$work/r-ladder-elements-2.svg" ]
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

@test "several results in one chart, told apart by what differs" {
    make_csv "$work/a.csv" serial
    make_csv "$work/b.csv" serial simd/operators
    with_column "$work/b.csv" late '"x"'
    run "$scanbench" plot --together --format=svg --kind=bandwidth-vs-size "$work/a.csv" "$work/b.csv"
    [ "$status" -eq 0 ]
    [ "$output" = "$work/a+b-bandwidth.svg" ]
    cp "$work/a+b-bandwidth.svg" "$work/x.svg"
    shows '<text>serial, a.csv' '<text>serial, b.csv' '<text>simd/operators, b.csv' '<text>limit, b.csv' 'a.csv; b.csv'
    for name in a b; do
        make_json "$work/$name.json" "{ \"name\": \"config-$name\" }"
        sed -i 's/"identity": {}/"identity": { "cpu_model": "CPU", "cores": 2 }/' "$work/$name.json"
    done
    "$scanbench" plot -q --together --format=svg "$work/a.csv" "$work/b.json"
    cp "$work/a+b-bandwidth.svg" "$work/x.svg"
    shows '<text>serial, config-a' 'a.csv; b.csv  ·  CPU, 2 cores  ·'
    sed -i 's/"cores": 2/"cores": 16/' "$work/b.json"
    "$scanbench" plot -q --together --format=svg "$work/a.csv" "$work/b.json"
    cp "$work/a+b-bandwidth.svg" "$work/x.svg"
    shows '<text>serial, CPU 2 cores' '<text>serial, CPU 16 cores'
    run "$scanbench" plot --together --html "$work/a.csv" "$work/b.csv"
    [ "$status" -eq 2 ]
    [ "$(ls "$work" | wc -l)" -eq 6 ]
}

@test "a line against size is marked where the very same was published" {
    make_csv "$work/r.csv" serial
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 { $at["primitive"] = "count"; $at["algorithm"] = "group/block"; $at["load_width"] = 4; $at["op"] = $at["mode"] = "-" }
        NR > 1 && $at["n"] == 2 ^ 20 { $at["n"] = 2 ^ 24 } 1' "$work/r.csv" >"$work/same.csv"
    mv "$work/same.csv" "$work/r.csv"
    draws time dtype=u32
    shows 'Grey diamond: published, Metadata Volume 2018, an NVIDIA GPU.' '<title>published</title>'
}
