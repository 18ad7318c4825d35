# SPDX-License-Identifier: MIT
# The kinds of charts as C: what the heads of the gnuplot scripts say after "# kind:", "# title:", "# columns:" and "# unit:"
# (bytes/s where they say none), those with "# usual: yes" first.
# Usage: awk -f plot_kinds.awk SCRIPT.gp…
/^# (kind|title|columns|unit|usual): / {
    key = $2
    sub(/^# [a-z]+: /, "")
    if (key == "columns:")
        gsub(/ /, "")
    head[FILENAME, key] = $0
}
function row(path,    script) {
    script = path
    gsub(/.*\/|\.gp$/, "", script)
    return sprintf(" DO(\"%s\", \"%s\", \"%s\", \"%s\", \"%s\")", head[path, "kind:"], script, head[path, "title:"], \
        head[path, "columns:"], head[path, "unit:"] != "" ? head[path, "unit:"] : "bytes/s")
}
END {
    for (i = 1; i < ARGC; i++)
        if (head[ARGV[i], "kind:"] != "" && head[ARGV[i], "usual:"] == "yes")
            usual = usual row(ARGV[i])
        else if (head[ARGV[i], "kind:"] != "")
            others = others row(ARGV[i])
    print "#define PLOT_KIND_LIST(DO)" usual others
}
