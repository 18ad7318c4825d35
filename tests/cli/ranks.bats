# SPDX-License-Identifier: MIT
# Arrays on ranks, as mpiexec starts them: with each MPI library that is here, more ranks than CPUs. Where none is, these
# tests are skipped; the exchanges are tested without any in test_exchange.

load helpers
load ranks
bench="${SCANBENCH:-./scanbench}"

@test "without mpiexec its points are unsupported, with the command to use" {
    sweep '{ "primitive": "scan", "algorithm": ["serial", "mpi/scan"], "dtype": "u32", "sizes": 100, "ranks": 3 }'
    run env -u OMPI_COMM_WORLD_RANK -u PMI_RANK "$bench" -c "$config" -o - --format=json --smoke -q
    [[ $output == *'"not started by mpiexec: mpiexec -n 3 scanbench --config FILE"'* ]]
    run env -u OMPI_COMM_WORLD_RANK -u PMI_RANK "$bench" -c "$config" --dry-run
    [[ $output == *"1 unsupported: not started by mpiexec"* ]]
}

@test "the shipped config plans on the ranks of mpiexec" {
    run -0 env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=4 "$bench" -c configs/ranks.json --dry-run --format csv
    [[ $output != *unsupported* ]]
    [ "$(column ranks <(echo "$output") | sort -u)" = 4 ]
}

@test "Open MPI: every exchange, schedule and block size is right on four ranks" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": [3, 1021], "scan_mode": "exclusive",
            "schedule": "reduce-exchange-scan",
            "collective": ["library", "allgather", "linear", "recursive-doubling", "1-doubling", "two-op-doubling", "123-doubling", "round-optimal"] }' \
        '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "f32", "op": "max", "sizes": 1021, "scan_mode": "inclusive",
            "schedule": "scan-exchange-add", "ranks": [1, 3, 4], "rank_algorithm": ["serial", "simd/windows"] }' \
        '{ "primitive": ["reduce", "dot", "count"], "algorithm": "mpi/*", "dtype": "f64", "sizes": [0, 1021], "ranks": [3, 4],
            "collective": "recursive-doubling" }'
    ranks openmpi 4 -c "$config" -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -eq 34 ]
}

@test "MPICH: scans, compactions and the bare exchange are right" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "i64", "sizes": [1, 1021] }' \
        '{ "primitive": "compact", "algorithm": "mpi/*", "dtype": "u32", "sizes": [0, 1, 1021], "selectivity": [0, 0.3, 1] }' \
        '{ "primitive": "exscan", "algorithm": "mpi/exscan", "dtype": "u64", "sizes": [1, 7], "collective": ["library", "123-doubling"] }'
    ranks mpich 3 -c "$config" -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -eq 24 ]
}

@test "Open MPI: elements that are kept are moved so that all ranks hold as many" {
    sweep '{ "primitive": "compact", "algorithm": "mpi/*", "dtype": "f32", "sizes": [2, 1021], "selectivity": [0, 0.3, 1] }'
    ranks openmpi 4 -c "$config" -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -eq 12 ]
}

# Ranks without elements, and more of them than CPUs. They wait for each other long, so that there are few points: algorithms
# on one to eight ranks are tried by test_distributed, whose ranks are threads.
crowd() { # LIBRARY RANKS
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 3,
            "schedule": ["scan-exchange-add", "reduce-overlap-scan"], "collective": "round-optimal" }' \
        '{ "primitive": "compact", "algorithm": "mpi/compact-rebalanced", "dtype": "u32", "sizes": 3 }'
    ranks "$1" "$2" -c "$config" -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -eq 3 ]
}

@test "Open MPI: eight ranks are right, with fewer elements than ranks" {
    crowd openmpi 8
}

@test "MPICH: four ranks are right, with fewer elements than ranks" {
    crowd mpich 4
}

# An object whose exchanges are said to be under way for long: parts of all lengths are scanned meanwhile.
meanwhile() { # LIBRARY RANKS
    need "$1"
    sed 's|^    int done;|    static unsigned asked;\n    if (++asked % 90 != 0)\n        return false;\n&|' src/mpi/mpi_glue.c \
        >"$BATS_TEST_TMPDIR/slow.c"
    refute cmp -s src/mpi/mpi_glue.c "$BATS_TEST_TMPDIR/slow.c"
    glue "$1" "$BATS_TEST_TMPDIR/slow.c" "slow-$1"
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u64", "sizes": 100003, "schedule": "reduce-overlap-scan",
            "collective": ["library", "allgather", "linear", "recursive-doubling", "round-optimal"] }' \
        '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "f32", "op": "max", "scan_mode": "inclusive", "sizes": 1021,
            "schedule": "reduce-overlap-scan", "rank_algorithm": "simd/stream" }'
    glue_object="$BATS_FILE_TMPDIR/slow-$1.so" ranks "$1" "$2" -c "$config" -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -eq 6 ]
}

@test "Open MPI: what is scanned during the exchange is right" {
    meanwhile openmpi 3
}

@test "MPICH: what is scanned during the exchange is right" {
    meanwhile mpich 2
}

@test "more ranks than mpiexec started are unsupported, several configs are refused" {
    sweep '{ "primitive": "reduce", "algorithm": "mpi/reduce", "dtype": "u32", "sizes": 10, "ranks": [2, 64] }'
    ranks openmpi 2 -c "$config" -o - --format=json --smoke
    [[ $output == *'"mpiexec started too few ranks: mpiexec -n 64 scanbench --config FILE"'* ]]
    ranks openmpi 2 -c "$config" -c "$config" -o - --smoke
    [[ $output == *"mpiexec starts one run"*"note: expected one --config"* ]]
}

