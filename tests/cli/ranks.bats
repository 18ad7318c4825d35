# SPDX-License-Identifier: MIT
# Arrays on ranks, as mpiexec starts them: with each MPI library that is here, more ranks than CPUs. Where none is, these
# tests are skipped; the exchanges are tested without any in test_exchange.

load helpers
bench="${SCANBENCH:-./scanbench}"

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    for library in openmpi mpich; do
        if command -v "mpicc.$library" >/dev/null && command -v "mpiexec.$library" >/dev/null; then
            glue "$library" src/mpi/mpi_glue.c
        fi
    done
}

glue() { # LIBRARY SOURCE [NAME]
    "mpicc.$1" -std=gnu17 -O1 -Isrc -fPIC -shared -o "$BATS_FILE_TMPDIR/${3-$1}.so" "$2"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    config="$BATS_TEST_TMPDIR/ranks.json"
    # More ranks than CPUs, as root, in a container: Open MPI wants to be told, MPICH takes it as it is.
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_vader_single_copy_mechanism=none
    export OMPI_MCA_mpi_yield_when_idle=1
}

sweep() { # SWEEP…
    local IFS=,
    echo '{ "name": "ranks", "measure": { "samples": [5, 10], "max_time": "50ms" }, "machine": { "pin": "none", "pages": "4k" },' \
        "\"sweeps\": [ $* ] }" >"$config"
}

ranks() { # LIBRARY RANKS ARGUMENT…
    local library=$1 count=$2
    shift 2
    [ -e "$BATS_FILE_TMPDIR/$library.so" ] || skip "$library is not here: scripts/packages.sh install mpi"
    run env SCANBENCH_MPI="${glue_object:-$BATS_FILE_TMPDIR/$library.so}" timeout 60 \
        "mpiexec.$library" -n "$count" "$bench" -q "$@"
}

# How many points of the CSV on standard output have a status.
points() { # STATUS
    awk -v cell=",$1," 'index($0, cell) { found++ } END { print found + 0 }' <<<"$output"
}

@test "without mpiexec its points are unsupported, with the command to use" {
    sweep '{ "primitive": "scan", "algorithm": ["serial", "mpi/scan"], "dtype": "u32", "sizes": 100, "ranks": 3 }'
    run env -u OMPI_COMM_WORLD_RANK -u PMI_RANK "$bench" -c "$config" -o - --format=json --smoke -q
    [[ $output == *'"not started by mpiexec: mpiexec -n 3 scanbench --config FILE"'* ]]
    run env -u OMPI_COMM_WORLD_RANK -u PMI_RANK "$bench" -c "$config" --dry-run
    [[ $output == *"mpi/scan"*"unsupported: not started by mpiexec"* ]]
}

@test "the shipped config plans on the ranks of mpiexec" {
    run env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=4 "$bench" -c configs/ranks.json --dry-run
    [ "$status" -eq 0 ]
    [[ $output == *" 0 of them unsupported"* ]]
    [[ $output == *"ranks=4"* ]]
}

@test "Open MPI: every exchange, schedule and block size is right on four ranks" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": [3, 1021], "mode": "exclusive",
            "schedule": "reduce-exchange-scan",
            "exchange": ["library", "allgather", "linear", "recursive-doubling", "1-doubling", "two-op-doubling", "123-doubling", "round-optimal"] }' \
        '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "f32", "op": "max", "sizes": 1021, "mode": "inclusive",
            "schedule": "scan-exchange-add", "ranks": [1, 3, 4], "node": ["serial", "simd/windows"] }' \
        '{ "primitive": ["reduce", "dot", "count"], "algorithm": "mpi/*", "dtype": "f64", "sizes": [0, 1021], "ranks": [3, 4],
            "exchange": "recursive-doubling" }'
    ranks openmpi 4 -c "$config" -o - --format=csv --smoke
    [ "$status" -eq 0 ]
    [ "$(points ok)" -eq 34 ]
}

@test "MPICH: scans, compactions and the bare exchange are right" {
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "i64", "sizes": [1, 1021] }' \
        '{ "primitive": "compact", "algorithm": "mpi/*", "dtype": "u32", "sizes": [0, 1, 1021], "selectivity": [0, 0.3, 1] }' \
        '{ "primitive": "exscan", "algorithm": "mpi/exscan", "dtype": "u64", "sizes": [1, 7], "exchange": ["library", "123-doubling"] }'
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

