/* SPDX-License-Identifier: MIT */
/* Reproducible random numbers: a small generator, and a stateless hash of (seed, index) for parallel filling.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* SplitMix64 (Steele, Lea, Flood 2014); any state is valid. */
struct random {
    uint64_t state;
};

uint64_t random_next(struct random *random);

/* Uniform below bound (> 0), without modulo bias. */
uint64_t random_below(struct random *random, uint64_t bound);

/* Fisher–Yates over indices. */
void random_shuffle(struct random *random, uint32_t *items, size_t count);

/* The value at `index` of the stream `seed`: the same whoever asks and in whatever order. */
static inline uint64_t random_at(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
