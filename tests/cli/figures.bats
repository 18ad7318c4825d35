# SPDX-License-Identifier: MIT
# make figures, by its script: measures, draws, and ends with the claims.

load helpers

setup() {
    scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    export FIGURES="$BATS_TEST_TMPDIR/figures"
    figure one '"by": 1'
}

figure() { # NAME BY
    cat >"$BATS_TEST_TMPDIR/$1.json" <<JSON
{ "name": "$1", "measure": { "processes": 1, "samples": 8, "time": "100ms" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "simd/operators"], "sizes": ["1Ki", "64Ki"] } ],
  "plots": [ { "kind": "ladder" } ],
  "expect": [ { "name": "claim $1", "faster": { "family": "simd" }, "than": { "family": "serial" }, $2 } ] }
JSON
}

@test "figures: charts, tables and claims" {
    figure two '"by": 1000'
    run -0 scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/one.json" "$BATS_TEST_TMPDIR/two.json" -- --quiet
    [ -s "$FIGURES/one-ladder.svg" ]
    [ -s "$FIGURES/two-ladder.png" ]
    [ -s "$FIGURES/two.txt" ]
    [[ $output == *"What the published figures claim"*"claim one"*"does not hold here"*"claim two"* ]]
}

@test "figures: claims on counts are counted, and the device can be chosen" {
    cat >"$BATS_TEST_TMPDIR/counted.json" <<'JSON'
{ "name": "counted", "sweeps": [ { "primitive": "scan", "algorithm": "group/reduce-then-scan", "group_algorithm": "cooperative",
      "sizes": 1024, "threads_per_group": [32, 64], "values_per_thread": 1 } ],
  "plots": [ { "kind": "counts" } ],
  "expect": [ { "name": "claim counted", "source": "a paper", "counts": "steps", "phase": "local", "is": 12, "of": { "n": 1024 } } ] }
JSON
    cat >"$BATS_TEST_TMPDIR/groups.json" <<'JSON'
{ "name": "groups", "measure": { "processes": 1, "samples": 8, "time": "100ms" },
  "sweeps": [ { "primitive": "scan", "algorithm": "group/reduce-then-scan", "group_algorithm": ["cooperative", "raking"], "sizes": 1024,
      "threads_per_group": 32, "values_per_thread": 1 } ],
  "plots": [ { "kind": "ladder" } ],
  "expect": [ { "name": "claim groups", "same": { "group_algorithm": "raking" }, "as": { "group_algorithm": "cooperative" }, "within": 1 } ] }
JSON
    DEVICE=cpu run -0 scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/counted.json" "$BATS_TEST_TMPDIR/groups.json" -- --quiet
    [ -s "$FIGURES/counted-counters.svg" ]
    [[ $output == *"verdict "*"holds  "*"claim counted"*"claim groups"* ]]
    cmp <(tail -n "$(wc -l <"$FIGURES/claims.txt")" <<<"$output") "$FIGURES/claims.txt"
    [ "$(grep -cE '^\| .* \| claim (counted|groups) \|' "$FIGURES/claims.md")" -eq 2 ]
    DEVICE='cuda"]' run -2 scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/groups.json" -- --quiet
    [[ $output == *"expected devices, as cpu,cuda:0" ]]
}

