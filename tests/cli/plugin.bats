# SPDX-License-Identifier: MIT
# Plugins: loaded when named, refused when wrong, and measured like what is built in.

load helpers

setup() {
    export SCANBENCH_COLUMNS=all # read by name
    begin plugin
    cat >"$config" <<'JSON'
{
  "name": "plugin",
  "measure": { "processes": 1, "samples": 30, "time": "1s" },
  "machine": { "workers": 2, "pages": "4k" },
  "sweeps": [
    { "primitive": "scan", "algorithm": ["serial", "faulty/*"], "dtype": "u32", "scan_mode": "inclusive", "sizes": [1000, 3000] }
  ]
}
JSON
}

build() { # SOURCE NAME FLAG…: NAME.so in the test's folder
    local source=$1 name=$2
    shift 2
    ${CC:-cc} -O2 -shared -fPIC -Isrc/plugin "$@" "$source" -o "$BATS_TEST_TMPDIR/$name.so"
}

broken() { # STATUS TEXT FLAG…: a plugin with these flags is refused so, by one error
    local code=$1 text=$2
    shift 2
    build tests/plugins/broken.c broken "$@"
    run "$bench" list --plugin "$BATS_TEST_TMPDIR/broken.so"
    echo "$* -> $output"
    [ "$status" -eq "$code" ]
    [ "$(grep -c "error: " <<<"$output")" -eq 1 ]
    [[ "$output" == "scanbench: error: --plugin: $BATS_TEST_TMPDIR/broken.so: "*"$text"* ]]
}

status_of() { # ALGORITHM N: its status in the result
    awk -F, -v name="$1" -v n="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["algorithm"] == name && $at["n"] == n { print $at["status"] }' "$out/plugin.csv"
}

@test "plugin: the example is short, builds without warnings as C99 and shows, checks and measures" {
    [ "$(wc -l <src/plugin/example.c)" -lt 60 ]
    build src/plugin/example.c example -std=c99 -Wall -Wextra -Wpedantic -Werror
    example="$BATS_TEST_TMPDIR/example.so"
    run -0 "$bench" list --plugin "$example" 'example/*'
    [ "${#lines[@]}" -eq 3 ]
    run -0 "$bench" check --smoke --plugin "$example" 'example/*'
    [[ "${lines[-1]}" == "ok: 2 implementations, "*" cases, "*s ]]
    "$bench" -q --plugin "$example" -c "$config" -o "$out" --set 'sweeps.0.algorithm=["serial","example/*"]'
    [ "$(status_of example/loop 3000)" = ok ]
    [ "$(cut -d, -f2,3 "$out/plugin.csv" | grep -c '^example/loop,plugin$')" -eq 2 ]
    "$bench" -q --plugin "$example" -c "$config" -o "$out" --set 'sweeps.0.algorithm="example/*"' \
        --set 'sweeps.0.primitive="reduce"' --in-process
    [ "$(status_of example/workers 3000)" = ok ]
}

@test "plugin: the header is C++ too" {
    printf '#include <scanbench.h>\n#include <scanbench.h>\nint main() { return sizeof(struct scanbench_run) == 0; }\n' \
        >"$BATS_TEST_TMPDIR/header.cpp"
    command -v c++ || skip "no C++ compiler"
    c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Isrc/plugin -fsyntax-only "$BATS_TEST_TMPDIR/header.cpp"
}

@test "plugin: only the command line or its variable loads one" {
    build src/plugin/example.c example
    run -2 "$bench" list 'example/*'
    SCANBENCH_PLUGIN="$BATS_TEST_TMPDIR/example.so" run -0 "$bench" list 'example/*'
    # No folder is searched, not even the loader's.
    cp "$BATS_TEST_TMPDIR/example.so" "$BATS_TEST_TMPDIR/of-no-folder.so"
    LD_LIBRARY_PATH="$BATS_TEST_TMPDIR" run -2 "$bench" list --plugin of-no-folder.so
    run -2 "$bench" -c "$config" --set "plugin=\"$BATS_TEST_TMPDIR/example.so\"" --dry-run
    [[ "$output" == *"unknown key 'plugin'"* ]]
}

