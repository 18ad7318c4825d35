#!/bin/sh
# SPDX-License-Identifier: MIT
# Find words that texts for people are better without: what programs cannot do (tell, say, know), and words with a plain
# one in their place. It reads the pages, the manual, and the strings of the sources. A net, not a law: what a text is about
# may be written in `code`.
# Usage: english.sh   Run it in the root of the source tree. Prints FILE:LINE: WORD of each; 1 when there is one.
set -eu

words='told|tells?|says?|said|knows?|stands? for|seldom|all the same|for ever|unluckily|harms?|meanwhile|one.s own|what it does|in turn|asked for|greatest'

# shellcheck disable=SC2016 # the program is awk's
find README.md CONTRIBUTING.md docs man results/reference/README.md src \( -name '*.md' -o -name '*.[15]' -o -name '*.[ch]' -o -name '*.def' \) |
    sort | xargs awk -v words="$words" '
FNR == 1 { code = 0 }
FILENAME ~ /md$/ && /^```/ { code = !code }
{
    text = $0
    if (FILENAME ~ /^src/) {
        # The strings alone; inside of comments there are none to read.
        text = ""
        for (rest = $0; match(rest, /"([^"\\]|\\.)*"/) && $0 !~ /^ *(\/?\*|#)/; rest = substr(rest, RSTART + RLENGTH))
            text = text " " substr(rest, RSTART + 1, RLENGTH - 2)
    } else if (code || /^\.\\"/)
        next
    gsub(/`[^`]*`/, "", text)
    if (match(tolower(text), "(^|[^a-z_-])(" words ")([^a-z_-]|$)")) {
        word = substr(tolower(text), RSTART, RLENGTH)
        gsub(/^[^a-z]|[^a-z]$/, "", word)
        printf "%s:%d: \"%s\"\n", FILENAME, FNR, word
        failed = 1
    }
}
END { exit failed }'
