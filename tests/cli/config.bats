# SPDX-License-Identifier: MIT
# Configs through the program: the shipped ones plan, broken ones are exit code 2 and one line with its place.
bats_require_minimum_version 1.5.0

setup() {
    scanbench=${SCANBENCH:-./scanbench}
    config="$BATS_TEST_TMPDIR/sweep.json"
}

plan() { # the config from stdin, with further options
    cat >"$config"
    run "$scanbench" --config "$config" --dry-run "$@"
}

refused() { # LINE:COLUMN PART…: the whole output is one line with that place and these parts
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == "$config:$1: error: "*"; expected "* ]]
    shift
    for part; do
        [[ "$output" == *"$part"* ]]
    done
}

@test "a silent config: as many groups as published" {
    plan --all <<<'{ "name": "g", "sweeps": [ { "primitive": "compact", "algorithm": "group/sequence", "sizes": 4096 },
        { "algorithm": "threads/reduce-then-scan/published-stride", "sizes": 4096 },
        { "primitive": "dot", "algorithm": "group/two-pass/shared", "dtype": "f32", "sizes": 4096 } ] }'
    [ "$status" -eq 0 ]
    [[ "$output" == *"group/sequence groups=64 "* ]]
    [[ "$output" == *"published-stride groups=512 "* ]]
    [[ "$output" == *"two-pass/shared groups=1 "* ]]
}

@test "config: every shipped config plans" {
    for shipped in configs/*.json configs/figures/*.json; do
        # peers.bats, device_runs.bats, goals.bats and ranks.bats plan these; counts-tiled is for the model, which times nothing
        case $shipped in *.schema.json | */counts-tiled.json | */peers.json | */recurrence-peers.json | */rows-peers.json | */narrow.json | */dot-blas.json | */engines.json | */ahead.json | */bench-gpu.json | */bench-export.json | */bench-opencl.json | */ranks.json | */ranks-*.json | */bench-ranks.json) continue ;; esac
        run -0 "$scanbench" --config "$shipped" --dry-run --smoke
        [[ "$shipped" == */counts-*.json || "$shipped" == */verdicts.json || "$shipped" == */isas.json || "$shipped" == */gpus-*.json || "$shipped" == */recurrence.json || "$shipped" == */energy.json || "$shipped" == */rows.json || "$output" != *unsupported* ]] # of models, what is not timed too; of an isa and of GPUs, what is not here
    done
}

@test "config: every shipped config names the schema that lies beside it" {
    for shipped in configs/*.json configs/figures/*.json; do
        case $shipped in *.schema.json) continue ;; esac
        schema=$(sed -n 's/.*"$schema": "\([^"]*\)".*/\1/p' "$shipped")
        [ -f "$(dirname "$shipped")/$schema" ]
    done
}

@test "config: the schema is what the tables give" {
    "$scanbench" help schema >"$BATS_TEST_TMPDIR/printed"
    jq -S . "$BATS_TEST_TMPDIR/printed" >"$BATS_TEST_TMPDIR/schema"
    diff <(jq -S . configs/sweep.schema.json) "$BATS_TEST_TMPDIR/schema" # else: make schema
    jq -e '.definitions | .stages.anyOf[0].anyOf[0] == { type: "integer", minimum: 2, maximum: 64 } and
        .vector_width.anyOf[0].enum == [1, "1", 2, "2", 4, "4"] and (.isa.anyOf[1].items.enum | index("best")) and
        (.workers.anyOf[0].anyOf[2].enum == ["cores", "pus"]) and (.conditions.properties | has("family")) and
        ([.measure, .machine, .sweep, .plot, .crossover | .properties[]] | all(.description or ."$ref"))' <configs/sweep.schema.json
}

@test "config: stdin is a config" {
    run -0 "$scanbench" --config - --dry-run --smoke <configs/quick.json
    run -2 "$scanbench" --config - --dry-run <<<'{"name": 5}'
    [[ "$output" == "stdin:1:10: error: got 5 (/name); expected a text" ]]
}

@test "config: a trailing comma" {
    plan <<<'{ "name": "x",
  "sweeps": [],
}'
    refused 3:1 "near '}'"
}

@test "config: a duplicate key" {
    plan <<<'{ "name": "x", "name": "y" }'
    refused 1:16 'duplicate object key'
}

@test "config: a byte order mark" {
    printf '\357\273\277{}' >"$config"
    run "$scanbench" --config "$config" --dry-run
    refused 1:1 'a byte order mark'
}

