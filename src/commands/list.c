/* SPDX-License-Identifier: MIT */
/* scanbench list: how many implementations there are of what; those that globs match, one a line; one in
 * prose. */
#include "base/memory.h"
#include "commands/commands.h"
#include "commands/describe.h"
#include "commands/print_report.h"
#include "commands/select.h"
#include "machine/isa.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

enum { SETS = 5, CELL = 256 };
static const struct set sets[SETS] = {
    {"axes", has_axis, axis_name, AXIS_COUNT},    {"dtypes", has_dtype, dtype_name, DTYPE_COUNT},
    {"isa", has_isa, isa_name, ISA_COUNT},        {"group_algorithm", has_local, local_name, LOCAL_COUNT},
    {"engine", has_engine, engine_name, ENGINES},
};

/* A row of the list is a pointer to an implementation. */
static const struct implementation *implementation_at(const void *row)
{
    const struct implementation *const *const implementation = row;
    return *implementation;
}

static void get_name(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, implementation_at(row)->name);
}

static void get_primitive(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, primitive_names[implementation_at(row)->primitive]);
}

static void get_family(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, family_names[implementation_at(row)->family]);
}

static void get_summary(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, implementation_at(row)->summary);
}

static void get_source(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_text(cell, implementation_at(row)->source);
}

/* "u32;i32": the parts of a set. */
static void get_set(const struct column *column, const void *row, struct cell *cell)
{
    const struct set *const set = column->of;
    size_t used = 0;
    for (unsigned i = 0; i < set->count && used < CELL_BYTES; i++)
        if (set->has(implementation_at(row), i))
            used +=
                (size_t)snprintf(cell->text + used, CELL_BYTES - used, "%s%s", used ? ";" : "", set->name(i));
    cell->missing = used == 0;
}

static void get_in_place(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_count(cell, (implementation_at(row)->axes & AXIS_BIT(AXIS_IN_PLACE)) != 0);
}

static void get_deterministic(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_count(cell, implementation_at(row)->deterministic);
}

#define SET(title, set)                                                     \
    {                                                                       \
        .name = title, .kind = CELL_WORDS, .get = get_set, .of = &sets[set] \
    }
static const struct column implementation_columns[] = {
    {.name = "name", .heading = "name", .get = get_name},
    {.name = "primitive", .heading = "primitive", .get = get_primitive, .shared = true},
    {.name = "family", .get = get_family},
    {.name = "summary", .heading = "summary", .get = get_summary},
    SET("axes", 0),
    SET("dtypes", 1),
    SET("isa", 2),
    SET("group_algorithm", 3),
    SET("engine", 4),
    {.name = "in_place", .kind = CELL_FLAG, .get = get_in_place},
    {.name = "deterministic", .kind = CELL_FLAG, .get = get_deterministic},
    {.name = "source", .get = get_source},
};

/* How many implementations a primitive has in each family. */
struct overview {
    const char *primitive;
    size_t of[FAMILY_COUNT];
};

static void get_family_count(const struct column *column, const void *row, struct cell *cell)
{
    const struct overview *const overview = row;
    cell_set_count(cell, overview->of[column->which]);
    cell->missing = cell->count == 0;
}

/* What computes something; what only measures the peak of the machine is summed up in a note. */
static size_t count_families(const struct implementation *const *chosen, size_t count, struct overview *rows,
                             size_t *peaks)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const char *const primitive = primitive_names[chosen[i]->primitive];
        if (chosen[i]->family == FAMILY_LIMIT) {
            ++*peaks;
            continue;
        }
        if (used == 0 || rows[used - 1].primitive != primitive)
            rows[used++].primitive = primitive;
        rows[used - 1].of[chosen[i]->family]++;
    }
    return used;
}

static bool print_overview(const struct implementation *const *chosen, size_t count,
                           const struct options *options, struct error *error)
{
    struct overview rows[PRIMITIVE_COUNT] = {0};
    struct columns columns = {0};
    char title[64], note[256];
    size_t peaks = 0;
    const size_t used = count_families(chosen, count, rows, &peaks);
    snprintf(title, sizeof title, "%zu implementations", count);
    snprintf(note, sizeof note,
             "Also %zu copies, reads and the like that measure the peak.\n"
             "Next: scanbench list scan (one line each), scanbench list NAME (all of one)",
             peaks);
    columns_add(&columns, &(struct column){.heading = "primitive", COLUMN_MEMBER(struct overview, primitive)},
                1);
    for (enum family family = FAMILY_LIMIT + 1; family < FAMILY_COUNT; family++)
        columns_add(&columns,
                    &(struct column){.heading = family_names[family],
                                     .kind = CELL_COUNT,
                                     .get = get_family_count,
                                     .which = family},
                    1);
    const struct relation relation = {.title = title,
                                      .columns = columns.list,
                                      .column_count = columns.count,
                                      .rows = rows,
                                      .row_bytes = sizeof rows[0],
                                      .row_count = used,
                                      .note = note};
    const bool ok = print_report(&(struct relations){NULL, &relation, 1}, options, error);
    columns_close(&columns);
    return ok;
}

static bool print_lines(const struct implementation *const *chosen, size_t count,
                        const struct options *options, struct error *error)
{
    const struct relation relation = {.name = "implementations",
                                      .columns = implementation_columns,
                                      .column_count =
                                          sizeof implementation_columns / sizeof implementation_columns[0],
                                      .rows = chosen,
                                      .row_bytes = sizeof chosen[0],
                                      .row_count = count};
    return print_report(&(struct relations){NULL, &relation, 1}, options, error);
}

static json_t *set_json(const struct set *set, const struct implementation *implementation)
{
    json_t *const array = json_array();
    for (unsigned i = 0; i < set->count; i++)
        if (set->has(implementation, i))
            json_array_append_new(array, json_string(set->name(i)));
    return array;
}

/* All about it: what the other formats have, and costs and steps. */
static json_t *implementation_json(const struct implementation *implementation)
{
    json_t *const object = describe_json(implementation);
    for (unsigned i = 0; i < SETS; i++)
        json_object_set_new(object, sets[i].key, set_json(&sets[i], implementation));
    json_object_set_new(object, "in_place", json_boolean(implementation->axes & AXIS_BIT(AXIS_IN_PLACE)));
    return object;
}

static bool is_one(const struct implementation *const *chosen, size_t count)
{
    return strcmp(chosen[0]->name, chosen[count - 1]->name) == 0;
}

bool command_list(const struct options *options, struct error *error)
{
    const struct implementation **chosen;
    const size_t count = select_implementations(options, &chosen, error);
    const bool for_people = options->format == FORMAT_TABLE;
    bool ok = count > 0;
    if (ok && options->format == FORMAT_JSON)
        select_print_json(chosen, count, implementation_json);
    else if (ok && for_people && options->arguments.count == 0)
        ok = print_overview(chosen, count, options, error);
    else if (ok && for_people && is_one(chosen, count))
        for (size_t i = 0; i < count; i++)
            describe_print(chosen[i]);
    else if (ok)
        ok = print_lines(chosen, count, options, error);
    free(chosen);
    return ok;
}
