# SPDX-License-Identifier: MIT
# The HTML report: one file, nothing loaded, opened and clicked in a browser where there is one.

load helpers

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    export scanbench=$(realpath "${SCANBENCH:-./scanbench}")
    export folder="$BATS_FILE_TMPDIR"
    cat >"$folder/page.json" <<'JSON'
{ "name": "page", "measure": { "processes": 1, "samples": 8, "time": "2s" },
  "sweeps": [ { "primitive": "scan", "algorithm": ["serial", "simd/operators"], "sizes": [65536, 1024, 4096] } ],
  "plots": [ { "kind": "bandwidth-vs-size" }, { "kind": "ladder" } ],
  "expect": [ { "name": "a < b & \"c\" <script>", "faster": { "algorithm": "simd/*" }, "than": { "algorithm": "serial" } } ] }
JSON
    "$scanbench" -c "$folder/page.json" -o "$folder/out" --format=none --quiet
    "$scanbench" plot --html --quiet "$folder/out/page.json"
}

setup() {
    page="$folder/out/page.html"
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
}

@test "html: one file with everything, escaped" {
    [ "$(grep -c "<figure" "$page")" -eq 2 ]
    grep -qF 'a &lt; b &amp; &quot;c&quot; &lt;script&gt;' "$page"
    [ "$(grep -o '<script' "$page" | wc -l)" -eq 1 ]
    [ "$(sed -n '/<table class="rows">/,/<\/table>/p' "$page" | grep -c '^<tr')" -eq 6 ]
    grep -qF '<h2>The machine</h2>' "$page"
    # What all rows share, words and numbers, stands above them and is no column.
    grep -qE '^<h3>scan u32 exclusive, .*</h3>' "$page"
    refute grep -qE '<th[^>]*>(isa|unroll|device)<' "$page"
    grep -qF "default-src 'none'" "$page"
}

@test "html: what the CPU counted has columns where it did" {
    refute grep -q '>cycles/el<' "$page"
    jq '.results[0] |= (.counters = { cycles: (1.5 * .parameters.n), instructions: (3.25 * .parameters.n), calls: 1,
        enabled_ns: 1, running_ns: 1 })' "$folder/out/page.json" \
        >"$BATS_TEST_TMPDIR/counted.json"
    "$scanbench" plot --html --quiet "$BATS_TEST_TMPDIR/counted.json"
    page=$BATS_TEST_TMPDIR/counted.html
    [ "$(grep -oE '<th[^>]*>(cycles|instr)/el<' "$page" | wc -l)" -eq 2 ]
    [ "$(grep -cE '>1\.5</td><td[^>]*>3\.25</td>' "$page")" -eq 1 ]
}

