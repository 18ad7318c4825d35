/* SPDX-License-Identifier: MIT */
/* Emptying caches between calls: what a cold call finds of its data. */
#include "measure/evict.h"

#include <stdatomic.h>

/* MARGIN: above twice the cache. */
enum { MARGIN = 1 << 20 };

const char evict_unknown[] =
    "the size of the last cache is not known, so that it cannot be emptied; expected cache hot";

size_t evict_bytes(size_t cache_bytes)
{
    return cache_bytes > 0 ? 2 * cache_bytes + MARGIN : 0;
}

struct evict_job {
    struct team *team;
    unsigned workers;
    volatile unsigned char *data;
    size_t bytes;
    _Atomic uint64_t sum;
};

static void evict_worker(void *argument, unsigned worker)
{
    struct evict_job *const job = argument;
    const struct span own = team_part(job->bytes, CACHE_LINE, worker, job->workers);
    uint64_t sum = 0;
    for (size_t at = own.first; at < own.last; at += CACHE_LINE)
        job->data[at]++;
    team_barrier(job->team, worker);
    for (size_t at = 0; at < job->bytes; at += CACHE_LINE)
        sum += job->data[at];
    atomic_fetch_add(&job->sum, sum);
}

uint64_t evict_host(struct team *team, unsigned workers, const struct buffer *memory)
{
    struct evict_job job = {.team = team, .workers = workers, .data = memory->data, .bytes = memory->bytes};
    team_run(team, workers, evict_worker, &job);
    return job.sum;
}
