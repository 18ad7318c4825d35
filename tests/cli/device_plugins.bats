# SPDX-License-Identifier: MIT
# Plugins in the memory of a device, for which there are stand-ins for NVIDIA's libraries: planned, checked and measured as
# the built-in kernels of engine cuda are, and what fails of them costs their point.

load helpers

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    make_stand_ins
    ${CC:-cc} -O1 -D_GNU_SOURCE -shared -fPIC -Isrc/plugin tests/plugins/device.c -o "$BATS_FILE_TMPDIR/device.so"
}

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin device
    plugin="$BATS_FILE_TMPDIR/device.so"
    use_stand_ins
    sweep '"serial", "device/*"' ''
}

sweep() { # ALGORITHMS MORE
    printf '{ "name": "device", "sweeps": [ { "primitive": "scan", "algorithm": [%s], "dtype": "u32",
        "scan_mode": "inclusive", "sizes": [1000, 3000]%s } ] }\n' "$1" "$2" >"$config"
}

cells() { # COLUMN…: of each row of the result, joined by '='
    awk -F, -v names="$*" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; count = split(names, name, " "); next }
        { for (i = 1; i <= count; i++) printf "%s%s", $at[name[i]], i < count ? "=" : "\n" }' "$out/device.csv"
}

@test "device plugins: their points are of a CUDA device, whatever a silent config says" {
    run "$bench" --plugin "$plugin" -c "$config" --dry-run --format csv --filter 'algorithm=device/right'
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -c ',device/right,.*,cuda:0,' <<<"$output")" -eq 2 ]
    [ "${#lines[@]}" -eq 3 ]
    sweep '"device/right"' ', "device": ["cpu", "cuda:0", "cuda:1"]'
    run "$bench" --plugin "$plugin" -c "$config" --dry-run
    echo "$output"
    [[ "${lines[0]}" == "device: 4 points, not measured: "* ]]
    [[ "$output" == *"2 unsupported: there is no cuda:1"* ]]
    sweep '"device/right"' ', "device": "cpu"'
    run -2 "$bench" --plugin "$plugin" -c "$config" --dry-run
    [[ "$output" == *"no point is left"* ]]
}

@test "device plugins: list says where they run" {
    run -0 "$bench" list --plugin "$plugin" --format json 'device/right'
    python3 -c 'import json, sys; row = json.load(sys.stdin)[0]; assert row["device"] == ["cuda:0"], row; assert row["family"] == "plugin"
assert "workers" not in row["axes"]' <<<"$output"
    run "$bench" list --plugin "$plugin" 'device/right'
    [[ "$output" =~ devices\ +cuda:0$'\n' ]]
}

@test "device plugins: check runs them between guards in the device's memory" {
    run "$bench" check --device cuda:0 --smoke --plugin "$plugin" device/right device/count
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"ok on cuda:0: "*" 2 implementations, "* ]]
    run "$bench" check --device cuda:0 --smoke --plugin "$plugin" device/wrong device/outside device/failing device/refusing --format csv
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *$'\n'device/wrong,*,wrong,*"element"* ]]
    [[ "$output" == *$'\n'device/outside,*,wrong,*"written outside: 0 bytes after the output"* ]]
    [[ "$output" == *$'\n'device/failing,*,wrong,*"cuda:0: device/failing: no kernel image is available"* ]]
    [[ "$output" == *$'\n'device/refusing,*,wrong,*"its library is of another version"* ]]
    run -2 "$bench" check --smoke --plugin "$plugin" device/right --format csv
    [[ "$output" == *"nothing to run here,it needs --device cuda:0"* ]]
}

@test "device plugins: recurrences and segmented scans get both inputs, the initial value and the direction" {
    ${CC:-cc} -O1 -shared -fPIC -Isrc/plugin -DMEMORY=SCANBENCH_CUDA_MEMORY tests/plugins/pairs.c -o "$BATS_TEST_TMPDIR/pairs.so"
    run -0 "$bench" check --device cuda:0 --smoke --plugin "$BATS_TEST_TMPDIR/pairs.so" 'pairs/*'
    [[ "$output" == *"ok on cuda:0: "*" 3 implementations, "* ]]
}

@test "device plugins: they are timed beside the host, against limits of the device, and what fails costs its point" {
    needs_compiler
    run "$bench" -q --plugin "$plugin" -c "$config" -o "$out" --smoke
    echo "$output"
    cells algorithm device family status
    [ "$status" -eq 1 ]
    for name in right unbounded busy lazy waiting-unbounded; do
        [ "$(cells algorithm device family status | grep -c "^device/$name=cuda:0=plugin=ok$")" -eq 2 ]
    done
    [ "$(cells algorithm status | grep -c '^serial=ok$')" -eq 2 ]
    [ "$(cells algorithm status | grep -c '^device/wrong=wrong$')" -eq 2 ]
    [ "$(cells algorithm status | grep -c '^device/failing=crashed$')" -eq 2 ]
    [ "$(cells algorithm status | grep -c '^device/refusing=unsupported$')" -eq 2 ]
    python3 - "$out/device.json" <<'PY'
import json, sys
result = json.load(open(sys.argv[1]))
identity = result["machine"]["identity"]
assert identity["cuda:0"]["name"] == "Stand-in", identity
assert identity["plugins"][0]["name"] == "device", identity
for row in result["results"]:
    name = row["parameters"]["algorithm"]
    if name == "device/right":
        assert row["limit"]["algorithm"] in ("limit/device-copy", "limit/group-copy", "limit/group-copy-early"), row
        assert row["placement"]["empty_dispatch_s"] > 0, row
    if name == "device/failing":
        assert "cuda:0: device/failing: no kernel image is available" in row["message"], row
PY
}

