/* SPDX-License-Identifier: MIT */
/* The charts that a config asks for. */
#include "sweep/config_plots.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/words.h"
#include "sweep/config_conditions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define ROW(...) {__VA_ARGS__},
const struct plot_kind plot_kinds[PLOT_KINDS] = {PLOT_KIND_LIST(ROW)};

const char *const plot_units[PLOT_UNITS] = {"bytes/s", "elements/s", "time"};
const char *const plot_styles[PLOT_STYLES] = {"colour", "grey"};

static void kind_names(const char **names)
{
    for (size_t i = 0; i < PLOT_KINDS; i++)
        names[i] = plot_kinds[i].name;
}

int plot_kind_find(const char *name, struct error *error)
{
    const char *names[PLOT_KINDS];
    char expected[WORDS_TEXT], meant[WORDS_TEXT];
    kind_names(names);
    for (int i = 0; i < PLOT_KINDS; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    error_set(error, EXIT_USAGE, "unknown kind of plot '%.64s'; expected %s%s", name,
              words_list(expected, names, PLOT_KINDS), words_suggest(meant, name, names, PLOT_KINDS));
    return -1;
}

bool plot_baseline_valid(const char *text)
{
    if (text[0] == '\0' || strlen(text) >= PLOT_BASELINE)
        return false;
    for (const char *c = text; *c != '\0'; c++)
        if (!isascii(*c) || (!isalnum(*c) && strchr("_.:/+-*=", *c) == NULL))
            return false;
    return true;
}

static bool parse_baseline(const struct json_node *node, struct config_plot *plot)
{
    const char *text;
    if (!node_string(node, &text))
        return false;
    if (!plot_baseline_valid(text))
        return node_unexpected(node, "a glob on the names of algorithms");
    strcpy(plot->baseline, text);
    return true;
}

static bool parse_unit(const struct json_node *node, struct config_plot *plot)
{
    size_t index;
    if (!node_word(node, "unit", plot_units, PLOT_UNITS, &index))
        return false;
    plot->unit = plot_units[index];
    return true;
}

bool plot_title_valid(const char *text)
{
    return text[0] != '\0' && strlen(text) < PLOT_TITLE && text_is_inert(text);
}

bool plot_width_valid(const char *text)
{
    static const char *const units[] = {"in", "cm", "mm", "pt", "px"};
    const size_t digits = strspn(text, "0123456789."), length = strlen(text);
    if (digits == 0 || length >= PLOT_WIDTH || !(strtod(text, NULL) > 0))
        return false;
    return words_have(units, sizeof units / sizeof units[0], text + digits);
}

bool plot_name_add(struct plot_look *look, const char *text)
{
    const char *const equal = strrchr(text, '=');
    const size_t had = strlen(look->names), length = strlen(text);
    if (!equal || equal == text || !plot_title_valid(equal + 1) || !text_is_inert(text) ||
        had + length + 2 > PLOT_NAMES)
        return false;
    memcpy(look->names + had, text, length);
    strcpy(look->names + had + length, "\n");
    return true;
}

bool plot_color_valid(const char *text)
{
    const char *const equal = strrchr(text, '=');
    return equal != NULL && equal != text && text_is_inert(text) && equal[1] == '#' &&
           strspn(equal + 2, "0123456789abcdefABCDEF") == 6 && equal[8] == '\0';
}

bool plot_setting_valid(const char *text)
{
    const size_t key = strspn(text, "abcdefghijklmnopqrstuvwxyz-");
    return key > 0 && text[key] == '=' && strlen(text) < PLOT_TITLE && text_is_inert(text);
}

bool plots_title_parse(const struct json_node *node)
{
    const char *text;
    return node_string(node, &text) &&
           (plot_title_valid(text) || node_unexpected(node, "a line of at most 255 bytes"));
}

static bool parse_title(const struct json_node *node, struct plot_look *look)
{
    if (!plots_title_parse(node))
        return false;
    strcpy(look->title, json_string_value(node->value));
    return true;
}

static bool parse_width(const struct json_node *node, struct plot_look *look)
{
    const char *text;
    if (!node_string(node, &text))
        return false;
    if (!plot_width_valid(text))
        return node_unexpected(node, "a width such as \"3.5in\" or \"89mm\"");
    strcpy(look->width, text);
    return true;
}

static bool parse_font_size(const struct json_node *node, struct plot_look *look)
{
    look->font_points = json_number_value(node->value);
    return (look->font_points >= plot_least_points && look->font_points <= plot_most_points) ||
           node_unexpected(node, "points from 4 to 48");
}

static bool parse_style(const struct json_node *node, struct plot_look *look)
{
    size_t index;
    if (!node_word(node, "style", plot_styles, PLOT_STYLES, &index))
        return false;
    look->style = plot_styles[index];
    return true;
}

static bool parse_names(const struct json_node *node, struct plot_look *look)
{
    const char *glob;
    json_t *value;
    if (!node_object(node))
        return false;
    json_object_foreach(node->value, glob, value)
    {
        const struct json_node member = node_member(node, glob);
        const char *text;
        if (!node_string(&member, &text))
            return false;
        char *const name = memory_format("%s=%s", glob, text);
        const bool added = strchr(text, '=') == NULL && plot_name_add(look, name);
        free(name);
        if (!added)
            return node_unexpected(&member, "a name of a line, without '='");
    }
    return true;
}

static bool parse_look(const struct json_node *node, struct plot_look *look)
{
    const struct json_node title = node_member(node, "title"), names = node_member(node, "names");
    const struct json_node width = node_member(node, "width"), font_size = node_member(node, "font_size");
    const struct json_node style = node_member(node, "style");
    return (!title.value || parse_title(&title, look)) && (!names.value || parse_names(&names, look)) &&
           (!width.value || parse_width(&width, look)) &&
           (!font_size.value || parse_font_size(&font_size, look)) &&
           (!style.value || parse_style(&style, look));
}

static bool parse_plot(const struct json_node *node, struct config_plot *plot)
{
    static const char *const keys[] = {"kind",  "unit",  "baseline",  "filter", "title",
                                       "names", "width", "font_size", "style"};
    const char *kinds[PLOT_KINDS];
    if (!json_is_object(node->value))
        return node_unexpected(node, "an object, such as { \"kind\": \"ladder\" }");
    if (!node_keys(node, keys, sizeof keys / sizeof keys[0]))
        return false;
    kind_names(kinds);
    const struct json_node kind = node_member(node, "kind"), unit = node_member(node, "unit");
    const struct json_node baseline = node_member(node, "baseline"), filter = node_member(node, "filter");
    return node_word(&kind, "kind of plot", kinds, PLOT_KINDS, &plot->kind) &&
           (!unit.value || parse_unit(&unit, plot)) && (!baseline.value || parse_baseline(&baseline, plot)) &&
           (!filter.value || conditions_parse(&filter, &plot->filter)) && parse_look(node, &plot->look);
}

bool plots_parse(const struct json_node *node, struct config_plot **plots, size_t *count)
{
    const size_t size = json_array_size(node->value);
    if (!json_is_array(node->value) || size > PLOTS_MAX)
        return node_unexpected(node, "a list of at most 64 plots");
    *plots = memory_array(size + 1, sizeof **plots);
    for (*count = 0; *count < size; (*count)++) {
        const struct json_node item = node_item(node, *count);
        if (!parse_plot(&item, &(*plots)[*count]))
            return false;
    }
    return true;
}
