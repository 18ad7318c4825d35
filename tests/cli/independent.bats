# SPDX-License-Identifier: MIT
# scripts/independent.sh compares scanbench with a program that has nothing of it. What comes out is for a quiet machine.

@test "independent: both programs time the same plugin" {
    cd "$BATS_TEST_DIRNAME/../.."
    SIZES="1000 5000" run scripts/independent.sh "${SCANBENCH:-./scanbench}" 3
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -cE '^independent: n = (1000|5000) +ours [0-9.e-]+ us, its [0-9.e-]+ us, [-+][0-9.]+ % .*over 3 turns.* (met|missed)$' <<<"$output")" -eq 2 ]
}
