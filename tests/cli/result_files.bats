# SPDX-License-Identifier: MIT
# The files of a run: a JSON and its export as CSV, links to the newest, nothing in their way, nothing left.

load helpers

setup() {
    begin_small 5 50ms '[1, 64]'
    export SCANBENCH_SCRIPTS=$PWD/scripts
}

# How many files of each ending are in $out, hidden ones too.
endings() {
    ls -A "$out" | sed 's/.*\.//' | sort | uniq -c | tr -s ' \n' ' '
}

# Both links lead to files of one run.
check_pair() {
    [ "$(basename "$(realpath "$out/small.csv")" .csv)" = "$(basename "$(realpath "$out/small.json")" .json)" ]
}

smoke() {
    "$bench" -q -c "$config" -o "$out" --format none --smoke "$@"
}

# A test that fails leaves no disk behind.
teardown() {
    while umount "$out" 2>/dev/null; do :; done
}

@test "result files: what --export names is written beside the JSON, with a link each" {
    smoke --export html,markdown,latex
    [ "$(endings)" = " 2 html 2 json 2 md 2 tex " ]
    grep -q '^| n | fastest' "$out/small.md"
    grep -q tabular "$out/small.tex"
    grep -q '<table' "$out/small.html"
    rm -r "$out"
    smoke --export none
    [ "$(endings)" = " 2 json " ]
    touch "$out/small.csv"
    smoke --export none
    separately -4 smoke --export csv
    separately -2 smoke --export pdf
    [[ "$stderr" == *"expected csv, markdown, html, latex or none"* ]]
}

@test "result files: nothing reads the CSV, and an edited JSON or one without a digest is said to be edited" {
    smoke
    check_pair
    separately -2 "$bench" show "$out/small.csv"
    sed 's/"smoke"/"smoke" /' "$out/small.json" >"$BATS_TEST_TMPDIR/edited.json"
    sed '/"digest"/d' "$out/small.json" >"$BATS_TEST_TMPDIR/without.json"
    for name in edited without; do
        separately -0 "$bench" show "$BATS_TEST_TMPDIR/$name.json"
        [[ "$stderr" == *"$name.json was edited after scanbench wrote it"* ]]
    done
}

@test "result files: one of another version is refused with the reason" {
    smoke
    for version in 1:older 3:newer; do
        sed "s/\"schema_version\": 2/\"schema_version\": ${version%:*}/" "$out/small.json" >"$BATS_TEST_TMPDIR/other.json"
        separately -2 "$bench" show "$BATS_TEST_TMPDIR/other.json"
        [[ "$stderr" == *"other.json:3:"*"version ${version%:*}, of an older scanbench"* || "$stderr" == *"version ${version%:*}, of a ${version#*:} scanbench"* ]]
    done
}

@test "result files: eight runs at once all succeed, and the links are of one of them" {
    for round in 1 2 3; do
        rm -rf "$out"
        : >"$BATS_TEST_TMPDIR/statuses"
        for run in 1 2 3 4 5 6 7 8; do
            (
                status=0
                smoke --filter n=1 || status=$?
                echo "$status" >>"$BATS_TEST_TMPDIR/statuses"
            ) &
        done
        wait
        [ "$(sort "$BATS_TEST_TMPDIR/statuses" | uniq -c | tr -s ' \n' ' ')" = " 8 0 " ]
        [ "$(endings)" = " 9 csv 9 json " ]
        check_pair
    done
}

@test "result files: runs in containers, which have the same process ids, all succeed" {
    unshare -pf --mount-proc true 2>/dev/null || skip "this user may not make process namespaces"
    for round in 1 2 3; do
        rm -rf "$out"
        : >"$BATS_TEST_TMPDIR/statuses"
        for run in 1 2 3 4 5 6; do
            (
                status=0
                unshare -pf --mount-proc "$bench" -q -c "$config" -o "$out" --format none --smoke --filter n=1 || status=$?
                echo "$status" >>"$BATS_TEST_TMPDIR/statuses"
            ) &
        done
        wait
        [ "$(sort "$BATS_TEST_TMPDIR/statuses" | uniq -c | tr -s ' \n' ' ')" = " 6 0 " ]
        [ "$(endings)" = " 7 csv 7 json " ]
        check_pair
    done
}

@test "result files: what is in the way of a link is found before measuring" {
    for ending in csv json; do
        for kind in file folder fifo; do
            rm -rf "$out"
            mkdir "$out"
            case $kind in
            file) echo mine >"$out/small.$ending" ;;
            folder) mkdir "$out/small.$ending" ;;
            fifo) mkfifo "$out/small.$ending" ;;
            esac
            separately -4 timeout 20 "$bench" -v -c "$config" -o "$out"
            [[ "$stderr" == *"$out/small.$ending: not a symbolic link"* && "$stderr" != *serial* ]]
            [ "$(ls -A "$out")" = "small.$ending" ]
        done
    done
}

