/* SPDX-License-Identifier: MIT */
/* The charts that a config asks for. */
#include "sweep/config_plots.h"

#include "base/inert.h"
#include "base/memory.h"
#include "base/words.h"
#include "sweep/config_members.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define ROW(...) {__VA_ARGS__},
const struct plot_kind plot_kinds[PLOT_KINDS] = {PLOT_KIND_LIST(ROW)};

const char *const plot_units[PLOT_UNITS] = {"bytes/s", "elements/s", "time"};
const char *const plot_styles[PLOT_STYLES] = {"colour", "grey"};

#define NAME(name, ...) name,
static const char *const kind_names[PLOT_KINDS] = {PLOT_KIND_LIST(NAME)};

#define ABOUT(name, script, title, unit, draw, x, line, panel, y, scale, sizes, x_label, y_label, note, \
              about)                                                                                    \
    about,
static const char *const kind_abouts[PLOT_KINDS] = {PLOT_KIND_LIST(ABOUT)};

int plot_kind_find(const char *name, struct error *error)
{
    char expected[WORDS_TEXT], meant[WORDS_TEXT];
    for (int i = 0; i < PLOT_KINDS; i++)
        if (strcmp(name, kind_names[i]) == 0)
            return i;
    error_set(error, EXIT_USAGE, "unknown kind of plot '%.64s'; expected %s%s", name,
              words_list(expected, kind_names, PLOT_KINDS),
              words_suggest(meant, name, kind_names, PLOT_KINDS));
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

static bool parse_names(const struct json_node *node, void *to)
{
    struct plot_look *const look = &((struct config_plot *)to)->look;
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

#define AT(member) MEMBER_AT(config_plot, member)
static const struct config_member plot_members[] = {
    {"kind", MEMBER_WORD, AT(kind), .required = true, .what = "kind of plot", .words = kind_names,
     .word_count = PLOT_KINDS, .word_help = kind_abouts, .help = "What is drawn."},
    {"unit", MEMBER_NAME, AT(unit), .words = plot_units, .word_count = PLOT_UNITS, .help = "Of the values."},
    {"baseline", MEMBER_TEXT, AT(baseline), .valid = plot_baseline_valid, .pattern = "^[A-Za-z0-9_.:/+*=-]+$",
     .expected = "a glob on the names of algorithms",
     .help = "A glob on the names of lines: the first that matches is 1 in relative-vs-size. Without it the "
             "first line of the result."},
    {"filter", MEMBER_CONDITIONS, AT(filter),
     .help = "Conditions, such as those of exclude: only rows that meet all are drawn."},
    {"title", MEMBER_TEXT, AT(look.title), .valid = plot_title_valid, .pattern = PLOT_TITLE_PATTERN,
     .expected = "a line of at most 255 bytes",
     .help = "What the chart is called; without it what it shows."},
    {"names", MEMBER_NAMES, .parse = parse_names, .pattern = "^[^=]+$",
     .help = "An object: what lines are called, by globs on their names or on what these have before a "
             "comma, whose rest stays."},
    {"width", MEMBER_TEXT, AT(look.width), .valid = plot_width_valid, .pattern = "^[0-9.]+(in|cm|mm|pt|px)$",
     .expected = "a width such as \"3.5in\" or \"89mm\"",
     .help = "Of the chart, a number and in, cm, mm, pt or px; without it as wide as the chart needs."},
    {"font_size", MEMBER_NUMBER, AT(look.font_points), .least = plot_least_points, .most = plot_most_points,
     .expected = "points from 4 to 48", .help = "Of its letters, in points; default 9."},
    {"style", MEMBER_NAME, AT(look.style), .words = plot_styles, .word_count = PLOT_STYLES,
     .help = "With colours, or in grey for print without colours."},
};
const struct member_table plot_table = {MEMBERS(plot_members), "plot"};

bool plot_parse(const struct json_node *node, void *plot)
{
    if (!json_is_object(node->value))
        return node_unexpected(node, "an object, such as { \"kind\": \"ladder\" }");
    return members_parse(node, &plot_table, plot);
}
