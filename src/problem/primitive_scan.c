/* SPDX-License-Identifier: MIT */
/* Scans: element i of the output is what precedes, joined with all inputs up to i, or before i, by the
 * operator; a tiled scan starts again at each multiple of a tile. */
#include "problem/reference.h"
#include "problem/verify_elements.h"

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    const size_t size = dtype_size(key->dtype), tile = key->tile > 0 ? key->tile : key->n;
    const union element initial = problem_initial(key);
    (void)selected;
    for (size_t first = 0; first < key->n; first += tile) {
        const size_t count = key->n - first < tile ? key->n - first : tile;
        reference_scan(key, (const unsigned char *)input[0] + first * size,
                       (unsigned char *)expected + first * size, count, initial);
    }
}

const struct primitive_info primitive_scan = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
    .bytes = verify_expected_bytes,
};

const struct primitive_info primitive_tiled_scan = {
    .inputs = 1,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_TERMS,
    .solve = solve,
    .verify = verify_expected,
    .bytes = verify_expected_bytes,
};