@test "config: an unknown key" {
    plan <<<'{ "name": "x",
  "mesure": {} }'
    refused 2:3 "unknown key 'mesure' (/mesure)" "did you mean 'measure'?"
}

@test "config: no sweeps" {
    plan <<<'{ "name": "x" }'
    refused 1:1 "missing 'sweeps' (/sweeps)"
}

@test "config: a fraction for a count" {
    plan <<<'{ "name": "x", "sweeps": [
  { "primitive": "scan", "algorithm": "serial", "sizes": [1024, 1.5] } ] }'
    refused 2:65 'got 1.5 (/sweeps/0/sizes/1)'
}

@test "config: 1e999" {
    plan <<<'{ "name": "x", "sweeps": [
  { "primitive": "scan", "algorithm": "serial", "sizes": 1e999 } ] }'
    refused 2:58 'real number overflow'
}

@test "config: more bytes than a machine can address" {
    plan <<<'{ "name": "x", "sweeps": [
  { "primitive": "scan", "algorithm": "serial", "sizes": "9999999999Gi" } ] }'
    refused 2:58 "got '9999999999Gi' (/sweeps/0/sizes)"
}

@test "config: an algorithm that does not exist" {
    plan <<<'{ "name": "x", "sweeps": [
  { "primitive": "scan", "algorithm": ["serial", "simd/operator"], "sizes": 1 } ] }'
    refused 2:50 "no algorithm matches 'simd/operator' (/sweeps/0/algorithm/1)" "did you mean 'simd/operators'?"
}

@test "config: a value that an axis does not have" {
    plan <<<'{ "name": "x", "sweeps": [
  { "primitive": "scan", "algorithm": "serial", "sizes": 1, "scan_mode": "exlusive" } ] }'
    refused 2:74 "unknown scan_mode 'exlusive' (/sweeps/0/scan_mode)" "did you mean 'exclusive'?"
}

@test "config: zipped axes of unequal length" {
    plan <<<'{ "name": "x", "sweeps": [
  { "primitive": "scan", "algorithm": "*", "sizes": 1,
    "zip": { "threads_per_group": [64, 128], "values_per_thread": [8] } } ] }'
    refused 3:67 '1 values (/sweeps/0/zip/values_per_thread)'
}

@test "config: more points than a plan holds" {
    plan <<<'{ "name": "x", "sweeps": [
  { "primitive": "scan", "algorithm": "*", "dtype": ["u32", "f32"],
    "sizes": { "from": 1, "to": 900000, "add": 1 } } ] }'
    refused 2:3 'too many points (/sweeps/0)'
}

@test "config: a sweep that selects no point" {
    run -2 "$scanbench" --config configs/quick.json --dry-run --filter n=7
    [[ "$output" == *"configs/quick.json: --filter removes all 80 points"$'\n'"note: n is 1Ki to 16Mi there" ]]
}

@test "config: the conditions of every --filter have to hold" {
    local together
    run -0 "$scanbench" --config configs/quick.json --dry-run --format csv --filter n=1Ki,algorithm=serial
    together=$output
    run -0 "$scanbench" --config configs/quick.json --dry-run --format csv --filter n=1Ki --filter algorithm=serial
    [ "$output" = "$together" ]
    SCANBENCH_FILTER=n=1Ki run -0 "$scanbench" --config configs/quick.json --dry-run --format csv --filter algorithm=serial
    [ "$output" != "$together" ] # the command line overrides the environment
    run -2 "$scanbench" --config configs/quick.json --dry-run --filter n=1Ki --filter n=2Ki
    [[ "$output" == *"--filter removes all "* ]]
    run -2 "$scanbench" --config configs/quick.json --dry-run --filter n=1Ki --filter "$(printf 'n=1Ki,%.0s' {1..200})n=1Ki"
    [[ "$output" == "scanbench: error: --filter: expected less than 1024 bytes in all" ]]
}

@test "config: --set changes a value, and is named when it is wrong" {
    run -0 "$scanbench" --config configs/quick.json --dry-run --smoke --set sweeps.0.sizes=4Ki --filter algorithm=serial
    [[ "$output" == *", n=4Ki"$'\n'* ]]
    [[ "$output" != *"n=16Ki"* ]]
    run -2 "$scanbench" --config configs/quick.json --dry-run --set measure.time=soon
    [[ "$output" == *"--set measure.time=soon: got 'soon' (/measure/time)"$'\n'"note: expected a duration"* ]]
}

