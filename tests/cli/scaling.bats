# SPDX-License-Identifier: MIT
# The measurement of scaling over workers from end to end, with small arrays.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench="${SCANBENCH:-./scanbench}"
    out="$BATS_TEST_TMPDIR/out"
}

@test "scaling: a table of every algorithm over workers, beside its limit" {
    run scripts/scaling.sh "$bench" "$out" -q --format none --set sweeps.0.sizes=64Ki --set sweeps.1.sizes=64Ki \
        --set sweeps.2.sizes=64Ki --set measure.time=20ms
    [ "$status" -eq 0 ]
    grep -q '^GB/s, speedup, share of the limit  *1 worker' "$out/scaling.txt"
    for algorithm in scan\ threads/{reduce-then-scan,scan-then-propagate,partitioned,chained} reduce\ threads/blocked \
        compact\ threads/{three-phase,single-pass}; do
        grep -Eq "^$algorithm +[0-9.]+  1\.00x" "$out/scaling.txt"
    done
    for primitive in scan reduce compact; do
        grep -Eq "^$primitive limit +[0-9.]+  1\.00x" "$out/scaling.txt"
    done
    if command -v gnuplot >/dev/null; then
        [ -s "$out/scaling-workers.svg" ]
    fi
}

@test "scaling: fails as the measurement does" {
    run scripts/scaling.sh "$bench" "$out" --set sweeps.0.sizes=many
    [ "$status" -eq 2 ]
    [[ "$output" == *error* ]]
}
