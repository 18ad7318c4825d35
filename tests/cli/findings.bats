# SPDX-License-Identifier: MIT
# docs/findings.md and docs/reproduction.md: their tables are those of their commands, and the sentences of the first have no
# other numbers.

load helpers

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    bench=$(realpath "${SCANBENCH:-./scanbench}")
}

@test "findings: each table is what the command above it prints" {
    scripts/page.sh "$bench" docs/findings.md >"$BATS_TEST_TMPDIR/findings.md"
    diff docs/findings.md "$BATS_TEST_TMPDIR/findings.md"
    [ "$(grep -c '^## ' docs/findings.md)" -eq 14 ]
    [ "$(grep -c '^!\[' docs/findings.md)" -eq 12 ]
    [ "$(grep -c '^| ' docs/findings.md)" -gt 50 ]
}

@test "reproduction: each table is what the command above it prints, one for each source" {
    scripts/page.sh "$bench" docs/reproduction.md >"$BATS_TEST_TMPDIR/reproduction.md"
    diff docs/reproduction.md "$BATS_TEST_TMPDIR/reproduction.md"
    [ "$(grep -c '^| claim | claimed | h200 | 16-core | 2-core | 2-core-amd |' docs/reproduction.md)" -eq 5 ]
    [ "$(grep -cE '^\| (holds|does not hold here) \| model ' docs/reproduction.md)" -eq 30 ]
}

# Of each config that claims something of times, its results are among those that the page shows.
@test "reproduction: the tables are of every result that has claims of a source" {
    local result claims=0
    sed -n 's/^.*show --claims/ /p; s/^    \(results.*\)/\1/p' docs/reproduction.md | grep -o 'results/[^ ]*' >"$BATS_TEST_TMPDIR/globs"
    # shellcheck disable=SC2046 # names with patterns
    ls $(cat "$BATS_TEST_TMPDIR/globs") >"$BATS_TEST_TMPDIR/shown"
    for result in results/reference/*/*.json; do
        jq -e '[.claims[]? | select((.source // "") != "")] | length > 0' "$result" >/dev/null || continue
        grep -qxF "$result" "$BATS_TEST_TMPDIR/shown" || { echo "$result is in no table"; false; }
        claims=$((claims + 1))
    done
    [ "$claims" -ge 30 ]
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