@test "the tables of make bench-ranks: scans and exchanges, predicted beside measured" {
    need openmpi
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$(realpath "$bench")" "$BATS_TEST_TMPDIR/bin/scanbench"
    cp "$BATS_FILE_TMPDIR/openmpi.so" "$BATS_TEST_TMPDIR/bin/scanbench-openmpi.so"
    run timeout 100 scripts/bench_ranks.sh "$BATS_TEST_TMPDIR/bin/scanbench" 2 "$BATS_TEST_TMPDIR/out" \
        --set sweeps.0.sizes=1Ki --set measure.time=5ms
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -cE '^ +[12]  (reduce-exchange-scan|scan-exchange-add) .*%$' <<<"$output")" -eq 8 ]
    [ "$(grep -cE '^ +2  - +(library|linear|recursive-doubling|123-doubling|round-optimal) ' <<<"$output")" -eq 15 ]
    [ -s "$BATS_TEST_TMPDIR/out/bench-ranks-openmpi.json" ]
    run -3 scripts/bench_ranks.sh "$BATS_TEST_TMPDIR/nothing" 2 "$BATS_TEST_TMPDIR/out"
    [[ $output == *"openmpi is not here"*"mpich is not here"* ]]
}

@test "every run says what a barrier would have added, what messages and the exchange cost and how many calls were late" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 1021 }'
    ranks mpich 2 -c "$config" -o - --format=json
    [ "$status" -eq 0 ]
    for key in barrier_skew_s exchange_s message_s message_bytes_per_s rank_bytes_per_s predicted_s late_calls; do
        [ "$(jq -c ".results | map(.placement.$key | type == \"number\" and . >= 0)" <<<"$output")" = "[true]" ]
    done
    jq -r '.results[0].limit.algorithm' <<<"$output" | grep -qxE 'mpi/copy(-stream)?'
}

@test "a point on several ranks says what share of its time the exchange takes, one that has none does not" {
    sweep '{ "primitive": ["scan", "reduce"], "algorithm": "mpi/*", "dtype": "u32", "sizes": 1021 }' \
        '{ "primitive": "compact", "algorithm": "mpi/compact-kept", "dtype": "u32", "sizes": 1021 }'
    for library in openmpi mpich; do
        ranks "$library" 2 -c "$config" -o - --format=json
        [ "$status" -eq 0 ]
        output=$(sed -n '/^{/,/^}/p' <<<"$output") # a launcher may warn
        jq -e '.results | length == 3' <<<"$output"
        jq -e '.results | all(.placement.exchange_s > 0)' <<<"$output"
        jq -e '.results | all(.placement.exchange_share * .statistics.time_median_s / .placement.exchange_s | . > 0.999 and . < 1.001)' <<<"$output"
    done
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": [1, 1021], "ranks": [1, 2] }' \
        '{ "primitive": "exscan", "algorithm": "mpi/exscan", "dtype": "u32", "sizes": 4 }' \
        '{ "primitive": "compact", "algorithm": "mpi/compact-rebalanced", "dtype": "u32", "sizes": 1021 }'
    ranks mpich 2 -c "$config" -o - --format=json --smoke
    [ "$status" -eq 0 ]
    jq -e '[.results[] | select(.placement.exchange_share != null) | .parameters | [.algorithm, .n, .ranks]] == [["mpi/scan", 1021, 2]]' <<<"$output"
}

@test "each mpiexec is one launch, and --resume goes on with the next" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 100 }'
    sed -i 's/"processes": 1/"processes": 2/' "$config"
    ranks openmpi 2 -c "$config" -o "$BATS_TEST_TMPDIR/out"
    [ "$status" -eq 0 ]
    [[ $output == *"goes on with what is missing"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/out/ranks.json" ]
    ranks openmpi 2 --resume "$(ls "$BATS_TEST_TMPDIR"/out/ranks-*.journal)"
    [ "$status" -eq 0 ]
    [ "$(jq '.results[0].launches | length' "$BATS_TEST_TMPDIR/out/ranks.json")" -eq 2 ]
}

@test "ranks have workers each" {
    sweep '{ "primitive": ["scan", "reduce", "compact"], "algorithm": "mpi/*", "dtype": "u32", "sizes": [1021, 100003], "workers": [1, 2],
            "rank_algorithm": ["threads/reduce-then-scan", "threads/chained"] }'
    ranks openmpi 2 -c "$config" -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -ge 16 ]
    [ "$(points wrong)" -eq 0 ]
}

@test "workers are pinned within what the launcher left to a rank" {
    local cpu
    cpu=$(taskset -cp $$ | sed 's/.*[ ,-]//')
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 1021 }'
    sed -i 's/"pin": "none"/"pin": "cores"/' "$config"
    for library in openmpi mpich; do
        need "$library"
        run -0 env SCANBENCH_MPI="$BATS_FILE_TMPDIR/$library.so" timeout 60 taskset -c "$cpu" "mpiexec.$library" -n 1 \
            "$bench" -q -c "$config" -o - --format=json --smoke
        [ "$(tr -d ' \n' <<<"$output" | grep -oE '"cpus":\[[^]]*\]')" = "\"cpus\":[$cpu]" ]
    done
}
