# SPDX-License-Identifier: MIT
# The manual pages: what they list is what there is, and what is printed is what was meant.

load helpers
export SCANBENCH_COLUMNS=all # read by name

setup_file() {
    mkdir "$BATS_FILE_TMPDIR/man"
    for page in man/*.[1-9]; do
        scripts/man_page.sh "${SCANBENCH:-./scanbench}" "$page" >"$BATS_FILE_TMPDIR/$page"
    done
}

setup() {
    pages="$BATS_FILE_TMPDIR/man"
}

@test "manual: its lists are made of the tables" {
    refute grep -E '^@[a-z]+@$' "$pages"/*
    for page in scanbench.1:{synopsis,options} scanbench-results.5:columns scanbench-results.5:members \
        scanbench-config.5:{config,measure,machine,sweeps,plots,expect}; do
        grep -qx "@${page#*:}@" "man/${page%:*}"
    done
    [ "$(wc -l <"$pages/scanbench.1")" -gt $(($(wc -l <man/scanbench.1) + 100)) ]
}

@test "manual: the options are those of --help" {
    for topic in run list check compare show export counts plot doctor expert; do
        "${SCANBENCH:-./scanbench}" help "$topic"
    done | sed -n '/^Options/,/^$/s/^  .*--\([a-z-]*\).*/\1/p' | sort -u >"$BATS_TEST_TMPDIR/help"
    sed -n 's/^\.It.* Fl -\([a-z-]*\).*/\1/p' "$pages/scanbench.1" | sort -u >"$BATS_TEST_TMPDIR/man"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/help")" -gt 10 ]
    diff "$BATS_TEST_TMPDIR/help" "$BATS_TEST_TMPDIR/man"
}

@test "manual: what is typed stands as it is typed" {
    refute grep -E '^(Fd|Fifo|Xlabel|Auto)\b' "$pages/scanbench.1"
    grep -q '^fd:A,B or fifo:A,B' "$pages/scanbench.1"
    grep -q '^Read the sweep from FILE' "$pages/scanbench.1"
}

@test "manual: the commands are those of --help" {
    "${SCANBENCH:-./scanbench}" --help | sed -nE '/^Measure/,/^$/s/^([A-Z][a-z]+)? +([a-z]+) .*/\2/p' | grep -vx help | sort >"$BATS_TEST_TMPDIR/help"
    sed -n '/^The commands are/,/^\.El/s/^\.It Cm //p' man/scanbench.1 | sort >"$BATS_TEST_TMPDIR/man"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/help")" -gt 3 ]
    diff "$BATS_TEST_TMPDIR/help" "$BATS_TEST_TMPDIR/man"
}

dry_run() { # the config on stdin
    "${SCANBENCH:-./scanbench}" --config - --dry-run >/dev/null
}

@test "manual: the synopsis has the arguments of --help" {
    for command in list compare export; do
        sed -n "/^\.Cm $command\$/,/^\.Nm\$/p" "$pages/scanbench.1" >"$BATS_TEST_TMPDIR/$command"
    done
    grep -qx '\.Op Ar GLOB…' "$BATS_TEST_TMPDIR/list"
    grep -A 1 -x '\.Ar BASE' "$BATS_TEST_TMPDIR/compare" | grep -qx '\.Ar NEW…'
    grep -A 1 -xF '.Ar RESULT|[PRIMITIVE]' "$BATS_TEST_TMPDIR/export" | grep -qx '\.Ar ALGORITHM'
}

@test "manual: the configs of scanbench-config(5) are valid" {
    run awk '/^\.Ed/{n++} /^\.Bd/{next} END{print n}' man/scanbench-config.5
    [ "$output" -eq 2 ]
    for n in 1 2; do
        awk -v n=$n '/^\.Ed/{inside=0} inside && i == n; /^\.Bd -literal/{inside=1; i++}' man/scanbench-config.5 | dry_run
    done
}

@test "manual: the config of the page about configs is valid" {
    sed -n '/^```json/,/^```$/p' docs/config.md | sed '/^```/d' | dry_run
}

@test "manual: scanbench-results(5) names every column" {
    columns=$("${SCANBENCH:-./scanbench}" -c configs/quick.json -o - --smoke --quiet --format=csv --filter 'algorithm=serial,n=1Ki' | sed -n 1p)
    [ "$(tr , '\n' <<<"$columns" | wc -l)" -gt 30 ]
    for column in ${columns//,/ }; do
        grep -qw -- "$column" "$pages/scanbench-results.5"
    done
}

@test "manual: scanbench-results(5) explains every flag" {
    flags=$(sed -n 's/^ *FLAG([A-Z_]*, "\([a-z_]*\)".*/\1/p' src/results/flags.h)
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
    run -0 sh example
    [[ -z $output || $output == "serial "* ]]
}

rendered() { # PAGE: as one line, without bold and underlines
    mandoc -Tutf8 -O width=100 "$1" | sed 's/.\x08//g' | tr -s ' \n' ' '
}

# A macro of quotes takes the whole rest of its line, so that a list within it is quoted as one.
swallowed() { # FILE
    grep -oE '.{30}(‘[^’]*[,‘] [^’]*’|“[^”]*[,“] [^”]*”|’’|””|\(\(|[(‘“] |, \))' "$1"
}

@test "manual: no quotes swallow what stands after them" {
    command -v mandoc >/dev/null || skip "no mandoc"
    for page in "$pages"/*.[1-9]; do
        rendered "$page" >"$BATS_TEST_TMPDIR/page"
        [ "$(wc -c <"$BATS_TEST_TMPDIR/page")" -gt 1500 ]
        refute swallowed "$BATS_TEST_TMPDIR/page"
    done
    for line in '.Ql one , two' '.Pq Dq one , Dq two' '.Pq Ql one No when it , two'; do
        cp man/scanbench-config.5 "$BATS_TEST_TMPDIR/bad.5"
        echo "$line" >>"$BATS_TEST_TMPDIR/bad.5"
        rendered "$BATS_TEST_TMPDIR/bad.5" >"$BATS_TEST_TMPDIR/page"
        swallowed "$BATS_TEST_TMPDIR/page"
    done
}

@test "manual: lists are printed as lists" {
    command -v mandoc >/dev/null || skip "no mandoc"
    page=$(rendered "$pages/scanbench-config.5")
    [[ "$page" == *"One of sum (default), min, max, product."*"One of ok, "* ]]
    [[ "$page" == *"a string with a suffix: Ki, Mi and Gi are binary"* ]]
    [[ "$(rendered "$pages/scanbench-results.5")" == *"(“holds”, “does not hold here”, “inconclusive”, “not measured” or “not applicable”), the evidence"* ]]
    page=$(rendered "$pages/scanbench.1")
    [[ "$page" == *"that ‘like’ names (‘cuda’ when it names none)."* ]]
    [[ "$page" == *"ascending, descending, random, or a list"* ]]
    [[ "$page" == *"none, hsa (the lowest), obe (those that have started) or fair (all)."* ]]
    [[ "$page" == *"immediate, fence, window (after window later groups have retired) or kernel-end."* ]]
}
