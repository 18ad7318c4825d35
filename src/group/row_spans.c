/* SPDX-License-Identifier: MIT */
/* The scans of rows that a subgroup or a group has whole: one launch, no group waits for another. */
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

static bool has_rows(const struct point *point, struct error *why)
{
    if (point->row_length == 0)
        return error_set(why, EXIT_USAGE, "it scans rows: row_length is at least 1");
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

/* The kernels have the same parameters. */
static void launch_spans(const struct run *run, size_t row, size_t span, size_t spans_of_group)
{
    const struct point *const point = run->point;
    const struct scan_rows_group_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .initial = &run->initial,
        .n = point->n,
        .row = (uint32_t)row,
        .span = span,
        .inclusive = point->scan_mode == MODE_INCLUSIVE,
    };
    program_launch(run, 0, &arguments, divide_up(divide_up(point->n, span), spans_of_group));
}

static void subgroup_run(const struct run *run)
{
    const struct point *const point = run->point;
    launch_spans(run, row_of(point), span_in(point, run_of(point)), point->threads_per_group / LANES);
}

static void group_run(const struct run *run)
{
    const struct point *const point = run->point;
    launch_spans(run, row_of(point), span_in(point, point_tile(point)), 1);
}

static void loop_run(const struct run *run)
{
    const size_t row = row_of(run->point);
    launch_spans(run, row < FAR_ROW ? row : FAR_ROW, row, 1);
}

/* In a lane's values twice over, the lanes, the rows of a run, the subgroups, the tiles of a row. */
static size_t roundings(const struct point *point)
{
    return 2 * tile_roundings(point) + LANES + row_of(point) / point_tile(point) + 2;
}

#define ROW_SCAN                                                                                    \
    .source = "scanbench", .primitive = PRIMITIVE_SCAN, .deterministic = true,                      \
    .axes = GROUP_AXES | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_ROW_LENGTH) | \
            AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_IN_PLACE),                             \
    .dtypes = EVERY_DTYPE, .ops = EVERY_OP, .roundings = roundings
#define SCAN_OF_RUN                                                                                         \
    "every lane adds up what it has since a row began; the lanes are joined by distances of 1, 2, 4, …, " \
    "each as far as its row reaches\n"
#define SCAN_OF_VALUES "every lane scans its values from there, and stores them"

const struct implementation group_rows_subgroup = {
    ROW_SCAN,
    .name = "group/rows-subgroup",
    .summary = "whole rows a subgroup, as many as its registers hold, without shared memory",
    .phases =
        "each subgroup reads as many whole rows as it has room for, 16 bytes a lane at a time\n" SCAN_OF_RUN
            SCAN_OF_VALUES,
    .preconditions =
        THREADS_ANY "\n" VALUES_ANY "\nrow_length is at least 1; a row fits 32V elements, and where it is no "
                    "multiple of 16 bytes, 3 fewer of 4 bytes or 1 of 8",
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
    .phases = "each group reads as many whole rows as its tile has room for, each subgroup consecutive "
              "elements, 16 bytes a lane at a time\n" SCAN_OF_RUN
              "each subgroup leaves in shared memory what the row has that its last element is in, and joins "
              "what those before it have left as far as its own first row reaches\n" SCAN_OF_VALUES,
    .preconditions =
        THREADS_ANY "\n" VALUES_ANY "\nrow_length is at least 1; a row fits a tile, and where it is no "
                    "multiple of 16 bytes, one with 3 fewer elements of 4 bytes or 1 of 8",
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
    .preconditions = THREADS_ANY "\n" VALUES_ANY "\nrow_length is at least 1",
    .costs_hold = ANY_SIZE,
    .costs = COSTS({"device_loads", "n + R"}, {"device_stores", "n"}, {"launches", "1"}),
    .supports = has_rows,
    GROUP_USES({.kernel = &kernels.scan_row_loop}),
    .run = loop_run,
};
