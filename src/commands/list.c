/* SPDX-License-Identifier: MIT */
/* scanbench list: how many implementations there are of what; those that globs match, one a line; one in
 * prose. */
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "commands/commands.h"
#include "machine/isa.h"
#include "report/report.h"
#include "json/json_load.h"

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

/* The first device of each engine stands for all. */
static bool has_device(const struct implementation *implementation, unsigned device)
{
    const enum engines engine = device_engine(device);
    return engine != ENGINE_NONE && device == device_first(engine) &&
           implementation_runs_on(implementation, engine);
}

/* A set that an implementation has a part of: the names are so many bytes apart. */
struct set {
    bool (*has)(const struct implementation *implementation, unsigned index);
    const char *const *names;
    size_t stride;
    unsigned count;
};

static const struct set of_axes = {has_axis, &axis_info[0].name, sizeof axis_info[0], AXIS_COUNT},
                        of_dtypes = {has_dtype, dtype_names, sizeof(char *), DTYPE_COUNT},
                        of_isas = {has_isa, isa_names, sizeof(char *), ISA_COUNT},
                        of_locals = {has_local, local_names, sizeof(char *), LOCAL_COUNT},
                        of_devices = {has_device, device_names, sizeof(char *), DEVICE_COUNT};

static const char *set_name(const struct set *set, unsigned index)
{
    return *(const char *const *)((const char *)set->names + index * set->stride);
}

/* "u32;i32": the parts of a set. */
static void get_set(const struct column *column, const void *row, struct cell *cell)
{
    const struct set *const set = column->of;
    for (unsigned i = 0; i < set->count; i++)
        if (set->has(row, i))
            text_add(cell->text, CELL_BYTES, "%s%s", *cell->text ? ";" : "", set_name(set, i));
    cell->missing = *cell->text == '\0';
}

static void get_in_place(const struct column *column, const void *row, struct cell *cell)
{
    (void)column;
    cell_set_count(cell, (((const struct implementation *)row)->axes & AXIS_BIT(AXIS_IN_PLACE)) != 0);
}

#define MEMBER(member) COLUMN_MEMBER(struct implementation, member)
static const struct column implementation_columns[] = {
    {.name = "name", .heading = "name", MEMBER(name)},
    {.name = "primitive",
     .heading = "primitive",
     .words = primitive_names,
     MEMBER(primitive),
     .shared = true},
    {.name = "family", .words = family_names, MEMBER(family)},
    {.name = "summary", .heading = "summary", MEMBER(summary)},
    {.name = "axes", .kind = CELL_WORDS, .get = get_set, .of = &of_axes},
    {.name = "dtypes", .kind = CELL_WORDS, .get = get_set, .of = &of_dtypes},
    {.name = "isa", .kind = CELL_WORDS, .get = get_set, .of = &of_isas},
    {.name = "group_algorithm", .kind = CELL_WORDS, .get = get_set, .of = &of_locals},
    {.name = "device", .kind = CELL_WORDS, .get = get_set, .of = &of_devices},
    {.name = "in_place", .kind = CELL_FLAG, .get = get_in_place},
    {.name = "reverses", .kind = CELL_FLAG, MEMBER(reverses)},
    {.name = "deterministic", .kind = CELL_FLAG, MEMBER(deterministic)},
    {.name = "source", MEMBER(source)},
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
    struct report report = {0};
    struct columns columns = {0};
    char title[64], note[256];
    size_t peaks = 0;
    const size_t used = count_families(chosen, count, rows, &peaks);
    snprintf(title, sizeof title, "%zu implementations", count);
    snprintf(note, sizeof note,
             "Also %zu copies, reads and the like that measure the peak.\n"
             "Next: scanbench list scan (a summary each), scanbench list NAME (one)",
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
    report_add(&report, (struct relation){.title = title,
                                          RELATION_COLUMNS(&report, columns),
                                          RELATION_ROWS(rows, used),
                                          .note = note});
    const bool ok = print_report(&report, options, error);
    report_close(&report);
    return ok;
}

/* A row an implementation; in JSON with its steps and costs. */
static bool print_rows(const struct implementation *const *chosen, size_t count,
                       const struct options *options, struct error *error)
{
    struct implementation *const rows = memory_array(count, sizeof *rows);
    for (size_t i = 0; i < count; i++)
        memcpy(&rows[i], chosen[i], sizeof rows[i]);
    struct relation relation = {
        .name = "implementations", RELATION_LIST(implementation_columns), RELATION_ROWS(rows, count)};
    const struct report report = {.relations = &relation, .count = 1};
    bool ok = true;
    if (options->format == FORMAT_JSON) {
        json_t *const list = report_json(&report);
        for (size_t i = 0; i < count; i++)
            json_object_update_new(json_array_get(list, i), describe_json(chosen[i]));
        ok = file_print(json_dump_line(list, JSON_INDENT(2)), error);
    } else {
        ok = print_report(&report, options, error);
    }
    free(rows);
    return ok;
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
    if (ok && for_people && options->arguments.count == 0)
        ok = print_overview(chosen, count, options, error);
    else if (ok && for_people && is_one(chosen, count))
        for (size_t i = 0; i < count; i++)
            describe_print(chosen[i], i > 0 ? chosen[i - 1] : NULL, options->all);
    else if (ok)
        ok = print_rows(chosen, count, options, error);
    free(chosen);
    return ok;
}