@test "plugin: a file that is none" {
    mkfifo "$BATS_TEST_TMPDIR/fifo"
    printf 'text' >"$BATS_TEST_TMPDIR/text.so"
    head -c 100 "$bench" >"$BATS_TEST_TMPDIR/torn.so"
    for file in missing.so "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/fifo" "$BATS_TEST_TMPDIR/text.so" /dev/zero; do
        run -2 timeout 10 "$bench" list --plugin "$file"
        [ "$(grep -c "error: " <<<"$output")" -eq 1 ]
        [[ "$output" == *"--plugin: $file: "* ]]
    done
    run -2 "$bench" list --plugin ''
    run -3 "$bench" list --plugin "$BATS_TEST_TMPDIR/torn.so"
    [ "$(grep -c "error: " <<<"$output")" -eq 1 ]
}

@test "plugin: a library that it needs is missing" {
    echo 'int needed(void) { return 1; }' >"$BATS_TEST_TMPDIR/needed.c"
    ${CC:-cc} -shared -fPIC "$BATS_TEST_TMPDIR/needed.c" -o "$BATS_TEST_TMPDIR/libneeded.so"
    build src/plugin/example.c example -L"$BATS_TEST_TMPDIR" -Wl,--no-as-needed -lneeded
    run -3 "$bench" list --plugin "$BATS_TEST_TMPDIR/example.so"
    [[ "$output" == *"libneeded.so"* ]]
}

@test "plugin: another version, a missing symbol, other sizes" {
    broken 2 "interface version 2"$'\n'"note: expected 1" -DABI_VERSION=2
    broken 2 "interface version 0"$'\n'"note: expected 1" -DABI_VERSION=0
    broken 2 "exports no scanbench_plugin" -DEXPORTED=other_plugin
    broken 2 "expected at least" -DSIZE=8
    broken 2 "expected at least" -DSTRIDE=16
    broken 2 "implementation 0: it sets fields that this version does not support" -DFUTURE=1
}

@test "plugin: a newer one that sets nothing new is taken" {
    build tests/plugins/broken.c newer
    run -0 "$bench" list --plugin "$BATS_TEST_TMPDIR/newer.so" 'broken/*'
}

@test "plugin: null fields and bad values" {
    broken 2 "name 'null'" -DPLUGIN_NAME=NULL
    broken 2 "expected a label" '-DPLUGIN_NAME="=cmd"'
    broken 2 "0 implementations" -DCOUNT=0
    broken 2 "1000000 implementations" -DCOUNT=1000000
    broken 2 "at null" -DLIST=NULL
    broken 2 "implementation 0: name is null" -DNAME=NULL
    broken 2 "summary is null" -DOVERRIDE=.known.summary=NULL
    broken 2 "source is null" -DOVERRIDE=.known.source=NULL
    broken 2 "control character" '-DOVERRIDE=.known.summary="a\nb"'
    broken 2 "run is null" -DOVERRIDE=.known.run=NULL
    broken 2 "primitive 0"$'\n'"note: expected 1 to 8" -DOVERRIDE=.known.primitive=0
    broken 2 "primitive 9"$'\n'"note: expected 1 to 8" -DOVERRIDE=.known.primitive=9
    broken 2 "dtypes is empty" -DOVERRIDE=.known.dtypes=0
    broken 2 "dtypes 0x1" -DOVERRIDE=.known.dtypes=1
    broken 2 "dtypes 0x80000000" -DOVERRIDE=.known.dtypes=0x80000000
    broken 2 "ops is empty" -DOVERRIDE=.known.ops=0
    broken 2 "ops 0x20" -DOVERRIDE=.known.ops=32
    broken 2 "modes is empty" -DOVERRIDE=.known.modes=0
    broken 2 "ops 0x2" -DOVERRIDE=.known.primitive=SCANBENCH_DOT
    broken 2 "axes 0x100" -DOVERRIDE=.known.axes=256
    broken 2 "axes 0x80"$'\n'"note: expected no members but 0x7e" \
        '-DOVERRIDE=.known.axes=SCANBENCH_BIT(SCANBENCH_ROW_LENGTH),.known.primitive=SCANBENCH_COUNT,.known.ops=0,.known.modes=0'
    bare=.known.ops=0,.known.modes=0
    broken 2 "dtypes 0x2"$'\n'"note: expected no members but 0x30" "-DOVERRIDE=.known.primitive=SCANBENCH_RECURRENCE,$bare"
    broken 2 "dtypes 0x4"$'\n'"note: expected no members but 0x12" \
        "-DOVERRIDE=.known.primitive=SCANBENCH_SEGMENTED_SCAN,.known.dtypes=SCANBENCH_BIT(SCANBENCH_I32),$bare"
    broken 2 "flags 0x10" "-DOVERRIDE=.known.primitive=SCANBENCH_SEGMENTED_SCAN,.known.flags=SCANBENCH_BIT(SCANBENCH_REVERSES),$bare"
    broken 2 "flags 0x8" '-DOVERRIDE=.known.flags=SCANBENCH_BIT(SCANBENCH_UNORDERED)'
    broken 2 "slack 65" -DOVERRIDE=.known.slack=65
    broken 2 "reserved is not 0" -DOVERRIDE=.known.reserved=1
}

