/* SPDX-License-Identifier: MIT */
/* What tells the rows of a chart apart, what they share, and what lines are called, in words. */
#include "base/divide.h"
#include "base/memory.h"
#include "base/text.h"
#include "chart/chart.h"
#include "problem/primitive.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More elements than a row has. */
static const double place_whole = 0x1p62;

size_t names_rank(struct names *names, const char *text)
{
    size_t i = 0;
    while (i < names->count && strcmp(names->all[i], text) != 0)
        i++;
    if (i < names->count)
        return i;
    names->all = memory_resize(names->all, names->count + 1, sizeof *names->all);
    names->all[names->count++] = memory_text(text);
    return i;
}

void names_close(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->all[i]);
    free(names->all);
}

void name_add(char name[CHART_NAME], const char *between, const char *words)
{
    const size_t length = strlen(name);
    if (words[0] != '\0')
        snprintf(name + length, CHART_NAME - length, "%s%s", length > 0 ? between : "", words);
}

void name_print(char name[CHART_NAME], const char *between, const char *format, ...)
{
    char words[CHART_NAME];
    va_list values;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    name_add(name, between, words);
}

/* Of dot products whose groups cover the array once: no size has another number of them by choice. */
static bool is_one_walk(const struct point *point)
{
    return point->groups > 1 && point->threads_per_group > 0 &&
           point->groups == divide_up(point->n, point->threads_per_group);
}

const char *point_parameter(const struct chart *chart, const struct chart_point *of, unsigned parameter,
                            char text[PARAMETER_TEXT])
{
    const struct point *const point = &of->record->point;
    if (parameter == PARAMETER_RESULT)
        return chart->source_count > 1 ? chart->sources[of->source].name : "";
    if (!point_has(point, (enum axis)parameter))
        return "";
    if (parameter == AXIS_GROUPS && is_one_walk(point))
        return "n/T";
    point_axis_text(point, (enum axis)parameter, text, PARAMETER_TEXT);
    if (parameter == AXIS_SELECTIVITY)
        snprintf(text, PARAMETER_TEXT, "%g", (double)point->selectivity / SELECTIVITY_ONE);
    return strcmp(text, "-") == 0 ? "" : text;
}

/* All parameters may name lines but for those of the problem, which name panels. */
void chart_survey(struct chart *chart)
{
    static const uint64_t of_problem = PARAMETER_BIT(AXIS_DTYPE) | PARAMETER_BIT(AXIS_OP) |
                                       PARAMETER_BIT(AXIS_SCAN_MODE) | PARAMETER_BIT(AXIS_N);
    char text[PARAMETER_TEXT];
    for (unsigned parameter = 0; parameter < PARAMETERS; parameter++)
        for (size_t i = 0; i < chart->point_count && !(of_problem & PARAMETER_BIT(parameter)); i++) {
            const char *const value = point_parameter(chart, &chart->points[i], parameter, text);
            if (value[0] == '\0')
                chart->lacking[parameter]++;
            else
                names_rank(&chart->values[parameter], value);
        }
}

/* Add "T=256", "2 workers", "huge pages": a value as names have it. */
static void add_value(unsigned parameter, const char *value, const char *between, char name[CHART_NAME])
{
    static const struct {
        const char *before, *after;
        bool is_counted; /* of 1 the last letter goes */
    } spellings[PARAMETERS] = {
        [AXIS_VECTOR_WIDTH] = {"vector width ", "", false},
        [AXIS_GROUPS] = {"", " groups", true},
        [AXIS_WORKERS] = {"", " workers", true},
        [AXIS_RANKS] = {"", " ranks", true},
        [AXIS_SELECTIVITY] = {"selectivity ", "", false},
        [AXIS_PAGES] = {"", " pages", false},
        [AXIS_CACHE] = {"", " cache", false},
        [AXIS_BROADCAST] = {"broadcast ", "", false},
        [AXIS_IN_PLACE] = {"in place ", "", false},
    };
    const char *const label = parameter < AXIS_COUNT ? axis_info[parameter].label : "",
                      *const after = spellings[parameter].after;
    if (after == NULL)
        name_print(name, between, "%s%s", strlen(label) == 2 ? label : "", value);
    else
        name_print(name, between, "%s%s%.*s", spellings[parameter].before, value,
                   (int)strlen(after) - (spellings[parameter].is_counted && strcmp(value, "1") == 0), after);
}

char *point_algorithm(const struct chart *chart, const struct chart_point *point, uint64_t but,
                      char name[CHART_NAME])
{
    char text[PARAMETER_TEXT];
    name[0] = '\0';
    name_add(name, "", point->record->point.implementation->name);
    for (unsigned i = 0; i < PARAMETERS; i++) {
        if (chart->values[i].count < 2 || (but & PARAMETER_BIT(i)))
            continue;
        const char *const value = point_parameter(chart, point, i, text);
        if (value[0] != '\0')
            add_value(i, value, " ", name);
    }
    return name;
}

