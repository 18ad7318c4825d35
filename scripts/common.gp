# SPDX-License-Identifier: MIT
# What every chart shares: its arguments, which rows it draws, and what they are called. Loaded, never run.
# A chart calls it with its own arguments: RESULT.csv CHART.(svg|png) [OPTION…], where an OPTION is
#   unit=bytes/s|elements/s|time   baseline=GLOB   format=svg|png   filter=CONDITION,…   or one CONDITION as COLUMN=VALUE, n>=1Mi

set encoding utf8
# gnuplot runs what follows a "<" or a "|".
is_command(name) = name[1:1] eq "<" || name[1:1] eq "|"
if (is_command(ARG1) || is_command(ARG2)) {
    print "'".(is_command(ARG1) ? ARG1 : ARG2)."': expected a file; gnuplot runs a name that starts with < or |"
    exit status 2
}
# What a terminal obeys instead of showing it may not come back to it in a message.
has_byte(name, i) = strstrt(name, sprintf("%c", i)) > 0
has_pair(name, i, k) = strstrt(name, sprintf("%c%c", i, k)) > 0
has_three(name, i, k, m) = strstrt(name, sprintf("%c%c%c", i, k, m)) > 0
has_control(name) = (sum [i = 1:31] has_byte(name, i)) + has_byte(name, 127) + (sum [i = 128:159] has_pair(name, 194, i)) + \
    has_pair(name, 216, 156) + (sum [i = 142:143] has_three(name, 226, 128, i)) + \
    (sum [i = 168:174] has_three(name, 226, 128, i)) + (sum [i = 166:169] has_three(name, 226, 129, i))
if (has_control(ARG1) || has_control(ARG2)) {
    print (has_control(ARG1) ? "RESULT" : "CHART").": expected a name without control characters"
    exit status 2
}
csv = ARG1
output_name = ARG2

# ---- The options

unit = default_unit
format = strlen(ARG2) > 4 ? ARG2[strlen(ARG2) - 3:] : ""
baseline = ""
conditions = ""
begins(text, start) = text[1:strlen(start)] eq start
behind(text, start) = text[strlen(start) + 1:]
do for [option in sprintf("%s\n%s\n%s\n%s\n%s\n%s\n", ARG3, ARG4, ARG5, ARG6, ARG7, ARG8)] {
    if (begins(option, "unit=")) {
        unit = behind(option, "unit=")
    } else { if (begins(option, "format=")) {
        format = ".".behind(option, "format=")
    } else { if (begins(option, "baseline=")) {
        baseline = behind(option, "baseline=")
    } else { if (begins(option, "filter=")) {
        conditions = conditions.behind(option, "filter=").","
    } else {
        conditions = conditions.option.","
    }}}}
}
if (format ne ".svg" && format ne ".png") {
    print "usage: gnuplot -c ".chart.".gp RESULT.csv CHART.(svg|png) [OPTION...]"
    print "'".ARG2."': expected a name that ends in .svg or .png"
    exit status 2
}
is_svg = format eq ".svg"
if (unit ne "bytes/s" && unit ne "elements/s" && unit ne "time") {
    print "unit '".unit."'; expected bytes/s, elements/s or time"
    exit status 2
}

# A condition is COLUMN RELATION VALUE; words are globs, numbers may have a suffix.
ends(text, ending) = strlen(text) > strlen(ending) && text[strlen(text) - strlen(ending) + 1:] eq ending
factor(text) = ends(text, "Ki") * 2.0**10 + ends(text, "Mi") * 2.0**20 + ends(text, "Gi") * 2.0**30 + \
    ends(text, "k") * 1e3 + ends(text, "M") * 1e6 + ends(text, "G") * 1e9
mantissa(text) = text[1:strlen(text) - (ends(text, "i") ? 2 : factor(text) > 0 ? 1 : 0)]
is_plain(text) = text ne "" && (sum [i = 1:strlen(text)] (strstrt("0123456789.e+", text[i:i]) == 0)) == 0
is_number(text) = strstrt("0123456789", text[1:1]) > 0 && is_plain(mantissa(text))
number(text) = is_number(text) ? real(mantissa(text)) * (factor(text) > 0 ? factor(text) : 1) : NaN
glob(pattern, text) = pattern eq "" ? text eq "" : \
    pattern[1:1] eq "*" ? (glob(pattern[2:], text) || (text ne "" && glob(pattern, text[2:]))) : \
    (text ne "" && pattern[1:1] eq text[1:1] && glob(pattern[2:], text[2:]))
sign_at(text) = (at = 0, sum [i = 1:strlen(text)] \
    (at == 0 && strstrt("=<>!", text[i:i]) > 0 ? (at = i, 0) : 0), at)
sign_of(text) = (at = sign_at(text), strstrt("<= >= !=", text[at:at + 1]) > 0 ? text[at:at + 1] : text[at:at])

most_conditions = 32
array wanted_column[most_conditions]
array wanted_sign[most_conditions]
array wanted_value[most_conditions]
wanted = 0
while (strstrt(conditions, ",") > 0) {
    condition = conditions[1:strstrt(conditions, ",") - 1]
    conditions = conditions[strstrt(conditions, ",") + 1:]
    if (condition eq "") { continue }
    if (sign_at(condition) < 2 || wanted == most_conditions) {
        print "'".condition."': expected a condition such as n>=1Mi"
        exit status 2
    }
    wanted = wanted + 1
    wanted_column[wanted] = condition[1:sign_at(condition) - 1]
    wanted_sign[wanted] = sign_of(condition)
    wanted_value[wanted] = condition[sign_at(condition) + strlen(wanted_sign[wanted]):]
}
equals(i) = glob(wanted_value[i], strcol(wanted_column[i])) || \
    (is_number(wanted_value[i]) && cell_number(wanted_column[i]) == number(wanted_value[i]))
