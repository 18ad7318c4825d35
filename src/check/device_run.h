/* SPDX-License-Identifier: MIT */
/* A run in the memory of a device, which has no pages to guard: its arrays lie between bytes that are looked
 * at again after it. */
#pragma once

#include "base/error.h"
#include "implementation/run.h"

#include <stddef.h>

/* Bytes of the arrays of a run; the others are of the count, or absent. */
struct device_run_bytes {
    size_t input, output, scratch;
};

/* Do a run, which was prepared, has an engine with a device, and arrays of the host. They are copied to the
 * device, each as it is aligned here, and back. False with EXIT_FINDING when it wrote an input or outside of
 * its arrays; with EXIT_SYSTEM when the device failed, on which nothing may be done any more, or has no
 * memory. */
bool device_run(const struct run *run, const struct device_run_bytes *bytes, struct error *why);
