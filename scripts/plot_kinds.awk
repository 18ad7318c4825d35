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
function axis_label(axis) {
    gsub(/_/, " ", axis)
    return axis == "n" ? "n (elements)" : axis == "stages" ? "pipeline stages" : axis
}
function row(path,    script, x, line) {
    x = value(path, "x", "n")
    line = value(path, "line", "algorithm")
    script = path
    gsub(/.*\/|\.gp$/, "", script)
    return sprintf(" DO(\"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", \"%s\", %d, \"%s\", \"%s\", \"%s\", \"%s\")", head[path, "kind:"], script, \
        head[path, "title:"], value(path, "unit", "bytes/s"), value(path, "draw", "lines"), x, line, \
        value(path, "panel", "problem"), value(path, "y", "value"), value(path, "scale", "log"), \
        value(path, "sizes", 0), value(path, "xlabel", axis_label(x)), \
        value(path, "ylabel", value(path, "draw", "") == "cells" ? axis_label(line) : ""), \
        value(path, "note", "Median with its 95% interval."), head[path, "about:"])
}
END {
    for (i = 1; i < ARGC; i++)
        if (head[ARGV[i], "kind:"] != "" && head[ARGV[i], "usual:"] == "yes")
            usual = usual row(ARGV[i])
        else if (head[ARGV[i], "kind:"] != "")
            others = others row(ARGV[i])
    print "#define PLOT_KIND_LIST(DO)" usual others
}
