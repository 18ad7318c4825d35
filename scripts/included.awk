# SPDX-License-Identifier: MIT
# A text for another compiler, and all that it includes by "…", each looked for in the folders of FOLDERS:
#   awk -v FOLDERS='src build/generated' -f included.awk NAME                 the text, what is included in its place
#   awk -v FOLDERS='src build/generated' -v ROW=CUDA_TEXT -f included.awk NAME   ROW(word, "name", "path") for each file
# ONLY=FOLDER/ follows what is in this folder, WITHOUT=NAME leaves this file out.
# In one text "#pragma once" becomes a guard, since a conditional include may be left out.
function find(name, line,    i, path) {
    for (i = 1; i <= count; i++) {
        path = folder[i] "/" name
        if ((getline line <path) >= 0) {
            close(path)
            return path
        }
    }
    print "included.awk: there is no " name " in: " FOLDERS >"/dev/stderr"
    exit 1
}
function put(name,    path, line, part, word, guarded) {
    if (ROW && seen[name]++)
        return
    path = find(name)
    word = name
    gsub(/[^a-z0-9]/, "_", word)
    if (ROW)
        printf "%s(%s, \"%s\", \"%s\")\n", ROW, word, name, path
    while ((getline line <path) > 0)
        if (line ~ /^#include "/ && (ONLY && index(line, "\"" ONLY) == 0 || WITHOUT && index(line, "\"" WITHOUT)))
            continue
        else if (line ~ /^#include "/) {
            split(line, part, "\"")
            put(part[2])
        } else if (!ROW && line == "#pragma once") {
            print "#ifndef INCLUDED_" word "\n#define INCLUDED_" word
            guarded = 1
        } else if (!ROW)
            print line
    if (guarded)
        print "#endif"
    close(path)
}
BEGIN {
    count = split(FOLDERS, folder, " ")
    put(ARGV[1])
}
