/* SPDX-License-Identifier: MIT */
/* The reference by parts: the same bits as in one loop, for every primitive that has parts, type, operator
 * and mode. */
#include "problem/solving.h"

#include "fill_bed.h"
#include "key_bed.h"
#include "test.h"

enum { LEAST = 1 << 16, PARTS_MOST = 5 };

/* A problem with its inputs, and the answer of one loop. */
struct solved {
    struct problem_key key;
    void *input[PROBLEM_INPUTS];
    unsigned char *expected;
    size_t selected, bytes;
};

static struct solved solve(const struct problem_key *key)
{
    struct solved solved = {.key = *key, .bytes = problem_expected_bytes(key)};
    for (unsigned stream = 0; stream < primitive_inputs(key->primitive); stream++)
        solved.input[stream] = filled(key, stream);
    solved.expected = calloc(1, solved.bytes + 8);
    problem_solve(key, (const void *const *)solved.input, solved.expected, &solved.selected);
    if (primitive_info(key->primitive)->output == OUTPUT_SELECTED)
        solved.bytes = solved.selected * dtype_size(key->dtype);
    return solved;
}

static void discard(struct solved *solved)
{
    free(solved->input[0]);
    free(solved->input[1]);
    free(solved->expected);
}

/* The last part is written first, as any worker may be the last. */
static void assert_parts(const struct solved *solved, unsigned parts)
{
    size_t selected = 77;
    unsigned char *const expected = calloc(1, problem_expected_bytes(&solved->key) + 8);
    struct solving *const solving =
        solving_open(&solved->key, (const void *const *)solved->input, expected, parts);
    for (unsigned part = 0; part < parts; part++)
        solving_fold(solving, part);
    for (unsigned part = parts; part-- > 0;)
        solving_write(solving, part);
    solving_close(solving, &selected);
    assert_int_equal(selected, solved->selected);
    assert_memory_equal(expected, solved->expected, solved->bytes);
    free(expected);
}

static void try(const struct problem_key *key)
{
    struct problem_key covered = *key;
    assert_true(solving_has_parts(key));
    for (covered.cover = 0; covered.cover < problem_covers(key); covered.cover++) {
        struct solved solved = solve(&covered);
        for (unsigned parts = 1; parts <= PARTS_MOST; parts += 2)
            assert_parts(&solved, parts);
        discard(&solved);
    }
}

#define EACH_TYPE(dtype) (enum dtype dtype = DTYPE_NONE + 1; dtype < DTYPE_COUNT; dtype++)

static enum op last_op(enum dtype dtype)
{
    return dtype_is_plain(dtype) ? OP_COUNT - 1 : OP_SUM;
}

TEST(scans)
{
    for
        EACH_TYPE(dtype)
    for (enum op op = OP_SUM; op <= last_op(dtype); op++)
        for (unsigned manner = 0; manner < 8; manner++) {
            struct problem_key key = key_of(PRIMITIVE_SCAN, dtype, op, LEAST + 77);
            key.mode = manner & 1 ? MODE_EXCLUSIVE : MODE_INCLUSIVE;
            key.reversed = manner & 2;
            key.prefixed = manner & 4;
            try(&key);
        }
}

TEST(sums)
{
    for
        EACH_TYPE(dtype)
        {
            for (enum op op = OP_SUM; op <= last_op(dtype); op++) {
                const struct problem_key key = key_of(PRIMITIVE_REDUCE, dtype, op, LEAST + 77);
                try(&key);
            }
            const struct problem_key key = key_of(PRIMITIVE_DOT, dtype, OP_NONE, LEAST + 77);
            try(&key);
        }
}

/* A part of which none is kept has nothing to write. */
TEST(selections)
{
    static const double shares[] = {0, 1e-5, 0.5, 1};
    for
        EACH_TYPE(dtype)
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        struct problem_key key = key_of(PRIMITIVE_COMPACT, dtype, OP_NONE, LEAST + 77);
        key.selectivity = shares[i];
        try(&key);
        key.primitive = PRIMITIVE_TALLY;
        try(&key);
    }
}

TEST(recurrences)
{
    for
        EACH_DTYPE(dtype)
    for (unsigned manner = 0; manner < 4; manner++) {
        struct problem_key key = key_of(PRIMITIVE_RECURRENCE, dtype, OP_NONE, LEAST + 77);
        key.reversed = manner & 1;
        key.prefixed = manner & 2;
        try(&key);
    }
}

/* Also of one segment, and of one for each element. */
TEST(segments)
{
    for
        EACH_DTYPE(dtype)
    for (unsigned share = 0; share < 3; share++) {
        struct problem_key key = key_of(PRIMITIVE_SEGMENTED_SCAN, dtype, OP_NONE, LEAST + 77);
        key.selectivity = 0.5 * share;
        try(&key);
    }
}

/* More floats than a sum of them is exact of: the covers are zero but for some elements. */
TEST(covers)
{
    const struct problem_key key = key_of(PRIMITIVE_SCAN, DTYPE_F32, OP_SUM, (4 << 24) + 3);
    assert_true(problem_covers(&key) > 1);
    struct problem_key last = key;
    last.cover = problem_covers(&key) - 1;
    struct solved solved = solve(&last);
    assert_parts(&solved, PARTS_MOST);
    discard(&solved);
}

TEST(others_have_no_parts)
{
    struct problem_key key = key_of(PRIMITIVE_SCAN, DTYPE_U32, OP_SUM, LEAST);
    assert_true(solving_has_parts(&key));
    key.n = LEAST - 1;
    assert_false(solving_has_parts(&key));
    key.n = LEAST;
    key.row = 100;
    assert_false(solving_has_parts(&key));
    key.row = 0;
    key.data = DATA_STRUCTURE;
    assert_false(solving_has_parts(&key));
    key = key_of(PRIMITIVE_TILED_SCAN, DTYPE_U32, OP_SUM, LEAST);
    assert_false(solving_has_parts(&key));
    key = key_of(PRIMITIVE_COPY, DTYPE_U32, OP_NONE, LEAST);
    assert_false(solving_has_parts(&key));
}
