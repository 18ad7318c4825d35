# SPDX-License-Identifier: MIT
# The check of the house passes on the tree and fails on each planted violation.

load helpers

setup() {
    cp -r src "$BATS_TEST_TMPDIR/src"
}

layers() {
    scripts/layers.sh "$BATS_TEST_TMPDIR/src"
}

finds() { # TEXT: a line of the output
    grep -qxF "$1" <<<"$output"
}

plant() { # FILE LINE: the line becomes the file's last
    printf '%s\n' "$2" >>"$BATS_TEST_TMPDIR/src/$1"
    planted="$1:$(wc -l <"$BATS_TEST_TMPDIR/src/$1")"
}

@test "layers: the tree has none" {
    run -0 layers
    [ -z "$output" ]
}

@test "layers: an include upwards is named with its place" {
    plant base/error.h '#include "results/record.h"'
    run -1 layers
    [[ "$output" == "$planted: base includes results/record.h"* ]]
}

@test "layers: an include of a sibling room" {
    plant problem/problem.h '#  include "machine/isa.h"'
    run -1 layers
    [[ "$output" == "$planted: "* ]]
}

@test "layers: a kernel that includes a system header" {
    plant kernels/scan.h '#include <string.h>'
    run -1 layers
    [[ "$output" == "$planted: a kernel includes string.h"* ]]
}

@test "layers: a report that names an implementation" {
    plant report/report.h 'static const char *const best = "group/reduce-then-scan";'
    run -1 layers
    [[ "$output" == "$planted: report names the implementation"* ]]
}

@test "layers: a measurement that includes an implementation" {
    plant measure/bench.h '#include "cpu/implementations.h"'
    run -1 layers
    [[ "$output" == "$planted: "* ]]
}

@test "layers: a room that the design does not know" {
    mkdir "$BATS_TEST_TMPDIR/src/misc"
    echo 'int x;' >"$BATS_TEST_TMPDIR/src/misc/x.c"
    run -1 layers
    [[ "$output" == *'no room "misc"'* ]]
}

@test "layers: the picture is what is checked" {
    grep -v '^| `statistics`' CONTRIBUTING.md | sed 's/^\(| `machine` .*\)`base`/\1nothing/' >"$BATS_TEST_TMPDIR/picture.md"
    run -1 scripts/layers.sh src "$BATS_TEST_TMPDIR/picture.md"
    [[ "$output" == *'no room "statistics"'* ]]
    [[ "$output" == *"machine includes base/"* ]]
}

@test "layers: a function of 71 lines, and none of 70" {
    lines() { # NAME COUNT
        printf 'static void %s(void)\n{\n' "$1"
        yes '    puts("");' | head -n "$(($2 - 3))"
        echo '}'
    }
    lines long 71 >"$BATS_TEST_TMPDIR/src/base/long.c"
    lines short 70 >>"$BATS_TEST_TMPDIR/src/base/long.c"
    run layers
    finds "base/long.c:1: long has 71 lines; expected at most 70"
    refute finds "base/long.c:72: short has 70 lines; expected at most 70"
}

@test "layers: a function of six parameters, over two lines and with a function among them" {
    cat >"$BATS_TEST_TMPDIR/src/base/six.c" <<'C'
static bool six(int a, int b, int c, bool (*d)(int x, int y, int z), int e,
                int f)
{
}
static bool five(int a, int b, int c, bool (*d)(int x, int y, int z, int u, int v, int w), int e)
{
}
C
    run layers
    finds "base/six.c:1: six has 6 parameters; expected at most 5"
    refute grep -q 'five has' <<<"$output"
}

@test "layers: loops of kernels and functions of dialects have five parameters too, a kernel lists its data" {
    local six='(int a, int b, int c, int d, int e, int f)'
    printf 'static void loop_of_six%s\n{\n}\n' "$six" >"$BATS_TEST_TMPDIR/src/cpu/six.elem.c"
    printf 'static void loop_of_isa%s\n{\n}\n' "$six" >"$BATS_TEST_TMPDIR/src/cpu/six.isa.c"
    printf 'static ALWAYS_INLINE void word_of_six%s\n{\n}\n' "$six" >"$BATS_TEST_TMPDIR/src/engine/emulate/dialect_six.h"
    echo 'GROUP_FUNCTION(fold_six, VALUE(int, a), VALUE(int, b), VALUE(int, c), VALUE(int, d), VALUE(int, e), VALUE(int, f))
{
}
KERNEL(kernel_of_six, IN(int, a), IN(int, b), OUT(int, c), VALUE(int, d), VALUE(int, e), VALUE(int, f))
{
}' >"$BATS_TEST_TMPDIR/src/kernels/six_words.h"
    run layers
    finds "cpu/six.elem.c:1: loop_of_six has 6 parameters; expected at most 5"
    finds "cpu/six.isa.c:1: loop_of_isa has 6 parameters; expected at most 5"
    finds "engine/emulate/dialect_six.h:1: word_of_six has 6 parameters; expected at most 5"
    finds "kernels/six_words.h:1: GROUP_FUNCTION has 7 parameters; expected at most 5"
    refute grep -q 'six_words.h:4' <<<"$output"
}

