# SPDX-License-Identifier: MIT
# Timed runs on the devices of engines, beside the host. For CUDA there are stand-ins for NVIDIA's libraries, whose kernels
# run on the CPU where there is a C++ compiler; for OpenCL PoCL, where it is.

load helpers

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    make_stand_ins
}

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin devices
    use_stand_ins
}

sweep() { # SWEEP…
    local IFS=,
    printf '{ "name": "devices", "sweeps": [ %s ] }\n' "$*" >"$config"
}

@test "device runs: devices are timed in one run, each verified and against limits of its own" {
    needs_compiler
    sweep '{ "primitive": "scan", "algorithm": ["group/reduce-then-scan", "serial"], "device": ["cpu", "cuda:0"],
             "dtype": "u32", "sizes": 1000, "threads_per_group": 64, "values_per_thread": 4 }' \
        '{ "primitive": ["reduce", "dot"], "algorithm": ["group/multilevel", "group/two-pass/shuffle"], "device": "cuda:0",
           "dtype": "f32", "sizes": 1000, "threads_per_group": 64, "values_per_thread": 4 }' \
        '{ "primitive": ["count", "compact"], "algorithm": ["group/block", "group/lookback"], "device": "cuda:0",
           "dtype": "u32", "sizes": 2000, "threads_per_group": 64, "values_per_thread": 4 }'
    run "$bench" -q -c "$config" -o "$out" --smoke
    echo "$output"
    [ "$status" -eq 0 ]
    python3 - "$out/devices.json" <<'PY'
import json, sys
rows = json.load(open(sys.argv[1]))["results"]
assert len(rows) == 8, len(rows)
for row in rows:
    point = row["parameters"]
    assert row["status"] == "ok", row
    assert row["statistics"]["time_median_s"] > 0
    cuda = point["device"] == "cuda:0"
    assert point["device"] in ("cuda:0", "cpu" if point["algorithm"].startswith("group/") else None), point
    assert (point["workers"] is None) == (point["device"] != "cpu"), point
    own = row["limit"]["algorithm"].startswith(("limit/device-", "limit/group-"))
    assert own == cuda, row["limit"]
    if cuda:
        assert row["placement"]["empty_dispatch_s"] > 0
        assert row["placement"]["cpus"] == [] and row["compute_s"] > 0
PY
}

@test "device runs: a chart draws the limit of a device as a line of its own, and a device in its own dash" {
    needs_compiler
    sweep '{ "primitive": "scan", "algorithm": ["group/reduce-then-scan", "serial"], "device": ["cpu", "cuda:0"],
             "dtype": "u32", "sizes": [1000, 2000], "threads_per_group": 64, "values_per_thread": 4 }'
    "$bench" -q -c "$config" -o "$out" --smoke
    "$bench" plot -q --kind bandwidth-vs-size --format csv "$out/devices.json" >"$BATS_TEST_TMPDIR/chart.csv"
    # A line, its colour and its dash, whatever panel.
    looks=$(awk -F, '$3 == 1000 { print $2 ":" $7 ":" $8 }' "$BATS_TEST_TMPDIR/chart.csv" | sort -u)
    echo "$looks"
    [[ "$looks" == *"copy 1 worker:-1:1"* ]]
    [[ "$looks" == *"copy cuda:0:-1:2"* ]]
    [[ "$looks" == *"group/reduce-then-scan cuda:0:"*":2"* ]]
}

@test "device runs: progress says what is compiled, on a terminal" {
    sweep '{ "primitive": "tiled_scan", "algorithm": "group/naive", "device": ["cpu", "cuda:0"], "dtype": "u32",
             "sizes": 100, "threads_per_group": 32 }'
    # What is compiled to nothing takes no compiler, and is wrong.
    FAKE_CUDA="" XDG_CACHE_HOME="$BATS_TEST_TMPDIR/cache" python3 -c 'import pty, sys; pty.spawn(["sh", "-c", "stty cols 200; exec \"$@\"", "sh"] + sys.argv[1:])' \
        "$bench" -c "$config" -o "$out" --smoke </dev/null >"$BATS_TEST_TMPDIR/terminal"
    cat -v "$BATS_TEST_TMPDIR/terminal"
    grep -q 'compiling group/naive, n=100, 0 of 2 points' "$BATS_TEST_TMPDIR/terminal"
    refute grep -q 'compiling: [^/]*group/naive [^/]*device=cpu' "$BATS_TEST_TMPDIR/terminal"
}

