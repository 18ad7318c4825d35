# SPDX-License-Identifier: MIT
# scanbench compare from end to end, on results that are made here: no verdict depends on how fast this machine is.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench="${SCANBENCH:-./scanbench}"
    base="$BATS_TEST_TMPDIR/base.json"
    new="$BATS_TEST_TMPDIR/new.json"
    write 1 >"$base"
    write 1 >"$new"
}

# A result of six sizes and five launches, of times multiplied by FACTOR beside limits multiplied by LIMIT.
write() { # FACTOR [LIMIT]
    awk -v factor="$1" -v limit="${2:-1}" 'BEGIN {
        srand(7)
        print "{\"schema\":\"scanbench-results\",\"schema_version\":1,\"complete\":true,"
        print "\"machine\":{\"identity\":{\"cpu_model\":\"Some CPU\",\"compiler\":\"gcc 12\",\"isa\":\"avx2\"},"
        print "\"state\":{\"kernel\":\"6.1\",\"governor\":\"powersave\"}},"
        print "\"results\":["
        for (n = 1024; n <= 32768; n *= 2) {
            printf "%s{\"status\":\"ok\",\"flags\":[],\"launches\":[", (n > 1024 ? "," : "")
            for (i = 0; i < 5; i++)
                printf "%s{\"samples\":8,\"batch\":1,\"flags\":[],\"time_median_s\":%.9g}", (i ? "," : ""), factor * n * 1e-9 * (1 + 0.001 * rand())
            printf "],\"limit\":{\"bytes_per_s\":%d},", n * 1e6 * limit
            printf "\"parameters\":{\"primitive\":\"scan\",\"algorithm\":\"serial\",\"family\":\"serial\",\"dtype\":\"u32\",\"n\":%d,\"pages\":\"4k\",\"cache\":\"hot\"},", n
            printf "\"samples_s\":["
            for (i = 0; i < 40; i++)
                printf "%s%.9g", (i ? "," : ""), factor * n * 1e-9 * (1 + 0.002 * rand())
            print "]}"
        }
        print "]}"
    }'
}

@test "compare: a result against itself is the same, and never fails" {
    separately "$bench" compare "$base" "$new" --fail-on=regression
    [ "$status" -eq 0 ]
    [[ "$stdout" == *"No change in 6 points."* ]]
    [ -z "$stderr" ]
    separately "$bench" compare --quiet "$base" "$new"
    [[ "$stdout" == "No change in 6 points."* ]]
}

@test "compare: a gain never fails" {
    write 0.9 >"$new"
    separately "$bench" compare "$base" "$new" --fail-on=regression
    [ "$status" -eq 0 ]
    [[ "$stdout" == *"6 faster, of 6 points"* ]]
}

@test "compare: a slowdown of 5 % is found, and fails when asked to" {
    write 1.05 >"$new"
    separately "$bench" compare "$base" "$new"
    [ "$status" -eq 0 ]
    [[ "$stdout" == *"6 slower, of 6 points"* ]]
    [[ "$stdout" == *"  n  algorithm   before    after  change  95% CI"$'\n'"slower   1Ki  serial "* ]]
    separately "$bench" compare "$base" "$new" --fail-on=regression
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"6 of 6 points slower or lost, first scan serial"* ]]
    separately "$bench" compare "$base" "$new" --fail-on=regression:10%
    [ "$status" -eq 0 ]
    separately "$bench" compare "$base" "$new" --bound 10 --fail-on=regression
    [ "$status" -eq 0 ]
    [[ "$stdout" == *"No change in 6 points."* ]]
}

# Where code and data lie, one launch cannot tell from a change: half as long again is one.
@test "compare: a slowdown of 5 % between single launches is not told, and says what would tell" {
    for factor in 1 1.05; do
        write $factor | sed -E 's/"launches":.*,"limit"/"launches":[],"limit"/' >"$BATS_TEST_TMPDIR/one-$factor.json"
    done
    separately "$bench" compare "$BATS_TEST_TMPDIR/one-1.json" "$BATS_TEST_TMPDIR/one-1.05.json" --fail-on=regression
    [ "$status" -eq 5 ]
    [[ "$(tr -s ' \n' ' ' <<<"$stdout")" == *"6 unresolved, of 6 points"*"can detect: 1.0% (15% at some points)"*"6 points come from"*"measure.launches=5"* ]]
    [[ "$stderr" == *"noise 15.0 % above --bound 2.0 %; of one launch: set measure.launches=5" ]]
    write 1.5 | sed -E 's/"launches":.*,"limit"/"launches":[],"limit"/' >"$BATS_TEST_TMPDIR/one-1.5.json"
    separately "$bench" compare "$BATS_TEST_TMPDIR/one-1.json" "$BATS_TEST_TMPDIR/one-1.5.json" --fail-on=regression
    [ "$status" -eq 1 ]
    [[ "$stdout" == *"6 slower, of 6 points"* ]]
    separately "$bench" compare "$BATS_TEST_TMPDIR/one-1.json" "$BATS_TEST_TMPDIR/one-1.05.json" --floor=1
    [[ "$stdout" == *"6 slower, of 6 points"* ]]
    refute grep -q "one process" <<<"$stdout"
}

