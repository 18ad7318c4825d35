/* SPDX-License-Identifier: MIT */
/* A point of a sweep: an implementation with a value on every axis. A plain value: comparable and printable.
 */
#ifndef SCANBENCH_POINT_H
#define SCANBENCH_POINT_H

#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct implementation;

/* The axes, in the order of the result columns. An axis that an implementation lacks holds 0 ("-" or NaN). */
enum axis {
    AXIS_DTYPE,
    AXIS_OP,
    AXIS_MODE,
    AXIS_N,
    AXIS_THREADS_PER_GROUP,
    AXIS_VALUES_PER_THREAD,
    AXIS_UNROLL,
    AXIS_LOAD,
    AXIS_LOAD_WIDTH,
    AXIS_GROUPS,
    AXIS_NETWORK,
    AXIS_WORKERS,
    AXIS_ISA,
    AXIS_SELECTIVITY,
    AXIS_PAGES,
    AXIS_CACHE,
    AXIS_DEVICE,
    AXIS_COUNT,
};

#define AXIS_BIT(axis) (1u << (axis))

enum cache_state {
    CACHE_NONE,
    CACHE_HOT, /* every call works on the same buffers, as warm as their size lets them be */
    CACHE_STATES,
};
extern const char *const cache_names[CACHE_STATES];

/* The isa of a point that is still to be made: the best of this machine. Whoever makes it resolves it. */
#define ISA_BEST UINT64_MAX

enum { MAX_THREADS_PER_GROUP = 1024, MAX_VALUES_PER_THREAD = 32, SELECTIVITY_ONE = 1000000000 };

struct point {
    const struct implementation *implementation;
    union {
        uint64_t axis[AXIS_COUNT];
        struct {
            uint64_t dtype; /* enum dtype */
            uint64_t op;    /* enum op */
            uint64_t mode;  /* enum mode */
            uint64_t n;     /* elements */
            uint64_t threads_per_group;
            uint64_t values_per_thread;
            uint64_t unroll;
            uint64_t load; /* reserved for blocked | striped */
            uint64_t load_width;
            uint64_t groups;
            uint64_t network;
            uint64_t workers;
            uint64_t isa;         /* enum isa */
            uint64_t selectivity; /* in units of 1 / SELECTIVITY_ONE */
            uint64_t pages;       /* enum pages */
            uint64_t cache;       /* enum cache_state */
            uint64_t device;
        };
    };
};

/* What can be said on an axis, for the parser, the filter and the reports. */
enum axis_kind {
    AXIS_IS_COUNT,    /* a number from minimum to maximum */
    AXIS_IS_CHOICE,   /* an index into names, 0 excluded */
    AXIS_IS_FRACTION, /* 0 to 1, kept in units of 1 / SELECTIVITY_ONE */
};

struct axis_info {
    const char *name; /* as configs, filters and columns spell it */
    enum axis_kind kind;
    const char *const *names; /* AXIS_IS_CHOICE: `count` names, names[0] is "-" */
    unsigned count;
    uint64_t minimum, maximum; /* AXIS_IS_COUNT */
    bool power_of_two;         /* AXIS_IS_COUNT: whatever the implementation, only powers of two are values */
    uint64_t fallback;         /* the value where a config is silent */
    bool everywhere;           /* an axis of every implementation */
};
extern const struct axis_info axis_info[AXIS_COUNT];

/* True when the implementation has the axis (or all have). */
bool point_has(const struct point *point, enum axis axis);

/* The value as text ("-" where absent). Returns buffer. */
char *point_axis_text(const struct point *point, enum axis axis, char *buffer, size_t size);

/* The exact problem that a point solves, its first cover. */
struct problem_key point_problem(const struct point *point, uint64_t seed);

/* Elements of a group's tile: threads_per_group × values_per_thread, where an absent axis counts once; 0
 * where both are absent. */
uint64_t point_tile(const struct point *point);

/* Whether two points of equal problems are measured in the same rounds: tiled scans of unequal tiles are not,
 * since where a scan starts again is part of its problem. */
bool points_share_rounds(const struct point *a, const struct point *b);

/* "scan group/reduce-then-scan/raking u32 exclusive n=1Mi T=256 V=8 workers=2": what people read. Returns
 * buffer. */
char *point_text(const struct point *point, char *buffer, size_t size);

/* "primitive=scan,algorithm=…,n=…": every axis the point has, in column order; the key of a result. Returns
 * buffer. */
char *point_key(const struct point *point, char *buffer, size_t size);

/* A total order (primitive, family, name, then axes), equal for equal points. */
int point_compare(const struct point *a, const struct point *b);

#endif