@test "device runs: the shipped configs of devices plan" {
    for shipped in engines ahead; do
        run "$bench" -c "configs/$shipped.json" --dry-run --smoke --format csv
        echo "$output"
        [ "$status" -eq 0 ]
        [[ "$output" != *unsupported* && "$output" == *,cuda:0,* ]]
    done
}

@test "device runs: a device that fails costs its point, and a fresh process goes on" {
    needs_compiler
    sweep '{ "primitive": "tiled_scan", "algorithm": ["group/naive", "group/shared"], "device": ["cpu", "cuda:0"],
             "dtype": "u32", "sizes": 100, "threads_per_group": 32 }'
    FAKE_CUDA="compile=1 cuMemcpyDtoHAsync_v2=700" run "$bench" -q -c "$config" -o "$out" --smoke
    echo "$output"
    [ "$status" -eq 1 ]
    [ "$(grep -c ,crashed, "$out/devices.csv")" -eq 2 ]
    [ "$(grep -c ,ok, "$out/devices.csv")" -eq 2 ]
    grep -q 'a planted error' "$out/devices.json"
}

@test "device runs: what does not fit into the device's memory is skipped with need and have" {
    needs_compiler
    sweep '{ "primitive": "tiled_scan", "algorithm": "group/naive", "device": ["cpu", "cuda:0"], "dtype": "u32",
             "sizes": 100000, "threads_per_group": 32 }'
    FAKE_CUDA="compile=1 memory=600000" run "$bench" -q -c "$config" -o "$out" --smoke
    echo "$status $output"
    [ "$status" -eq 3 ]
    [ "$(grep -c ,skipped, "$out/devices.csv")" -eq 1 ]
    grep -q 'cuda:0: out of device memory: .* needed, .* of .* free' "$out/devices.json"
}

@test "device runs: limits of devices are points where a config asks for them, and nowhere else" {
    needs_compiler
    sweep '{ "primitive": "copy", "algorithm": "limit/*", "dtype": "u32", "sizes": 1000 }'
    run "$bench" -c "$config" --dry-run --all
    echo "$output"
    refute grep -q limit/device-copy <<<"$output"
    sweep '{ "primitive": ["copy", "read", "read2", "partial-copy"], "algorithm": ["limit/device-copy", "limit/group-*"],
             "device": "cuda:0", "dtype": ["u32", "f64"], "selectivity": 0.3, "sizes": [0, 1, 511, 100003] }'
    run "$bench" -q -c "$config" -o "$out" --smoke
    echo "$output"
    [ "$status" -eq 0 ]
    # Each of those that list names, for two types and four sizes.
    [ "$(grep -c ',ok,' "$out/devices.csv")" -eq $((8 * $("$bench" list 'limit/*' | grep -c '^limit/device-\|^limit/group-'))) ]
}

@test "device runs: the limits of narrow types move as many bytes" {
    needs_compiler
    sweep '{ "primitive": "reduce", "algorithm": "group/one-launch", "device": "cuda:0",
             "dtype": ["u8-u32", "u16-u32", "u8", "u16", "f16", "bf16", "u32-u64"], "sizes": 10007 }' \
        '{ "primitive": "dot", "algorithm": "group/two-pass/shuffle", "device": "cuda:0", "dtype": ["f16", "bf16"], "sizes": 10007 }' \
        '{ "primitive": ["count", "compact"], "algorithm": ["group/atomic", "group/lookback"], "device": "cuda:0",
           "dtype": ["u8", "u16"], "selectivity": 0.5, "sizes": 10007 }'
    run "$bench" -q -c "$config" -o "$out" --smoke
    echo "$output"
    [ "$status" -eq 0 ]
    python3 - "$out/devices.json" <<'PY'
import json, sys
rows = json.load(open(sys.argv[1]))["results"]
assert len(rows) == 13, len(rows)
for row in rows:
    point, limit = row["parameters"], row["limit"]
    elements = {"dot": 20014, "compact": 10007 + 5003}.get(point["primitive"], 10007)
    size = {"u8-u32": 1, "u8": 1, "u32-u64": 4}.get(point["dtype"], 2)
    assert row["status"] == "ok" and limit["algorithm"].startswith("limit/group-"), row
    moved = limit["bytes_per_s"] * limit["times_s"][0] / size
    assert abs(moved - elements) < (300 if point["primitive"] == "compact" else 0.5), (point, limit)
PY
}

