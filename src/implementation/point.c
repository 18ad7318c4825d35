/* SPDX-License-Identifier: MIT */
/* A point of a sweep: its axes as text, its problem, the order of points. */
#include "implementation/point.h"

#include "base/buffer.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/words.h"
#include "implementation/distribution.h"
#include "implementation/implementation.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const family_names[FAMILY_COUNT] = {"limit", "serial", "simd", "threads",
                                                "group", "plugin", "mpi"};

unsigned implementation_callers(const struct implementation *implementation, unsigned workers)
{
    return implementation->own_threads ? 1 : workers;
}

bool implementation_runs_on(const struct implementation *implementation, uint64_t engine)
{
    if (engine == ENGINE_NONE) /* on the host, where groups are emulated */
        return !implementation->engines || (implementation->engines & ENGINE_BIT(ENGINE_EMULATE));
    return (implementation->axes & AXIS_BIT(AXIS_DEVICE)) &&
           (!implementation->engines || (implementation->engines & ENGINE_BIT(engine)));
}

uint64_t implementation_device(const struct implementation *implementation)
{
    const unsigned engines = implementation->engines;
    const bool is_one = engines && (engines & (engines - 1)) == 0;
    return is_one ? device_first((enum engines)__builtin_ctz(engines)) : axis_info[AXIS_DEVICE].fallback;
}

const struct local_algorithm *implementation_local(const struct implementation *implementation,
                                                   uint64_t local)
{
    const bool taken = implementation->locals && local < LOCAL_COUNT && implementation->locals[local].summary;
    return taken ? &implementation->locals[local] : NULL;
}

struct point implementation_point(const struct implementation *implementation)
{
    struct point point = {.implementation = implementation};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        if (point_has(&point, axis))
            point.axis[axis] = axis_default(axis);
    return point;
}

/* With those that are taken, by their bits. */
static bool refuse_word(struct error *why, const char *axis, const char *word, const char *const *names,
                        unsigned taken)
{
    const char *expected[8 * sizeof taken];
    char text[WORDS_TEXT];
    size_t count = 0;
    for (; taken; taken &= taken - 1)
        expected[count++] = names[__builtin_ctz(taken)];
    return error_set(why, EXIT_USAGE, "it does not take %s %s; expected %s", axis, word,
                     words_list(text, expected, count));
}

bool point_types_supported(const struct point *point, struct error *why)
{
    const struct implementation *const implementation = point->implementation;
    if (!(implementation->dtypes & 1u << point->dtype))
        return refuse_word(why, "dtype", dtype_names[point->dtype], dtype_names, implementation->dtypes);
    if (point_has(point, AXIS_OP) && !(implementation->ops & 1u << point->op))
        return refuse_word(why, "op", op_names[point->op], op_names, implementation->ops);
    return true;
}

/* What says how the host computes says nothing of another device; on the host nothing is read ahead. */
static unsigned axes_of_elsewhere(const struct point *point)
{
    const enum engines engine = point_engine(point);
    if (!engine)
        return 0;
    return engine_has_device(engine) ? AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_WORKERS)
                                     : AXIS_BIT(AXIS_STAGES) | AXIS_BIT(AXIS_REDUCER_SUBGROUPS);
}

bool point_has(const struct point *point, enum axis axis)
{
    const struct local_algorithm *const local =
        implementation_local(point->implementation, point->group_algorithm);
    const unsigned axes =
        point->implementation->axes & ~(local ? local->ignores : 0u) & ~axes_of_elsewhere(point);
    if (axis == AXIS_DIRECTION)
        return primitive_info(point->implementation->primitive)->directed;
    if (axis == AXIS_ROW_LENGTH)
        return primitive_info(point->implementation->primitive)->has_rows;
    return axis_info[axis].everywhere || (axes & AXIS_BIT(axis));
}

char *point_axis_text(const struct point *point, enum axis axis, char *buffer, size_t size)
{
    const struct axis_info *const info = &axis_info[axis];
    const uint64_t value = point->axis[axis];
    if (!point_has(point, axis) || (info->unsaid && value == 0))
        snprintf(buffer, size, "-");
    else if (info->kind == AXIS_IS_COUNT)
        snprintf(buffer, size, "%" PRIu64, value);
    else if (info->kind == AXIS_IS_FRACTION)
        snprintf(buffer, size, "%.9g", (double)value / SELECTIVITY_ONE);
    else
        snprintf(buffer, size, "%s", value < info->count ? info->names[value] : "-");
    return buffer;
}

uint64_t point_tile(const struct point *point)
{
    if (!point->threads_per_group)
        return point->values_per_thread;
    return point->threads_per_group * (point->values_per_thread ? point->values_per_thread : 1);
}

uint64_t point_row(const struct point *point)
{
    return point->implementation->primitive == PRIMITIVE_TILED_SCAN ? point_tile(point) : point->row_length;
}

bool points_share_rounds(const struct point *a, const struct point *b)
{
    return point_row(a) == point_row(b);
}

unsigned point_workers(const struct point *point)
{
    return point->workers ? (unsigned)point->workers : 1;
}

