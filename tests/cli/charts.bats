# SPDX-License-Identifier: MIT
# What each kind of chart shows: the numbers of its data, then how they are drawn.

load helpers
load charts

# Of arrays on ranks: what the results of workers say, as many ranks instead.
ranked='.parameters.ranks = .parameters.workers | .parameters.workers = null | .placement.predicted_s = .statistics.time_median_s / 2'

@test "the numbers of a chart are those of its result: a row each of KIND X Y POINTS" {
    own_result
    while read -r kind x y points; do
        data "$kind" --unit "$(sed 's/^bytes$/bytes\/s/; s/^elements$/elements\/s/' <<<"$y")"
        run python3 tests/cli/chart_numbers.py "$work/r.json" "$work/r.csv" "$x" "$y"
        [ "$output" = "$points" ]
        [ "$status" -eq 0 ]
    done <<'END'
bandwidth-vs-size n bytes 14
bandwidth-vs-size n elements 14
time-vs-size n time 14
ladder bar bytes 16
ladder bar time 16
heatmap values_per_thread bytes 12
bandwidth-vs-values values_per_thread bytes 12
bandwidth-vs-workers workers bytes 8
END
}

@test "every kind is drawn by hand from its data: a row each of RESULT KIND SCRIPT, and what the picture says" {
    local drawn=0
    while IFS='|' read -r name kind script texts; do
        case $kind in
        *ranks | predicted*) result "$name" "$ranked" ;;
        accuracy*) result "$name" '.verify.error_eps = 0.5' ;;
        rows*) result "$name" '.parameters.row_length = 16' ;;
        *) result "$name" ;;
        esac
        data "$kind"
        draws "$script"
        IFS=';' read -ra texts <<<"$texts"
        shows "${texts[@]}"
        refute grep -qE '<title>([^<]*\$|Gnuplot|gnuplot)' "$work/x.svg" # what is plotted says what it is
        drawn=$((drawn + 1))
    done <<'END'
