# SPDX-License-Identifier: MIT
# docs/findings.md: its tables are those of its commands, and its sentences have no other numbers.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench=$(realpath "${SCANBENCH:-./scanbench}")
}

@test "findings: each table is what the command above it prints" {
    scripts/findings.sh "$bench" >"$BATS_TEST_TMPDIR/findings.md"
    diff docs/findings.md "$BATS_TEST_TMPDIR/findings.md"
    [ "$(grep -c '^## ' docs/findings.md)" -eq 10 ]
    [ "$(grep -c '^!\[' docs/findings.md)" -eq 10 ]
    [ "$(grep -c '^| ' docs/findings.md)" -gt 50 ]
}

# The numbers of sentences are cells of the tables of their finding, or count cores or workers.
@test "findings: the results give every number of a sentence" {
    awk '
        function judge(    i, count, word) {
            count = split(prose, word, /[ ,;:()]+/)
            for (i = 1; i <= count; i++) {
                sub(/\.$/, "", word[i])
                if (word[i] ~ /^[0-9][0-9.]*(%|x|Ki|Mi)?$/ && word[i + 1] !~ /^(cores|workers|worker|copy)/ && index(tables, " " word[i] " ") == 0 && index(tables, "=" word[i] " ") == 0) {
                    printf "%s: %s is in no table\n", title, word[i]
                    wrong = 1
                }
                checked += word[i] ~ /^[0-9]/
            }
            prose = tables = ""
        }
        /^## / { if (title != "") judge(); title = $0; next }
        title == "" || /^(!|<!--)/ { next }
        /^```/ { code = !code; next }
        code { next }
        /^\|/ || /^\*\*/ || /pay off from .*\(/ { gsub(/,/, " "); tables = tables " " $0 " "; next }
        { prose = prose " " $0 }
        END { judge(); print checked, "numbers"; exit wrong || checked < 30 }' docs/findings.md
}
