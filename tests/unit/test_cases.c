/* SPDX-License-Identifier: MIT */
/* What a check walks over: the edges of every tile, more groups than threads, and something at all. */
#include "check/check.h"
#include "implementation/distribution.h"
#include "registry/registry.h"

#include "isolated.h"
#include "made_up.h"
#include "test.h"

enum { TILES = 64, EDGES = 3 };

/* What a walk has visited. */
struct visited {
    uint64_t tile[TILES];
    bool edge[TILES][EDGES]; /* one less, the tile, one more */
    size_t tiles, many_groups, too_many;
};

static size_t tile_at(struct visited *visited, uint64_t tile)
{
    size_t i = 0;
    while (i < visited->tiles && visited->tile[i] != tile)
        i++;
    assert_true(i < TILES);
    visited->tile[i] = tile;
    visited->tiles += i == visited->tiles;
    return i;
}

static bool visit(void *context, const struct point *point, enum case_data data)
{
    struct visited *const visited = context;
    const uint64_t tile = point_tile(point);
    (void)data;
    if (tile && point->n + 1 >= tile && point->n <= tile + 1)
        visited->edge[tile_at(visited, tile)][point->n + 1 - tile] = true;
    visited->many_groups += point->groups > point->threads_per_group;
    visited->too_many += point->groups >= 100 && point->threads_per_group >= 100;
    return true;
}

static struct implementation tiled(const char *name)
{
    struct implementation made = made_up_scan(name, scan_sums);
    made.primitive = PRIMITIVE_TILED_SCAN;
    made.family = FAMILY_GROUP;
    made.axes = AXIS_BIT(AXIS_THREADS_PER_GROUP) | AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_GROUPS);
    return made;
}

TEST(every_tile_has_its_edges)
{
    const struct implementation made = tiled("made");
    for (int smoke = 0; smoke <= 1; smoke++) {
        struct visited visited = {.tiles = 0};
        const struct case_extent extent = {.smoke = smoke};
        assert_true(cases_walk(&made, &extent, visit, &visited));
        assert_int_equal(visited.tiles, smoke ? 6 : 11); /* the products of the threads and the values */
        for (size_t i = 0; i < visited.tiles; i++)
            for (size_t edge = 0; edge < EDGES; edge++)
                assert_true(visited.edge[i][edge]);
        assert_true(visited.many_groups > 0);
        assert_int_equal(visited.too_many, 0);
    }
}

/* The most and least that a value of an axis was, of a small part of the cases. */
struct ends {
    uint64_t least[AXIS_COUNT], most[AXIS_COUNT];
    size_t cases;
};

static bool note_ends(void *context, const struct point *point, enum case_data data)
{
    struct ends *const ends = context;
    (void)data;
    ends->cases++;
    for (enum axis axis = 0; axis < AXIS_COUNT; axis++) {
        const uint64_t value = point->axis[axis];
        if (value < ends->least[axis])
            ends->least[axis] = value;
        if (value > ends->most[axis])
            ends->most[axis] = value;
    }
    return true;
}

/* Whatever a kernel does with subgroups beyond the 15th, or with a 32nd value, is run; and few cases cross
 * it. */
TEST(a_small_part_has_the_ends_of_every_axis)
{
    struct implementation made = tiled("made");
    const struct kernel_use *const used = (const void *)"some";
    struct ends ends = {.cases = 0}, all = {.cases = 0};
    made.kernels = used;
    made.axes |= AXIS_BIT(AXIS_WORKERS) | AXIS_BIT(AXIS_STAGES) | AXIS_BIT(AXIS_REDUCER_SUBGROUPS);
    memset(ends.least, 0xff, sizeof ends.least);
    const struct case_extent smoke = {.smoke = true}, every = {.smoke = false};
    assert_true(cases_walk(&made, &smoke, note_ends, &ends));
    assert_true(cases_walk(&made, &every, note_ends, &all));
    static const struct {
        enum axis axis;
        uint64_t least, most;
    } expected[] = {
        {AXIS_THREADS_PER_GROUP, 32, 1024}, {AXIS_VALUES_PER_THREAD, 2, 112}, {AXIS_STAGES, 2, 64},
        {AXIS_REDUCER_SUBGROUPS, 1, 16},    {AXIS_WORKERS, 1, CASE_WORKERS},  {AXIS_GROUPS, 1, 100},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(ends.least[expected[i].axis], expected[i].least);
        assert_int_equal(ends.most[expected[i].axis], expected[i].most);
    }
    assert_true(ends.cases < all.cases / 8);
}

