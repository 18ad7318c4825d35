# SPDX-License-Identifier: MIT
# Names and texts from outside: a terminal shows them and obeys none.

load helpers

# C0, DEL, C1, turns of direction, and a byte that is no UTF-8.
hostile=$'\e]0;owned\a\e[31m\b\x7f\u009b2J\u202e\u2066\u200f\nline\xff'
# The same within JSON, which must be UTF-8.
escaped='\u001b]0;owned\u0007\u001b[31m\b\u007f\u009b2J\u202e\u2066\u200f\nline'

# And within that within the replacement of a sed.
replaced=${escaped//\\/\\\\}

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    export scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    export folder="$BATS_FILE_TMPDIR"
    cat >"$folder/small.json" <<'JSON'
{ "name": "small", "measure": { "processes": 1, "samples": 4, "time": "20ms" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "simd/operators"], "sizes": [64, 256] } ] }
JSON
    "$scanbench" -c "$folder/small.json" -o "$folder/out" --format=none --quiet
}

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

# Whether what a command printed is inert; \t and the ends of lines are its own.
is_inert() { # FILE
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null || return 1
    refute env LC_ALL=C grep -naP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' "$1"
}

# Run a command: it ends by itself, with one of the promised codes, and what it printed is inert.
says() { # CODES COMMAND…
    local codes=$1
    shift
    code=0
    timeout 60 "$@" >"$BATS_TEST_TMPDIR/said" 2>&1 </dev/null || code=$?
    is_inert "$BATS_TEST_TMPDIR/said" || { echo "$*" | cat -v; return 1; }
    [[ " $codes " == *" $code "* ]] || { echo "$code: $*" | cat -v; cat "$BATS_TEST_TMPDIR/said"; return 1; }
}

commands() {
    "$scanbench" help | sed -nE '/^Measure/,/^$/s/^([A-Z][a-z]+)? +([a-z]+) .*/\2/p'
}

@test "inert: every command, given hostile arguments" {
    [ "$(commands | wc -l)" -ge 9 ]
    for command in $(commands) help version completion; do
        says "0 2 3" "$scanbench" "$command" "$hostile"
        says "0 2 3" "$scanbench" "$command" "$hostile" "$hostile"
        says "2" "$scanbench" "$command" "--$hostile=1"
    done
    says 2 "$scanbench" "$hostile"
}

@test "inert: every option of every command, with a hostile value" {
    for command in $(commands); do
        for option in $({ "$scanbench" help "$command"; "$scanbench" help expert; } | grep -oE -- '--[a-z-]+=' | sort -u); do
            says "0 2 3 4" "$scanbench" "$command" "$option$hostile" -c "$folder/small.json" --dry-run
            says "0 2 3 4" "$scanbench" "$command" "$option$hostile" "$folder/out/small.json" "$folder/out/small.json"
        done
    done
    for option in FORMAT COLOR OUTPUT SEED ISA TOPOLOGY; do
        says "0 2 3 4" env "SCANBENCH_$option=$hostile" "$scanbench" -c "$folder/small.json" --dry-run
    done
}

@test "inert: hostile values of xml:, synthetic:, fd: and key=" {
    for option in "--topology=xml:$hostile" "--topology=synthetic:$hostile" "--perf-control=fifo:$hostile" "--set=$hostile=1" \
        "--set=name=$hostile" "--set=measure.seed=$hostile" "--filter=algorithm=$hostile" "--filter=$hostile=1"; do
        says "0 2 3" "$scanbench" -c "$folder/small.json" --dry-run "$option"
    done
}

@test "inert: paths that are hostile and exist" {
    mkdir "$hostile"
    cp "$folder/small.json" "$hostile/$hostile.json"
    cp "$folder/out/small.json" "$folder/out/small.csv" "$hostile"
    says 0 "$scanbench" -c "$hostile/$hostile.json" -o "$hostile/out" -v
    grep -q '^Saved: ?' said
    says 0 "$scanbench" -c "$folder/small.json" -o - --dry-run --smoke
    says 0 "$scanbench" show "$hostile/small.json"
    says 0 "$scanbench" export --as header -o - "$hostile/small.json"
    says 0 "$scanbench" show --format=json "$hostile/small.json"
    says 0 "$scanbench" compare "$hostile/small.json" "$hostile/small.json"
    says 0 "$scanbench" compare --format=json "$hostile/small.json" "$hostile/small.json"
    says 0 "$scanbench" -c "$folder/small.json" --set "measure.seed=2" -o - --format=json --topology "synthetic:core:2 pu:1"
    says 0 "$scanbench" plot --kind ladder "$hostile/small.json"
    says 0 "$scanbench" plot --kind ladder -o "$hostile" "$folder/out/small.json"
    says "2 3 4" "$scanbench" --resume "$hostile/small.json"
    mkdir -p "$hostile/blocked"
    touch "$hostile/blocked/out"
    says 4 "$scanbench" -c "$folder/small.json" -o "$hostile/blocked/out"
}

