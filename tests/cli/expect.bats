# SPDX-License-Identifier: MIT
# Claims of a config: judged, shown, written, and a reason to fail.
bats_require_minimum_version 1.5.0

setup() {
    scanbench=${SCANBENCH:-./scanbench}
    cat >"$BATS_TEST_TMPDIR/claims.json" <<'JSON'
{ "name": "claims", "measure": { "processes": 1, "samples": 40, "time": "1s" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "group/reduce-then-scan"], "sizes": 1024,
                "threads_per_group": 32, "values_per_thread": [1, 32] } ],
  "expect": [
    { "name": "an hour", "faster": { "algorithm": "serial" }, "than": { "values_per_thread": 1 } },
    { "name": "tiny tiles", "faster": { "values_per_thread": 1 }, "than": { "algorithm": "serial" }, "by": 100 },
    { "name": "nobody", "same": { "n": 1 }, "as": { "n": 2 } },
    { "name": "no GPU", "on": "cuda", "published": 2.2, "tolerance": 0.15,
      "faster": { "n": 1 }, "than": { "n": 2 } } ] }
JSON
}

@test "expect: claims end the table and stand in the JSON" {
    run -0 "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o "$BATS_TEST_TMPDIR/out" --quiet
    [[ $output == *"4 claims: 1 holds, 1 does not hold here, 1 not measured, 1 not applicable."*"holds  "*"an hour"*"does not hold here"*"tiny tiles"*"not measured"*"nobody"* ]]
    grep -q '"verdict": "does not hold here"' "$BATS_TEST_TMPDIR/out/claims.json"
}