2-core/m1-scan-cpu|bandwidth-vs-size|bandwidth|Bandwidth against size;copy 2 workers;n (elements)
2-core/m1-scan-cpu|time-vs-size|time|Time against size;10 ms
2-core/m1-scan-cpu|relative-vs-size|relative|Time relative to serial;1/4
h200/m1-scan-local|ladder|ladder|of peak;56%;2404
2-core/m1-reduce-tiles|bandwidth-vs-values|values|T=1024;read 2 workers
2-core/m1-reduce-tiles|heatmap|heatmap|threads per group;45.8
h200/ahead|ring-heatmap|ring_heatmap|pipeline stages;3606
2-core/m1-scan-cpu|rows-heatmap|rows_heatmap|row length (elements);simd/intrinsics;2 workers
16-core/scaling|bandwidth-vs-workers|workers|Bandwidth against workers;16
16-core/scaling|time-vs-ranks|ranks|Time against ranks
16-core/scaling|efficiency-vs-ranks|efficiency|efficiency;(strong)
16-core/scaling|share-vs-ranks|share|share of copies;(strong)
16-core/scaling|predicted-vs-measured|predicted|predicted time;measured time
2-core/dot-overview|accuracy-vs-speed|accuracy|largest error of any element
END
    [ "$drawn" -eq $(($(grep -l '^# kind: ' scripts/*.gp | wc -l) - 2)) ] # counts and histories are below
}

@test "a relative chart names its baseline, which is 1, or takes the first line" {
    result 2-core/m1-scan-cpu
    data relative-vs-size --baseline 'simd/i*'
    [ "$(cells @title)" = "Prefix sums on the CPU and by groups: Time relative to simd/intrinsics" ]
    [ "$(cells y '$at["line"] == "simd/intrinsics" && $at["color"] >= 0' | sort -u)" = 1 ]
    data relative-vs-size
    [[ "$(cells @title)" == *"Time relative to serial" ]]
    run -2 "$scanbench" plot -q --kind relative-vs-size --baseline nobody "$work/r.json"
    [ "$output" = "scanbench: error: no line matches the baseline 'nobody'" ]
}

@test "a relative chart says in which panel its baseline is not" {
    result 2-core/m1-scan-cpu 'if .parameters.algorithm != "serial" and .parameters.n == 8192 then .parameters.dtype = "i32" else . end'
    data relative-vs-size --baseline serial
    [ "$(cells @panel | wc -l)" -eq 2 ]
    draws relative
    shows 'No line of the baseline here'
}

@test "efficiency is 1 where a rank is as fast as one alone; an exchange has none" {
    result 16-core/scaling "$ranked"' | .parameters.n as $n | .parameters.ranks as $r | .launches = [] | .samples_s |= map($n / $r * 1e-9)'
    data efficiency-vs-ranks
    [ "$(cells y | sort -u)" = 1 ]
    result 16-core/scaling "$ranked | .parameters.primitive = \"exscan\""
    run -2 "$scanbench" plot -q --kind efficiency-vs-ranks "$work/r.json"
}

@test "a ladder has the best on top, a bar each, with shares of the peak" {
    result h200/m1-scan-local
    data ladder
    [ "$(cells x | xargs)" = "1 2 3 4 5 6 7" ]
    [ "$(cells y)" = "$(cells y | sort -gr)" ]
    [ "$(cells label '$at["color"] == -1' | head -1)" = "56%" ]
    data ladder --unit time
    [ "$(cells y)" = "$(cells y | sort -g)" ]
    result h200/m1-scan-local '.limit.ratio = 0.003'
    data ladder
    [ "$(cells label '$at["color"] == -1' | sort -u)" = "0.3%" ]
}

@test "one size makes bars of a chart against size" {
    result 2-core/m1-scan-cpu
    data bandwidth-vs-size --filter n=64Ki
    [ "$(cells @draw)" = bars ]
    [ "$(cells @panel)" = "scan u32 sum exclusive · n = 64Ki" ]
}

@test "a heat map frames the best cell of each panel and those within 2% of it, and has no empty rows" {
    # Of one process, whose ten blocks differ.
    result 16-core/m1-reduce-tiles 'if .parameters.values_per_thread == 32 then .launches = [] |
        .samples_s |= (length as $n | [range($n) as $i | 0.1 + 0.8 * ((10 * $i / $n | floor) % 2)]) else . end'
    data heatmap
    [ "$(cells panel '$at["shape"] == 1' | sort | uniq -c | awk '$1 != 1' | wc -l)" -eq 0 ]
    [ "$(cells panel '$at["shape"] == 1' | wc -l)" -eq "$(cells @panel | wc -l)" ]
    awk -F, 'NR > 1 && NF && $1 !~ /^@/ { if ($4 > best[$1]) best[$1] = $4; y[NR] = $4; panel[NR] = $1; shape[NR] = $9 }
        END { for (i in y) if ((shape[i] > 0) != (y[i] * 1.02 >= best[panel[i]])) exit 1 }' "$work/r.csv"
    draws heatmap
    shows 'Solid frame: the best of a panel' '○'
    [ "$(grep -c '>1024<' "$work/x.svg")" -eq 3 ] # of five panels more none has that row
}

@test "a map of rows has the share of the limit and the name of the fastest in each cell, and whole arrays last" {
    echo '{ "name": "r", "measure": { "processes": 1, "samples": 8, "time": "20ms" }, "machine": { "workers": 2 }, "sweeps": [ { "primitive": "scan",
        "algorithm": ["serial", "simd/windows", "simd/operators", "threads/scan"], "sizes": ["1Ki", "64Ki"], "row_length": [0, 4, 100] } ] }' |
        "$scanbench" -q -c - -o "$work" --format none
    data rows-heatmap
    [ "$(cells @xtick | xargs)" = "4 100 all" ]
    jq -r '[.results[] | select(.status == "ok") | .parameters + { t: .statistics.time_median_s, share: (.statistics.bytes_per_s / .limit.bytes_per_s) } |
            .workers //= 1] | group_by([.workers, .n, .row_length]) | map(min_by(.t))[] |
            "\(.workers) \(.n) \(.row_length // "all") \(.algorithm) \(.share * 1e4 | round)"' "$work/r.json" | sort >"$work/expected"
    awk -F, '$1 == "@winner" { winner[$3] = $2 } $1 !~ /^@/ && NF && NR > 1 {
        split($11, part, "; "); sub(/.* · /, "", $1); sub(/ worker.*/, "", $1)
        if (part[1] != winner[$7]) exit 1
        printf "%s %d %s %s %.0f\n", $1, ($2 == "1Ki" ? 1024 : 65536), ($3 > 100 ? "all" : $3), part[1], $4 * 1e4
    }' "$work/r.csv" | sort >"$work/drawn"
    [ "$(wc -l <"$work/expected")" -eq 12 ]
    diff "$work/expected" "$work/drawn"
    draws rows_heatmap
    shows '>threads/scan<'
    draws rows_heatmap width=2in # cells are too narrow for names
    refute grep -q '>threads/scan<' "$work/x.svg"
    shows $'\u00a0=\u00a0threads/scan'
}

@test "what has no interval says so, and is no bare point" {
    result 2-core/m1-scan-cpu 'if .parameters.algorithm == "serial" then .launches = [] | .samples_s |= .[:3] | .limit.times_s |= .[:3] else . end'
    data bandwidth-vs-size
    [ "$(cells low '$at["line"] == "serial" && $at["color"] >= 0' | sort -u)" = "" ]
    draws bandwidth
    shows 'n &lt; 6' 'Dotted: too few samples for an interval.' '(n &lt; 6: no interval)'
}

@test "points that are unusable are hollow; a chart of mostly such says so" {
    result 2-core/m1-scan-cpu '.launches = [] | .samples_s |= map(1e-6)'
    data bandwidth-vs-size
    [ "$(cells hollow | sort -u)" = 0 ]
    [ -z "$(cells @warning)" ]
    result 2-core/m1-scan-cpu '.parameters.n as $n | .launches = [] | .samples_s |= if $n > 1024 then [range(length) as $i | if $i * 2 < length then 1e-6 else 9e-6 end] else map(1e-6) end'
    data bandwidth-vs-size
    [ "$(cells hollow '$at["x"] == 1024 && $at["color"] >= 0' | sort -u)" = 0 ]
    hollow=$(cells hollow | grep -c 1)
    [ "$hollow" -gt 28 ]
    [ "$(cells @warning)" = "$hollow of 56 points are unusable: measure them again." ]
    draws bandwidth
    shows "$hollow of 56 points are unusable" 'Hollow and grey: unusable.'
}

@test "a point above its peak is in a ring" {
    result 2-core/m1-scan-cpu '.warnings = if .parameters.n == 8192 then ["limit_exceeded"] else [] end | .launches = [] | .samples_s |= map(1e-6)'
    data bandwidth-vs-size
    [ "$(cells x '$at["hollow"] == 2' | sort -u)" = 8192 ]
    draws bandwidth
    shows 'In a ring: above its peak.' '<title>above its peak</title>'
}

@test "an algorithm has one colour in every chart, and no two of a chart have one" {
    local colors
    for name in 2-core/m1-scan-cpu 16-core/m1-scan-cpu h200/engines; do
        result "$name"
        for kind in bandwidth-vs-size relative-vs-size time-vs-size; do
            data "$kind"
            colors+=$(cells color '$at["line"] ~ /^threads\/reduce-then-scan$|^group\/reduce-then-scan( raking| emulate)?$/ && $at["color"] >= 0' | sort -u)" "
        done
    done
    [ "$(tr ' ' '\n' <<<"$colors" | grep . | sort -u | wc -l)" -eq 2 ]
    result 2-core/m1-scan-cpu
    data bandwidth-vs-size
    [ "$(paste -d' ' <(cells color) <(cells line) | sort -u | awk '{ print $1 }' | uniq -d)" = "" ]
}

@test "at 3.5 in every line has its entry, and only what was measured is at a tick" {
    result 2-core/m1-scan-cpu
    data bandwidth-vs-size
    draws bandwidth width=3.5in
    grep -q '^ width="336" ' "$work/x.svg"
    cells line 1 | sort -u >"$work/lines"
    [ "$(wc -l <"$work/lines")" -eq 10 ]
    while read -r line; do
        [ "$(grep -cF "<text>$line<" "$work/x.svg")" -eq 1 ]
    done <"$work/lines"
    for tick in $(grep -oE '<text>[0-9]+(Ki|Mi|Gi)<' "$work/x.svg" | tr -d '<>' | sed 's/text//'); do
        cells @xtick | grep -qx "$tick"
    done
    # Each stands within the page.
    [ "$(grep -oE 'translate\([0-9.]+,[0-9.]+\)' "$work/x.svg" | tr -d 'translte()' | awk -F, '$1 > 336 || $1 < 0' | wc -l)" -eq 0 ]
}

@test "what was published of the very same is marked, with its source: a row each of RESULT KIND BASELINE VALUES" {
    while read -r name kind baseline values; do
        result "$name"
        data "$kind" --baseline "$baseline"
        [ "$(cells y '$at["color"] == -2' | sort -gu | xargs printf '%.3g ' | xargs)" = "$(tr _ ' ' <<<"$values")" ]
    done <<'END'
2-core/m1-scan-cpu bandwidth-vs-size serial 20_33_36_44
2-core/m1-scan-cpu relative-vs-size serial 0.455
2-core/m1-reduce-tiles bandwidth-vs-values * 58
16-core/scaling bandwidth-vs-workers serial 0
END
    result 2-core/m1-scan-cpu
    data bandwidth-vs-size
    [[ "$(cells @footer)" == *"Grey diamond: published (M. Kieber-Emmons 2021; Apple M1 CPU"* ]]
}

@test "caches are the host's, of the fewest and of the most workers" {
    result 2-core/m1-scan-cpu
    data bandwidth-vs-size
    [ "$(cells @mark | xargs)" = "L1d L1d ×2 L2 L2 ×2 L3" ]
    jq '.machine.identity.cores = 1' "$work/r.json" >"$work/one.json"
    mv "$work/one.json" "$work/r.json"
    data bandwidth-vs-size
    [ "$(cells @mark | xargs)" = "L1d L2 L3" ] # more workers than cores have no more caches
    result h200/m1-scan-local
    data bandwidth-vs-size
    [ -z "$(cells @mark)" ]
}

@test "lines name what varies, and the page what they share" {
    result 2-core/m1-scan-cpu
    data bandwidth-vs-size
    [ "$(cells @subtitle)" = "Bandwidth against size · huge pages · hot cache; where an algorithm has it: T=256 · V=8 · U=4 · kogge-stone · 2 workers · avx512" ]
    [ "$(cells line '$at["line"] ~ /group/ && $at["color"] >= 0' | sort -u | xargs)" = "group/reduce-then-scan blelloch group/reduce-then-scan cooperative group/reduce-then-scan raking" ]
    [[ "$(cells @footer)" == *"Shape: the family. Dash: solid 1 worker; dashed 2 workers." ]]
    result 2-core/m1-reduce-tiles
    data bandwidth-vs-size
    [[ "$(cells line | head -1)" == *" best T="*" V="* ]] # beyond 24 bars one stands for all tiles
}

@test "at most four sizes make panels, the greatest among them" {
    result 16-core/scaling '.parameters.n = .parameters.workers * 1024'
    data bandwidth-vs-workers --filter primitive=reduce
    [ "$(cells @panel | wc -l)" -eq 4 ]
    cells @panel | grep -q 'n = 16Ki'
    [[ "$(cells @footer)" == *"Sizes: 4 of 5."* ]]
}

@test "several results are in one chart, told apart by what differs" {
    cp "$reference/2-core/m1-scan-cpu.json" "$work/a.json"
    cp "$reference/16-core/m1-scan-cpu.json" "$work/b.json"
    run -0 "$scanbench" plot -q --together --format csv --kind bandwidth-vs-size --filter algorithm=serial "$work/a.json" "$work/b.json"
    echo "$output" >"$work/r.csv"
    [ "$(cells line | sort -u | wc -l)" -eq 2 ]
    cells line | grep -q '^serial .*2 cores$'
    [[ "$(cells @origin)" == "a.json; b.json · "* ]]
    cp "$work/a.json" "$work/c.json"
    run -0 "$scanbench" plot --together --format=svg --kind bandwidth-vs-size --filter pages=huge -q "$work/a.json" "$work/c.json"
    [ -e "$work/a+c-bandwidth.svg" ]
    grep -q 'serial a.json' "$work/a+c-bandwidth.csv"
    run -2 "$scanbench" plot --together --html "$work/a.json" "$work/b.json"
}

@test "a history has a line for each size, over the first result" {
    result 2-core/m1-scan-cpu
    cp "$work/r.json" "$work/a.json"
    run -0 "$scanbench" plot -q --kind history --format csv "$work/a.json" "$work/r.json"
    echo "$output" >"$work/r.csv"
    [ "$(cells y '$at["x"] == 1' | sort -u)" = 1 ]
    [ "$(cells line | sort -u | wc -l)" -eq 7 ]
    draws history
    shows 'The fastest over results' 'time / time in the first result'
}

@test "counts are drawn as their config says: a panel each counter, a line each algorithm" {
    cat >"$work/c.json" <<'JSON'
{ "name": "c", "title": "Two tiles", "sweeps": [
  { "primitive": "tiled_scan", "algorithm": ["group/naive", "group/warp"], "sizes": 512, "threads_per_group": [32, 64] },
  { "primitive": "scan", "algorithm": "group/reduce-then-scan", "group_algorithm": ["raking", "cooperative"], "sizes": 512,
    "threads_per_group": [32, 64], "values_per_thread": [1, 2], "lane_scan": ["kogge-stone", "sklansky"] } ],
  "plots": [ { "kind": "counts", "filter": { "algorithm": "group/warp" } }, { "kind": "counts", "title": "Mine" } ] }
JSON
    "$scanbench" counts -c "$work/c.json" --model cuda --format none -q -o "$work"
    run "$scanbench" plot --format svg "$work/c-counts.json"
    [ "$output" = "$work/c-counters.svg"$'\n'"$work/c-counters-2.svg" ]
    cp "$work/c-counters.csv" "$work/r.csv"
    [[ "$(cells @title)" == "Two tiles: Work"*"barriers and bank conflicts" ]]
    [ "$(cells line | sort -u)" = "group/warp" ]
    cp "$work/c-counters-2.csv" "$work/r.csv"
    [ "$(cells @title)" = Mine ]
    cells @panel | grep -q 'words moved / element'
    cells line | grep -q '^scan group/reduce-then-scan cooperative V=2 sklansky$'
    # As many steps as the JSON has.
    [ "$(cells y '$at["panel"] == "dependent steps" && $at["line"] ~ /group.warp/ && $at["x"] == 64')" = "$(jq '[.results[] |
        select(.algorithm == "group/warp" and .threads_per_group == 64)] | first | .steps' "$work/c-counts.json")" ]
    draws counters
    echo '{ "schema": "scanbench-counts", "results": [ { "primitive": "scan" } ] }' >"$work/c-counts.json"
    run -2 "$scanbench" plot -q "$work/c-counts.json"
    [[ $output == "$work/c-counts.json:1:"*"missing 'algorithm' (/results/0/algorithm)"* ]]
}

@test "a bar is drawn in every panel that has its counter, behind a line that lacks it too" {
    "$scanbench" counts scan --algorithm 'group/*' --model cuda --format none -q -o "$work"
    cp "$work/scan-counts.json" "$work/r.json"
    data counts
    [ "$(cells x '$at["panel"] ~ /^adds/ && $at["line"] == "group/fallback"')" -gt "$(cells x '$at["panel"] ~ /^adds/' | wc -l)" ]
    draws counters
    [ "$(grep -c '<text>group/fallback</text>' "$work/x.svg")" -eq "$(cells panel '$at["line"] == "group/fallback"' | wc -l)" ]
    grep -q '<text>10752</text>' "$work/x.svg"
}

@test "in a column of a paper each bar has its whole name, above it" {
    cp "$reference/h200/dot-groups.json" "$work/r.json"
    data ladder
    draws ladder width=3.5in
    bars=$(jq '[.results[] | select(.parameters.n == 33554432)] | length' "$work/r.json")
    [ "$(cells line | sort -u | wc -l)" -eq "$bars" ]
    while read -r name; do
        shows "$name"
    done < <(cells line | sort -u)
    refute grep -q '…' "$work/x.svg"
    refute grep -qE '<text>[0-9]</text>' "$work/x.svg" # no number of a bar
}

@test "an axis of errors less than ten times apart has ticks" {
    result 2-core/dot-blas '.verify.error_eps = if .parameters.algorithm == "simd/operators" then 0.015 else 0.03 end'
    data accuracy-vs-speed
    draws accuracy
    [ "$(grep -c '<text>0.02</text>' "$work/x.svg")" -eq "$(cells @panel | wc -l)" ]
}

@test "counts with the times of a result have the fastest on top in each panel" {
    "$scanbench" counts scan --algorithm 'group/*' --with "$reference/h200/engines.json" --format none -q -o "$work"
    cp "$work/scan-counts.json" "$work/r.json"
    data counts
    [ "$(cells @draw)" = bars ]
    times=$(cells y '$at["panel"] ~ /^time/')
    [ "$times" = "$(sort -g <<<"$times")" ]
    words=$(cells y '$at["panel"] ~ /^words/')
    [ "$(head -1 <<<"$words")" != "$(sort -g <<<"$words" | head -1)" ] # fewest words is not fastest
    [ "$(cells line '$at["panel"] ~ /^words/')" = "$(cells line '$at["panel"] ~ /^time/')" ]
    [ "$(cells @title)" = "group/reduce-then-scan is fastest but does not move the fewest words" ]
    draws counters
}

@test "the title of one panel is what it shows at its greatest sizes, where intervals are apart" {
    result 2-core/m1-scan-cpu '.launches = [] | if .parameters.algorithm == "serial" then .samples_s |= map(1) else .samples_s |= map(2) end'
    data bandwidth-vs-size
    [[ "$(cells @title)" == *": serial is fastest at every size" ]]
    [[ "$(cells @subtitle)" == "Bandwidth against size · "* ]]
    result 2-core/m1-scan-cpu '.launches = [] | .samples_s |= map(2)'
    data bandwidth-vs-size
    [[ "$(cells @title)" == *": Bandwidth against size" ]]
}

@test "a size that a single line has is won by nobody" {
    own_result '.launches = [] | if .parameters.algorithm == "serial" then .samples_s |= map(2) else .samples_s |= map(1) end'
    jq '.results |= map(select(.parameters | .primitive == "scan" and .workers != 2 and
        (.algorithm == "serial" or .algorithm == "simd/operators" and .n < 65536)))' "$work/r.json" >"$work/s.json"
    mv "$work/s.json" "$work/r.json"
    data bandwidth-vs-size
    [ "$(cells line | sort -u | wc -l)" -eq 2 ]
    [ "$(cells @title)" = "simd/operators is fastest at every size" ]
}

