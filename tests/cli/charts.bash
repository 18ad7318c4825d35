# SPDX-License-Identifier: MIT
# What the tests of charts share: `load charts`, after helpers. Files are in $work, results those of $reference.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    reference=$PWD/results/reference
    work=$(mktemp -d)
}

teardown() {
    rm -rf "$work"
}

# A reference result, with what jq changes in each of its rows, as $work/r.json. Of two figures the lines that have all
# sizes and one shape.
result() { # NAME [PROGRAM]
    local kept=true
    case $1 in
    */m1-scan-cpu) kept='.n <= 128 * 1048576 and .pages == "huge" and .groups != 16' ;;
    */m1-scan-local) kept='.threads_per_group == 256' ;;
    esac
    jq ".results |= map(select(.parameters | $kept)) | (.results[].parameters | select(.groups == 512)) |= del(.groups) |
        (.results[] |= (${2:-.}))" "$reference/$1.json" >"$work/r.json"
}

# A result of this program on this machine, with what jq changes in each of its rows, as $work/r.json: some sizes, tiles
# and numbers of workers.
own_result() { # [PROGRAM]
    local folder=$BATS_FILE_TMPDIR/own
    [ -d "$folder" ] || cat >"$BATS_FILE_TMPDIR/own.json" <<'JSON'
{ "name": "own", "measure": { "processes": 1, "samples": 8, "time": "20ms" }, "sweeps": [
  { "primitive": "scan", "algorithm": ["serial", "simd/operators"], "sizes": [1024, 4096, 65536] },
  { "primitive": "scan", "algorithm": "threads/chained", "sizes": [1024, 4096, 65536], "workers": [1, 2] },
  { "primitive": "reduce", "algorithm": "group/multilevel", "group_algorithm": ["raking", "cooperative"], "sizes": 65536,
    "threads_per_group": [64, 256], "values_per_thread": [2, 4, 8] } ] }
JSON
    [ -d "$folder" ] || "$scanbench" -q -c "$BATS_FILE_TMPDIR/own.json" -o "$folder" --format none
    jq "(.results[] |= (${1:-.}))" "$folder/own.json" >"$work/r.json"
}

# The data of a chart of $work/r.json into $work/r.csv.
data() { # KIND [OPTION…]
    local kind=$1
    shift
    "$scanbench" plot -q --kind "$kind" --format csv "$@" "$work/r.json" >"$work/r.csv"
}

# The cells of a column of the lines, those of the peaks and published numbers aside; or of the rows @KEY the texts.
cells() { # COLUMN [AWK CONDITION]
    awk -F, -v column="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        column ~ /^@/ { if ($1 == column) print $2; next }
        NF && $1 !~ /^@/ && ('"${2:-\$at[\"color\"] >= 0}"') { print $at[column] }' "$work/r.csv"
}

is_svg() {
    head -c 200 "$1" | grep -q '<?xml'
    tail -c 20 "$1" | grep -q '</svg>'
}

is_png() {
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ]
    [ "$(tail -c 8 "$1" | head -c 4)" = IEND ]
}

# Draw $work/r.csv by hand, as SVG and PNG, without a word; the SVG stays in $work/x.svg.
draws() { # SCRIPT [OPTION…]
    local script=scripts/$1.gp ending
    shift
    for ending in png svg; do
        run gnuplot -d -c "$script" "$work/r.csv" "$work/x.$ending" "$@"
        [ "$output" = "" ]
        [ "$status" -eq 0 ]
    done
    is_svg "$work/x.svg"
    is_png "$work/x.png"
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
