#!/bin/sh
# SPDX-License-Identifier: MIT
# Check that includes go one way only, and that sweep, measure and report name no implementation.
# Usage: layers.sh [SRC]   Prints FILE:LINE of every offence; 1 when there is one.
set -eu
cd "${1:-src}"

# shellcheck disable=SC2016 # the program is awk's
find . -name '*.[ch]' | sed 's|^\./||' | sort | xargs awk '
BEGIN {
    allow("base", "")
    allow("json", "base")
    allow("statistics", "base")
    allow("problem", "base")
    allow("machine", "base")
    allow("implementation", "base problem machine")
    below = "base json statistics problem machine implementation"
    allow("kernels", "")
    allow("cpu", below)
    allow("engine", below " cpu kernels group")
    allow("group", below " cpu kernels engine")
    allow("plugin", below)
    allow("registry", below " cpu group plugin")
    allow("sweep", below " registry")
    allow("check", below " registry sweep")
    allow("measure", below " registry sweep check results")
    allow("results", below " registry sweep check measure analysis report")
    allow("analysis", below " registry sweep check measure results report")
    allow("report", below " engine group registry sweep check measure results analysis")
    allow("commands", below " engine group registry sweep check measure results analysis report")
    allow("main.c", "base commands")
}
function allow(room, others,    list, i) {
    rooms[room] = 1
    may[room, room] = 1
    for (i = split(others, list, " "); i > 0; i--)
        may[room, list[i]] = 1
}
function offence(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text
    failed = 1
}
function room_of(path) {
    sub(/\/.*/, "", path)
    return path
}
# A kernel includes its dialect alone; a dialect rests on the vectors of its engine.
function check_include(name, quoted) {
    if (room == "kernels" && !dialect && !(quoted && room_of(name) == "kernels"))
        offence("a kernel includes " name "; it may include nothing but its dialect")
    else if (room == "kernels" && quoted && name ~ /^cpu\/vector(_stream)?\.h$/)
        return
    else if (quoted && !((room, room_of(name)) in may))
        offence(room " includes " name ", which lies above or beside it")
}
FNR == 1 {
    room = room_of(FILENAME)
    dialect = FILENAME ~ /^kernels\/launch/
    if (!(room in rooms))
        offence("no room \"" room "\" in the design")
}
/^[ \t]*#[ \t]*include[ \t]*["<]/ {
    match($0, /["<][^">]*/)
    check_include(substr($0, RSTART + 1, RLENGTH - 1), substr($0, RSTART, 1) == "\"")
    next
}
/^[ \t]*(\/\*|\*)/ { # a comment may give examples
    next
}
room ~ /^(sweep|check|measure|results|analysis|report)$/ && match($0, /"(serial|(limit|serial|simd|threads|group|plugin)\/[^"]*)"/) {
    offence(room " names the implementation " substr($0, RSTART, RLENGTH))
}
END { exit failed }
' || exit 1
