/* SPDX-License-Identifier: MIT */
/* In which order a round calls its entries: each once, those with as many workers after each other, and all
 * else by chance, drawn anew for each round. So a neighbour's cold caches, or what a clock does after it,
 * fall on all alike. The chance is the seed's: nothing depends on how fast. */
#include "made_up.h"
#include "run_bed.h"

enum { NAMES = 3, WORKERS = 2, ENTRIES = NAMES * WORKERS, ROUNDS = 160, FEW = 20, PERMUTATIONS = 6 };

/* Which entry was called first, second, … in a round, by the samples that it had. */
static struct round {
    unsigned entries[ENTRIES];
    unsigned count;
} rounds[ROUNDS];
static const struct results *sampled;
static size_t last; /* samples of an entry */

static unsigned entry_number(const struct point *point)
{
    for (unsigned i = 0; i < ENTRIES; i++)
        if (!point_compare(&sampled->records[i].point, point))
            return i;
    fail_msg("a point of no plan");
    return 0;
}

/* Before the first sample and after the last one outputs are proved, in an order of their own. */
static void scan_noted(const struct run *run)
{
    if (run->worker > 0)
        return;
    const unsigned entry = entry_number(run->point);
    const size_t taken = sampled->records[entry].sample_count;
    scan_sums(run);
    if (taken == 0 || taken >= last)
        return;
    struct round *const round = &rounds[taken];
    for (unsigned i = 0; i < round->count; i++)
        if (round->entries[i] == entry)
            return;
    round->entries[round->count++] = entry;
}

/* The rounds but the first of three points with one worker, entries 0 to 2, and with two, entries 3 to 5. */
static void take_rounds(uint64_t seed, size_t count)
{
    static const char *const names[NAMES] = {"a", "b", "c"};
    struct implementation implementations[NAMES];
    struct bed bed;
    bed_init(&bed, NULL);
    bed.config.measure.seed = seed;
    bed.config.measure.samples = count;
    bed.config.measure.time_s = 1000;
    for (unsigned i = 0; i < ENTRIES; i++) {
        implementations[i % NAMES] = made_up_scan(names[i % NAMES], scan_noted);
        implementations[i % NAMES].axes |= AXIS_BIT(AXIS_WORKERS);
        add(&bed, &implementations[i % NAMES], SMALL)->point.workers = 1 + i / NAMES;
    }
    memset(rounds, 0, sizeof rounds);
    sampled = &bed.results;
    last = count;
    assert_true(run(&bed));
    for (unsigned i = 0; i < ENTRIES; i++)
        assert_int_equal(record(&bed, i)->sample_count, count);
    bed_close(&bed);
}

/* The place in the round at which an entry was called. */
static unsigned place_of(const struct round *round, unsigned entry)
{
    unsigned place = 0;
    while (place < ENTRIES && round->entries[place] != entry)
        place++;
    return place;
}

static bool is_before(const struct round *round, unsigned a, unsigned b)
{
    return place_of(round, a) < place_of(round, b);
}

/* Which of the six orders those of as many workers have. */
static unsigned permutation(const struct round *round, unsigned first)
{
    const unsigned a = first, b = first + 1, c = first + 2;
    const unsigned least = !is_before(round, a, b) + !is_before(round, a, c);
    return 2 * least + is_before(round, c, b);
}

TEST(each_entry_once_a_round)
{
    for (unsigned r = 1; r < ROUNDS; r++) {
        assert_int_equal(rounds[r].count, ENTRIES);
        for (unsigned i = 0; i < ENTRIES; i++) /* those with one worker are all before the others, or after */
            assert_int_equal(rounds[r].entries[i] < NAMES, (rounds[r].entries[0] < NAMES) == (i < NAMES));
    }
}

/* All within four standard deviations of what chance gives. */
static void assert_by_chance(unsigned count, double share)
{
    const double expected = share * (ROUNDS - 1);
    if (fabs(count - expected) > 4 * sqrt(expected * (1 - share)))
        fail_msg("%u of %d, where %.0f are expected", count, ROUNDS - 1, expected);
}

TEST(each_order_as_often)
{
    unsigned found[WORKERS][PERMUTATIONS] = {0}, one_first = 0;
    for (unsigned r = 1; r < ROUNDS; r++) {
        one_first += rounds[r].entries[0] < NAMES;
        for (unsigned w = 0; w < WORKERS; w++)
            found[w][permutation(&rounds[r], w * NAMES)]++;
    }
    assert_by_chance(one_first, 0.5);
    for (unsigned w = 0; w < WORKERS; w++)
        for (unsigned p = 0; p < PERMUTATIONS; p++)
            assert_by_chance(found[w][p], 1.0 / PERMUTATIONS);
}

/* Neither the order before it says anything of the next one, nor do those with one worker of those with two.
 */
TEST(orders_know_nothing_of_each_other)
{
    unsigned repeated = 0, workers_repeated = 0, alike = 0;
    for (unsigned r = 2; r < ROUNDS; r++) {
        repeated += permutation(&rounds[r], 0) == permutation(&rounds[r - 1], 0);
        workers_repeated += (rounds[r].entries[0] < NAMES) == (rounds[r - 1].entries[0] < NAMES);
        alike += permutation(&rounds[r], 0) == permutation(&rounds[r], NAMES);
    }
    assert_by_chance(repeated, 1.0 / PERMUTATIONS);
    assert_by_chance(workers_repeated, 0.5);
    assert_by_chance(alike, 1.0 / PERMUTATIONS);
}

/* Another run of the same seed begins as the first one did. */
TEST(the_seed_decides)
{
    static struct round former[ROUNDS];
    memcpy(former, rounds, sizeof former);
    take_rounds(5, FEW);
    assert_memory_equal(former, rounds, FEW * sizeof *rounds);
    take_rounds(6, FEW);
    assert_memory_not_equal(former, rounds, FEW * sizeof *rounds);
}

static int take(void **state)
{
    (void)state;
    take_rounds(5, ROUNDS);
    return 0;
}

AROUND_TESTS(take, NULL)
