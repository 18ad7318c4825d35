/* SPDX-License-Identifier: MIT */
/* Arrays in the memory of a device: the same data as on the host. */
#pragma once

#include "base/buffer.h"
#include "engine/engine.h"
#include "problem/problem.h"

/* Addresses of the device; NULL: not taken. */
struct device_arrays {
    struct engine_device *opened; /* borrowed */
    void *input[PROBLEM_INPUTS], *output, *count, *scratch;
};

/* Bytes of them. */
struct device_bytes {
    unsigned inputs;
    size_t input, output, scratch;
};

/* Take memory. EXIT_SYSTEM with need and have; then nothing is taken. */
bool device_arrays_map(struct device_arrays *arrays, struct engine_device *opened,
                       const struct device_bytes *bytes, struct error *why);
void device_arrays_unmap(struct device_arrays *arrays);

/* Copy the inputs of the host there. */
void device_arrays_fill(const struct device_arrays *arrays, const struct buffer *inputs);
