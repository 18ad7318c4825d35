# SPDX-License-Identifier: MIT
# What each kind of chart shows.

load helpers
load charts

# The rows of a CSV with a column more: NAME, and of each row what awk says.
with_column() { # FILE NAME EXPRESSION
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print $0, "'"$2"'"; next } { print $0, '"$3"' }' "$1" >"$1.new"
    mv "$1.new" "$1"
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

@test "counts are drawn as their config says" {
    cat >"$work/c.json" <<'JSON'
{ "name": "c", "title": "Two tiles", "sweeps": [
  { "primitive": "tiled_scan", "algorithm": ["group/naive", "group/warp"], "sizes": 512, "threads_per_group": [32, 64] } ],
  "plots": [ { "kind": "counts", "filter": { "algorithm": "group/warp" } }, { "kind": "counts", "title": "Mine" } ] }
JSON
    "$scanbench" counts -c "$work/c.json" --device cuda --format none -q -o "$work"
    "$scanbench" plot -q --format svg "$work/c-counts.json"
    cp "$work/c-counts.svg" "$work/x.svg"
    shows '<text>Two tiles: Work of a group against its threads' 'tiled_scan group/warp'
    refute grep -q 'group/naive' "$work/x.svg"
    cp "$work/c-counts-2.svg" "$work/x.svg"
    shows '<text>Mine<' 'tiled_scan group/naive'
    echo '{ "schema": "scanbench-results" }' >"$work/c-counts.json"
    run "$scanbench" plot -q "$work/c-counts.csv"
    [ "$status" -eq 2 ]
    [ "$output" = "scanbench: error: $work/c-counts.json: expected the JSON of exact counts" ]
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
    shows 'where a line has it: T=256, n/T groups' 'Time relative to serial/strict'
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

# The rows of a CSV with what awk changes in them; at[NAME] is a column.
changed() { # FILE PROGRAM
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next } { '"$2"' } 1' "$1" >"$1.new"
    mv "$1.new" "$1"
}

@test "one line beside the baseline is not cut at its edge" {
    make_csv "$work/r.csv" serial simd/operators
    changed "$work/r.csv" '$at["time_median_s"] *= $at["algorithm"] == "serial" ? 20 : 1; $at["time_ci_low_s"] = $at["time_ci_high_s"] = $at["time_median_s"]'
    draws relative baseline=simd/operators
    shows '<text>16<' '<text>32<'
    refute grep -q 'beyond it' "$work/x.svg"
}

@test "cells that are nearly the same are nearly of one shade, and less than a hundredth is no 0 %" {
    make_tiles "$work/r.csv"
    changed "$work/r.csv" '$at["bytes_per_s"] = 1e10 * (1 + 0.03 * (NR % 2)); $at["limit_ratio"] = 0.003'
    draws heatmap
    refute grep -qE 'fill *= *.rgb\(247, *251, *255\)' "$work/x.svg"
    changed "$work/r.csv" '$at["bytes_per_s"] = 1e10 * (1 + 3 * (NR % 2))'
    draws heatmap
    grep -qE 'fill *= *.rgb\(247, *251, *255\)' "$work/x.svg"
    draws ladder
    shows ' 0.3 %'
}

@test "a ladder marks what was published of the very same" {
    make_csv "$work/r.csv" serial
    draws ladder
    refute grep -q "Grey diamond" "$work/x.svg"
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 { $at["primitive"] = "count"; $at["algorithm"] = "group/block"; $at["load_width"] = 4; $at["threads_per_group"] = 512; $at["op"] = $at["mode"] = "-" }
        NR > 1 && $at["n"] == 2 ^ 20 { $at["n"] = 2 ^ 24 } 1' "$work/r.csv" >"$work/same.csv"
    mv "$work/same.csv" "$work/r.csv"
    draws ladder unit=time
    shows 'Grey diamond: published, Metadata Volume 2018, an NVIDIA GPU.'
    draws ladder unit=elements/s
    shows 'Grey diamond: published, Metadata Volume 2018, an NVIDIA GPU.'
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
    for wrong in --width=wide --width=0in --width=3.5 --font-size=big --font-size=2 --font-size=0x10 --format=csv --style=pink '--name=serial' '--title='; do
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
    draws bandwidth dtype=u32 # what keeps more has another limit
    shows '<text>limit, selectivity 0.1<' '<text>limit, selectivity 0.9<' 'Dash: solid selectivity 0.9, dashed selectivity 0.1'
    refute grep -q '0000000' "$work/x.svg"
}

