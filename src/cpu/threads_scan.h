/* SPDX-License-Identifier: MIT */
/* What scans by several pinned workers have in common, and how they are described. */
#pragma once

#include "cpu/elements.h"
#include "implementation/implementation.h"

/* What the workers of a scan have in common. */
struct scan_setup {
    const struct run *run;
    const struct point *point;
    reduce_kernel *reduce;
    enum scan_style scan;
    enum read_mode reading; /* of reduce */
    size_t scan_ahead;
    bool streams; /* scan stores past the caches */
};

struct scan_setup scan_setup_of(const struct run *run);

/* Bytes that a scan of the point reads and writes. */
size_t scan_bytes(const struct point *point);

/* The result of elements first … last − 1 of the input alone. */
union element reduce_range(const struct scan_setup *setup, size_t first, size_t last);

/* The run of threads/reduce-then-scan, with rows too. */
void reduce_then_scan_run(const struct run *run);

/* Steps of a float's rounding along a lane, over lanes and elements beside vectors of a range, and over
 * `joined` sums of ranges. */
size_t scan_roundings(const struct point *point, size_t joined);

/* `...`: what else it has. */
#define THREADS_SCAN(id, title, flow, published, converted, work, scratch, path, steps, traffic, same_bits, \
                     rows, ...)                                                                             \
    const struct implementation id = {.name = title,                                                        \
                                      .summary = flow,                                                      \
                                      .source = published,                                                  \
                                      .primitive = PRIMITIVE_SCAN,                                          \
                                      .family = FAMILY_THREADS,                                             \
                                      .deterministic = same_bits,                                           \
                                      .axes = AXIS_BIT(AXIS_OP) | AXIS_BIT(AXIS_SCAN_MODE) |                \
                                              AXIS_BIT(AXIS_UNROLL) | AXIS_BIT(AXIS_WORKERS) |              \
                                              AXIS_BIT(AXIS_ISA) | AXIS_BIT(AXIS_IN_PLACE) | (rows),        \
                                      .dtypes = EVERY_DTYPE | (converted),                                  \
                                      .ops = EVERY_OP,                                                      \
                                      .phases = steps,                                                      \
                                      .preconditions = ISA_AND_UNROLL,                                      \
                                      .costs_hold = ANY_SIZE,                                               \
                                      .costs = traffic,                                                     \
                                      .takes_initial = true,                                                \
                                      .reverses = true,                                                     \
                                      .supports = unroll_supports,                                          \
                                      .scratch_bytes = scratch,                                             \
                                      .roundings = path,                                                    \
                                      .run = work,                                                          \
                                      __VA_ARGS__};
