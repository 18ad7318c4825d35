/* SPDX-License-Identifier: MIT */
/* What workers tell those after them without a barrier: each value with the tag of the call that wrote it. */
#include "cpu/tagged_sums.h"

#include "cpu/wait.h"
#include "machine/workers/team.h"

/* The golden ratio: what else lies in scratch, sums and counts, will not look like the product. */
static const uint64_t spread = 0x9e3779b97f4a7c15;

uint64_t call_tag(const struct run *run)
{
    return team_epoch(run->team, run->worker) * spread;
}

void sum_publish(struct tagged_sum *sum, uint64_t tag, union element value)
{
    sum->value = value;
    atomic_store_explicit(&sum->tag, tag, memory_order_release);
}

union element sum_await(struct tagged_sum *sum, uint64_t tag)
{
    unsigned spins = 0;
    while (atomic_load_explicit(&sum->tag, memory_order_acquire) != tag)
        wait_briefly(&spins);
    return sum->value;
}
