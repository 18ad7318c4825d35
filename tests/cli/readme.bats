# SPDX-License-Identifier: MIT
# Every block of commands of the README and of the pages in docs runs, one after the other, in a copy of the files it needs.
# Only the environment makes runs small: one sample per point, up to 64 Ki elements, and a stand-in for a GPU. `make` and
# `apt-get` are stand-ins that know the goals. tutorial.bats runs the blocks of a kernel of your own.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench=$(realpath "${SCANBENCH:-./scanbench}")
    copy="$BATS_TEST_TMPDIR/copy"
    mkdir -p "$copy/src" "$copy/results" "$BATS_TEST_TMPDIR/bin"
    cp -r configs scripts "$copy"
    cp -r src/plugin "$copy/src"
    cp -r results/reference "$copy/results"
    cp "$bench" "$copy/scanbench"
    make_stand_ins
    export PATH="$BATS_TEST_TMPDIR/bin:$PATH" HOME="$BATS_TEST_TMPDIR"
    export SCANBENCH_SMOKE=1 SCANBENCH_OUTPUT=results SCANBENCH_FILTER='n<=64Ki' SCANBENCH_QUIET=1
}

make_stand_ins() {
    ln -s /bin/true "$BATS_TEST_TMPDIR/bin/apt-get"
    grep -ohE '^[a-z][a-z-]*:.*## ' Makefile mk/*.mk | cut -d: -f1 >"$BATS_TEST_TMPDIR/goals"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/goals")" -ge 10 ]
    cat >"$BATS_TEST_TMPDIR/bin/make" <<SH
#!/bin/bash
# As make does: goals that there are, and a program where BUILD says.
for word; do
    case \$word in
    BUILD=*) mkdir -p "\${word#*=}" && cp scanbench "\${word#*=}" ;;
    *=*) ;;
    *) grep -qx -- "\$word" "$BATS_TEST_TMPDIR/goals" || { echo "make: no goal \$word"; exit 2; } ;;
    esac
done
[ "\${1-}" != quickstart ] || { ./scanbench -c configs/quick.json && ./scanbench plot results/quick.json; }
SH
    chmod +x "$BATS_TEST_TMPDIR/bin/make"
}

# Each block into its own file: NUMBER-TAG.
blocks() {
    awk -v folder="$BATS_TEST_TMPDIR" '
        /^```sh/ { inside = 1; file = sprintf("%s/block-%02d-%s", folder, ++n, $2 == "" ? "all" : $2); next }
        /^```/ { inside = 0 }
        inside { print >file }' README.md docs/*.md
}

@test "readme: its first example is what the program prints" {
    command=$(grep -om 1 'scanbench show --filter [^`]*\.json' README.md)
    awk '/^```text/ { inside = 1; next } /^```/ && inside { exit } inside' README.md >"$BATS_TEST_TMPDIR/shown"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/shown")" -ge 11 ]
    eval "env -u SCANBENCH_SMOKE -u SCANBENCH_OUTPUT -u SCANBENCH_FILTER -u SCANBENCH_QUIET $bench ${command#scanbench}" |
        diff - "$BATS_TEST_TMPDIR/shown"
}

@test "readme: every block of commands of the README and the pages runs" {
    command -v gnuplot >/dev/null || skip "no gnuplot to draw with"
    blocks
    has_gpu=no
    if "${CXX:-c++}" --version >/dev/null 2>&1; then
        make_gpu
        has_gpu=yes
    fi
    cd "$copy"
    ran=0
    for block in "$BATS_TEST_TMPDIR"/block-*; do
        case $block in
        *-kernel | *-nvcc | *-peers | *-python) continue ;;
        *-gpu) [ "$has_gpu" = yes ] || continue ;;
        esac
        echo "== $(cat "$block")"
        bash -euo pipefail "$block" </dev/null
        ran=$((ran + 1))
    done
    [ "$ran" -ge 18 ]
    for made in quick-bandwidth.svg tiles-heatmap.svg compaction-ladder.svg; do
        [ -s "results/$made" ]
    done
    [ -s results/quick-bandwidth.pdf ]
}

@test "readme: is under 200 lines, and its commands are in blocks that run" {
    [ "$(wc -l <README.md)" -lt 200 ]
    # The test above would not run an indented command.
    refute grep -nE '^    (\./scanbench|scanbench|make|gnuplot|cc|apt-get|nvcc) ' README.md
}

@test "readme: every link to a file of the project leads to one" {
    for page in README.md docs/*.md; do
        grep -oE '\]\([^)#:]+[)#]' "$page" | sed 's/^](//; s/[)#]$//' | while read -r link; do
            echo "$page: $link"
            [ -e "$(dirname "$page")/$link" ]
        done
    done
}
