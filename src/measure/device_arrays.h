/* SPDX-License-Identifier: MIT */
/* Arrays in the memory of a device: the same data as on the host. */
#pragma once

#include "base/buffer.h"
#include "engine/engine.h"
#include "problem/problem.h"

enum { DEVICE_ARRAYS = 5 };

/* Addresses of the device; NULL: not taken. */
struct device_arrays {
    struct engine_device *opened; /* borrowed */
    void *input[PROBLEM_INPUTS], *output, *count, *scratch;
    bool guarded;
    struct device_array {
        char *memory;         /* owned */
        size_t before, bytes; /* where the array begins in it, and its own */
    } array[DEVICE_ARRAYS];
};

/* Bytes of them. For check they lie between bytes that are looked at again after a run, for there are no
 * pages to guard; all but the scratch as badly aligned as their sizes allow, either the first input alone or
 * all others. */
struct device_bytes {
    unsigned inputs;
    size_t input, second, output, scratch;
    bool guarded, odd_input;
};

/* Take memory. EXIT_SYSTEM with need and have; then nothing is taken. */
bool device_arrays_map(struct device_arrays *arrays, struct engine_device *opened,
                       const struct device_bytes *bytes, struct error *why);
void device_arrays_unmap(struct device_arrays *arrays);

/* Have as much scratch. EXIT_SYSTEM. */
bool device_arrays_hold_scratch(struct device_arrays *arrays, size_t bytes, struct error *why);

/* Copy the inputs of the host there. */
void device_arrays_fill(const struct device_arrays *arrays, const struct buffer *inputs);

/* Before a run: put right the bytes around all arrays. After it: whether they are as they were, and the
 * inputs like those of the host; EXIT_FINDING with what was written. Of those that are guarded. */
void device_arrays_guard(const struct device_arrays *arrays);
bool device_arrays_check(const struct device_arrays *arrays, const struct buffer *inputs, struct error *why);
