/* SPDX-License-Identifier: MIT */
/* The scans and reductions of rows that a subgroup or a group has whole: one launch, no group waits for
 * another. */
#include "group/group.h"

#include "kernels/lanes.h"

enum { ACCESS_BYTES = 16, FAR_ROW = 1 << 28 };

/* Elements that a subgroup reads in a row of its lanes: of an access of a lane. */
static size_t access_of(const struct point *point)
{
    const size_t most = ACCESS_BYTES / dtype_size((enum dtype)point->dtype);
    return most < point->values_per_thread ? most : point->values_per_thread;
}

/* The most elements of whole rows in a room of so many, which is read from the start of an access on; 0: none
 * fits. */
static size_t span_in(const struct point *point, size_t room)
{
    const size_t row = row_of(point), access = access_of(point), span = room / row * row;
    return span % access == 0 ? span : (room - (access - 1)) / row * row;
}

static size_t run_of(const struct point *point)
{
    return LANES * point->values_per_thread;
}

static bool is_scan(const struct point *point)
{
    return point->implementation->primitive == PRIMITIVE_SCAN;
}

static bool has_rows(const struct point *point, struct error *why)
{
    if (point->row_length == 0)
        return error_set(why, EXIT_USAGE, "it %s rows: row_length is at least 1",
                         is_scan(point) ? "scans" : "reduces");
    return geometry_supports(point, why);
}

static bool fits(const struct point *point, size_t room, const char *whose, struct error *why)
{
    if (!has_rows(point, why))
        return false;
    const size_t access = access_of(point);
    if (span_in(point, room) > 0)
        return true;
    if (access == 1)
        return error_set(why, EXIT_USAGE, "%s has whole rows: row_length is at most %zu", whose, room);
    return error_set(why, EXIT_USAGE,
                     "%s has whole rows: row_length is at most %zu, or a multiple of %zu up to %zu", whose,
                     room - (access - 1), access, room);
}

static bool subgroup_supports(const struct point *point, struct error *why)
{
    return fits(point, run_of(point), "a subgroup", why);
}

static bool group_supports(const struct point *point, struct error *why)
{
    return fits(point, point_tile(point), "a group", why);
}

/* Rows of a matrix in spans, of which a group has one or more. */
struct spans {
    size_t row, rows; /* elements of a row, rows of a span */
    size_t of_group;
};

static struct spans spans_in(const struct point *point, size_t room, size_t of_group)
{
    const size_t row = row_of(point);
    return (struct spans){row, span_in(point, room) / row, of_group};
}

/* The kernels of scans have the same parameters. */
static void launch_scan(const struct run *run, const struct spans *spans, size_t groups)
{
    const struct point *const point = run->point;
    const struct scan_rows_group_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .initial = &run->initial,
        .n = point->n,
        .row = (uint32_t)(spans->row < FAR_ROW ? spans->row : FAR_ROW),
        .span = spans->rows * spans->row,
        .inclusive = point->scan_mode == MODE_INCLUSIVE,
    };
    program_launch(run, 0, &arguments, groups);
}

/* Those of reductions have the first ones of these. */
static void launch_reduction(const struct run *run, const struct spans *spans, size_t groups)
{
    const struct reduce_rows_subgroup_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .n = run->point->n,
        .row = spans->row,
        .rows = (uint32_t)spans->rows,
        .all = divide_up(run->point->n, spans->row),
    };
    program_launch(run, 0, &arguments, groups);
}

static void launch_spans(const struct run *run, struct spans spans)
{
    const size_t groups = divide_up(divide_up(run->point->n, spans.rows * spans.row), spans.of_group);
    if (is_scan(run->point))
        launch_scan(run, &spans, groups);
    else
        launch_reduction(run, &spans, groups);
}

static void subgroup_run(const struct run *run)
{
    const struct point *const point = run->point;
    launch_spans(run, spans_in(point, run_of(point), point->threads_per_group / LANES));
}

static void group_run(const struct run *run)
{
    launch_spans(run, spans_in(run->point, point_tile(run->point), 1));
}

static void loop_run(const struct run *run)
{
    launch_spans(run, (struct spans){row_of(run->point), 1, 1});
}

