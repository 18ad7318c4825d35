# SPDX-License-Identifier: MIT
# The rows of a result that a chart draws, as arrays. Loaded after common.gp, with these set before:
#   axis_column: of the places; extra_column: one more number of a row, "" for none
#   most_sizes: of each problem, spread evenly, the greatest among them; 0: all
#   is_hue_of_series: colours are those of the series, not of algorithms
#   is_without_limits: rows of limit kernels only of problems that nothing else solves
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
array problem_sizes[problem_limit]      # " 1024 4096", and after the survey those that are drawn
array problem_others[problem_limit]     # rows that are of no limit kernel
problems = 0
rank_problem(key) = (hit = sum [k = 1:problems] (problem_name[k] eq key ? k : 0), \
    hit ? hit : problems == problem_limit ? problem_limit : \
    (problems = problems + 1, problem_name[problems] = key, problem_sizes[problems] = " ", \
        problem_others[problems] = 0, problems))
note_size(k, n) = strstrt(problem_sizes[k], n) ? 0 : (problem_sizes[k] = problem_sizes[k].n[2:], 0)
rows = 0
least_n = 1e300
most_n = 0
survey(dummy) = !is_measured(0) ? 0 : \
    (rows = rows + 1, n = cell_number("n"), least_n = n < least_n ? n : least_n, most_n = n > most_n ? n : most_n, \
     k = rank_problem(problem(0)), problem_others[k] = problem_others[k] + (strcol("family") ne "limit"), \
     note_size(k, sprintf(" %.0f ", n)), \
     sum [i = 1:words(parameters)] note(i, parameter(word(parameters, i))))
stats csv using (survey(0)) nooutput
if (rows == 0) {
    print csv.": no row to draw: none is ok with a size and a rate".(wanted > 0 ? " among those chosen" : "")
    exit status 2
}

# The sizes that are drawn, and of how many.
left_out = 0
size_rank(list, i) = 1 + (sum [k = 1:words(list)] (word(list, k) + 0 < word(list, i) + 0))
is_taken(list, i) = words(list) <= most_sizes || \
    (sum [j = 1:most_sizes] (size_rank(list, i) == words(list) - floor((j - 1.0) * (words(list) - 1) / (most_sizes > 1 ? most_sizes - 1 : 1) + 0.5))) > 0
do for [problem_rank = 1:(most_sizes > 0 ? problems : 0)] {
    taken = " "
    sizes = problem_sizes[problem_rank]
    do for [size_index = 1:words(sizes)] {
        if (is_taken(sizes, size_index)) { taken = taken.word(sizes, size_index)." " }
    }
    left_out = words(sizes) - words(taken) > left_out ? words(sizes) - words(taken) : left_out
    problem_sizes[problem_rank] = taken
}
left_out_text = left_out == 0 ? "" : most_sizes == 1 ? " The greatest size alone." : \
    sprintf(" Sizes: %d of %d.", most_sizes, most_sizes + left_out)

varies(i) = distinct[i] > 1
has_many(column_name) = word_number(parameters, column_name) > 0 && distinct[word_number(parameters, column_name)] > 1
# What all lines share; then what is the same in those that have it.
common = ""
partly = ""
do for [i = 1:words(parameters)] {
    if (distinct[i] == 1 && !is_default(word(parameters, i), seen[i][2:strlen(seen[i]) - 1])) {
        said = spelt(word(parameters, i), seen[i][2:strlen(seen[i]) - 1])
        if (lacking[i] == 0) { common = common.(common eq "" ? "" : ", ").said }
        if (lacking[i] > 0) { partly = partly.(partly eq "" ? "" : ", ").said }
    }
}
if (partly ne "") { common = common.(common eq "" ? "" : "; ")."where a line has it: ".partly }
# What the name of a device says already: its engine; and of the host that it is one.
is_said(column_name, text) = column_name eq "device" ? text eq "cpu" : \
    column_name eq "engine" && text ne "emulate" && has_many("device")
# ", T=256, V=8": the parameters that vary and that the row has, but for those of a list.
named_one(i, column_name) = varies(i) && !is_absent(parameter(column_name)) && !is_said(column_name, parameter(column_name)) ? \
    (name = name.", ".spelt(column_name, parameter(column_name)), 0) : 0
