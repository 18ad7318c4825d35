/* SPDX-License-Identifier: MIT */
/* scanbench list: the implementations, one a line or as JSON. */
#include "base/memory.h"
#include "commands/commands.h"
#include "commands/select.h"
#include "machine/isa.h"
#include "report/wrapped.h"
#include "json/json_load.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 9, CELL = 256 };
static const char *const headers[COLUMNS] = {"NAME",  "PRIMITIVE", "AXES",          "DTYPES", "ISA",
                                             "LOCAL", "ENGINE",    "DETERMINISTIC", "SUMMARY"};

static bool has_axis(const struct implementation *implementation, unsigned axis)
{
    return !axis_info[axis].everywhere && (implementation->axes & AXIS_BIT(axis));
}

static bool has_dtype(const struct implementation *implementation, unsigned dtype)
{
    return implementation->dtypes & 1u << dtype;
}

static bool has_isa(const struct implementation *implementation, unsigned isa)
{
    return has_axis(implementation, AXIS_ISA) && isa != ISA_NONE && isa_available(isa);
}

static bool has_local(const struct implementation *implementation, unsigned local)
{
    return implementation_local(implementation, local);
}

static bool has_engine(const struct implementation *implementation, unsigned engine)
{
    return engine != ENGINE_NONE && implementation_runs_on(implementation, engine);
}

/* A set that an implementation has a part of. */
struct set {
    const char *key;
    bool (*has)(const struct implementation *implementation, unsigned index);
    const char *(*name)(unsigned index);
    unsigned count;
};

static const char *axis_name(unsigned axis)
{
    return axis_info[axis].name;
}

static const char *dtype_name(unsigned dtype)
{
    return dtype_names[dtype];
}

static const char *isa_name(unsigned isa)
{
    return isa_names[isa];
}

static const char *local_name(unsigned local)
{
    return local_names[local];
}

static const char *engine_name(unsigned engine)
{
    return engine_names[engine];
}

enum { SETS = 5, WORDS_AT = 10, WORDS_LEAST = 30, TABLE_LEAST = 250 };
static const struct set sets[SETS] = {
    {"axes", has_axis, axis_name, AXIS_COUNT},    {"dtypes", has_dtype, dtype_name, DTYPE_COUNT},
    {"isa", has_isa, isa_name, ISA_COUNT},        {"local", has_local, local_name, LOCAL_COUNT},
    {"engine", has_engine, engine_name, ENGINES},
};

static void set_text(const struct set *set, const struct implementation *implementation, char *text)
{
    size_t used = 0;
    snprintf(text, CELL, "-");
    for (unsigned i = 0; i < set->count && used < CELL; i++)
        if (set->has(implementation, i))
            used += (size_t)snprintf(text + used, CELL - used, "%s%s", used ? "," : "", set->name(i));
}

static void cell_text(const struct implementation *implementation, unsigned column, char *text)
{
    if (column == 0)
        snprintf(text, CELL, "%s", implementation->name);
    else if (column == 1)
        snprintf(text, CELL, "%s", primitive_names[implementation->primitive]);
    else if (column <= SETS + 1)
        set_text(&sets[column - 2], implementation, text);
    else if (column == SETS + 2)
        snprintf(text, CELL, "%s", implementation->deterministic ? "yes" : "-");
    else
        snprintf(text, CELL, "%s", implementation->summary);
}

static void measure_widths(const struct implementation *const *chosen, size_t count, int *widths)
{
    for (unsigned column = 0; column < COLUMNS; column++) {
        widths[column] = (int)strlen(headers[column]);
        for (size_t i = 0; i < count; i++) {
            char text[CELL];
            cell_text(chosen[i], column, text);
            if ((int)strlen(text) > widths[column])
                widths[column] = (int)strlen(text);
        }
    }
}

static void print_cell(const char *text, unsigned column, const int *widths)
{
    if (column + 1 < COLUMNS)
        printf("%-*s  ", widths[column], text);
    else
        printf("%s\n", text);
}

/* For a terminal that the table is too wide for. */
static void print_entries(const struct implementation *const *chosen, size_t count, unsigned width)
{
    for (size_t i = 0; i < count; i++) {
        char text[CELL];
        printf("%s (%s)\n", chosen[i]->name, primitive_names[chosen[i]->primitive]);
        printf("%*s", WORDS_AT, "");
        wrapped_go_on(stdout, chosen[i]->summary, WORDS_AT, width, " ");
        putchar('\n');
        for (unsigned s = 0; s < SETS; s++) {
            set_text(&sets[s], chosen[i], text);
            if (strcmp(text, "-") == 0)
                continue;
            printf("  %-8s", sets[s].key);
            wrapped_go_on(stdout, text, WORDS_AT, width, ",");
            putchar('\n');
        }
        if (chosen[i]->deterministic)
            puts("  deterministic");
    }
}

static void print_list(const struct implementation *const *chosen, size_t count)
{
    int widths[COLUMNS];
    const unsigned width = wrapped_width(STDOUT_FILENO);
    if (width > WORDS_LEAST && width < TABLE_LEAST) {
        print_entries(chosen, count, width);
        return;
    }
    measure_widths(chosen, count, widths);
    for (unsigned column = 0; column < COLUMNS; column++)
        print_cell(headers[column], column, widths);
    for (size_t i = 0; i < count; i++)
        for (unsigned column = 0; column < COLUMNS; column++) {
            char text[CELL];
            cell_text(chosen[i], column, text);
            print_cell(text, column, widths);
        }
}

static json_t *set_json(const struct set *set, const struct implementation *implementation)
{
    json_t *const array = json_array();
    for (unsigned i = 0; i < set->count; i++)
        if (set->has(implementation, i))
            json_array_append_new(array, json_string(set->name(i)));
    return array;
}

static json_t *implementation_json(const struct implementation *implementation)
{
    json_t *const object =
        json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", implementation->name, "primitive",
                  primitive_names[implementation->primitive], "family", family_names[implementation->family],
                  "summary", implementation->summary, "source", implementation->source);
    for (unsigned i = 0; i < SETS; i++)
        json_object_set_new(object, sets[i].key, set_json(&sets[i], implementation));
    json_object_set_new(object, "in_place", json_boolean(implementation->axes & AXIS_BIT(AXIS_IN_PLACE)));
    json_object_set_new(object, "deterministic", json_boolean(implementation->deterministic));
    return object;
}

bool command_list(const struct options *options, struct error *error)
{
    const struct implementation **chosen;
    const size_t count = select_implementations(options, &chosen, error);
    bool ok = count > 0;
    if (ok && options->json)
        select_print_json(chosen, count, implementation_json);
    else if (ok)
        print_list(chosen, count);
    free(chosen);
    return ok;
}
