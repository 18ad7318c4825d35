# SPDX-License-Identifier: MIT
# What published.gp says of the rows that are drawn. Loaded after rows.gp.

most_published = 256
array published_key[most_published]
array published_s[most_published]       # a time; 0: none
array published_bytes[most_published]   # algorithmic, in GB/s; 0: none
array published_values[most_published]  # in 10⁹ a second; 0: none
array published_ratio[most_published]   # a time in units of the source's own; 0: none
array published_source[most_published]
published = 0
published_sources = ""
take_published(dummy) = published == most_published ? 0 : (published = published + 1, \
    published_key[published] = strcol("primitive")." ".strcol("algorithm")." ".strcol("local")." ".strcol("dtype")." ".\
        strcol("n")." ".strcol("threads_per_group")." ".strcol("values_per_thread")." ".strcol("load")." ".strcol("load_width")." ".\
        strcol("groups")." ".strcol("unroll")." ".strcol("workers"), \
    published_s[published] = strcol("quantity") eq "time" ? column("value") : 0, \
    published_bytes[published] = strcol("quantity") eq "bandwidth" ? column("value") : 0, \
    published_values[published] = strcol("quantity") eq "values" ? column("value") : 0, \
    published_ratio[published] = strcol("quantity") eq "ratio" ? column("value") : 0, \
    published_source[published] = strcol("source").", ".strcol("machine"), 0)
set datafile separator comma columnheaders
load folder."published.gp"
stats $published using (take_published(0)) nooutput
set datafile separator whitespace
unset datafile columnheaders
fits_word(pattern, text) = pattern eq "-" || pattern eq text
fits(pattern, text) = (sum [k = 1:words(text)] (fits_word(word(pattern, k), word(text, k)) ? 1 : 0)) == words(text)
of_one_problem(i, key) = strstrt(key, word(published_key[i], 1)." ".word(published_key[i], 2)." ") == 1
# The first that fits; 0: none.
array row_published[rows]
do for [r = 1:rows] {
    hit = 0
    ignored = sum [i = 1:published] (hit == 0 && of_one_problem(i, row_key[r]) && fits(published_key[i], row_key[r]) ? (hit = i, 0) : 0)
    row_published[r] = hit
}
published_of(r) = row_published[r]
# In seconds, then in the unit of the chart; NaN: nothing.
published_time(i, r) = published_s[i] > 0 ? published_s[i] : published_ratio[i] > 0 ? NaN : 1e-9 * row_n[r] * \
    (published_bytes[i] > 0 ? panel_bytes[row_panel[r]] / published_bytes[i] : 1 / published_values[i])
rate_of(seconds, r) = 1e-9 * row_n[r] * (unit eq "bytes/s" ? panel_bytes[row_panel[r]] : 1) / seconds
published_value(i, r) = i == 0 ? NaN : is_time ? published_time(i, r) : rate_of(published_time(i, r), r)
# The time of a row over that of another, where one source has both.
is_of_one_source(i, k) = i > 0 && k > 0 && i != k && published_source[i] eq published_source[k] && (published_ratio[i] > 0) == (published_ratio[k] > 0)
published_over(i, r, k, q) = !is_of_one_source(i, k) ? NaN : \
    published_ratio[i] > 0 ? published_ratio[i] / published_ratio[k] : published_time(i, r) / published_time(k, q)
note_source(i) = i == 0 || strstrt(published_sources, published_source[i]) ? 0 : \
    (published_sources = published_sources.(published_sources eq "" ? "" : "; ").published_source[i], 0)
published_text(dummy) = published_sources eq "" ? "" : " Grey diamond: published, ".published_sources.".".(has_bars ? "" : " Its edge has the colour of the line.")
