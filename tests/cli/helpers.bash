# SPDX-License-Identifier: MIT
# What the tests of the command line share: `load helpers`.

# Fail where the command succeeds: under `set -e` a `! command` never fails.
refute() { # COMMAND ARGUMENT…
    if "$@"; then
        echo "this should have failed: $*"
        return 1
    fi
}