static bool note_most(void *context, const struct point *point, enum case_data data)
{
    uint64_t *const most = context;
    (void)data;
    *most = point->n > *most ? point->n : *most;
    return true;
}

static bool see_problem(void *context, const struct point *point, enum case_data data)
{
    *(bool *)context |= point->dtype == DTYPE_F64 && point->op == OP_MIN &&
                        point->scan_mode == MODE_INCLUSIVE && point->row_length > 1 && data == CASE_AT_FIRST;
    return true;
}

/* However much of the problem is another at once, with every kind of data. */
TEST(a_small_part_has_every_problem)
{
    const struct implementation *const windows = registry_find(PRIMITIVE_SCAN, "simd/windows");
    const struct case_extent few = {.smoke = true};
    bool seen = false;
    assert_true(cases_walk(windows, &few, see_problem, &seen));
    assert_true(seen);
}

/* Code of the CPU goes by blocks of 4096 sums: what it leaves for the next one but one is seen. */
TEST(a_small_part_is_longer_than_two_blocks)
{
    struct implementation made = made_up_scan("made", scan_sums);
    const struct case_extent smoke = {.smoke = true};
    uint64_t most = 0;
    assert_true(cases_walk(&made, &smoke, note_most, &most));
    assert_in_range(most, 2 * 4096 + 2, 3 * 4096);
}

/* Of a small part of the cases on three ranks, with and without an initial value. */
struct ways {
    bool seen[EXCHANGES][SCHEDULES][CASE_RANKS + 1][2];
    size_t cases;
};

static bool note_way(void *context, const struct point *point, enum case_data data)
{
    struct ways *const ways = context;
    struct problem_key key;
    if (!case_problem(point, data, 1, &key))
        return true;
    ways->cases++;
    ways->seen[point->collective][point->schedule][point->ranks][key.prefixed] = true;
    return true;
}

TEST(ranks_work_together_in_every_way)
{
    const struct implementation *const scan = registry_find(PRIMITIVE_SCAN, "mpi/scan");
    const struct case_extent extent = {.smoke = true, .ranks = 3};
    static struct ways ways;
    assert_true(cases_walk(scan, &extent, note_way, &ways));
    for (unsigned exchange = EXCHANGE_NONE + 1; exchange < EXCHANGES; exchange++)
        for (unsigned schedule = SCHEDULE_NONE + 1; schedule < SCHEDULES; schedule++)
            for (unsigned ranks = 1; ranks <= 3; ranks++)
                for (int prefixed = 0; prefixed <= 1; prefixed++)
                    assert_int_equal(ways.seen[exchange][schedule][ranks][prefixed],
                                     !exchange_on_devices(exchange)); /* of which CPUs have none */
    assert_in_range(ways.cases, 1, 5000);
}

static bool refuse(const struct point *point, struct error *why)
{
    (void)point;
    return error_set(why, EXIT_USAGE, "not today");
}

TEST(refusing_everything_is_wrong)
{
    struct implementation made = made_up_scan("made", scan_sums);
    const struct checker_options options = {.extent = {.smoke = true}, .seed = 1};
    made.supports = refuse;
    const struct checker_result result = checked(&made, &options);
    assert_int_equal(result.cases, 0);
    assert_int_equal(result.wrong, 1);
    assert_string_equal(result.finding, "it refuses every case");
}

/* What there is nothing here to run on has not refused. */
TEST(what_cannot_run_here_is_not_wrong)
{
    struct implementation made = made_up_scan("made", scan_sums);
    const struct checker_options options = {.extent = {.smoke = true}, .seed = 1};
    made.engines = ENGINE_BIT(ENGINE_CUDA);
    made.axes |= AXIS_BIT(AXIS_DEVICE);
    made.supports = refuse;
    const struct checker_result result = checked(&made, &options);
    assert_int_equal(result.cases + result.wrong, 0);
}

static bool lack(const struct point *point, struct error *why)
{
    (void)point;
    return error_set(why, EXIT_SYSTEM, "it needs a slide rule");
}

/* Nor has who needs what this machine lacks, and says so. */
TEST(what_the_machine_lacks_is_not_wrong)
{
    struct implementation made = made_up_scan("made", scan_sums);
    const struct checker_options options = {.extent = {.smoke = true}, .seed = 1};
    made.supports = lack;
    const struct checker_result result = checked(&made, &options);
    assert_int_equal(result.cases + result.wrong, 0);
    assert_string_equal(result.refused, "it needs a slide rule");
}
