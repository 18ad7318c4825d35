/* SPDX-License-Identifier: MIT */
/* Random numbers: the published sequence, bounds, and shuffles. */
#include "base/random.h"

#include "test.h"

TEST(published_sequence)
{
    /* SplitMix64 of seed 1234567, as its reference implementation prints it. */
    static const uint64_t wanted[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                      4593380528125082431u, 16408922859458223821u};
    struct random random = {1234567};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(random_at(1234567, i), wanted[i]);
        assert_int_equal(random_next(&random), wanted[i]);
    }
}

TEST(below_bound)
{
    struct random random = {7};
    unsigned seen[6] = {0};
    for (size_t i = 0; i < 60000; i++) {
        const uint64_t value = random_below(&random, 6);
        assert_true(value < 6);
        seen[value]++;
    }
    for (size_t i = 0; i < 6; i++)
        assert_in_range(seen[i], 9500, 10500);
    assert_int_equal(random_below(&random, 1), 0);
}

TEST(unbiased_for_large_bounds)
{
    /* Two thirds of 2^64: a modulo would favour the lower half, an unchecked product the even values. */
    const uint64_t bound = 12297829382473034411u;
    struct random random = {11};
    size_t lower = 0, even = 0;
    for (size_t i = 0; i < 40000; i++) {
        const uint64_t value = random_below(&random, bound);
        assert_true(value < bound);
        lower += value < bound / 2;
        even += value % 2 == 0;
    }
    assert_in_range(even, 19400, 20600);
    assert_in_range(lower, 19400, 20600);
}

TEST(shuffle_permutes)
{
    uint32_t items[1000], again[1000];
    unsigned char seen[1000] = {0};
    for (uint32_t i = 0; i < 1000; i++)
        items[i] = again[i] = i;
    random_shuffle(&(struct random){3}, items, 1000);
    random_shuffle(&(struct random){3}, again, 1000);
    assert_memory_equal(items, again, sizeof items);
    size_t fixed = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(items[i] < 1000 && !seen[items[i]]);
        seen[items[i]] = 1;
        fixed += items[i] == i;
    }
    assert_true(fixed < 10);
}

TEST(shuffle_is_uniform)
{
    struct random random = {5};
    unsigned seen[27] = {0};
    for (size_t i = 0; i < 60000; i++) {
        uint32_t items[3] = {0, 1, 2};
        random_shuffle(&random, items, 3);
        seen[items[0] * 9 + items[1] * 3 + items[2]]++;
    }
    size_t orders = 0;
    for (size_t i = 0; i < 27; i++) {
        if (seen[i] == 0)
            continue;
        assert_in_range(seen[i], 9500, 10500);
        orders++;
    }
    assert_int_equal(orders, 6);
}

TEST(shuffle_of_none_and_one)
{
    uint32_t item = 9;
    random_shuffle(&(struct random){1}, NULL, 0);
    random_shuffle(&(struct random){1}, &item, 1);
    assert_int_equal(item, 9);
}