@test "layers: a kernel of 71 lines" {
    { echo 'KERNEL(long_kernel, IN(int, a))'; echo '{'; yes '    BARRIER;' | head -n 68; echo '}'; } \
        >"$BATS_TEST_TMPDIR/src/kernels/long.h"
    run layers
    finds "kernels/long.h:1: KERNEL has 71 lines; expected at most 70"
}

@test "layers: a function that is not in the header of its file" {
    echo 'int elsewhere(const char *text, int *value);' >>"$BATS_TEST_TMPDIR/src/base/file.h"
    printf 'int elsewhere(const char *text,\n              int *value)\n{\n}\n' >"$BATS_TEST_TMPDIR/src/base/other.c"
    run layers
    finds "base/other.c:1: elsewhere is not declared in base/other.h"
    echo 'int elsewhere(const char *text, int *value);' >"$BATS_TEST_TMPDIR/src/base/other.h"
    run layers
    refute grep -q 'elsewhere is not' <<<"$output"
    mv "$BATS_TEST_TMPDIR/src/base/other.c" "$BATS_TEST_TMPDIR/src/base/other_part.c" # of its parts
    run layers
    refute grep -q 'elsewhere is not' <<<"$output"
    mv "$BATS_TEST_TMPDIR/src/base/other_part.c" "$BATS_TEST_TMPDIR/src/base/other.c"
    mv "$BATS_TEST_TMPDIR/src/base/other.h" "$BATS_TEST_TMPDIR/src/base/base.h" # of the whole room
    run layers
    refute grep -q 'elsewhere is not' <<<"$output"
    mv "$BATS_TEST_TMPDIR/src/base/base.h" "$BATS_TEST_TMPDIR/src/json/json.h" # of another
    run layers
    finds "base/other.c:1: elsewhere is not declared in base/other.h"
}

@test "layers: two files of one name, two structures of one name" {
    printf 'struct once {\n    int x;\n};\n' >"$BATS_TEST_TMPDIR/src/base/error_again.h"
    printf 'enum once { A };\n' >"$BATS_TEST_TMPDIR/src/sweep/error.h"
    run layers
    finds "sweep/error.h:1: another file has this name: base/error.h"
    finds "sweep/error.h:1: another structure or enumeration has the name once: base/error_again.h:1"
}

@test "layers: a circle of files in measure, by a function and by a table of them" {
    plant measure/block_entry.c 'static void (*const upwards)(struct block *) = block_prepare;'
    run -1 layers
    finds "measure/block_entry.c:1: in or between circles of files: it uses block_prepare of measure/block.c"
    finds "measure/memory_kind.c:1: in or between circles of files: it uses ranks_memory of measure/ranks_memory.c"
}

@test "layers: the way of a sample has at most ten stops, each at a function that there is" {
    stops=$(grep -oE '^\| [0-9]+ \| `[^`]*` `[^`]*`' CONTRIBUTING.md | tr -d '|`')
    [ "$(wc -l <<<"$stops")" -ge 8 ]
    [ "$(wc -l <<<"$stops")" -le 10 ]
    while read -r stop file name; do
        echo "$stop: $name of $file"
        grep -qE "^[a-z].*\b$name\(" "$file"
    done <<<"$stops"
}

@test "english: the texts have none of the words, and one is named with its place" {
    run scripts/english.sh
    echo "$output"
    [ "$status" -eq 0 ]
    mkdir -p "$BATS_TEST_TMPDIR/tree/docs" "$BATS_TEST_TMPDIR/tree/man" "$BATS_TEST_TMPDIR/tree/src" "$BATS_TEST_TMPDIR/tree/results/reference"
    cd "$BATS_TEST_TMPDIR/tree"
    touch README.md CONTRIBUTING.md results/reference/README.md
    printf 'fine\n`say`\nIt tells you.\n```\nsaid\n```\n' >docs/a.md
    printf '/* say "say" */\nputs("a knowing text");\nputs("it knows");\n' >src/a.c
    printf '.\\" says\nIt says so.\n' >man/a.1
    run ! "$OLDPWD/scripts/english.sh"
    [ "$output" = 'docs/a.md:3: "tells"'$'\n''man/a.1:2: "says"'$'\n''src/a.c:3: "knows"' ]
}