@test "expect: what has too few samples for an interval is inconclusive, and says why" {
    run -0 "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o "$BATS_TEST_TMPDIR/out" --quiet --smoke
    [[ $output == *"inconclusive "*"x, too few samples"*"an hour"* ]]
    run -0 "$scanbench" show --claims "$BATS_TEST_TMPDIR/out"/*.json
    grep -qE '^inconclusive .*> 1x +[0-9.]+x, too few samples +samples +an hour$' <<<"$output"
    grep -qE '^not applicable .*2.2x ± 15% +needs cuda +no GPU$' <<<"$output"
}

@test "expect: on the narrowest terminal a claim has its name" {
    "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o "$BATS_TEST_TMPDIR/out" --quiet --format none
    run -0 script -qec "stty cols 30; '$scanbench' show --claims '$BATS_TEST_TMPDIR/out/claims.json'" /dev/null
    [[ $output == *" claim"*"an hour"*"tiny tiles"*"nobody"*"no GPU"* ]]
}

@test "expect: the best variant is judged beside the published one, and why says what decides" {
    cat >"$BATS_TEST_TMPDIR/variants.json" <<'JSON'
{ "name": "variants", "measure": { "processes": 1, "samples": 40, "time": "1s" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "group/reduce-then-scan"], "sizes": "4Ki",
                "threads_per_group": 32, "values_per_thread": [1, 32] } ],
  "expect": [
    { "name": "small tiles win", "faster": { "values_per_thread": 1 }, "best": { "algorithm": "serial" },
      "than": { "values_per_thread": 1 }, "by": 1.5 },
    { "name": "the plain loop wins", "faster": { "algorithm": "serial" }, "than": { "values_per_thread": 1 } },
    { "name": "it wins", "differs": "it is -O3", "faster": { "algorithm": "serial" }, "than": { "values_per_thread": 1 } } ] }
JSON
    run -0 "$scanbench" -c "$BATS_TEST_TMPDIR/variants.json" -o "$BATS_TEST_TMPDIR/out" --quiet
    [[ $output == *"4 claims: 3 hold, 1 does not hold here."* ]]
    run -0 jq -r '.claims[] | "\(.name): \(.verdict), \(.variant), \(.why), \(.differs)"' "$BATS_TEST_TMPDIR/out/variants.json"
    [ "${lines[0]}" = "small tiles win: does not hold here, as published, variant, " ]
    [ "${lines[1]}" = "small tiles win: holds, best: serial, variant, " ]
    [ "${lines[2]}" = "the plain loop wins: holds, , machine, " ]
    [ "${lines[3]}" = "it wins: holds, , variant, it is -O3" ]
    run -0 "$scanbench" show --claims "$BATS_TEST_TMPDIR/out/variants.json"
    grep -qE '^does not hold here .* variant +small' <<<"$output"
    [[ $output == *"published)"*"holds "*"serial)"* ]]
    run -0 "$scanbench" show --claims --format markdown "$BATS_TEST_TMPDIR/out/variants.json"
    [[ $output == *"| variant | it wins | it is -O3 |"* ]]
}

@test "expect: sides that name sizes compare the times of an element" {
    cat >"$BATS_TEST_TMPDIR/sizes.json" <<'JSON'
{ "name": "sizes", "measure": { "processes": 1, "samples": 40, "time": "1s" },
  "sweeps": [ { "primitive": "scan", "algorithm": "serial", "sizes": ["4Ki", "256Ki"] } ],
  "expect": [
    { "name": "elements", "faster": { "n": "4Ki" }, "than": { "n": "256Ki" }, "by": 0.03 },
    { "name": "calls", "faster": { "n": "4Ki" }, "than": { "algorithm": "serial" }, "by": 30, "where": { "n": ">0" } } ] }
JSON
    run -0 "$scanbench" -c "$BATS_TEST_TMPDIR/sizes.json" -o "$BATS_TEST_TMPDIR/out" --quiet
    run -0 jq -r '.claims[] | "\(.name): \(.verdict), \(.evidence)"' "$BATS_TEST_TMPDIR/out/sizes.json"
    [[ ${lines[0]} == "elements: holds, "*" at n=4Ki over 256Ki, by element on cpu" ]]
    [[ ${lines[1]} == "calls: does not hold here, 1.00"*" at n=4Ki on cpu" ]]
}

@test "expect: a crossover shows from which size on a side wins" {
    cat >"$BATS_TEST_TMPDIR/crossing.json" <<'JSON'
{ "name": "crossing", "measure": { "processes": 1, "samples": 40, "time": "1s" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "group/reduce-then-scan"], "sizes": ["1Ki", "4Ki"],
                "threads_per_group": 32, "values_per_thread": 1 } ],
  "expect": [
    { "name": "ahead", "crossover": { "algorithm": "serial" }, "than": { "family": "group" }, "published": "4Ki" },
    { "name": "behind", "crossover": { "family": "group" }, "than": { "algorithm": "serial" }, "published": "1Mi" } ] }
JSON
    run -0 "$scanbench" -c "$BATS_TEST_TMPDIR/crossing.json" -o "$BATS_TEST_TMPDIR/out" --quiet
    grep -qE '^does not hold here .*from 4Ki on +<= 1Ki +machine +ahead$' <<<"$output"
    grep -qE '^inconclusive .*from 1Mi on +> 4Ki +sizes +behind$' <<<"$output"
    run -0 jq -r '.claims[] | "\(.expects) \(.published) \(.ours) \(.ours_ci_low) \(.ours_ci_high) \(.evidence)"' \
        "$BATS_TEST_TMPDIR/out/crossing.json"
    [ "${lines[0]}" = "crossover 4096 null null 1024 <= 1Ki on emulated; published 4Ki" ]
    [ "${lines[1]}" = "crossover 1048576 null 4096 null > 4Ki on emulated; published 1Mi" ]
}

@test "expect: --fail-on=expect makes a claim that does not hold a finding" {
    run -1 "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o - --format=none --quiet --fail-on=expect
    [[ $output == "scanbench: error: does not hold here: tiny tiles" ]]
    run -2 "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o - --format=none --quiet --fail-on=expect --set 'expect=[]'
    [[ $output == "scanbench: error: --fail-on=expect: there are no claims"* ]] # which would never fail
}

@test "expect: claims on counts and verdicts are judged by the model, and say what becomes of findings" {
    cat >"$BATS_TEST_TMPDIR/counted.json" <<'JSON'
{ "name": "counted", "machine": { "device": "metal-m1" },
  "sweeps": [
    { "primitive": "scan", "algorithm": "group/reduce-then-scan", "group_algorithm": ["cooperative", "raking"], "sizes": 4096,
      "threads_per_group": 1024, "values_per_thread": 1 },
    { "primitive": "dot", "algorithm": "group/one-pass/thread-counter", "dtype": "f32", "sizes": 4096,
      "threads_per_group": 256, "groups": 4 } ],
  "expect": [
    { "name": "twelve", "source": "a paper", "counts": "steps", "phase": "local", "is": 12, "of": { "group_algorithm": "cooperative" } },
    { "name": "a fifth", "counts": "adds", "phase": "local", "over": 1023, "is": 4, "within": 0.05, "of": { "group_algorithm": "cooperative" } },
    { "name": "by formula", "counts": "steps", "phase": "local", "is": "L + 2", "over": "T/1024", "of": { "group_algorithm": "cooperative" } },
    { "name": "in all", "counts": "launches", "scope": "run", "is": 1, "of": { "group_algorithm": "cooperative" }, "over": { "group_algorithm": "raking" } },
    { "name": "it is wrong", "verdict": "wrong", "of": { "primitive": "dot" }, "device": "metal-m1" },
    { "name": "elsewhere", "verdict": "ok", "of": { "primitive": "dot" }, "device": "cuda" } ] }
JSON
    run "$scanbench" counts -c "$BATS_TEST_TMPDIR/counted.json" -o "$BATS_TEST_TMPDIR/out" --quiet
    [ "$status" -eq 0 ] # what a claim expects is no finding
    [[ $output == *"6 claims: 4 hold, 1 does not hold here, 1 not measured."*"does not hold here "*"4 "*" 5.194 "* ]]
    grep -qE '^holds .* L \+ 2 = 12 +12 +by formula$' <<<"$output"
    [ "$(jq -r '.claims[] | select(.formula) | "\(.formula) \(.published) \(.evidence)"' "$BATS_TEST_TMPDIR/out/counted-counts.json")" = \
        "L + 2 12 12 in the model metal-m1, ascending; published L + 2 = 12; holds at 3 of 3" ]
    grep -q '5.194 in the model metal-m1, ascending; published 4; holds at 0 of 3' "$BATS_TEST_TMPDIR/out/counted-counts.json"
    run -1 "$scanbench" counts -c "$BATS_TEST_TMPDIR/counted.json" -o - --format=none --quiet --fail-on=expect
    [[ $output == "scanbench: error: does not hold here: a fifth" ]]
    sed -i 's/"verdict": "wrong"/"verdict": "ok"/' "$BATS_TEST_TMPDIR/counted.json"
    run -1 "$scanbench" counts -c "$BATS_TEST_TMPDIR/counted.json" -o - --format=none --quiet
    [[ $output == *"3 of 9 runs in the model are wrong"* ]]

    "$scanbench" -c "$BATS_TEST_TMPDIR/claims.json" -o "$BATS_TEST_TMPDIR/out" --quiet --format=none
    run -0 "$scanbench" show --claims "$BATS_TEST_TMPDIR/out/claims.json" "$BATS_TEST_TMPDIR/out/counted-counts.json"
    [[ ${lines[1]} == verdict*claimed*found*claim* ]]
    [[ $output == *"holds "*"an hour"*" 12 "*"twelve"* ]]
    [[ ${lines[0]} == "10 claims: 5 hold, 2 do not hold here, 2 not measured, 1 not applicable." ]]
    grep -qE '^not measured +(- +)?1x ± 5% +nobody$' <<<"$output"
    grep -qE '^not applicable .*2.2x ± 15% +needs cuda +no GPU$' <<<"$output"
    run "$scanbench" show --claims --format csv "$BATS_TEST_TMPDIR/out/counted-counts.json"
    [[ ${lines[1]} == 'twelve,a paper,counts,model metal-m1,holds,"12 in the model metal-m1, ascending;'*',12,,12,,,,,,out' ]]
}

@test "expect: shares of a peak and crossovers are shown with what they are compared with" {
    cat >"$BATS_TEST_TMPDIR/shown.json" <<'JSON'
{ "schema": "scanbench-counts", "claims": [
  { "name": "peak", "expects": "reaches", "share_of": "peak", "verdict": "holds", "published": 0.926, "tolerance": 0.1,
    "ours": 0.853, "ours_ci_low": 0.85, "ours_ci_high": 0.856, "limit_ratio": 0.98, "why": "machine" },
  { "name": "cross", "expects": "crossover", "verdict": "does not hold here", "published": 16777216, "ours": 32768,
    "ours_ci_low": 8192, "ours_ci_high": 65536, "evidence": "32Ki", "variant": "as published", "why": "variant" },
  { "name": "some", "expects": "faster", "verdict": "holds", "by": 1, "published": 1.5, "ours": 1.07,
    "ours_ci_low": 1.05, "ours_ci_high": 1.09, "why": "machine" },
  { "name": "huge", "expects": "crossover", "verdict": "holds", "published": 1e300, "ours": -1, "ours_ci_low": 1e300,
    "ours_ci_high": 1e301, "evidence": "of a hostile file" } ] }
JSON
    run -0 "$scanbench" show --claims --format markdown "$BATS_TEST_TMPDIR/shown.json"
    [[ $output == *'| 0.926 of peak ± 10% | 0.853 of peak \[0.85, 0.856], 0.98 of limit | machine | peak |'* ]]
    [[ $output == *'| from 16Mi on | 32Ki \[8Ki, 64Ki] | variant | cross (as published) |'* ]]
    [[ $output == *'| > 1x, published 1.5x | 1.07x \[1.05, 1.09] | machine | some |'* ]]
    [[ $output == *'| from 0 on | 0 \[0, 0] | '*'| huge |'* ]]
}

# A row is a claim: by the best variant, whose name may differ between machines, it is another than as published.
@test "expect: results of several folders have a column each, and one list for programs" {
    local folder best
    for folder in one two; do
        mkdir "$BATS_TEST_TMPDIR/$folder"
        best=$folder/scan
        cat >"$BATS_TEST_TMPDIR/$folder/shown.json" <<JSON
{ "schema": "scanbench-counts", "claims": [
  { "name": "pass", "source": "s", "expects": "faster", "on": "cuda", "verdict": "does not hold here", "by": 1, "ours": 0.5,
    "ours_ci_low": 0.4, "ours_ci_high": 0.6, "variant": "as published", "why": "variant", "differs": "it waits" },
  { "name": "pass", "source": "s", "expects": "faster", "on": "cuda", "verdict": "holds", "by": 1, "ours": 2, "ours_ci_low": 1.9,
    "ours_ci_high": 2.1, "variant": "best: $best", "why": "variant" },
  { "name": "in $folder", "source": "s", "expects": "faster", "on": "cpu", "verdict": "holds", "by": 1, "ours": 3,
    "ours_ci_low": 2.9, "ours_ci_high": 3.1, "variant": "", "why": "machine" },
  { "name": "open", "source": "s", "expects": "same", "on": "cpu", "verdict": "inconclusive", "within": 0.05, "ours": null,
    "ours_ci_low": null, "ours_ci_high": null, "variant": "", "why": "$([ $folder = one ] && echo samples || echo sizes)" } ] }
JSON
    done
    run -0 "$scanbench" show --claims --format markdown "$BATS_TEST_TMPDIR"/{one,two}/shown.json
    [[ ${lines[0]} == "8 verdicts: 4 hold, 2 do not hold here, 2 inconclusive." ]]
    diff - <(printf '%s\n' "${lines[@]:1}") <<'TABLE'
| claim | claimed | one | two | why | source |
| --- | --- | --- | --- | --- | --- |
| pass (as published) | > 1x | does not hold here: 0.5x \[0.4, 0.6], cuda | does not hold here: 0.5x \[0.4, 0.6], cuda | variant, it waits (one, two) | s |
| pass (best) | > 1x | holds: 2x \[1.9, 2.1], cuda, one/scan | holds: 2x \[1.9, 2.1], cuda, two/scan | variant (one, two) | s |
| in one | > 1x | holds: 3x \[2.9, 3.1] | not measured | machine (one) | s |
| open | 1x ± 5% | inconclusive | inconclusive | samples (one); sizes (two) | s |
| in two | > 1x | not measured | holds: 3x \[2.9, 3.1] | machine (two) | s |
TABLE
    run -0 "$scanbench" show --claims --format csv "$BATS_TEST_TMPDIR"/{one,two}/shown.json
    [ "$(grep -c ',one$' <<<"$output") $(grep -c ',two$' <<<"$output")" = "4 4" ]
    # What is not applicable in a folder is so by each variant.
    mkdir "$BATS_TEST_TMPDIR/three"
    echo '{ "schema": "scanbench-counts", "claims": [ { "name": "pass", "source": "s", "expects": "faster", "on": "cuda", "by": 1,
        "verdict": "not applicable", "variant": "as published", "why": "needs cuda" } ] }' >"$BATS_TEST_TMPDIR/three/shown.json"
    run -0 "$scanbench" show --claims --format markdown "$BATS_TEST_TMPDIR"/{one,three}/shown.json
    [ "$(grep -c '^| pass .* not applicable | ' <<<"$output")" = 2 ]
    grep -q '^| open .* inconclusive | not measured | ' <<<"$output"
    run -0 "$scanbench" show --claims "$BATS_TEST_TMPDIR"/{one,one}/shown.json
    [[ ${lines[0]} == "8 claims: "* ]]
    cp -r "$BATS_TEST_TMPDIR/one" "$BATS_TEST_TMPDIR"/$'t\e[2Jwo'
    run -0 "$scanbench" show --claims --format markdown "$BATS_TEST_TMPDIR"/{one,t?*J*}/shown.json
    [[ ${lines[1]} == '| claim | claimed | one | t?\[2Jwo | why | source |' ]]
}

@test "expect: claims takes results alone" {
    run -2 "$scanbench" show --claims
    echo '{}' >"$BATS_TEST_TMPDIR/x.json"
    run -2 "$scanbench" show --claims "$BATS_TEST_TMPDIR/x.json"
    [[ $output == *"x.json:1:1: error: missing 'schema'"* ]]
    echo '{"schema": "scanbench-counts", "claims": [7]}' >"$BATS_TEST_TMPDIR/x.json"
    run -2 "$scanbench" show --claims "$BATS_TEST_TMPDIR/x.json"
    [[ $output == *"x.json: claims/0 is no claim" ]]
    echo 'x' >"$BATS_TEST_TMPDIR/x.json"
    run -2 "$scanbench" show --claims "$BATS_TEST_TMPDIR/x.json"
    printf '{"schema": "scanbench-counts", "claims": [{"name": "a\\u001b[2Jb", "verdict": "holds"}]}' >"$BATS_TEST_TMPDIR/x.json"
    run -0 "$scanbench" show --claims "$BATS_TEST_TMPDIR/x.json"
    [[ $output == *"a?[2Jb"* ]]
}
