# SPDX-License-Identifier: MIT
# What published.gp says of the rows that are drawn. Loaded after rows.gp.

most_published = 256
array published_key[most_published]
array published_s[most_published]       # a time; 0: a rate
array published_rate[most_published]
array published_source[most_published]
published = 0
published_sources = ""
take_published(dummy) = published == most_published ? 0 : (published = published + 1, \
    published_key[published] = strcol("primitive")." ".strcol("algorithm")." ".strcol("local")." ".strcol("dtype")." ".\
        strcol("n")." ".strcol("threads_per_group")." ".strcol("values_per_thread")." ".strcol("load_width"), \
    published_s[published] = strcol("quantity") eq "time" ? column("value") : 0, \
    published_rate[published] = strcol("quantity") eq "time" ? 0 : column("value"), \
    published_source[published] = strcol("source").", ".strcol("machine"), 0)
set datafile separator comma columnheaders
load folder."published.gp"
stats $published using (take_published(0)) nooutput
set datafile separator whitespace
unset datafile columnheaders
fits_word(pattern, text) = pattern eq "-" || pattern eq text
fits(pattern, text) = (sum [k = 1:words(text)] (fits_word(word(pattern, k), word(text, k)) ? 1 : 0)) == words(text)
# The first that fits; 0: none.
published_of(r) = (hit = 0, sum [i = 1:published] (hit == 0 && fits(published_key[i], row_key[r]) ? (hit = i, 0) : 0), hit)
# In the unit of the chart; NaN: nothing, or in elements.
published_value(i, r) = i == 0 || unit eq "elements/s" ? NaN : \
    is_time ? (published_s[i] > 0 ? published_s[i] : panel_bytes[row_panel[r]] * row_n[r] / published_rate[i] / 1e9) : \
    published_s[i] > 0 ? panel_bytes[row_panel[r]] * row_n[r] / published_s[i] / 1e9 : published_rate[i]
note_source(i) = i == 0 || strstrt(published_sources, published_source[i]) ? 0 : \
    (published_sources = published_sources.(published_sources eq "" ? "" : "; ").published_source[i], 0)
published_text(dummy) = published_sources eq "" ? "" : " Grey diamond: published, ".published_sources."."