@test "plugin: names that are no path of labels, or are taken" {
    for name in '' /x x/ x//y ../x x/../y ./x x/. 'x y' '=1+1' 'x,y' 'x"y' '*' "$(printf '%064d' 1)"; do
        broken 2 "implementation 0: name '" "-DNAME=\"${name//\"/\\\"}\""
    done
    for name in serial simd/mine threads group/x limit/copy mpi/mine; do
        broken 2 "is the family of built-in ones" "-DNAME=\"$name\""
    done
    build src/plugin/example.c example
    run -2 "$bench" list --plugin "$BATS_TEST_TMPDIR/example.so" --plugin "$BATS_TEST_TMPDIR/example.so"
    [[ "$output" == *"there is a scan 'example/loop' already"* ]]
}

@test "plugin: what writes to or closes descriptors that it inherited costs its point and nothing else" {
    build tests/plugins/descriptors.c descriptors
    run -1 "$bench" -q --plugin "$BATS_TEST_TMPDIR/descriptors.so" -c "$config" -o "$out" \
        --set 'sweeps.0.algorithm=["serial", "descriptors/*"]' 3>&- 4>&-
    for n in 1000 3000; do
        [ "$(status_of serial $n)" = ok ]
        [ "$(status_of descriptors/write $n)" = crashed ]
        [ "$(status_of descriptors/close $n)" = crashed ]
    done
    grep -q "of its process that is not its own" "$out/plugin.json"
    [ -z "$(grep -lr garbage "$out" || true)" ]
    [ -z "$(ls "$out" | grep journal)" ]
}

@test "plugin: what goes wrong costs its point and nothing else" {
    build tests/plugins/faulty.c faulty
    run -1 "$bench" -q --plugin "$BATS_TEST_TMPDIR/faulty.so" -c "$config" -o "$out" --filter 'algorithm!=faulty/hang'
    for n in 1000 3000; do
        for name in serial faulty/right faulty/slack; do
            [ "$(status_of $name $n)" = ok ]
        done
        [ "$(status_of faulty/wrong $n)" = wrong ]
        [ "$(status_of faulty/refusing $n)" = unsupported ]
        "$bench" show "$out/plugin.json" --filter "algorithm=faulty/right,n=$n" | grep -q faulty/right # without the plugin
        "$bench" compare "$out/plugin.json" "$out/plugin.json" --filter "algorithm=faulty/right,n=$n" --format csv | grep -q faulty/right
        "$bench" plot "$out/plugin.json" --kind time-vs-size --filter "algorithm=faulty/*,n=$n" --format csv | grep -q faulty/right
        run -2 "$bench" show "$out/plugin.json" --filter 'algorithm=faulty/rihgt'
        for name in crash exit crash-early crash-late; do
            [ "$(status_of faulty/$name $n)" = crashed ]
        done
    done
    [ "$(status_of faulty/picky 1000)" = unsupported ]
    [ "$(status_of faulty/picky 3000)" = ok ]
    for text in "its device is on fire" "it has an aversion to 1000" "killed by SIGSEGV" "exit status 7" "element 500 of 1000"; do
        grep -q "$text" "$out/plugin.json"
    done
    [ -z "$(ls "$out" | grep journal)" ]
}

