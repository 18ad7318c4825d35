# SPDX-License-Identifier: MIT
# What every chart shares: its arguments, which rows it draws, and what they are called. Loaded, never run.
# A chart calls it with its own arguments: RESULT.csv CHART.(svg|png|pdf) [OPTION…], where an OPTION is
#   unit=bytes/s|elements/s|time   baseline=GLOB   format=svg|png|pdf   filter=CONDITION,…   title=TEXT
#   width=3.5in (or cm, mm, pt, px)   font-size=8 (points)   style=colour|grey   name=GLOB=TEXT, of lines
#   subject=TEXT, before the chart's own title   source=TEXT machine=TEXT, what the last line says of the file and the machine
#   cores=COUNT of the host: more workers have no more caches   or one CONDITION as COLUMN=VALUE, n>=1Mi
# or several of them, one a line.

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

format = strlen(ARG2) > 4 ? ARG2[strlen(ARG2) - 3:] : ""
unit = ""
baseline = ""
conditions = ""
wanted_title = ""
subject = ""
said_machine = ""
said_source = ""
cores = 0    # not known
style = "colour"
page_width_px = 0    # as asked for; 0: as wide as it needs
font_points = 9.0
most_names = 64
array name_glob[most_names]
array name_text[most_names]
names = 0
begins(text, start) = text[1:strlen(start)] eq start
after(text, start) = text[strlen(start) + 1:]
ends(text, ending) = strlen(text) > strlen(ending) && text[strlen(text) - strlen(ending) + 1:] eq ending
is_plain(text) = text ne "" && (sum [i = 1:strlen(text)] (strstrt("0123456789.e+", text[i:i]) == 0)) == 0
length_of(text, unit_name) = is_plain(text[1:strlen(text) - strlen(unit_name)]) ? real(text[1:strlen(text) - strlen(unit_name)]) : NaN
pixels_of(text) = ends(text, "in") ? 96 * length_of(text, "in") : ends(text, "cm") ? 96 / 2.54 * length_of(text, "cm") : \
    ends(text, "mm") ? 96 / 25.4 * length_of(text, "mm") : ends(text, "pt") ? 96 / 72.0 * length_of(text, "pt") : \
    ends(text, "px") ? length_of(text, "px") : length_of(text, "")
last_equals(text) = (at = 0, sum [i = 1:strlen(text)] (text[i:i] eq "=" ? (at = i, 0) : 0), at)
take_name(text) = names == most_names || last_equals(text) < 2 ? 0 : \
    (names = names + 1, name_glob[names] = text[1:last_equals(text) - 1], name_text[names] = text[last_equals(text) + 1:], 1)
take_option(option) = \
    option eq "" ? 1 : begins(option, "unit=") ? (unit = after(option, "unit="), 1) : \
    begins(option, "format=") ? (format = ".".after(option, "format="), 1) : \
    begins(option, "baseline=") ? (baseline = after(option, "baseline="), 1) : \
    begins(option, "filter=") ? (conditions = conditions.after(option, "filter=").",", 1) : \
    begins(option, "title=") ? (wanted_title = after(option, "title="), 1) : \
    begins(option, "machine=") ? (said_machine = after(option, "machine="), 1) : \
    begins(option, "cores=") ? (cores = is_plain(after(option, "cores=")) ? int(after(option, "cores=")) : 0, 1) : \
    begins(option, "subject=") ? (subject = after(option, "subject="), 1) : \
    begins(option, "source=") ? (said_source = after(option, "source="), 1) : \
    begins(option, "style=") ? (style = after(option, "style="), 1) : \
    begins(option, "width=") ? (page_width_px = pixels_of(after(option, "width=")), 1) : \
    begins(option, "font-size=") ? (font_points = length_of(after(option, "font-size="), ""), 1) : \
    begins(option, "name=") ? take_name(after(option, "name=")) : \
    (conditions = conditions.option.",", 1)
array options[7] = [ARG3, ARG4, ARG5, ARG6, ARG7, ARG8, ARG9]
do for [i = 1:7] {
    rest = options[i]."\n"
    while (rest ne "") {
        option = rest[1:strstrt(rest, "\n") - 1]
        rest = rest[strstrt(rest, "\n") + 1:]
        if (!take_option(option)) {
            print "'".option."'; expected name=GLOB=TEXT, at most ".most_names." of them"
            exit status 2
        }
    }
}
if (format ne ".svg" && format ne ".png" && format ne ".pdf") {
    print "usage: gnuplot -c ".chart.".gp RESULT.csv CHART.(svg|png|pdf) [OPTION...]"
    print "'".ARG2."': expected a name that ends in .svg, .png or .pdf"
    exit status 2
}
if (style ne "colour" && style ne "grey") {
    print "style '".style."'; expected colour or grey"
    exit status 2
}
if (!(font_points >= 4 && font_points <= 48)) {
    print "expected a font-size from 4 to 48 points"
    exit status 2
}
if (!(page_width_px == 0 || (page_width_px >= 12 * font_points && page_width_px <= 9600))) {
    print "expected a width such as 3.5in or 89mm, at least 9 times the font-size and at most 100in"
    exit status 2
}
# What a line is called: its own name, or what the first fitting name=GLOB=TEXT says.
# One that fits what stands before a comma leaves the rest.
first_name(text) = (hit = 0, sum [i = 1:names] (hit == 0 && glob(name_glob[i], text) ? (hit = i, 0) : 0), hit)
head_of(text) = text[1:strstrt(text.", ", ", ") - 1]
renamed(text) = first_name(text) > 0 ? name_text[hit] : head_of(text) eq text || first_name(head_of(text)) == 0 ? text : \
    name_text[hit].text[strlen(head_of(text)) + 1:]

