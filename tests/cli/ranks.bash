# SPDX-License-Identifier: MIT
# What the tests of arrays on ranks share: `load ranks`, after helpers. The MPI libraries that are here are tried, with more
# ranks than CPUs.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    make_glue
}

# What each test begins with; who needs more has a setup that calls it.
begin_ranks() {
    cd "$BATS_TEST_DIRNAME/../.."
    export SCANBENCH_COLUMNS=all # read by name
    config="$BATS_TEST_TMPDIR/ranks.json"
    allow_ranks
}

setup() {
    begin_ranks
}

# One object for each library, in $BATS_FILE_TMPDIR: once a file.
make_glue() {
    for library in openmpi mpich; do
        if command -v "mpicc.$library" >/dev/null && command -v "mpiexec.$library" >/dev/null; then
            glue "$library" src/mpi/mpi_glue.c
        fi
    done
}

glue() { # LIBRARY SOURCE [NAME]
    "mpicc.$1" -std=gnu17 -O1 -Isrc -fPIC -shared -o "$BATS_FILE_TMPDIR/${3-$1}.so" "$2"
}

need() { # LIBRARY
    [ -e "$BATS_FILE_TMPDIR/$1.so" ] || skip "$1 is not here: scripts/packages.sh install mpi"
}

# As root, in a container, with fewer CPUs: Open MPI wants to be told, MPICH takes it as it is.
allow_ranks() {
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_vader_single_copy_mechanism=none
    export OMPI_MCA_mpi_yield_when_idle=1
}

sweep() { # SWEEP…: to $config
    local IFS=,
    echo '{ "name": "ranks", "measure": { "processes": 1, "samples": 10, "time": "50ms" }, "machine": { "pin": "none", "pages": "4k" },' \
        "\"sweeps\": [ $* ] }" >"$config"
}

# Points whose times take long to be precise: somebody strikes meanwhile.
slow_sweep() { # NAME: to $config
    echo "{ \"name\": \"$1\", \"measure\": { \"processes\": 1, \"samples\": 100000, \"time\": \"600ms\" }," \
        '"machine": { "pin": "none", "pages": "4k" },' \
        '"sweeps": [ { "primitive": "scan", "algorithm": "mpi/scan", "dtype": "u32", "sizes": [10, 1000, 2000] } ] }' >"$config"
}

# Until a point of a run of that name is in its journal, which on a loaded machine takes a minute.
await_point() { # NAME
    for _ in $(seq 1200); do
        if cat "$BATS_TEST_TMPDIR/$1"-*.journal 2>/dev/null | grep -q samples_s; then
            return
        fi
        sleep 0.1
    done
    echo "no point of $1 was finished in two minutes"
    return 1
}

ranks() { # LIBRARY RANKS ARGUMENT…
    local library=$1 count=$2
    shift 2
    need "$library"
    run env SCANBENCH_MPI="${glue_object:-$BATS_FILE_TMPDIR/$library.so}" timeout 200 \
        "mpiexec.$library" -n "$count" "$bench" -q "$@"
    if [ "$status" -ne 0 ]; then tail -n 5 <<<"$output"; fi # shown where a test fails
}

# How many points of the CSV on standard output have a status.
points() { # STATUS
    awk -v cell=",$1," 'index($0, cell) { found++ } END { print found + 0 }' <<<"$output"
}
