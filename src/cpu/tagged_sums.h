/* SPDX-License-Identifier: MIT */
/* What workers tell those after them without a barrier: each value with the tag of the call that wrote it. */
#pragma once

#include "base/buffer.h"
#include "implementation/run.h"

#include <stdatomic.h>

/* With two cache lines to itself, as struct partial. It lies in a run's scratch, whatever that has in it. */
struct tagged_sum {
    union element value;
    _Atomic uint64_t tag;
    char apart[2 * CACHE_LINE - sizeof(union element) - sizeof(uint64_t)];
};

/* The tag of this call, the same for all of its workers; those of other calls are far from it. */
uint64_t call_tag(const struct run *run);

/* Tell the others; nobody may still wait for what was there. */
void sum_publish(struct tagged_sum *sum, uint64_t tag, union element value);

/* The value that is published with this tag, waiting for it. */
union element sum_await(struct tagged_sum *sum, uint64_t tag);
