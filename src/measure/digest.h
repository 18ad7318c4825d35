/* SPDX-License-Identifier: MIT */
/* A hash of what a call wrote: whether two calls gave the same bits. */
#pragma once

#include "machine/workers/team.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a call wrote. */
struct written {
    const void *output;
    size_t bytes;     /* of the output that have to be the same in every call */
    uint64_t count;   /* that it wrote beside the output; 0 for none */
    unsigned workers; /* who wrote it, and may hash it */
};

/* Of all of it. */
uint64_t digest_output(const struct written *written, struct team *team);
