/* SPDX-License-Identifier: MIT */
/* The awkward cases that every implementation is checked on: sizes, axes and data, without timing. */
#include "check/check.h"

#include "base/memory.h"
#include "implementation/distribution.h"

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

enum { LIST_MAX = 96, VECTOR_EDGE = 16, MANY_GROUPS = 100, MANY_ROWS = 64, FEW_CHANGES = 2 };
enum { SEVERAL_CHANGES = 3 };

/* Values, the first of which most cases have. A small part of the cases combines the first `usual` of them.
 */
struct list {
    uint64_t value[LIST_MAX];
    size_t count, usual;
};

/* A combination: the place of each axis's value in its list. */
struct places {
    unsigned char at[AXIS_COUNT];
};

/* What a walk goes through: the values of every axis that the implementation has, and which of their
 * combinations are worth a case. */
struct walk {
    const struct implementation *implementation;
    const struct case_extent *extent;
    struct list axis[AXIS_COUNT];
    struct list sizes;    /* for all points */
    struct places *worth; /* owned */
    size_t worth_count;
    case_visit *visit;
    void *context;
};

static const uint64_t full_sizes[] = {0,  1,  2,  3,  4,  5,  7,    8,    9,    15,    16,    17,
                                      31, 32, 33, 63, 64, 65, 1021, 4097, 7919, 65537, 100003};
static const uint64_t smoke_sizes[] = {0, 1, 2, 3, 17, 65, 4097}, ranks_sizes[] = {0, 1, 3, 17, 4097};
/* More of them for kernels that step by vectors: a step of every width and its neighbours, and a prime. */
static const uint64_t step_sizes[] = {7, 8, 9, 15, 16, 31, 32, 33, 63, 64, 127, 128, 129, 1021};

/* The values of an axis: those that a small part combines, the ends that it has alone, and the rest. */
struct case_values {
    unsigned usual, ends, count;
    uint64_t value[16];
};
static const struct case_values case_values[AXIS_COUNT] = {
    [AXIS_THREADS_PER_GROUP] = {2, 1, 4, {256, 32, 1024, 64}}, /* a group of several subgroups first */
    [AXIS_VALUES_PER_THREAD] = {2, 1, 6, {4, 1, 32, 2, 8, 16}},
    [AXIS_STAGES] = {2, 1, 3, {7, 2, 64}},
    [AXIS_REDUCER_SUBGROUPS] = {1, 2, 3, {2, 1, 16}},
    [AXIS_UNROLL] = {4, 0, 4, {1, 2, 4, 8}},
    [AXIS_WORKERS] = {2, 1, 4, {1, 2, CASE_WORKERS, 3}},
    [AXIS_VECTOR_WIDTH] = {3, 0, 3, {1, 2, 4}},
    [AXIS_GROUPS] = {4, 0, 4, {1, 2, 7, MANY_GROUPS}},
    /* The whole array; lanes that belong to several rows; primes; as long as some arrays, and longer than
     * all.
     */
    [AXIS_ROW_LENGTH] = {4, 4, 13, {0, 7, 64, 1021, 1, 2, 3, 200003, 5, 16, 17, 129, 4097}},
};
/* Of tiles that come through a ring in shared memory: whole accesses of 16 bytes, of scans 128 at most. */
static const struct case_values ring_values = {2, 3, 6, {4, 28, 2, 32, 112, 12}};
static const struct case_values parts = {3, 0, 3, {0, SELECTIVITY_ONE / 3, SELECTIVITY_ONE}};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define COPY_LIST(list, from) copy_list(list, from, LENGTH(from))

static void copy_list(struct list *list, const uint64_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        list->value[list->count++] = from[i];
}

static void list_bits(struct list *list, unsigned bits)
{
    for (unsigned bit = 0; bit < 32; bit++)
        if (bits & 1u << bit)
            list->value[list->count++] = bit;
}

/* A small part has the best one, and beside it the least. */
static void list_isas(struct list *list, const struct case_extent *extent)
{
    const enum isa only = extent->isa ? extent->isa : extent->smoke ? isa_best() : ISA_NONE;
    for (enum isa isa = ISA_NONE + 1; isa < ISA_COUNT; isa++)
        if (only ? isa == only : isa_available(isa))
            list->value[list->count++] = isa;
    for (enum isa isa = ISA_NONE + 1; !extent->isa && extent->smoke && isa < only; isa++)
        if (isa_available(isa) && list->count == 1)
            list->value[list->count++] = isa;
    list->usual = extent->smoke ? 1 : list->count;
}