@test "compare: a slowdown that the limits share is noise" {
    write 1.05 0.94 >"$new"
    separately "$bench" compare "$base" "$new" --fail-on=regression
    [ "$status" -eq 5 ]
    [[ "$(tr -s ' \n' ' ' <<<"$stdout")" == *"6 unresolved, of 6 points"*"can detect: 6.4% (13% at some points)."* ]]
    [[ "$stderr" == *"6 of 6 points are too noisy to tell, first scan serial"*"noise 13.2 % above --bound 2.0 %; use run --against" ]]
    separately "$bench" compare "$base" "$new" --floor 1 --fail-on=regression
    [ "$status" -eq 1 ]
}

@test "compare: a lost point fails, missing or no longer ok" {
    sed '0,/"ok"/s//"wrong"/' "$base" >"$new"
    separately "$bench" compare "$base" "$new" --fail-on=regression
    [ "$status" -eq 1 ]
    [[ "$stdout" == *$'\nlost '*" wrong"* ]]
    sed '/"n":2048,/d' "$base" >"$new"
    separately "$bench" compare "$base" "$new" --fail-on=regression
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"n=2Ki"*"lost"* ]]
    separately "$bench" compare "$base" "$new" --fail-on=regression --filter 'n>2Ki'
    [ "$status" -eq 0 ]
    separately "$bench" compare "$new" "$base" --fail-on=regression
    [ "$status" -eq 0 ]
    [[ "$stdout" == *"1 new"* ]]
}

@test "compare: every key of --vary is named once" {
    cp "$base" "$new"
    separately "$bench" compare "$base" "$new" --vary zzz
    [ "$status" -eq 2 ]
    keys=$(sed "s/.*expected //; s/; did you.*//; s/, / /g; s/ or / /" <<<"$stderr" | tr ' ' '\n')
    [ "$(wc -l <<<"$keys")" -ge 15 ]
    [ -z "$(sort <<<"$keys" | uniq -d)" ]
}

@test "compare: another machine or build is 5, unless it is varied" {
    sed 's/gcc 12/clang 14/' "$base" >"$new"
    separately "$bench" compare "$base" "$new"
    [ "$status" -eq 5 ]
    [[ "$stderr" == *'compiler is "gcc 12"'*'"clang 14"'*"--vary compiler"* ]]
    separately "$bench" compare "$base" "$new" --vary compiler
    [ "$status" -eq 0 ]
    separately "$bench" compare "$base" "$new" --vary compilr
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"did you mean 'compiler'"* ]]
    sed 's/"4k"/"huge"/' "$base" >"$new"
    separately "$bench" compare "$base" "$new"
    [ "$status" -eq 5 ]
    separately "$bench" compare "$base" "$new" --vary pages
    [ "$status" -eq 0 ]
}

@test "compare: state only warns" {
    sed 's/powersave/performance/' "$base" >"$new"
    separately "$bench" compare "$base" "$new"
    [ "$status" -eq 0 ]
    [[ "$stderr" == 'scanbench: warning: governor was "powersave" and is "performance"' ]]
    separately "$bench" compare -q "$base" "$new"
    [ -z "$stderr" ]
}

@test "compare: CSV and JSON" {
    separately "$bench" compare "$base" "$new" --format csv
    [ "$(wc -l <"$BATS_TEST_TMPDIR/stdout")" -eq 7 ]
    [[ "$stdout" == primitive,algorithm,family,*,verdict* ]]
    separately "$bench" compare "$base" "$new" --format json
    [[ "$stdout" == *'"scanbench-comparison"'* && "$stdout" == *'"same": 6'* ]]
    "$bench" compare "$base" "$new" --format csv >"$BATS_TEST_TMPDIR/again.csv"
    "$bench" compare "$base" "$new" --format csv | cmp - "$BATS_TEST_TMPDIR/again.csv"
}

