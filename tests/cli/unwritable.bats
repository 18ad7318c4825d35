# SPDX-License-Identifier: MIT
# What cannot be written: a pipe whose reader is gone, a limit of files, a full disk, a read-only folder, a journal.

load helpers
load faults
export SCANBENCH_COLUMNS=all # read by name

# A test that fails leaves no disk behind.
teardown() {
    while umount "$out" 2>/dev/null; do :; done
}

@test "unwritable: a reader that closes the pipe is an output error, the files are whole" {
    status=0
    { "$bench" -q -c "$config" -o "$out" --format csv --smoke 2>"$BATS_TEST_TMPDIR/stderr" || echo $? >"$BATS_TEST_TMPDIR/status"; } | true
    [ "$(cat "$BATS_TEST_TMPDIR/status")" -eq 4 ]
    [ "$(wc -l <"$out/small.csv")" -eq 15 ]
}

@test "unwritable: a file-size limit is 4 with the path; what was finished can be resumed" {
    "$bench" -q -c "$config" -o "$out" --format none --smoke
    old=$(cksum <"$out/small.csv")
    # Room for what a journal begins with, and a few of its points.
    out="$BATS_TEST_TMPDIR/killed" killed_with 1 -c "$config" -o "$BATS_TEST_TMPDIR/killed"
    room=$(($(grep -v '^{"launch"' "$journal" | wc -c) / 1024 + 8))
    separately -4 bash -c "ulimit -f $room; exec '$bench' -q -c '$config' -o '$out' --format none"
    [[ "$stderr" == *"$out/small-"*"File too large"* ]]
    [ "$(cksum <"$out/small.csv")" = "$old" ]
    journal=$(ls "$out/"*.journal)
    [ "$(finished "$journal" | wc -l)" -ge 1 ]
    [ "$(finished "$journal" | wc -l)" -eq "$(grep -c '^{"launch"' "$journal")" ]
    files=$(ls -A "$out")
    refute grep tmp <<<"$files"
    "$bench" -q --resume "$journal" --format none
    [ "$(column status "$out/small.csv" | sort -u)" = ok ]
}

@test "unwritable: a full disk is 4 with the path, the old file stays whole, what was finished can be resumed" {
    mkdir "$out"
    mount -t tmpfs -o size=80k tmpfs "$out" 2>/dev/null || skip "this user may not mount"
    "$bench" -q -c "$config" -o "$out" --format none --smoke --filter 'n<4'
    old=$(cksum <"$out/small.json")
    head -c 35000 /dev/zero >"$out/ballast"
    separately "$bench" -q -c "$config" -o "$out" --format csv
    sum=$(cksum <"$out/small.json")
    left=$(ls -A "$out" | grep -c tmp) || true
    rm "$out/ballast"
    mount -o remount,size=1m "$out"
    resumed=0
    "$bench" -q --resume "$out/"*.journal --format none || resumed=$?
    good=$(column status "$out/small.csv" | sort -u)
    umount "$out"
    [ "$status" -eq 4 ]
    [[ "$stderr" == *"$out/small-"*"No space left"* ]]
    [ "$sum" = "$old" ]
    [ "$left" -eq 0 ]
    [ "$resumed" -eq 0 ]
    [ "$good" = ok ]
    [[ "$stdout" == primitive,* ]]
}

@test "unwritable: a disk without room for a journal is found before measuring" {
    mkdir "$out"
    mount -t tmpfs -o size=4k,nr_inodes=4 tmpfs "$out" 2>/dev/null || skip "this user may not mount"
    head -c 4096 /dev/zero >"$out/ballast"
    separately "$bench" -v -c "$config" -o "$out"
    left=$(ls -A "$out")
    umount "$out"
    [ "$status" -eq 4 ]
    [ "$left" = ballast ]
    [[ "$stderr" == *"$out"* && "$stderr" != *serial* ]]
}

@test "unwritable: a read-only folder is found before measuring" {
    mkdir "$out"
    if mount -t tmpfs -o ro tmpfs "$out" 2>/dev/null; then
        separately "$bench" -v -c "$config" -o "$out"
        umount "$out"
    elif [ "$(id -u)" -ne 0 ]; then
        chmod 555 "$out"
        separately "$bench" -v -c "$config" -o "$out"
    else
        skip "root writes everywhere, and may not mount here"
    fi
    [ "$status" -eq 4 ]
    [[ "$stderr" == *"$out"* && "$stderr" != *serial* ]]
}

@test "unwritable: a journal that cannot be written is found before measuring" {
    killed_with 1 -c "$config" -o "$out"
    chmod 444 "$journal"
    [ ! -w "$journal" ] || skip "root writes everywhere"
    separately -4 "$bench" -v --resume "$journal"
    [[ "$stderr" == *"$journal"* && "$stderr" != *serial* ]]
}
