/* SPDX-License-Identifier: MIT */
/* A chart of the fastest over several results. */
#include "chart/chart_history.h"

#include "analysis/moments.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 6, COLORS = 8 };

static void add_panel(struct chart_data *data, const char *problem)
{
    double panels = 1;
    for (size_t i = 0; i < data->text_count; i++) {
        const bool is_panel = strcmp(data->texts[i].key, "@panel") == 0;
        if (is_panel && strcmp(data->texts[i].text, problem) == 0)
            return;
        panels += is_panel;
    }
    chart_text_add(data, "@panel", problem, panels, NAN);
}

static void add_moment(struct chart_line *line, const struct moment *moment, double first_s)
{
    char time[32];
    const double y = moment->median_s / first_s;
    chart_point_add(line,
                    (struct chart_point){
                        (double)moment->order + 1, y, moment->low_s / first_s, moment->high_s / first_s, 0,
                        memory_format("%.7s %.10s; %s; %s: %s; %.3g times the first", moment->commit,
                                      moment->utc, line->name, moment->algorithm,
                                      text_format_duration(time, sizeof time, moment->median_s), y)});
}

static void add_lines(struct chart_data *data, const struct history *history)
{
    char count[32];
    struct chart_line *line = NULL;
    const struct moment *first = NULL;
    unsigned of_panel = 0;
    for (size_t i = 0; i < history->count; i++) {
        const struct moment *const moment = &history->moments[i];
        if (first == NULL || !moments_share_problem(first, moment)) {
            of_panel = first != NULL && strcmp(first->problem, moment->problem) == 0 ? of_panel + 1 : 0;
            char *const name = memory_format("n = %s", text_format_count(count, sizeof count, moment->n));
            add_panel(data, moment->problem);
            line = chart_line_add(data, moment->problem, name);
            line->color = (int)(of_panel % COLORS);
            line->shape = of_panel % SHAPES;
            first = moment;
            free(name);
        }
        add_moment(line, moment, first->median_s);
    }
}

static void add_ticks(struct chart_data *data, const struct history *history)
{
    for (size_t order = 0; order < history->results; order++)
        for (size_t i = 0; i < history->count; i++)
            if (history->moments[i].order == order) {
                char *const text = memory_format("%.7s", strcmp(history->moments[i].commit, "-") != 0
                                                             ? history->moments[i].commit
                                                             : history->moments[i].utc);
                chart_text_add(data, "@xtick", text, (double)order + 1, NAN);
                free(text);
                break;
            }
}

static void add_page(struct chart_data *data, const struct history *history, const struct config_plot *plot)
{
    static const struct {
        const char *key, *text;
    } texts[] = {{"@subtitle", ""},
                 {"@draw", "lines"},
                 {"@unit", "ratio"},
                 {"@xlabel", "result"},
                 {"@ylabel", "time / time in the first result"},
                 {"@xscale", "linear"},
                 {"@yscale", "log"},
                 {"@footer",
                  "The fastest of each result: median with its 95% interval; over that of the first result. "
                  "Whether it differs: scanbench compare."}};
    chart_text_add(data, "@title",
                   plot->look.title[0] != '\0' ? plot->look.title : plot_kinds[plot->kind].title, NAN, NAN);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        chart_text_add(data, texts[i].key, texts[i].text, NAN, NAN);
    add_ticks(data, history);
}

bool chart_history_make(struct chart_data *data, const struct chart_source *sources, size_t count,
                        const struct config_plot *plot, struct error *error)
{
    struct history history = {0};
    bool ok = true;
    *data = (struct chart_data){0};
    for (size_t i = 0; ok && i < count; i++)
        ok = history_add(&history, sources[i].file, &plot->filter, error);
    if (ok) {
        history_sort(&history);
        add_page(data, &history, plot);
        add_lines(data, &history);
    }
    free(history.moments);
    return ok;
}
