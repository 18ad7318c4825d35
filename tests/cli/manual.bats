# SPDX-License-Identifier: MIT
# The manual page lists exactly the options and commands that --help lists.

@test "manual: the options are those of --help" {
    "${SCANBENCH:-./scanbench}" --help | sed -n '/^Options/,/^$/s/^  .*--\([a-z-]*\).*/\1/p' | sort >"$BATS_TEST_TMPDIR/help"
    sed -n 's/^\.It.* Fl -\([a-z-]*\).*/\1/p' man/scanbench.1 | sort >"$BATS_TEST_TMPDIR/man"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/help")" -gt 10 ]
    diff "$BATS_TEST_TMPDIR/help" "$BATS_TEST_TMPDIR/man"
}

@test "manual: the commands are those of --help" {
    "${SCANBENCH:-./scanbench}" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | sort >"$BATS_TEST_TMPDIR/help"
    sed -n '/^The commands are/,/^\.El/s/^\.It Cm //p' man/scanbench.1 | sort >"$BATS_TEST_TMPDIR/man"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/help")" -gt 3 ]
    diff "$BATS_TEST_TMPDIR/help" "$BATS_TEST_TMPDIR/man"
}

dry_run() { # the config on stdin
    "${SCANBENCH:-./scanbench}" --config - --dry-run >/dev/null
}

@test "manual: the configs of scanbench-config(5) are valid" {
    run awk '/^\.Ed/{n++} /^\.Bd/{next} END{print n}' man/scanbench-config.5
    [ "$output" -eq 2 ]
    for n in 1 2; do
        awk -v n=$n '/^\.Ed/{inside=0} inside && i == n; /^\.Bd -literal/{inside=1; i++}' man/scanbench-config.5 | dry_run
    done
}

@test "manual: the config of the README is valid" {
    sed -n '/^```json/,/^```$/p' README.md | sed '/^```/d' | dry_run
}

@test "manual: scanbench-results(5) names every column" {
    columns=$("${SCANBENCH:-./scanbench}" -c configs/quick.json -o - --smoke --quiet --format=csv --filter 'algorithm=serial,n=1Ki' | sed -n 1p)
    [ "$(tr , '\n' <<<"$columns" | wc -l)" -gt 30 ]
    for column in ${columns//,/ }; do
        grep -qw -- "$column" man/scanbench-results.5
    done
}

@test "manual: scanbench-results(5) explains every flag" {
    flags=$(sed -n 's/^ *FLAG([A-Z_]*, "\([a-z_]*\)").*/\1/p' src/results/flags.h)
    [ "$(wc -l <<<"$flags")" -gt 15 ]
    for flag in $flags; do
        grep -qx -- "\.It Cm $flag" man/scanbench-results.5
    done
}

@test "manual: the example of scanbench-results(5) runs" {
    mkdir -p "$BATS_TEST_TMPDIR/results"
    "${SCANBENCH:-./scanbench}" -c configs/quick.json -o "$BATS_TEST_TMPDIR/results" --smoke --quiet --format=none \
        --filter 'algorithm=serial,n=1Mi'
    sed -n '/^awk /,/quick.csv$/p' man/scanbench-results.5 >"$BATS_TEST_TMPDIR/example"
    cd "$BATS_TEST_TMPDIR"
    run sh example
    [ "$status" -eq 0 ]
    [[ -z $output || $output == "serial "* ]]
}
