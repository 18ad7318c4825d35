# SPDX-License-Identifier: MIT
# The configs that ask for charts of arrays on ranks.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    bench="${SCANBENCH:-./scanbench}"
}

@test "the configs of scaling plan on sixteen ranks" {
    for config in configs/ranks-strong.json configs/ranks-weak.json; do
        run -0 env OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=16 "$bench" -c "$config" --dry-run --format csv
        column ranks <(echo "$output") | grep -x 16
        [[ $output != *unsupported* ]]
    done
}
