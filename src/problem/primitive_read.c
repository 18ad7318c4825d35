/* SPDX-License-Identifier: MIT */
/* Reads, the limits of a reduction (one stream of n) and of a dot product (two); they answer with the
 * exclusive or of the bits of all elements, as one element. */
#include "problem/alteration.h"
#include "problem/verify_elements.h"

static bool verify(const struct problem *problem, const void *output, uint64_t count, struct finding *finding)
{
    const union element fold = {.u64 = verify_fold(problem)};
    (void)count;
    return verify_elements(problem, &fold, output, 1, finding);
}

static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
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
    .verify = verify,
    .altered = altered,
};

const struct primitive_info primitive_read_two = {
    .inputs = 2,
    .output = OUTPUT_FIXED,
    .output_count = 1,
    .limit = PRIMITIVE_READ_TWO,
    .fill = FILL_ANY,
    .verify = verify,
    .altered = altered,
};