@test "the unit of a chart that is not that of its kind is in its name" {
    make_csv "$work/r.csv" serial
    run "$scanbench" plot --format=svg --kind=bandwidth-vs-size --kind=time-vs-size --unit=time "$work/r.csv"
    [ "$output" = "$work/r-bandwidth-time.svg"$'\n'"$work/r-time.svg" ]
    run "$scanbench" plot --format=svg --kind=ladder --kind=ladder --unit=elements/s "$work/r.csv"
    [ "$output" = "$work/r-ladder-elements.svg"$'\n'"$work/r-ladder-elements-2.svg" ]
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
        NR > 1 { $at["primitive"] = "count"; $at["algorithm"] = "group/block"; $at["load_width"] = 4; $at["threads_per_group"] = 512; $at["op"] = $at["mode"] = "-" }
        NR > 1 && $at["n"] == 2 ^ 20 { $at["n"] = 2 ^ 24 } 1' "$work/r.csv" >"$work/same.csv"
    mv "$work/same.csv" "$work/r.csv"
    draws time dtype=u32
    shows 'Grey diamond: published, Metadata Volume 2018, an NVIDIA GPU.' '<title>published</title>'
}

@test "caches are the host's: none is marked where a device alone ran" {
    make_csv "$work/r.csv" serial simd/operators
    draws bandwidth
    shows 'A cache is marked where'
    draws relative baseline=serial n=1024
    refute grep -qE 'A cache is marked|Dash:' "$work/x.svg" # none is near, and no line is drawn
    with_column "$work/r.csv" engine '$2 == "serial" ? "cuda" : "emulate"'
    draws bandwidth
    shows 'A cache is marked where'
    make_csv "$work/r.csv" serial simd/operators
    with_column "$work/r.csv" engine '"cuda"'
    draws bandwidth
    refute grep -q 'A cache is marked' "$work/x.svg"
}

@test "caches are marked for the fewest and for the most workers of the lines" {
    make_csv "$work/r.csv" serial simd/operators
    draws bandwidth dtype=u32
    shows '<text>L1d ×2' '<text>L2 ×2' '<text>L3<'
    refute grep -qE '<text>L1d<' "$work/x.svg"
    sed -i '/serial/s/,-,2,avx2,/,-,1,avx2,/' "$work/r.csv"
    draws bandwidth dtype=u32
    shows '<text>L1d<' '<text>L2<' '<text>L1d ×2' '<text>L2 ×2' '<text>L3<'
    # More workers than cores have no more caches.
    draws bandwidth dtype=u32 cores=1
    shows '<text>L1d<' '<text>L2<' '<text>L3<'
    refute grep -q '<text>L[12]d* ×' "$work/x.svg"
    make_json "$work/r.json"
    sed -i 's/"identity": {}/"identity": { "cores": 1 }/' "$work/r.json"
    "$scanbench" plot -q --format svg --kind bandwidth-vs-size "$work/r.json"
    cp "$work/r-bandwidth.svg" "$work/x.svg"
    shows '<text>L1d<'
    refute grep -q '<text>L[12]d* ×' "$work/x.svg"
}

@test "the last line of a file alone names the device where it alone ran, not only its host" {
    make_csv "$work/r.csv" serial simd/operators
    draws bandwidth
    shows 'r.csv  ·  A CPU (R) @ 2 GHz  ·  2026'
    with_column "$work/r.csv" engine '"cuda"'
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 { $at["device"] = "cuda:0" } 1' "$work/r.csv" >"$work/x.csv"
    mv "$work/x.csv" "$work/r.csv"
    draws ladder
    shows 'r.csv  ·  cuda:0 of A CPU (R) @ 2 GHz  ·  2026'
    draws bandwidth 'machine=A GPU'
    shows 'r.csv  ·  A GPU  ·  2026'
    # Where some rows are of the host, the machine is that, and the lines say which ran where.
    sed -i '/,serial,/s/cuda:0/-/; /,serial,/s/,cuda$/,-/' "$work/r.csv"
    draws bandwidth
    shows 'r.csv  ·  A CPU (R) @ 2 GHz  ·  2026' 'where a line has it: cuda, cuda:0' 'limit, cuda:0'
}

@test "a relative chart says where its baseline is not, or takes the first line of each panel" {
    make_csv "$work/r.csv" serial simd/operators
    sed -i 's,^scan\,serial\(\,[a-z]*\)\,f32,scan\,other\1\,f32,' "$work/r.csv"
    draws relative baseline=serial
    shows 'Time relative to serial' 'No serial here'
    draws relative
    shows 'Time relative to the first line of each panel'
    refute grep -q ' here<' "$work/x.svg"
    draws relative dtype=u32
    shows 'Time relative to serial'
}

