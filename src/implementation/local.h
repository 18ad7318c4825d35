/* SPDX-License-Identifier: MIT */
/* The algorithms within a group: the values of the axis `local`, and what a descriptor says of each. */
#pragma once

#include "implementation/cost.h"

enum local {
    LOCAL_NONE,
#define LOCAL_ROW(NAME, ...) LOCAL_##NAME,
#include "implementation/local.def"
#undef LOCAL_ROW
    LOCAL_COUNT,
};
extern const char *const local_names[LOCAL_COUNT]; /* "-", "raking", … */

/* What an algorithm within a group is to the implementations that take it. */
struct local_algorithm {
    const char *summary; /* one line on the data flow; NULL: it is not taken */
    const char *source;
    const char *steps;        /* what a group does once its threads have their totals */
    const struct cost *costs; /* of that, with one full tile */
    enum local reduction;     /* of a scan: the reduction that goes with it */
    unsigned ignores;         /* AXIS_BITs of the implementation's axes that change nothing in it */
    bool halves;              /* it halves the group again and again: threads are a power of two */
    bool in_lanes;            /* of a reduction: every lane of the first subgroup has the total */
    bool lockstep;            /* right only where the lanes of a subgroup run in step, as published */
};
