# SPDX-License-Identifier: MIT
# Random configs are planned or refused in one line. FAULT_CONFIGS: how many (200; the slow test takes 20,000).

load helpers

@test "random configs: each is planned, or refused in one line that says where" {
    cd "$BATS_TEST_DIRNAME/../.."
    run tests/fuzz/configs.sh "${SCANBENCH:-./scanbench}" "${FAULT_CONFIGS:-200}" "${FAULT_SEED:-7}"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"exit status 0: "* ]]
    [[ "$output" == *"exit status 2: "* ]]
}

@test "random configs: a program that crashes, hangs or says too much is caught" {
    cd "$BATS_TEST_DIRNAME/../.."
    for fault in 'kill -SEGV $$' 'printf "stdin:1:1: error: with a \033[31m control character\n" >&2; exit 2' 'echo no >&2; exit 2' \
        'printf "scanbench: error: two lines,\nthat is one too many\n" >&2; exit 2' 'exit 2' 'exit 1' 'echo warning >&2'; do
        printf '#!/bin/bash\n%s\n' "$fault" >"$BATS_TEST_TMPDIR/faulty"
        chmod +x "$BATS_TEST_TMPDIR/faulty"
        run -1 tests/fuzz/configs.sh "$BATS_TEST_TMPDIR/faulty" 1 1
        [[ "$output" == *"1 configs, 1 faults" ]]
    done
}
