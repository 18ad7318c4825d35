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

# A result of six sizes and ten processes of four samples, of times multiplied by FACTOR beside a limit whose rate is
# multiplied by LIMIT.
write() { # FACTOR [LIMIT]
    awk -v factor="$1" -v limit="${2:-1}" 'BEGIN {
        srand(7)
        print "{\"schema\":\"scanbench-results\",\"schema_version\":2,\"complete\":true,"
        print "\"machine\":{\"identity\":{\"cpu_model\":\"Some CPU\",\"compiler\":\"gcc 12\",\"isa\":\"avx2\"},"
        print "\"state\":{\"kernel\":\"6.1\",\"governor\":\"powersave\"}},"
        print "\"results\":["
        for (n = 1024; n <= 32768; n *= 2) {
            printf "%s{\"status\":\"ok\",\"warnings\":[],\"launches\":[", (n > 1024 ? "," : "")
            for (i = 0; i < 10; i++)
                printf "%s{\"samples\":4,\"batch\":1,\"warnings\":[]}", (i ? "," : "")
            printf "],\"limit\":{\"bytes_per_s\":%d,\"times_s\":[", n * 1e6 * limit
            for (i = 0; i < 40; i++)
                printf "%s%.9g", (i ? "," : ""), n * 0.5e-9 / limit
            printf "]},\"parameters\":{\"primitive\":\"scan\",\"algorithm\":\"serial\",\"family\":\"serial\",\"dtype\":\"u32\",\"n\":%d,\"pages\":\"4k\",\"cache\":\"hot\"},", n
            printf "\"samples_s\":["
            for (i = 0; i < 40; i++)
                printf "%s%.9g", (i ? "," : ""), factor * n * 1e-9 * (1 + 0.002 * rand())
            print "]}"
        }
        print "]}"
    }' | python3 tests/cli/digest.py
}

@test "compare: a result against itself is the same, and never fails" {
    separately -0 "$bench" compare "$base" "$new" --fail-on=regression
    [[ "$stdout" == *"No change in 6 points."* ]]
    [ -z "$stderr" ]
    separately "$bench" compare --quiet "$base" "$new"
    [[ "$stdout" == "No change in 6 points."* ]]
}

@test "compare: results in results/ go by their names" {
    bench=$(realpath "$bench")
    cd "$BATS_TEST_TMPDIR"
    mkdir results
    mv base.json new.json results
    run -0 "$bench" compare base new
    [[ $output == *"No change in 6 points."* ]]
    run -0 "$bench" compare base,new results/new.json
}

@test "compare: what has too few samples for an interval has no numbers in its finding" {
    for side in "$base" "$new"; do
        jq '.results[] |= (.launches |= [.[0] | .samples = 3] | .samples_s |= .[:3] | .limit.times_s |= .[:3])' "$side" >"$side.few"
        mv "$side.few" "$side"
    done
    separately -5 "$bench" compare "$base" "$new" --fail-on=regression
    [[ "$(tr -s '\n ' ' ' <<<"$stderr")" == *"first scan serial u32 "*"n=1Ki"*": too few samples"* ]]
}

@test "compare: a gain never fails" {
    write 0.9 >"$new"
    separately -0 "$bench" compare "$base" "$new" --fail-on=regression
    [[ "$stdout" == *"6 faster, of 6 points"* ]]
}

@test "compare: a slowdown of 5 % is found, and fails when asked to" {
    write 1.05 >"$new"
    separately -0 "$bench" compare "$base" "$new"
    [[ "$stdout" == *"6 slower, of 6 points"* ]]
    [[ "$stdout" == *"  n  algorithm   before    after  change  95% CI"$'\n'"slower   1Ki  serial "* ]]
    separately -1 "$bench" compare "$base" "$new" --fail-on=regression
    [[ "$stderr" == *"6 of 6 points slower or missing, first scan serial"* ]]
    separately -0 "$bench" compare "$base" "$new" --fail-on=regression:10%
    separately -0 "$bench" compare "$base" "$new" --threshold 10 --fail-on=regression
    [[ "$stdout" == *"No change in 6 points."* ]]
}

# Where code and data lie, one process cannot tell from a change: half as long again is one.
@test "compare: single processes are judged by 15 %" {
    for factor in 1 1.2 1.05; do
        write $factor | jq '.results[].launches = []' >"$BATS_TEST_TMPDIR/one-$factor.json"
    done
    separately -0 "$bench" compare "$BATS_TEST_TMPDIR/one-1.json" "$BATS_TEST_TMPDIR/one-1.05.json" --fail-on=regression
    [[ "$(tr -s ' \n' ' ' <<<"$stdout")" == *"can detect: 15%; --against detects less."* ]]
    separately -1 "$bench" compare "$BATS_TEST_TMPDIR/one-1.json" "$BATS_TEST_TMPDIR/one-1.2.json" --fail-on=regression
    [[ "$stdout" == *"6 slower, of 6 points"* ]]
    separately "$bench" compare "$BATS_TEST_TMPDIR/one-1.json" "$BATS_TEST_TMPDIR/one-1.05.json" --threshold=1
    [[ "$stdout" == *"6 slower, of 6 points"* ]]
}