enum engines point_engine(const struct point *point)
{
    return device_engine(point->device);
}

bool point_on_device(const struct point *point)
{
    return engine_has_device(point_engine(point));
}

bool point_on_ranks(const struct point *point)
{
    return point->ranks > 0;
}

bool point_reversed(const struct point *point)
{
    return point->direction == DIRECTION_REVERSE;
}

bool point_direction_supported(const struct point *point, struct error *why)
{
    return !point_reversed(point) || dtype_is_plain((enum dtype)point->dtype) ||
           error_set(why, EXIT_USAGE, "it takes no converted types in direction reverse");
}

bool point_in_place(const struct point *point)
{
    return point->in_place == IN_PLACE_YES;
}

bool points_of_one_device(const struct point *a, const struct point *b)
{
    return point_on_device(a) && a->device == b->device;
}

bool points_of_one_place(const struct point *a, const struct point *b)
{
    if (point_on_device(a) || point_on_device(b))
        return points_of_one_device(a, b);
    return point_workers(a) == point_workers(b) && a->ranks == b->ranks &&
           node_engine(a->rank_algorithm) == node_engine(b->rank_algorithm) &&
           point_in_place(a) == point_in_place(b);
}

struct problem_key point_problem(const struct point *point, uint64_t seed)
{
    const enum primitive primitive = point->implementation->primitive;
    const uint64_t selectivity =
        point_has(point, AXIS_SELECTIVITY) ? point->selectivity : axis_info[AXIS_SELECTIVITY].fallback;
    return (struct problem_key){
        .primitive = primitive,
        .dtype = point->dtype,
        .op = point->op,
        .mode = point->scan_mode,
        .data = DATA_EXACT,
        .reversed = point_reversed(point),
        .n = point->n,
        .row = point_row(point),
        .selectivity = (double)selectivity / SELECTIVITY_ONE,
        .seed = seed,
    };
}

/* Whether there is a value to say. */
static bool has_value(const struct point *point, enum axis axis)
{
    const uint64_t value = point->axis[axis];
    const bool unsaid = axis_info[axis].unsaid && (value == 0 || value == axis_info[axis].fallback);
    return point_has(point, axis) && !unsaid;
}

static bool is_shown(const struct point *point, enum axis axis)
{
    return has_value(point, axis) &&
           (axis_info[axis].shown == SHOWN_ALWAYS || point->axis[axis] != axis_default(axis));
}

bool point_is_tabled(const struct point *point, enum axis axis)
{
    return is_shown(point, axis) || (point_has(point, axis) && axis_info[axis].shown == SHOWN_IN_TABLES);
}

char *point_text(const struct point *point, char *buffer, size_t size)
{
    assert(size > 0);
    const struct implementation *const implementation = point->implementation;
    snprintf(buffer, size, "%s %s", primitive_names[implementation->primitive], implementation->name);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char value[64];
        if (!is_shown(point, axis))
            continue;
        if (axis == AXIS_N)
            text_format_count(value, sizeof value, point->n);
        else
            point_axis_text(point, axis, value, sizeof value);
        text_add(buffer, size, " %s%s", axis_info[axis].label, value);
    }
    return buffer;
}

char *point_key(const struct point *point, char *buffer, size_t size)
{
    assert(size > 0);
    const struct implementation *const implementation = point->implementation;
    snprintf(buffer, size, "primitive=%s,algorithm=%s", primitive_names[implementation->primitive],
             implementation->name);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char value[64];
        if (has_value(point, axis))
            text_add(buffer, size, ",%s=%s", axis_info[axis].name,
                     point_axis_text(point, axis, value, sizeof value));
    }
    return buffer;
}

int point_compare_problems(const struct point *a, const struct point *b, unsigned but)
{
    int order = compare_numbers(a->implementation->primitive, b->implementation->primitive);
    for (enum axis axis = 0; axis < AXIS_COUNT && !order; axis++)
        if (axis_info[axis].of_problem && !(but & AXIS_BIT(axis)))
            order = compare_numbers(a->axis[axis], b->axis[axis]);
    return order;
}

static int compare_implementations(const struct implementation *a, const struct implementation *b)
{
    if (a == b)
        return 0;
    int order = compare_numbers(a->primitive, b->primitive);
    if (!order)
        order = compare_numbers(a->family, b->family);
    return order ? order : strcmp(a->name, b->name);
}

int point_compare(const struct point *a, const struct point *b)
{
    int order = compare_implementations(a->implementation, b->implementation);
    for (enum axis axis = 0; axis < AXIS_COUNT && !order; axis++)
        order = compare_numbers(a->axis[axis], b->axis[axis]);
    return order;
}

bool point_is_among(const struct point *points, size_t count, const struct point *point)
{
    for (size_t i = 0; i < count; i++)
        if (point_compare(&points[i], point) == 0)
            return true;
    return false;
}

uint64_t point_runs_on(const struct point *point)
{
    return point_on_device(point) ? point->device : device_first(node_engine(point->rank_algorithm));
}
