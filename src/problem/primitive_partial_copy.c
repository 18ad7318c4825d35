/* SPDX-License-Identifier: MIT */
/* Partial copy, the limit of a compaction: read n, write k; see primitive_part. */
#include "problem/alteration.h"
#include "problem/verify_elements.h"

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
        verify_equal(&pairs, finding);
    }
    return finding->wrong == 0;
}

/* In blocks, or in one piece. */
static bool verify(const struct problem *problem, const void *output, uint64_t count, struct finding *finding)
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
    .verify = verify,
    .altered_count = alteration_fold,
};
