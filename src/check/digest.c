/* SPDX-License-Identifier: MIT */
/* A hash of what a call wrote, taken after every sample: what was timed gave the answer that was verified. */
#include "check/digest.h"

#include "base/random.h"

#include <stdatomic.h>
#include <string.h>

/* WINDOWS: of a large output. SHARED_LEAST: bytes below which one worker hashes sooner than several. */
enum { HASH_LANES = 4, LINE = 64, WINDOW = 4096, WINDOWS = 64, SHARED_LEAST = 64 << 10 };

/* Hashing windows of an output, each worker those that it most likely wrote. */
struct digest_job {
    const unsigned char *output;
    size_t bytes, windows;
    bool spread; /* from the first to the last byte; else side by side */
    unsigned workers;
    uint64_t seed;
    _Atomic uint64_t sum;
};

static uint64_t hash_bytes(uint64_t hash, const unsigned char *data, size_t bytes)
{
    uint64_t lane[HASH_LANES] = {hash, hash ^ 1, hash ^ 2, hash ^ 3}, words[HASH_LANES] = {0};
    for (; bytes >= sizeof words; data += sizeof words, bytes -= sizeof words) {
        memcpy(words, data, sizeof words);
#pragma GCC unroll HASH_LANES
        for (unsigned i = 0; i < HASH_LANES; i++)
            lane[i] = (lane[i] ^ words[i]) * 0xd6e8feb86659fd93u;
    }
    memset(words, 0, sizeof words);
    memcpy(words, data, bytes);
    for (unsigned i = 0; i < HASH_LANES; i++)
        hash = random_at(hash ^ lane[i] ^ words[i], i);
    return hash;
}

static size_t window_first(const struct digest_job *job, size_t window)
{
    if (!job->spread)
        return window * WINDOW;
    return (size_t)((double)window / (double)(job->windows - 1) * (double)(job->bytes - WINDOW));
}

/* A window is often a page of its own, where the processor sees no stream coming. */
static void prefetch_window(const struct digest_job *job, size_t window)
{
    const unsigned char *const data = job->output + window_first(job, window);
    for (size_t at = 0; at < WINDOW; at += LINE)
        __builtin_prefetch(data + at);
}

static void hash_part(void *argument, unsigned worker)
{
    struct digest_job *const job = argument;
    uint64_t sum = 0;
    const struct span own = team_part(job->windows, 1, worker, job->workers);
    const size_t begin = own.first, end = own.last;
    for (size_t i = begin; i < end; i++) {
        const size_t first = window_first(job, i), left = job->bytes - first;
        if (i + 1 < end)
            prefetch_window(job, i + 1);
        sum += hash_bytes(random_at(job->seed, i), job->output + first, left < WINDOW ? left : WINDOW);
    }
    job->sum += sum;
}

static struct digest_job job_of(const struct written *written, bool whole)
{
    const size_t bytes = written->bytes, all = (bytes + WINDOW - 1) / WINDOW;
    const bool spread = !whole && all > WINDOWS;
    return (struct digest_job){
        .output = written->output,
        .bytes = bytes,
        .windows = spread ? WINDOWS : all,
        .spread = spread,
        .workers = bytes >= SHARED_LEAST ? written->workers : 1,
        .seed = random_at(written->count, bytes),
    };
}

void digest_visit(const struct written *written, bool whole,
                  void (*visit)(void *context, size_t first, size_t bytes), void *context)
{
    const struct digest_job job = job_of(written, whole);
    if (!job.spread && job.bytes > 0)
        visit(context, 0, job.bytes);
    for (size_t i = 0; job.spread && i < job.windows; i++)
        visit(context, window_first(&job, i), WINDOW);
}

uint64_t digest_output(const struct written *written, bool whole, struct team *team)
{
    struct digest_job job = job_of(written, whole);
    team_run(team, job.workers, hash_part, &job);
    return job.seed ^ job.sum;
}