static void list_range(struct list *list, uint64_t first, uint64_t last)
{
    for (uint64_t value = first; value <= last; value++)
        list->value[list->count++] = value;
}

/* Those of the CPU, or of the device. */
static void list_nodes(struct list *list, enum engines engine)
{
    for (uint64_t node = NODE_NONE + 1; node < NODES; node++)
        if (node_engine(node) == engine)
            list->value[list->count++] = node;
}

static void list_locals(struct list *list, const struct implementation *implementation)
{
    for (unsigned local = LOCAL_NONE + 1; local < LOCAL_COUNT; local++)
        if (implementation_local(implementation, local))
            list->value[list->count++] = local;
}

static void list_values(struct list *list, const struct case_values *values, bool smoke)
{
    copy_list(list, values->value, smoke ? values->usual + values->ends : values->count);
    list->usual = values->usual;
}

static void list_axis(const struct walk *walk, enum axis axis, struct list *list)
{
    const struct implementation *const implementation = walk->implementation;
    const bool smoke = walk->extent->smoke;
    if (walk->extent->device && axis == AXIS_DEVICE)
        list->value[list->count++] = walk->extent->device;
    else if (walk->extent->fixed_axes & AXIS_BIT(axis))
        list->value[list->count++] = axis_info[axis].fallback;
    else if (axis == AXIS_DTYPE)
        list_bits(list, implementation->dtypes);
    else if (axis == AXIS_OP)
        list_bits(list, implementation->ops);
    else if (axis == AXIS_SCAN_MODE)
        list_bits(list, 1u << MODE_EXCLUSIVE | 1u << MODE_INCLUSIVE);
    else if (axis == AXIS_DIRECTION)
        list_range(list, DIRECTION_FORWARD, implementation->reverses ? DIRECTION_REVERSE : DIRECTION_FORWARD);
    else if (axis == AXIS_ISA)
        list_isas(list, walk->extent);
    else if (axis == AXIS_GROUP_ALGORITHM)
        list_locals(list, implementation);
    else if (axis == AXIS_RANKS && walk->extent->ranks)
        list_range(list, 1, walk->extent->ranks < CASE_RANKS ? walk->extent->ranks : CASE_RANKS);
    else if (axis == AXIS_RANK_ALGORITHM)
        list_nodes(list, device_engine(walk->extent->device));
    else if (axis == AXIS_SCHEDULE || axis == AXIS_ARRANGEMENT || axis == AXIS_LANE_SCAN ||
             axis == AXIS_BROADCAST || (axis == AXIS_COLLECTIVE && walk->extent->ranks))
        list_range(list, 1, axis_info[axis].count - 1);
    else if (axis == AXIS_ROW_LENGTH && !(implementation->axes & AXIS_BIT(AXIS_ROW_LENGTH)))
        list->value[list->count++] = 0;
    else if (axis == AXIS_VALUES_PER_THREAD && implementation->axes & AXIS_BIT(AXIS_STAGES))
        list_values(list, &ring_values, smoke);
    else if (axis == AXIS_SELECTIVITY && implementation->primitive == PRIMITIVE_COPY_PART)
        list_values(list, &parts, smoke);
    else if (case_values[axis].count)
        list_values(list, &case_values[axis], smoke);
    else
        list->value[list->count++] = axis_info[axis].fallback;
}

/* False where the implementation has nothing to run on this CPU, or on the device. */
static bool list_axes(struct walk *walk)
{
    const enum engines engine = device_engine(walk->extent->device);
    const bool has_nodes = walk->implementation->axes & AXIS_BIT(AXIS_RANK_ALGORITHM);
    const struct point any = {.implementation = walk->implementation,
                              .device = has_nodes ? DEVICE_NONE : walk->extent->device};
    if (!implementation_runs_on(walk->implementation, engine) && !(has_nodes && engine))
        return false;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        struct list *const list = &walk->axis[axis];
        if (point_has(&any, axis))
            list_axis(walk, axis, list);
        if (!list->count)
            list->value[list->count++] = 0;
        if (!list->usual || list->usual > list->count)
            list->usual = list->count;
    }
    return !point_has(&any, AXIS_ISA) || walk->axis[AXIS_ISA].value[0] != ISA_NONE;
}