@test "compare: a CSV stands for the JSON beside it" {
    echo "primitive,algorithm" >"$BATS_TEST_TMPDIR/base.csv"
    separately "$bench" compare "$BATS_TEST_TMPDIR/base.csv" "$new"
    [ "$status" -eq 0 ]
    [[ "$stdout" == *"6 points"* ]]
    echo "primitive,algorithm" >"$BATS_TEST_TMPDIR/alone.csv"
    separately "$bench" compare "$base" "$BATS_TEST_TMPDIR/alone.csv"
    [ "$status" -eq 2 ]
    [ "$stderr" = "scanbench: error: $BATS_TEST_TMPDIR/alone.csv: the samples stand in $BATS_TEST_TMPDIR/alone.json, which is not there" ]
    sed 's/"complete":true,/&"csv_sha256":"00",/' "$base" >"$BATS_TEST_TMPDIR/alone.json"
    separately "$bench" compare "$base" "$BATS_TEST_TMPDIR/alone.csv"
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"alone.csv: not the CSV that $BATS_TEST_TMPDIR/alone.json was written with"* ]]
}

@test "compare: what is no result is 2 with its place" {
    separately "$bench" compare "$base"
    [ "$status" -eq 2 ]
    separately "$bench" compare "$base" "$BATS_TEST_TMPDIR/absent.json"
    [ "$status" -eq 2 ]
    echo '{"schema": "other"}' >"$new"
    separately "$bench" compare "$base" "$new"
    [ "$status" -eq 2 ]
    [[ "$stderr" == "$new:1:"*": error: "* ]]
    separately "$bench" compare "$base" "$base" --filter 'n>1G'
    [ "$status" -eq 2 ]
    separately "$bench" compare "$base" "$base" --fail-on=gain
    [ "$status" -eq 2 ]
    separately "$bench" compare "$base" "$base" --bound=-1
    [ "$status" -eq 2 ]
}

@test "compare: results of run are comparable" {
    printf '%s' '{"name":"a","measure":{"samples":[20,20],"max_time":"200ms"},"machine":{"workers":1,"pages":"4k"},
        "sweeps":[{"primitive":"scan","algorithm":"serial","dtype":"u32","sizes":[1000,4000]}]}' >"$BATS_TEST_TMPDIR/a.json"
    "$bench" -q -c "$BATS_TEST_TMPDIR/a.json" -o "$BATS_TEST_TMPDIR/one" --format none
    "$bench" -q -c "$BATS_TEST_TMPDIR/a.json" -o "$BATS_TEST_TMPDIR/two" --format none
    separately "$bench" compare "$BATS_TEST_TMPDIR/one/a.json" "$BATS_TEST_TMPDIR/two/a.json"
    [ "$status" -eq 0 ]
    [[ "$stdout" == *" 2 points"* ]]
}

# The result of write in two launches, one of which took so many times as long.
two_launches() { # FIRST SECOND
    jq --argjson factors "[$1, $2]" '.results[] |= ((.samples_s[:40] | to_entries) as $samples |
        .launches = [$factors[] as $factor | {samples: 20, batch: 1, flags: [], time_median_s: (.launches[0].time_median_s * $factor)}] |
        .samples_s = [$samples[] | .value * $factors[(.key / 20 | floor)]])' "$base"
}

@test "compare, best: an interval of few launches that says nothing is said in words" {
    two_launches 1 4 >"$new"
    two_launches 4 1 >"$BATS_TEST_TMPDIR/other.json"
    separately "$bench" compare "$new" "$BATS_TEST_TMPDIR/other.json"
    [ "$status" -eq 0 ]
    echo "$stdout"
    [ "$(grep -c '^unresolved .*%  \[too few samples\]' <<<"$stdout")" -eq 6 ]
    # As two algorithms of one result.
    jq --slurpfile other "$BATS_TEST_TMPDIR/other.json" '.results += [$other[0].results[] | .parameters.algorithm = "simd/operators" |
        .parameters.family = "simd"]' "$new" >"$BATS_TEST_TMPDIR/both.json"
    separately "$bench" best "$BATS_TEST_TMPDIR/both.json"
    echo "$stdout$stderr"
    [ "$status" -eq 0 ]
    [ "$(grep -c ' % \[measured too seldom to tell\]' <<<"$stdout")" -eq 6 ]
    refute grep -q 'over 1000' <<<"$stdout"
}