@test "config: a dry run says what will be skipped, and that workers share CPUs" {
    run -0 "$scanbench" --config configs/quick.json --dry-run --smoke --format markdown --set sweeps.0.sizes='[1024,1e12]' --filter 'algorithm=serial'
    [[ "$output" == *"; 1 point needs more and will be skipped; "[Cw]* ]]
    [[ ! "$output" =~ [0-9]h ]] # the time is that of the points that fit
    run -0 "$scanbench" --config configs/quick.json --dry-run --smoke --format markdown --set machine.workers=4000 --filter 'n=1Ki'
    [[ "$output" == *"workers: 4000, and "*" CPUs: several share one, and their times mean little"* ]]
}

@test "config: a run that can measure nothing here ends with 3" {
    run -3 --separate-stderr env SCANBENCH_LIBCUDA=/nonexistent "$scanbench" --config configs/quick.json -o - --smoke \
        --set machine.device=cuda:0 --filter 'algorithm=group/*,n<=4Ki'
    [[ "$stderr" == *"points are unsupported, and nothing was measured, first scan group/"*"/nonexistent"* ]]
    env SCANBENCH_LIBCUDA=/nonexistent "$scanbench" --config configs/quick.json -o - --smoke --set machine.device=cuda:0 \
        --filter 'n=1Ki'
}

@test "config: the name of a shipped config alone, and a family without its slash" {
    run -2 "$scanbench" --config quick.json --dry-run
    [[ "$output" == *"quick.json: No such file"$'\n'"help: did you mean 'configs/quick.json'?" ]]
    run -2 "$scanbench" -c configs/quik.json
    [[ "$output" == *"configs/quik.json: No such file"$'\n'"help: did you mean 'configs/quick.json'?" ]]
    run -2 "$scanbench" results/reference/2-core/dot-unroll.json
    [[ "$output" == *"did you mean 'show results/reference/2-core/dot-unroll.json'?" ]]
    run -2 "$scanbench" list 'goup/*'
    [[ "$output" == *"no implementation matches 'goup/*'"$'\n'"help: did you mean 'group/*'?" ]]
    run -2 "$scanbench" list scna
    [[ "$output" == *"did you mean 'scan'?" ]]
    run -2 "$scanbench" list group
    [[ "$output" == *"did you mean 'group/*'?" ]]
}

@test "config: a missing file and a directory" {
    run -2 "$scanbench" --config "$BATS_TEST_TMPDIR/none.json" --dry-run
    [[ "$output" == *"none.json: No such file or directory"* ]]
    run -2 "$scanbench" --config "$BATS_TEST_TMPDIR" --dry-run
    [[ "$output" == *"Is a directory"* ]]
}

@test "config: a FIFO is read, an endless one to its limit" {
    run -0 "$scanbench" --config <(cat configs/quick.json) --dry-run --smoke
    run -2 "$scanbench" --config <(yes) --dry-run
    [[ "$output" == *"longer than the limit of 16777216 bytes" ]]
    run -2 "$scanbench" --config /dev/zero --dry-run
    [[ "$output" == "scanbench: error: /dev/zero: longer than the limit of 16777216 bytes" ]]
}

@test "config: vector_width is no axis of a timed device where it would change nothing" {
    plan --format csv <<'JSON'
{ "name": "c", "sweeps": [
    { "primitive": "tiled_scan", "algorithm": "group/coarsened", "sizes": 4096, "values_per_thread": 4, "vector_width": [1, 4],
      "device": ["cpu", "cuda:0"] },
    { "primitive": "reduce", "algorithm": "group/multilevel", "group_algorithm": "raking", "sizes": 4096, "values_per_thread": 4,
      "arrangement": ["blocked", "striped"], "vector_width": [1, 4] } ] }
JSON
    [ "$status" -eq 0 ]
    [ "$(grep -c '^,unsupported,"\?consecutive values of a thread are read in the widest accesses there are' <<<"$output")" -eq 2 ]
    [ "$(grep -c ',planned,.*,striped,4,' <<<"$output")" -eq 1 ]
}

# The first of them takes longest, and all share the time of the samples.
@test "config: the estimated time is that of all processes" {
    local launches
    for launches in 1 3; do
        plan --smoke --set "measure.processes=$launches" <<'JSON'
{ "name": "c", "sweeps": [ { "primitive": "scan", "algorithm": "serial", "sizes": 1000 } ] }
JSON
        [ "$status" -eq 0 ]
        eval "took$launches=$(awk '/ in [0-9]+ process/ { print $1 * ($2 == "ms" ? 1 : $2 == "s" ? 1000 : 0) }' <<<"$output")"
    done
    awk -v one="$took1" -v three="$took3" 'BEGIN { exit !(one > 0 && three > one && three < 3 * one) }'
}