# A condition is COLUMN RELATION VALUE; words are globs, numbers may have a suffix.
factor(text) = ends(text, "Ki") * 2.0**10 + ends(text, "Mi") * 2.0**20 + ends(text, "Gi") * 2.0**30 + \
    ends(text, "k") * 1e3 + ends(text, "M") * 1e6 + ends(text, "G") * 1e9
mantissa(text) = text[1:strlen(text) - (ends(text, "i") ? 2 : factor(text) > 0 ? 1 : 0)]
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

# ---- The file, whose header has the columns that the head of the script names, and the unit where none is asked for

needs = ""
default_unit = "bytes/s"
header = ""
set datafile separator "\n"
set datafile commentschars ""
note_needs(line) = begins(line, "# columns: ") ? (needs = after(line, "# columns: "), 1) : \
    begins(line, "# unit: ") ? (default_unit = after(line, "# unit: "), 1) : 1
note_header(line) = header eq "" ? (header = line, 1) : 1
stats folder.chart.".gp" using (note_needs(strcol(1))) nooutput
# What every chart of times reads beside.
needs = strstrt(needs, "bytes_per_s") == 0 ? needs : needs.", op, mode, threads_per_group, values_per_thread, unroll, load, ".\
    "load_width, groups, workers, device, limit_bytes_per_s, limit_ratio, machine, l1d_bytes, l2_bytes, l3_bytes, utc"
unit = unit eq "" ? default_unit : unit
if (unit ne "bytes/s" && unit ne "elements/s" && unit ne "time") {
    print "unit '".unit."'; expected bytes/s, elements/s or time"
    exit status 2
}
stats csv using (note_header(strcol(1))) every ::0::0 nooutput
has(column_name) = strstrt(",".header.",", ",".column_name.",") > 0
while (needs ne "") {
    comma = strstrt(needs.",", ",")
    if (header eq "" || !has(needs[:comma - 1])) {
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

# The parameters beside the problem: those that differ name a series, those that do not stand once in the subtitle. An
# older file has fewer columns.
parameters = ""
do for [parameter_name in "local broadcast engine ring reducers ranks schedule exchange node threads_per_group ".\
        "values_per_thread unroll load load_width groups network workers isa selectivity pages cache in_place device result"] {
    if (has(parameter_name)) { parameters = parameters." ".parameter_name }
}
hue_without = ""    # the same colour whatever these are
word_number(list, text) = sum [k = 1:words(list)] (word(list, k) eq text ? k : 0)
is_default(column_name, text) = column_name eq "device" ? text eq "cpu" : column_name eq "broadcast" ? text eq "no" : \
    column_name eq "engine" && text eq "emulate"
counted_text(text, thing) = text." ".thing.(text eq "1" ? "" : "s")
spelt(column_name, text) = column_name eq "threads_per_group" ? "T=".text : column_name eq "values_per_thread" ? "V=".text : \
    column_name eq "unroll" ? "U=".text : column_name eq "ring" ? "S=".text : column_name eq "reducers" ? "R=".text : \
    column_name eq "load_width" ? "load width ".text : column_name eq "groups" ? counted_text(text, "group") : \
    column_name eq "workers" ? counted_text(text, "worker") : column_name eq "ranks" ? counted_text(text, "rank") : \
    column_name eq "selectivity" ? "selectivity ".text : column_name eq "pages" ? text." pages" : \
    column_name eq "cache" ? "cache ".text : column_name eq "broadcast" ? (text eq "yes" ? "" : text." ")."broadcast" : \
    column_name eq "in_place" ? "in place" : text
# Of dot products whose groups cover the array once, "n/T": no size has another number of them by choice.
is_one_walk(dummy) = !is_absent(strcol("groups")) && cell_number("groups") > 1 && \
    cell_number("groups") == ceil(cell_number("n") / cell_number("threads_per_group"))
parameter(column_name) = column_name eq "groups" && is_one_walk(0) ? "n/T" : \
    column_name eq "selectivity" && !is_absent(strcol(column_name)) ? sprintf("%g", cell_number(column_name)) : strcol(column_name)
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
is_svg = format eq ".svg"
is_time = unit eq "time"
quantity_text = is_time ? "Time" : unit eq "bytes/s" ? "Bandwidth" : "Throughput"
percent(share) = sprintf(share < 0.01 ? "%.1f %%" : "%.0f %%", 100 * share)
value_text(value) = is_time ? time_text(value) : rate_text(value).(unit eq "bytes/s" ? " GB/s" : " 10⁹/s")
# Broken at blanks into lines of at most so many characters.
last_blank(text, most) = (at = 0, sum [i = 1:most + 1] (text[i:i] eq " " ? (at = i, 0) : 0), at)
fold(text, most) = strlen(text) <= most || last_blank(text, most) < 2 ? text : \
    text[1:last_blank(text, most) - 1]."\n".fold(text[last_blank(text, most) + 1:], most)
line_count(text) = 1 + (sum [i = 1:strlen(text)] (text[i:i] eq "\n"))
