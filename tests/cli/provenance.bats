# SPDX-License-Identifier: MIT
# What the JSON of a run says of how it came about, and that who edits it is noticed.

load helpers

setup() {
    begin some
    printf '%s' '{ "name": "some", "measure": { "processes": 1, "samples": 20, "time": "10ms" },
        "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "simd/*"], "dtype": "u32", "op": "sum",
            "scan_mode": "exclusive", "sizes": ["4Ki", "64Ki"] } ] }' >"$config"
}

@test "provenance: the command line and the environment are told, and what they made of the config" {
    SCANBENCH_SEED=9 OMP_NUM_THREADS=3 OMP_PATHS=":$PWD/own:/usr/lib::${PWD}s/x:$PWD" "$bench" -q -c "$config" -o "$out" --format none --smoke --set measure.samples=77777
    file=$(ls "$out"/some-*.json)
    sed -n '/^ "config"/,/^ "machine"/p' "$file" | tr -d '\n ' >"$BATS_TEST_TMPDIR/effective"
    for part in '"seed":"9"' '"samples":77777' '"processes":1' '"time":"10ms"' '"smoke":true' \
        '"SCANBENCH_SEED":"9"' '"OMP_NUM_THREADS":"3"' "\"OMP_PATHS\":\":own:/usr/lib::${PWD}s/x:.\""; do
        grep -qF "$part" "$BATS_TEST_TMPDIR/effective"
    done
    grep -qF "\"config_sha256\": \"$(sha256sum <"$config" | cut -c1-64)\"" "$file"
    grep -qE '"flags_kernel": ".*-O' "$file"
    grep -qE '"link_order": "[0-9a-f]{16}"' "$file"
}

@test "provenance: who edits a result is noticed" {
    "$bench" -q -c "$config" -o "$out" --format none
    separately -0 "$bench" show "$out/some.json"
    [[ "$stderr" != *edited* ]]
    sed 's/"status": "ok"/"status":  "ok"/' "$out/some.json" >"$BATS_TEST_TMPDIR/edited.json"
    separately "$bench" show "$BATS_TEST_TMPDIR/edited.json"
    [[ "$stderr" == *"edited.json was edited after scanbench wrote it"* ]]
    separately "$bench" compare "$out/some.json" "$BATS_TEST_TMPDIR/edited.json"
    [[ "$stderr" == *"edited.json was edited after scanbench wrote it"* ]]
    [[ "$stderr" != *"the builds differ"* ]]
    sed 's/^\( *"flags_kernel": \)"/\1"-Oother /' "$out/some.json" >"$BATS_TEST_TMPDIR/other.json"
    separately "$bench" compare --ignore flags_kernel "$out/some.json" "$BATS_TEST_TMPDIR/other.json"
    [[ "$stderr" == *'the builds differ: flags of kernels "'*'and "-Oother '* ]]
    separately -5 "$bench" compare "$out/some.json" "$BATS_TEST_TMPDIR/other.json"
    [[ "$stderr" == *flags_kernel* ]]
    sed -E 's/("link_order": )"[0-9a-f]*"/\1"0123456789abcdef"/; s/^(  "compiler": )"/\1"another /' "$out/some.json" >"$BATS_TEST_TMPDIR/other.json"
    separately "$bench" compare --ignore compiler "$out/some.json" "$BATS_TEST_TMPDIR/other.json"
    [[ "$stderr" == *'the builds differ: compiler "'*'and "another '* ]]
    [[ "$stderr" == *'the builds differ: order of linking "'*'and "0123456789abcdef"'* ]]
}
