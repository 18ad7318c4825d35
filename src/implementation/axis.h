/* SPDX-License-Identifier: MIT */
/* The axes of a sweep: what varies from point to point, and what may be said on each. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* In the order of axis.def. An axis that an implementation lacks holds 0 ("-" or NaN). */
enum axis {
#define AXIS(NAME, ...) AXIS_##NAME,
#include "implementation/axis.def"
#undef AXIS
    AXIS_COUNT,
};

#define AXIS_BIT(axis) (1u << (axis))

enum cache_state {
    CACHE_NONE,
    CACHE_HOT,  /* every call works on the same buffers, as warm as their size lets them be */
    CACHE_COLD, /* before every call the caches are emptied: measure/evict.h */
    CACHE_STATES,
};
extern const char *const cache_names[CACHE_STATES];

/* What runs group kernels: engine.def. */
enum engines {
    ENGINE_NONE,
#define ENGINE_ROW(NAME, name, place) ENGINE_##NAME,
#include "implementation/engine.def"
#undef ENGINE_ROW
    ENGINES,
};
extern const char *const engine_names[ENGINES];

#define ENGINE_BIT(engine) (1u << (engine))

/* The engines that have devices with memory of their own. */
enum {
#define ENGINE_ON_HOST(NAME)
#define ENGINE_ON_DEVICE(NAME) | ENGINE_BIT(ENGINE_##NAME)
#define ENGINE_ROW(NAME, name, place) ENGINE_ON_##place(NAME)
    DEVICE_ENGINES = 0
#include "implementation/engine.def"
#undef ENGINE_ROW
#undef ENGINE_ON_DEVICE
#undef ENGINE_ON_HOST
};

/* Whether it runs them on a device with memory of its own, not on the host. */
bool engine_has_device(uint64_t engine);

/* Where groups run, as users name it: device.def. */
enum devices {
    DEVICE_NONE,
#define DEVICE_ROW(NAME, ...) DEVICE_##NAME,
#include "implementation/device.def"
#undef DEVICE_ROW
    DEVICE_COUNT,
};
extern const char *const device_names[DEVICE_COUNT];

/* The engine that runs groups on a device: ENGINE_NONE for what is no device. */
enum engines device_engine(uint64_t device);

/* The first device of an engine; DEVICE_NONE where it has none. */
enum devices device_first(enum engines engine);

/* Whether every thread of a group gets what the group reduces to, or only one; and who stores it for them:
 * the first thread, or as published every lane of the first subgroup. */
enum broadcast {
    BROADCAST_NONE,
    BROADCAST_NO,
    BROADCAST_YES,
    BROADCAST_LANES,
    BROADCASTS,
};
extern const char *const broadcast_names[BROADCASTS];

/* Whether the output is the input's own memory. */
enum in_place {
    IN_PLACE_NONE,
    IN_PLACE_NO,
    IN_PLACE_YES,
    IN_PLACES,
};
extern const char *const in_place_names[IN_PLACES];

/* From which end a scan begins. */
enum direction {
    DIRECTION_NONE,
    DIRECTION_FORWARD,
    DIRECTION_REVERSE, /* element i has what follows it in the input, not what precedes it */
    DIRECTIONS,
};
extern const char *const direction_names[DIRECTIONS];

/* The isa of a point that is still to be made: the best of this machine. Whoever makes it resolves it. */
#define ISA_BEST UINT64_MAX

/* What can be said on an axis, for the parser, the filter and the reports. */
enum axis_kind {
    AXIS_IS_COUNT,    /* a number from minimum to maximum */
    AXIS_IS_CHOICE,   /* an index into names, 0 excluded */
    AXIS_IS_FRACTION, /* 0 to 1, kept in units of 1 / SELECTIVITY_ONE */
};

/* When people read the value of an axis that a point has. */
enum axis_shown {
    SHOWN_ALWAYS,
    SHOWN_IN_TABLES, /* in tables; elsewhere where it is not what a silent config gives */
    SHOWN_UNUSUAL,   /* where it is not what a silent config gives */
};

struct axis_info {
    const char *name; /* as filters and columns spell it */
    const char *key;  /* as a sweep of a config spells it; NULL: as the name */
    const char *help; /* sentences for people: what it is, and what a count is where a config is silent */
    enum axis_kind kind;
    const char *label; /* for people: before the value */
    enum axis_shown shown;
    const char *const *names; /* AXIS_IS_CHOICE: `count` names, names[0] is "-" */
    unsigned count;
    uint64_t minimum, maximum; /* AXIS_IS_COUNT */
    bool power_of_two;         /* AXIS_IS_COUNT: whatever the implementation, only powers of two are values */
    uint64_t fallback;         /* the value where a config is silent */
    bool unsaid;               /* a point of a plan has no value for it, as results had before the axis */
    bool everywhere;           /* an axis of every implementation */
    bool of_problem;           /* points with another value solve another problem */
    struct {
        const char *before, *after; /* the value in the title of a problem; NULL: not in it */
    } title;
};
extern const struct axis_info axis_info[AXIS_COUNT];

/* The value of a silent config on this machine. */
uint64_t axis_default(enum axis axis);
