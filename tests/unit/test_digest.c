/* SPDX-License-Identifier: MIT */
/* Hashes of whole outputs: any byte that differs is seen, by one worker and by several. */
#include "measure/measure.h"

#include "test.h"

enum { FEW = 70, MANY = 300001 };

static void assert_differs_in(unsigned char *output, size_t bytes, size_t at)
{
    const uint64_t before = digest_output(output, bytes, 0);
    assert_int_equal(digest_output(output, bytes, 0), before);
    output[at] ^= 1;
    assert_int_not_equal(digest_output(output, bytes, 0), before);
    output[at] ^= 1;
}

TEST(every_byte_is_in_the_digest)
{
    static unsigned char output[MANY];
    for (size_t bytes = 1; bytes <= FEW; bytes++)
        for (size_t at = 0; at < bytes; at++)
            assert_differs_in(output, bytes, at);
    for (size_t at = 0; at < MANY; at += 1021)
        assert_differs_in(output, MANY, at);
    assert_differs_in(output, MANY, MANY - 1);
}

TEST(so_are_the_count_the_length_and_the_place)
{
    static unsigned char output[MANY];
    output[7] = 1;
    const uint64_t digest = digest_output(output, MANY, 5);
    assert_int_not_equal(digest_output(output, MANY, 6), digest);
    assert_int_not_equal(digest_output(output, MANY - 1, 5), digest);
    output[7] = 0;
    output[7 + 4096] = 1; /* at the same place of another part */
    assert_int_not_equal(digest_output(output, MANY, 5), digest);
}
