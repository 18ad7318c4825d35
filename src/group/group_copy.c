/* SPDX-License-Identifier: MIT */
/* A copy by groups over threads and values: the baseline that reductions and scans of the same tiles are held
 * against. */
#include "group/group.h"

static void copy_run(const struct run *run)
{
    const struct copy_tile_arguments arguments = {.in = run->input,
                                                  .out = run->output,
                                                  .n = run->point->n,
                                                  .layout = (unsigned)run->point->arrangement};
    program_launch(run, 0, &arguments, point_tiles(run->point));
}

/* Full tiles unchecked; what is left, if anything, by a launch of its own. */
static void copy_unchecked_run(const struct run *run)
{
    const struct point *const point = run->point;
    const size_t tiles = point->n / point_tile(point), done = tiles * point_tile(point);
    const enum dtype dtype = (enum dtype)point->dtype;
    const struct copy_tile_unchecked_arguments full = {
        .in = run->input, .out = run->output, .layout = (unsigned)point->arrangement};
    const struct copy_tile_arguments rest = {.in = (const char *)run->input + done * dtype_size(dtype),
                                             .out =
                                                 (char *)run->output + done * dtype_size(dtype_output(dtype)),
                                             .n = point->n - done,
                                             .layout = (unsigned)point->arrangement};
    program_launch(run, 0, &full, tiles);
    if (point->n > done)
        program_launch(run, 1, &rest, 1);
}

#define COPIES                                                                                   \
    .source = "M. Kieber-Emmons, Optimizing Parallel Reduction in Metal for Apple M1 (2021)",    \
    .primitive = PRIMITIVE_COPY, .deterministic = true,                                          \
    .axes = GROUP_AXES | AXIS_BIT(AXIS_VALUES_PER_THREAD) | AXIS_BIT(AXIS_ARRANGEMENT),          \
    .dtypes = EVERY_DTYPE | EVERY_CONVERTED_DTYPE, .preconditions = THREADS_ANY "\n" VALUES_ANY, \
    .costs = COSTS({"device_loads", "n"}, {"device_stores", "n"}, {"launches", "1"}),            \
    .supports = geometry_supports

const struct implementation group_copy = {
    COPIES,
    .name = "group/copy",
    .summary = "each group copies a tile",
    .phases = "copy_tile: each group loads its tile and stores it",
    .costs_hold = ANY_SIZE,
    GROUP_USES({.kernel = &kernels.copy_tile}),
    .run = copy_run,
};

const struct implementation group_copy_unchecked = {
    COPIES,
    .name = "group/copy/unchecked",
    .summary = "the same without looking where the array ends",
    .phases = "copy_tile_unchecked: each group loads its full tile and stores it, by the same accesses\n"
              "copy_tile: one group does so for what is left",
    .costs_hold = FULL_TILES,
    GROUP_USES({.kernel = &kernels.copy_tile_unchecked}, {.kernel = &kernels.copy_tile}),
    .run = copy_unchecked_run,
};
