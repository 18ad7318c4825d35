/* SPDX-License-Identifier: MIT */
/* The descriptor: what every implementation declares, one row of the registry. */
#ifndef SCANBENCH_IMPLEMENTATION_H
#define SCANBENCH_IMPLEMENTATION_H

#include "base/error.h"
#include "implementation/point.h"
#include "implementation/run.h"

enum family {
    FAMILY_LIMIT,
    FAMILY_SERIAL,
    FAMILY_SIMD,
    FAMILY_THREADS,
    FAMILY_GROUP,
    FAMILY_COUNT,
};
extern const char *const family_names[FAMILY_COUNT];

struct implementation {
    const char *name;    /* a path: "group/reduce-then-scan/raking" */
    const char *summary; /* one line on the data flow */
    const char *source;  /* where it was published; "scanbench" for our own */
    enum primitive primitive;
    enum family family;
    unsigned axes;      /* AXIS_BITs that change its work, beyond those that every implementation has */
    unsigned dtypes;    /* bits 1 << enum dtype that it takes */
    unsigned ops;       /* bits 1 << enum op; 0 for a primitive without operator */
    bool takes_initial; /* scan: starts with run->initial, not always with the identity */
    bool unordered;     /* compact: the elements may come in any order */
    /* Decide all that can be refused, before memory is taken: false with the reason (EXIT_USAGE). NULL: all.
     */
    bool (*supports)(const struct point *point, struct error *why);
    /* Bytes of scratch that a run needs, 64-byte aligned, contents undefined. NULL: none. */
    size_t (*scratch_bytes)(const struct point *point);
    /* Roundings on the longest path from an input to an output, for the verifier's bound. */
    size_t (*roundings)(const struct point *point);
    /* Do the work once. Called on every worker together (SPMD); cannot fail. Returns before others may have
     * finished: the caller puts a barrier behind it. */
    void (*run)(const struct run *run);
};

#endif
