/* SPDX-License-Identifier: MIT */
/* One point of a sweep in the model: an implementation run exactly on a device, and what is to be said of
 * it. */
#pragma once

#include "engine/model/model.h"
#include "implementation/point.h"

enum model_verdict {
    MODEL_OK,
    MODEL_PERMITTED_FAILURE, /* the device may let it starve; a schedule without an adversary passes */
    MODEL_STARVED,
    MODEL_WRONG,
    MODEL_HAZARD, /* divergent barrier, poisoned read, race, out of bounds; stale reads that did no harm */
    MODEL_UNSUPPORTED,
    MODEL_VERDICTS,
};
extern const char *const model_verdict_names[MODEL_VERDICTS];

struct model_result {
    struct point point;
    const struct device *device; /* borrowed */
    enum group_order order;
    enum model_verdict verdict;
    double relative_error;       /* of the worst element, or of the count; NAN where nothing was judged */
    char message[MODEL_MESSAGE]; /* one line for people; empty for a plain ok */
    struct model_report report;  /* of the run that the verdict is on */
};

/* On what device, in which order of groups, and with which seed of the data and of random orders. */
struct model_conditions {
    const struct device *device;
    enum group_order order;
    uint64_t seed;
};

/* Run the point's implementation once in the model. False with EXIT_SYSTEM when memory is out. */
bool model_point_run(struct model_result *result, const struct point *point,
                     const struct model_conditions *conditions, struct error *error);

/* The adds that no algorithm can do without: T − 1 for a group's threads, what a group loads less one, n − 1
 * for a run. NAN where the phase of the kernel, or the primitive, has no such measure. */
double model_useful_adds(const struct point *point, const struct model_kernel *kernel, enum phase phase);
