# SPDX-License-Identifier: MIT
# Charts of arrays on ranks: the configs that ask for them, and what is drawn of a result that ranks of this machine write.

load helpers
load ranks
bench="${SCANBENCH:-./scanbench}"

@test "the configs of scaling plan on sixteen ranks" {
    for config in configs/ranks-strong.json configs/ranks-weak.json; do
        run -0 env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=16 "$bench" -c "$config" --dry-run --format csv
        column ranks <(echo "$output") | grep -x 16
        [[ $output != *unsupported* ]]
    done
}

# For each point of a chart of $result, from its data and from the result itself: PRIMITIVE RANKS COLLECTIVE VALUE.
drawn() { # KIND
    "$bench" plot -q --kind "$1" --format csv "$result" | awk -F, 'NF && $1 !~ /^@/ && $1 != "panel" && $7 >= 0 {
        split($1, problem, " "); split($2, line, " "); printf "%s %d %s %.6f\n", problem[1], $3, line[2], $4 }' | sort
}

measured() { # JQ: the value of a row, where $one is the row on one rank
    jq -r '.results as $all | $all[] | select(.parameters.primitive != "exscan") | .parameters as $p |
        ($all[] | select(.parameters.primitive == $p.primitive and .parameters.collective == $p.collective and .parameters.ranks == 1)) as $one |
        [$p.primitive, $p.ranks, $p.collective, ('"$1"')] | @tsv' "$result" | awk '{ printf "%s %d %s %.6f\n", $1, $2, $3, $4 }' | sort
}

# Eight points, each as it was measured but for the last digits.
is_drawn() { # KIND JQ
    drawn "$1" >"$BATS_TEST_TMPDIR/drawn"
    measured "$2" >"$BATS_TEST_TMPDIR/measured"
    awk '{ point = $1 " " $2 " " $3 }
        NR == FNR { drawn[point] = $4; next }
        { points++; off += !(point in drawn) || (drawn[point] - $4) ^ 2 > (1e-5 * $4) ^ 2 }
        END { exit !(points == 8 && off == 0) }' "$BATS_TEST_TMPDIR/drawn" "$BATS_TEST_TMPDIR/measured"
}

@test "efficiency is drawn against one rank, and against the copies of all ranks" {
    sweep '{ "primitive": ["scan", "reduce"], "algorithm": "mpi/*", "dtype": "u32", "sizes": "64Ki", "ranks": [1, 2], "collective": ["library", "allgather"] }' \
        '{ "primitive": "exscan", "algorithm": "mpi/exscan", "dtype": "u32", "sizes": 1, "ranks": [1, 2] }'
    ranks mpich 2 -c "$config" -o "$BATS_TEST_TMPDIR/out" --smoke
    [ "$status" -eq 0 ]
    result="$BATS_TEST_TMPDIR/out/ranks.json"
    [ "$(drawn efficiency-vs-ranks | wc -l)" -eq 8 ]
    is_drawn efficiency-vs-ranks '$one.statistics.time_median_s / .statistics.time_median_s / $p.ranks'
    is_drawn share-vs-ranks '.limit.ratio'
    jq '.results[].limit.ratio = null' "$result" >"$BATS_TEST_TMPDIR/without.json"
    run -2 "$bench" plot -q --kind share-vs-ranks "$BATS_TEST_TMPDIR/without.json"
    [[ $output == *"no row to draw: none has limit_ratio"* ]]
}
