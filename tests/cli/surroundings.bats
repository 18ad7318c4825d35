# SPDX-License-Identifier: MIT
# Odd machines: simulated ones, few CPUs, little memory, a quota, no /sys and /proc, a locale with commas.
# What needs rights that this user lacks is skipped.

load helpers

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin small
    group=
    cat >"$config" <<'JSON'
{
  "name": "small",
  "measure": { "processes": 1, "samples": 30, "time": "1s" },
  "machine": { "workers": ["cores", "pus"], "pages": "4k" },
  "sweeps": [
    { "primitive": "scan", "algorithm": ["serial", "threads/chained"], "dtype": "u32", "scan_mode": "inclusive",
      "sizes": [1000, "64Ki"], "unroll": 4 }
  ]
}
JSON
}

teardown() {
    [ -z "$group" ] || rmdir "$group"
}

values() { # NAME CSV: each value once, in order, in one line
    column "$1" "$2" | sort -un | tr '\n' ' '
}

# The value of a member of the JSON in $1, without blanks.
member() { # FILE NAME
    tr -d ' \n' <"$1" | grep -o "\"$2\":\(\[[^]]*\]\|[^,}]*\)" | head -1 | cut -d: -f2-
}

# Planned for WORKERS, and run without a claim to have pinned anything.
simulated() { # TOPOLOGY WORKERS
    separately -0 "$bench" -c "$config" --topology "$1" --dry-run --smoke --all
    [[ "$stdout" == *"workers: $2, not"*"(simulated topology)"* ]]
    [ "$(grep -c '^worker [0-9]*: cpu ' <<<"$stdout")" -eq "$2" ]
    separately -0 "$bench" -c "$config" --topology "$1" -o "$out" --format none --smoke
    [[ "$stderr" == *"simulated topology: workers are not pinned"* ]]
    [ "$(column status "$out/small.csv" | sort -u)" = ok ]
    [ -z "$(column warnings "$out/small.csv" | grep -v simulated_topology)" ]
    [ "$(member "$out/small.json" real)" = false ]
}

@test "surroundings: one core" {
    simulated synthetic:pu:1 1
    [ "$(values workers "$out/small.csv")" = "1 " ]
}

@test "surroundings: two sockets with SMT" {
    simulated "synthetic:pack:2 core:4 pu:2" 16
    [[ "$(values workers "$out/small.csv")" == *"8 16 " ]]
    separately "$bench" -c "$config" --topology "synthetic:pack:2 core:4 pu:2" --dry-run --smoke --all
    [[ "$stdout" == *"worker 7: cpu 14, core 7"*"worker 8: cpu 1, core 0"* ]] # siblings last
}

@test "surroundings: eight NUMA nodes" {
    simulated "synthetic:numa:8 l3:1(size=32MiB) core:2 pu:1" 16
    separately "$bench" -c "$config" --topology "synthetic:numa:8 core:2 pu:1" --dry-run --smoke --all
    [[ "$stdout" == *"worker 15: cpu 15, core 15, node 7"* ]]
}

@test "surroundings: efficient and fast cores" {
    simulated "xml:tests/cli/hybrid.xml" 4
    [[ "$(values workers "$out/small.csv")" == *"3 4 " ]]
    separately "$bench" -c "$config" --topology xml:tests/cli/hybrid.xml --dry-run --smoke --all
    [[ "$stdout" == *"worker 0: cpu 2, core 1"*"worker 1: cpu 3, core 2"*"worker 2: cpu 0, core 0"*"worker 3: cpu 1, core 0"* ]]
}

@test "surroundings: within taskset nothing runs outside" {
    last=$(($(nproc --all) - 1))
    taskset -c "$last" true || skip "CPU $last is not allowed here"
    separately -0 taskset -c "$last" "$bench" -c "$config" -o "$out" --format none --smoke --set 'machine.workers=[1,"cores","pus",3]'
    [ "$(member "$out/small.json" allowed_cpus)" = "[$last]" ]
    [ "$(tr -d ' \n' <"$out/small.json" | grep -o '"cpus":\[[^]]*\]' | grep -o '[0-9]*' | sort -u)" = "$last" ]
    [[ "$(values workers "$out/small.csv")" == *"1 3 " ]]
    grep ',3,' "$out/small.csv" | grep -q oversubscribed
    # Three workers on one CPU are rated by the limit of one.
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["workers"] == 3 && $at["limit_ratio"] ~ /^[0-9]/ { rated++ } END { exit !rated }' "$out/small.csv"
}

