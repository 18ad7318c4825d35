#!/bin/sh
# SPDX-License-Identifier: MIT
# Check the house: who may include whom, as the table of rooms in CONTRIBUTING.md says; that sweep, measure and report name
# no implementation; that a header has the name of the file that implements it; that names of files, structures and
# enumerations are unique; that no function has more than 70 lines or five parameters, but for the data of a kernel; that the
# files of measure and of the model use each other in no circle.
# Usage: layers.sh [SRC [CONTRIBUTING]]   Prints FILE:LINE of every offence; 1 when there is one.
set -eu
picture=$(realpath "${2:-$(dirname "$0")/../CONTRIBUTING.md}")
cd "${1:-src}"

# The sources, after the picture; formatted as clang-format leaves them: what starts in the first column is outside.
# shellcheck disable=SC2016 # the program is awk's
find . -name '*.[ch]' -o -name command.def | sed 's|^\./||' | sort | xargs awk -v most_lines=70 -v most_parameters=5 '
function offence(text) {
    offence_at(FILENAME ":" FNR, text)
}
function offence_at(place, text) {
    printf "%s: %s\n", place, text
    failed = 1
}
function room_of(path) {
    sub(/\/.*/, "", path)
    return path
}
function base_of(path) {
    sub(/.*\//, "", path)
    return path
}
# "cpu/dot_kernels" of cpu/dot_kernels.elem.c
function stem_of(path) {
    sub(/(\.(isa|elem|op))?\.[ch]$/, "", path)
    return path
}

# The picture: | `room` | what is in it | `room` `room` … |
FILENAME == ARGV[1] {
    if ($0 ~ /^\| `[a-z.]+` \|/) {
        count = split($0, cell, "|")
        room = cell[2]
        gsub(/[ `]/, "", room)
        gsub(/`/, "", cell[count - 1])
        may[room, room] = rooms[room] = 1
        for (i = split(cell[count - 1], below, " "); i > 0; i--)
            may[room, below[i]] = 1
    }
    next
}

# The functions of commands are declared from their list.
FILENAME ~ /command\.def$/ {
    if (match($0, /^COMMAND\([A-Z]+, [a-z]+/)) {
        sub(/.* /, "", $2)
        sub(/,/, "", $2)
        declared["commands", "command_" $2] = declared["commands/line", "command_" $2] = 1
    }
    next
}

FNR == 1 {
    room = room_of(FILENAME)
    dialect = FILENAME ~ /^kernels\/launch/
    if (!(room in rooms))
        offence("no room \"" room "\" in the design")
    if (base_of(FILENAME) in file_named)
        offence_at(FILENAME ":1", "another file has this name: " file_named[base_of(FILENAME)])
    file_named[base_of(FILENAME)] = FILENAME
    head = ""
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
/^[ \t]*#[ \t]*include[ \t]*["<]/ {
    match($0, /["<][^">]*/)
    check_include(substr($0, RSTART + 1, RLENGTH - 1), substr($0, RSTART, 1) == "\"")
    next
}
/^[ \t]*(\/\*|\*)/ { # a comment may give examples
    next
}

# What files of these folders define for others, and mention; a member of a structure is neither.
FILENAME ~ /^(measure|engine\/model)\/[^\/]*\.c$/ {
    text = $0
    gsub(/"([^"\\]|\\.)*"|\/\*.*/, "", text)
    name = text
    if (text ~ /^[a-z].*[a-z0-9_\]] = / && text !~ /^static /) {
        sub(/(\[.*)? = .*/, "", name)
        sub(/.*[ *]/, "", name)
        owner[name] = FILENAME
    }
    gsub(/(struct|enum) [a-z_0-9]+/, "", text)
    while (match(text, /[a-zA-Z_][a-zA-Z_0-9]*/)) {
        if (RSTART == 1 || substr(text, RSTART - 1, 1) !~ /[.>]/)
            mentioned[FILENAME, substr(text, RSTART, RLENGTH)] = 1
        text = substr(text, RSTART + RLENGTH)
    }
}
room ~ /^(sweep|check|measure|results|analysis|report)$/ && match($0, /"(serial|(limit|serial|simd|threads|group|plugin)\/[^"]*)"/) {
    offence(room " names the implementation " substr($0, RSTART, RLENGTH))
}
match($0, /^[ \t]*(typedef )?(struct|enum|union) [a-z_0-9]+ \{/) {
    tag = substr($0, RSTART, RLENGTH - 2)
    sub(/.* /, "", tag)
    if (tag in tagged && file_of(tagged[tag]) != FILENAME)
        offence_at(FILENAME ":" FNR, "another structure or enumeration has the name " tag ": " tagged[tag])
    else
        tagged[tag] = FILENAME ":" FNR
}
function file_of(place) {
    sub(/:.*/, "", place)
    return place
}

# Functions: a head that starts in the first column and ends with "{" or ";" there.
/^#/ { # and what a macro goes on with
    continued = /\\$/
    next
}
continued {
    continued = /\\$/
    if (FILENAME ~ /\/dialect_/ && match($0, /[a-z_]+_##/)) # a family of functions, a type each
        declared["dialect", substr($0, RSTART, RLENGTH - 2)] = 1
    next
}
/^[a-zA-Z_]/ && !body && head !~ /[a-z]$/ {
    head = ""
    head_line = FNR
}
!body && !/^[{}]/ {
    gsub(/[ \t]*\/\*.*\*\/|^[ \t]+/, "")
    head = head (head == "" ? "" : " ") $0
    if (head ~ /;$/) {
        declare()
        head = ""
    }
}
# Its parameters are what the last parentheses at the outermost level hold.
function parameters(text,    i, c, depth, count) {
    count = 1
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(" && ++depth == 1)
            count = 1
        if (c == ")")
            depth--
        if (c == "," && depth == 1)
            count++
    }
    return count - (text ~ /, \.\.\.\)$/) # an open end is no parameter
}
function is_function() {
    return head ~ /^[a-zA-Z_].*\)$/ && head !~ /=/
}
function name_of(head) {
    sub(/__attribute__\(\(.*\)\) */, "", head)
    sub(/ *\(.*/, "", head)
    sub(/.*[ *]/, "", head)
    return head
}
# Whose functions a header declares: those of the file that has its name, and of those that have a longer one, NAME_PART; those of many are in a dialect, in FOLDER.h, which
# is for others, and in FOLDER_state.h, which the files of a folder share.
function scope_of(header,    folder, name) {
    if (header ~ /\/dialect_/)
        return "dialect"
    folder = folder_of(header)
    name = stem_of(base_of(header))
    return name == base_of(folder) || name == base_of(folder) "_state" ? folder : stem_of(header)
}
function folder_of(path) {
    sub(/\/[^\/]*$/, "", path)
    return path
}
function is_declared(name, file,    family, stem) {
    family = name
    sub(/[a-z0-9]+$/, "", family)
    stem = stem_of(file)
    while (sub(/_[a-z0-9]+$/, "", stem))
        if ((stem, name) in declared)
            return 1
    return ("dialect", family) in declared || (stem_of(file), name) in declared || (folder_of(file), name) in declared || ("dialect", name) in declared
}
function declare() {
    sub(/;$/, "", head)
    if (FILENAME ~ /h$/ && is_function())
        declared[scope_of(FILENAME), name_of(head)] = 1
}
/^\{/ {
    body = is_function()
}
/^\}/ {
    if (body)
        check_function(name_of(head))
    body = 0
    head = ""
}
# KERNEL(name, IN(type, x), VALUE(type, n) …) lists the buffers and values that a host fills by their names; a PART is given
# those of its kernel.
function lists_data(name) {
    return name ~ /^(KERNEL|(SIZED_)?PART)$/
}
function check_function(name) {
    if (FNR - head_line >= most_lines)
        offence_at(FILENAME ":" head_line, name " has " FNR - head_line + 1 " lines; expected at most " most_lines)
    if (!lists_data(name) && parameters(head) > most_parameters)
        offence_at(FILENAME ":" head_line, name " has " parameters(head) " parameters; expected at most " most_parameters)
    if (head !~ /(^| )static / && FILENAME ~ /c$/ && name != "main" && name !~ /^[A-Z_0-9]+$/)
        defined[name] = FILENAME ":" head_line
}

# Files that use nobody who is left, or that nobody uses who is left, are in no circle.
function is_between(file,    other, uses, is_used) {
    for (other in left) {
        uses = uses || (file, other) in used
        is_used = is_used || (other, file) in used
    }
    return uses && is_used
}
function find_circles(    name, pair, part, file, changed) {
    for (name in defined)
        owner[name] = file_of(defined[name])
    for (pair in mentioned) {
        split(pair, part, SUBSEP)
        if (part[2] in owner && owner[part[2]] != part[1] && folder_of(owner[part[2]]) == folder_of(part[1])) {
            used[part[1], owner[part[2]]] = part[2]
            left[part[1]] = left[owner[part[2]]] = 1
        }
    }
    do {
        changed = 0
        for (file in left)
            if (!is_between(file)) {
                delete left[file]
                changed = 1
            }
    } while (changed)
    for (pair in used) {
        split(pair, part, SUBSEP)
        if (part[1] in left && part[2] in left)
            offence_at(part[1] ":1", "in or between circles of files: it uses " used[pair] " of " part[2])
    }
}

END {
    find_circles()
    for (name in defined)
        if (!is_declared(name, file_of(defined[name])))
            offence_at(defined[name], name " is not declared in " stem_of(file_of(defined[name])) ".h")
    exit failed
}
' "$picture" || exit 1