@test "inert: configs with hostile keys and values" {
    for text in "{ \"$escaped\": 1 }" "{ \"name\": \"$escaped\" }" "$escaped" "$hostile" "{ \"$hostile\": 1 }" \
        "{ \"name\": \"x\", \"sweeps\": [ { \"primitive\": \"$escaped\" } ] }" \
        "{ \"name\": \"x\", \"sweeps\": [ { \"primitive\": \"scan\", \"algorithm\": \"$escaped\", \"sizes\": 1 } ] }" \
        "{ \"name\": \"x\", \"sweeps\": [ { \"primitive\": \"scan\", \"algorithm\": \"serial\", \"sizes\": \"$escaped\" } ] }" \
        "{ \"name\": \"x\", \"machine\": { \"device\": \"$escaped\" }, \"sweeps\": [] }" \
        "{ \"name\": \"x\", \"plots\": [ { \"kind\": \"$escaped\" } ], \"sweeps\": [] }"; do
        printf '%s' "$text" >bad.json
        says 2 "$scanbench" -c bad.json --dry-run
        says 2 "$scanbench" counts -c bad.json
        [ "$(wc -l <said)" -eq 1 ]
    done
}

@test "inert: no claim has a hostile name" {
    for character in '\u0007' '\b' '\u0001' '\u007f' '\u0085' '\u009b' '\u200e' '\u202e' '\u2028' '\u2069'; do
        sed "s|\"sweeps\"|\"expect\": [ { \"name\": \"a\\${character}b\", \"same\": {}, \"as\": {} } ], &|" "$folder/small.json" >claim.json
        says 2 "$scanbench" -c claim.json --dry-run
        grep -q '^claim.json:2:.*without control characters$' said
    done
}

@test "inert: results with hostile texts" {
    for member in cpu_model kernel utc compiler message algorithm key status primitive session schema; do
        sed -E "s#\"$member\": (\"[^\"]*\"|null)#\"$member\": \"$replaced\"#" "$folder/out/small.json" >evil.json
        says "0 2 5" "$scanbench" show evil.json
        says "0 2 5" "$scanbench" show --format=csv evil.json
        says "0 2 5" "$scanbench" show --format=json evil.json
        says "0 2 5" "$scanbench" show --header evil.json
        for format in table csv json; do
            says "0 2 5" "$scanbench" compare --format=$format evil.json "$folder/out/small.json"
            says "0 2 5" "$scanbench" compare --format=$format "$folder/out/small.json" evil.json --ignore cpu_model
        done
        says "0 2" "$scanbench" plot --html --kind ladder evil.json
        says "0 2 3 5" "$scanbench" --resume evil.json --format=none
    done
    sed -E "s#\"identity\": \{#&\"$replaced\": \"$replaced\",#" "$folder/out/small.json" >evil.json
    says "5" "$scanbench" compare evil.json "$folder/out/small.json"
    says "0 2" "$scanbench" plot --html --kind ladder evil.json
    is_inert evil.html
    is_inert evil-ladder.csv
    sed 's/"complete": true/"complete": 1/' evil.json >$'\u202e\e[2J.json'
    says 2 "$scanbench" show $'\u202e\e[2J.json'
}

@test "inert: a script alone refuses hostile names without a word of them" {
    scripts=$BATS_TEST_DIRNAME/../../scripts
    "$scanbench" plot -q --kind ladder --format csv "$folder/out/small.json" >data.csv
    for name in $'a\e[31mb' $'a\u009bb' $'a\u202eb' $'a\nb' $'a\u061cb' $'a\u2066b'; do
        cp data.csv "$name.csv"
        for script in $(grep -l '^# kind: ' "$scripts"/*.gp); do
            says 2 gnuplot -d -c "$script" "$name.csv" x.svg
            says 2 gnuplot -d -c "$script" data.csv "$name.svg"
        done
    done
    cp data.csv 'µ … é.csv'
    says 0 gnuplot -d -c "$scripts/ladder.gp" 'µ … é.csv' 'µ … é.svg'
}

@test "inert: what a plugin says" {
    for override in .known.supports=refuse_to_support .known.prepare=refuse_to_prepare; do
        ${CC:-cc} -O2 -shared -fPIC -I"$BATS_TEST_DIRNAME/../../src/plugin" "-DOVERRIDE=$override" \
            "$BATS_TEST_DIRNAME/../plugins/broken.c" -o "$BATS_TEST_TMPDIR/says.so"
        sed 's|"serial"|"broken/scan"|; s|"primitive"|"scan_mode": "inclusive", &|' "$folder/small.json" >plugin.json
        says "0 1 2 3" "$scanbench" --plugin ./says.so -c plugin.json -o out -v
        grep -q 'owned' said
        says 0 "$scanbench" --plugin ./says.so -c plugin.json --dry-run --smoke
        says 0 "$scanbench" --plugin ./says.so -c plugin.json -o - --format=json --quiet
        says "0 1" "$scanbench" check --plugin ./says.so 'broken/*'
        says 0 "$scanbench" list --plugin ./says.so 'broken/*'
        says 0 "$scanbench" list --plugin ./says.so broken/scan
    done
}

@test "inert: messages go to standard error by print_line alone" {
    # Clearing the line of progress is the exception.
    others=$(grep -rPzo --include='*.c' '(?:perror\s*\(|(?:fprintf|fputs|fputc|putc|fwrite)\s*\((?!"\\r\\033\[K", stderr)(?!\s*stderr,\s*"\\r)[^;]*stderr)' \
        "$BATS_TEST_DIRNAME/../../src" | tr '\0' '\n' || true)
    echo "$others"
    [ -z "$others" ]
}
