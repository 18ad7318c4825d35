/* SPDX-License-Identifier: MIT */
/* The primitives that are limits of others: copy, of a scan, which converts as that does; partial copy, of a
 * compaction, which reads n and writes k, see primitive_part; reads, of a reduction (one stream of n) and of
 * a dot product (two), which answer with the exclusive or of the bits of all elements, as one element;
 * messages, of an exclusive scan over ranks, whose n words go around, so that one rank alone gets its own. */
#include "problem/alteration.h"
#include "problem/verify.h"

#include <string.h>

/* The elements first … first + count − 1 of an input as a copy of it has them. */
static void copy_elements(enum dtype dtype, const void *input, size_t first, size_t count, void *elements)
{
    const size_t size = dtype_size(dtype);
    if (dtype == dtype_output(dtype)) {
        memcpy(elements, (const unsigned char *)input + first * size, count * size);
        return;
    }
    for (size_t i = 0; i < count; i++)
        element_write(dtype, elements, i, element_read(dtype, input, first + i));
}

/* The input has the alteration already. */
static void copy_altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                         size_t count, void *elements)
{
    (void)alteration;
    copy_elements(problem->key.dtype, problem->input[0], first, count, elements);
}

enum { COPIED = 4096 };

static bool copy_verify(const struct problem *problem, const void *output, uint64_t count,
                        struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    const enum dtype dtype = dtype_output(key->dtype);
    uint64_t wanted[COPIED];
    (void)count;
    for (size_t first = 0; first < key->n; first += COPIED) {
        const size_t part = key->n - first < COPIED ? key->n - first : COPIED;
        const struct element_pairs pairs = {
            .dtype = dtype,
            .expected = (const unsigned char *)wanted,
            .output = (const unsigned char *)output + first * dtype_size(dtype),
            .base = first,
            .count = part,
            .total = key->n,
        };
        copy_elements(key->dtype, problem->input[0], first, part, wanted);
        verify_equal(&pairs, finding);
    }
    return finding->wrong == 0;
}

const struct primitive_info primitive_copy = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .converts = true,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_ANY,
    .verify = copy_verify,
    .altered = copy_altered,
};

/* To the first block that is not: what is copied in one piece differs in every element of most blocks. */
static bool is_copied(const struct problem *problem, const void *output, size_t block,
                      struct finding *finding)
{
    const struct problem_key *const key = &problem->key;
    const size_t size = dtype_size(key->dtype), total = primitive_part(key->n, key->selectivity);
    for (size_t first = 0; first < key->n; first += block) {
        const size_t last = key->n - first < block ? key->n : first + block;
        const size_t at = primitive_part(first, key->selectivity);
        const struct element_pairs pairs = {
            .dtype = key->dtype,
            .expected = (const unsigned char *)problem->input[0] + first * size,
            .output = (const unsigned char *)output + at * size,
            .base = at,
            .count = primitive_part(last, key->selectivity) - at,
            .total = total,
        };
        if (!verify_equal(&pairs, finding))
            return false;
    }
    return true;
}

/* In blocks, or in one piece. */
static bool part_verify(const struct problem *problem, const void *output, uint64_t count,
                        struct finding *finding)
{
    struct finding in_one_piece = {0};
    if (!is_copied(problem, output, PART_BLOCK, finding)) {
        if (!is_copied(problem, output, problem->key.n, &in_one_piece))
            return false;
        *finding = in_one_piece;
    }
    return verify_count(verify_fold(problem), count, finding);
}

const struct primitive_info primitive_partial_copy = {
    .inputs = 1,
    .output = OUTPUT_SELECTED,
    .counts = true,
    .limit = PRIMITIVE_COPY_PART,
    .fill = FILL_ANY,
    .verify = part_verify,
    .altered_count = alteration_fold,
};

static bool read_verify(const struct problem *problem, const void *output, uint64_t count,
                        struct finding *finding)
{
    const union element fold = {.u64 = verify_fold(problem)};
    (void)count;
    return verify_elements(problem, &fold, output, 1, finding);
}

static void read_altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                         size_t count, void *elements)
{
    const union element fold = {.u64 = alteration_fold(problem, alteration)};
    (void)first;
    if (count > 0)
        element_store(problem->key.dtype, elements, 0, fold);
}

const struct primitive_info primitive_read = {
    .inputs = 1,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .limit = PRIMITIVE_READ,
    .fill = FILL_ANY,
    .verify = read_verify,
    .altered = read_altered,
};

const struct primitive_info primitive_read_two = {
    .inputs = 2,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .limit = PRIMITIVE_READ_TWO,
    .fill = FILL_ANY,
    .second = SECOND_ALIKE,
    .verify = read_verify,
    .altered = read_altered,
};

const struct primitive_info primitive_messages = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_MESSAGES,
    .fill = FILL_ANY,
    .verify = verify_input,
};
