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
     .word_count = PLOT_KINDS},
    {"unit", MEMBER_NAME, AT(unit), .words = plot_units, .word_count = PLOT_UNITS},
    {"baseline", MEMBER_TEXT, AT(baseline), .valid = plot_baseline_valid,
     .expected = "a glob on the names of algorithms"},
    {"filter", MEMBER_CONDITIONS, AT(filter)},
    {"title", MEMBER_TEXT, AT(look.title), .valid = plot_title_valid,
     .expected = "a line of at most 255 bytes"},
    {"names", MEMBER_PARSED, .parse = parse_names},
    {"width", MEMBER_TEXT, AT(look.width), .valid = plot_width_valid,
     .expected = "a width such as \"3.5in\" or \"89mm\""},
    {"font_size", MEMBER_NUMBER, AT(look.font_points), .least = plot_least_points, .most = plot_most_points,
     .expected = "points from 4 to 48"},
    {"style", MEMBER_NAME, AT(look.style), .words = plot_styles, .word_count = PLOT_STYLES},
};

bool plot_parse(const struct json_node *node, void *plot)
{
    if (!json_is_object(node->value))
        return node_unexpected(node, "an object, such as { \"kind\": \"ladder\" }");
    return members_parse(node, MEMBERS(plot_members), plot);
}
