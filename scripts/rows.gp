# SPDX-License-Identifier: MIT
# The rows of a result that a chart draws, as arrays. Loaded after common.gp, with these set before:
#   axis_column: of the places; extra_column: one more number of a row, "" for none
#   is_one_size: only the greatest n of each problem   is_without_limits: rows of limit kernels only where nothing else is
# and, as functions of a dummy, the text that names each row's: panel_of, series_of, group_of.

is_measured(dummy) = strcol("status") eq "ok" && cell_number("n") >= 1 && is_plausible(cell_number("n")) && \
    is_plausible(cell_number("time_median_s")) && is_plausible(cell_number("bytes_per_s")) && is_chosen(0)

# ---- What differs between the rows

array distinct[words(parameters)]
array seen[words(parameters)]
array lacking[words(parameters)]     # rows without it
do for [i = 1:words(parameters)] {
    distinct[i] = 0
    lacking[i] = 0
    seen[i] = "|"
}
note(i, text) = is_absent(text) ? (lacking[i] = lacking[i] + 1, 0) : strstrt(seen[i], "|".text."|") ? 0 : \
    (seen[i] = seen[i].text."|", distinct[i] = distinct[i] + 1, 0)

problem_limit = 64
array problem_name[problem_limit]
array problem_greatest[problem_limit]
problems = 0
rank_problem(key) = (hit = sum [k = 1:problems] (problem_name[k] eq key ? k : 0), \
    hit ? hit : problems == problem_limit ? problem_limit : \
    (problems = problems + 1, problem_name[problems] = key, problem_greatest[problems] = 0, problems))
rows = 0
others = 0
least_n = 1e300
most_n = 0
survey(dummy) = !is_measured(0) ? 0 : \
    (rows = rows + 1, others = others + (strcol("family") ne "limit"), n = cell_number("n"), \
     least_n = n < least_n ? n : least_n, most_n = n > most_n ? n : most_n, k = rank_problem(problem(0)), \
     problem_greatest[k] = n > problem_greatest[k] ? n : problem_greatest[k], \
     sum [i = 1:words(parameters)] note(i, parameter(i)))
stats csv using (survey(0)) nooutput
if (rows == 0) {
    print csv.": no row to draw: none is ok with a size and a rate".(wanted > 0 ? " among those chosen" : "")
    exit status 2
}

varies(i) = distinct[i] > 1
# What all lines share; then what is the same in those that have it.
common = ""
partly = ""
do for [i = 1:words(parameters)] {
    if (distinct[i] == 1 && !is_default(i, seen[i][2:strlen(seen[i]) - 1])) {
        said = spelt(i, seen[i][2:strlen(seen[i]) - 1])
        if (lacking[i] == 0) { common = common.(common eq "" ? "" : ", ").said }
        if (lacking[i] > 0) { partly = partly.(partly eq "" ? "" : ", ").said }
    }
}
if (partly ne "") { common = common.(common eq "" ? "" : "; ")."where a line has it: ".partly }
# What the name of a device says already: its engine; and of the host that it is one.
is_said(i, text) = i == 13 ? text eq "cpu" : i == 16 && text ne "emulate" && varies(13)
# ", T=256, V=8": the parameters first to last that vary and that the row has.
named(first, last) = (name = "", \
    sum [i = first:last] (varies(i) && !is_absent(parameter(i)) && !is_said(i, parameter(i)) ? \
        (name = name.", ".spelt(i, parameter(i)), 0) : 0), name)

# "group/lookback, raking": the algorithm, and within a group what varies of it; and the other parameters that vary.
algorithm_of(dummy) = strcol("algorithm").named(late_column, words(parameters))
named_from(first) = named(first, late_column - 1)

# What runs on a device of its own has other limits than the host, and another style.
devices = ""
engines = ""
is_on_device(dummy) = words(parameters) >= late_column && !is_absent(strcol("engine")) && strcol("engine") ne "emulate"
word_number(list, text) = sum [k = 1:words(list)] (word(list, k) eq text ? k : 0)
rank_device(text) = word_number(devices, text) ? word_number(devices, text) : (devices = devices." ".text, words(devices))
rank_engine(text) = word_number(engines, text) ? word_number(engines, text) : (engines = engines." ".text, words(engines))

# ---- Read them: every row gets the rank of its panel, series and place on the axis

array panel[capacity]
array series[capacity]
array group[capacity]
array algorithm[capacity]
array place_x[capacity]
panels = 0
series_count = 0
groups = 0
algorithms = 0
places = 0
# The row before mostly had the same.
rank_panel(key) = panels > 0 && panel[recent_panel] eq key ? recent_panel : \
    (hit = sum [k = 1:panels] (panel[k] eq key ? k : 0), \
    recent_panel = hit ? hit : (panels = panels + 1, panel[panels] = key, panels))
rank_series(key) = series_count > 0 && series[recent_series] eq key ? recent_series : \
    (hit = sum [k = 1:series_count] (series[k] eq key ? k : 0), \
    recent_series = hit ? hit : (series_count = series_count + 1, series[series_count] = key, series_count))