@test "compare: a slowdown that the limit shares is the machine's" {
    write 1.06 0.943 >"$new"
    separately -0 "$bench" compare "$base" "$new" --fail-on=regression
    [[ "$(tr -s ' \n' ' ' <<<"$stdout")" == *"No change in 6 points."*"The machine was 6.0% slower in NEW: changes are without it."* ]]
}

# Processes between -10 % and +10 %.
@test "compare: what is inconclusive says what it excludes, and fails only where it reaches beyond what is allowed" {
    jq '.results[] |= (.samples_s |= [to_entries[] | .value * (0.9 + 0.2 * ((.key / 4 | floor) / 9))])' "$base" >"$new"
    separately -5 "$bench" compare "$base" "$new" --fail-on=regression
    echo "$stdout$stderr"
    [ "$(grep -cE '^inconclusive .* between -[0-9.]+% and \+[0-9.]+%' <<<"$stdout")" -eq 6 ]
    [[ "$stderr" == *"6 of 6 points may be slower than allowed, first scan serial"*": between -"*" % and +"*" %; --against detects less" ]]
    separately -0 "$bench" compare "$base" "$new" --fail-on=regression:15
}

@test "compare: a point that is missing or no longer ok fails" {
    sed '0,/"ok"/s//"wrong"/' "$base" >"$new"
    separately -1 "$bench" compare "$base" "$new" --fail-on=regression
    [[ "$stdout" == *$'\nmissing '*" wrong"* ]]
    sed '/"n":2048,/d' "$base" >"$new"
    separately -1 "$bench" compare "$base" "$new" --fail-on=regression
    [[ "$stderr" == *"n=2Ki"*"missing"* ]]
    separately -0 "$bench" compare "$base" "$new" --fail-on=regression --filter 'n>2Ki'
    separately -0 "$bench" compare "$new" "$base" --fail-on=regression
    [[ "$stdout" == *"1 added"* ]]
}

@test "compare: a result with itself is said to be one, another machine is ignored by one word" {
    cp "$base" "$new"
    ln -s "$base" "$BATS_TEST_TMPDIR/link.json"
    separately -0 "$bench" compare "$base" "$BATS_TEST_TMPDIR/link.json"
    [ "$stderr" = "scanbench: warning: both are the same result, $base" ]
    separately "$bench" compare "$base" "$new"
    [[ "$stderr" != *"same result"* ]]
    local results=results/reference
    separately -5 "$bench" compare $results/2-core/m1-scan-cpu.json $results/16-core/m1-scan-cpu.json
    [[ "$stderr" == *$'\nnote: 6 properties differ\nhelp: to compare anyway, add --ignore machine' ]]
    separately -0 "$bench" compare $results/2-core/m1-scan-cpu.json $results/16-core/m1-scan-cpu.json --ignore machine
    sed 's/gcc 12/clang 14/' "$base" >"$new"
    separately "$bench" compare "$base" "$new" --vary compiler
    [[ "$stderr" == *"'--vary' is now '--ignore'" ]]
}

@test "compare: every key of --ignore is named once" {
    cp "$base" "$new"
    separately -2 "$bench" compare "$base" "$new" --ignore zzz
    keys=$(sed "s/.*expected //; s/; did you.*//; s/, / /g; s/ or / /" <<<"$stderr" | tr ' ' '\n')
    [ "$(wc -l <<<"$keys")" -ge 15 ]
    [ -z "$(sort <<<"$keys" | uniq -d)" ]
}

@test "compare: another machine or build is 5, unless it is varied" {
    sed 's/gcc 12/clang 14/' "$base" >"$new"
    separately -5 "$bench" compare "$base" "$new"
    [[ "$stderr" == *'compiler is "gcc 12"'*'"clang 14"'*"--ignore compiler"* ]]
    separately -0 "$bench" compare "$base" "$new" --ignore compiler
    separately -2 "$bench" compare "$base" "$new" --ignore compilr
    [[ "$stderr" == *"did you mean 'compiler'"* ]]
    sed 's/"4k"/"huge"/' "$base" >"$new"
    separately -5 "$bench" compare "$base" "$new"
    separately -0 "$bench" compare "$base" "$new" --ignore pages
}

