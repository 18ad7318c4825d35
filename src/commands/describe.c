/* SPDX-License-Identifier: MIT */
/* What an implementation does, costs and needs, and where it comes from. */
#include "commands/commands.h"

#include "base/memory.h"
#include "base/text.h"
#include "implementation/implementation.h"
#include "report/report.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The point that costs are printed for. */
enum {
    EXAMPLE_N = 1 << 20,
    EXAMPLE_THREADS = 256,
    EXAMPLE_VALUES = 8,
    EXAMPLE_WIDTH = 4,
    EXAMPLE_WORKERS = 2,
    EXAMPLE_GROUPS = 64
};
enum { MARGIN = 14, WIDTH = 80, TEXT = 512 };

static struct point example_of(const struct implementation *implementation)
{
    struct point point = {.implementation = implementation, .n = EXAMPLE_N};
    if (point_has(&point, AXIS_THREADS_PER_GROUP))
        point.threads_per_group = EXAMPLE_THREADS;
    if (point_has(&point, AXIS_VALUES_PER_THREAD))
        point.values_per_thread = EXAMPLE_VALUES;
    if (point_has(&point, AXIS_VECTOR_WIDTH))
        point.vector_width = EXAMPLE_WIDTH;
    if (point_has(&point, AXIS_WORKERS))
        point.workers = EXAMPLE_WORKERS;
    if (point_has(&point, AXIS_GROUPS))
        point.groups = EXAMPLE_GROUPS;
    if (point_has(&point, AXIS_GROUP_ALGORITHM))
        point.group_algorithm = axis_info[AXIS_GROUP_ALGORITHM].fallback;
    return point;
}

/* Its sizes, n among them where it matters. */
static void add_example(char *text, const struct point *point, bool run)
{
    if (point->threads_per_group)
        text_add(text, TEXT, "T = %d%s", EXAMPLE_THREADS, run ? ", " : "");
    if (run)
        text_add(text, TEXT, "n = %d", EXAMPLE_N);
    if (point->values_per_thread)
        text_add(text, TEXT, ", V = %d", EXAMPLE_VALUES);
    if (point->vector_width && run && !point->values_per_thread)
        text_add(text, TEXT, ", w = %d", EXAMPLE_WIDTH);
    if (point->groups && run)
        text_add(text, TEXT, ", G = %d", EXAMPLE_GROUPS);
    if (point->workers && point->implementation->family != FAMILY_GROUP)
        text_add(text, TEXT, ", W = %d", EXAMPLE_WORKERS);
    if (point->implementation->primitive == PRIMITIVE_COMPACT)
        text_add(text, TEXT, ", k = %d", EXAMPLE_N / 2);
}

/* Lines, the first after the title, the others below it; what is too long for one goes on further in. */
static void print_lines(const char *title, const char *lines)
{
    const char *line = lines ? lines : "not stated";
    do {
        const size_t length = strcspn(line, "\n");
        char *const whole = memory_format("  %-*s%.*s", MARGIN - 2, title, (int)length, line);
        wrapped_print(stdout, whole, MARGIN + 2, WIDTH);
        free(whole);
        line += length + (line[length] == '\n');
        title = "";
    } while (*line);
}

static void print_costs(const struct cost *costs, const struct point *point)
{
    for (; costs && costs->what; costs++) {
        char text[TEXT] = "";
        int64_t value = 0;
        text_add(text, TEXT, "%-16s %-32s", costs->what, costs->formula);
        if (cost_value(costs->formula, point, EXAMPLE_N / 2, &value))
            text_add(text, TEXT, " %12" PRId64, value);
        print_lines("", text);
    }
}

/* Where the costs hold, and the sizes that the numbers beside the formulas are of. */
static void print_heading(const char *title, const char *what, const struct point *point, bool run)
{
    char text[TEXT] = "";
    text_add(text, TEXT, "%s; numbers: ", what);
    add_example(text, point, run);
    print_lines(title, text);
}

#define FULL_TILE "with a full tile, T a power of two, 4-byte elements"

/* What the algorithms within a group that it takes do, a line each; with all also their steps and costs. */
static void print_locals(const struct implementation *implementation, bool all)
{
    struct point point = example_of(implementation);
    const char *title = "in a group";
    bool any = false;
    for (point.group_algorithm = LOCAL_NONE + 1; point.group_algorithm < LOCAL_COUNT;
         point.group_algorithm++) {
        const struct local_algorithm *const local =
            implementation_local(implementation, point.group_algorithm);
        if (!local)
            continue;
        char text[TEXT] = "";
        text_add(text, TEXT, "%s: %s", local_names[point.group_algorithm], local->summary);
        print_lines(title, text);
        title = all ? title : "";
        any = true;
        if (!all)
            continue;
        print_lines("", local->steps);
        if (local->halves)
            print_lines("", "threads_per_group is a power of two");
        print_heading("", "\"in a group\" " FULL_TILE, &point, false);
        print_costs(local->costs, &point);
        print_lines("", local->source);
    }
    if (any && !all)
        print_lines("", "their steps, costs and sources: --all");
}