char *point_where(const struct chart *chart, const struct chart_point *of, char name[CHART_NAME])
{
    static const unsigned others[] = {AXIS_RANKS, AXIS_SELECTIVITY, PARAMETER_RESULT};
    const struct point *const point = &of->record->point;
    const struct names *const values = chart->values;
    char text[PARAMETER_TEXT];
    const bool is_told_apart = values[PARAMETER_RESULT].count > 1 || values[AXIS_SELECTIVITY].count > 1;
    name[0] = '\0';
    if (point_on_device(point)) {
        name_add(name, " ", device_names[point->device]);
    } else if (chart->axis != AXIS_WORKERS && (!is_told_apart || values[AXIS_WORKERS].count > 1)) {
        snprintf(text, sizeof text, "%u", point_workers(point));
        add_value(AXIS_WORKERS, text, " ", name);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const char *const value = point_parameter(chart, of, others[i], text);
        if (others[i] != chart->axis && value[0] != '\0' &&
            (others[i] == AXIS_RANKS || values[others[i]].count > 1))
            add_value(others[i], value, " ", name);
    }
    name_add(name, "", name[0] == '\0' ? "host" : "");
    return name;
}

double axis_place(const struct record *record, enum axis axis)
{
    const uint64_t value = record->point.axis[axis];
    return axis == AXIS_ROW_LENGTH && value == 0 ? place_whole : (double)value;
}

char *axis_place_text(double place, char text[PARAMETER_TEXT])
{
    if (place == place_whole)
        snprintf(text, PARAMETER_TEXT, "all");
    else
        text_format_count(text, PARAMETER_TEXT, (uint64_t)place);
    return text;
}

char *point_problem_name(const struct chart_point *point, char name[CHART_NAME])
{
    static const enum axis axes[] = {AXIS_DTYPE, AXIS_OP, AXIS_SCAN_MODE};
    char text[PARAMETER_TEXT];
    snprintf(name, CHART_NAME, "%s", primitive_names[point->record->point.implementation->primitive]);
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        point_axis_text(&point->record->point, axes[i], text, sizeof text);
        name_add(name, " ", strcmp(text, "-") == 0 ? "" : text);
    }
    return name;
}

/* What a silent config gives, and nobody need read. */
static bool is_usual(unsigned parameter, const char *value)
{
    return (parameter == AXIS_DEVICE && strcmp(value, device_names[DEVICE_CPU]) == 0) ||
           (parameter == AXIS_BROADCAST && strcmp(value, broadcast_names[BROADCAST_NO]) == 0);
}

char *chart_common(const struct chart *chart, char name[CHART_NAME])
{
    char partly[CHART_NAME] = "";
    name[0] = '\0';
    for (unsigned i = 0; i < PARAMETERS; i++)
        if (chart->values[i].count == 1 && !is_usual(i, chart->values[i].all[0]) &&
            !(chart->parts[PART_WHERE].count > 1 && (i == AXIS_WORKERS || i == AXIS_DEVICE)))
            add_value(i, chart->values[i].all[0], " · ", chart->lacking[i] == 0 ? name : partly);
    if (partly[0] != '\0')
        name_print(name, "; ", "where an algorithm has it: %s", partly);
    return name;
}

/* ---- What a config or a user calls lines, and their colours */

/* What stands after the first glob of "GLOB=TEXT" lines that fits: fresh; NULL: none does. */
static char *find_fitting(const char *globs, const char *name)
{
    char *const copy = memory_text(globs), *rest = copy, *found = NULL, *line;
    while (found == NULL && (line = strsep(&rest, "\n")) != NULL && *line != '\0') {
        char *const equal = strrchr(line, '=');
        *equal = '\0';
        found = text_glob(line, name) ? memory_text(equal + 1) : NULL;
    }
    free(copy);
    return found;
}

char *look_name(const struct plot_look *look, const char *line, const char *otherwise)
{
    char *const whole = find_fitting(look->names, line);
    if (whole != NULL)
        return whole;
    const size_t head = strcspn(line, " ");
    char *const algorithm = memory_text_part(line, head);
    char *const text = find_fitting(look->names, algorithm);
    char *const name = text != NULL ? memory_format("%s%s", text, line + head) : memory_text(otherwise);
    free(text);
    free(algorithm);
    return name;
}

void look_hex(const struct plot_look *look, const char *line, char hex[8])
{
    char *const color = find_fitting(look->colors, line);
    snprintf(hex, 8, "%s", color != NULL ? color : "");
    free(color);
}

bool chart_has_line(const struct chart *chart, const char *glob, bool by_algorithm)
{
    for (size_t i = 0; i < chart->lines.count; i++)
        if (text_glob(glob, chart->lines.all[i]))
            return true;
    for (size_t i = 0; by_algorithm && i < chart->point_count; i++) {
        const struct record *const record = chart->points[i].record;
        if (record != NULL && text_glob(glob, record->point.implementation->name))
            return true;
    }
    return false;
}