@test "compare: state only warns" {
    write 1 | sed '/"digest"/s/ "digest": "[0-9a-f]*",//; s/powersave/performance/' | python3 tests/cli/digest.py >"$new"
    separately -0 "$bench" compare "$base" "$new"
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

@test "compare: what is no result is 2 with its place" {
    separately -2 "$bench" compare "$base"
    separately -2 "$bench" compare "$base" "$BATS_TEST_TMPDIR/absent.json"
    echo '{"schema": "other"}' >"$new"
    separately -2 "$bench" compare "$base" "$new"
    [[ "$stderr" == "$new:1:"*": error: "* ]]
    separately -2 "$bench" compare "$base" "$base" --filter 'n>1G'
    separately -2 "$bench" compare "$base" "$base" --fail-on=gain
    separately -2 "$bench" compare "$base" "$base" --threshold=-1
}

@test "compare: results of run are comparable" {
    printf '%s' '{"name":"a","measure":{"processes": 1, "samples": 20,"time":"200ms"},"machine":{"workers":1,"pages":"4k"},
        "sweeps":[{"primitive":"scan","algorithm":"serial","dtype":"u32","sizes":[1000,4000]}]}' >"$BATS_TEST_TMPDIR/a.json"
    "$bench" -q -c "$BATS_TEST_TMPDIR/a.json" -o "$BATS_TEST_TMPDIR/one" --format none
    "$bench" -q -c "$BATS_TEST_TMPDIR/a.json" -o "$BATS_TEST_TMPDIR/two" --format none
    separately -0 "$bench" compare "$BATS_TEST_TMPDIR/one/a.json" "$BATS_TEST_TMPDIR/two/a.json"
    [[ "$stdout" == *" 2 points"* ]]
}

@test "compare, show: an interval that says nothing is said in words" {
    jq '.results[] |= (.samples_s |= [to_entries[] | .value * (if (.key / 4 | floor) % 2 == 0 then 1 else 16 end)])' "$base" >"$new"
    separately -0 "$bench" compare "$base" "$new"
    echo "$stdout"
    [ "$(grep -c '^inconclusive ' <<<"$stdout")" -eq 6 ]
    # As two algorithms of one result.
    jq --slurpfile other "$new" '.results += [$other[0].results[] | .parameters.algorithm = "simd/operators" |
        .parameters.family = "simd" | .samples_s |= map(. / 2)]' "$base" >"$BATS_TEST_TMPDIR/both.json"
    separately "$bench" show "$BATS_TEST_TMPDIR/both.json"
    echo "$stdout$stderr"
    [ "$status" -eq 0 ]
    [ "$(grep -cE '^ *[0-9]+Ki  .* ~' <<<"$stdout")" -eq 6 ]
    refute grep -q 'over 1000' <<<"$stdout"
}

@test "compare, show: several results of one config are one of more processes" {
    jq '.results[] |= (.launches |= .[:5] | .samples_s |= .[:20] | .limit.times_s |= .[:20])' "$base" >"$BATS_TEST_TMPDIR/five.json"
    cp "$BATS_TEST_TMPDIR/five.json" "$BATS_TEST_TMPDIR/again.json"
    margin() { "$bench" compare "$@" --format csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["margin"] }'; }
    cd "$BATS_TEST_TMPDIR"
    [[ "$bench" == /* ]] || bench="$OLDPWD/$bench"
    [ "$(margin five.json five.json)" = 0.050000000000000003 ]
    [ "$(margin five.json,again.json again.json,five.json)" = 0.02 ]
    "$bench" show five.json,again.json | grep -q ' serial '
    ln -s again.json link.json
    separately -2 "$bench" show five.json,again.json,link.json
    [[ "$stderr" == *"link.json is given twice, perhaps by a link"* ]]
    jq '.tool.git = "0123abc"' again.json >older.json
    jq '.tool.git = "4567def"' again.json >newer.json
    separately -0 "$bench" show older.json,newer.json
    [[ "$stderr" == *'scanbench: the builds differ: commit "0123abc" and "4567def"'* ]]
    sed '/"n":2048,/d' "$base" >other.json
    separately -5 "$bench" compare five.json,other.json five.json
    [[ "$stderr" == *"five.json and other.json are not of one config"$'\n'"note: expected the same points in both" ]]
}

@test "compare: with more than two results a time and a change each, beside the first" {
    write 1.5 >"$new"
    write 1 >"$BATS_TEST_TMPDIR/third.json"
    separately -0 "$bench" compare "$base" "$new" "$BATS_TEST_TMPDIR/third.json"
    [[ "$stdout" == *"  base    new 1  change    new 2  change"* ]]
    [ "$(grep -cE 'serial .* \+50% .* same$' <<<"$stdout")" -eq 6 ]
    grep -qx "new 1: $new" <<<"$stdout" || [[ "$(tr -d '\n ' <<<"$stdout")" == *"new1:${new// /}"* ]]
    separately "$bench" compare "$base" "$new" "$BATS_TEST_TMPDIR/third.json" --format csv
    [ "$(head -1 <<<"$stdout" | tr , '\n' | grep -c '^new[12]_')" -eq 6 ]
    separately -1 "$bench" compare "$base" "$BATS_TEST_TMPDIR/third.json" "$new" --fail-on=regression
}

@test "compare: eight results beside the first have a column each, which may be wider than the line" {
    write 1.5 >"$new"
    separately -0 "$bench" compare "$base" "$new" "$base" "$new" "$base" "$new" "$base" "$new" "$base"
    for k in 1 2 3 4 5 6 7 8; do
        grep -q "^ *n .* new $k  change" <<<"$stdout"
    done
}