@test "plugin: one with threads of its own is called once, and told its CPUs" {
    build tests/plugins/faulty.c faulty -pthread
    run -0 "$bench" -q --plugin "$BATS_TEST_TMPDIR/faulty.so" -c "$config" -o "$out" --filter 'algorithm=faulty/own' \
        --set 'machine.workers=[1,"cores"]'
    [ "$(status_of faulty/own 3000 | sort -u)" = ok ]
}

@test "plugin: check finds what is wrong and goes on" {
    build tests/plugins/faulty.c faulty
    run -1 "$bench" check --smoke --plugin "$BATS_TEST_TMPDIR/faulty.so" faulty/right faulty/slack faulty/wrong faulty/crash \
        faulty/refusing
    [[ "${lines[0]}" == "125 cases of 5 implementations: about "* ]]
    [[ "${lines[1]}" == "wrong: 3 of 5 implementations, "*" cases, "*s ]]
    [[ "$output" == *"wrong: scan faulty/wrong "*element*"wrong: scan faulty/crash "*"killed by"*SIGSEGV*"on fire"* ]]
    [[ "$(tr -s '\n ' ' ' <<<"$output")" == *"; repeat: scanbench check --plugin "*" faulty/wrong --filter primitive=scan,dtype="*",n="* ]]
    run "$bench" check -q --smoke --plugin "$BATS_TEST_TMPDIR/faulty.so" --format json faulty/right faulty/wrong
    [ "$(jq -c '[.summary.verdict, .summary.wrong, (.implementations | map(.verdict))]' <<<"$output")" = '["wrong",1,["wrong","ok"]]' ]
    FAULTY_STATUS=0 run -1 "$bench" check --smoke --plugin "$BATS_TEST_TMPDIR/faulty.so" faulty/exit faulty/right
    [[ "$(tr -s '\n ' ' ' <<<"$output")" == *"wrong: 1 of 2 implementations, "*"wrong: scan faulty/exit "*"it ended with exit status 0"* ]]
}

@test "plugin: recurrences and segmented scans get both inputs, the initial value and the direction" {
    build tests/plugins/pairs.c pairs -Wall -Wextra -Werror
    run -0 "$bench" check --smoke --plugin "$BATS_TEST_TMPDIR/pairs.so" 'pairs/*'
    [[ "${lines[-1]}" == "ok: 3 implementations, "*" cases, "*s ]]
    wrong 'pairs/forward pairs/recurrence' '-DJOIN(b, a)={(a).factor * (b).factor, (b).factor * (a).value + (b).value}' # swapped
    wrong pairs/recurrence '-DINITIAL(run)=(union scanbench_element){0}'
    wrong pairs/recurrence '-DDIRECTION(run)=SCANBENCH_FORWARD'
    wrong pairs/segments '-DSUM(sum, value, head)=((sum) + (value))'
    wrong pairs/segments '-DSUM(sum, value, head)=((sum) * !(head) + (value))' # 0 times NaN
}