@test "a wrong answer on any rank marks the point" {
    [ -e "$BATS_FILE_TMPDIR/openmpi.so" ] || skip "openmpi is not here"
    sed 's|^    MPI_Exscan(.*;|&\n    if (rank(comm) == 2) *(unsigned char *)result ^= 1;|' src/mpi/mpi_glue.c \
        >"$BATS_TEST_TMPDIR/wrong.c"
    glue openmpi "$BATS_TEST_TMPDIR/wrong.c" wrong
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 99, "exchange": ["library", "linear"] }'
    glue_object="$BATS_FILE_TMPDIR/wrong.so" ranks openmpi 3 -c "$config" -o - --format=json --smoke
    [ "$status" -ne 0 ]
    [[ $output == *'"rank 2: element 0 of 33: expected '* ]]
    [ "$(grep -c '"status": "wrong"' <<<"$output")" -eq 1 ]
}

@test "ranks with other arguments or configs are refused" {
    [ -e "$BATS_FILE_TMPDIR/openmpi.so" ] || skip "openmpi is not here"
    sweep '{ "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": 99 }'
    sed 's/99/98/' "$config" >"$BATS_TEST_TMPDIR/other.json"
    run env SCANBENCH_MPI="$BATS_FILE_TMPDIR/openmpi.so" timeout 60 mpiexec.openmpi \
        -n 1 "$bench" -c "$config" -o - --smoke : -n 1 "$bench" -c "$BATS_TEST_TMPDIR/other.json" -o - --smoke
    [ "$status" -ne 0 ]
    [[ $output == *"rank 1 has other arguments or configs than rank 0; expected the same on every host"* ]]
}

@test "more ranks than mpiexec started are unsupported, several configs are refused" {
    sweep '{ "primitive": "reduce", "algorithm": "mpi/reduce", "dtype": "u32", "sizes": 10, "ranks": [2, 64] }'
    ranks openmpi 2 -c "$config" -o - --format=json --smoke
    [[ $output == *'"mpiexec started too few ranks: mpiexec -n 64 scanbench --config FILE"'* ]]
    ranks openmpi 2 -c "$config" -c "$config" -o - --smoke
    [[ $output == *"mpiexec starts one run; expected one --config"* ]]
}

@test "a rank that is killed ends the run, the journal stays, --resume goes on" {
    [ -e "$BATS_FILE_TMPDIR/openmpi.so" ] || skip "openmpi is not here"
    echo '{ "name": "killed", "measure": { "samples": [1000, 100000], "max_time": "1500ms" }, "machine": { "pin": "none", "pages": "4k" },
        "sweeps": [ { "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": [10, 1000, 2000] } ] }' >"$config"
    export SCANBENCH_MPI="$BATS_FILE_TMPDIR/openmpi.so"
    mpiexec.openmpi -n 2 "$bench" -q -c "$config" -o "$BATS_TEST_TMPDIR" >"$BATS_TEST_TMPDIR/log" 2>&1 &
    local job=$!
    for _ in $(seq 200); do
        [ "$(cat "$BATS_TEST_TMPDIR"/killed-*.journal 2>/dev/null | grep -c samples_s)" -lt 1 ] || break
        sleep 0.1
    done
    local victim
    victim=$(for status in /proc/[0-9]*/environ; do
        grep -qsz '^OMPI_COMM_WORLD_RANK=1$' "$status" && grep -qsz "^SCANBENCH_MPI=$SCANBENCH_MPI$" "$status" &&
            basename "$(dirname "$status")"
    done | sort -n | tail -1)
    kill -9 "$victim"
    wait "$job" || true
    grep -q "rank 1 was killed by SIGKILL: the run ends" "$BATS_TEST_TMPDIR/log"
    local left
    left=$(ls "$BATS_TEST_TMPDIR"/killed-*.journal "$BATS_TEST_TMPDIR"/killed-*Z.json 2>/dev/null | head -1)
    [ -n "$left" ]
    sed -i 's/1500ms/50ms/' "$config"
    ranks openmpi 2 --resume "$left"
    [ "$status" -eq 0 ]
    [ "$(grep -c ',ok,' "$BATS_TEST_TMPDIR"/killed.csv)" -eq 3 ]
}
