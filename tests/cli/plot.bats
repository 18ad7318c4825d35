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

small() { # a result that is drawn soon
    cp "$reference/h200/m1-scan-local.json" "$work/r.json"
}

@test "a chart is its pictures and its data, beside the result or in --output" {
    small
    run -0 "$scanbench" plot --kind ladder "$work/r.json"
    [ "$output" = "$work/r-ladder.svg"$'\n'"$work/r-ladder.png" ]
    is_svg "$work/r-ladder.svg"
    is_png "$work/r-ladder.png"
    "$scanbench" plot --kind ladder --format csv "$work/r.json" | cmp - "$work/r-ladder.csv"
    mv "$work/r.json" "$work/a b'<|\$(x).json" # no name of a file gets to gnuplot
    run -0 "$scanbench" plot --kind ladder --output "$work/new/charts" "$work/a b'<|\$(x).json"
    is_svg "$work/new/charts/a b'<|\$(x)-ladder.svg"
    [ "$(ls "$work" | wc -l)" -eq 5 ] # nothing temporary is left
}

@test "the scripts alone draw the same picture as the program" {
    small
    "$scanbench" plot -q --kind ladder --format svg "$work/r.json"
    gnuplot -c scripts/ladder.gp "$work/r-ladder.csv" "$work/hand.svg"
    sed '/<title>/d; /^<style>/d' "$work/r-ladder.svg" >"$work/program.svg"
    [ -s "$work/program.svg" ]
    sed '/<title>/d' "$work/hand.svg" | diff "$work/program.svg" -
    gnuplot -c scripts/ladder.gp "$work/r-ladder.csv" "$work/hand.svg" width=3.5in 'title=By hand, mine'
    grep -q '^ width="336" ' "$work/hand.svg"
    grep -q '<text>By hand, mine<' "$work/hand.svg"
}

@test "data of more than one chart are refused, with the kind that would do; in HTML there are none" {
    small
    run -2 "$scanbench" plot --format foo "$work/r.json"
    [[ $output == *"svg, png, pdf, eps, tikz or csv"* ]]
    run -2 "$scanbench" plot --format csv --html --kind ladder "$work/r.json"
    [[ $output == "scanbench: error: --html draws charts, and --format csv prints their data"* ]]
    run -2 "$scanbench" plot --format csv "$work/r.json"
    [[ $output == *"$work/r.json asks for 3 charts"$'\n'"note: expected one, as with --kind "* ]]
}

@test "a script says what is wrong: a row each of DATA CHART OPTION, and its last line" {
    small
    "$scanbench" plot -q --kind ladder --format csv "$work/r.json" >"$work/r.csv"
    printf 'a,b\n1,2\n' >"$work/other.csv"
    : >"$work/empty.csv"
    while IFS='|' read -r data chart option line; do
        run ! gnuplot -d -c scripts/ladder.gp "$work/$data" "$work/$chart" "$option"
        [[ $output == *"$line"* ]]
        [ ! -e "$work/$chart" ]
    done <<'END'
r.csv|x.gif||expected a name that ends in .svg, .png, .pdf, .eps or .tikz
none.csv|x.svg||none.csv
other.csv|x.svg||not the data of a chart
empty.csv|x.svg||empty.csv
r.csv|x.svg|width=1furlong|expected a width such as 3.5in
r.csv|x.svg|font-size=2|expected a font-size from 4 to 48 points
r.csv|x.svg|style=pink|expected colour or grey
r.csv|x.svg|legend=foo|expected legend=below, beside or none
r.csv|x.svg|footer=maybe|expected legend=below, beside or none, and yes or no for footer
r.csv|x.svg|xrange=abc|expected a range such as xrange=1Ki:1Mi
r.csv|x.svg|xrange=5:1|expected a range such as xrange=1Ki:1Mi, from its lower end
r.csv|x.svg|yrange=1:x|expected a range
r.csv|x.svg|colour=red|expected one of these options
r.csv|x.svg|width|expected one of these options
r.csv|x.svg|height=0.5in|the height is too little
END
}