/* In a lane's values twice over, the lanes, the rows of a run, the subgroups, the tiles of a row. */
static size_t roundings(const struct point *point)
{
    return 2 * tile_roundings(point) + LANES + row_of(point) / point_tile(point) + 2;
}

#define OF_ROWS                                                                           \
    .source = "scanbench", .deterministic = true, .dtypes = EVERY_DTYPE, .ops = EVERY_OP, \
    .roundings = roundings
#define ROW_AXES \
    (GROUP_AXES | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_ROW_LENGTH) | AXIS_BIT(AXIS_VALUES_PER_THREAD))
#define ROW_SCAN                          \
    OF_ROWS, .primitive = PRIMITIVE_SCAN, \
             .axes = ROW_AXES | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_IN_PLACE)
#define ROW_REDUCTION                                                                 \
    OF_ROWS, .primitive = PRIMITIVE_REDUCE, .axes = ROW_AXES, .costs_hold = ANY_SIZE, \
             .costs = COSTS({"device_loads", "n"}, {"device_stores", "R"}, {"launches", "1"})

#define READ_OF_SUBGROUP \
    "each subgroup reads as many whole rows as it has room for, 16 bytes a lane at a time\n"
#define READ_OF_GROUP                                                                          \
    "each group reads as many whole rows as its tile has room for, each subgroup consecutive " \
    "elements, 16 bytes a lane at a time\n"
#define SCAN_OF_RUN                                                                                         \
    "every lane adds up what it has since a row began; the lanes are joined by distances of 1, 2, 4, …, " \
    "each as far as its row reaches\n"
#define JOIN_OF_SUBGROUPS                                                                            \
    "each subgroup leaves in shared memory what the row has that its last element is in, and joins " \
    "what those before it have left as far as its own first row reaches\n"
#define SCAN_OF_VALUES "every lane scans its values from there, and stores them"
#define ROW_ANY THREADS_ANY "\n" VALUES_ANY "\nrow_length is at least 1"
#define ROW_OF_SUBGROUP                                                                                    \
    ROW_ANY "; a row fits 32V elements, and where it is no multiple of 16 bytes, 3 fewer of 4 bytes or 1 " \
            "of 8"
#define ROW_OF_GROUP                                                                                   \
    ROW_ANY "; a row fits a tile, and where it is no multiple of 16 bytes, one with 3 fewer elements " \
            "of 4 bytes or 1 of 8"

/* 0 without rows. */
static size_t rows_in(const struct point *point)
{
    return point->row_length > 0 ? divide_up(point->n, row_of(point)) : 0;
}

/* Groups of a row: as many as `groups` has for each, and as the row has tiles. */
static size_t row_parts(const struct point *point)
{
    const size_t tiles = divide_up(row_of(point), point_tile(point)), rows = rows_in(point);
    const size_t parts = rows > 0 && rows < point->groups ? point->groups / rows : 1;
    return parts < tiles ? parts : tiles;
}

static size_t part_groups(const struct point *point)
{
    return rows_in(point) * row_parts(point);
}

static bool parts_support(const struct point *point, struct error *why)
{
    if (!has_rows(point, why))
        return false;
    return rows_in(point) <= point->groups ||
           error_set(why, EXIT_USAGE, "each row has a group or more: groups is at least %zu", rows_in(point));
}

/* A value and its tag a group. */
static size_t part_kept_bytes(const struct point *point)
{
    return part_groups(point) * 2 * sum_bytes(point);
}

static void parts_run(const struct run *run)
{
    const struct point *const point = run->point;
    const struct reduce_row_parts_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .sums = program_kept(run),
        .n = point->n,
        .row = row_of(point),
        .parts = (uint32_t)row_parts(point),
        .turn = program_turn(run),
    };
    program_launch(run, 0, &arguments, part_groups(point));
}

const struct implementation group_rows_subgroup = {
    ROW_SCAN,
    .name = "group/rows-subgroup",
    .summary = "whole rows a subgroup, as many as its registers hold, without shared memory",
    .phases = READ_OF_SUBGROUP SCAN_OF_RUN SCAN_OF_VALUES,
    .preconditions = ROW_OF_SUBGROUP,
    .costs_hold = "row_length divides 32V",
    .costs = COSTS({"device_loads", "n + G"}, {"device_stores", "n"}, {"launches", "1"}),
    .supports = subgroup_supports,
    GROUP_USES({.kernel = &kernels.scan_rows_subgroup}),
    .run = subgroup_run,
};

