/* SPDX-License-Identifier: MIT */
/* A hash of what a call wrote: whether two calls gave the same bits. */
#include "measure/measure.h"

#include "base/random.h"

#include <string.h>

enum { HASH_LANES = 4 };

uint64_t digest_output(const void *output, size_t bytes, uint64_t count)
{
    const unsigned char *data = output;
    uint64_t hash = random_at(count, bytes);
    uint64_t lane[HASH_LANES] = {hash, hash ^ 1, hash ^ 2, hash ^ 3}, words[HASH_LANES] = {0};
    for (; bytes >= sizeof words; data += sizeof words, bytes -= sizeof words) {
        memcpy(words, data, sizeof words);
#pragma GCC unroll HASH_LANES
        for (unsigned i = 0; i < HASH_LANES; i++) {
            lane[i] = (lane[i] ^ words[i]) * 0xd6e8feb86659fd93u;
            lane[i] ^= lane[i] >> 32;
        }
    }
    memset(words, 0, sizeof words);
    memcpy(words, data, bytes);
    for (unsigned i = 0; i < HASH_LANES; i++)
        hash = random_at(hash ^ lane[i] ^ words[i], i);
    return hash;
}
