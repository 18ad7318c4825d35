# SPDX-License-Identifier: MIT
# Small stacks: one line with what is needed and what there is, or the command does its work; whatever the seed.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench=$(realpath "${SCANBENCH:-./scanbench}")
    cd "$BATS_TEST_TMPDIR"
    # What takes most stack: the largest tiles, on workers and on the first thread.
    cat >tiles.json <<'JSON'
{ "name": "tiles", "measure": { "processes": 1, "samples": 20, "time": "10ms" }, "machine": { "workers": [1, 2], "pages": "4k" },
  "sweeps": [
    { "primitive": "scan", "algorithm": ["group/lookback", "group/fallback"], "group_algorithm": "raking", "dtype": "u64",
      "scan_mode": "inclusive", "sizes": 33000, "threads_per_group": 1024, "values_per_thread": 32 },
    { "primitive": "tiled_scan", "algorithm": "group/coarsened", "dtype": "u64", "sizes": 32768,
      "threads_per_group": 1024, "values_per_thread": 32 },
    { "primitive": "compact", "algorithm": "group/*", "dtype": "u64", "sizes": 33000, "threads_per_group": 1024 } ] }
JSON
    # As deep as JSON may be.
    {
        printf '[%.0s' {1..2040}
        printf ']%.0s' {1..2040}
    } >deep.json
    cp deep.json deep.csv
}

limited() ( # KIB COMMAND…: with that as the hard limit
    ulimit -s "$1"
    shift
    exec timeout 60 "$@" >stdout 2>stderr </dev/null
)

# It ends with 3 and the line, whatever it was asked.
check_refused() { # KIB ARGUMENT…
    local kib=$1 status=0
    shift
    limited "$kib" "$bench" "$@" || status=$?
    echo "$kib KiB, $*: $status: $(cat stderr)"
    [ "$status" -eq 3 ]
    [ "$(grep -c "error: " stderr)" -eq 1 ]
    [ ! -s stdout ]
    [[ "$(cat stderr)" == "scanbench: error: the stack is limited: "*" are needed, "*" are left of $kib KiB"$'\n'"note: expected more"* ]]
}

@test "stacks: what runs kernels says what it needs" {
    for kib in 64 128 256 512 1024 2048 3072; do
        for seed in 1 2 3 4 5 6; do
            check_refused "$kib" run -c tiles.json -o out --seed "$seed"
            check_refused "$kib" run -c tiles.json --dry-run --seed "$seed"
        done
        check_refused "$kib" check --smoke
        check_refused "$kib" counts -c tiles.json
        check_refused "$kib" doctor
        check_refused "$kib" run --resume out.json
    done
    [ ! -e out ]
}

@test "stacks: so does all else, with less" {
    for kib in 64 128 256; do
        for command in list --version --help 'list serial' 'show deep.json' 'compare deep.json deep.json' 'plot deep.json' 'completion bash'; do
            # shellcheck disable=SC2086 # words
            check_refused "$kib" $command
        done
    done
    limited 640 "$bench" list
    # At its limit, JSON of the greatest depth is refused as such.
    for command in 'show deep.json' 'compare deep.json deep.json' 'plot deep.json --html'; do
        status=0
        # shellcheck disable=SC2086 # words
        limited 640 "$bench" $command || status=$?
        echo "$command: $status: $(cat stderr)"
        [ "$status" -eq 2 ]
        [ "$(grep -c "error: " stderr)" -eq 1 ]
    done
}

@test "stacks: with what is needed, everything is done, whatever the seed" {
    for seed in 1 3 6; do
        limited 4224 "$bench" run -q -c tiles.json -o out --format none --seed "$seed" || { cat stderr; false; }
    done
    limited 4224 "$bench" run -c deep.json || [ $? -eq 2 ]
    limited 4224 "$bench" counts -q -c tiles.json -o - --filter "threads_per_group=1024,values_per_thread=32" || { cat stderr; false; }
}

softly() ( # KIB ARGUMENT…: with that as the soft limit
    ulimit -S -s "$1"
    shift
    exec timeout 60 "$bench" "$@" >stdout </dev/null
)

@test "stacks: a soft limit is raised, for workers too" {
    softly 64 run -q -c tiles.json -o out --format none
    softly 64 check --smoke 'limit/*'
    softly 64 list
}

@test "stacks: a long environment counts" {
    long=$(head -c 100000 /dev/zero | tr '\0' x)
    export A=$long B=$long C=$long D=$long E=$long
    check_refused 4224 run -c tiles.json --dry-run
    softly 4224 run -c tiles.json --dry-run
}