named(but_for) = (name = "", sum [i = 1:words(parameters)] \
    (word_number(but_for, word(parameters, i)) ? 0 : named_one(i, word(parameters, i))), name)
# "group/lookback, raking": the algorithm, and what varies of it but for some parameters.
line_of(but_for) = strcol("algorithm").named(but_for)
tile = "threads_per_group values_per_thread"

# One axis, one way to draw it: the colour is what is computed how, the dash where, by how many and of
# what selectivity, the shape the family.
where_axes = " workers ranks device engine selectivity result"
hue_of(but_for) = is_hue_of_series ? series_of(0) : line_of(but_for.where_axes.hue_without)
# What runs on a device of its own has other limits than the host, and what keeps more others than what keeps less.
is_on_device(dummy) = has("engine") && !is_absent(strcol("engine")) && strcol("engine") ne "emulate"
bare(text) = text eq ", " ? "host" : begins(text, ", , ") ? text[5:] : text[3:]
workers_text(dummy) = axis_column eq "workers" || ((has_many("result") || has_many("selectivity")) && !has_many("workers")) ? "" : \
    counted_text(sprintf("%d", counted(cell_number("workers"))), "worker")
where_text(dummy) = bare(", ".(is_on_device(0) ? strcol("device") : workers_text(0)).\
    (axis_column ne "ranks" && has("ranks") && !is_absent(strcol("ranks")) ? ", ".counted_text(strcol("ranks"), "rank") : "").\
    (has_many("selectivity") && !is_absent(strcol("selectivity")) ? sprintf(", selectivity %g", cell_number("selectivity")) : "").\
    (has_many("result") ? ", ".strcol("result") : ""))
families = "serial simd threads group mpi plugin"
# Files of before there were grades say unstable.
is_unusable(dummy) = has("grade") ? strcol("grade") eq "unusable" : strstrt(";".strcol("flags").";", ";unstable;") > 0
is_above_limit(dummy) = strstrt(";".strcol("flags").";", ";limit_exceeded;") > 0
unusable_text = has("grade") ? "unusable" : "unstable"

# ---- Read them: every row gets the rank of its panel, series and place on the axis

array panel[capacity]
array series[capacity]
array group[capacity]
array hue_name[2 * capacity]
array where_name[capacity]
array place_x[capacity]
panels = 0
series_count = 0
groups = 0
hues = 0
wheres = 0
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
rank_hue(key) = (hit = sum [k = 1:hues] (hue_name[k] eq key ? k : 0), \
    hit ? hit : (hues = hues + 1, hue_name[hues] = key, hues))
rank_where(key) = (hit = sum [k = 1:wheres] (where_name[k] eq key ? k : 0), \
    hit ? hit : (wheres = wheres + 1, where_name[wheres] = key, wheres))
rank_place(key) = (hit = sum [k = 1:places] (place_x[k] == key ? k : 0), \
    hit ? hit : (places = places + 1, place_x[places] = key, places))

array row_panel[capacity]
array row_series[capacity]
array row_group[capacity]
array row_place[capacity]
array row_value[capacity]
array row_low[capacity]        # NaN: no interval
array row_high[capacity]
array row_time[capacity]
array row_n[capacity]
array row_hollow[capacity]     # unusable
array row_above[capacity]      # its limit
array row_limit[capacity]      # in the unit; 0: none
array row_share[capacity]      # of the limit
array row_hue[capacity]        # of its series
array row_group_hue[capacity]  # of its group
array row_where[capacity]
array row_family[capacity]
array row_t[capacity]
array row_v[capacity]
array row_extra[capacity]
array row_key[capacity]        # what published.gp names, a blank between
array series_group[capacity]
array panel_bytes[capacity]    # algorithmic bytes of an element
machine = "-"
utc = "-"
amount(dummy) = unit eq "bytes/s" ? cell_number("bytes_per_s") * cell_number("time_median_s") / 1e9 : cell_number("n") / 1e9
in_unit(seconds) = is_time ? seconds : work / seconds
is_drawn(dummy) = is_measured(0) && cell_number(axis_column) >= 1 && is_plausible(cell_number(axis_column)) && \
    !(is_without_limits && problem_others[rank_problem(problem(0))] && strcol("family") eq "limit") && \
    strstrt(problem_sizes[rank_problem(problem(0))], sprintf(" %.0f ", cell_number("n"))) > 0

