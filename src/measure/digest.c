/* SPDX-License-Identifier: MIT */
/* A hash of what an entry wrote, taken behind every sample: what was timed gave the answer that was verified.
 */
#include "base/random.h"
#include "measure/block.h"

#include <string.h>

enum { LANES = 4, WORD = sizeof(uint64_t), WINDOW = 4096, WINDOWS = 64 };

static uint64_t hash_bytes(uint64_t hash, const unsigned char *data, size_t bytes)
{
    uint64_t lane[LANES] = {hash, hash ^ 1, hash ^ 2, hash ^ 3}, words[LANES] = {0};
    for (; bytes >= sizeof words; data += sizeof words, bytes -= sizeof words) {
        memcpy(words, data, sizeof words);
        for (unsigned i = 0; i < LANES; i++)
            lane[i] = (lane[i] ^ words[i]) * 0xd6e8feb86659fd93u;
    }
    memset(words, 0, sizeof words);
    memcpy(words, data, bytes);
    for (unsigned i = 0; i < LANES; i++)
        hash = random_at(hash ^ lane[i] ^ words[i], i);
    return hash;
}

/* All of a small output; of a large one windows from its first to its last byte, so that hashing costs little
 * beside the sample. What is wrong in a scan or a compaction is wrong in all that follows. */
static uint64_t hash_windows(uint64_t hash, const unsigned char *output, size_t bytes)
{
    if (bytes <= (size_t)WINDOW * WINDOWS)
        return hash_bytes(hash, output, bytes);
    for (size_t i = 0; i < WINDOWS; i++) {
        const size_t first = (size_t)((double)i / (WINDOWS - 1) * (double)(bytes - WINDOW));
        hash = hash_bytes(hash, output + first, WINDOW);
    }
    return hash;
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

uint64_t block_digest(const struct block *block, const struct bench *bench, const struct entry *entry,
                      bool whole)
{
    const struct run run = block_run(block, bench, entry);
    const size_t bytes = written_bytes(block, entry->record);
    const uint64_t hash = random_at(run.count ? *run.count : 0, bytes);
    return whole ? hash_bytes(hash, run.output, bytes) : hash_windows(hash, run.output, bytes);
}