rank_group(key) = groups > 0 && group[recent_group] eq key ? recent_group : \
    (hit = sum [k = 1:groups] (group[k] eq key ? k : 0), \
    recent_group = hit ? hit : (groups = groups + 1, group[groups] = key, groups))
rank_algorithm(key) = (hit = sum [k = 1:algorithms] (algorithm[k] eq key ? k : 0), \
    hit ? hit : (algorithms = algorithms + 1, algorithm[algorithms] = key, algorithms))
rank_place(key) = (hit = sum [k = 1:places] (place_x[k] == key ? k : 0), \
    hit ? hit : (places = places + 1, place_x[places] = key, places))

array row_panel[capacity]
array row_series[capacity]
array row_group[capacity]
array row_place[capacity]
array row_value[capacity]
array row_low[capacity]
array row_high[capacity]
array row_time[capacity]
array row_unstable[capacity]
array row_limit[capacity]      # in the unit; 0: none
array row_share[capacity]      # of the limit
array row_workers[capacity]
array row_device[capacity]     # in `devices`; 0: the host
array row_t[capacity]
array row_v[capacity]
array row_extra[capacity]
array row_key[capacity]        # what published.gp names, a blank between
array group_algorithm[capacity]
array series_group[capacity]
array group_engine[capacity]   # in `engines`; 0: the host, emulate too
array panel_bytes[capacity]    # algorithmic bytes of an element
machine = "-"
utc = "-"
is_time = unit eq "time"
amount(dummy) = unit eq "bytes/s" ? cell_number("bytes_per_s") * cell_number("time_median_s") / 1e9 : cell_number("n") / 1e9
in_unit(seconds) = is_time ? seconds : work / seconds
is_drawn(dummy) = is_measured(0) && cell_number(axis_column) >= 1 && is_plausible(cell_number(axis_column)) && \
    !(is_without_limits && others && strcol("family") eq "limit") && \
    !(is_one_size && cell_number("n") < problem_greatest[rank_problem(problem(0))])

key_cell(name) = is_absent(strcol(name)) ? "-" : strcol(name)
key_of(dummy) = strcol("primitive")." ".strcol("algorithm")." ".(words(parameters) >= late_column ? key_cell("local") : "-")." ".\
    strcol("dtype")." ".sprintf("%.0f", cell_number("n"))." ".key_cell("threads_per_group")." ".key_cell("values_per_thread").\
    " ".key_cell("load_width")
keep(dummy) = !is_drawn(0) ? 0 : (\
    row = row + 1, \
    work = amount(0), \
    seconds = cell_number("time_median_s"), \
    row_panel[row] = rank_panel(panel_of(0)), \
    row_series[row] = rank_series(series_of(0)), \
    row_group[row] = rank_group(group_of(0)), \
    row_place[row] = rank_place(cell_number(axis_column)), \
    row_value[row] = in_unit(seconds), \
    low_s = plausible(cell_number("time_ci_low_s"), seconds), high_s = plausible(cell_number("time_ci_high_s"), seconds), \
    row_low[row] = in_unit(is_time ? low_s : high_s), \
    row_high[row] = in_unit(is_time ? high_s : low_s), \
    row_time[row] = seconds, \
    row_unstable[row] = strstrt(";".strcol("flags").";", ";unstable;") > 0, \
    bytes = cell_number("bytes_per_s") * seconds, \
    limit_s = bytes / plausible(cell_number("limit_bytes_per_s"), NaN), \
    row_limit[row] = limit_s > 0 ? in_unit(limit_s) : 0, \
    row_share[row] = plausible(cell_number("limit_ratio"), 0), \
    row_workers[row] = counted(cell_number("workers")), \
    row_device[row] = is_on_device(0) ? rank_device(strcol("device")) : 0, \
    group_engine[row_group[row]] = is_on_device(0) ? rank_engine(strcol("engine")) : 0, \
    row_t[row] = finite(cell_number("threads_per_group"), 0), \
    row_key[row] = key_of(0), \
    row_extra[row] = extra_column eq "" ? NaN : cell_number(extra_column), \
    row_v[row] = finite(cell_number("values_per_thread"), 0), \
    series_group[row_series[row]] = row_group[row], \
    group_algorithm[row_group[row]] = rank_algorithm(algorithm_of(0)), \
    panel_bytes[row_panel[row]] = bytes / cell_number("n"), \
    machine = strcol("machine"), utc = strcol("utc"), \
    l1d = cell_number("l1d_bytes"), l2 = cell_number("l2_bytes"), l3 = cell_number("l3_bytes"), 0)
row = 0
stats csv using (keep(0)) nooutput
rows = row
if (rows == 0) {
    print csv.": no row to draw: none has ".axis_column
    exit status 2
}
set datafile separator whitespace
unset datafile columnheaders

# Places in order: order[1] is the rank of the smallest.
array order[places]
do for [z = 1:places] {
    order[1 + sum [k = 1:places] (place_x[k] < place_x[z])] = z
}