@test "a size that few of many lines have names no winner" {
    jq '.results[] |= (.launches = [] | .parameters as {$algorithm, $pages} |
        .samples_s |= map(if $algorithm == "serial" then 1 elif $pages == "4k" then 2 else 3 end))' \
        "$reference/2-core/m1-scan-cpu.json" >"$work/r.json"
    data bandwidth-vs-size
    [[ "$(cells @title)" == *": serial huge pages is fastest at every size" ]]
}

@test "lines of several selectivities compute different things: none is the fastest" {
    cp "$reference/h200/bench-gpu.json" "$work/r.json"
    data bandwidth-vs-size --filter 'primitive=compact,selectivity=0.5'
    [[ "$(cells @title)" == "group/read-ahead "*" is fastest from n = "* ]]
    data bandwidth-vs-size --filter 'primitive=compact'
    [ "$(cells @title)" = "Bandwidth against size" ]
}

@test "of more places than there are dashes, the colour tells them apart too" {
    own_result
    jq '.results |= [.[] | select(.parameters.algorithm == "serial")] |
        .results |= [.[] as $row | range(1; 8) | . as $w | $row | .parameters.workers = $w | .parameters.algorithm = "threads/chained" |
        .key = "\($row.key)\($w)"]' "$work/r.json" >"$work/s.json"
    mv "$work/s.json" "$work/r.json"
    data bandwidth-vs-size
    awk -F, '/^@|^panel/ || !NF { next } $7 >= 0 { print $7, $8, $9 }' "$work/r.csv" | sort -u >"$work/looks"
    [ "$(cells line | sort -u | wc -l)" -eq 7 ]
    [ "$(wc -l <"$work/looks")" -eq 7 ]
    [[ "$(cells @footer)" != *"Dash: "* ]]
}