/* A device compiles for most axes: the first value of all but one, where every operator comes with every
 * element type, and every algorithm within a group with every size of groups and every network. */
static bool is_worth_compiling(const unsigned char *at, bool smoke)
{
    const int dtype = at[AXIS_DTYPE] > 0, op = at[AXIS_OP] > 0, values = at[AXIS_VALUES_PER_THREAD] > 0;
    const int load = at[AXIS_ARRANGEMENT] + at[AXIS_VECTOR_WIDTH] > 0, local = at[AXIS_GROUP_ALGORITHM] > 0;
    const int group = (at[AXIS_THREADS_PER_GROUP] > 0) + (at[AXIS_LANE_SCAN] > 0);
    const int others = (smoke ? dtype + op : dtype | op) + values + load + (at[AXIS_DIRECTION] > 0);
    return others == 0 ? group + (smoke ? local : 0) <= 1 : others == 1 && group + local == 0;
}

/* More groups than a group has threads, so that one of them folds what all have left in more than one step:
 * with the usual values, loads and networks. */
static bool has_too_many(const struct walk *walk, const unsigned char *at)
{
    const uint64_t groups_here = walk->axis[AXIS_GROUPS].value[at[AXIS_GROUPS]];
    const uint64_t threads = walk->axis[AXIS_THREADS_PER_GROUP].value[at[AXIS_THREADS_PER_GROUP]];
    const size_t others =
        at[AXIS_VALUES_PER_THREAD] + at[AXIS_ARRANGEMENT] + at[AXIS_VECTOR_WIDTH] + at[AXIS_LANE_SCAN];
    return groups_here == MANY_GROUPS && (threads >= MANY_GROUPS || others > 0);
}

/* A small part of the cases on ranks: every way that they work together, at the first values of the others;
 * each other value on most of them, with each of these ways. */
static bool is_of_small_part_on_ranks(const struct walk *walk, const unsigned char *at)
{
    const unsigned ways = (at[AXIS_COLLECTIVE] > 0) + (at[AXIS_SCHEDULE] > 0);
    unsigned changes = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++)
        changes += at[axis] > 0 && axis != AXIS_RANKS && axis != AXIS_COLLECTIVE && axis != AXIS_SCHEDULE;
    return changes == 0 || (changes == 1 && ways <= 1 && at[AXIS_RANKS] + 1u == walk->axis[AXIS_RANKS].count);
}

/* A small part of the cases: every problem at the first values of the others, and few values that are not the
 * first ones of their axes; an end of an axis with no other. */
static bool is_of_small_part(const struct walk *walk, const unsigned char *at)
{
    unsigned changes = 0, of_problem = 0;
    bool end = false;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        changes += at[axis] > 0;
        of_problem += at[axis] > 0 && axis_info[axis].of_problem;
        end |= at[axis] >= walk->axis[axis].usual;
    }
    const unsigned most = walk->implementation->kernels ? FEW_CHANGES : SEVERAL_CHANGES;
    return end ? changes == 1 : changes <= most || changes == of_problem;
}

static bool is_worth_rows(const struct walk *walk, const unsigned char *at)
{
    const bool is_best = walk->extent->smoke || at[AXIS_ISA] + 1u == walk->axis[AXIS_ISA].count;
    return is_best && at[AXIS_UNROLL] + at[AXIS_DIRECTION] == 0 &&
           at[AXIS_WORKERS] < walk->axis[AXIS_WORKERS].usual + 1;
}

/* Loads, networks and broadcasts change little code: any but the usual ones come with one operator, mode and
 * ISA; rows with every operator, mode and element type, one ISA and the usual values of the rest. */
