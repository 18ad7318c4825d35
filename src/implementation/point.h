/* SPDX-License-Identifier: MIT */
/* A point of a sweep: an implementation with a value on every axis. A plain value: comparable and printable.
 */
#pragma once

#include "implementation/axis.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct implementation;

struct point {
    const struct implementation *implementation;
    union {
        uint64_t axis[AXIS_COUNT];
        struct {
#define AXIS(NAME, name, ...) uint64_t name;
#include "implementation/axis.def"
#undef AXIS
        };
    };
};

/* True when the implementation has the axis (or all have), and its local algorithm and its engine make use of
 * it. */
bool point_has(const struct point *point, enum axis axis);

/* Whether its implementation takes its element type and its operator; EXIT_USAGE with those that it takes. */
bool point_types_supported(const struct point *point, struct error *why);

/* True when tables show the axis of the point. */
bool point_is_tabled(const struct point *point, enum axis axis);

/* The value as text ("-" where absent). Returns buffer. */
char *point_axis_text(const struct point *point, enum axis axis, char *buffer, size_t size);

/* Workers that a point runs on. */
unsigned point_workers(const struct point *point);

/* The engine that runs its groups; ENGINE_NONE where it has no device. */
enum engines point_engine(const struct point *point);

/* Whether it runs on a device with memory of its own. */
bool point_on_device(const struct point *point);

/* Whether its array is distributed over ranks. */
bool point_on_ranks(const struct point *point);

/* Whether it begins at the last element. */
bool point_reversed(const struct point *point);

/* Whether code that takes both directions takes this one: of converted types only the forward one. */
bool point_direction_supported(const struct point *point, struct error *why);

/* Whether its output is its input's own memory. */
bool point_in_place(const struct point *point);

/* Whether two points run on the same such device. */
bool points_of_one_device(const struct point *a, const struct point *b);

/* Whether the same limits bound two points of one problem: they run on the same device, or neither on any and
 * on as many workers and ranks, whose blocks are in the same kind of memory, and both in place or neither. */
bool points_of_one_place(const struct point *a, const struct point *b);

/* The exact problem that a point solves, its first cover. */
struct problem_key point_problem(const struct point *point, uint64_t seed);

/* A total order of the problems that points solve, whatever solves them: by primitive, then by the axes that
 * are of_problem, but for those with these AXIS_BITs. 0 for points of one problem. */
int point_compare_problems(const struct point *a, const struct point *b, unsigned but);

/* Elements of a group's tile: threads_per_group × values_per_thread, where an absent axis counts once; 0
 * where both are absent. */
uint64_t point_tile(const struct point *point);

/* Elements after which the problem starts anew: the tile of a tiled scan, or a row; 0: never. */
uint64_t point_row(const struct point *point);

/* Whether two points of equal problems are measured in the same rounds: tiled scans of unequal tiles are not,
 * since where a scan starts anew is part of its problem. */
bool points_share_rounds(const struct point *a, const struct point *b);

/* "scan group/reduce-then-scan raking u32 exclusive n=1Mi T=256 V=8 workers=2": what people read. Returns
 * buffer. */
char *point_text(const struct point *point, char *buffer, size_t size);

/* "primitive=scan,algorithm=…,n=…": every axis the point has, in their order; the key of a result. Returns
 * buffer. */
char *point_key(const struct point *point, char *buffer, size_t size);

/* A total order (primitive, family, name, then axes), equal for equal points. */
int point_compare(const struct point *a, const struct point *b);

/* Whether a point equals one of these. */
bool point_is_among(const struct point *points, size_t count, const struct point *point);

/* The device that a point runs on; DEVICE_NONE: the host. Of an array on ranks, that of the first rank. */
uint64_t point_runs_on(const struct point *point);
