# SPDX-License-Identifier: MIT
# scanbench counts: what kernels cost and where they break, as table, CSV and JSON.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    config='{"name": "c", "sweeps": [{"primitive": "scan", "algorithm": "ALGORITHM", "group_algorithm": "LOCAL", "sizes": [4096],
        "threads_per_group": [64], "values_per_thread": [2]}]}'
    scanbench=$(cd "$BATS_TEST_DIRNAME/../.." && realpath "${SCANBENCH:-./scanbench}")
}

field() { # NAME… <CSV
    python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin): print(*(row[name] for name in sys.argv[1:]))' "$@"
}

unwrapped() {
    tr -s ' \n' ' ' <<<"$output"
}

counts() { # ALGORITHM LOCAL [OPTION…]
    local one=${config/ALGORITHM/$1}
    printf '%s' "${one/LOCAL/$2}" | "$scanbench" counts --config - "${@:3}"
}

@test "counts: conflicts that four digits do not hold are printed whole" {
    run -0 "$scanbench" counts scan --algorithm group/read-ahead -o - -q
    grep -qE ' cuda +ok$' <<<"$output" # a GPU is what is asked about
    grep -qE 'group/read-ahead +[0-9.]+ +[0-9]{5} ' <<<"$output"
    [[ "$output" != *e+* ]]
}

@test "counts: a row a run; with --all a row a kernel and phase" {
    counts group/reduce-then-scan raking --model cpu --format none -q
    [ "$(field verdict words_per_element conflicts barriers steps <results/c-counts.csv)" = "ok 3.031494140625 11 2 11" ]
    counts group/reduce-then-scan raking --model cpu --format csv --all -q -o - >all.csv
    [ "$(field kernel phase scope adds shuffles shared_loads bank_conflicts barriers <all.csv | grep '^scan_tile local group')" = \
        "scan_tile local group 225 6 256 11 2" ]
    [ "$(field useful_adds kernel phase <all.csv | tail -1)" = "4095 all total" ]
    [ "$(awk -F, '{print NF}' all.csv | sort -u | wc -l)" = 1 ]
}

@test "counts: one screen: a line an algorithm, and beside times what is fastest" {
    run -0 "$scanbench" counts scan --algorithm 'group/lookback,group/reduce-then-scan' --model cuda -o - --n 16Ki \
        --with "$BATS_TEST_DIRNAME/../../results/reference/h200/engines.json"
    [ "${#lines[@]}" -le 9 ]
    [[ ${lines[1]} == "scan u32 exclusive, raking T=256 V=8 kogge-stone" ]]
    [[ ${lines[2]} == "algorithm "*" words/el "*" time"* ]]
    [[ ${lines[3]} == "group/reduce-then-scan "*" 3.0"* ]]
    [[ ${lines[4]} == "group/lookback "*" 2.0"* ]]
    [[ "$(unwrapped)" == *"2 of 2 points are right in the model. Times are at n="*"Fewest words is not fastest here: group/lookback takes"* ]]
    [ "$(awk '{ if (length > most) most = length } END { print most }' <<<"$output")" -le 80 ]
}

@test "counts: the columns that a line has no room for are named" {
    run -0 "$scanbench" counts scan --algorithm group/reduce-then-scan/shared-partial --model cuda -o - --n 4Ki
    [ "${lines[-1]}" = "(columns left out: atomics, steps, adds; --format markdown prints all)" ]
    run -0 "$scanbench" counts scan --algorithm group/reduce-then-scan/shared-partial --model cuda -o - --n 4Ki --format markdown
    [[ "$output" == *"| atomics | steps | adds |"* ]]
}

@test "counts: a table a problem, with all its algorithms" {
    run -0 "$scanbench" counts scan --algorithm 'group/lookback,group/one-round' --dtype u32,f32 --model cuda -o - --n 4Ki
    [ "$(grep -c '^algorithm' <<<"$output")" = 2 ]
    [ "$(grep -c '^group/' <<<"$output")" = 4 ]
}

@test "counts: a part of a sweep does not take the place of the whole" {
    config=${config/\[64\]/[32, 64]}
    counts group/reduce-then-scan raking --model cpu --format none -q
    cp results/c-counts.csv whole.csv
    cp results/c-counts.json whole.json
    run -0 counts group/reduce-then-scan raking --model cpu --format none --filter threads_per_group=32
    [ "$output" = "wrote results/c-counts-part.csv and .json; a part of the sweep, so it does not become c-counts.csv" ]
    cmp whole.csv results/c-counts.csv
    cmp whole.json results/c-counts.json
    [ "$(wc -l <results/c-counts-part.csv)" -lt "$(wc -l <whole.csv)" ]
    counts group/reduce-then-scan raking --model cpu --format none -q --filter threads_per_group=32 -o own
    cmp own/c-counts.csv results/c-counts-part.csv
}

@test "counts: csv and json on standard output are the files" {
    counts group/lookback raking --model cuda --format csv -q >out.csv
    cmp out.csv results/c-counts.csv
    counts group/lookback raking --model cuda --format json -q >out.json
    grep -q '"verdict": "ok"' out.json
    counts group/lookback raking --model cuda --format json -q -o - >bare.json
    grep -q '"schema": "scanbench-counts"' bare.json
}

@test "counts: a device without a promise of progress is told apart from a broken kernel" {
    run -0 counts group/lookback raking --model metal-3.2 -o -
    [[ "$(unwrapped)" == *"permitted-failure on metal-3.2, "*": STARVED: kernel scan_lookback: group 1 waits for state[0]"* ]]
    run -1 counts group/lookback raking --model metal-m1 -o -
    [[ "$(unwrapped)" == *"without an adversary: relative error"*"stale reads"* ]]
}