static bool is_worth(const struct walk *walk, const unsigned char *at)
{
    if (walk->extent->device && walk->implementation->kernels && !is_worth_compiling(at, walk->extent->smoke))
        return false;
    if (walk->extent->smoke &&
        !(walk->extent->ranks ? is_of_small_part_on_ranks(walk, at) : is_of_small_part(walk, at)))
        return false;
    if (has_too_many(walk, at) || (at[AXIS_ROW_LENGTH] > 0 && !is_worth_rows(walk, at)))
        return false;
    if (at[AXIS_ARRANGEMENT] + at[AXIS_VECTOR_WIDTH] + at[AXIS_LANE_SCAN] + at[AXIS_BROADCAST] == 0)
        return true;
    return at[AXIS_OP] + at[AXIS_SCAN_MODE] == 0 &&
           (walk->extent->smoke || at[AXIS_ISA] + 1u == walk->axis[AXIS_ISA].count);
}

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
    struct places places = {{0}};
    struct point point;
    size_t room = 0;
    do {
        if (!is_worth(walk, places.at) || !point_at(walk, places.at, &point))
            continue;
        if (walk->worth_count == room) {
            room = room ? 2 * room : 64;
            walk->worth = memory_resize(walk->worth, room, sizeof *walk->worth);
        }
        walk->worth[walk->worth_count++] = places;
    } while (next_places(walk, places.at));
}

/* Of a small part, what differs from the usual values is counted, data other than the usual too: where
 * several axes differ already, and not of the problem alone, there is no other data. */
static bool is_data_of_small_part(const struct walk *walk, const unsigned char *at, enum case_data data)
{
    unsigned changes = data != CASE_EXACT, of_axes = 0, of_problem = 0;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        of_axes += at[axis] > 0;
        of_problem += at[axis] > 0 && axis_info[axis].of_problem;
    }
    return !walk->extent->smoke || changes + of_axes <= SEVERAL_CHANGES || of_axes == of_problem;
}

/* Ranks are judged by exact data; a small part has the kinds of it that differ within a block where nothing
 * else differs. */
static bool is_data_for(const struct walk *walk, const unsigned char *at, enum case_data data)
{
    if (!walk->extent->ranks)
        return is_data_of_small_part(walk, at, data);
    if (data == CASE_EXACT || data == CASE_PREFIXED)
        return true;
    if (data == CASE_GRIDDED || data == CASE_NAN || data == CASE_INFINITY)
        return false;
    const size_t others =
        at[AXIS_DTYPE] + at[AXIS_OP] + at[AXIS_SCAN_MODE] + at[AXIS_RANK_ALGORITHM] + at[AXIS_COLLECTIVE];
    return !walk->extent->smoke || others == 0;
}

/* Whether a case of the implementation is to be tried at a point. */
static bool is_wanted(const struct walk *walk, const struct point *point)
{
    const struct filter *const filter = walk->extent->filter;
    struct error why = {0};
    return dtype_takes(point->dtype, point->op) && filter_matches(filter, point) &&
           (!walk->implementation->supports || walk->implementation->supports(point, &why));
}

/* Whether its groups go through rows, each through its own: the whole array is refused, and a row may be
 * longer than a tile. */
static bool has_row_a_group(const struct point *point)
{
    const struct implementation *const implementation = point->implementation;
    struct point whole = *point, longer = *point;
    struct error why = {0};
    whole.row_length = 0;
    longer.row_length = longer.n = point_tile(point) + 1;
    return implementation->supports && !implementation->supports(&whole, &why) &&
           implementation->supports(&longer, &why);
}

/* More groups with a row each show nothing that these do not, and take a full tile each: a small part does
 * without them. */
static bool has_too_many_rows(const struct walk *walk, const struct point *point)
{
    return walk->extent->smoke && walk->implementation->kernels && point->row_length > 0 &&
           point->n / point->row_length > MANY_ROWS && has_row_a_group(point);
}

/* One size at all points; the size of a tile and its neighbours only at points with that tile. */
static bool walk_points(const struct walk *walk, uint64_t n, uint64_t tile, enum case_data data)
{
    for (size_t i = 0; i < walk->worth_count; i++) {
        struct point point;
        point_at(walk, walk->worth[i].at, &point);
        point.n = n;
        if ((tile && point_tile(&point) != tile) || !is_data_for(walk, walk->worth[i].at, data) ||
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
        [CASE_AT_WORKER_EDGE] = workers > 1 ? (point->n + workers - 1) / workers : point->n,
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
