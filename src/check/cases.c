/* SPDX-License-Identifier: MIT */
/* The awkward cases that every implementation is checked on: sizes, axes and data, without timing. */
#include "check/cases.h"

#include "base/divide.h"
#include "base/memory.h"

#include <stdlib.h>

/* What a kind of data is made of, and what it is for alone. */
static const struct {
    const char *name;
    enum data data;
    enum need { NOTHING, A_COVER, A_PREFIX, A_GRID, A_SELECTION, A_MIDDLE, A_PLACE } need;
    double number; /* a cover, or a selectivity */
} kinds[CASE_DATA_COUNT] = {
    [CASE_EXACT] = {"exact data", DATA_EXACT, NOTHING, 0},
    [CASE_SECOND_COVER] = {"exact data, second cover", DATA_EXACT, A_COVER, 1},
    [CASE_THIRD_COVER] = {"exact data, third cover", DATA_EXACT, A_COVER, 2},
    [CASE_PREFIXED] = {"exact data after a prefix", DATA_EXACT, A_PREFIX, 0},
    [CASE_GRIDDED] = {"gridded data", DATA_GRIDDED, A_GRID, 0},
    [CASE_SELECTS_NONE] = {"nothing selected, no heads", DATA_EXACT, A_SELECTION, 0},
    [CASE_SELECTS_ALL] = {"all selected, all heads", DATA_EXACT, A_SELECTION, 1},
    [CASE_ALTERNATING] = {"every second selected, or a head", DATA_ALTERNATING, A_SELECTION, 0},
    [CASE_NAN] = {"one NaN", DATA_NAN, A_MIDDLE, 0},
    [CASE_INFINITY] = {"one infinity", DATA_INFINITY, A_MIDDLE, 0},
    [CASE_AT_FIRST] = {"one outstanding, the first element", DATA_STRUCTURE, A_PLACE, 0},
    [CASE_AT_LAST] = {"one outstanding, the last element", DATA_STRUCTURE, A_PLACE, 0},
    [CASE_AT_VECTOR_EDGE] = {"one outstanding, after a vector", DATA_STRUCTURE, A_PLACE, 0},
    [CASE_BEFORE_TILE_EDGE] = {"one outstanding, the last of a row or tile", DATA_STRUCTURE, A_PLACE, 0},
    [CASE_AT_TILE_EDGE] = {"one outstanding, the first of a row or tile", DATA_STRUCTURE, A_PLACE, 0},
    [CASE_AT_WORKER_EDGE] = {"one outstanding, where a worker begins", DATA_STRUCTURE, A_PLACE, 0},
};

const char *case_data_name(enum case_data data)
{
    return kinds[data].name;
}

enum { VECTOR_EDGE = 16 };

static const uint64_t full_sizes[] = {0,  1,  2,  3,  4,  5,  7,    8,    9,    15,    16,    17,
                                      31, 32, 33, 63, 64, 65, 1021, 4097, 7919, 65537, 100003};
static const uint64_t smoke_sizes[] = {0, 1, 2, 3, 17, 65, 4097}, ranks_sizes[] = {0, 1, 3, 17, 4097};
/* More of them for kernels that step by vectors: a step of every width and its neighbours, and a prime. */
static const uint64_t step_sizes[] = {7, 8, 9, 15, 16, 31, 32, 33, 63, 64, 127, 128, 129, 1021};
/* One more for what has no kernels of devices: past two of the blocks of 4096 sums of widened rows. */
static const uint64_t block_sizes[] = {8195};
#define COPY_LIST(list, from) list_copy(list, from, sizeof(from) / sizeof(from)[0])

/* The point at a combination of the axes. False for one like another: a second value of an axis that its
 * local algorithm ignores. */
static bool point_at(const struct walk *walk, const unsigned char *at, struct point *point)
{
    bool new = true;
    *point = (struct point){.implementation = walk->implementation};
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const bool has = point_has(point, axis);
        point->axis[axis] = has ? walk->axis[axis].value[at[axis]] : 0;
        new &= has || at[axis] == 0;
    }
    return new;
}

/* The next combination of the axes, the last axis fastest; false after the last one. */
static bool next_places(const struct walk *walk, unsigned char *at)
{
    unsigned axis = AXIS_COUNT;
    while (axis > 0 && ++at[axis - 1] == walk->axis[axis - 1].count)
        at[--axis] = 0;
    return axis > 0;
}

static void list_worth(struct walk *walk)
{
    struct places places = {.changes = 0};
    size_t room = 0;
    do {
        count_changes(&places);
        if (!is_worth(walk, &places) || !point_at(walk, places.at, &places.point))
            continue;
        if (walk->worth_count == room) {
            room = room ? 2 * room : 64;
            walk->worth = memory_resize(walk->worth, room, sizeof *walk->worth);
        }
        walk->worth[walk->worth_count++] = places;
    } while (next_places(walk, places.at));
}

/* Whether a case of the implementation is to be tried at a point. */
static bool is_wanted(const struct walk *walk, const struct point *point)
{
    const struct filter *const filter = walk->extent->filter;
    struct error why = {0};
    return dtype_takes(point->dtype, point->op) && filter_matches(filter, point) &&
           (!walk->implementation->supports || walk->implementation->supports(point, &why));
}