@test "result files: a link of another user in a shared folder is found before measuring" {
    [ "$(id -u)" -eq 0 ] || skip "only root can make a link of another user"
    setpriv --reuid=65534 --clear-groups "$bench" --version || skip "another user cannot run the program here"
    shared=$(mktemp -d /tmp/scanbench-shared-XXXXXX)
    chmod 1777 "$shared"
    chmod a+rx "$BATS_TEST_TMPDIR" "$(dirname "$BATS_TEST_TMPDIR")" "$(dirname "$(dirname "$BATS_TEST_TMPDIR")")"
    ln -s nowhere "$shared/small.csv"
    separately setpriv --reuid=65534 --clear-groups "$bench" -v -c - -o "$shared" <"$config"
    left=$(ls -A "$shared")
    rm -rf "$shared"
    [ "$status" -eq 4 ]
    [[ "$stderr" == *"small.csv: a link that another user owns"* && "$stderr" != *serial* ]]
    [ "$left" = small.csv ]
}

@test "result files: what comes into the way of a link costs the links, and the whole files are named" {
    "$bench" -q -c "$config" -o "$out" --format none --set measure.time=200ms \
        --set measure.samples=1000000 2>"$BATS_TEST_TMPDIR/stderr" &
    run=$!
    await_journal "$run"
    mkdir "$out/small.json"
    status=0
    wait "$run" || status=$?
    [ "$status" -eq 4 ]
    stem=$(ls "$out"/small-*.json)
    stem=${stem%.json}
    grep -qF "$stem.json is whole" "$BATS_TEST_TMPDIR/stderr"
    grep -qF "$out/small.json: not a symbolic link" "$BATS_TEST_TMPDIR/stderr"
    [ ! -e "$out/small.csv" ]
    [ "$(endings)" = " 2 json " ]
    "$bench" show "$stem.json"
}

@test "result files: a disk without room for the results is found before measuring" {
    mkdir "$out"
    mount -t tmpfs -o size=64k tmpfs "$out" 2>/dev/null || skip "this user may not mount"
    separately "$bench" -v -c "$config" -o "$out" --set measure.processes=100
    left=$(ls -A "$out")
    umount "$out"
    [ "$status" -eq 4 ]
    [ -z "$left" ]
    [[ "$stderr" == *"$out: 64 KiB are left there; the results of 4 points take more than"* && "$stderr" != *serial* ]]
}

@test "result files: a run removes what killed runs of its name left" {
    smoke
    stem=$(basename "$(realpath "$out/small.csv")" .csv)
    touch "$out/small.csv.0123abcd.tmp" "$out/$stem.json.0123abcd.tmp" "$out/small-20260131T120000Z.journal"
    touch "$out/small-not-mine.csv.0123abcd.tmp"
    smoke
    [ "$(endings)" = " 3 csv 3 json 1 tmp " ]
    [ -e "$out/small-not-mine.csv.0123abcd.tmp" ]
}

@test "result files: in results a part of a sweep and a smoke run do not become NAME, a whole run does" {
    mkdir "$BATS_TEST_TMPDIR/work"
    cd "$BATS_TEST_TMPDIR/work"
    export SCANBENCH_SET=measure.samples=2
    for part in --smoke "--filter n=1"; do
        separately -0 "$bench" -c "$config" --format none $part
        [[ "$stderr" == *"Saved: results/small-"*$'.json\nnote: '*"so it does not become results/small.json"* ]]
        [ ! -e results/small.json ]
        [ ! -e results/small.csv ]
    done
    separately -0 "$bench" -c "$config" --format none
    [[ "$stderr" == *"Saved: results/small.json" && "$stderr" != *"does not become"* ]]
    whole=$(realpath results/small.json)
    "$bench" -q -c "$config" --format none --smoke
    [ "$(realpath results/small.json)" = "$whole" ]
    # Where a folder is asked for, they do.
    "$bench" -q -c "$config" --format none --smoke -o mine
    [ -e mine/small.json ]
}

@test "result files: a run that was cut short does not become NAME, wherever it is; resumed it does" {
    status=0
    "$bench" -c "$config" -o "$out" --format none --time 1ns 2>"$BATS_TEST_TMPDIR/stderr" || status=$?
    [ "$status" -eq 124 ]
    [[ "$(tr -s ' \n' ' ' <"$BATS_TEST_TMPDIR/stderr")" == *"note: cut short, so it does not become $out/small.json"* ]]
    [ ! -e "$out/small.json" ]
    "$bench" -q --resume "$out"/small-*.json --format none
    [ -e "$out/small.json" ]
}
