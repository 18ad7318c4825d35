/* SPDX-License-Identifier: MIT */
/* The scan of rows that groups have whole: one launch, no group waits for another. */
#include "group/group.h"

/* Elements of the rows that a group has: as many rows as fit its tile, at least one. */
static size_t span_of(const struct point *point)
{
    const size_t row = point->row_length, tile = point_tile(point);
    return row < tile ? tile / row * row : row;
}

static void whole_rows_run(const struct run *run)
{
    const struct point *const point = run->point;
    const size_t span = span_of(point);
    const struct scan_whole_rows_arguments arguments = {
        .in = run->input,
        .out = run->output,
        .initial = &run->initial,
        .n = point->n,
        .row = point->row_length,
        .span = span,
        .inclusive = point->scan_mode == MODE_INCLUSIVE,
    };
    program_launch(run, 0, &arguments, divide_up(point->n, span));
}

static bool whole_rows_support(const struct point *point, struct error *why)
{
    if (point->row_length == 0)
        return error_set(why, EXIT_USAGE, "it scans rows: row_length is at least 1");
    return geometry_supports(point, why);
}

/* In a thread V twice over, a lane's words, the lanes, the tiles of a row. */
static size_t whole_rows_roundings(const struct point *point)
{
    const size_t row = point->row_length < point->n ? point->row_length : point->n;
    return 2 * tile_roundings(point) + row / point_tile(point) + 2;
}

const struct implementation group_whole_rows = {
    .name = "group/rows",
    .summary = "whole rows a group: as many as fit its tile, or one, tile after tile",
    .source = "scanbench",
    .primitive = PRIMITIVE_SCAN,
    .deterministic = true,
    .axes = GROUP_AXES | AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) | AXIS_BIT(AXIS_ROW_LENGTH) |
            AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_IN_PLACE),
    .dtypes = EVERY_DTYPE,
    .ops = EVERY_OP,
    .phases = "each group loads its rows, or a tile of its row; every thread adds up what it has since a row "
              "began\n"
              "the first subgroup joins the sums of threads as far as their row reaches: a run of them a "
              "lane, then "
              "the lanes by distances of 1, 2, 4, …\n"
              "every thread scans its values from there, and from what the row has in earlier tiles",
    .preconditions = THREADS_ANY "\n" VALUES_ANY "\nrow_length is at least 1",
    .costs_hold = ANY_SIZE,
    .costs = COSTS({"device_loads", "n + G"}, {"device_stores", "n"}, {"launches", "1"}),
    .supports = whole_rows_support,
    .roundings = whole_rows_roundings,
    GROUP_USES({.kernel = &kernels.scan_whole_rows}),
    .run = whole_rows_run,
};