wrong() { # NAMES FLAG: these alone are wrong in the plugin that the flag makes
    build tests/plugins/pairs.c mutant "$2"
    run -1 "$bench" check -q --smoke --plugin "$BATS_TEST_TMPDIR/mutant.so" --format json 'pairs/*'
    [ "$(jq -r '[.implementations[] | select(.verdict == "wrong").name] | sort | join(" ")' <<<"$output")" = "$1" ]
}

@test "plugin: one that writes more than its slack runs into the guard" {
    sed 's/FAULTY("slack", .slack = 3/FAULTY("slack", .slack = 2/' tests/plugins/faulty.c >"$BATS_TEST_TMPDIR/greedy.c"
    build "$BATS_TEST_TMPDIR/greedy.c" greedy
    run -1 "$bench" check --smoke --plugin "$BATS_TEST_TMPDIR/greedy.so" faulty/slack
    [[ "$(tr -s '\n ' ' ' <<<"$output")" == *"it was killed by SIGSEGV (Segmentation fault)"* ]]
}

@test "plugin: results name it, and compare and resume want the same one" {
    build tests/plugins/faulty.c faulty
    build tests/plugins/faulty.c other -DOTHER -g
    faulty="$BATS_TEST_TMPDIR/faulty.so" other="$BATS_TEST_TMPDIR/other.so"
    common=(-q -c "$config" --filter 'algorithm=faulty/right')
    "$bench" "${common[@]}" --plugin "$faulty" -o "$BATS_TEST_TMPDIR/a"
    "$bench" "${common[@]}" --plugin "$other" -o "$BATS_TEST_TMPDIR/b"
    a="$BATS_TEST_TMPDIR/a/plugin.json" b="$BATS_TEST_TMPDIR/b/plugin.json"
    grep -q "\"sha256\": \"$(sha256sum "$faulty" | cut -d' ' -f1)\"" "$a"
    grep -q '"file": "faulty.so"' "$a"
    run -0 "$bench" compare "$a" "$a"
    run -5 "$bench" compare "$a" "$b"
    [[ "$output" == *"not comparable: plugins is "*"--ignore plugins"* ]]
    run -0 "$bench" compare --ignore plugins "$a" "$b"
}

@test "plugin: a run that was cut short goes on with the same plugin alone" {
    build tests/plugins/faulty.c faulty
    build tests/plugins/faulty.c other -g
    run -124 "$bench" -q --plugin "$BATS_TEST_TMPDIR/faulty.so" -c "$config" -o "$out" --filter 'algorithm=faulty/right' --time 1ns
    cut=$(echo "$out"/plugin-*.json)
    for plugin in '' "--plugin=$BATS_TEST_TMPDIR/other.so"; do
        run -5 "$bench" -q --resume "$cut" $plugin
        [[ "$output" == *"measured with the plugin faulty.so"$'\n'"note: expected --plugin"* ]]
    done
    "$bench" -q --resume "$cut" --plugin "$BATS_TEST_TMPDIR/faulty.so"
    [ "$(status_of faulty/right 3000)" = ok ]
}

@test "plugin: what one prints is not in what a program reads" {
    sed '1i #include <stdio.h>
        /^static void scan_run/,/^{/s/^{/{ puts("chatter"); fflush(stdout);/' src/plugin/example.c >"$BATS_TEST_TMPDIR/chatter.c"
    build "$BATS_TEST_TMPDIR/chatter.c" chatter
    separately -0 "$bench" scan --plugin "$BATS_TEST_TMPDIR/chatter.so" --algorithm example/loop --scan-mode inclusive --n 1Ki --smoke -o - -q --format json
    [[ "$stderr" == *chatter* ]]
    [ "$(jq -r '.results[].status' <<<"$stdout" | sort -u)" = ok ]
}

@test "plugin: with --in-process a crash ends the run" {
    build tests/plugins/faulty.c faulty
    run -139 "$bench" -q --plugin "$BATS_TEST_TMPDIR/faulty.so" -c "$config" -o "$out" --in-process \
        --filter 'algorithm=faulty/crash,n=1000'
    [ "$(ls "$out" | grep -c 'journal$')" -eq 1 ]
}