@test "device runs: each launch opens the device in a process of its own" {
    needs_compiler
    local log="$BATS_TEST_TMPDIR/log"
    printf '{ "name": "devices", "measure": { "processes": 3, "samples": 9 }, "sweeps": [ %s ] }\n' \
        '{ "primitive": "copy", "algorithm": "limit/device-copy", "device": "cuda:0", "dtype": "u32", "sizes": 1000 }' >"$config"
    FAKE_CUDA_LOG=$log run "$bench" -q -c "$config" -o "$out"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(jq -c '.results[0].launches | [length, ([.[].samples] | add)]' "$out/devices.json")" = '[3,9]' ]
    # One asks what the device is, and each launch has its own, in which events are timed.
    [ "$(awk '$1 == "process" { last = $2 } $1 == "event" { timed[last] = 1 } END { print length(timed) }' "$log")" -eq 3 ]
}

@test "device runs: before a cold call more than twice the cache is written, and nothing of it is timed" {
    needs_compiler
    local log="$BATS_TEST_TMPDIR/log"
    sweep '{ "primitive": "tiled_scan", "algorithm": "group/naive", "device": "cuda:0", "dtype": "u32", "sizes": 1000,
             "threads_per_group": 32, "cache": ["hot", "cold"] }'
    FAKE_CUDA="compile=1 cache=3000000" FAKE_CUDA_LOG=$log run "$bench" -q -c "$config" -o "$out" --smoke
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(jq -c '.results[] | select(.parameters.cache == "cold") | [.status, .statistics.samples, .statistics.batch]' "$out/devices.json")" = '["ok",1,1]' ]
    [ "$(jq -c '.results[] | select(.parameters.cache == "hot") | [.status, .statistics.samples]' "$out/devices.json")" = '["ok",1]' ]
    # The point and the limits of a copy: the event comes at once after what empties the cache.
    awk '$1 ~ /gate$/ { next }
         $1 == "event" { timed = !timed; after += emptied; emptied = 0; next }
         { emptied = 0 }
         $1 == "fill" && $2 > 6000000 { inside += timed; emptied = 1 }
         END { print after + 0, inside + 0; exit !(after == 1 + limits && !inside) }' \
        limits="$("$bench" list 'limit/*' | grep -cE '^limit/(device|group)-copy')" "$log"
    run "$bench" show "$out/devices.json"
    echo "$output"
    [ "$(grep -c 'cold cache' <<<"$output")" -eq 1 ]
}

@test "device runs: large arrays of the host are pinned while they are used, and need not be" {
    needs_compiler
    local log="$BATS_TEST_TMPDIR/log"
    sweep '{ "primitive": "copy", "algorithm": "limit/device-copy", "device": "cuda:0", "dtype": "u32", "sizes": [1000, 300000] }'
    FAKE_CUDA_LOG=$log run -0 "$bench" -q -c "$config" -o "$out" --smoke
    [ "$(grep -E '^(un)?pin ' "$log" | tr '\n' ' ')" = 'pin 1200000 pin 1200000 unpin 0 unpin 0 ' ]
    FAKE_CUDA="cuMemHostRegister_v2=2" run -0 "$bench" -q -c "$config" -o "$out" --smoke
    [ "$(jq -c '[.results[].status]' "$out/devices.json")" = '["ok","ok"]' ]
}

@test "device runs: a gate is closed when the stream comes to it, whatever its word was before" {
    needs_compiler
    local log="$BATS_TEST_TMPDIR/log"
    sweep '{ "primitive": "tiled_scan", "algorithm": "group/naive", "device": "cuda:0", "dtype": "u32", "sizes": 1000,
             "threads_per_group": 32 }'
    FAKE_CUDA="compile=1" FAKE_CUDA_LOG=$log run -0 "$bench" -q -c "$config" -o "$out" --smoke
    grep -q '^gate ' "$log"
    refute grep -q '^open-gate' "$log"
}

device_flags() { # WORDS: run one point on the stand-in, whose state its management library tells
    sweep '{ "primitive": "tiled_scan", "algorithm": "group/naive", "device": "cuda:0", "dtype": "u32", "sizes": 1000,
             "threads_per_group": 32 }'
    SCANBENCH_LIBNVML=$BATS_FILE_TMPDIR/libnvml.so FAKE_CUDA="compile=1 $1" run "$bench" -c "$config" -o "$out" --smoke
    echo "$1 -> $output"
    [ "$status" -eq 0 ]
    flags=$(python3 -c 'import json, sys
row = json.load(open(sys.argv[1]))["results"][0]; place = row["placement"]
print(*row["warnings"], place["device_clock_mhz"], place["device_temperature_c"], place["device_slowed_by"])' "$out/devices.json")
    echo "$flags"
}

@test "device runs: what slows a device down, and who else computes on it, is said and flagged" {
    needs_compiler
    device_flags ""
    [[ "$flags" != *throttled* && "$flags" != *device_shared* && "$flags" == *"1755"*" 41"*" None" ]]
    device_flags "reasons=36"
    [[ "$flags" == *throttled*" power;thermal" ]]
    refute grep -q 'computes on it' <<<"$output"
    device_flags "processes=2"
    [[ "$flags" == *device_shared* && "$flags" != *throttled* ]]
    [ "$(grep -c 'warning: cuda:0: another process (see nvidia-smi) computes on it: ' <<<"$output")" -eq 1 ]
}

@test "device runs: the energy of a call is counted on the device, and idle" {
    needs_compiler
    printf '{ "name": "devices", "measure": { "processes": 2, "samples": 6, "time": "20ms", "energy": "300ms" }, "sweeps": [ %s ] }\n' \
        '{ "primitive": "tiled_scan", "algorithm": "group/naive", "device": "cuda:0", "dtype": "u32", "sizes": 1000,
           "threads_per_group": 32 }' >"$config"
    SCANBENCH_LIBNVML=$BATS_FILE_TMPDIR/libnvml.so FAKE_CUDA=compile=1 run -0 "$bench" -c "$config" -o "$out"
    refute grep -q 'energy is not measured' <<<"$output"
    # The stand-in takes 100 W whatever it does: of a call its time's share, and what is between two calls.
    jq -e '.results[0] | .idle_w > 50 and .idle_w < 200 and .energy_j > 50 * .statistics.time_min_s and .energy_ratio > 0' \
        "$out/devices.json"
    FAKE_CUDA=compile=1 run -0 "$bench" -c "$config" -o "$out"
    [[ $output == *"warning: energy is not measured on cuda:0: NVML does not count it"* ]]
    jq -e '.results[0] | .energy_j == null and .idle_w == null' "$out/devices.json"
}

@test "device runs: two runs on one device know of each other" {
    needs_compiler
    python3 -c 'import socket, sys, time
place = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); place.bind("\0scanbench '"$FAKE_CUDA_DOMAIN"':07:00.0 0"); print("there", flush=True)
time.sleep(60)' >"$BATS_TEST_TMPDIR/other" 3>&- &
    local other=$!
    for ((i = 0; i < 600; i++)); do
        grep -q there "$BATS_TEST_TMPDIR/other" && break
        sleep 0.05
    done
    device_flags ""
    kill "$other"
    [[ "$flags" == *device_shared* ]]
    [ "$(grep -c 'warning: cuda:0: another run of scanbench computes on it: ' <<<"$output")" -eq 1 ]
    device_flags ""
    [[ "$flags" != *device_shared* ]]
}

@test "device runs: PoCL" {
    sweep '{ "primitive": ["scan", "tiled_scan"], "algorithm": ["group/reduce-then-scan", "group/shared"],
             "device": ["cpu", "opencl:pocl:0"], "dtype": "u32", "sizes": 5000,
             "threads_per_group": 64, "values_per_thread": 4 }'
    run "$bench" -c "$config" --dry-run
    [[ "$output" != *unsupported:* ]] || skip "$output"
    run "$bench" -q -c "$config" -o "$out" --smoke
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep ',opencl:pocl:0,' "$out/devices.csv" | grep -c ',ok,')" -eq 2 ]
}

@test "device runs: PoCL that fails in the middle of a run costs the point that it fails in" {
    ${CC:-cc} -O1 -D_GNU_SOURCE -fPIC -shared -o "$BATS_TEST_TMPDIR/failing.so" tests/opencl/failing.c \
        -Wl,--no-as-needed -l:libOpenCL.so.1 || skip "no loader of OpenCL"
    sweep '{ "primitive": ["tiled_scan", "scan"], "algorithm": ["serial", "group/shared", "group/reduce-then-scan"],
             "device": "opencl:pocl:0", "dtype": "u32", "sizes": 5000,
             "threads_per_group": 64, "values_per_thread": 4 }'
    run "$bench" -c "$config" --dry-run
    [[ "$output" != *unsupported:* ]] || skip "$output"
    export SCANBENCH_LIBOPENCL="$BATS_TEST_TMPDIR/failing.so" FAILS_IN=tiled_shared
    run "$bench" -q -c "$config" -o "$out" --set measure.processes=1 --set measure.samples=20 --format none
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *"1 point is crashed, first tiled_scan group/shared "*": clEnqueueNDRangeKernel: OpenCL error -36 "* ]]
    [ "$(column status "$out/devices.csv" | sort | xargs)" = "crashed ok ok ok" ]
}