@test "figures: what compares with a peer gets its plugin, or is left out where there is none" {
    printf '{ "name": "blas", "sweeps": [ { "algorithm": "peer/blas/dot" } ] }' >"$BATS_TEST_TMPDIR/blas.json"
    printf '#!/bin/sh\necho "$@" >>"%s/calls"\n' "$BATS_TEST_TMPDIR" >"$BATS_TEST_TMPDIR/scanbench"
    chmod +x "$BATS_TEST_TMPDIR/scanbench"
    run -0 scripts/figures.sh "$BATS_TEST_TMPDIR/scanbench" "$BATS_TEST_TMPDIR/blas.json" -- --quiet
    [[ $output == "== blas: left out: it compares with a peer"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/calls" ]
    PEERS=./blas.so run -0 scripts/figures.sh "$BATS_TEST_TMPDIR/scanbench" "$BATS_TEST_TMPDIR/blas.json" "$BATS_TEST_TMPDIR/one.json" -- --quiet
    grep -q -- '--config .*/blas.json .*--plugin ./blas.so --quiet$' "$BATS_TEST_TMPDIR/calls"
    refute grep -q -- 'one.json .*--plugin' "$BATS_TEST_TMPDIR/calls"
}

@test "figures: options shrink them, and a failure is told" {
    run -0 scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/one.json" -- --quiet --filter 'n<=1Ki'
    [[ $(cat "$FIGURES/one.csv") != *,65536,* ]]
    run -1 scripts/figures.sh "$scanbench" "$BATS_TEST_TMPDIR/none.json" "$BATS_TEST_TMPDIR/one.json" -- --quiet
    [[ $output == *"none.json: No such file"*"claim one"* ]]
}

# What is measured is of the config that is shipped, or the folder's OUTDATED lists it with its reason, "NAME: why" a line;
# nothing else is listed.
shipped_config() { # NAME: its path
    ls "configs/figures/$1.json" "configs/$1.json" 2>/dev/null
}

is_listed() { # FOLDER NAME
    grep -qsE "^$2: ." "$1/OUTDATED"
}

is_of_shipped() { # RESULT NAME
    grep -qsF "\"config_sha256\": \"$(sha256sum <"$(shipped_config "$2")" | cut -c1-64)\"" "$1"
}

of_shipped() { # FOLDER…
    local folder result name
    for folder; do
        for result in "$folder"/*.json; do
            [ -e "$result" ] || continue
            name=$(basename "${result%-counts.json}" .json)
            if [ -z "$(shipped_config "$name")" ]; then
                echo "$result: no config $name is shipped"
                return 1
            fi
            if ! is_of_shipped "$result" "$name" && ! is_listed "$folder" "$name"; then
                echo "$result is not of $(shipped_config "$name"), and $folder/OUTDATED does not say why"
                return 1
            fi
        done
        sound_list "$folder" || return 1
    done
}

sound_list() { # FOLDER: each line of OUTDATED names a config and says why it has no result that is new
    local name why
    [ -e "$1/OUTDATED" ] || return 0
    while IFS=: read -r name why; do
        if [ -z "$why" ] || [ -z "$(shipped_config "$name")" ]; then
            echo "$1/OUTDATED: '$name:$why'; expected NAME: WHY of a config that is shipped"
            return 1
        fi
        if is_of_shipped "$1/$name.json" "$name" || is_of_shipped "$1/$name-counts.json" "$name"; then
            echo "$1/OUTDATED lists $name, whose result is new"
            return 1
        fi
    done <"$1/OUTDATED"
}

# Each config whose claims are about times has a result, or is listed.
has_all() { # FOLDER CONFIG…
    local folder=$1 config name
    shift
    for config; do
        name=$(basename "$config" .json)
        if [ ! -e "$folder/$name.json" ] && ! is_listed "$folder" "$name"; then
            echo "$folder has no $name, and its OUTDATED does not say why"
            return 1
        fi
    done
}

@test "figures: reference results are of the configs that are shipped, or listed with the reason" {
    of_shipped results/reference/*/
    mapfile -t timed < <(grep -LE '"(counts|verdict)": "' configs/figures/*.json configs/dot-blas.json)
    [ "${#timed[@]}" -ge 12 ]
    has_all results/reference/2-core "${timed[@]}"
    has_all results/reference/16-core "${timed[@]}"
    mapfile -t of_groups < <(grep -l '"group/' "${timed[@]}")
    has_all results/reference/h200 "${of_groups[@]}"
}

@test "figures: a reference result of another config is refused, but where it is listed with the reason" {
    machine="$BATS_TEST_TMPDIR/machine"
    mkdir "$machine"
    "$scanbench" counts -c configs/figures/counts-count.json -q -o "$BATS_TEST_TMPDIR" --format none \
        --filter threads_per_group=64,vector_width!=2
    cp "$BATS_TEST_TMPDIR/counts-count-counts.json" "$machine"
    of_shipped "$machine"
    echo 'counts-count: of before' >"$machine/OUTDATED"
    run -1 of_shipped "$machine"
    [[ $output == *"OUTDATED lists counts-count, whose result is new" ]]
    sed -i 's/"config_sha256": "./"config_sha256": "x/' "$machine/counts-count-counts.json"
    of_shipped "$machine"
    for list in '' 'counts-count:' 'counts-scan: not measured' 'counts-count: of before\nwhat: is no config'; do
        printf "$list${list:+\n}" >"$machine/OUTDATED"
        refute of_shipped "$machine"
    done
    rm "$machine/OUTDATED"
    refute of_shipped "$machine"
    refute has_all "$machine" configs/figures/counts-scan.json
    echo 'counts-scan: not measured' >"$machine/OUTDATED"
    has_all "$machine" configs/figures/counts-scan.json
}

@test "figures: each asks for at least 20 samples" {
    asked=0
    for config in configs/figures/*.json configs/dot-blas.json configs/scaling.json configs/engines.json; do
        run jq '.measure == null or (.measure.samples | type == "number" and . >= 20)' "$config"
        [ "$config $output" = "$config true" ]
        asked=$((asked + 1))
    done
    [ "$asked" -ge 20 ]
}

@test "figures: what the reference says of exact counts and verdicts has each such claim, none unmeasured" {
    claims=0
    while IFS= read -r claim; do
        grep -qF "| $claim |" results/reference/model/claims.md || { echo "no claim: $claim"; false; }
        claims=$((claims + 1))
    done < <(jq -r '.expect[] | select(.counts or .verdict) | .name' configs/figures/*.json)
    [ "$claims" -ge 30 ]
    [ "$(grep -cE '^\| (holds|does not hold here) \|' results/reference/model/claims.md)" -eq "$claims" ]
}

@test "figures: the pictures that git has are those that a page shows" {
    local picture pictures
    mapfile -t pictures < <(git ls-files 'results/reference/*.svg' 'docs/*.svg')
    [ "${#pictures[@]}" -ge 3 ]
    for picture in "${pictures[@]}"; do
        grep -qF "${picture#docs/})" README.md docs/*.md || { echo "no page shows $picture"; false; }
    done
}