@test "charts and reports are not written through links of others" {
    [ "$(id -u)" -eq 0 ] || skip "only root can make links of others"
    small
    echo old | tee "$work/victim.svg" >"$work/victim.html"
    for ending in -ladder.svg .html; do
        ln -s "victim.${ending##*.}" "$work/r$ending"
        chown -h nobody "$work/r$ending"
        run -4 "$scanbench" plot --kind ladder --html "$work/r.json"
        [[ ${lines[-2]} == "scanbench: error: $work/r$ending: a link of another user"* ]]
        [[ ${lines[-1]} == "note: expected a regular file, which is replaced, or none" ]]
        [ "$(cat "$work/victim.${ending##*.}")" = old ]
        [ -L "$work/r$ending" ]
        rm "$work/r$ending"
    done
}

@test "charts and reports go to where one's own links lead" {
    small
    mkdir "$work/shown"
    for ending in -ladder.svg -ladder.png .html; do
        ln -s "shown/chart${ending#-ladder}" "$work/r$ending"
    done
    echo old >"$work/shown/chart.svg"
    "$scanbench" plot --kind ladder --html --quiet "$work/r.json"
    [ "$(find "$work" -type l | wc -l)" -eq 3 ]
    is_svg "$work/shown/chart.svg"
    is_png "$work/shown/chart.png"
    grep -q '^</html>' "$work/shown/chart.html"
    [ "$(ls "$work/shown" | wc -l)" -eq 3 ]
}

@test "charts and reports are not written into FIFOs and devices, nor waited for" {
    small
    for ending in -ladder.svg -ladder.png .html; do
        mkfifo "$work/r$ending"
        run -4 timeout 60 "$scanbench" plot --kind ladder --html "$work/r.json"
        [[ ${lines[-2]} == "scanbench: error: $work/r$ending: a FIFO" ]]
        [[ ${lines[-1]} == "note: expected a regular file, which is replaced, or none" ]]
        rm "$work/r$ending"
        ln -s /dev/null "$work/r$ending"
        run -4 timeout 60 "$scanbench" plot --kind ladder --html "$work/r.json"
        [[ ${lines[-2]} == "scanbench: error: /dev/null: a device" ]]
        [[ ${lines[-1]} == "note: expected"* ]]
        rm "$work/r$ending"
    done
}

@test "a plot that is killed leaves no litter" {
    small
    fake_gnuplot 'echo half >"$5"; kill -9 $PPID; sleep 1'
    PATH=$work/bin:$PATH run -137 "$scanbench" plot --kind ladder "$work/r.json"
    [ "$(ls "$work")" = "bin"$'\n'"r.json" ]
}

@test "plot works from any folder" {
    small
    cd "$work"
    "$scanbench" plot --kind ladder r.json
    is_svg r-ladder.svg
}

@test "plot takes the scripts of SCANBENCH_SCRIPTS" {
    small
    mkdir "$work/mine"
    SCANBENCH_SCRIPTS=$work/mine run -3 "$scanbench" plot --kind ladder "$work/r.json"
    [[ $output == *"$work/mine/style.gp"* ]]
    : >"$work/mine/style.gp"
    echo 'print "mine says no"; exit status 5' >"$work/mine/ladder.gp"
    SCANBENCH_SCRIPTS=$work/mine run -3 "$scanbench" plot --kind ladder "$work/r.json"
    [[ $output == *"mine says no"* ]]
    [ ! -e "$work/r-ladder.svg" ]
    mkdir "$work/m\$(x)"
    : >"$work/m\$(x)/style.gp"
    SCANBENCH_SCRIPTS="$work/m\$(x)" run -2 "$scanbench" plot --kind ladder "$work/r.json"
    [[ $output == *"cannot be given to gnuplot"* ]]
}

@test "a gnuplot that fails leaves the old chart and no litter: a row each of SCRIPT, STATUS and what is said" {
    small
    echo old >"$work/r-ladder.svg"
    while IFS='|' read -r script expected said; do
        rm -rf "$work/bin"
        fake_gnuplot "$script"
        PATH=$work/bin:$PATH run "$scanbench" plot --kind ladder "$work/r.json"
        [ "$status" -eq "$expected" ]
        [[ $output == *"$said"* ]]
        [ "${#lines[@]}" -eq 1 ]
        [ "$(cat "$work/r-ladder.svg")" = old ]
        [ "$(ls "$work")" = "bin"$'\n'"r-ladder.svg"$'\n'"r.json" ]
    done <<'END'
echo first >&2; echo "the last line" >&2; echo half >"$5"; exit 9|3|(exit code 9): the last line
echo '"/some/lines.gp" line 179: undefined value' >&2; exit 1|3|(exit code 1): undefined value
echo 'expected a width' >&2; exit 2|2|error: expected a width
kill -9 $$|3|(signal 9)
exit 0|3|gnuplot drew nothing for
END
    rm -rf "$work/bin"
    fake_gnuplot
    PATH=$work/bin run -3 "$scanbench" plot --kind ladder "$work/r.json"
    [[ $output == *gnuplot-nox* ]]
}

@test "plot refuses what is no result" {
    run -2 "$scanbench" plot
    [[ $output == *"no result given"* ]]
    run -2 "$scanbench" plot "$work/none.json"
    [[ $output == *"No such file"* ]]
    for name in README "$work/r.csv"; do
        run -2 "$scanbench" plot "$name"
        [[ $output == *"expected the .json file of a run" ]]
    done
    for text in '[]' '{}' 7 '' '{ "schema": "scanbench-counts" }' '{ "schema": "scanbench-results", "schema_version": 99 }'; do
        printf '%s' "$text" >"$work/r.json"
        for html in '' --html; do
            run -2 "$scanbench" plot $html "$work/r.json"
            [ "${#lines[@]}" -eq 1 ]
        done
    done
    mkdir "$work/folder.json"
    run -2 "$scanbench" plot "$work/folder.json"
}

@test "a result without a row to draw is told in one line" {
    result h200/m1-scan-local '.status = "skipped" | del(.statistics) | del(.limit)'
    run -2 "$scanbench" plot -q --kind ladder "$work/r.json"
    [[ $output == "scanbench: error: $work/r.json: no row to draw: none is ok with a size and a rate" ]]
    cp "$reference/2-core/dot-unroll.json" "$work/r.json"
    run -2 "$scanbench" plot -q --kind heatmap --filter 'n>=1' "$work/r.json"
    [ "$output" = "scanbench: error: $work/r.json: no row to draw: none has values_per_thread among those chosen" ]
    result h200/m1-scan-local # has values_per_thread, but no rows of such a heat map
    run -2 "$scanbench" plot -q --kind ring-heatmap "$work/r.json"
    [ "$output" = "scanbench: error: $work/r.json: no row to draw: none has stages" ]
}

@test "an output folder that cannot be made is told before drawing" {
    small
    touch "$work/file"
    run -4 "$scanbench" plot --output "$work/file/x" "$work/r.json"
    run -2 "$scanbench" plot --output - "$work/r.json"
}

@test "a script alone runs nothing of names, options and cells" {
    cd "$work"
    cp "$reference/h200/m1-scan-local.json" r.json
    "$scanbench" plot -q --kind ladder --format csv r.json >r.csv
    scripts=$(realpath "$BATS_TEST_DIRNAME/../../scripts")
    kinds=$(grep -l '^# kind: ' "$scripts"/*.gp)
    [ "$(wc -w <<<"$kinds")" -ge 9 ]
    for script in $kinds; do
        run -2 gnuplot -d -c "$script" '< touch owned; cat r.csv' r.svg
        [[ $output == *"'< touch owned; cat r.csv': expected a file"* ]]
        run -2 gnuplot -d -c "$script" r.csv '| touch owned; cat >x.svg'
        [[ $output == *"'| touch owned; cat >x.svg': expected a file"* ]]
    done
    for name in ' < touch owned; cat r.csv' '|touch owned' '`touch owned`.csv' '$(touch owned).csv' "r.csv'.system('touch owned').'" \
        'r.csv".system("touch owned")."' '@owned' '-' '+' '++' '$owned' ''; do
        run ! timeout 60 gnuplot -d -c "$scripts/ladder.gp" "$name" r.svg </dev/null
        [ "$status" -ne 124 ]
        run timeout 60 gnuplot -d -c "$scripts/ladder.gp" r.csv "$name.svg" </dev/null
        [ "$status" -ne 124 ]
    done
    for option in 'width=`touch owned`' 'title=`touch owned`' "xlabel='.system('touch owned').'" 'font=`touch owned`' \
        'xrange="".system("touch owned")' '`touch owned`=1' 'height=@owned' 'format=svg`touch owned`' 'format=$(touch owned)'; do
        run timeout 60 gnuplot -d -c "$scripts/ladder.gp" r.csv r.svg "$option" </dev/null
        [ "$status" -ne 124 ]
    done
    for cell in '`touch owned`' '$(touch owned)' "'.system('touch owned').'" '@touch' '=cmd|x' '%s%n%d' '{/Symbol a}_b^c' '<b>&amp;'; do
        C="$cell" awk -F, -v OFS=, 'NF > 1 && $1 !~ /^@|^panel/ { $2 = $11 = ENVIRON["C"] } $1 == "@title" { $2 = ENVIRON["C"] } 1' r.csv >c.csv
        gnuplot -d -c "$scripts/ladder.gp" c.csv c.svg
        is_svg c.svg
        gnuplot -d -c "$scripts/bandwidth.gp" c.csv c.png
        is_png c.png
    done
    [ ! -e owned ]
    cp r.csv 'a <b |c.csv'
    gnuplot -d -c "$scripts/ladder.gp" 'a <b |c.csv' 'a <b |c.svg'
    is_svg 'a <b |c.svg'
}

@test "no number of a cell stops a script" {
    for kind in ladder bandwidth heatmap; do
        result "$([ $kind = heatmap ] && echo h200/ahead || echo 2-core/m1-scan-cpu)" '.'
        data "$(sed -n 's/^# kind: //p' scripts/$kind.gp)"
        cp "$work/r.csv" "$work/good.csv"
        for value in inf 1e40 0 -1 abc ''; do
            for column in 4 5 6; do
                awk -F, -v OFS=, -v c=$column -v v="$value" 'NF > 1 && $1 !~ /^@|^panel/ && ++row == 3 { $c = v } 1' "$work/good.csv" >"$work/r.csv"
                run -0 gnuplot -d -c scripts/$kind.gp "$work/r.csv" "$work/x.svg"
            done
        done
    done
}

@test "every chart says its kind and title, and is documented" {
    kinds=$(sed -n 's/^# kind: //p' scripts/*.gp)
    [ "$(wc -w <<<"$kinds")" -ge 9 ]
    for script in $(grep -l '^# kind: ' scripts/*.gp); do
        kind=$(sed -n 's/^# kind: //p' "$script")
        grep -q '^# title: [A-Z]' "$script"
        grep -q '^# about: [A-Z]' "$script"
        grep -qF "| \`$kind\` | \`$(basename "$script")\` |" docs/charts.md
        grep -qF "\"$kind\"" configs/sweep.schema.json
    done
    # And nothing else.
    [ "$(jq -r '.definitions.plot.properties.kind.enum[]' configs/sweep.schema.json | sort)" = \
        "$(sort <<<"$kinds")" ]
}

@test "plot draws what the config of the result asks for, with its filters and units" {
    result 2-core/m1-reduce-tiles
    jq '.config.plots = [ { "kind": "heatmap", "filter": { "arrangement": "blocked" } }, { "kind": "heatmap", "filter": { "group_algorithm": "cooperative" } },
        { "kind": "counts" }, { "kind": "bandwidth-vs-size", "unit": "time" } ]' "$work/r.json" >"$work/s.json"
    run -0 "$scanbench" plot -q "$work/s.json"
    [ "$(ls "$work" | grep -c '^s-.*\.svg$')" -eq 3 ]
    cp "$work/s-heatmap.csv" "$work/r.csv"
    refute grep -q striped "$work/r.csv"
    cp "$work/s-heatmap-2.csv" "$work/r.csv"
    [ "$(cells @panel | wc -l)" -eq 1 ]
    is_png "$work/s-heatmap-2.png"
    cp "$work/s-bandwidth-time.csv" "$work/r.csv"
    [[ "$(cells @title)" == *"Time and share of the peak" ]]
    jq '.config.plots = [ { "kind": "heatmpa" } ]' "$work/r.json" >"$work/s.json"
    run -2 "$scanbench" plot -q "$work/s.json"
    [[ $output == "$work/s.json:"*": error: unknown kind of plot 'heatmpa' (/config/plots/0/kind)"*"did you mean 'heatmap'?" ]]
}

@test "plot takes kinds, unit, baseline and filter from the command line" {
    result 2-core/m1-scan-cpu
    run -0 "$scanbench" plot -q --format svg --kind=relative-vs-size --kind=ladder --kind=ladder --unit=time --baseline='simd/i*' --filter 'dtype=u32, n <= 64Ki' \
        "$work/r.json"
    [ "$(ls "$work" | grep svg | xargs)" = "r-ladder-time-2.svg r-ladder-time.svg r-relative.svg" ]
    cp "$work/r-relative.csv" "$work/r.csv"
    [[ "$(cells @title)" == *"Time relative to simd/intrinsics" ]]
    [ "$(cells x | sort -n | tail -1)" = 65536 ]
    while read -r option said; do
        run -2 "$scanbench" plot "$option" "$work/r.json"
        [[ $output == *"$said"* ]]
    done <<'END'
--kind=lader did you mean 'ladder'
--kind=counts draws exact counts
--baseline=x;y --baseline
--filter=nn=1 nn
END
}

@test "exact counts have charts of their own, and no report" {
    "$scanbench" counts -c configs/figures/verdicts.json --format none -q -o "$work" --filter n=512 || true
    [ -e "$work/verdicts-counts.json" ] || skip "no counts of that config"
    run -2 "$scanbench" plot --html "$work/verdicts-counts.json"
    [[ $output == *"--html: $work/verdicts-counts.json has exact counts; the report is made of times" ]]
    run -2 "$scanbench" plot --kind ladder "$work/verdicts-counts.json"
    [[ $output == *"--kind=ladder draws times; $work/verdicts-counts.json has exact counts" ]]
}

@test "charts of stamped results are stamped, and the name alone leads to the newest" {
    for time in 20260131T120000Z 20260131T120001Z; do
        cp "$reference/h200/m1-scan-local.json" "$work/r-$time.json"
        ln -sf "r-$time.json" "$work/r.json"
        run "$scanbench" plot --format=svg --kind ladder "$work/r.json"
        [ "$output" = "$work/r-ladder.svg" ]
        [ "$(readlink "$work/r-ladder.svg")" = "r-$time-ladder.svg" ]
        [ "$(readlink "$work/r-ladder.csv")" = "r-$time-ladder.csv" ]
        is_svg "$work/r-ladder.svg"
    done
    is_svg "$work/r-20260131T120000Z-ladder.svg"
    run "$scanbench" plot --format=svg --kind ladder "$work/r-20260131T120000Z.json"
    [ "$output" = "$work/r-20260131T120000Z-ladder.svg" ]
    [ "$(readlink "$work/r-ladder.svg")" = r-20260131T120001Z-ladder.svg ]
    # A link elsewhere and a file are written, as ever.
    mkdir "$work/shown"
    ln -sfn shown/chart.svg "$work/r-ladder.svg"
    "$scanbench" plot -q --format=svg --kind ladder "$work/r.json"
    is_svg "$work/shown/chart.svg"
    [ "$(readlink "$work/r-ladder.svg")" = shown/chart.svg ]
}
