/* SPDX-License-Identifier: MIT */
/* Linear recurrence: h[i] = a[i]·h[i − 1] + x[i], of the inputs x and a; reversed, h[i] = a[i]·h[i + 1] +
 * x[i]. G. Blelloch, Prefix Sums and Their Applications (1990): a scan of pairs, whose operator is not
 * commutative. */
#include "problem/alteration.h"
#include "problem/recipe.h"
#include "problem/reference.h"
#include "problem/verify.h"

#include <string.h>

static void solve(const struct problem_key *key, const void *const input[], void *expected, size_t *selected)
{
    (void)selected;
    reference_recurrence(key, input, expected, problem_initial(key));
}

/* From the element on, what is joined to it times the coefficients on the way. */
static void altered(const struct problem *problem, const struct alteration *alteration, size_t first,
                    size_t count, void *elements)
{
    const struct problem_key *const key = &problem->key;
    const struct recipe coefficients = recipe_make(key, 1);
    const size_t size = dtype_size(key->dtype), index = alteration->index;
    memcpy(elements, (const unsigned char *)problem->expected + first * size, count * size);
    for (size_t i = first; alteration->made && i < first + count; i++) {
        if (key->reversed ? i > index : i < index)
            continue;
        const union element was = element_load(key->dtype, elements, i - first);
        const union element more = element_combine(OP_PRODUCT, key->dtype, alteration->joined,
                                                   recurrence_ratio(&coefficients, key->dtype, index, i));
        element_store(key->dtype, elements, i - first, element_combine(OP_SUM, key->dtype, was, more));
    }
}

const struct primitive_info primitive_recurrence = {
    .inputs = 2,
    .output = OUTPUT_ALL,
    .limit = PRIMITIVE_COPY,
    .fill = FILL_TERMS,
    .second = SECOND_COEFFICIENTS,
    .directed = true,
    .solve = solve,
    .verify = verify_expected,
    .altered = altered,
};
