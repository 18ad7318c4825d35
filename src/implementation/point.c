/* SPDX-License-Identifier: MIT */
/* The axes and their values as text; the order of points. */
#include "implementation/point.h"

#include "base/buffer.h"
#include "base/compare.h"
#include "base/text.h"
#include "implementation/implementation.h"
#include "machine/isa.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* So that the sum of a point's arrays, of whatever elements, fits into a size_t. */
#define N_MAXIMUM (UINT64_C(1) << 58)

enum { WORKERS_MAXIMUM = 4096, GROUPS_MAXIMUM = 1 << 30 };

const char *const cache_names[CACHE_STATES] = {"-", "hot"};
const char *const family_names[FAMILY_COUNT] = {"limit", "serial", "simd", "threads", "group", "plugin"};

static const char *const load_names[] = {"-", "blocked", "striped"};
static const char *const network_names[] = {"-", "kogge-stone", "sklansky", "brent-kung", "han-carlson"};
static const char *const device_names[] = {"-", "metal-m1", "metal-3.2", "cuda", "cpu"};
enum { LOADS = sizeof load_names / sizeof load_names[0] };
enum { NETWORKS = sizeof network_names / sizeof network_names[0] };
enum { DEVICES = sizeof device_names / sizeof device_names[0] };

#define COUNT(least, most, silent) \
    .kind = AXIS_IS_COUNT, .minimum = (least), .maximum = (most), .fallback = (silent)
#define CHOICE(list, length, silent) \
    .kind = AXIS_IS_CHOICE, .names = (list), .count = (length), .fallback = (silent)

const struct axis_info axis_info[AXIS_COUNT] = {
    [AXIS_DTYPE] = {"dtype", CHOICE(dtype_names, DTYPE_COUNT, DTYPE_U32), .everywhere = true},
    [AXIS_OP] = {"op", CHOICE(op_names, OP_COUNT, OP_SUM)},
    [AXIS_MODE] = {"mode", CHOICE(mode_names, MODE_COUNT, MODE_EXCLUSIVE)},
    [AXIS_N] = {"n", COUNT(0, N_MAXIMUM, 1 << 20), .everywhere = true},
    [AXIS_THREADS_PER_GROUP] = {"threads_per_group", COUNT(1, MAX_THREADS_PER_GROUP, 256)},
    [AXIS_VALUES_PER_THREAD] = {"values_per_thread", COUNT(1, MAX_VALUES_PER_THREAD, 8)},
    [AXIS_UNROLL] = {"unroll", COUNT(1, 8, 4)},
    [AXIS_LOAD] = {"load", CHOICE(load_names, LOADS, 1)},
    [AXIS_LOAD_WIDTH] = {"load_width", COUNT(1, 4, 1), .power_of_two = true},
    [AXIS_GROUPS] = {"groups", COUNT(1, GROUPS_MAXIMUM, 1)},
    [AXIS_NETWORK] = {"network", CHOICE(network_names, NETWORKS, 1)},
    [AXIS_WORKERS] = {"workers", COUNT(1, WORKERS_MAXIMUM, 1)},
    [AXIS_ISA] = {"isa", CHOICE(isa_names, ISA_COUNT, ISA_BEST)},
    [AXIS_SELECTIVITY] = {"selectivity", .kind = AXIS_IS_FRACTION, .fallback = SELECTIVITY_ONE / 2},
    [AXIS_PAGES] = {"pages", CHOICE(pages_names, PAGES_COUNT, PAGES_HUGE), .everywhere = true},
    [AXIS_CACHE] = {"cache", CHOICE(cache_names, CACHE_STATES, CACHE_HOT), .everywhere = true},
    [AXIS_DEVICE] = {"device", CHOICE(device_names, DEVICES, DEVICES - 1)},
};

/* How people read an axis: always, or only where it is not what a silent config gives. */
static const struct {
    const char *label;
    bool always;
} shown[AXIS_COUNT] = {
    [AXIS_DTYPE] = {"", true},
    [AXIS_OP] = {"", false},
    [AXIS_MODE] = {"", true},
    [AXIS_N] = {"n=", true},
    [AXIS_THREADS_PER_GROUP] = {"T=", true},
    [AXIS_VALUES_PER_THREAD] = {"V=", true},
    [AXIS_UNROLL] = {"U=", true},
    [AXIS_LOAD] = {"", false},
    [AXIS_LOAD_WIDTH] = {"load_width=", false},
    [AXIS_GROUPS] = {"groups=", true},
    [AXIS_NETWORK] = {"", false},
    [AXIS_WORKERS] = {"workers=", true},
    [AXIS_ISA] = {"", false},
    [AXIS_SELECTIVITY] = {"selectivity=", true},
    [AXIS_PAGES] = {"pages=", false},
    [AXIS_CACHE] = {"cache=", false},
    [AXIS_DEVICE] = {"device=", true},
};

/* Text that grows within a buffer and is cut at its end. */
struct line {
    char *text;
    size_t size, length;
};

__attribute__((format(printf, 2, 3))) static void append(struct line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line->text + line->length, line->size - line->length, format, arguments);
    va_end(arguments);
    line->length += (size_t)length;
    if (line->length >= line->size)
        line->length = line->size - 1;
}

unsigned implementation_callers(const struct implementation *implementation, unsigned workers)
{
    return implementation->own_threads ? 1 : workers;
}

bool point_has(const struct point *point, enum axis axis)
{
    return axis_info[axis].everywhere || (point->implementation->axes & AXIS_BIT(axis));
}

char *point_axis_text(const struct point *point, enum axis axis, char *buffer, size_t size)
{
    const struct axis_info *const info = &axis_info[axis];
    const uint64_t value = point->axis[axis];
    if (!point_has(point, axis))
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

bool points_share_rounds(const struct point *a, const struct point *b)
{
    return a->implementation->primitive != PRIMITIVE_TILED_SCAN || point_tile(a) == point_tile(b);
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
        .mode = point->mode,
        .data = DATA_EXACT,
        .n = point->n,
        .tile = primitive == PRIMITIVE_TILED_SCAN ? point_tile(point) : 0,
        .selectivity = (double)selectivity / SELECTIVITY_ONE,
        .seed = seed,
    };
}

static bool is_shown(const struct point *point, enum axis axis)
{
    if (!point_has(point, axis) || shown[axis].always)
        return point_has(point, axis);
    const uint64_t silent = axis == AXIS_ISA ? isa_best() : axis_info[axis].fallback;
    return point->axis[axis] != silent;
}

char *point_text(const struct point *point, char *buffer, size_t size)
{
    assert(size > 0);
    struct line line = {buffer, size, 0};
    const struct implementation *const implementation = point->implementation;
    append(&line, "%s %s", primitive_names[implementation->primitive], implementation->name);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char value[64];
        if (!is_shown(point, axis))
            continue;
        if (axis == AXIS_N)
            text_format_count(value, sizeof value, point->n);
        else
            point_axis_text(point, axis, value, sizeof value);
        append(&line, " %s%s", shown[axis].label, value);
    }
    return buffer;
}

char *point_key(const struct point *point, char *buffer, size_t size)
{
    assert(size > 0);
    struct line line = {buffer, size, 0};
    const struct implementation *const implementation = point->implementation;
    append(&line, "primitive=%s,algorithm=%s", primitive_names[implementation->primitive],
           implementation->name);
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        char value[64];
        if (point_has(point, axis))
            append(&line, ",%s=%s", axis_info[axis].name, point_axis_text(point, axis, value, sizeof value));
    }
    return buffer;
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
