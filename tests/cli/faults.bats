# SPDX-License-Identifier: MIT
# What must survive: killed runs and their journals, resuming, signals. Nothing depends on how fast.
# FAULT_KILLS: how many random moments a run is killed at (20; the slow test takes 200). FAULT_STOPS: how many a run of
# FAULT_LAUNCHES launches is stopped at (3 of 10; the slow test 20 of 100).

load helpers
load faults
export SCANBENCH_COLUMNS=all # read by name

# The points of a CSV, without what was measured.
points() {
    awk -F, 'NR == 1 { for (i = 1; $i != "status"; i++) last = i + 1 } { for (i = 1; i <= last; i++) printf "%s,", $i; print "" }' "$1"
}

# Give the lines of a journal that was edited their digests.
digest_lines() { # JOURNAL
    while IFS= read -r line; do
        line=${line%,\"digest\":*}
        printf '%s,"digest":"%s"}\n' "$line" "$(printf %s "$line" | sha256sum | cut -c1-16)"
    done <"$1" >"$BATS_TEST_TMPDIR/digested"
    cat "$BATS_TEST_TMPDIR/digested" >"$1"
}

# Start a run in a session of its own and kill it after some time.
killed_after() { # SECONDS ARGUMENT…
    local seconds=$1
    shift
    "$bench" "$@" -q --format none 2>>"$BATS_TEST_TMPDIR/stderr" &
    local child=$!
    sleep "$seconds"
    kill -9 "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
}

@test "faults: killed at random moments, every finished point stands and the rest is resumed" {
    "$bench" -q -c "$config" -o "$out/whole" --format none --smoke
    local whole=$out/whole kill stood=0
    out=$out/cut
    RANDOM=${FAULT_SEED:-7}
    for ((kill = 0; kill < ${FAULT_KILLS:-8}; kill++)); do
        rm -rf "$out"
        killed_with $((RANDOM % 10)) -c "$config" -o "$out" || continue # too early, or done
        [ "$(wc -l <"$journal")" -ge 1 ] || continue                    # before its first line
        [ ! -e "$out/small.csv" ] || continue                          # between the results and its end
        finished "$journal" >"$BATS_TEST_TMPDIR/before"
        "$bench" -q --resume "$journal" --format none
        [ "$(ls "$out")" = "$(cd "$out" && ls small-*.csv small-*.json small.csv small.json)" ]
        points "$out/small.csv" >"$BATS_TEST_TMPDIR/points"
        diff <(points "$whole/small.csv") "$BATS_TEST_TMPDIR/points"
        [ "$(column status "$out/small.csv" | sort -u)" = ok ]
        # What had finished is what it was: the same samples.
        tr -d ' \n' <"$out/small.json" >"$BATS_TEST_TMPDIR/after"
        while read -r _ samples; do
            grep -qF "\"samples_s\":$samples" "$BATS_TEST_TMPDIR/after"
            stood=$((stood + 1))
        done <"$BATS_TEST_TMPDIR/before"
    done
    [ "$stood" -gt 0 ]
}

@test "faults: a damaged line of a journal costs its point alone" {
    killed_with 2 -c "$config" -o "$out"
    sed -i '$ { /}$/!d }' "$journal"
    finished "$journal" >"$BATS_TEST_TMPDIR/before"
    lines=$(wc -l <"$journal")
    sed -i "$((lines - 1))s/\"samples_s\":\[/&7/" "$journal" # another number, whatever it was
    separately -0 "$bench" --resume "$journal" --format none -q
    [[ "$stderr" == *"$journal: 1 of its lines is damaged, the first is line $((lines - 1)): their points are measured again"* ]]
    grep -qF "1 of its lines is damaged" "$out/small.json"
    [ "$(column status "$out/small.csv" | sort -u)" = ok ]
    tr -d ' \n' <"$out/small.json" >"$BATS_TEST_TMPDIR/after"
    damaged=$(tail -n 2 "$BATS_TEST_TMPDIR/before" | head -n 1)
    while read -r key samples; do
        grep -qF "\"samples_s\":$samples" "$BATS_TEST_TMPDIR/after" || [ "$key $samples" = "$damaged" ]
    done <"$BATS_TEST_TMPDIR/before"
    refute grep -qF "\"samples_s\":${damaged#* }" "$BATS_TEST_TMPDIR/after"
}

# Members of a JSON, one a line.
members() { # NAME JSON
    grep -oE "\"$1\": \"?[^\",}]*" "$2" | sed 's/.*: "*//'
}

@test "faults: a resumed run says what was not measured together, and its begin and effort are of the whole" {
    killed_with 1 -c "$config" -o "$out" --filter 'n<=4'
    # The first of the two points of n=1, in seconds that are past.
    grep -v '^{"launch"' "$journal" >"$BATS_TEST_TMPDIR/cut"
    grep '^{"launch"' "$journal" | head -n 1 >>"$BATS_TEST_TMPDIR/cut"
    sed -i 's/"utc":"[^"]*"/"utc":"2026-01-31T12:00:00Z"/; s/"wall_s":[^,]*/"wall_s":1000.5/; s/"sampled_s":[^,]*/"sampled_s":500.5/' \
        "$BATS_TEST_TMPDIR/cut"
    cat "$BATS_TEST_TMPDIR/cut" >"$journal"
    digest_lines "$journal"
    "$bench" -q --resume "$journal" --format none
    # By point: n=1 twice, n=4 twice.
    [ "$(members began_s "$out/small.json" | wc -l)" -eq 4 ]
    [ "$(members began_s "$out/small.json" | sort -u | wc -l)" -eq 3 ]
    [ "$(members utc "$out/small.json")" = 2026-01-31T12:00:00Z ]
    [[ "$(members wall_s "$out/small.json")" == 100[01].* ]]
    [[ "$(members sampled_s "$out/small.json")" == 50[01].* ]]
    # All in one go.
    "$bench" -q -c "$config" -o "$out" --format none --filter 'n<=4'
    [ "$(members began_s "$out/small.json" | sort -u | wc -l)" -eq 2 ]
}

@test "faults: killed again and again, a run still comes to its end" {
    killed_with 1 -c "$config" -o "$out" --set measure.time=50ms --set measure.samples=1000000
    for points in 3 5 7; do
        killed_with "$points" --resume "$journal" || break # done
    done
    [ "$points" -gt 3 ]
    if journal=$(ls "$out/"*.journal 2>/dev/null); then
        "$bench" -q --resume "$journal" --format none
    fi
    [ "$(column status "$out/small.csv" | sort -u)" = ok ]
    [ "$(wc -l <"$out/small.csv")" -eq 15 ]
}

@test "faults: nothing is left behind a run that was killed but its journal" {
    killed_with 0 -c "$config" -o "$out" --set measure.time=60s --set measure.samples=1000000
    sleep 0.2
    [ "$(ls -A "$out" | sed 's/.*\.//')" = journal ]
    refute pgrep -f "$config"
}

@test "faults: a run that was cut short is resumed from its JSON" {
    separately -124 "$bench" -q -c "$config" -o "$out" --format none --time 300ms \
        --set measure.time=50ms --set measure.samples=1000000
    [ -e "$out/"*.journal ]
    cut=$(only_run json)
    [ ! -e "$out/small.json" ] && [ ! -e "$out/small.csv" ] || false
    separately -0 "$bench" -q --resume "$cut" --format none
    [ "$(realpath "$out/small.json")" = "$(realpath "$cut")" ]
    [ ! -e "$out/"*.journal ]
    [ "$(column status "$out/small.csv" | sort -u)" = ok ]
    separately -2 "$bench" --resume "$out/small.json"
    [[ "$stderr" == *"nothing to resume"* ]]
}

@test "faults: --output moves a resumed run" {
    killed_with 1 -c "$config" -o "$out"
    sum=$(cksum <"$journal")
    "$bench" -q --resume "$journal" -o "$out/elsewhere" --format none
    [ -e "$out/elsewhere/small.csv" ]
    [ ! -e "$out/small.csv" ]
    [ "$(cksum <"$journal")" = "$sum" ]
    "$bench" -q --resume "$journal" -o - --format csv >"$BATS_TEST_TMPDIR/csv"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/csv")" -eq 15 ]
}