key_cell(name) = is_absent(strcol(name)) ? "-" : strcol(name)
key_of(dummy) = strcol("primitive")." ".strcol("algorithm")." ".(has("local") ? key_cell("local") : "-")." ".\
    strcol("dtype")." ".sprintf("%.0f", cell_number("n"))." ".key_cell("threads_per_group")." ".key_cell("values_per_thread").\
    " ".key_cell("load")." ".key_cell("load_width")." ".key_cell("groups")." ".key_cell("unroll")." ".key_cell("workers")
hosts = 0            # rows of the host, and after them the devices of the others
device_list = ""
note_device(name) = word_number(device_list, name) ? 0 : (device_list = device_list." ".name, 0)
keep(dummy) = !is_drawn(0) ? 0 : (\
    row = row + 1, \
    is_on_device(0) ? (is_absent(strcol("device")) ? 0 : note_device(strcol("device"))) : (hosts = hosts + 1, 0), \
    work = amount(0), \
    seconds = cell_number("time_median_s"), \
    row_panel[row] = rank_panel(panel_of(0)), \
    row_series[row] = rank_series(series_of(0)), \
    row_group[row] = rank_group(group_of(0)), \
    row_place[row] = rank_place(cell_number(axis_column)), \
    row_value[row] = in_unit(seconds), \
    low_s = plausible(cell_number("time_ci_low_s"), NaN), high_s = plausible(cell_number("time_ci_high_s"), NaN), \
    row_low[row] = in_unit(is_time ? low_s : high_s), \
    row_high[row] = in_unit(is_time ? high_s : low_s), \
    row_time[row] = seconds, row_n[row] = cell_number("n"), \
    row_hollow[row] = is_unusable(0), \
    row_above[row] = is_above_limit(0), \
    bytes = cell_number("bytes_per_s") * seconds, \
    limit_s = bytes / plausible(cell_number("limit_bytes_per_s"), NaN), \
    row_limit[row] = limit_s > 0 ? in_unit(limit_s) : 0, \
    row_share[row] = plausible(cell_number("limit_ratio"), 0), \
    row_hue[row] = rank_hue(hue_of("")), row_group_hue[row] = rank_hue(hue_of(tile)), \
    row_where[row] = rank_where(where_text(0)), row_family[row] = word_number(families, strcol("family")), \
    row_t[row] = finite(cell_number("threads_per_group"), 0), \
    row_key[row] = key_of(0), \
    row_extra[row] = extra_column eq "" ? NaN : cell_number(extra_column), \
    row_v[row] = finite(cell_number("values_per_thread"), 0), \
    series_group[row_series[row]] = row_group[row], \
    panel_bytes[row_panel[row]] = bytes / cell_number("n"), \
    machine = strcol("machine"), utc = strcol("utc"), \
    l1d = cell_number("l1d_bytes"), l2 = cell_number("l2_bytes"), l3 = cell_number("l3_bytes"), 0)
row = 0
stats csv using (keep(0)) nooutput
if (hosts == 0) { has_caches = 0 } # those that are known are of the host
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

# What the titles of all panels share stands once, in front of what all lines share.
part(text, k) = (at = strstrt(text.", ", ", "), k == 1 ? text[1:at - 1] : part(text[at + 2:], k - 1))
parts(text) = 1 + (sum [k = 1:strlen(text) - 1] (text[k:k + 1] eq ", "))
has_part(text, k, said) = parts(text) >= k && part(text, k) eq said
is_shared_part(k) = (sum [p = 1:panels] has_part(panel[p], k, part(panel[1], k))) == panels
if (panels > 1) {
    shared_parts = ""
    do for [k = 1:parts(panel[1])] {
        if (is_shared_part(k)) { shared_parts = shared_parts.sprintf(" %d", k) }
    }
    shared_text = ""
    do for [i = 1:words(shared_parts)] {
        shared_text = shared_text.(i == 1 ? "" : ", ").part(panel[1], int(word(shared_parts, i)))
    }
    do for [p = 1:panels] {
        own = ""
        do for [k = 1:parts(panel[p])] {
            if (word_number(shared_parts, sprintf("%d", k)) == 0) { own = own.(own eq "" ? "" : ", ").part(panel[p], k) }
        }
        panel[p] = own
    }
    common = shared_text.(shared_text eq "" || common eq "" ? "" : "; ").common
}