@test "accuracy is drawn of a real run; what is exact stands apart" {
    cat >"$work/c.json" <<'JSON'
{ "name": "sums", "measure": { "processes": 1, "samples": 3, "time": "20ms" }, "sweeps": [
  { "primitive": "reduce", "algorithm": ["serial/strict", "simd/*"], "dtype": "f32", "op": "sum", "sizes": 65536 } ] }
JSON
    "$scanbench" -c "$work/c.json" -o "$work" --quiet --format=none
    cp -L "$work/sums.json" "$work/r.json"
    data accuracy-vs-speed
    run -0 python3 tests/cli/chart_numbers.py "$work/r.json" "$work/r.csv" n error
    draws accuracy
    shows 'Accuracy against speed' 'serial/strict' 'largest error of any element'
    result 2-core/m1-scan-cpu
    run -2 "$scanbench" plot -q --kind accuracy-vs-speed "$work/r.json"
    [ "$output" = "scanbench: error: $work/r.json: no row to draw: none has error_eps" ]
    cp "$reference/h200/bench-gpu.json" "$work/r.json"
    run -2 "$scanbench" plot --kind rows-heatmap "$work/r.json"
    [ "$output" = "scanbench: error: $work/r.json: no row to draw: none has row_length" ]
}

@test "charts have the width, letters, title, names, colours and format that are asked for" {
    result 2-core/m1-scan-cpu
    run -0 "$scanbench" plot -q --kind bandwidth-vs-size --format svg --width 3.5in --font-size 8 --title 'For a paper, of "two"' \
        --name 'simd/i*=this work, ours' --line-color 'serial=#123456' --look ylabel=speed --look xrange=8Ki:4Mi "$work/r.json"
    cp "$work/r-bandwidth.svg" "$work/x.svg"
    grep -q '^ width="336" ' "$work/x.svg"
    shows 'font-size="10.70"' '<text>For a paper, of' '<text>this work, ours<' '<text>speed' 'rgb( 18,  52,  86)'
    refute grep -qE '<text>(simd/i|128Mi)' "$work/x.svg"
    for format in pdf eps tikz; do
        run "$scanbench" plot --kind ladder --format $format "$reference/2-core/m1-scan-cpu.json" -o "$work"
        [ "$output" = "$work/m1-scan-cpu-ladder.$format" ]
        [ -s "$work/m1-scan-cpu-ladder.$format" ]
    done
    for wrong in --width=wide --width=0in --width=3.5 --font-size=big --font-size=2 --font-size=0x10 --format=gif --style=pink \
        '--name=serial' '--title=' '--line-color=serial=red' '--look=xrange'; do
        run -2 "$scanbench" plot "$wrong" "$work/r.json"
        [[ $output == *"${wrong%%=*}"*"expected"* ]]
    done
    for unfit in "--name=simd/z*=Z" "--line-color=nobody=#123456"; do
        run --separate-stderr "$scanbench" plot --kind ladder --format svg --name 'serial=fits' "$unfit" "$work/r.json"
        [ "$status" -eq 0 ]
        [ "$(grep -c 'no line matches' <<<"$stderr")" -eq 1 ]
        [[ "$stderr" == *"scanbench: warning: ${unfit%%=*} '${unfit#*=}': no line matches" ]]
    done
    run -2 "$scanbench" plot --kind ladder --look colour=red "$work/r.json"
    [[ $output == *"'colour=red': expected one of these options"* ]]
}