@test "device plugins: samples queue behind the gate, and more operations than a queue holds open it" {
    needs_compiler
    run "$bench" -q --plugin "$plugin" -c "$config" -o "$out" --filter n=1000 \
        --set measure.time=20ms --set 'sweeps.0.algorithm=["device/right","device/busy","device/unbounded"]'
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(cells status | grep -c '^ok$')" -eq 3 ]
}

@test "device plugins: the first call may wait for the device, and each where the number of operations is not known" {
    needs_compiler
    local mode
    for mode in --smoke --set=measure.time=20ms; do
        run "$bench" -q --plugin "$plugin" -c "$config" -o "$out" --filter n=1000 "$mode" \
            --set 'sweeps.0.algorithm=["device/lazy","device/waiting-unbounded","device/waiting"]'
        echo "$output"
        [ "$status" -eq 1 ]
        [ "$(cells algorithm status | sort | tr '\n' ' ')" = \
            "device/lazy=ok device/waiting-unbounded=ok device/waiting=crashed " ]
        [[ "$output" == *"cuStreamSynchronize waits for ever, before a closed gate"* ]]
    done
}

@test "device plugins: what the driver refuses in a run, or finds after it, is told with the plugin's name" {
    needs_compiler
    FAKE_CUDA="compile=1 after=2 cuMemcpyDtoDAsync_v2=1" \
        run "$bench" -q --plugin "$plugin" -c "$config" -o "$out" --smoke --filter 'algorithm=device/right,n=1000'
    echo "$output"
    [ "$status" -eq 1 ]
    [ "$(cells status)" = crashed ]
    [[ "$output" != *$'\e'* ]]
    FAKE_CUDA="compile=1 cuStreamSynchronize=700" run "$bench" check --device cuda:0 --smoke --plugin "$plugin" device/right
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$(tr -s '\n ' '  ' <<<"$output" | tr -s ' ')" == *"cuda:0: device/right: a planted error"* ]]
}

@test "device plugins: without a GPU their points are unsupported, with the reason" {
    SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so" run -0 "$bench" --plugin "$plugin" -c "$config" --dry-run --format csv
    [[ "$output" == *",unsupported,"*"install NVIDIA's driver"* ]]
    SCANBENCH_LIBCUDA="$BATS_TEST_TMPDIR/absent.so" run -0 "$bench" -q --plugin "$plugin" -c "$config" -o "$out" --smoke
    [ "$(cells status | sort -u | tr '\n' ' ')" = "ok unsupported " ]
}

@test "device plugins: what cannot be in device memory is refused" {
    refused() { # TEXT FLAG…
        local text=$1
        shift
        ${CC:-cc} -O1 -shared -fPIC -Isrc/plugin "$@" tests/plugins/broken.c -o "$BATS_TEST_TMPDIR/broken.so"
        run "$bench" list --plugin "$BATS_TEST_TMPDIR/broken.so"
        echo "$* -> $output"
        [ "$status" -eq 2 ]
        [ "$(grep -c "error: " <<<"$output")" -eq 1 ]
        [[ "$output" == *"implementation 0: $text"* ]]
    }
    refused "memory 2"$'\n'"note: expected 0 or 1" -DOVERRIDE=.known.memory=2
    refused "operations 1 in the host's memory"$'\n'"note: expected 0" -DOVERRIDE=.known.operations=1
    refused "axes 0x4 in device memory"$'\n'"note: expected none of 0x44" \
        '-DOVERRIDE=.known.memory=SCANBENCH_CUDA_MEMORY,.known.axes=SCANBENCH_BIT(SCANBENCH_WORKERS)'
    refused "own threads in device memory" \
        '-DOVERRIDE=.known.memory=SCANBENCH_CUDA_MEMORY,.known.flags=SCANBENCH_BIT(SCANBENCH_OWN_THREADS)'
}

@test "device plugins: one of the first version, whose structures end before them, is what it was" {
    ${CC:-cc} -O1 -shared -fPIC -Isrc/plugin '-DSTRIDE=offsetof(struct scanbench_implementation, memory)' \
        -DOVERRIDE=.known.memory=99,.known.operations=99 tests/plugins/broken.c -o "$BATS_TEST_TMPDIR/first.so"
    run "$bench" list --plugin "$BATS_TEST_TMPDIR/first.so" --format json 'broken/scan'
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *'"device": []'* ]]
}