# Run in a control group of its own. Of version 1: with other mounts, these tests are skipped.
in_group() { # CONTROLLER FILE=VALUE… -- COMMAND…
    group=/sys/fs/cgroup/$1/scanbench-test-$$
    mkdir "$group" 2>/dev/null || { group=; skip "no control group of $1 can be made"; }
    shift
    for (( ; $# > 0; )); do
        [ "$1" != -- ] || break
        echo "${1#*=}" >"$group/${1%%=*}" || skip "${1%%=*} cannot be set"
        shift
    done
    shift
    separately bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}

@test "surroundings: a cpuset of one" {
    in_group cpuset cpuset.cpus=0 cpuset.mems=0 -- "$bench" -c "$config" -o "$out" --format none --smoke
    [ "$status" -eq 0 ]
    [ "$(member "$out/small.json" allowed_cpus)" = "[0]" ]
    [[ "$(values workers "$out/small.csv")" != *2* ]]
}

@test "surroundings: a quota that is used up is flagged" {
    in_group cpu cpu.cfs_period_us=100000 cpu.cfs_quota_us=20000 -- "$bench" -c "$config" -o "$out" --format none \
 --set measure.time=0.5s --filter algorithm=serial
    [ "$status" -eq 0 ]
    column warnings "$out/small.csv" | grep -q throttled
}

@test "surroundings: what a memory group does not allow is skipped, with the figures" {
    in_group memory memory.limit_in_bytes=100M -- "$bench" -c "$config" -o "$out" --format none --smoke \
        --set 'sweeps.0.sizes=[1000,"64Mi"]'
    [ "$status" -eq 3 ]
    [ "$(column status "$out/small.csv" | sort | uniq -c | awk '{print $2}' | tr '\n' ' ')" = "ok skipped " ]
    grep -q 'needs [0-9.]* MiB, cgroup .* allows [0-9.]* MiB' "$out/small.json"
}

@test "surroundings: a plugin that reaches the limit of a memory group costs its point" {
    ${CC:-cc} -O1 -fPIC -shared -Isrc/plugin -o "$BATS_TEST_TMPDIR/greedy.so" tests/plugins/greedy.c
    in_group memory memory.limit_in_bytes=100M -- "$bench" -c "$config" -o "$out" --format none --smoke \
        --plugin "$BATS_TEST_TMPDIR/greedy.so" --set 'sweeps.0.algorithm=["serial","greedy/scan","threads/chained"]'
    [ "$status" -eq 1 ]
    grep -v greedy/scan "$out/small.csv" >"$out/others.csv"
    [ "$(column status "$out/others.csv" | sort -u)" = ok ]
    [ "$(column status "$out/small.csv" | sort -u | tr '\n' ' ')" = "crashed ok " ]
    grep -q 'killed by SIGKILL (by another process, or by the kernel for lack of memory)' "$out/small.json"
}

@test "surroundings: huge pages that the kernel refuses are said, and what was measured stands" {
    for sweep in '"dtype": "u32", "sizes": "4Mi"' '"dtype": "u8-u32", "sizes": "2Mi"'; do # the second's output alone is large
        separately python3 -c 'import ctypes, os, sys
if ctypes.CDLL(None).prctl(41, 1, 0, 0, 0): sys.exit(99) # PR_SET_THP_DISABLE
os.execvp(sys.argv[1], sys.argv[1:])' "$bench" -c "$config" -o "$out" --format none --smoke --set machine.pages=huge \
            --set "sweeps.0={\"primitive\": \"scan\", \"algorithm\": [\"serial\", \"threads/chained\"], $sweep}"
        [ "$status" -ne 99 ] || skip "no transparent huge pages here"
        [ "$status" -eq 0 ]
        [ "$(column status "$out/small.csv" | sort -u)" = ok ]
        [ "$(column warnings "$out/small.csv" | grep -c huge_partial)" -eq "$(column status "$out/small.csv" | grep -c ok)" ]
        [[ "$stderr" == *"huge pages were requested, but "*" points got 4k pages"* ]]
    done
}

@test "surroundings: what the address limit does not allow is skipped, with the figures" {
    separately -3 bash -c 'ulimit -v 2000000 && exec "$@"' - "$bench" -c "$config" -o "$out" --format none --smoke \
        --set 'sweeps.0.sizes=[1000,"1Gi"]'
    [ "$(column status "$out/small.csv" | sort | uniq -c | awk '{print $2}' | tr '\n' ' ')" = "ok skipped " ]
    grep -q 'needs [0-9.]* GiB, RLIMIT_AS allows [0-9.]* [MG]iB' "$out/small.json"
}

@test "surroundings: what no machine has is skipped before a page is touched" {
    separately -3 "$bench" -c "$config" -o "$out" --format none --smoke --set 'sweeps.0.sizes=[1000,17592186044416]'
    [ "$(column status "$out/small.csv" | sort | uniq -c | awk '{print $2}' | tr '\n' ' ')" = "ok skipped " ]
    grep -q 'needs [0-9.]* TiB, .* allows ' "$out/small.json"
}

hidden() { # FOLDERS COMMAND…: with nothing in these folders
    local folders=$1
    shift
    # shellcheck disable=SC2016 # the inner shell's
    separately unshare -m sh -c 'for folder in $0; do mount -t tmpfs none "$folder" || exit 99; done; exec "$@"' "$folders" "$@"
    [ "$status" -ne 99 ] && [[ "$stderr" != *"unshare failed"* ]] || skip "this user may not mount"
}

@test "surroundings: no /sys and no /proc are null and a warning" {
    hidden "/sys /proc" "$bench" -c "$config" -o "$out" --format none --smoke
    [ "$status" -eq 0 ]
    [ "$(column status "$out/small.csv" | sort -u)" = ok ]
    [[ "$stderr" == *"warning: /sys cannot be read"*"warning: /proc cannot be read"*"memory is left is unknown"* ]]
    [[ "$(member "$out/small.json" warnings)" == *"/syscannotberead"*"/proccannotberead"* ]]
    for name in governor boost mhz microcode transparent_huge_pages clocksource aslr memory_available_bytes; do
        [ "$(member "$out/small.json" "$name")" = null ]
    done
    hidden "/sys /proc" "$bench" doctor
    [ "$status" -eq 0 ]
    hidden "/sys" "$bench" -c "$config" -o - --format csv --smoke --set machine.pages=huge
    [ "$status" -eq 0 ]
    hidden "/proc" "$bench" -c "$config" -o - --format csv --smoke --set machine.pages=huge
    [ "$status" -eq 0 ]
}

@test "surroundings: counters that are refused are null, and doctor alone says why" {
    separately "$bench" -c "$config" -o "$out" --format none --smoke
    "$bench" doctor | grep -q '^missing *counters' || skip "here there are counters"
    [ "$(member "$out/small.json" counters)" = null ]
    [ "$(column cycles_per_element "$out/small.csv" | sort -u)" = "" ]
    [[ "$stderr" != *"counters"* && "$stderr" != *"counted"* ]]
}

@test "surroundings: a locale with commas changes no byte" {
    export LOCPATH="$BATS_TEST_TMPDIR/locales"
    mkdir "$LOCPATH"
    localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" 2>/dev/null || skip "no German locale can be made"
    [ "$(LC_ALL=de_DE.UTF-8 bash -c 'printf %.1f 1,5')" = 1,5 ]
    "$bench" -c "$config" -o "$out" --format none
    result=$out/small.json
    for locale in C de_DE.UTF-8; do
        for command in "show $result --format csv" "show $result" "show $result --header" "compare $result $result --format json" \
            "counts -c $config -o - --format csv --filter n<2000" "list --format json" "-c $config --dry-run --smoke"; do
            # shellcheck disable=SC2086 # words
            LC_ALL=$locale "$bench" $command 2>&1 | grep -v ' in [0-9]* process\|MemAvailable\|GiB)\|"utc"' >>"$BATS_TEST_TMPDIR/$locale.txt"
        done
        mkdir "$BATS_TEST_TMPDIR/$locale"
        SCANBENCH_SCRIPTS=scripts LC_ALL=$locale "$bench" plot --html -o "$BATS_TEST_TMPDIR/$locale" "$result"
    done
    cmp "$BATS_TEST_TMPDIR/C.txt" "$BATS_TEST_TMPDIR/de_DE.UTF-8.txt"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/C.txt")" -gt 100 ]
    diff -r "$BATS_TEST_TMPDIR/C" "$BATS_TEST_TMPDIR/de_DE.UTF-8"
    LC_ALL=de_DE.UTF-8 "$bench" -c "$config" -o - --format csv --set measure.time=0.1s >"$BATS_TEST_TMPDIR/csv"
    [ "$(awk -F, '{ print NF }' "$BATS_TEST_TMPDIR/csv" | sort -u | wc -l)" -eq 1 ]
}