@test "html: nothing is loaded from anywhere" {
    # The names of XML namespaces are no places.
    run grep -noE "(src|href)=[\"'][^#\"'][^\"']*|https?://[^\"' <]*|@import|url\((.)?[^#'\"]" "$page"
    for line in "${lines[@]}"; do
        [[ $line == *://www.w3.org/* ]]
    done
}

@test "html: every name that a chart uses is its own" {
    used=$(grep -oE "(href=['\"]#|url\(#)[A-Za-z0-9_-]+" "$page" | sed 's/.*#//' | sort -u)
    [ -n "$used" ]
    for name in $used; do
        [ "$(grep -oE " id=['\"]$name['\"]" "$page" | wc -l)" -eq 1 ]
    done
}

digest() { # of stdin, as a policy has it
    printf "$(sha256sum | sed 's/ .*//; s/../\\x&/g')" | base64
}

element() { # NAME: all that the page has between its tags
    perl -0777 -ne "print \$1 if m{<$1>(.*?)</$1>}s" "$page"
}

@test "html: the policy knows the page's own style and script, and no other" {
    policy=$(grep -o '<meta http-equiv="Content-Security-Policy"[^>]*>' "$page")
    [[ $policy == *"default-src 'none'; style-src 'sha256-$(element style | digest)'; script-src 'sha256-$(element script | digest)'; "* ]]
    [[ $policy == *"base-uri 'none'; form-action 'none'"* ]]
    [[ $policy != *unsafe* ]]
    [ "$(grep -cE ' style=| on[a-z]+=|<base|<form' "$page")" -eq 0 ]
}

# The result with hostile texts in keys, values, names and rows, and its CSV beside it.
hostile_result() { # STEM
    evil='</script><script>document.title=1</script><img src=x onerror=document.title=2><style>body{display:none}</style>'
    nested="{ \"$evil\": \"$evil\", \"list\": [\"$evil\", { \"$evil\": \"$evil\" }] }"
    sed -E "s#\"(identity|state)\": \{#&\"$evil\": \"$evil\", \"zz\": $nested,#
        s#\"(cpu_model|utc|version|evidence)\": \"[^\"]*\"#\"\1\": \"$evil\"#
        s#\"name\": \".*\",?#\"name\": \"$evil\",#
        s#\"(warnings)\": \[#&\"$evil\",#; s#,\]#]#" "$folder/out/page.json" >"$1.json"
}

@test "html: a hostile result is shown, not run" {
    hostile_result "$BATS_TEST_TMPDIR/evil"
    "$scanbench" plot --html --quiet --name 'serial=</text></svg><script>1</script>' --name 'simd/*=<img onerror>' \
        "$BATS_TEST_TMPDIR/evil.json"
    page=$BATS_TEST_TMPDIR/evil.html
    [ "$(grep -o '<script' "$page" | wc -l)" -eq 1 ]
    [ "$(grep -o '<style' "$page" | wc -l)" -eq $((1 + $(grep -c '^<style>@media (prefers-color-scheme: dark) { svg:has' "$page"))) ]
    [ "$(grep -c '<img' "$page")" -eq 0 ]
    [ "$(grep -o '</figure>' "$page" | wc -l)" -eq 2 ]
    [ "$(grep -o '&lt;/script&gt;&lt;script&gt;' "$page" | wc -l)" -gt 12 ]
    grep -qF '&lt;/text>&lt;/svg>&lt;script>' "$page"
    [ -n "$browser" ] || skip "no chromium to open the report with"
    run after "$sizes"
    [[ $output == *"<title>1024 1024 4096 4096 65536 65536</title>"* || $output == *"<title>65536 "* ]]
}

@test "html: the policy keeps a script that slipped in from running" {
    [ -n "$browser" ] || skip "no chromium to open the report with"
    sed 's|<h2>Points|<script>document.title = "owned"</script><img src=x onerror="document.title = 1"><h2>Points|' "$page" >"$BATS_TEST_TMPDIR/slip.html"
    page=$BATS_TEST_TMPDIR/slip.html
    run after "document.title += ' unharmed';"
    [[ $output == *"<title>scanbench: page unharmed</title>"* ]]
    # Nor does the test's own without its digest.
    run opened "$page"
    [[ $output == *"<title>scanbench: page</title>"* ]]
}

opened() { # FILE: its DOM
    timeout 180 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$BATS_TEST_TMPDIR/profile" --dump-dom \
        "file://$1" 2>/dev/null
}

# The page's DOM after a script has clicked in it, which the policy is told of.
after() { # SCRIPT
    sed "/<\/body>/,\$d; s|script-src |&'sha256-$(printf '%s' "$1" | digest)' |" "$page" >"$BATS_TEST_TMPDIR/x.html"
    printf '<script>%s</script></body></html>\n' "$1" >>"$BATS_TEST_TMPDIR/x.html"
    opened "$BATS_TEST_TMPDIR/x.html"
}

column() { # TEXT: a click on its head
    printf "tables[0].heads.find(h => h.textContent === '%s').querySelector('button').click();" "$1"
}

sizes='document.title = [...tables[0].body.rows].filter(r => !r.hidden).map(r => value(r, 0)).join(" ");'

@test "html: a click sorts, another turns it around" {
    [ -n "$browser" ] || skip "no chromium to open the report with"
    run -0 after "$(column n)$sizes"
    [[ $output == *"<title>1024 1024 4096 4096 65536 65536</title>"* ]]
    [[ $output == *'aria-sort="ascending"'* ]]
    run after "$(column n)$(column n)$sizes"
    [[ $output == *"<title>65536 65536 4096 4096 1024 1024</title>"* ]]
}

@test "html: times sort as numbers, names as words" {
    [ -n "$browser" ] || skip "no chromium to open the report with"
    run after "$(column time)document.title = [...tables[0].body.rows].map(r => value(r, tables[0].heads.findIndex(h => h.textContent === 'time'))).every((v, i, a) => i === 0 || a[i - 1] <= v);"
    [[ $output == *"<title>true</title>"* ]]
    run after "$(column algorithm)document.title = [...tables[0].body.rows].map(r => r.cells[1].textContent).join(' ');"
    [[ $output == *"<title>serial serial serial simd/operators simd/operators simd/operators</title>"* ]]
}

@test "html: a search hides rows" {
    [ -n "$browser" ] || skip "no chromium to open the report with"
    run after "const s = document.getElementById('search'); s.value = 'simd 1Ki'; s.dispatchEvent(new Event('input')); $sizes"
    [ -n "$output" ]
    [[ $output == *"<title>1024</title>"* ]]
}

# What a script finds in the page as a frame of this width, in light or dark.
framed() { # WIDTH light|dark SCRIPT, which sets `found`
    local script="$3; parent.postMessage(String(found), '*');" scheme=1
    [ "$2" = light ] || scheme=0
    sed "/<\/body>/,\$d; s|script-src |&'sha256-$(printf '%s' "$script" | digest)' |" "$page" >"$BATS_TEST_TMPDIR/framed.html"
    printf '<script>%s</script></body></html>\n' "$script" >>"$BATS_TEST_TMPDIR/framed.html"
    printf '<body><script>addEventListener("message", e => document.title = e.data)</script><iframe width="%s" height="800" src="framed.html"></iframe></body>' \
        "$1" >"$BATS_TEST_TMPDIR/frame.html"
    timeout 180 "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=3000 --user-data-dir="$BATS_TEST_TMPDIR/profile" \
        --blink-settings=preferredColorScheme=$scheme --dump-dom "file://$BATS_TEST_TMPDIR/frame.html" 2>/dev/null
}

@test "html: at 390 and 1280 pixels nothing is wider than the page" {
    [ -n "$browser" ] || skip "no chromium to open the report with"
    for width in 390 1280; do
        run framed "$width" light "const found = innerWidth + ' ' + (document.documentElement.scrollWidth <= innerWidth) + ' ' +
            [...document.querySelectorAll(innerWidth < 1280 ? '.winners' : '.winners, .rows')].every(table =>
                table.parentElement.scrollWidth <= table.parentElement.clientWidth)"
        [[ $output == *"<title>$width true true</title>"* ]]
    done
}

# The least contrast of a text with what is under it, by the formula of WCAG 2.
contrast="const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b; };
  const under = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!c.endsWith(', 0)')) return c; } };
  const ratio = e => { const a = light(getComputedStyle(e).color), b = light(under(e)); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); };
  const texts = [...document.querySelectorAll('body *:not(script):not(svg):not(svg *)')].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
  const found = texts.length > 50 && document.querySelector('.winners') && light(under(document.body)) SIGN .5 ? Math.min(...texts.map(ratio)) >= 4.5 : 'no page'"

@test "html: texts stand out from what is under them, in light and in dark" {
    [ -n "$browser" ] || skip "no chromium to open the report with"
    run framed 1280 light "${contrast/SIGN/>}"
    [[ $output == *"<title>true</title>"* ]]
    run framed 1280 dark "${contrast/SIGN/<}"
    [[ $output == *"<title>true</title>"* ]]
}

@test "html: winners come first, with every sample of theirs" {
    [ "$(grep -n 'class="winners"' "$page" | cut -d: -f1)" -lt "$(grep -n '<figure' "$page" | head -1 | cut -d: -f1)" ]
    [ "$(sed -n '/class="winners"/,/<\/table>/p' "$page" | grep -cE '^<tr[^>]*><td data-head="n" class="number"')" -eq 3 ]
    # 1024 is the first size: its winner has as many lines as samples.
    strip=$(sed -n '/class="winners"/,/<\/table>/p' "$page" | grep -o 'class="samples" d="[^"]*"' | head -1)
    [ "$(grep -o 'M[0-9.]* 4v6' <<<"$strip" | wc -l)" -eq 8 ]
}
