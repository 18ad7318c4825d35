# SPDX-License-Identifier: MIT
# The measurement of scaling over workers from end to end, with small arrays.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench="${SCANBENCH:-./scanbench}"
    out="$BATS_TEST_TMPDIR/out"
}

@test "scaling: the winners over workers, and whether more workers pay off" {
    run -0 scripts/scaling.sh "$bench" "$out" -q --format none --set sweeps.0.sizes=64Ki --set sweeps.1.sizes=64Ki \
        --set sweeps.2.sizes=64Ki --set measure.time=20ms
    for heading in 'scan u32 inclusive' 'reduce u32' 'compact u32, selectivity 0.5'; do
        grep -q "^$heading, .* points$" "$out/scaling.txt"
    done
    grep -q 'workers pay off' "$out/scaling.txt"
    if command -v gnuplot >/dev/null; then
        [ -s "$out/scaling-workers.svg" ]
    fi
}

@test "scaling: fails as the measurement does" {
    run -2 scripts/scaling.sh "$bench" "$out" --set sweeps.0.sizes=many
    [[ "$output" == *error* ]]
}
