# SPDX-License-Identifier: MIT
# The kinds of charts as C, from the heads of the gnuplot scripts: the members of struct plot_kind in their order, those
# with "# usual: yes" first.
# Usage: awk -f plot_kinds.awk SCRIPT.gp…
/^# [a-z]+: / {
    key = $2
    sub(/^# [a-z]+: /, "")
    head[FILENAME, key] = $0
}
function value(path, key, otherwise) {
    return ((path, key ":") in head) ? head[path, key ":"] : otherwise
}
function row(path,    script) {
    script = path
    gsub(/.*\/|\.gp$/, "", script)
    return sprintf(" DO(\"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", %d)", head[path, "kind:"], script, \
        head[path, "title:"], value(path, "unit", "bytes/s"), value(path, "draw", "lines"), value(path, "x", "n"), \
        value(path, "line", "algorithm"), value(path, "panel", "problem"), value(path, "y", "value"), value(path, "scale", "log"), \
        value(path, "sizes", 0))
}
END {
    for (i = 1; i < ARGC; i++)
        if (head[ARGV[i], "kind:"] != "" && head[ARGV[i], "usual:"] == "yes")
            usual = usual row(ARGV[i])
        else if (head[ARGV[i], "kind:"] != "")
            others = others row(ARGV[i])
    print "#define PLOT_KIND_LIST(DO)" usual others
}
