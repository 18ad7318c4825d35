/* SPDX-License-Identifier: MIT */
/* After as many untimed calls as the sizes need, a cache holds what it holds after any number of them: shown
 * on a model of a cache that resists streams, by re-reference intervals of two bits (A. Jaleel and others,
 * High Performance Cache Replacement Using Re-Reference Interval Prediction, 2010). */
#include "measure/measure.h"

#include "test.h"

#include <stdbool.h>

enum { WAYS = 16, SETS = 32, LINES = SETS * WAYS, LINE_BYTES = 64, FAR = 3, MANY = 12, NEIGHBOUR = 1 << 20 };

struct cache_way {
    size_t line;
    unsigned interval; /* until it is expected again: 0 to FAR */
    bool used;
};
static struct cache_way cache[SETS][WAYS];

static struct cache_way *find_victim(struct cache_way *set)
{
    for (;;) {
        for (size_t way = 0; way < WAYS; way++)
            if (!set[way].used || set[way].interval == FAR)
                return &set[way];
        for (size_t way = 0; way < WAYS; way++)
            set[way].interval++;
    }
}

/* Whether it was there. */
static bool take_line(size_t line)
{
    struct cache_way *const set = cache[line % SETS];
    for (size_t way = 0; way < WAYS; way++)
        if (set[way].used && set[way].line == line) {
            set[way].interval = 0;
            return true;
        }
    *find_victim(set) = (struct cache_way){line, FAR - 1, true};
    return false;
}

static size_t pass_over(size_t first, size_t lines)
{
    size_t found = 0;
    for (size_t i = 0; i < lines; i++)
        found += take_line(first + i);
    return found;
}

/* The lines of its own that a call finds, after a neighbour's and so many untimed ones. */
static size_t found_after(size_t neighbour, size_t own, unsigned calls)
{
    memset(cache, 0, sizeof cache);
    for (unsigned i = 0; i < MANY; i++)
        pass_over(NEIGHBOUR, neighbour);
    for (unsigned i = 0; i < calls; i++)
        pass_over(0, own);
    return pass_over(0, own);
}

static const size_t percents[] = {10, 25, 50, 75, 95, 100, 130, 200, 350, 500};
enum { SIZES = sizeof percents / sizeof percents[0] };

TEST(the_caches_are_its_own)
{
    unsigned more_than_one = 0;
    for (size_t o = 0; o < SIZES; o++)
        for (size_t n = 0; n < SIZES; n++) {
            const size_t own = LINES * percents[o] / 100, neighbour = LINES * percents[n] / 100;
            const unsigned calls = hot_calls(own * LINE_BYTES, 0, LINES * LINE_BYTES);
            const size_t found = found_after(neighbour, own, calls),
                         settled = found_after(neighbour, own, MANY);
            if (found != settled)
                fail_msg("%zu %% of the cache after %zu %%: %zu of %zu lines are found after %u calls, %zu "
                         "after %d",
                         percents[o], percents[n], found, own, calls, settled, MANY);
            more_than_one += found_after(neighbour, own, 1) != settled;
        }
    assert_true(more_than_one > 0); /* one call alone is too few for some */
}

TEST(calls_follow_the_sizes)
{
    enum { KI = 1 << 10, MI = 1 << 20 };
    assert_int_equal(hot_calls(64 * KI, 1 * MI, 32 * MI), 1); /* in the core's own cache */
    assert_int_equal(hot_calls(1 * MI, 1 * MI, 32 * MI), 1);
    assert_int_equal(hot_calls(1 * MI + 1, 1 * MI, 32 * MI), 4);
    assert_int_equal(hot_calls(32 * MI, 1 * MI, 32 * MI), 4);
    assert_int_equal(hot_calls(32 * MI + 1, 1 * MI, 32 * MI), 1);
    assert_int_equal(hot_calls(128 * MI, 1 * MI, 32 * MI), 0); /* memory, whoever came before */
    assert_int_equal(hot_calls(64 * KI, 0, 0), 4);             /* nothing is known */
}
