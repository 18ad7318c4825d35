/* SPDX-License-Identifier: MIT */
/* Scans: element i of the output is what precedes, joined with all inputs up to i, or before i, by the
 * operator; it starts anew at each row, which is what a tiled scan calls a tile. */
#include "base/span.h"
#include "problem/alteration.h"
#include "problem/reference.h"
#include "problem/verify.h"

#include <string.h>

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    const size_t size = dtype_size(key->dtype), output_size = dtype_size(dtype_output(key->dtype));
    const size_t row = problem_row_elements(key);
    const union element initial = problem_initial(key);
    (void)selected;
    for (size_t first = 0; first < key->n; first += row) {
        const size_t count = key->n - first < row ? key->n - first : row;
        if (reference_rounds(key->dtype))
            reference_sums(key, (const unsigned char *)input[0] + first * size,
                           (float *)(void *)((char *)expected + reference_sums_at(key)) + first, count,
                           initial);
        reference_scan(key, (const unsigned char *)input[0] + first * size,
                       (unsigned char *)expected + first * output_size, count, initial);
    }
}

/* Every answer from the element on, to the end of its row; reversed, to the first. */
static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const struct problem_key *const key = &problem->key;
    const size_t size = dtype_size(dtype_output(key->dtype)), row = problem_row_elements(key);
    memcpy(elements, (const unsigned char *)problem->expected + first * size, count * size);
    if (!alteration->made)
        return;
    const size_t row_first = alteration->index / row * row, rest = row - alteration->index % row;
    const size_t left = key->n - alteration->index, after = alteration->index + (key->mode == MODE_EXCLUSIVE);
    const size_t begins = key->reversed ? row_first : after;
    const size_t ends = key->reversed ? alteration->index + (key->mode != MODE_EXCLUSIVE)
                                      : alteration->index + (rest < left ? rest : left);
    const size_t from = begins > first ? begins : first, to = ends < first + count ? ends : first + count;
    unsigned char *const changed = (unsigned char *)elements + (from - first) * size;
    if (from < to && reference_rounds(key->dtype))
        reference_rounded(key, problem->expected, (struct span){from, to}, alteration->joined, changed);
    else if (from < to)
        element_combine_all(key->op, key->dtype, changed, to - from, alteration->joined);
}

const struct primitive_info primitive_scan = {
    .inputs = 1,
    .has_rows = true,
    .output = OUTPUT_ALL,
    .converts = true,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_TERMS,
    .directed = true,
    .solve = solve,
    .verify = verify_expected,
    .altered = altered,
};

const struct primitive_info primitive_tiled_scan = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .converts = true,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
    .altered = altered,
};
