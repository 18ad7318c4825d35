/* SPDX-License-Identifier: MIT */
/* A hash of what a call wrote: whether two calls gave the same bits. */
#include "measure/digest.h"

#include "base/random.h"

#include <stdatomic.h>
#include <string.h>

/* SHARED_LEAST: bytes below which one worker hashes sooner than several. */
enum { HASH_LANES = 4, WINDOW = 4096, SHARED_LEAST = 64 << 10 };

/* Hashing an output window by window, each worker those that it most likely wrote. */
struct digest_job {
    const unsigned char *output;
    size_t bytes, windows;
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

static void hash_part(void *argument, unsigned worker)
{
    struct digest_job *const job = argument;
    uint64_t sum = 0;
    const struct span own = team_part(job->windows, 1, worker, job->workers);
    const size_t begin = own.first, end = own.last;
    for (size_t i = begin; i < end; i++) {
        const size_t first = i * WINDOW, left = job->bytes - first;
        sum += hash_bytes(random_at(job->seed, i), job->output + first, left < WINDOW ? left : WINDOW);
    }
    job->sum += sum;
}

uint64_t digest_output(const struct written *written, struct team *team)
{
    struct digest_job job = {
        .output = written->output,
        .bytes = written->bytes,
        .windows = (written->bytes + WINDOW - 1) / WINDOW,
        .workers = written->bytes >= SHARED_LEAST ? written->workers : 1,
        .seed = random_at(written->count, written->bytes),
    };
    team_run(team, job.workers, hash_part, &job);
    return job.seed ^ job.sum;
}
