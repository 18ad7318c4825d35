/* SPDX-License-Identifier: MIT */
/* Segmented scan: the sums of the first input that start anew where the second, of bytes, has a head.
 * J. Schwartz, Ultracomputers (1980): a scan of pairs of a flag and a sum. */
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify.h"

#include <string.h>

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)selected;
    reference_segments(key, input, expected, problem_initial(key));
}

/* From the element on, to the next head. */
static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const enum dtype dtype = problem->key.dtype;
    const size_t size = dtype_size(dtype), begins = alteration->index, ends = alteration->end;
    memcpy(elements, (const unsigned char *)problem->expected + first * size, count * size);
    const size_t from = begins > first ? begins : first, to = ends < first + count ? ends : first + count;
    if (alteration->made && from < to)
        element_combine_all(OP_SUM, dtype, (unsigned char *)elements + (from - first) * size, to - from,
                            alteration->joined);
}

const struct primitive_info primitive_segmented_scan = {
    .inputs = 2,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_TERMS,
    .second = SECOND_HEADS,
    .solve = solve,
    .verify = verify_expected,
    .altered = altered,
};