@test "faults: what is measured is fixed when a run is resumed" {
    killed_with 1 -c "$config" -o "$out"
    for option in "--config $config" "--filter n>1" --smoke "--seed 3" "--set name=x" "--isa avx2" --dry-run; do
        separately -2 "$bench" --resume "$journal" $option
        [[ "$stderr" == *"--resume cannot be combined with --"* ]]
    done
    separately taskset -c 0 "$bench" --resume "$journal"
    [ "$status" -eq 5 ] || [ "$(nproc)" -eq 1 ]
    sed -i 's/"cpu_model":"[^"]*"/"cpu_model":"another"/' "$journal"
    digest_lines "$journal"
    separately -5 "$bench" --resume "$journal"
    [[ "$stderr" == *"cpu_model"* ]]
}

@test "faults: launches are measured in turn and recorded one by one" {
    separately -0 "$bench" -q -c "$config" -o "$out" --format none --set measure.processes=3 --filter n=1Ki
    [ "$(tr -d ' \n' <"$out/small.json" | grep -o '"launches":\[[^]]*time_median_s' | wc -l)" -eq 2 ]
    [ "$(grep -o '"time_ci_high_s"' "$out/small.json" | wc -l)" -eq 8 ]
}

@test "faults: --in-process measures the same points" {
    "$bench" -q -c "$config" -o "$out" --format none --smoke
    "$bench" -q -c "$config" -o - --format csv --smoke --in-process >"$BATS_TEST_TMPDIR/csv"
    points "$BATS_TEST_TMPDIR/csv" >"$BATS_TEST_TMPDIR/points"
    diff <(points "$out/small.csv") "$BATS_TEST_TMPDIR/points"
}