@test "counts: a user's device model" {
    echo '{"name": "narrow", "like": "cpu", "max_threads_per_group": 32}' >narrow.json
    run -0 counts group/reduce-then-scan raking --model ./narrow.json -o -
    [[ "$(unwrapped)" == *"unsupported on narrow, "*": 64 threads a group; narrow has at most 32"* ]]
}

@test "counts: an element type that a device lacks is unsupported there" {
    config=${config/\"sizes\"/\"dtype\": \"f64\", \"sizes\"}
    run -0 counts group/reduce-then-scan raking --model metal-m1 --model cuda -o -
    [[ "$(unwrapped)" == *"unsupported on metal-m1, "*"metal-m1 has no f64"*"1 of 2 points are right in the model."* ]]
}

@test "counts: rows that differ in one axis alone have keys that differ" {
    config='{"name": "c", "sweeps": [
        {"primitive": "reduce", "algorithm": "group/multilevel", "group_algorithm": "raking", "sizes": [1024], "threads_per_group": 64,
         "values_per_thread": 4, "arrangement": ["blocked", "striped"], "vector_width": [1, 2, 4], "broadcast": ["no", "yes"]},
        {"primitive": "scan", "algorithm": "group/lookback", "group_algorithm": "cooperative", "sizes": [1024], "threads_per_group": 64,
         "values_per_thread": 1, "scan_mode": ["exclusive", "inclusive"], "lane_scan": ["kogge-stone", "sklansky"]},
        {"primitive": "count", "algorithm": "group/sequence", "sizes": [1024], "threads_per_group": 64, "selectivity": [0.1, 0.5]},
        {"primitive": "dot", "algorithm": "group/two-pass/shared", "dtype": "f32", "sizes": [1024], "threads_per_group": 64,
         "groups": [1, 2]}]}'
    counts x y --model cpu --all --format none -q
    python3 - results/c-counts.csv <<'PYTHON'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
columns = list(rows[0])
keys = ["".join(row[name] + "," for name in columns[:columns.index("useful_adds")]) for row in rows]
assert len(keys) > 100 and len(set(keys)) == len(keys)
PYTHON
}

@test "counts: wider accesses are fewer memory instructions, not fewer bytes" {
    config='{"name": "c", "sweeps": [{"primitive": "count", "algorithm": "group/sequence", "sizes": [65536],
        "threads_per_group": 64, "vector_width": [1, 2, 4], "groups": 256}]}'
    counts x y --model cpu --all --format none -q
    # 2048 subgroup loads of 32 elements one by one, and the 512 counts.
    [ "$(field kernel phase scope transactions memory_instructions <results/c-counts.csv |
        sed -n 's/^count_sequence total run //p' | xargs)" = "2560 2560 2560 1536 2560 1024" ]
}

@test "counts: a copy without checks of bounds is the same accesses" {
    cat >copies.json <<'JSON'
{ "name": "copies", "sweeps": [ { "primitive": "copy", "algorithm": ["group/copy", "group/copy/unchecked"], "sizes": 4096,
  "arrangement": ["blocked", "striped"], "threads_per_group": 64, "values_per_thread": 4 } ] }
JSON
    "$scanbench" counts --config copies.json --model cuda --all --format none -q
    for algorithm in group/copy group/copy/unchecked; do
        grep "^copy,$algorithm," results/copies-counts.csv | sed -E "s,$algorithm|_unchecked,,g" >"${algorithm//\//-}"
    done
    [ "$(wc -l <group-copy)" -ge 12 ]
    cmp group-copy group-copy-unchecked
}

@test "counts: devices come from the config when no option names one" {
    config='{"name": "c", "machine": {"device": "metal-m1"}, "sweeps": [{"primitive": "scan", "algorithm": "ALGORITHM", "group_algorithm": "LOCAL",
        "sizes": [100], "threads_per_group": [32], "values_per_thread": [1]}]}'
    run -0 counts group/reduce-then-scan cooperative -o -
    counts group/reduce-then-scan cooperative -o - --format csv >out.csv
    [ "$(field model <out.csv | xargs)" = "metal-m1 metal-m1 metal-m1" ]
}

@test "counts: devices that are timed are nothing to the model" {
    config='{"name": "c", "machine": {"device": ["cuda:0", "metal-m1"], "workers": [1, 2]},
        "sweeps": [{"primitive": "scan", "algorithm": "ALGORITHM", "group_algorithm": "LOCAL",
        "sizes": [100], "threads_per_group": [32], "values_per_thread": [1]}]}'
    run -0 counts group/reduce-then-scan cooperative -o -
    [[ "$output" == *"1 of 1 points are right in the model."* ]]
    config=${config/, \"metal-m1\"/}
    run -0 counts group/reduce-then-scan cooperative -o -
    counts group/reduce-then-scan cooperative -o - --format csv >out.csv
    [ "$(field model order <out.csv)" = "cpu ascending" ]
}

@test "counts: bad usage" {
    run -2 counts group/reduce-then-scan raking --model metal-m2 -o -
    [[ "$output" == *"did you mean 'metal-m1'?"* ]]
    run -2 "$scanbench" counts
    run -2 counts group/reduce-then-scan raking --device cpu -o -
    [ "$output" = "scanbench: error: 'counts --device' is now 'counts --model'" ]
    run -2 counts serial raking -o -
}
