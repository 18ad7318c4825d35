/* SPDX-License-Identifier: MIT */
/* The kernels are written once: what a device makes of them has the bits that the timed engine gives. */
#pragma once

#include "engine/engine.h"
#include "implementation/implementation.h"

/* What an implementation is built for. */
struct same_bits_case {
    enum dtype dtype;
    enum op op;
    unsigned threads, values;
};

/* Whether runs that promise it leave the same bits of sums of floats that round, each time. */
bool same_bits_in_every_run(const struct implementation *implementation, unsigned runs);

/* Compare with a device of an engine from here on, which stays its owner's. */
bool same_bits_start(const struct engine *engine, struct engine_device *device, struct error *error);
void same_bits_end(void);

/* Whether a group implementation gives them in each of its variants, with empty, full and partial tiles: in
 * those of the cases that it takes; with the last values of the axes that select other code. What differs is
 * printed. */
bool same_bits_in_cases(const struct implementation *implementation, const struct same_bits_case *cases,
                        size_t count);
bool same_bits_on_axes(const struct implementation *implementation);
