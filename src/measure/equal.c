/* SPDX-License-Identifier: MIT */
/* Whether a large output is the expected one byte for byte, compared by all workers. */
#include "measure/equal.h"

#include "problem/verify.h"

#include <stdatomic.h>
#include <string.h>

/* EQUAL_LEAST: below, waking the workers costs more than they save. */
enum { EQUAL_GRAIN = 4096, EQUAL_LEAST = 1 << 20 };

/* Comparing two runs of bytes, each worker its part. */
struct equal_job {
    const unsigned char *expected, *output;
    size_t bytes;
    unsigned workers;
    _Atomic bool differ;
};

static void compare_part(void *argument, unsigned worker)
{
    struct equal_job *const job = argument;
    const struct span own = team_part(job->bytes, EQUAL_GRAIN, worker, job->workers);
    const size_t first = own.first, last = own.last;
    if (memcmp(job->expected + first, job->output + first, last - first) != 0)
        job->differ = true;
}

bool equal_output(const struct problem *problem, const struct run *run, unsigned workers)
{
    const void *expected;
    const size_t bytes = verify_bytes(problem, run->count ? *run->count : 0, &expected);
    struct equal_job job = {expected, run->output, bytes, workers, false};
    if (bytes < EQUAL_LEAST)
        return false;
    team_run(run->team, workers, compare_part, &job);
    return !job.differ;
}
