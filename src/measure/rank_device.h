/* SPDX-License-Identifier: MIT */
/* The device of a rank, and a block in its memory: the same data as in the rank's own, and what comes back
 * from there. */
#pragma once

#include "base/buffer.h"
#include "engine/engine.h"
#include "machine/conditions/seat.h"

/* Owned, of the device's memory; NULL: not taken. */
struct rank_device_memory {
    struct engine_device *opened; /* borrowed */
    void *input[PROBLEM_INPUTS], *output;
};

/* What the host has of a block: as many bytes are taken on the device. */
struct rank_arrays {
    const struct buffer *input; /* `inputs` of them */
    unsigned inputs;
    const struct buffer *output;
};

/* Open the device of an engine that is this rank's: those of a host go round its ranks. EXIT_SYSTEM. The
 * caller closes it. */
bool rank_device_open(enum engines engine, const struct seat *seat, struct engine_device **opened,
                      struct error *why);

/* Take memory, unless that is done. EXIT_SYSTEM with need and have. */
bool rank_device_map(struct rank_device_memory *memory, struct engine_device *opened,
                     const struct rank_arrays *arrays, struct error *why);
void rank_device_unmap(struct rank_device_memory *memory);

/* Copy the inputs to the device, where memory is taken there. */
void rank_device_fill(const struct rank_device_memory *memory, const struct rank_arrays *arrays);

/* Fill the output there with what the host's output holds, or copy so many bytes of it back. */
void rank_device_poison(const struct rank_device_memory *memory, const struct buffer *output);
void rank_device_fetch(const struct rank_device_memory *memory, const struct buffer *output, size_t bytes);
