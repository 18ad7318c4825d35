/* SPDX-License-Identifier: MIT */
/* A hash of what a call wrote: whether two calls gave the same bits. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Of an output, so many bytes of which have to be the same in every call, and of the count beside it; 0:
 * none. */
uint64_t digest_output(const void *output, size_t bytes, uint64_t count);
