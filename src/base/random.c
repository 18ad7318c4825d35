/* SPDX-License-Identifier: MIT */
/* Reproducible random numbers: SplitMix64, and what is drawn from it. */
#include "base/random.h"

#include <assert.h>

uint64_t random_next(struct random *random)
{
    const uint64_t value = random_at(random->state, 0);
    random->state += 0x9e3779b97f4a7c15u;
    return value;
}

/* Lemire 2019: the high half of a product is uniform once the few products that are short of a whole round
 * are drawn again. */
uint64_t random_below(struct random *random, uint64_t bound)
{
    assert(bound > 0);
    const uint64_t short_of_round = -bound % bound;
    for (;;) {
        const unsigned __int128 product = (unsigned __int128)random_next(random) * bound;
        if ((uint64_t)product >= short_of_round)
            return (uint64_t)(product >> 64);
    }
}

void random_shuffle(struct random *random, uint32_t *items, size_t count)
{
    for (size_t left = count; left > 1; left--) {
        const size_t chosen = random_below(random, left);
        const uint32_t item = items[chosen];
        items[chosen] = items[left - 1];
        items[left - 1] = item;
    }
}