static void print_all_costs(const struct implementation *implementation)
{
    const struct point point = example_of(implementation);
    const bool tile = implementation->tile_costs;
    char where[128];
    if (tile)
        print_heading("costs",
                      implementation->primitive == PRIMITIVE_TILED_SCAN ? "of a group " FULL_TILE
                                                                        : "\"in a group\" " FULL_TILE,
                      &point, false);
    print_costs(implementation->tile_costs, &point);
    snprintf(where, sizeof where, "of a run, %s",
             implementation->costs_hold ? implementation->costs_hold : "not stated");
    print_heading(tile ? "" : "costs", where, &point, true);
    print_costs(implementation->costs, &point);
}

static bool uses(const struct cost *costs, char letter)
{
    for (; costs && costs->what; costs++)
        if (strchr(costs->formula, letter))
            return true;
    return false;
}

static bool any_uses(const struct implementation *implementation, char letter)
{
    for (enum local local = LOCAL_NONE + 1; local < LOCAL_COUNT; local++)
        if (implementation_local(implementation, local) && uses(implementation->locals[local].costs, letter))
            return true;
    return uses(implementation->costs, letter) || uses(implementation->tile_costs, letter);
}

/* The letters of its formulas. */
static void print_letters(const struct implementation *implementation)
{
    const char *title = "where";
    for (size_t i = 0; i < COST_LETTERS; i++) {
        const char letter = cost_letters[i].letter;
        if (!any_uses(implementation, letter))
            continue;
        char text[TEXT] = "";
        text_add(text, TEXT, "%c  %s", letter, cost_letters[i].meaning);
        print_lines(title, text);
        title = "";
    }
}

/* What runs it, where something else than this CPU may. */
static void print_devices(const struct implementation *implementation)
{
    if (!(implementation->axes & AXIS_BIT(AXIS_DEVICE)))
        return;
    const char *before = "";
    printf("  %-*s", MARGIN - 2, "devices");
    for (enum engines engine = ENGINE_NONE + 1; engine < ENGINES; engine++) {
        if (!implementation_runs_on(implementation, engine))
            continue;
        printf("%s%s%s", before, device_names[device_first(engine)],
               engine == ENGINE_MODEL ? " (scanbench counts)" : "");
        before = ", ";
    }
    putchar('\n');
}

static bool is_described_alike(const struct implementation *one, const struct implementation *other)
{
    if (strcmp(one->summary, other->summary) != 0 || strcmp(one->source, other->source) != 0 ||
        one->axes != other->axes || one->deterministic != other->deterministic)
        return false;
    json_t *const text = describe_json(one), *const same = describe_json(other);
    const bool alike = json_equal(text, same);
    json_decref(text);
    json_decref(same);
    return alike;
}

void describe_print(const struct implementation *implementation, const struct implementation *before,
                    bool all)
{
    printf("%s: %s\n", implementation->name, primitive_names[implementation->primitive]);
    if (before && is_described_alike(implementation, before)) {
        char text[TEXT] = "the same as for ";
        text_add(text, TEXT, "%s", primitive_names[before->primitive]);
        print_lines("", text);
        return;
    }
    print_lines("", implementation->summary);
    print_lines("steps", implementation->phases);
    print_all_costs(implementation);
    print_locals(implementation, all);
    print_letters(implementation);
    print_devices(implementation);
    print_lines("floats", implementation->deterministic ? "have the same bits in every run"
                                                        : "not promised to have the same bits in every run");
    print_lines("needs", implementation->preconditions);
    print_lines("source", implementation->source);
}

static json_t *costs_json(const struct cost *costs)
{
    json_t *const object = json_object();
    for (; costs && costs->what; costs++)
        json_object_set_new(object, costs->what, json_string(costs->formula));
    return object;
}

static json_t *lines_json(const char *lines)
{
    json_t *const array = json_array();
    for (; lines && *lines; lines += lines[strcspn(lines, "\n")] ? strcspn(lines, "\n") + 1 : strlen(lines))
        json_array_append_new(array, json_stringn(lines, strcspn(lines, "\n")));
    return array;
}

static json_t *locals_json(const struct implementation *implementation)
{
    json_t *const array = json_array();
    for (enum local i = LOCAL_NONE + 1; i < LOCAL_COUNT; i++) {
        const struct local_algorithm *const local = implementation_local(implementation, i);
        if (local)
            json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:o, s:b, s:s}", "name", local_names[i],
                                                   "summary", local->summary, "steps", local->steps, "costs",
                                                   costs_json(local->costs), "needs_power_of_two",
                                                   local->halves, "source", local->source));
    }
    return array;
}

json_t *describe_json(const struct implementation *implementation)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:s?, s:o}", "phases", lines_json(implementation->phases),
                     "tile_costs", costs_json(implementation->tile_costs), "locals",
                     locals_json(implementation), "costs", costs_json(implementation->costs), "costs_hold",
                     implementation->costs_hold, "preconditions", lines_json(implementation->preconditions));
}
