/* SPDX-License-Identifier: MIT */
/* A fixed amount of arithmetic, timed once a round: how fast the cores were, as the limits say it of memory.
 */
#include "measure/block.h"

#include <stdatomic.h>

enum { STEPS = 2048 };

struct probe {
    const struct clock *clock;
    struct team *team;
    _Atomic uint64_t slowest_ns;
};

#define ADD(i) \
    x += (i);  \
    __asm__ volatile("" : "+r"(x));
#define FOUR(i) ADD(i) ADD(i) ADD(i) ADD(i)

/* Each addition waits for the one before: a cycle each, whatever else the core does. */
static void add_up(void)
{
    uint64_t x = 1;
    for (uint64_t i = 0; i < STEPS; i++) {
        FOUR(i) FOUR(i) FOUR(i) FOUR(i)
    }
}

static void probe_worker(void *argument, unsigned worker)
{
    struct probe *const probe = argument;
    team_barrier(probe->team, worker);
    const uint64_t start = clock_read(probe->clock);
    add_up();
    const uint64_t took = clock_read(probe->clock) - start;
    uint64_t seen = atomic_load(&probe->slowest_ns);
    while (took > seen && !atomic_compare_exchange_weak(&probe->slowest_ns, &seen, took)) {
    }
}

void block_probe(struct block *block, const struct bench *bench)
{
    struct probe probe = {.clock = &bench->machine->clock, .team = bench->team};
    team_run(bench->team, block->workers, probe_worker, &probe);
    block->probes_s[block->probe_count++ % BLOCK_PROBES] = (double)probe.slowest_ns * 1e-9;
}

double block_compute_s(const struct block *block)
{
    const size_t count = block->probe_count < BLOCK_PROBES ? block->probe_count : BLOCK_PROBES;
    return count ? statistics_make(block->probes_s, count).median : 0;
}
