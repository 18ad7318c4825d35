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

/* Whether a group implementation gives them, with empty, full and partial tiles. What differs is printed. In
 * those of the cases that it takes: all of them in its first variant, the first of them in each other one
 * too, where the rest take turns. With the other values of the axes that select code: networks in each
 * variant, loads in the first one, since they are the same in all. */
bool same_bits_in_cases(const struct implementation *implementation, const struct same_bits_case *cases,
                        size_t count);
bool same_bits_on_axes(const struct implementation *implementation);