# Start a run that goes on for long; $run is its process, $child the one that measures. At least one point has finished.
start_long() { # ARGUMENT…
    "$bench" -c "$config" -o "$out" --format none --set measure.time=0.1s \
        --set measure.samples=1000000 "$@" 2>"$BATS_TEST_TMPDIR/stderr" &
    run=$!
    until [ "$(cat "$out"/*.journal 2>/dev/null | wc -l)" -ge 5 ]; do sleep 0.02; done
    child=$(pgrep -P "$run")
}

# The file of the only run that has ended, which has its own name alone where it was cut short.
only_run() { # ENDING
    local files=("$out"/small-*."$1")
    [ "${#files[@]}" -eq 1 ] || return 1
    [ -e "${files[0]}" ] || return 1
    echo "${files[0]}"
}

ended() { # waits for $run and sets $status
    status=0
    wait "$run" || status=$?
}

@test "faults: one signal keeps what is finished and marks the rest" {
    for signal in INT TERM; do
        rm -rf "$out"
        start_long
        kill -s "$signal" "$run"
        ended
        [ "$status" -eq "$([ "$signal" = INT ] && echo 130 || echo 143)" ]
        [ "$(column status "$(only_run csv)" | sort -u | tr '\n' ' ')" = "interrupted ok " ]
        [ "$(wc -l <"$(only_run csv)")" -eq 15 ]
        [[ "$(cat "$(only_run json)")" == *'"complete": false'* ]]
        [ ! -e "$out/small.csv" ]
        [ -e "$out/"*.journal ]
    done
}

# How many launches each point of a JSON has.
launch_counts() { # JSON
    jq '.results[].launches | length' "$1"
}

# Calls a sample has, of each launch of each point.
batches() { # JSON
    jq '.results[].launches[].batch' "$1"
}

