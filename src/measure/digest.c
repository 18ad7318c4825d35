/* SPDX-License-Identifier: MIT */
/* A hash of what an entry wrote, taken behind every sample: what was timed gave the answer that was verified.
 */
#include "base/random.h"
#include "measure/block.h"

#include <stdatomic.h>
#include <string.h>

/* WINDOWS: of a large output. SHARED_LEAST: bytes below which one worker hashes sooner than several. */
enum { LANES = 4, LINE = 64, WINDOW = 4096, WINDOWS = 64, SHARED_LEAST = 64 << 10 };

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
    uint64_t lane[LANES] = {hash, hash ^ 1, hash ^ 2, hash ^ 3}, words[LANES] = {0};
    for (; bytes >= sizeof words; data += sizeof words, bytes -= sizeof words) {
        memcpy(words, data, sizeof words);
#pragma GCC unroll LANES
        for (unsigned i = 0; i < LANES; i++)
            lane[i] = (lane[i] ^ words[i]) * 0xd6e8feb86659fd93u;
    }
    memset(words, 0, sizeof words);
    memcpy(words, data, bytes);
    for (unsigned i = 0; i < LANES; i++)
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
    size_t begin, end;
    uint64_t sum = 0;
    team_part(job->windows, 1, worker, job->workers, &begin, &end);
    for (size_t i = begin; i < end; i++) {
        const size_t first = window_first(job, i), left = job->bytes - first;
        if (i + 1 < end)
            prefetch_window(job, i + 1);
        sum += hash_bytes(random_at(job->seed, i), job->output + first, left < WINDOW ? left : WINDOW);
    }
    job->sum += sum;
}

static size_t written_bytes(const struct block *block, const struct record *record)
{
    const struct implementation *const implementation = record->point.implementation;
    struct problem_key key = block->key;
    key.primitive = implementation->primitive;
    if (implementation->unordered)
        return 0;
    if (key.primitive == PRIMITIVE_COMPACT || key.primitive == PRIMITIVE_COPY_PART)
        return record->selected * dtype_size(key.dtype);
    return problem_output_bytes(&key);
}

/* All of a small output; of a large one windows from its first to its last byte, so that hashing costs little
 * beside the sample. What is wrong in a scan or a compaction is wrong in all that follows. */
uint64_t block_digest(const struct block *block, const struct bench *bench, const struct entry *entry,
                      bool whole)
{
    const struct run run = block_run(block, bench, entry);
    const size_t bytes = written_bytes(block, entry->record), all = (bytes + WINDOW - 1) / WINDOW;
    const bool spread = !whole && all > WINDOWS;
    const bool shared = bytes >= SHARED_LEAST &&
                        implementation_callers(run.point->implementation, run.workers) == run.workers;
    struct digest_job job = {
        .output = run.output,
        .bytes = bytes,
        .windows = spread ? WINDOWS : all,
        .spread = spread,
        .workers = shared ? run.workers : 1,
        .seed = random_at(run.count ? *run.count : 0, bytes),
    };
    team_run(bench->team, job.workers, hash_part, &job);
    return job.seed ^ job.sum;
}