/* One size at all points; the size of a tile and its neighbours only at points with that tile. */
static bool walk_points(const struct walk *walk, uint64_t n, uint64_t tile, enum case_data data)
{
    for (size_t i = 0; i < walk->worth_count; i++) {
        const struct places *const places = &walk->worth[i];
        struct point point = places->point;
        point.n = n;
        if ((tile && point_tile(&point) != tile) || !is_worth_data(walk, places, data) ||
            has_too_many_rows(walk, &point))
            continue;
        if (is_wanted(walk, &point) && !walk->visit(walk->context, &point, data))
            return false;
    }
    return true;
}

/* Kinds of data that have accesses and values of their own: of the rest a sanitizer sees nothing new. */
static bool is_distinct(enum case_data data)
{
    return kinds[data].need != A_COVER && (kinds[data].need != A_PLACE || data == CASE_AT_FIRST);
}

static bool walk_data(const struct walk *walk, uint64_t n, uint64_t tile)
{
    for (enum case_data data = 0; data < CASE_DATA_COUNT; data++)
        if ((!walk->extent->distinct || is_distinct(data)) && !walk_points(walk, n, tile, data))
            return false;
    return true;
}

static bool seen_before(const struct list *list, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (list->value[i] == list->value[index])
            return true;
    return false;
}

static void list_tiles(const struct walk *walk, struct list *tiles)
{
    const struct list *const threads = &walk->axis[AXIS_THREADS_PER_GROUP];
    const struct list *const values = &walk->axis[AXIS_VALUES_PER_THREAD];
    struct point point = {.implementation = walk->implementation};
    for (size_t t = 0; t < threads->count; t++) {
        for (size_t v = 0; v < values->count; v++) {
            point.threads_per_group = threads->value[t];
            point.values_per_thread = values->value[v];
            tiles->value[tiles->count++] = point_tile(&point);
        }
    }
}

static bool walk_tiles(const struct walk *walk)
{
    struct list tiles = {.count = 0};
    list_tiles(walk, &tiles);
    for (size_t i = 0; i < tiles.count; i++) {
        const uint64_t tile = tiles.value[i];
        if (!tile || seen_before(&tiles, i))
            continue;
        for (uint64_t n = tile - 1; n <= tile + 1; n++)
            if (!walk_data(walk, n, tile))
                return false;
    }
    return true;
}

bool cases_exist(const struct implementation *implementation, const struct case_extent *extent,
                 struct error *why)
{
    struct walk walk = {.implementation = implementation, .extent = extent};
    struct point plainest;
    if (!list_axes(&walk))
        return false;
    point_at(&walk, (const unsigned char[AXIS_COUNT]){0}, &plainest);
    return !implementation->supports || implementation->supports(&plainest, why) || why->code != EXIT_SYSTEM;
}

bool cases_walk(const struct implementation *implementation, const struct case_extent *extent,
                case_visit *visit, void *context)
{
    struct walk walk = {
        .implementation = implementation, .extent = extent, .visit = visit, .context = context};
    if (extent->smoke && extent->ranks)
        COPY_LIST(&walk.sizes, ranks_sizes);
    else
        extent->smoke ? COPY_LIST(&walk.sizes, smoke_sizes) : COPY_LIST(&walk.sizes, full_sizes);
    if (!list_axes(&walk))
        return true;
    if (extent->smoke && implementation->axes & AXIS_BIT(AXIS_UNROLL))
        COPY_LIST(&walk.sizes, step_sizes);
    if (extent->smoke && !extent->ranks && !implementation->kernels)
        COPY_LIST(&walk.sizes, block_sizes);
    list_worth(&walk);
    bool ok = true;
    for (size_t i = 0; ok && i < walk.sizes.count; i++)
        ok = walk_data(&walk, walk.sizes.value[i], 0);
    ok = ok && walk_tiles(&walk);
    free(walk.worth);
    return ok;
}

/* Where the outstanding element is; n where the case has none. */
static size_t place_of(const struct point *point, enum case_data data)
{
    const size_t tile = point->row_length ? point->row_length : point_tile(point);
    const size_t workers = point->workers;
    const size_t places[CASE_DATA_COUNT] = {
        [CASE_AT_FIRST] = 0,
        [CASE_AT_LAST] = point->n > 1 ? point->n - 1 : point->n,
        [CASE_AT_VECTOR_EDGE] = VECTOR_EDGE,
        [CASE_BEFORE_TILE_EDGE] = tile ? tile - 1 : point->n,
        [CASE_AT_TILE_EDGE] = tile ? tile : point->n,
        [CASE_AT_WORKER_EDGE] = workers > 1 ? divide_up(point->n, workers) : point->n,
    };
    return places[data];
}

bool case_problem(const struct point *point, enum case_data data, uint64_t seed, struct problem_key *key)
{
    *key = point_problem(point, seed);
    key->data = kinds[data].data;
    switch (kinds[data].need) {
    case NOTHING:
        return true;
    case A_COVER:
        key->cover = (size_t)kinds[data].number;
        return key->cover < problem_covers(key);
    case A_PREFIX:
        key->prefixed =
            primitive_info(key->primitive)->directed && point->implementation->takes_initial && !key->row;
        return key->prefixed;
    case A_GRID:
        return problem_gridded(key);
    case A_SELECTION:
        if (data != CASE_ALTERNATING)
            key->selectivity = kinds[data].number;
        return (primitive_info(key->primitive)->fill == FILL_SELECTABLE || problem_has_heads(key)) &&
               key->n > (data == CASE_ALTERNATING);
    case A_MIDDLE: /* so that it has to spread and must not spread backwards */
        key->cover = key->n / 2;
        return problem_special(key) && key->n > 0 && !point->implementation->subtracts;
    case A_PLACE:
        key->cover = place_of(point, data);
        return key->cover < key->n;
    }
    return false;
}