const struct implementation group_rows_group = {
    ROW_SCAN,
    .name = "group/rows-group",
    .summary = "whole rows a group, as many as its registers hold, with one barrier",
    .phases = READ_OF_GROUP SCAN_OF_RUN JOIN_OF_SUBGROUPS SCAN_OF_VALUES,
    .preconditions = ROW_OF_GROUP,
    .costs_hold = "row_length divides t",
    .costs = COSTS({"device_loads", "n + G"}, {"device_stores", "n"}, {"launches", "1"}),
    .supports = group_supports,
    GROUP_USES({.kernel = &kernels.scan_rows_group}),
    .run = group_run,
};

const struct implementation group_row_loop = {
    ROW_SCAN,
    .name = "group/row-loop",
    .summary = "a row a group, tile after tile, the next one being loaded while one is scanned",
    .phases = "each group goes through a row, tile after tile: it asks for the next tile, 16 bytes a lane at "
              "a time, before it scans the one that it has\n" SCAN_OF_RUN
              "each subgroup leaves its sum in shared memory, where the sums of two tiles have room, and "
              "joins those before it and the sum of all earlier tiles\n" SCAN_OF_VALUES,
    .preconditions = ROW_ANY,
    .costs_hold = ANY_SIZE,
    .costs = COSTS({"device_loads", "n + R"}, {"device_stores", "n"}, {"launches", "1"}),
    .supports = has_rows,
    GROUP_USES({.kernel = &kernels.scan_row_loop}),
    .run = loop_run,
};

const struct implementation group_reduce_rows_subgroup = {
    ROW_REDUCTION,
    .name = "group/rows-subgroup",
    .summary = "whole rows a subgroup, as many as its registers hold, without shared memory",
    .phases = READ_OF_SUBGROUP SCAN_OF_RUN
    "every lane adds its values from there; the lane that has the last element of a row writes its result\n"
    "rows of whole 16 bytes that divide what 32 lanes read at a time, or are a multiple of it: every lane "
    "adds up its values of a row, and only the lanes of a row are joined",
    .preconditions = ROW_OF_SUBGROUP "\nthe operator is commutative",
    .supports = subgroup_supports,
    GROUP_USES({.kernel = &kernels.reduce_rows_subgroup}),
    .run = subgroup_run,
};

const struct implementation group_reduce_row_loop = {
    ROW_REDUCTION,
    .name = "group/row-loop",
    .summary = "a row a group, tile after tile, into one sum a thread",
    .phases =
        "each group goes through a row, tile after tile: each thread asks for all that it has of a tile, "
        "16 bytes at a time, and joins it to its sum, which stays in a register\n"
        "each subgroup reduces the sums of its lanes and leaves one in shared memory; the first thread "
        "adds these up and writes the result of the row",
    .preconditions = ROW_ANY "\nthe operator is commutative",
    .supports = has_rows,
    GROUP_USES({.kernel = &kernels.reduce_row_loop}),
    .run = loop_run,
};

const struct implementation group_reduce_row_parts = {
    OF_ROWS,
    .primitive = PRIMITIVE_REDUCE,
    .axes = ROW_AXES | AXIS_BIT(AXIS_GROUPS),
    .name = "group/row-parts",
    .summary = "a few long rows, each by several groups: the last one adds up what they have",
    .phases = "G/R groups have a row, at most one for each of its tiles: group b of these reduces tiles b, "
              "b + G/R, … as group/row-loop does, and publishes the sum with the number of the run, in one "
              "word that nobody clears\n"
              "the last group of a row waits for the others and joins all sums; who adds what is the same in "
              "every run, and so are floats",
    .preconditions = ROW_ANY "\nthe operator is commutative\nG is at least R\nall groups run at once",
    .costs_hold = "R divides G, and each row has G/R tiles or more; groups one after the other",
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "R"}, {"atomics", "G"}, {"polls", "G"},
                   {"launches", "1"}),
    .supports = parts_support,
    .resident_groups = part_groups,
    .kept_bytes = part_kept_bytes,
    GROUP_USES({&kernels.reduce_row_parts, .choose = build_that_waits}),
    .run = parts_run,
};
