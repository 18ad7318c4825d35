/* SPDX-License-Identifier: MIT */
/* The charts that a config asks for. */
#include "sweep/config_plots.h"

#include "base/memory.h"
#include "base/words.h"
#include "sweep/config_conditions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define ROW(name, script, title, columns) {name, script, title, columns},
const struct plot_kind plot_kinds[PLOT_KINDS] = {PLOT_KIND_LIST(ROW)};

const char *const plot_units[PLOT_UNITS] = {"bytes/s", "elements/s", "time"};

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

static bool parse_plot(const struct json_node *node, struct config_plot *plot)
{
    static const char *const keys[] = {"kind", "unit", "baseline", "filter"};
    const char *kinds[PLOT_KINDS];
    if (!node_object(node) || !node_keys(node, keys, sizeof keys / sizeof keys[0]))
        return false;
    kind_names(kinds);
    const struct json_node kind = node_member(node, "kind"), unit = node_member(node, "unit");
    const struct json_node baseline = node_member(node, "baseline"), filter = node_member(node, "filter");
    return node_word(&kind, "kind of plot", kinds, PLOT_KINDS, &plot->kind) &&
           (!unit.value || parse_unit(&unit, plot)) && (!baseline.value || parse_baseline(&baseline, plot)) &&
           (!filter.value || conditions_parse(&filter, &plot->filter));
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