@test "a chart for a paper has no title and footer, and its caption is printed" {
    result 2-core/m1-scan-cpu
    run "$scanbench" plot --paper --kind bandwidth-vs-size --format svg "$work/r.json"
    [[ $output == *"caption: "*"Bandwidth against size · huge pages · "*"Median with its 95% interval."* ]]
    cp "$work/r-bandwidth.svg" "$work/x.svg"
    grep -q '^ width="336" ' "$work/x.svg"
    shows '<text>serial'
    refute grep -qE '<text>(Bandwidth|Median|huge)' "$work/x.svg"
    run "$scanbench" plot -q --paper --kind bandwidth-vs-size --format pdf --width 7in "$work/r.json"
    grep -qa FontFile "$work/r-bandwidth.pdf" # the fonts are in it
}

@test "a grey chart has no colours, and no two of its lines have one shade and shape" {
    result 2-core/m1-scan-cpu
    for kind in bandwidth ladder; do
        data "$(sed -n 's/^# kind: //p' scripts/$kind.gp)"
        draws $kind style=grey
        # shellcheck disable=SC2016
        [ "$(grep -oE "rgb\([^)]*\)" "$work/x.svg" | tr -d 'rgb() ' | awk -F, '$1 != $2 || $2 != $3' | wc -l)" -eq 0 ]
    done
    data bandwidth-vs-size
    draws bandwidth style=grey
    looks=$(grep -oE "<use xlink:href='#gpPt[0-9]+'.* color='rgb\([^)]*\)'" "$work/x.svg" | sed -E "s/ transform='[^']*'//" |
        grep -vE 'rgb\((112|144)|gpPt11' | sort -u) # peaks, unusable and published ones aside
    echo "$looks"
    [ "$(wc -l <<<"$looks")" -eq 8 ]
}