# $journal is named, and has every line that it had in before.
check_journal_stays() {
    journal=$(ls "$out"/*.journal)
    grep -qF -- "--resume $journal " "$BATS_TEST_TMPDIR/stderr"
    cmp -n "$(stat -c %s "$BATS_TEST_TMPDIR/before")" "$BATS_TEST_TMPDIR/before" "$journal"
    cp "$journal" "$BATS_TEST_TMPDIR/before"
}

# What a run of so many launches says when nothing ended it before: $whole.
run_whole() { # LAUNCHES
    "$bench" -q -c "$config" -o "$BATS_TEST_TMPDIR/whole" --format none --set measure.processes="$1" --filter 'n<=4'
    whole=$BATS_TEST_TMPDIR/whole/small
}

# $out has what the whole run has, but for what was measured.
check_same_as_whole() {
    [ "$(launch_counts "$out/small.json")" = "$(launch_counts "$whole.json")" ]
    points "$out/small.csv" >"$BATS_TEST_TMPDIR/points"
    diff <(points "$whole.csv") "$BATS_TEST_TMPDIR/points"
    # How many outputs are judged follows from the samples; each of them is.
    [ "$(grep -c '"outputs_right": [1-9]' "$out/small.json")" -eq "$(grep -c '"outputs_right"' "$whole.json")" ]
    [[ "$(cat "$out/small.json")" == *'"complete": true'* ]]
    # The first launch chose how many calls a sample has, whichever process took it.
    [ "$(batches "$out/small.json" | uniq | wc -l)" -le 4 ]
    [ "$(ls -A "$out" | grep -vx '\.small' | sed 's/.*\.//' | sort | uniq -c | tr -s ' \n' ' ')" = " 2 csv 2 json " ]
}

@test "faults: a run of several launches that is stopped keeps those that finished and goes on with the others" {
    run_whole 5
    for stop in INT TERM budget; do
        rm -rf "$out"
        : >"$BATS_TEST_TMPDIR/before"
        "$bench" -q -c "$config" -o "$out" --format none --set measure.processes=5 --filter 'n<=4' \
            2>"$BATS_TEST_TMPDIR/stderr" &
        run=$!
        until [ "$(cat "$out"/*.journal 2>/dev/null | grep -c '^{"launch".*}$')" -ge 5 ]; do sleep 0.001; done
        if [ "$stop" = budget ]; then
            kill -9 "$run"
            ended
            "$bench" -q --resume "$out"/*.journal --format none --time 1us 2>"$BATS_TEST_TMPDIR/stderr" && continue
            status=$?
        else
            kill -s "$stop" "$run"
            ended
            [ "$status" -ne 0 ] || continue # it was faster
        fi
        [ "$status" -eq "$(case $stop in INT) echo 130 ;; TERM) echo 143 ;; *) echo 124 ;; esac)" ]
        check_journal_stays
        cut=$(only_run json)
        [[ "$(cat "$cut")" == *'"complete": false'* ]]
        # As many launches of all points as the journal has lines.
        [ "$(launch_counts "$cut" | awk '{ sum += $1 } END { print sum }')" -eq "$(finished "$journal" | wc -l)" ]
        [ "$(finished "$journal" | wc -l)" -ge 1 ]
        "$bench" -q --resume "$cut" --format none
        check_same_as_whole
    done
}

@test "faults: a run of many launches that is stopped again and again loses none" {
    RANDOM=${FAULT_SEED:-7}
    run_whole "${FAULT_LAUNCHES:-10}"
    : >"$BATS_TEST_TMPDIR/before"
    set -- -c "$config" -o "$out" --set measure.processes="${FAULT_LAUNCHES:-10}" --filter 'n<=4'
    for ((stop = 0; stop < ${FAULT_STOPS:-3}; stop++)); do
        "$bench" -q --format none "$@" 2>"$BATS_TEST_TMPDIR/stderr" &
        run=$!
        sleep "0.$(printf %03d $((RANDOM % 250)))"
        kill -s INT "$run" 2>/dev/null || true
        ended
        [ "$status" -ne 0 ] || break
        [ "$status" -eq 130 ]
        # So early that it had not begun: signals end it as they end any program.
        ls "$out"/*.journal 2>/dev/null || continue
        check_journal_stays
        set -- --resume "$journal"
    done
    [ "$status" -eq 0 ] || "$bench" -q --format none "$@"
    tr -d ' \n' <"$out/small.json" >"$BATS_TEST_TMPDIR/after"
    finished "$BATS_TEST_TMPDIR/before" | while read -r _ samples; do
        grep -qF "${samples:1:-1}" "$BATS_TEST_TMPDIR/after"
    done
    check_same_as_whole
}

# All that was finished in $BATS_TEST_TMPDIR/before is in the results, which are whole.
check_none_lost() {
    tr -d ' \n' <"$out/small.json" >"$BATS_TEST_TMPDIR/after"
    while read -r _ samples; do
        grep -qF "${samples:1:-1}" "$BATS_TEST_TMPDIR/after"
    done <"$BATS_TEST_TMPDIR/before"
    check_same_as_whole
}

@test "faults: a run of several launches that is killed at random moments, and resumed, loses none" {
    RANDOM=${FAULT_SEED:-11}
    run_whole 4
    local kills=0 runs=0 lines=0 length=0
    : >"$BATS_TEST_TMPDIR/before"
    : >"$BATS_TEST_TMPDIR/lines"
    set -- -c "$config" -o "$out" --set measure.processes=4 --filter 'n<=4'
    while ((kills < ${FAULT_KILLS:-8} || length > 0)); do
        if ((kills < ${FAULT_KILLS:-8})); then
            killed_after "0.$(printf %03d $((RANDOM % 900)))" "$@"
            kills=$((kills + 1))
        else
            "$bench" -q --format none "$@"
        fi
        if journal=$(ls "$out"/*.journal 2>/dev/null) && [ "$(wc -l <"$journal")" -ge 1 ]; then
            # Whole lines stay as they were.
            cmp "$BATS_TEST_TMPDIR/lines" <(head -c "$length" "$journal")
            sed -n '/}$/p' "$journal" >"$BATS_TEST_TMPDIR/lines"
            length=$(stat -c %s "$BATS_TEST_TMPDIR/lines")
            finished "$journal" >"$BATS_TEST_TMPDIR/before"
            set -- --resume "$journal"
        elif [ -e "$out/small.csv" ]; then
            check_none_lost
            runs=$((runs + 1)) lines=$((lines + $(wc -l <"$BATS_TEST_TMPDIR/before"))) length=0
            rm -rf "$out"
            : >"$BATS_TEST_TMPDIR/before"
            : >"$BATS_TEST_TMPDIR/lines"
            set -- -c "$config" -o "$out" --set measure.processes=4 --filter 'n<=4'
        fi
    done
    echo "# $kills kills in $runs runs of 4 launches: $lines launches of points had finished when they were killed last, none lost" >&3
}

@test "faults: runs that end at once leave links to one of them" {
    for round in 1 2 3 4 5; do
        for run in 1 2 3 4 5 6; do
            "$bench" -q -c "$config" -o "$out" --format none --smoke --filter n=1 &
        done
        wait
        [ "$(basename "$(realpath "$out/small.csv")" .csv)" = "$(basename "$(realpath "$out/small.json")" .json)" ]
    done
}

@test "faults: a signal to the whole group, as from a terminal, is one signal" {
    set -m # a group of its own
    start_long
    set +m
    kill -s INT -- "-$run"
    ended
    [ "$status" -eq 130 ]
    [ "$(column status "$(only_run csv)" | sort -u | tr '\n' ' ')" = "interrupted ok " ]
}

# Start a run whose second point hangs; $run is its process. The first, which is built in, is measured before plugins.
start_hanging() { # ARGUMENT…
    ${CC:-cc} -O2 -pthread -shared -fPIC -Isrc/plugin tests/plugins/faulty.c -o "$BATS_TEST_TMPDIR/faulty.so"
    FAULTY_HANGS="$BATS_TEST_TMPDIR/hangs" "$bench" -q -c "$config" -o "$out" --format none \
        --plugin "$BATS_TEST_TMPDIR/faulty.so" --isolate-plugins --filter n=4 \
        --set 'sweeps.0.algorithm=["serial","faulty/hang"]' "$@" 2>"$BATS_TEST_TMPDIR/stderr" &
    run=$!
    until [ -e "$BATS_TEST_TMPDIR/hangs" ]; do
        alive "$run" || return 1
        sleep 0.02
    done
}

# $run ends with a status, though its child hangs for ever, and has written the first point alone.
ends_without_the_second() { # STATUS
    local until=$((SECONDS + 20))
    while alive "$run" && ((SECONDS < until)); do sleep 0.1; done
    kill -9 "$run" 2>/dev/null || true
    ended
    cat "$BATS_TEST_TMPDIR/stderr"
    [ "$status" -eq "$1" ]
    [ "$(column status "$(only_run csv)" | sort | tr '\n' ' ')" = "interrupted ok " ]
    [ -e "$out/"*.journal ]
    refute pgrep -f "$config"
}

@test "faults: a point that hangs when a signal comes is interrupted, and not waited for as for one that hangs" {
    start_hanging --timeout 60s
    kill -s INT "$run"
    ends_without_the_second 130
}

@test "faults: a second signal ends the process that measures, and what has finished is written" {
    start_hanging --timeout 600s
    kill -s INT "$run"
    sleep 0.2
    kill -0 "$run"
    kill -s INT "$run"
    ends_without_the_second 130
}

@test "faults: a point that hangs when the budget is over is interrupted" {
    start_hanging --timeout 30s --time 2s
    ends_without_the_second 124
    grep -q 'time ran out after 1 of 2 points' "$BATS_TEST_TMPDIR/stderr"
}

@test "faults: the third signal ends a run whatever it waits for" {
    mkfifo "$BATS_TEST_TMPDIR/full"
    exec 7<>"$BATS_TEST_TMPDIR/full"
    dd if=/dev/zero of="$BATS_TEST_TMPDIR/full" bs=4096 oflag=nonblock 2>/dev/null || true # until it is full
    "$bench" -q -c "$config" -o - --format csv --smoke >"$BATS_TEST_TMPDIR/full" 2>"$BATS_TEST_TMPDIR/stderr" &
    run=$!
    for _ in {1..50}; do
        alive "$run" || break
        kill -s INT "$run" 2>/dev/null || true
        sleep 0.1
    done
    kill -9 "$run" 2>/dev/null || true
    ended
    [ "$status" -eq 130 ]
}

@test "faults: a measuring process that is killed costs the point in progress" {
    start_long
    kill -9 "$child"
    ended
    # The one in progress is a point, or a limit that joined the points.
    [[ "$status $(column status "$out/small.csv" | sort | uniq -c | tr -s ' \n' ' ')" == "1  1 crashed 13 ok " ]] ||
        [[ "$status $(column status "$out/small.csv" | sort -u)" == "0 ok" ]]
    grep -q 'SIGKILL' "$out/small.json"
    grep -q 'SIGKILL' "$BATS_TEST_TMPDIR/stderr"
}

@test "faults: a program of --against that neither answers nor ends is ended after a minute" {
    [ "${FAULT_KILLS:-20}" -ge 200 ] || skip "takes a minute: make check-slow"
    printf '#!/bin/sh\nexec sleep 54321\n' >"$BATS_TEST_TMPDIR/other"
    chmod +x "$BATS_TEST_TMPDIR/other"
    separately -3 timeout 80 "$bench" -c "$config" -o "$out" --format none -q --against "$BATS_TEST_TMPDIR/other"
    [[ "$stderr" == *"did not answer within 60 s"* ]]
    [[ "$stderr" == *"$BATS_TEST_TMPDIR/other did not end, and was killed"* ]]
    [ -z "$(pgrep -f "^sleep 54321")" ]
}

@test "faults: a gnuplot that hangs is ended, the data are kept" {
    [ "${FAULT_KILLS:-20}" -ge 200 ] || skip "takes a minute: make check-slow"
    "$bench" -q -c "$config" -o "$out" --format none --smoke
    sum=$(cksum <"$out/small.csv")
    mkdir "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\nexec sleep 1000\n' >"$BATS_TEST_TMPDIR/bin/gnuplot"
    chmod +x "$BATS_TEST_TMPDIR/bin/gnuplot"
    export SCANBENCH_SCRIPTS=$PWD/scripts
    PATH="$BATS_TEST_TMPDIR/bin:$PATH" separately -3 "$bench" plot "$out/small.json"
    [[ "$stderr" == *"gnuplot"*"60 s"* ]]
    [ "$(cksum <"$out/small.csv")" = "$sum" ]
    [ -z "$(ls -A "$out" | grep -v '^\.\?small')" ]
    files=$(ls -A "$out")
    refute grep svg <<<"$files"
    refute pgrep -f "^sleep 1000$"
}
