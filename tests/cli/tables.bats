# SPDX-License-Identifier: MIT
# The CSV as other programs read it: the lines of the page about results run, and what they rest on holds without these programs
# too.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    "${SCANBENCH:-./scanbench}" -q -c configs/quick.json --smoke --filter 'n<=64Ki' -o "$BATS_FILE_TMPDIR/results" --format none
    # The part of the page about them.
    sed -n '/^## In other programs$/,$p' docs/results.md >"$BATS_FILE_TMPDIR/readme"
}

setup() {
    load helpers
    cd "$BATS_FILE_TMPDIR"
    csv=results/quick.csv
    bench=$(cd "$BATS_TEST_DIRNAME/../.." && realpath "${SCANBENCH:-./scanbench}")
    rows=$(($(wc -l <"$csv") - 1))
    [ "$rows" -ge 10 ]
}

# The line of the page for a program.
line() { # PROGRAM
    local found
    found=$(sed -n "s/^| $1 | \`\(.*\)\` |\$/\1/p" readme)
    [ -n "$found" ] || return 1
    echo "$found"
}

# The columns that the page names there, a line each.
named() {
    line DuckDB | sed 's/^SELECT \(.*\) FROM.*/\1/' | tr -d ' ' | tr , '\n'
    grep -oE 't\["[a-z_0-9]+"\]' readme | cut -d'"' -f2
    grep -oE 'in `[a-z_]+`' readme | cut -d'`' -f2
}

# What a table of pandas 1.5 has by a name.
pandas_names() {
    tr ' ' '\n' <<'NAMES'
T abs add add_prefix add_suffix agg aggregate align all any append apply applymap asfreq asof assign astype at at_time attrs
axes backfill between_time bfill bool boxplot clip columns combine combine_first compare convert_dtypes copy corr corrwith
count cov cummax cummin cumprod cumsum describe diff div divide dot drop drop_duplicates droplevel dropna dtypes duplicated
empty eq equals eval ewm expanding explode ffill fillna filter first first_valid_index flags floordiv from_dict from_records
ge get groupby gt head hist iat idxmax idxmin iloc index infer_objects info insert interpolate isetitem isin isna isnull
items iteritems iterrows itertuples join keys kurt kurtosis last last_valid_index le loc lookup lt mad mask max mean median
melt memory_usage merge min mod mode mul multiply ndim ne nlargest notna notnull nsmallest nunique pad pct_change pipe pivot
pivot_table plot pop pow prod product quantile query radd rank rdiv reindex reindex_like rename rename_axis reorder_levels
replace resample reset_index rfloordiv rmod rmul rolling round rpow rsub rtruediv sample select_dtypes sem set_axis
set_flags set_index shape shift size skew slice_shift sort_index sort_values sparse squeeze stack std style sub subtract sum
swapaxes swaplevel tail take to_clipboard to_csv to_dict to_excel to_feather to_gbq to_hdf to_html to_json to_latex
to_markdown to_numpy to_orc to_parquet to_period to_pickle to_records to_sql to_stata to_string to_timestamp to_xarray
to_xml transform transpose truediv truncate tshift tz_convert tz_localize unstack update value_counts values var where xs
NAMES
}

header() {
    head -n 1 "$csv" | tr , '\n'
}

@test "tables: the columns that the page names are in the header, and each name is there once" {
    [ -z "$(header | sort | uniq -d)" ]
    [ "$(named | sort -u | wc -l)" -ge 4 ]
    header >header
    named | while read -r name; do
        echo "$name"
        grep -qx -- "$name" header
    done
}

@test "tables: pandas has no name of a column for itself" {
    header | sort >header
    pandas_names | sort | comm -12 - header >hidden
    [ -s header ]
    [ ! -s hidden ]
}

@test "tables: Python's csv reads as many rows, and the values of the JSON" {
    "$bench" show results/quick.json --format csv --columns all >all.csv
    python3 - all.csv results/quick.json "$rows" <<'PY'
import csv, json, re, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
results = json.load(open(sys.argv[2]))["results"]
assert len(rows) == len(results) == int(sys.argv[3]), (len(rows), len(results))
compared = set()
for row, result in zip(rows, results):
    assert None not in row and None not in row.values(), "cells without a column, or columns without a cell"
    for name, value in {**result["parameters"], **result["statistics"], "status": result["status"]}.items():
        if name not in row:
            continue
        cell = row[name]
        if value is None:
            same = cell == ("1" if name == "workers" else "")
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            same = float('%.12g' % float(cell)) == value # the digits that the JSON has
        else:
            same = cell == (value if isinstance(value, str) else str(value).lower())
        assert same, (name, cell, value)
        compared.add(name)
assert len(compared) >= 40, compared
for name in rows[0]:
    cells = {row[name] for row in rows}
    cells.discard("")
    numbers = {cell for cell in cells if re.fullmatch(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?", cell)}
    assert not numbers or numbers == cells, name + " has numbers and texts"
PY
}

@test "tables: pandas" {
    python3 -c 'import pandas' 2>/dev/null || skip "no pandas for python3"
    line pandas >line
    [ -s line ]
    python3 - "$rows" <<'PY'
import csv, sys, pandas
exec(open("line").read())
plain = list(csv.DictReader(open("results/quick.csv", newline="")))
assert len(t) == len(plain) == int(sys.argv[1])
assert list(t.columns) == list(plain[0])
assert list(t["warnings"]) == [row["warnings"] for row in plain]
rates = [float(row["bytes_per_s"]) for row in plain]
assert all(a == b or a != a and b != b or abs(a / b - 1) < 1e-12 for a, b in zip(t["bytes_per_s"], rates))
hidden = {name for name in t.columns if hasattr(pandas.DataFrame, name)}
assert not hidden, hidden
assert sum(t["workers"] == 1) > 0
PY
}

@test "tables: R" {
    command -v Rscript || skip "no Rscript"
    line R >line.R
    [ -s line.R ]
    printf 'cat(nrow(t), class(t$bytes_per_s), class(t$mode), sum(t$workers == 1) > 0)\n' >>line.R
    run -0 Rscript --vanilla line.R
    [ "$output" = "$rows numeric character TRUE" ]
}

@test "tables: DuckDB" {
    command -v duckdb || skip "no duckdb"
    run -0 duckdb -csv -c "$(line DuckDB)"
    [ "${lines[0]}" = algorithm,n,bytes_per_s ]
    [ "${#lines[@]}" -eq $((rows + 1)) ]
    duckdb -c "SELECT bytes_per_s / 2 FROM '$csv'"
}