@test "a config says what its charts look like, and what they are about" {
    result 2-core/m1-scan-cpu
    jq '.config.title = "Scans on a desk" | .config.plots = [ { "kind": "bandwidth-vs-size", "title": "Mine", "names": { "serial": "plain C" },
        "width": "7in", "font_size": 10, "style": "grey" }, { "kind": "ladder" } ]' "$work/r.json" >"$work/s.json"
    "$scanbench" plot -q --format svg --name 'serial=C' "$work/s.json"
    cp "$work/s-bandwidth.svg" "$work/x.svg"
    grep -q '^ width="672" ' "$work/x.svg"
    shows '<text>Mine<' '<text>C<' '<text>simd/operators'
    grep -q '<text>Scans on a desk: Bandwidth and share of the peak' "$work/s-ladder.svg"
    for wrong in '"width": 3' '"width": "3furlong"' '"font_size": 100' '"style": "pink"' '"title": ""' '"names": { "a": "b=c" }'; do
        jq ".config.plots = [ { \"kind\": \"ladder\", $wrong } ]" "$work/r.json" >"$work/s.json"
        run -2 "$scanbench" plot -q "$work/s.json"
        [[ $output == "$work/s.json:"*" error: "*"(/config/plots/0/"*"; expected "* ]]
    done
}

@test "an SVG says what it shows, and each of its points what it is" {
    result 2-core/m1-scan-cpu
    "$scanbench" plot -q --kind bandwidth-vs-size --title 'A < B & C' "$work/r.json"
    cp "$work/r-bandwidth.svg" "$work/x.svg"
    shows '<title>A &lt; B &amp; C: r.json</title>' '<title>copy 2 workers</title>' '<title>serial, 95% interval</title>' \
        '<title>serial; n = 1Ki: '
    grep -qE '<title>serial; n = 1Ki: [0-9.]+ GB/s \[[0-9.]+ GB/s to [0-9.]+ GB/s\]; [0-9]+% of peak' "$work/x.svg"
}
