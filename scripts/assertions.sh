#!/bin/sh
# SPDX-License-Identifier: MIT
# Refuse lines of bats files that look like assertions and cannot fail. `set -e` ignores the left of `&&` and what `!`
# turns round: say `refute CMD`, and an assertion a line. It ignores what fails within <( ) and $( ) too: nothing is found
# in what was never read.
# Usage: assertions.sh FILE…   Prints FILE:LINE of every offence; 1 when there is one.
set -eu

# shellcheck disable=SC2016 # the program is awk's
awk '
function offence(text) {
    printf "%s:%d: %s\n", FILENAME, first, text
    failed = 1
}
# The code of a line, without what is quoted, substituted or a comment: `depth` and `inside` last from line to line.
function code_of(line,    i, c, two, code) {
    code = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (inside[depth] == "\047") {
            if (c == "\047")
                depth--
        } else if (c == "\\") {
            if (i == length(line) && depth == 0)
                code = code c
            i++
        } else if (inside[depth] == "\"" && c == "\"")
            depth--
        else if (two == "$(" || (c == "(" && depth && inside[depth] == ")")) {
            inside[++depth] = ")"
            code = code (two == "$(" ? "$()" : "")
            i += two == "$("
        } else if (inside[depth] == ")" && c == ")")
            depth--
        else if (c == "\"" || (c == "\047" && inside[depth] != "\"")) {
            inside[++depth] = c
            if (depth == 1)
                code = code "Q"
        } else if (c == "#" && depth == 0 && (i == 1 || substr(line, i - 1, 1) ~ /[ \t;]/))
            break
        else if (depth == 0)
            code = code c
    }
    return code
}
# The name that ends a here-document which this line starts, if any.
function here_document(line) {
    gsub(/<<</, "", line)
    if (depth || !match(line, /<<-?[\047"]?[A-Za-z_]+/))
        return ""
    line = substr(line, RSTART, RLENGTH)
    gsub(/[^A-Za-z_]/, "", line)
    return line
}
function check_command(command) {
    gsub(/^[ \t]+|[ \t]+$/, "", command)
    while (sub(/^(then|else|do|time|\{|[^ ()]*\))[ \t]+/, "", command))
        ;
    if (command ~ /^(if|elif|while|until)[ \t]/)
        return
    if (command ~ /^![ \t]/)
        offence("`!` is never a failure; use refute")
    if (command ~ /&&/ && command !~ /\|\|[^&]*$/ && command !~ /&& *(break|continue|return)( [0-9])?$/)
        offence("what is left of `&&` may fail unseen; use two lines, or if")
    if (command ~ /^refute[ \t].*[<$]\(/)
        offence("what feeds this may fail unseen; keep it in a variable first")
    if (command ~ /^(diff|cmp)[ \t].*<\(.*<\(/)
        offence("both sides may fail unseen and be alike; keep one in a file or a variable")
    if (command ~ /^(\[|\[\[|test|grep|diff|cmp)[ \t].*\|\|[ \t]*(true|:)$/)
        offence("this passes whatever it finds")
    if (command ~ /^\[\[.*==[ \t]*\*+[ \t]*\]\]/)
        offence("this pattern fits everything")
}
function check_statement(statement,    commands, count, i) {
    gsub(/\[\[[^]]*&&[^]]*\]\]/, "[[ both ]]", statement) # within [[ ]] it is an operator
    count = split(statement, commands, ";")
    for (i = 1; i <= count; i++)
        check_command(commands[i])
}
FNR == 1 {
    depth = 0
    ending = statement = ""
}
ending != "" {
    if ($0 ~ "^\t*" ending "$")
        ending = ""
    next
}
{
    ending = here_document($0)
    if (statement == "")
        first = FNR
    statement = statement code_of($0)
    if (depth == 0 && statement !~ /(\\|&&|\||\|\|)[ \t]*$/) {
        check_statement(statement)
        statement = ""
    } else
        sub(/\\$/, " ", statement)
}
END { exit failed }
' "$@"