holds(i) = wanted_sign[i] eq "=" ? equals(i) : wanted_sign[i] eq "!=" ? !equals(i) : \
    wanted_sign[i] eq "<" ? cell_number(wanted_column[i]) < number(wanted_value[i]) : \
    wanted_sign[i] eq "<=" ? cell_number(wanted_column[i]) <= number(wanted_value[i]) : \
    wanted_sign[i] eq ">" ? cell_number(wanted_column[i]) > number(wanted_value[i]) : \
    cell_number(wanted_column[i]) >= number(wanted_value[i])
is_chosen(dummy) = wanted == 0 ? 1 : (sum [i = 1:wanted] (holds(i) ? 1 : 0)) == wanted

# ---- The file, whose header has the columns that the head of the script names

needs = ""
header = ""
set datafile separator "\n"
set datafile commentschars ""
note_needs(line) = line[1:11] eq "# columns: " ? (needs = line[12:], 1) : 1
note_header(line) = header eq "" ? (header = line, 1) : 1
stats folder.chart.".gp" using (note_needs(strcol(1))) nooutput
stats csv using (note_header(strcol(1))) every ::0::0 nooutput
while (needs ne "") {
    comma = strstrt(needs.",", ",")
    if (header eq "" || strstrt(",".header.",", ",".needs[:comma - 1].",") == 0) {
        print csv.": ".(header eq "" ? "not a CSV of scanbench" : "its header has no column ".needs[:comma - 1])
        exit status 2
    }
    needs = needs[comma + 2:]
}
set datafile separator comma columnheaders
set datafile commentschars
stats csv using "n" nooutput
if (!exists("STATS_records")) {
    print csv.": not a CSV of scanbench, or no rows"
    exit status 2
}
capacity = STATS_records + STATS_invalid + 1
is_absent(text) = text eq "-" || text eq "NaN" || text eq ""
finite(x, instead) = x == x ? x : instead
# What is beyond was never measured, and no axis shows it; NaN is neither.
is_plausible(x) = x > 1e-30 && x < 1e30
plausible(x, instead) = is_plausible(x) ? x : instead
counted(workers) = workers >= 1 && workers <= 4096 ? floor(workers) : 1
# gnuplot calls a row invalid where column() meets a NaN.
cell_number(name) = is_absent(strcol(name)) ? NaN : column(name)

# ---- Words and numbers

# The parameters beside the problem: those that differ name a series, those that do not stand once in the subtitle.
# The last ones came later: an older file has fewer columns. They stand first in a name, as what they vary does.
parameters = "threads_per_group values_per_thread unroll load load_width groups network workers isa selectivity ".\
    "pages cache device"
late_column = words(parameters) + 1
if (STATS_columns >= 45) { parameters = parameters." local broadcast engine" }
if (STATS_columns >= 47) { parameters = parameters." ring reducers" }
if (STATS_columns >= 51) { parameters = parameters." ranks schedule exchange node" }
is_default(i, text) = i == 13 ? text eq "cpu" : i == 15 ? text eq "no" : i == 16 && text eq "emulate"
spelt(i, text) = \
    i == 1 ? "T=".text : i == 2 ? "V=".text : i == 3 ? "U=".text : i == 5 ? "load width ".text : \
    i == 6 ? text.(text eq "1" ? " group" : " groups") : i == 8 ? text.(text eq "1" ? " worker" : " workers") : \
    i == 10 ? "selectivity ".text : i == 11 ? text." pages" : i == 12 ? "cache ".text : \
    i == 15 ? (text eq "yes" ? "" : "no ")."broadcast" : i == 17 ? "S=".text : i == 18 ? "R=".text : \
    i == 19 ? text.(text eq "1" ? " rank" : " ranks") : text
# Of dot products whose groups cover the array once, "n/T": no size has another number of them by choice.
is_one_walk(dummy) = !is_absent(strcol("groups")) && cell_number("groups") > 1 && \
    cell_number("groups") == ceil(cell_number("n") / cell_number("threads_per_group"))
parameter(i) = i == 6 && is_one_walk(0) ? "n/T" : strcol(word(parameters, i))
problem_word(text) = is_absent(text) ? "" : " ".text
problem(dummy) = \
    strcol("primitive").problem_word(strcol("dtype")).problem_word(strcol("op")).problem_word(strcol("mode"))
power_text(e) = e < 10 ? sprintf("%d", 2**e) : e < 20 ? sprintf("%dKi", 2**(e - 10)) : \
    e < 30 ? sprintf("%dMi", 2**(e - 20)) : sprintf("%dGi", 2**(e - 30))
divides(n, e) = n >= 2.0**e && n / 2.0**e == floor(n / 2.0**e)
count_text(n) = divides(n, 30) ? sprintf("%.0fGi", n / 2.0**30) : divides(n, 20) ? sprintf("%.0fMi", n / 2.0**20) : \
    divides(n, 10) ? sprintf("%.0fKi", n / 2.0**10) : sprintf("%.0f", n)
time_text(s) = s < 0.999e-6 ? sprintf("%.3g ns", s * 1e9) : s < 0.999e-3 ? sprintf("%.3g µs", s * 1e6) : \
    s < 0.999 ? sprintf("%.3g ms", s * 1e3) : sprintf("%.3g s", s)
rate_text(value) = sprintf(value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value)
unit_text = unit eq "bytes/s" ? "GB/s, algorithmic bytes" : unit eq "elements/s" ? "10⁹ elements/s" : "time"
