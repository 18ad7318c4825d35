/* SPDX-License-Identifier: MIT */
/* What a call finds of its data in the caches: emptying them, and filling them by calls that are not timed.
 */
#include "measure/measure.h"

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

/* A last cache does not simply keep what came last: lines that were read once are the first to go, so that a
 * stream does not sweep it, and what a neighbour has left in it goes after some passes over the new lines. On
 * a Xeon a scan of 2 x 4 MiB after a copy past the caches takes 739 to 829 us after one such pass, and 440
 * after four. A test has a model of such a cache. */
enum { PASSES = 4 };

unsigned hot_calls(size_t bytes, size_t core_cache, size_t last_cache)
{
    const bool known = last_cache > 0;
    if (core_cache > 0 && bytes <= core_cache)
        return 1;
    if (!known || bytes <= last_cache)
        return PASSES;
    /* What does not fit sweeps out the rest by itself; of much more, as much is cached after another's call
     * as after an own one. */
    return bytes < 4 * last_cache ? 1 : 0;
}