@test "panels that share no line share colours when there are no more" {
    make_csv "$work/r.csv" a b c d e
    sed -i 's/^scan,\([a-e],simd,f32\)/scan,other-\1/' "$work/r.csv"
    draws bandwidth
    refute grep -q 'the rest is grey' "$work/x.svg"
    make_csv "$work/r.csv" a b c d e f g h i
    draws bandwidth
    shows 'the rest is grey'
}

unrolled() { # BY
    awk -F, -v OFS=, -v by="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR > 1 { $at["unroll"] = by } 1' \
        "$work/r.csv" >"$work/unrolled.csv"
    mv "$work/unrolled.csv" "$work/r.csv"
}

@test "a relative chart is marked where a source has the time of both, or their ratio" {
    make_csv "$work/r.csv" serial simd/operators
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 && $at["n"] == 2 ^ 20 { $at["n"] = 2 ^ 27 } 1' "$work/r.csv" >"$work/same.csv"
    mv "$work/same.csv" "$work/r.csv"
    draws relative baseline=serial dtype=u32
    shows 'Grey diamond: published, M. Kieber-Emmons 2021, Apple M1 CPU.'
    # Times of two sources are no ratio.
    cp scripts/*.gp "$work"
    sed -i '/,scan,simd\/operators,-,u32,/s/^[^,]*/Another/' "$work/published.gp"
    refute cmp -s scripts/published.gp "$work/published.gp"
    gnuplot -d -c "$work/relative.gp" "$work/r.csv" "$work/x.svg" baseline=serial dtype=u32
    refute grep -q 'diamond' "$work/x.svg"
    draws relative baseline=serial dtype=f32
    refute grep -q 'diamond' "$work/x.svg"
    sed -i 's/^scan,serial,/dot,serial\/strict,/; s/^scan,/dot,/; s/,4096,/,32768,/' "$work/r.csv"
    refute grep -q 'beyond it' "$work/x.svg" # no line leaves the chart
    unrolled 2
    draws relative baseline=serial/strict dtype=f32
    refute grep -q 'diamond' "$work/x.svg" # of 32 Ki only what has four accumulators
    unrolled 4
    draws relative baseline=serial/strict dtype=f32
    shows 'Grey diamond: published, S. Yamanishi, Apple M1.'
    draws relative baseline=simd/operators dtype=f32
    shows 'Grey diamond: published, S. Yamanishi, Apple M1.'
    draws bandwidth dtype=f32
    refute grep -q 'diamond' "$work/x.svg"
}

@test "long names stand beside each of many panels, those of its own lines alone" {
    make_csv "$work/one.csv" threads/a-name-of-28-letters serial
    { cat "$work/one.csv"; sed '1d; /,serial,/d; s/^scan,/reduce,/' "$work/one.csv"; } >"$work/r.csv"
    draws bandwidth
    [ "$(grep -c '<text>threads/a-name-of-28-letters<' "$work/x.svg")" -eq 4 ]
    [ "$(grep -c '<text>serial<' "$work/x.svg")" -eq 2 ]
}

@test "limits are drawn of a problem that nothing else solves, and of no other" {
    make_csv "$work/r.csv" serial limit/memcpy
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["algorithm"] == "limit/memcpy" { $at["family"] = "limit" } 1' "$work/r.csv" >"$work/same.csv"
    cp "$work/same.csv" "$work/r.csv"
    draws bandwidth
    refute grep -q 'limit/memcpy' "$work/x.svg"
    awk -F, -v OFS=, '$2 == "limit/memcpy" { $1 = "copy"; $5 = $6 = "-" } 1' "$work/same.csv" >"$work/r.csv"
    draws bandwidth
    shows '<text>limit/memcpy' '<text>serial'
}

@test "a point above its limit is in a ring, and says so" {
    make_csv "$work/r.csv" serial simd/operators
    draws bandwidth
    refute grep -q 'in a ring' "$work/x.svg"
    sed -i 's/ci_wide;unstable/limit_exceeded/' "$work/r.csv"
    draws bandwidth
    shows 'in a ring: above its limit' '<title>above its limit</title>' '50 % of the limit, above its limit</title>'
    draws relative baseline=serial
    shows 'in a ring: above its limit'
    sed -i 's/,-,precision/,limit_exceeded,precision/' "$work/r.csv"
    draws ladder
    shows '50 % ↑' '↑: above its limit.'
    make_tiles "$work/r.csv"
    draws heatmap primitive=reduce
    refute grep -q '↑' "$work/x.svg"
    sed -i 's/,-,precision/,limit_exceeded,precision/' "$work/r.csv"
    draws heatmap primitive=reduce
    shows '↑: above its limit.' ' ↑<' 'of the limit, above its limit</title>'
}
